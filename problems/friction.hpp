#pragma once
// friction.hpp: bodies that stick and slip.
//
// Written with `v == 0` on a continuous v, which has three domains (-, 0, +): a body that comes to rest is in the domain
// 0 first; if the friction can hold it there, it stays, otherwise it goes on at the same instant.
// Common difficulty: v is identically zero while the body sticks, and leaves zero without a change of sign before it.

#include <saltus/saltus.hpp>

#include <numbers>

namespace saltus::problems {

/// A block on a table, pulled by a force that is switched at 0.1, 0.5 and 1.
/// M. B. Carver, Math. Comput. Simul. 20 (1978) 190-196, 6.5 (Mao & Petzold's copy misprints F2 x for F2 x').
struct SlidingBlock {
  double m = 0.64, Fs = 0.83, F1 = 0.75, F2 = 0.28;

  template <class Real>
  struct State {
    Real x, v;
  };

  template <class Real>
  Real pull(const Real& t) const {
    if (t < 0.1) return 0;
    if (t < 0.5) return 5 * t;
    if (t < 1.0) return -t;
    return 0;
  }

  template <class Real>
  State<Real> operator()(Real t, const State<Real>& s) const {
    const Real F = pull(t);
    if (s.v == 0 && abs(F) <= Fs) return {0, 0};
    if (s.v > 0 || (s.v == 0 && F > Fs)) return {s.v, (F - F1 - F2 * s.v) / m};
    return {s.v, (F + F1 - F2 * s.v) / m};
  }
};

/// An engine and a load behind a clutch whose capacity comes and goes.
/// Difficulty: the quantity that is zero for a finite time is a difference of two states, and w1 and w2 are both far from
/// zero (the finite-time zero of Assimulo: Andersson, Fuhrer & Akesson, Math. Comput. Simul. 116 (2015) 26-43).
struct Clutch {
  double J1 = 0.5, J2 = 2, b1 = 0.1, b2 = 0.2, TL = 3;
  double Cm = 20;   ///< largest capacity
  double kr = 0.8;  ///< ratio of the torques that slip and stick

  template <class Real>
  struct State {
    Real w1, w2;
  };

  template <class Real>
  State<Real> operator()(Real t, const State<Real>& s) const {
    using std::numbers::pi;
    const Real Te       = 10 + 3 * sin(2 * pi * t / 3);
    const Real Ts       = Cm * (0.5 - 0.5 * cos(2 * pi * t / 5));
    const Real together = (Te - TL - b1 * s.w1 - b2 * s.w2) / (J1 + J2);  // the acceleration of both, if they stick
    const Real Tq       = Te - b1 * s.w1 - J1 * together;                 // the torque which that takes

    if (s.w1 == s.w2 && abs(Tq) <= Ts) return {together, together};
    Real Tc = -kr * Ts;
    if (s.w1 > s.w2 || (s.w1 == s.w2 && Tq > Ts)) Tc = kr * Ts;
    return {(Te - b1 * s.w1 - Tc) / J1, (Tc - TL - b2 * s.w2) / J2};
  }
};

/// A pendulum on an arm that turns with dry friction; th = 0 is upright.
/// Difficulty: 14 events in which the arm reverses or sticks, the last one for good.
struct FurutaPendulum {
  double al = 0.0033472, be = 0.0038852, ga = 0.0024879, de = 0.097625;
  double tS = 0.022, tC = 0.0147;  ///< torque that breaks the arm loose, torque while it slips
  double dth = 0.0005;             ///< viscous friction of the pendulum

  template <class Real>
  struct State {
    Real ph, phd, th, thd;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    const Real sn = sin(s.th), c = cos(s.th);
    const Real free = (de * sn - dth * s.thd) / be;             // th'' while the arm stands still
    const Real hold = ga * c * free - ga * sn * s.thd * s.thd;  // the torque that keeps it standing

    if (s.phd == 0 && abs(hold) <= tS) return {0, 0, s.thd, free};
    Real friction = tC;
    if (s.phd > 0 || (s.phd == 0 && hold < -tS)) friction = -tC;
    const Real r1      = friction - 2 * be * sn * c * s.phd * s.thd + ga * sn * s.thd * s.thd;
    const Real r2      = be * sn * c * s.phd * s.phd + de * sn - dth * s.thd;
    const Real inertia = al + be * sn * sn;
    const Real det     = inertia * be - ga * ga * c * c;
    return {s.phd, (be * r1 - ga * c * r2) / det, s.thd, (inertia * r2 - ga * c * r1) / det};
  }
};

}  // namespace saltus::problems
