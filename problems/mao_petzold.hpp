#pragma once
// mao_petzold.hpp: three examples of
//   G. Mao, L. R. Petzold: Efficient integration over discontinuities for differential-algebraic systems.
//   Comput. Math. Appl. 43 (2002) 65-79.
// Their fourth example is in rectifier.hpp.

#include <saltus/saltus.hpp>

#include <numbers>
#include <utility>

namespace saltus::problems {

/// Example 1: y grows while a fast sine is positive.
/// Difficulty: 69 switches, and where y' = 0 the step size wants to grow without bound; the sine is exactly zero at
/// both ends of the interval.
struct SwitchedGrowth {
  template <class Real>
  struct State {
    Real y;
  };

  template <class Real>
  State<Real> operator()(Real t, const State<Real>& s) const {
    if (sin(20 * std::numbers::pi * t) >= 0) return {s.y};
    return {0};
  }
};

/// Example 2, after Birta, Oren & Kettenis, Trans. Soc. Comput. Simul. 2 (1985) 189-205: one of two quantities grows
/// while the other decays; when the growing one reaches its bound, they change roles.
/// Difficulty: the mode has memory, each bound is touched and left again at once (g deflects and keeps its sign), and
/// the events accumulate at t = 2 ln 2, beyond which there is no solution.
struct Birta {
  template <class Real>
  struct State {
    Real y1, y2, y3;
  };
  template <class Real>
  struct Memory {
    Real a1 = 2, a2 = -1;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s, const Memory<Real>& q) const {
    return {q.a1 * s.y1, q.a2 * s.y2, s.y1 + s.y2};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    const auto change_roles = [&] { std::swap(q.a1, q.a2); };
    on.when(s.y1 >= 1, change_roles);
    on.when(s.y2 <= -1, change_roles);
  }
};

/// The same as a state machine.
struct BirtaTransitions {
  enum class Growing { first, second };

  template <class Real>
  struct State {
    Real y1, y2, y3;
  };
  template <class Real>
  struct Memory {
    Growing growing = Growing::first;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s, const Memory<Real>& q) const {
    if (q.growing == Growing::first) return {2 * s.y1, -s.y2, s.y1 + s.y2};
    return {-s.y1, 2 * s.y2, s.y1 + s.y2};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    on.transitions(q.growing,
                   {{Growing::first, Growing::second, s.y1 >= 1}, {Growing::second, Growing::first, s.y2 <= -1}});
  }
};

/// Example 3: an oscillator crosses a rising line, and each crossing sets u.
/// Difficulty: for A near 0.4033 the last two crossings come together and vanish; g is zero at the start.
/// The paper prints the reset u := -u y1, its table belongs to u := -y1.
struct LineCrossings {
  enum class Rule { of_the_table, as_printed };

  double A    = 0.4;
  Rule   rule = Rule::of_the_table;

  template <class Real>
  struct State {
    Real y1, y2, y3;
  };
  template <class Real>
  struct Memory {
    Real u = 1;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s, const Memory<Real>& q) const {
    constexpr double w = std::numbers::pi;
    return {w * s.y2, -w * s.y1, pow(q.u, 3)};
  }
  template <class Real>
  void events(Events<Real>& on, Real t, State<Real>& s, Memory<Real>& q) const {
    on.change(s.y1 > A * t, [&] { q.u = rule == Rule::of_the_table ? -s.y1 : -q.u * s.y1; });
  }
};

}  // namespace saltus::problems
