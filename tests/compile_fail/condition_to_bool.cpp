// A condition is no bool: a copy of its value would not be watched.
#include <saltus/saltus.hpp>

struct Switched {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
#ifndef WITHOUT_THE_MISTAKE
    const bool above = s.y > 1;
#else
    const auto above = s.y > 1;
#endif
    if (above) return {-s.y};
    return {s.y};
  }
};

auto model = saltus::make_model(Switched{});
