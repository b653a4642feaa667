// Explicit and implicit at the same time.
#include <saltus/saltus.hpp>

struct Both {
  template <class Real>
  struct State {
    Real y;
  };
#ifndef WITHOUT_THE_MISTAKE
  template <class Real>
  struct Vars {
    Real y;
  };
#endif
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {-s.y};
  }
};

auto model = saltus::make_model(Both{});
