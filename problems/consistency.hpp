#pragma once
// consistency.hpp: implicit models, whose derivatives and algebraic variables are solved for at the start and after
// every event.

#include <saltus/saltus.hpp>

namespace saltus::problems {

/// y = x + t, and the slope of x depends on which is larger. Given with y = x - 6e-15, they are equal at the start once y
/// has been solved for, and y is the larger one from then on.
/// Difficulty: judged before y is consistent, the condition is false, and an event that is none follows.
struct NearlyEqualAtStart {
  template <class Real>
  struct Vars {
    Real x, y;
  };

  template <class Real>
  void operator()(Real t, const Vars<Real>& y, const Vars<Real>& dy, Vars<Real>& r) const {
    if (y.y >= y.x) r.x = dy.x - 1;
    else r.x = dy.x + 1;
    r.y = y.y - (y.x + t);
  }
};

/// x' = y, y^2 = x: x = (1 + t/2)^2. Difficulty: after the event, which does nothing, y = -sqrt(x) is consistent too.
struct SquareRootBranch {
  template <class Real>
  struct Vars {
    Real x, y;
  };

  template <class Real>
  void operator()(Real, const Vars<Real>& y, const Vars<Real>& dy, Vars<Real>& r) const {
    r.x = dy.x - y.y;
    r.y = y.y * y.y - y.x;
  }
  template <class Real>
  void events(Events<Real>& on, Real, Vars<Real>& y) const {
    on.watch(y.x > 3);
  }
};

/// x' = -x, y = x^2, and a reset at t = 1 that leaves y wrong. Difficulty: it has to be repaired (x is kept), not ignored.
struct InconsistentReset {
  template <class Real>
  struct Vars {
    Real x, y;
  };

  template <class Real>
  void operator()(Real, const Vars<Real>& y, const Vars<Real>& dy, Vars<Real>& r) const {
    r.x = dy.x + y.x;
    r.y = y.y - y.x * y.x;
  }
  template <class Real>
  void events(Events<Real>& on, Real, Vars<Real>& y) const {
    on.at(1, [&] {
      y.x = 2;
      y.y = 0;
    });
  }
};

/// y^2 = x, and a reset that makes x negative. Difficulty: nothing can repair that; it has to be said.
struct ImpossibleReset {
  template <class Real>
  struct Vars {
    Real x, y;
  };

  template <class Real>
  void operator()(Real, const Vars<Real>& y, const Vars<Real>& dy, Vars<Real>& r) const {
    r.x = dy.x + y.x;
    r.y = y.y * y.y - y.x;
  }
  template <class Real>
  void events(Events<Real>& on, Real, Vars<Real>& y) const {
    on.at(1, [&] { y.x = -1; });
  }
};

/// As InconsistentReset, with two events that differ in what they keep: at t = 1 the algebraic y is given and x follows,
/// at t = 2 x is given and y follows.
struct KeptPerEvent {
  template <class Real>
  struct Vars {
    Real x, y;
  };

  template <class Real>
  void operator()(Real, const Vars<Real>& y, const Vars<Real>& dy, Vars<Real>& r) const {
    r.x = dy.x + y.x;
    r.y = y.y - y.x * y.x;
  }
  template <class Real>
  void events(Events<Real>& on, Real, Vars<Real>& y) const {
    on.at(1, [&] {
      y.y = 4;
      on.keep(y.y);
      on.solve_for(y.x);
    });
    on.at(2, [&] { y.x = 1; });
  }
};

/// A flow p out of x; from 1 to 1.1 a fault forces p = 2 through another equation.
/// Difficulty: Newton's method on atan(10 (p - 2)) diverges from the old p = 0.37 unless it is damped, and its Jacobian is
/// that of the new equation.
struct Fault {
  template <class Real>
  struct Vars {
    Real x, p;
  };

  template <class Real>
  void operator()(Real t, const Vars<Real>& y, const Vars<Real>& dy, Vars<Real>& r) const {
    r.x = dy.x + y.p;
    if (t >= 1 && t < 1.1) r.p = atan(10 * (y.p - 2));
    else r.p = y.p - y.x;
  }
};

/// A guard on a differential variable beside an algebraic equation.
struct GuardedDae {
  double slope = 1;

  template <class Real>
  struct Vars {
    Real x, y;
  };

  template <class Real>
  void operator()(Real, const Vars<Real>& y, const Vars<Real>& dy, Vars<Real>& r) const {
    r.x = dy.x - slope;
    r.y = y.y - 2 * y.x;
  }
  template <class Real>
  void events(Events<Real>& on, Real, Vars<Real>& y) const {
    on.watch(y.x > 0.5);
  }
};

}  // namespace saltus::problems
