// events() without the time.
#include <saltus/saltus.hpp>

struct Ball {
  template <class Real>
  struct State {
    Real h, v;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {s.v, -9.81};
  }
#ifndef WITHOUT_THE_MISTAKE
  template <class Real>
  void events(saltus::Events<Real>& on, State<Real>& s) const {
#else
  template <class Real>
  void events(saltus::Events<Real>& on, Real, State<Real>& s) const {
#endif
      on.when(s.h <= 0, [&] { s.v = -s.v; });
}
}
;

auto model = saltus::make_model(Ball{});
