// The right-hand side returns one number instead of a State.
#include <saltus/saltus.hpp>

struct Decay {
  template <class Real>
  struct State {
    Real y;
  };
#ifndef WITHOUT_THE_MISTAKE
  template <class Real>
  Real operator()(Real, const State<Real>& s) const {
    return -s.y;
  }
#else
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {-s.y};
  }
#endif
};

auto model = saltus::make_model(Decay{});
