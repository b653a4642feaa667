// A Real does not become a double: it would take its switches with it unseen.
#include <saltus/saltus.hpp>

struct Leaving {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
#ifndef WITHOUT_THE_MISTAKE
    const double y = s.y;
#else
    const Real y = s.y;
#endif
    return {-y};
  }
};

auto model = saltus::make_model(Leaving{});
