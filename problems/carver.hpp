#pragma once
// carver.hpp: three examples of
//   M. B. Carver: Efficient integration over discontinuities in ordinary differential equation simulations.
//   Math. Comput. Simul. 20 (1978) 190-196.
// The other two are in rectifier.hpp and friction.hpp.

#include <saltus/saltus.hpp>

#include <cmath>
#include <numbers>

namespace saltus::problems {

/// 6.1: y' = y^2 while a sine with n cycles in 19 time units is positive.
/// Difficulty: errors grow by (y(19) / y(0))^2 = 400, and so does every error of an event time; the sine is zero at both
/// ends. n = 0 means no switching.
struct SwitchedBlowUp {
  int n = 2;

  template <class Real>
  struct State {
    Real y;
  };

  template <class Real>
  State<Real> operator()(Real t, const State<Real>& s) const {
    if (n == 0) return {s.y * s.y};
    if (sin(2 * std::numbers::pi * n / 19 * t) > 0) return {s.y * s.y};
    return {0};
  }
};

/// 6.2: a damping that depends on where y is. Difficulty: three modes by two thresholds on the same variable.
struct PiecewiseDamping {
  template <class Real>
  struct State {
    Real y;
  };

  template <class Real>
  State<Real> operator()(Real t, const State<Real>& s) const {
    Real damping = 1;
    if (abs(s.y) >= 0.5) damping = s.y > 0 ? 0.5 : 0.2;
    return {-damping * s.y + sin(t)};
  }
};

/// 6.4: a saw-tooth of period 10 that rises for 9.5 and falls for 0.5, with a count of the periods.
/// Difficulty: none, if times that are linear in t are scheduled; y' is constant, so steps are unbounded.
struct SawTooth {
  double tau = 10, eps = 0.5;

  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  struct Memory {
    int n = 0;
  };

  template <class Real>
  State<Real> operator()(Real t, const State<Real>&, const Memory<Real>& q) const {
    if (t - q.n * tau <= tau - eps) return {1};
    return {-(tau - eps) / eps};  // -19: back to zero at the end of the period
  }
  template <class Real>
  void events(Events<Real>& on, Real t, State<Real>&, Memory<Real>& q) const {
    on.when(t >= (q.n + 1) * tau, [&] { ++q.n; });
  }
};

/// 6.4 with one smooth periodic switch function in place of the count.
/// Difficulty: it is positive for 0.5 out of every 10 time units, and the right-hand side is constant between.
struct SawToothPeriodic {
  template <class Real>
  struct State {
    Real y;
  };

  template <class Real>
  State<Real> operator()(Real t, const State<Real>&) const {
    using std::numbers::pi;
    if (cos(0.2 * pi * (t - 9.75)) > std::cos(0.05 * pi)) return {-19};
    return {1};
  }
};

}  // namespace saltus::problems
