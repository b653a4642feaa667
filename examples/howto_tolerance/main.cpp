// howto_tolerance: does a tighter tolerance change the answer? And which method does `automatic` take?

#include <saltus/saltus.hpp>
#include <fmt/core.h>

// [region:model]
struct Relaxation {  // van der Pol; stiff for a large mu
  double mu = 1000;
  template <class Real> struct State { Real y, v; };
  template <class Real> State<Real> operator()(Real, const State<Real>& s) const {
    return {s.v, mu * (1 - s.y * s.y) * s.v - s.y};
  }
  template <class Real> void events(saltus::Events<Real>& on, Real, State<Real>& s) const { on.watch(s.y > 0); }
};
// [endregion:model]

int main() {
  // [region:ladder]
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    const auto run = saltus::simulate(Relaxation{}, {.y = 2, .v = 0}, {.t_end = 1000, .rtol = tolerance, .atol = tolerance});
    fmt::print("tolerance {:.0e}: y crosses zero at {:.4f}, by {}\n", tolerance, run.events().front().t, run.statistics().method);
  }
  // [endregion:ladder]
}
