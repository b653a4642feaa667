// 04_thermostat: a mode that depends on the past, as a table of transitions.
//
// A room cools towards 10 degrees and is heated towards 30, both at one unit of rate per hour. Between the two switching
// temperatures T alone does not tell whether the heater is on, so the model remembers it. After one hour 16 degrees are
// enough. From 15 degrees the first switchings are at ln(15/9) and then ln(11/9) later each: 0.5108256, 0.7114963, ...

// [region:example]
#include <saltus/saltus.hpp>
#include <fmt/core.h>

enum class Heater { off, on };

struct Room {
  template <class Real> struct State { Real T; };
  template <class Real> struct Memory { Heater heater = Heater::on; Real wanted = 20; };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s, const Memory<Real>& q) const {
    return {(q.heater == Heater::on ? 30 : 10) - s.T};
  }

  template <class Real>
  void events(saltus::Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    on.transitions(q.heater, {{Heater::on, Heater::off, s.T >= q.wanted + 1},
                              {Heater::off, Heater::on, s.T <= q.wanted - 1}});
    on.at(1, [&] { q.wanted = 16; }, {.name = "night"});
  }
};

int main() {
  const auto run = saltus::simulate(Room{}, {.T = 15}, {.t_end = 2, .rtol = 1e-9, .atol = 1e-9});
  for (const auto& event : run.events()) {
    fmt::print("t = {:.7f}", event.t);
    for (const auto& jump : event.resets) fmt::print("  {}: {} -> {}", jump.name, jump.before, jump.after);
    fmt::print("\n");
  }
  fmt::print("{}; T = {:.7f}\n", run.outcome().message(), run.final("T"));
}
// [endregion:example]
