// howto_settle: two valves that undo each other at the same instant, what the run says, and the way out.

#include <saltus/saltus.hpp>
#include <fmt/core.h>

// [region:model]
struct Vessel {
  double p_min = 2, p_max = 2;
  template <class Real> struct State { Real p; };
  template <class Real> struct Memory { Real open = 0; };
  template <class Real> State<Real> operator()(Real, const State<Real>&, const Memory<Real>& q) const { return {1 - 3 * q.open}; }
  template <class Real> void events(saltus::Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    on.when(s.p >= p_max && q.open < 0.5, [&] { q.open = 1; }, {.name = "valve opens"});
    on.when(s.p <= p_min && q.open > 0.5, [&] { q.open = 0; }, {.name = "valve closes"});
  }
};
// [endregion:model]

int main() {
  // [region:run]
  const auto run = saltus::simulate(Vessel{}, {.p = 1}, {.t_end = 4});
  fmt::print("{}\n\n", run.outcome().message());
  // [endregion:run]
  // [region:names]
  for (const auto& name : run.outcome().names) fmt::print("involved: {}\n", name);
  fmt::print("kept: {} rows up to t = {}\n", run.trajectory().size(), run.trajectory().times().back());
  // [endregion:names]
  // [region:fixed]
  const auto fixed = saltus::simulate(Vessel{.p_min = 1.5}, {.p = 1}, {.t_end = 4});
  fmt::print("\nwith p_min < p_max: {}, {} events\n", fixed.outcome().message(), fixed.events().size());
  // [endregion:fixed]
}
