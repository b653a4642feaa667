#pragma once
// borders.hpp: sliding, fast switching, and models that end or break at a border.

#include <saltus/saltus.hpp>

namespace saltus::problems {

/// Both fields point at x = y. Difficulty: the solution slides along it, as a mixture of the two (Filippov).
struct Sliding {
  template <class Real>
  struct State {
    Real x, y;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    Real dx = 2, dy = 1.5;
    if (s.x > s.y) dx = -2;
    if (s.y > s.x) dy = -3;
    return {dx, dy};
  }
};

/// A relay with hysteresis that switches every millisecond. Difficulty: fast and regular is not chattering.
struct Relay {
  double width = 1e-3;

  template <class Real>
  struct State {
    Real x;
  };
  template <class Real>
  struct Memory {
    int direction = 1;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>&, const Memory<Real>& q) const {
    return {q.direction};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    on.when(s.x >= width, [&] { q.direction = -1; });
    on.when(s.x <= 0, [&] { q.direction = 1; });
  }
};

/// u' = -sqrt(u) empties at t = 2; beyond, the equation is not defined. Difficulty: u arrives with slope zero, so an error
/// of u becomes its square root in time, and trial points of a method lie where u < 0.
struct Draining {
  double empty = 0;  ///< stop at this level; above 0 the slope there is not zero and the answer well conditioned

  template <class Real>
  struct State {
    Real u;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {-sqrt(s.u)};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.stop_when(s.u <= empty);
  }
};

/// A condition that is not a number from x = 0.5 on. Difficulty: it must end the run with its name, not loop or hide.
struct NanCondition {
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
    on.watch(sqrt(0.5 - s.x) > 2);
  }
};

/// Fast decay that never goes below zero. Difficulty: trial steps that are too long do, and must not fire anything.
struct FastDecay {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  struct Memory {
    int fired = 0;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s, const Memory<Real>&) const {
    return {-50 * s.y};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    on.when(s.y < -0.1, [&] { ++q.fired; });
  }
};

/// A ramp with a jump: two values at t = 0.5.
struct Jump {
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
    on.at(0.5, [&] { s.x += 1; });
  }
};

/// A clock with a period of 0.1. Difficulty: the tenth tick is at 1.0, not where ten additions of 0.1 lead.
struct Ticks {
  template <class Real>
  struct State {
    Real x;
  };
  template <class Real>
  struct Memory {
    int ticks = 0;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>&, const Memory<Real>&) const {
    return {1};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>&, Memory<Real>& q) const {
    on.every(0, 0.1, [&] { ++q.ticks; });
  }
};

}  // namespace saltus::problems
