// A condition is no number either; select() is how to calculate with it.
#include <saltus/saltus.hpp>

struct Switched {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
#ifndef WITHOUT_THE_MISTAKE
    return {-s.y * (s.y > 1)};
#else
    return {-s.y * select(s.y > 1, Real(1), Real(0))};
#endif
  }
};

auto model = saltus::make_model(Switched{});
