#pragma once
// two_tanks.hpp: an upper tank drains into a lower one and overflows into it when it is full.
//
// Difficulty: while the tank overflows its level *is* the threshold, and it leaves the threshold with slope zero, so a
// solver that watches h1 - H alone sticks there. The tank overflows while it is full and more comes in than drains; that
// the level is at H then matters no more once the inflow has fallen. Overflow ends exactly at t = 10 pi (2k - 1).

#include <saltus/saltus.hpp>

namespace saltus::problems {

struct TankParts {
  double A1 = 1, A2 = 1, c1 = 0.12, c2 = 0.1, q0 = 0.12, H = 1;

  template <class Real>
  Real inflow(const Real& t) const {
    return q0 * (1 + 0.5 * sin(0.1 * t));
  }
};

struct TwoTanks : TankParts {
  template <class Real>
  struct State {
    Real h1, h2;
  };

  template <class Real>
  State<Real> operator()(Real t, const State<Real>& s) const {
    const Real q12 = c1 * sqrt(s.h1), q2 = c2 * sqrt(s.h2);
    const Real surplus = inflow(t) - q12;
    if (s.h1 >= H && surplus > 0) return {0, (q12 + surplus - q2) / A2};
    return {surplus / A1, (q12 - q2) / A2};
  }
};

/// As an index-1 DAE in the flows, which are given by their squares: the branch q < 0 must not be taken.
struct TwoTanksDae : TankParts {
  template <class Real>
  struct Vars {
    Real h1, h2, q12, q2, qov;
  };

  template <class Real>
  void operator()(Real t, const Vars<Real>& y, const Vars<Real>& dy, Vars<Real>& r) const {
    const Real qin = inflow(t);
    r.h1           = A1 * dy.h1 - qin + y.q12 + y.qov;
    r.h2           = A2 * dy.h2 - y.q12 - y.qov + y.q2;
    r.q12          = y.q12 * y.q12 - c1 * c1 * y.h1;
    r.q2           = y.q2 * y.q2 - c2 * c2 * y.h2;
    if (y.h1 >= H && qin > y.q12) r.qov = y.qov - (qin - y.q12);
    else r.qov = y.qov;
  }
};

}  // namespace saltus::problems
