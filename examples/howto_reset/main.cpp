// howto_reset: conditions with actions: fired at the start, in a chain, with a name, at the end.

// [region:example]
#include <saltus/saltus.hpp>
#include <fmt/core.h>

struct Tank {  // fills at 1 m/h; a siphon empties it by half when it is full; the third time somebody ends it
  template <class Real> struct State { Real level; };
  template <class Real> struct Memory { Real emptied = 0; };

  template <class Real> State<Real> operator()(Real, const State<Real>&, const Memory<Real>&) const { return {1}; }

  template <class Real> void events(saltus::Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    on.when(s.level >= 2, [&] { s.level = s.level / 2; q.emptied = q.emptied + 1; }, {.initial = true, .name = "siphon"});
    on.stop_when(q.emptied >= 3, "enough");
  }
};

int main() {
  const auto run = saltus::simulate(Tank{}, {.level = 2.5}, {.t_end = 10});
  for (const auto& event : run.events()) {
    fmt::print("t = {:.2f}  {:8}", event.t, to_text(event.kind));
    for (const auto& name : event.whens) fmt::print("  {}", name);
    for (const auto& jump : event.resets) fmt::print("  {}: {:.2f} -> {:.2f}", jump.name, jump.before, jump.after);
    fmt::print("\n");
  }
  fmt::print("{}\n", run.outcome().message());
}
// [endregion:example]
