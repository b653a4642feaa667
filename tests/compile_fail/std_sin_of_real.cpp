// The sine of the standard library knows nothing about a Real.
#include <saltus/saltus.hpp>

#include <cmath>

struct Driven {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  State<Real> operator()(Real t, const State<Real>&) const {
#ifndef WITHOUT_THE_MISTAKE
    return {std::sin(t)};
#else
    return {sin(t)};
#endif
  }
};

auto model = saltus::make_model(Driven{});
