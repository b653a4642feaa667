// Vars<Real> announces a residual, and there is only a right-hand side.
#include <saltus/saltus.hpp>

struct Tank {
  template <class Real>
  struct Vars {
    Real level;
  };
#ifndef WITHOUT_THE_MISTAKE
  template <class Real>
  Vars<Real> operator()(Real, const Vars<Real>& y) const {
    return {-y.level};
  }
#else
  template <class Real>
  void operator()(Real, const Vars<Real>& y, const Vars<Real>& dy, Vars<Real>& r) const {
    r.level = dy.level + y.level;
  }
#endif
};

auto model = saltus::make_model(Tank{});
