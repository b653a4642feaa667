#pragma once
// models.hpp: small models that several of these tests share.

#include <saltus/saltus.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace saltus::testing {

/// y' = -y, nothing happens.
struct Decay {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {-s.y};
  }
};

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

/// level' = 1 - outflow, outflow = sqrt(level).
struct Tank {
  template <class Real>
  struct Vars {
    Real level, outflow;
  };
  template <class Real>
  void operator()(Real, const Vars<Real>& y, const Vars<Real>& dy, Vars<Real>& r) const {
    r.level   = dy.level - 1 + y.outflow;
    r.outflow = y.outflow - sqrt(y.level);
  }
};

/// The times of the bounces from rest at height h: t1, then flights of 2 e^k t1 each.
inline std::vector<double> bounces(double h, double g, double e, double t_end) {
  const double        t1 = std::sqrt(2 * h / g);
  std::vector<double> times;
  double              flight = 2 * t1 * e;
  for (double t = t1; t < t_end && flight > 0; t += flight, flight *= e) times.push_back(t);
  return times;
}

}  // namespace saltus::testing
