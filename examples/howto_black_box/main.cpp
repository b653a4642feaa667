// howto_black_box: a model that is a function somebody else wrote: C, Fortran, a table on a disk.

// [region:legacy]
#include <saltus/saltus.hpp>
#include <fmt/core.h>
#include <cmath>

extern "C" void legacy_rhs(const double* x, int valve_open, double* dx) {  // no template, no Real
  dx[0] = (valve_open ? 0.5 : 1.0) - 0.3 * std::sqrt(std::fabs(x[0]));
}
// [endregion:legacy]

int main() {
  // [region:box]
  saltus::BlackBox tank{
      .variables = {"level"},
      .rhs = [](double, std::span<const double> x, const saltus::Frozen& frozen, std::span<double> dx) {
        legacy_rhs(x.data(), frozen.positive[0], dx.data());                // never a comparison of x in here
      },
      .guards = {{.name = "full", .g = [](double, auto x, auto) { return x[0] - 2.0; }, .switches = true}},
  };
  const auto run = saltus::simulate(tank, {1.0}, {.t_end = 4, .rtol = 1e-8, .atol = 1e-8});
  for (const auto& event : run.events()) fmt::print("t = {:.6f}  {}\n", event.t, event.relations.front().text);
  fmt::print("{}; the certificate is {}\n", run.outcome().message(), run.statistics().certificate);
  // [endregion:box]
}
