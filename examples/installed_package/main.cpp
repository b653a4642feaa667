// A ball falls from one metre and keeps 0.8 of its speed at each bounce: when does it hit the ground?
//
// With t1 = sqrt(2 h / g) the k-th bounce is at t1 (1 + 2 e + 2 e^2 + ... + 2 e^(k-1)); expected.txt holds these times.

#include <saltus/saltus.hpp>

#include <fmt/core.h>

struct BouncingBall {
  double g = 9.81, e = 0.8;

  template <class Real>
  struct State { Real h, v; };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {s.v, Real(-g)};
  }

  template <class Real>
  void events(saltus::Events<Real>& on, Real, State<Real>& s) const {
    on.when(s.h <= 0 && s.v < 0, [&] { s.v = -e * s.v; });
  }
};

int main() {
  const auto run = saltus::simulate(BouncingBall{}, {.h = 1, .v = 0}, {.t_end = 3});
  for (const auto& event : run.events()) fmt::print("{:.6f}\n", event.t);
}
