#pragma once
// rectifier.hpp: two diodes feed a common load from two voltages of opposite sign.
//
//   v1 --R1--L1--|>|--+
//                     v3 --R3--L3-- ground        v1 = -100 sin(2 pi f t),  v2 = -v1
//   v2 --R2--L2--|>|--+
//
// M. B. Carver, Math. Comput. Simul. 20 (1978) 190-196, 6.3; G. Mao & L. R. Petzold, Comput. Math. Appl. 43 (2002) 65-79,
// example 4. Their coefficients follow from R and L (a6 = a9 = -11.3636; -11.64 is a misprint).
//
// Difficulty: the conditions are propositions; at t = 0 all discontinuity functions are zero; a blocked current is
// identically zero over whole modes; and a diode starts to conduct with current *and* slope zero, so that the current
// alone cannot tell whether it should be on. A diode conducts while its current flows or its voltage pushes:
//
//   conducts_k  =  i_k > 0  or  v_k > v3

#include <saltus/saltus.hpp>

#include <numbers>

namespace saltus::problems {

struct RectifierParts {
  double R1 = 2, R2 = 2, R3 = 10;
  double L1 = 0.04, L2 = 0.04, L3 = 0.2;
};

/// As an index-1 DAE: v3 is an unknown, so the law of the diode can be written as it is.
struct RectifierDae : RectifierParts {
  double frequency = 50;

  template <class Real>
  struct Vars {
    Real i1, i2, v3;
  };

  template <class Real>
  void operator()(Real t, const Vars<Real>& y, const Vars<Real>& dy, Vars<Real>& r) const {
    const Real v1 = -100 * sin(2 * std::numbers::pi * frequency * t);
    const Real v2 = -v1;
    if (y.i1 > 0 || v1 > y.v3) r.i1 = R1 * y.i1 + L1 * dy.i1 + y.v3 - v1;
    else r.i1 = dy.i1;
    if (y.i2 > 0 || v2 > y.v3) r.i2 = R2 * y.i2 + L2 * dy.i2 + y.v3 - v2;
    else r.i2 = dy.i2;
    r.v3 = R3 * (y.i1 + y.i2) + L3 * (dy.i1 + dy.i2) - y.v3;
  }
};

/// As an ODE. v3 now follows from which diodes conduct, and which conduct follows from v3; remembering which do breaks
/// the circle. A blocked diode opens when its voltage exceeds v3, a conducting one closes when the current has come
/// down and the voltage does not push: together the same law as above. D2 conducts first.
struct Rectifier : RectifierParts {
  double frequency = 50;

  template <class Real>
  struct State {
    Real i1, i2;
  };
  template <class Real>
  struct Memory {
    bool d1 = false, d2 = true;
  };

  template <class Real>
  struct Circuit {
    Real v1, v2, v3, di1, di2;
  };

  template <class Real>
  Circuit<Real> circuit(const Real& t, const State<Real>& s, const Memory<Real>& q) const {
    Circuit<Real> c;
    c.v1 = -100 * sin(2 * std::numbers::pi * frequency * t);
    c.v2 = -c.v1;
    // With i3 = i1 + i2:  L1 i1' + L3 i3' = e1,  L2 i2' + L3 i3' = e2.
    const Real   e1  = c.v1 - R1 * s.i1 - R3 * (s.i1 + s.i2);
    const Real   e2  = c.v2 - R2 * s.i2 - R3 * (s.i1 + s.i2);
    const double det = (L1 + L3) * (L2 + L3) - L3 * L3;
    if (q.d1 && q.d2) {
      c.di1 = ((L2 + L3) * e1 - L3 * e2) / det;
      c.di2 = ((L1 + L3) * e2 - L3 * e1) / det;
    } else {
      if (q.d1) c.di1 = e1 / (L1 + L3);
      if (q.d2) c.di2 = e2 / (L2 + L3);
    }
    c.v3 = R3 * (s.i1 + s.i2) + L3 * (c.di1 + c.di2);
    return c;
  }

  template <class Real>
  State<Real> operator()(Real t, const State<Real>& s, const Memory<Real>& q) const {
    const auto c = circuit(t, s, q);
    return {c.di1, c.di2};
  }
  template <class Real>
  void events(Events<Real>& on, Real t, State<Real>& s, Memory<Real>& q) const {
    const auto c = circuit(t, s, q);
    on.when(!q.d1 && c.v1 > c.v3, [&] { q.d1 = true; });
    on.when(!q.d2 && c.v2 > c.v3, [&] { q.d2 = true; });
    on.when(q.d1 && s.i1 <= 0 && c.v1 <= c.v3, [&] {
      q.d1 = false;
      s.i1 = 0;
    });
    on.when(q.d2 && s.i2 <= 0 && c.v2 <= c.v3, [&] {
      q.d2 = false;
      s.i2 = 0;
    });
  }
};

}  // namespace saltus::problems
