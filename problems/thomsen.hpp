#pragma once
// thomsen.hpp: two small examples by Thomsen, and a tank with heater and thermostat.

#include <saltus/saltus.hpp>

namespace saltus::problems {

/// Example 1: growth that turns into decay at t = 1. Difficulty: a kink at a known time.
struct TurningGrowth {
  template <class Real>
  struct State {
    Real y;
  };

  template <class Real>
  State<Real> operator()(Real t, const State<Real>& s) const {
    if (t <= 1) return {s.y};
    return {-s.y};
  }
};

/// (19)-(20): cooling down to a set point, where the heating is switched on for good.
/// Difficulty: y rises again afterwards, so the set point alone does not tell the mode.
struct SetPoint {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  struct Memory {
    bool heating = false;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s, const Memory<Real>& q) const {
    if (q.heating) return {2 - s.y};
    return {1 - s.y};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    on.when(s.y <= 1.5, [&] { q.heating = true; });
  }
};

/// A water tank (100 l), a heating element with a lag of 10 s, and a two-position thermostat.
/// Difficulty: hysteresis; time constants of 10 s and 6 h; events are known by a slope of 2 mK/s only.
struct TankHeater {
  double Ch = 2000, Cw = 418000;  ///< heat capacities of element and water, J/K
  double kh = 200, ka = 20;       ///< heat transfer to the water and to the room, W/K
  double Ta = 20, power = 6000;   ///< room temperature, C; power of the element, W
  double low = 58, high = 62;     ///< of the thermostat, C

  template <class Real>
  struct State {
    Real Th, T;
  };
  template <class Real>
  struct Memory {
    bool on = true;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s, const Memory<Real>& q) const {
    const double P = q.on ? power : 0;
    return {(P - kh * (s.Th - s.T)) / Ch, (kh * (s.Th - s.T) - ka * (s.T - Ta)) / Cw};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    on.when(s.T >= high, [&] { q.on = false; });
    on.when(s.T <= low, [&] { q.on = true; });
  }
};

}  // namespace saltus::problems
