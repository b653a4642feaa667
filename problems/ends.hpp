#pragma once
// ends.hpp: events at the ends of the run, on mesh points, and where zero is not a point.

#include <saltus/saltus.hpp>

namespace saltus::problems {

/// y is above 1 from the beginning. Difficulty: that is no event, unless the model asks for it.
struct TrueAtStart {
  bool initial = false;

  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  struct Memory {
    int fired = 0;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>&, const Memory<Real>&) const {
    return {1};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    on.when(s.y > 1, [&] { ++q.fired; }, {.initial = initial});
  }
};

/// An event at time zero, in a run that starts at -10. Difficulty: a purely relative tolerance of time is zero there.
struct EventAtTimeZero {
  template <class Real>
  struct State {
    Real u1, u2;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {s.u2, 0};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.watch(s.u1 > 0);
  }
};

/// Two thresholds on a ramp. Difficulty: with a largest step of 1e-6 they coincide with ends of steps up to rounding.
struct TwoThresholds {
  double low = 0.001, high = 0.002;

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
    on.watch(s.x >= low);
    on.watch(s.x >= high);
  }
};

/// Ends the run at t = 1, by the clock. Difficulty: t_end is 1 as well; the event is reported nevertheless.
struct EndsByTime {
  template <class Real>
  struct State {
    Real x;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {1};
  }

  template <class Real>
  void events(Events<Real>& on, Real t, State<Real>&) const {
    on.stop_when(t >= 1);
  }
};

/// Ends the run at x = 1, which is reached at t_end or not, as rounding decides.
struct EndsByState {
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
    on.stop_when(s.x >= 1);
  }
};

/// y' = t - floor(t). Difficulty: a switch at every integer, the last one at t_end.
struct SawToothRate {
  template <class Real>
  struct State {
    Real y;
  };

  template <class Real>
  State<Real> operator()(Real t, const State<Real>&) const {
    return {t - floor(t)};
  }
};

/// max(0, y - 1) > 0. Difficulty: g is zero for a finite time before it becomes positive, and never changes its sign.
struct ZeroThenPositive {
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
    on.watch(max(0, s.y - 1) > 0);
  }
};

/// max(0, 1 - y) > 0. Difficulty: g comes down to zero and stays there.
struct PositiveThenZero {
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
    on.watch(max(0, 1 - s.y) > 0);
  }
};

/// (y - 1)^2 > 1e-6. Difficulty: two crossings 0.002 apart in what could be one step.
struct NarrowDip {
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
    on.watch((s.y - 1) * (s.y - 1) > 1e-6);
  }
};

}  // namespace saltus::problems
