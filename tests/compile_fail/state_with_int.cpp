// A counter among the states.
#include <saltus/saltus.hpp>

struct Counter {
#ifndef WITHOUT_THE_MISTAKE
  template <class Real>
  struct State {
    Real y;
    int  count;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {-s.y, 0};
  }
#else
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {-s.y};
  }
#endif
};

auto model = saltus::make_model(Counter{});
