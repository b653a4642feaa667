#include <saltus/problems/borders.hpp>
#include <saltus/problems/families.hpp>

namespace saltus::problems {

void add_borders(std::vector<Problem>& to) {
  const std::string own = "own, closed form";
  // x - y falls from 0.5 by 3.5 per unit of time to zero at 1/7. The weight a of the field below the line follows from
  // 2a - 2(1 - a) = -3a + 1.5(1 - a): a = 7/17, so x' = -6/17 and x(1) = 1.5 - 2/7 - (6/17)(6/7) = 31/34.
  to.push_back({
      .id        = "sliding",
      .case_id   = "R-49",
      .title     = "sliding along x = y",
      .source    = own,
      .make      = maker(Sliding{}),
      .start     = from<Sliding>({.x = 1.5, .y = 1}),
      .t_end     = 1,
      .reference = {.event_times = {0.14285714285714285}, .final = {{"x", 0.911764705882353}, {"y", 0.911764705882353}}},
      .later     = true,
  });
  to.push_back({
      .id        = "relay",
      .case_id   = "R-51",
      .title     = "relay that switches every millisecond",
      .source    = own,
      .make      = maker(Relay{}, {{"width", &Relay::width, "of the hysteresis"}}),
      .start     = from<Relay>({.x = 0}),
      .t_end     = 0.9995,  // falling since 0.999
      .reference = {.event_times = multiples(1e-3, 999),
                    .final       = {{"x", 0.5e-3}, {"direction", -1}},
                    .time_scale  = 1e-3,
                    .condition   = 10},  // what Newton leaves in each of 999 pieces adds up
  });
  to.push_back({
      .id        = "draining",
      .case_id   = "R-58",
      .title     = "u' = -sqrt(u) reaches zero",
      .source    = own,
      .make      = maker(Draining{}, {{"empty", &Draining::empty, "level at which the run ends"}}),
      .start     = from<Draining>({.u = 1}),
      .t_end     = 3,
      .reference = {.event_times = {2},
                    .final       = {{"u", 0}},
                    .condition   = 2000,  // u = (1 - t/2)^2: 2 sqrt(tol) = 2000 tol at tol = 1e-6
                    .ends        = Outcome::Reason::terminal_event},
      .later     = true,  // the border of the domain itself is only approached
  });
  to.push_back({
      .id        = "draining_nearly",
      .case_id   = "R-58",
      .title     = "u' = -sqrt(u) comes down to 1e-4, just before zero",
      .source    = own,
      .make      = maker(Draining{.empty = 1e-4}, {{"empty", &Draining::empty, "level at which the run ends"}}),
      .start     = from<Draining>({.u = 1}),
      .t_end     = 3,
      .reference = {.event_times = {1.98},
                    .final       = {{"u", 1e-4}},
                    .condition   = 100,  // the slope there is 0.01
                    .ends        = Outcome::Reason::terminal_event},
  });
  to.push_back({
      .id        = "nan_condition",
      .case_id   = "R-59",
      .title     = "a condition that becomes NaN",
      .source    = own,
      .make      = maker(NanCondition{}),
      .start     = from<NanCondition>({.x = 0}),
      .t_end     = 1,
      .reference = {.final_known = false, .ends = Outcome::Reason::relation_not_finite},
  });
  to.push_back({
      .id        = "fast_decay",
      .case_id   = "R-60",
      .title     = "nothing fires on a rejected step",
      .source    = own,
      .make      = maker(FastDecay{}),
      .start     = from<FastDecay>({.y = 1}),
      .t_end     = 1,
      .reference = {.final = {{"y", 1.9287498479639178e-22}, {"fired", 0}}},
  });
  to.push_back({
      .id        = "jump",
      .case_id   = "R-61",
      .title     = "a ramp with a jump at 0.5",
      .source    = own,
      .make      = maker(Jump{}),
      .start     = from<Jump>({.x = 0}),
      .t_end     = 1,
      .reference = {.event_times = {0.5}, .final = {{"x", 2}}},
  });
  // The tick at t = 0 does not fire: nothing does at the start, unless it is declared initial.
  to.push_back({
      .id        = "ticks",
      .case_id   = "R-62",
      .title     = "a clock with a period of 0.1",
      .source    = own,
      .make      = maker(Ticks{}),
      .start     = from<Ticks>({.x = 0}),
      .t_end     = 1.05,
      .reference = {.event_times = multiples(0.1, 10), .final = {{"x", 1.05}, {"ticks", 10}}},
  });
}

}  // namespace saltus::problems
