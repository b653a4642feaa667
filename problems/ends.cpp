#include <saltus/problems/ends.hpp>
#include <saltus/problems/families.hpp>

namespace saltus::problems {

void add_ends(std::vector<Problem>& to) {
  const std::vector<Constant<TwoThresholds>> thresholds = {{"low", &TwoThresholds::low, "first threshold"},
                                                           {"high", &TwoThresholds::high, "second threshold"}};
  const std::string                          own        = "own, closed form";
  to.push_back({
      .id        = "true_at_start",
      .case_id   = "R-13",
      .title     = "a condition that holds from the beginning does not fire",
      .source    = own,
      .make      = maker(TrueAtStart{}),
      .start     = from<TrueAtStart>({.y = 2}),
      .t_end     = 1,
      .reference = {.final = {{"y", 3}, {"fired", 0}}},
  });
  to.push_back({
      .id        = "true_at_start_initial",
      .case_id   = "R-13",
      .title     = "a condition that holds from the beginning fires if it is declared initial",
      .source    = own,
      .make      = maker(TrueAtStart{.initial = true}),
      .start     = from<TrueAtStart>({.y = 2}),
      .t_end     = 1,
      .reference = {.final = {{"y", 3}, {"fired", 1}}},
  });
  to.push_back({
      .id         = "event_at_time_zero",
      .case_id    = "R-14",
      .title      = "an event at t = 0 in a run from -10 to 10",
      .source     = own,
      .make       = maker(EventAtTimeZero{}),
      .start      = from<EventAtTimeZero>({.u1 = -10, .u2 = 1}),
      .t_start    = -10,
      .t_end      = 10,
      .reference  = {.event_times = {0}, .final = {{"u1", 10}, {"u2", 1}}},
      .reversible = true,
  });
  to.push_back({
      .id         = "two_thresholds",
      .case_id    = "R-15",
      .title      = "thresholds at 0.001 and 0.002, for runs with tiny steps",
      .source     = own,
      .make       = maker(TwoThresholds{}, thresholds),
      .start      = from<TwoThresholds>({.x = 0}),
      .t_end      = 0.003,
      .reference  = {.event_times = {0.001, 0.002}, .final = {{"x", 0.003}}},
      .reversible = true,
  });
  // Powers of two: steps of 2^-k add up exactly, so the roots lie on the mesh and not just near it.
  to.push_back({
      .id         = "roots_on_the_mesh",
      .case_id    = "R-15",
      .title      = "thresholds at 0.25 and 0.5, for runs whose steps end there",
      .source     = own,
      .make       = maker(TwoThresholds{.low = 0.25, .high = 0.5}, thresholds),
      .start      = from<TwoThresholds>({.x = 0}),
      .t_end      = 1,
      .reference  = {.event_times = {0.25, 0.5}, .final = {{"x", 1}}},
      .reversible = true,
  });
  to.push_back({
      .id        = "ends_by_time",
      .case_id   = "R-16",
      .title     = "a terminal time event exactly at t_end",
      .source    = own,
      .make      = maker(EndsByTime{}),
      .start     = from<EndsByTime>({.x = 0}),
      .t_end     = 1,
      .reference = {.final = {{"x", 1}}, .event_at_end = true, .ends = Outcome::Reason::terminal_event},
  });
  to.push_back({
      .id        = "ends_by_state",
      .case_id   = "R-16",
      .title     = "a terminal state event at t_end up to rounding",
      .source    = own,
      .make      = maker(EndsByState{}),
      .start     = from<EndsByState>({.x = 0}),
      .t_end     = 1,
      .reference = {.final = {{"x", 1}}, .event_at_end = true, .ends = Outcome::Reason::terminal_event},
  });
  to.push_back({
      .id         = "saw_tooth_rate",
      .case_id    = "R-18",
      .title      = "y' = t - floor(t)",
      .source     = own,
      .make       = maker(SawToothRate{}),
      .start      = from<SawToothRate>({.y = 0}),
      .t_end      = 10,
      .reference  = {.event_times = multiples(1, 9), .final = {{"y", 5}}, .event_at_end = true},
      .reversible = true,
  });
  to.push_back({
      .id         = "zero_then_positive",
      .case_id    = "Z-01",
      .title      = "max(0, y - 1) > 0",
      .source     = own,
      .make       = maker(ZeroThenPositive{}),
      .start      = from<ZeroThenPositive>({.y = 0}),
      .t_end      = 2,
      .reference  = {.event_times = {1}, .final = {{"y", 2}}},
      .reversible = true,
  });
  to.push_back({
      .id         = "positive_then_zero",
      .case_id    = "Z-02",
      .title      = "max(0, 1 - y) > 0",
      .source     = own,
      .make       = maker(PositiveThenZero{}),
      .start      = from<PositiveThenZero>({.y = 0}),
      .t_end      = 2,
      .reference  = {.event_times = {1}, .final = {{"y", 2}}},
      .reversible = true,
  });
  to.push_back({
      .id         = "narrow_dip",
      .case_id    = "Z-03",
      .title      = "(y - 1)^2 > 1e-6",
      .source     = own,
      .make       = maker(NarrowDip{}),
      .start      = from<NarrowDip>({.y = 0}),
      .t_end      = 2,
      .reference  = {.event_times = {0.999, 1.001}, .final = {{"y", 2}}},
      .reversible = true,
  });
}

}  // namespace saltus::problems
