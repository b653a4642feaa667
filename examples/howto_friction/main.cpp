// howto_friction: a mass on a running belt, held back by a spring: it sticks to the belt and slips.
//
// It sticks until the spring pulls with Fs: x = Fs / k = 0.15. While it slips, the belt drags it with Fk.

// [region:example]
#include <saltus/saltus.hpp>
#include <fmt/core.h>

struct Belt {
  double m = 1, k = 100, u = 0.2;  // mass, spring, speed of the belt
  double Fs = 15, Fk = 10;         // friction at rest on the belt, and sliding

  template <class Real> struct State { Real x, v; };

  template <class Real> State<Real> operator()(Real, const State<Real>& s) const {
    const Real slip = s.v - u, pull = -k * s.x;                               // the spring; the belt works against the slip
    if (slip == 0 && abs(pull) <= Fs) return {s.v, 0};                        // carried along: v' = 0 keeps slip at zero
    if (slip < 0 || (slip == 0 && pull < -Fs)) return {s.v, (pull + Fk) / m}; // slower than the belt
    return {s.v, (pull - Fk) / m};                                            // faster than the belt
  }
};

int main() {
  const auto run = saltus::simulate(Belt{}, {.x = 0, .v = 0.2}, {.t_end = 2, .rtol = 1e-9, .atol = 1e-9});
  for (const auto& event : run.events()) {
    const auto& relation = event.relations.front();
    fmt::print("t = {:.6f}  x = {:.6f}  {} becomes {}\n", event.t, run("x", event.t), relation.text, relation.becomes);
  }
}
// [endregion:example]
