#pragma once
// tangency.hpp: a pair of crossings that comes together and vanishes.
//
// g = sin(pi t) - A t touches zero at t = 2.459024032956761 for A = 0.403300554264834 (tan(pi t) = pi t, A = pi cos(pi t)).
// For A = A* - 10^-k there are two roots near it, 1.42 * 10^(-k/2) apart, between which g rises to 2.46 * 10^-k only.
// After example 3 of Mao & Petzold (2002).

#include <saltus/saltus.hpp>

#include <numbers>

namespace saltus::problems {

inline constexpr double touching_slope = 0.403300554264834;

/// g depends on time alone: y measures for how long the sine was above the line.
/// Difficulty: y' is 0 or 1, so nothing but the certificate keeps a step from jumping over the pair.
struct SineAboveLine {
  double A = touching_slope;

  template <class Real>
  struct State {
    Real y;
  };

  template <class Real>
  State<Real> operator()(Real t, const State<Real>&) const {
    if (sin(std::numbers::pi * t) > A * t) return {1};
    return {0};
  }
};

/// g depends on the solution. Difficulty: once the error of y1 exceeds the depth of the pair, nobody can know whether it
/// is there; a run has to say so.
struct OscillatorAboveLine {
  double A = touching_slope;

  template <class Real>
  struct State {
    Real y1, y2;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {std::numbers::pi * s.y2, -std::numbers::pi * s.y1};
  }
  template <class Real>
  void events(Events<Real>& on, Real t, State<Real>& s) const {
    on.watch(s.y1 > A * t);
  }
};

}  // namespace saltus::problems
