// 02_rectifier: differential and algebraic equations with an ordinary `if` in them.
//
//   u ---|>|---+-----+        A diode of 0.1 ohm charges 1 mF across 100 ohm from 10 V at 50 Hz.
//              |     |        v   voltage of the capacitor   C v' = i - v / R
//              C     R        i   current of the diode       i = (u - v) / r while the diode conducts, else 0
//              |     |
//   0 ---------+-----+        i has no derivative here: it is an algebraic variable, and its equation changes.

// [region:example]
#include <saltus/saltus.hpp>
#include <fmt/core.h>
#include <numbers>

struct Rectifier {
  double C = 1e-3, R = 100, r = 0.1;

  template <class Real> struct Vars { Real v, i; };

  template <class Real>
  void operator()(Real t, const Vars<Real>& y, const Vars<Real>& dy, Vars<Real>& residual) const {
    const Real u = 10 * cos(100 * std::numbers::pi * t);
    residual.v = C * dy.v + y.v / R - y.i;
    if (u > y.v) residual.i = r * y.i - (u - y.v);
    else residual.i = y.i;
  }
};

int main() {
  const auto run = saltus::simulate(Rectifier{}, {.v = 0, .i = 0}, {.t_end = 0.1, .rtol = 1e-8, .atol = 1e-8});
  for (const auto& event : run.events())
    fmt::print("t = {:.7f}  the diode {}\n", event.t, event.relations.front().becomes ? "conducts" : "blocks");
  fmt::print("{} by {}; v = {:.6f}, i = {:.6f}\n", run.outcome().message(), run.statistics().method, run.final("v"),
             run.final("i"));
}
// [endregion:example]
