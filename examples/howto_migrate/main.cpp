// howto_migrate: solve_ivp.py and cvode.cpp beside this, as a Saltus model.

// [region:saltus]
#include <saltus/saltus.hpp>
#include <fmt/core.h>

struct Ball {
  template <class Real> struct State { Real h, v; };
  template <class Real> State<Real> operator()(Real, const State<Real>& s) const { return {s.v, -9.81}; }
  template <class Real> void events(saltus::Events<Real>& on, Real, State<Real>& s) const {
    on.when(s.h <= 0 && s.v < 0, [&] { s.v = -0.8 * s.v; });
  }
};

int main() {
  const auto run = saltus::simulate(Ball{}, {.h = 1, .v = 0}, {.t_end = 2, .rtol = 1e-8, .atol = 1e-8});
  for (const auto& event : run.events()) fmt::print("{:.6f}\n", event.t);
}
// [endregion:saltus]
