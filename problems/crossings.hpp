#pragma once
// crossings.hpp: crossings that are easily stepped over, and touches that are none.
//
// The right-hand sides are so simple that steps grow without bound: only the conditions know where something happens.

#include <saltus/saltus.hpp>

#include <cstddef>
#include <numbers>
#include <vector>

namespace saltus::problems {

/// y = (t + 6)(t + 2)(t - 2), so a step over two roots sees no change of sign.
struct CubicCrossings {
  template <class Real>
  struct State {
    Real y;
  };

  template <class Real>
  State<Real> operator()(Real t, const State<Real>&) const {
    return {3 * t * t + 12 * t - 4};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.watch(s.y > 0);
  }
};

/// A polynomial in time with the given roots, beside y' = 1. Difficulty: many roots in what could be one step; and, with
/// steps chosen to end on them, roots on mesh points.
struct ManyRoots {
  std::vector<double> roots;

  template <class Real>
  struct State {
    Real y;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {1};
  }

  template <class Real>
  void events(Events<Real>& on, Real t, State<Real>&) const {
    Real g = 1;
    for (const double root : roots) g *= t - root;
    on.watch(g > 0);
  }
};

/// cos t + 0.9, run backward in time. Difficulty: negative for a short time only.
struct ShallowCosine {
  template <class Real>
  struct State {
    Real y;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {1};
  }

  template <class Real>
  void events(Events<Real>& on, Real t, State<Real>&) const {
    on.watch(cos(t) + 0.9 > 0);
  }
};

/// A short pulse in a long run. Difficulty: nothing happens before it, so a step easily jumps over it.
struct Pulse {
  double from, to, height;

  template <class Real>
  struct State {
    Real x;
  };

  template <class Real>
  State<Real> operator()(Real t, const State<Real>&) const {
    if (from < t && t < to) return {height};
    return {0};
  }
};

/// On for half of each period. Difficulty: constant right-hand sides, up to hundreds of switches.
struct HalfTime {
  double frequency = 1;

  template <class Real>
  struct State {
    Real x;
  };

  template <class Real>
  State<Real> operator()(Real t, const State<Real>&) const {
    if (sin(2 * std::numbers::pi * frequency * t) > 0) return {2};
    return {0};
  }
};

/// A pendulum and its turning points: v > 0. Difficulty: v is zero at the start.
struct TurningPendulum {
  template <class Real>
  struct State {
    Real x, v;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {s.v, -9.8 * sin(s.x)};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.watch(s.v > 0);
  }
};

/// The same with v^2 > 1e-12. Difficulty: two crossings 4e-6 apart around each turning point, of depth 1e-12. They are
/// certain all the same: v itself changes sign between them.
struct NearlyTurningPendulum {
  template <class Real>
  struct State {
    Real x, v;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {s.v, -9.8 * sin(s.x)};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.watch(s.v * s.v > 1e-12);
  }
};

/// g = (t - 1/2)^2 touches zero and is never negative: no event, a graze.
struct TouchInTime {
  template <class Real>
  struct State {
    Real y;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {1};
  }

  template <class Real>
  void events(Events<Real>& on, Real t, State<Real>&) const {
    on.watch((t - 0.5) * (t - 0.5) < 0);
  }
};

/// g = (y - 1)^2 touches zero and is never negative: no event, a graze.
struct TouchInState {
  template <class Real>
  struct State {
    Real y;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {1};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.watch((s.y - 1) * (s.y - 1) < 0);
  }
};

/// As TouchInState with `> 0`, which fails at a single point in time. What counts is the truth right after: no event.
struct TouchOfAPoint {
  template <class Real>
  struct State {
    Real y;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {1};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.watch((s.y - 1) * (s.y - 1) > 0);
  }
};

/// A reset at t = 1 puts y below zero, from where it returns a thousandth later. Difficulty: over the next step y seems
/// not to have changed its sign since before the reset.
struct ThrownBack {
  template <class Real>
  struct State {
    Real x, y;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {1, 1};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.when(s.x >= 1, [&] { s.y = -0.001; });
    on.watch(s.y > 0);
  }
};

/// g jumps from -700 to +2000 by a switch in the model. Difficulty: no value of g is near zero.
struct JumpBySwitch {
  template <class Real>
  struct State {
    Real x;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {1};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    Real g = 2000;
    if (s.x < 0.3) g = -700;
    on.watch(g > 0);
  }
};

/// The same by sheer steepness: between two adjacent numbers near 0.3 (5.6e-17 apart) g changes by 2700.
struct JumpBySteepness {
  template <class Real>
  struct State {
    Real x;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {1};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.watch(4.9e19 * (s.x - 0.3) > 0);
  }
};

}  // namespace saltus::problems
