// howto_sampled: a digital controller that looks every 0.1 s and acts 0.03 s later.

// [region:example]
#include <saltus/saltus.hpp>
#include <fmt/core.h>

struct Heated {
  double wanted = 1, gain = 2, leak = 0.5;

  template <class Real> struct State { Real T; };
  template <class Real> struct Memory { Real seen = 0, power = 0, act_at = 1e9; };  // constant between events

  template <class Real> State<Real> operator()(Real, const State<Real>& s, const Memory<Real>& q) const {
    return {q.power - leak * s.T};
  }

  template <class Real> void events(saltus::Events<Real>& on, Real t, State<Real>& s, Memory<Real>& q) const {
    on.every(0, 0.1, [&] { q.seen = s.T; q.act_at = t + 0.03; }, {.initial = true, .name = "look"});
    on.when(t >= q.act_at, [&] { q.power = max(0.0, gain * (wanted - q.seen)); q.act_at = 1e9; }, {.name = "act"});
  }
};

int main() {
  const auto run = saltus::simulate(Heated{}, {.T = 0}, {.t_end = 0.35});
  for (const auto& event : run.events()) {
    fmt::print("t = {:.2f}  {:7}  {}", event.t, to_text(event.kind), event.whens.front());
    for (const auto& jump : event.resets)
      if (jump.name == "power") fmt::print("  power: {:.6f} -> {:.6f}", jump.before, jump.after);
    fmt::print("\n");
  }
  fmt::print("T = {:.6f}\n", run.final("T"));
}
// [endregion:example]
