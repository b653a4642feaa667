// howto_statistics: what a run cost, and what the numbers say about the model.

#include <saltus/saltus.hpp>
#include <fmt/core.h>

// [region:model]
struct Pump {  // a fast switch beside a slow tank
  template <class Real> struct State { Real level; };
  template <class Real> State<Real> operator()(Real t, const State<Real>& s) const {
    return {select(sin(20 * t) > 0, 1.0, 0.0) - 0.1 * s.level};
  }
};
// [endregion:model]

int main() {
  // [region:run]
  const auto run = saltus::simulate(Pump{}, {.level = 0}, {.t_end = 3});
  const saltus::Statistics& s = run.statistics();
  fmt::print("{} ({})\n", s.method, s.choice);
  fmt::print("certificate {}\n", s.certificate);
  fmt::print("{} events, {} modes, {} restarts\n", s.events, s.modes, s.restarts);
  fmt::print("{:.1f} steps per event\n", static_cast<double>(s.steps) / static_cast<double>(s.events));
  // [endregion:run]
}
