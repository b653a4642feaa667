#pragma once
// order.hpp: several events: their order, their number, and what one does to the next.

#include <saltus/saltus.hpp>

#include <array>
#include <cstddef>

namespace saltus::problems {

/// Decay, with or without somebody who watches it pass 1/2. Difficulty: watching must not change the trajectory.
struct Decay {
  bool watched = true;

  template <class Real>
  struct State {
    Real y;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {-s.y};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    if (watched) on.watch(s.y > 0.5);
  }
};

/// A clock that counts by itself beside the time of the run; each adds 10 at 1000.
/// Difficulty: a state event and a time event at the same instant up to rounding: once each, in one instant.
struct TwoClocks {
  template <class Real>
  struct State {
    Real s, total;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {1, 0};
  }

  template <class Real>
  void events(Events<Real>& on, Real t, State<Real>& x) const {
    on.when(x.s >= 1000, [&] { x.total += 10; });
    on.when(t >= 1000, [&] { x.total += 10; });
  }
};

/// A tiny leak beside a huge pressure. Difficulty: the relations differ in size by 17 orders of magnitude, the leak is far
/// below any absolute tolerance, and its second threshold is never reached.
struct TinyAndHuge {
  template <class Real>
  struct State {
    Real leak, pressure;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {1e-10, 1e7};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.watch(s.leak > 0);
    on.watch(s.leak > 2e-10);
    on.watch(s.pressure > 1.2e7);
  }
};

/// Two thresholds within one step, listed in either order. Difficulty: the earlier one comes first.
struct ListOrder {
  bool late_first = true;

  template <class Real>
  struct State {
    Real x;
  };
  template <class Real>
  struct Memory {
    Real first = 0;
  };  ///< the threshold that was met first

  template <class Real>
  State<Real> operator()(Real, const State<Real>&, const Memory<Real>&) const {
    return {1};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    const double first = late_first ? 1 : 0.5, second = late_first ? 0.5 : 1;
    for (const double threshold : {first, second})
      on.when(s.x >= threshold, [&, threshold] {
        if (q.first == 0) q.first = threshold;
      });
  }
};

/// Two decays, each raised by 1 at t = 1 by an event of its own. Difficulty: neither may hide the other.
struct TwoResets {
  template <class Real>
  struct State {
    Real u1, u2;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {-s.u1, -s.u2};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.at(1, [&] { s.u1 += 1; });
    on.at(1, [&] { s.u2 += 1; });
  }
};

/// A gear box: up at a speed that depends on the gear, down at a lower one. The speed is a triangle.
/// Difficulty: each shift changes the thresholds that are watched.
struct GearBox {
  std::array<double, 3> up   = {2, 4, 1e9};   ///< leave gear 1, 2, 3 upwards above this speed
  std::array<double, 3> down = {-1e9, 1, 3};  ///< and downwards below this

  template <class Real>
  struct State {
    Real v;
  };
  template <class Real>
  struct Memory {
    int gear = 1;
  };

  template <class Real>
  State<Real> operator()(Real t, const State<Real>&, const Memory<Real>&) const {
    if (t < 5) return {1};
    return {-1};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    const auto i = static_cast<std::size_t>(q.gear - 1);
    on.when(s.v > up[i], [&] { ++q.gear; });
    on.when(s.v < down[i], [&] { --q.gear; });
  }
};

}  // namespace saltus::problems
