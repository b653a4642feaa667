#pragma once
// balls.hpp: things that bounce.

#include <saltus/saltus.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace saltus::problems {

/// The bouncing ball. Difficulty: right after a bounce h is zero and must not count as another impact; with e < 1 the
/// bounces accumulate at t1 (1 + 2e / (1 - e)), t1 = sqrt(2 h(0) / g), and falling through the floor is the common failure.
struct Ball {
  double g = 9.81, e = 0.8;

  template <class Real>
  struct State {
    Real h, v;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {s.v, -g};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.when(s.h <= 0 && s.v < 0, [&] { s.v = -e * s.v; });
  }
};

/// The same, with somebody who watches the velocity. Difficulty: at a bounce v > 0 changes by the jump, as a part of the
/// same instant; at the top it changes by itself.
struct WatchedBall {
  double g = 9.81, e = 0.8;

  template <class Real>
  struct State {
    Real h, v;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {s.v, -g};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.when(s.h <= 0 && s.v < 0, [&] { s.v = -e * s.v; });
    on.watch(s.v > 0);
  }
};

/// A ball that comes to rest when it would rebound slower than v_min. This is the way out of the accumulation that needs
/// no special handling. Difficulty: h and v are identically zero afterwards.
struct RestingBall {
  double g = 9.81, e = 0.7, v_min = 0.1;

  template <class Real>
  struct State {
    Real h, v;
  };
  template <class Real>
  struct Memory {
    bool resting = false;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s, const Memory<Real>& q) const {
    if (q.resting) return {0, 0};
    return {s.v, -g};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    on.when(s.h <= 0 && s.v < 0, [&] {
      s.v = -e * s.v;
      if (s.v < v_min) {
        q.resting = true;
        s.h       = 0;
        s.v       = 0;
      }
    });
  }
};

/// Newton's cradle: a ball hits three equal ones in contact; only the last one leaves.
/// Difficulty: the first contact starts a cascade of two more at the same instant, whose gaps were zero all the time.
struct Cradle {
  static constexpr std::size_t n        = 4;
  double                       diameter = 1;

  template <class Real>
  struct State {
    std::array<Real, n> x, v;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {s.v, {0, 0, 0, 0}};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    for (std::size_t i = 0; i + 1 < n; ++i)
      on.when(s.x[i + 1] - s.x[i] <= diameter && s.v[i] > s.v[i + 1], [&, i] { std::swap(s.v[i], s.v[i + 1]); });
  }
};

}  // namespace saltus::problems
