// 03_friction: a body that sticks and slips, written as it is: v == 0.
//
// A block of 1 kg on a table is pulled through a spring whose other end moves at constant speed. At rest the table holds
// up to 2 N, in motion it resists with 1 N. `v == 0` on a continuous v has three domains, -, 0 and +: a block that comes
// to rest is in the domain 0 first, and if the friction can hold it there, it stays until the pull is too strong.
//
// The first slip begins when k u t = Fs, at t = 2, and lasts 2 (pi - atan(w)) / w with w = sqrt(k / m): 1.1871656. The spring
// is then as short of Fk as it was beyond it, so the block waits for 2 (Fs - Fk) / (k u) = 2 and slips again.

// [region:example]
#include <saltus/saltus.hpp>
#include <fmt/core.h>

struct Block {
  double m = 1, k = 10, u = 0.1;  // mass, spring, speed of the free end
  double Fs = 2, Fk = 1;          // what the table holds at rest, and how it resists in motion

  template <class Real> struct State { Real x, v; };

  template <class Real> State<Real> operator()(Real t, const State<Real>& s) const {
    const Real pull = k * (u * t - s.x);
    if (s.v == 0 && -Fs <= pull && pull <= Fs) return {0, 0};
    if (s.v > 0 || (s.v == 0 && pull > Fs)) return {s.v, (pull - Fk) / m};
    return {s.v, (pull + Fk) / m};
  }
};

int main() {
  const auto run = saltus::simulate(Block{}, {.x = 0, .v = 0}, {.t_end = 10, .rtol = 1e-9, .atol = 1e-9});
  for (const auto& event : run.events()) {
    const auto& relation = event.relations.front();
    fmt::print("t = {:.7f}  {} becomes {}\n", event.t, relation.text, relation.becomes);
  }
  fmt::print("{}; x = {:.7f}\n", run.outcome().message(), run.final("x"));
}
// [endregion:example]
