#include <saltus/problems/cost.hpp>
#include <saltus/problems/diffusion.hpp>
#include <saltus/problems/families.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace saltus::problems {
namespace {

// y_i = exp(-rate t) passes 0.1 at ln(10) / rate: between 1.15 and 2.31.
Problem many_decays(std::size_t n, double t_end) {
  Problem p{
      .id         = fmt::format("many_decays_{}", n),
      .case_id    = "R-74",
      .title      = fmt::format("{} states and {} relations", n, n),
      .source     = "own, closed form",
      .make       = maker(ManyDecays{}, n),
      .start      = {.x = std::vector<double>(n, 1.0)},
      .t_end      = t_end,
      .reversible = true,
  };
  for (std::size_t i = n; i-- > 0;)
    if (const double t = std::log(10.0) / ManyDecays::rate(i, n); t < t_end) p.reference.event_times.push_back(t);
  for (const std::size_t i : {std::size_t{0}, n - 1})
    p.reference.final.emplace_back(fmt::format("x[{}]", i), std::exp(-ManyDecays::rate(i, n) * t_end));
  p.reference.condition = 10;  // the slope at 0.1 is 0.1 times the rate
  return p;
}

// Each unit switches at tau ln((T - Tinf) / (level - Tinf)) after the switch before.
template <std::size_t n>
Problem thermostats(double t_end) {
  Problem p{
      .id      = fmt::format("thermostats_{}", n),
      .case_id = "thermostat_scale_probe",
      .title   = fmt::format("{} independent thermostats", n),
      .source  = "own, closed form",
      .make    = maker(Thermostats<n>{}, {{"low", &Thermostats<n>::low, "temperature at which a unit goes on"},
                                          {"high", &Thermostats<n>::high, "and off"}}),
      .start   = {},
      .t_end   = t_end,
      .reference = {.condition = 20},  // 20 K of which the relative error is controlled, and slopes of 2 K per unit of time
  };
  std::size_t i = 0;
  for (const auto& u : Thermostats<n>::drawn()) {
    p.start.x.push_back(u.T0);
    double t = 0, T = u.T0;
    bool   on = u.on0;
    for (;;) {
      const double Tinf = on ? 10 + u.P * u.tau : 10, level = on ? 21 : 19;
      const double wait = u.tau * std::log((T - Tinf) / (level - Tinf));
      if (t + wait > t_end) {
        p.reference.final.emplace_back(fmt::format("T[{}]", i++), Tinf + (T - Tinf) * std::exp(-(t_end - t) / u.tau));
        break;
      }
      p.reference.event_times.push_back(t += wait);
      T  = level;
      on = !on;
    }
  }
  std::sort(p.reference.event_times.begin(), p.reference.event_times.end());
  return p;
}

}  // namespace

void add_cost(std::vector<Problem>& to) {
  to.push_back(many_decays(10, 3));
  to.push_back(many_decays(100, 3));
  to.push_back(many_decays(1000, 1));  // ends before the first event: cost per step alone
  // y1 = y2 throughout. y(5+) = exp(-5) + (1 - exp(-5)) / (1 - exp(-0.05)), the hundredth disturbance included.
  to.push_back({
      .id        = "disturbed_stiff_pair",
      .case_id   = "R-78",
      .title     = "stiff pair disturbed every 0.05, the last time at t_end",
      .source    = "own, closed form",
      .make      = maker(DisturbedStiffPair{}),
      .start     = from<DisturbedStiffPair>({.y1 = 1, .y2 = 1}),
      .t_end     = 5,
      .reference = {.event_times  = multiples(0.05, 99),
                    .final        = {{"y1", 20.37274845297427}, {"y2", 20.37274845297427}},
                    .time_scale   = 0.05,
                    .event_at_end = true},
  });
  to.push_back(thermostats<10>(10));
  to.push_back(diffusion(100));
}

}  // namespace saltus::problems
