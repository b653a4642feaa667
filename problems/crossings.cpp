#include <saltus/problems/crossings.hpp>
#include <saltus/problems/families.hpp>

#include <fmt/format.h>

namespace saltus::problems {

void add_crossings(std::vector<Problem>& to) {
  const std::vector<Constant<Pulse>> pulse_constants = {{"from", &Pulse::from, "beginning of the pulse"},
                                                        {"to", &Pulse::to, "end of the pulse"},
                                                        {"height", &Pulse::height, "x' in the pulse"}};
  const std::string                  own             = "own, closed form";
  to.push_back({
      .id      = "cubic_crossings",
      .case_id = "R-01",
      .title   = "the three roots of (t + 6)(t + 2)(t - 2)",
      .source  = own,
      .make    = maker(CubicCrossings{}),
      .start   = from<CubicCrossings>({.y = -120}),
      .t_start = -8,
      .t_end   = 4,
      .reference = {.event_times = {-6, -2, 2}, .final = {{"y", 120}}, .condition = 10},  // |y| reaches 120, the slope at -2 is 16
      .reversible = true,
  });
  to.push_back({
      .id         = "nine_roots",
      .case_id    = "R-03",
      .title      = "nine roots at k / 10",
      .source     = own,
      .make       = maker(ManyRoots{.roots = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}}),
      .start      = from<ManyRoots>({.y = 0}),
      .t_end      = 1,
      .reference  = {.event_times = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}, .final = {{"y", 1}}},
      .reversible = true,
  });
  to.push_back({
      .id         = "three_roots",
      .case_id    = "R-03",
      .title      = "three roots at 0.1, 0.4 and 0.8",
      .source     = own,
      .make       = maker(ManyRoots{.roots = {0.1, 0.4, 0.8}}),
      .start      = from<ManyRoots>({.y = 0}),
      .t_end      = 1,
      .reference  = {.event_times = {0.1, 0.4, 0.8}, .final = {{"y", 1}}},
      .reversible = true,
  });
  to.push_back({
      .id         = "shallow_cosine",
      .case_id    = "R-04",
      .title      = "cos t + 0.9, backward in time",
      .source     = own,
      .make       = maker(ShallowCosine{}),
      .start      = from<ShallowCosine>({.y = 0}),
      .t_end      = -6,
      .reference  = {.event_times = {-2.690565841793531, -3.592619465386056}, .final = {{"y", -6}}},
      .reversible = true,
  });
  to.push_back({
      .id         = "tall_pulse",
      .case_id    = "R-05",
      .title      = "a pulse of 0.1 in a run of 100",
      .source     = own,
      .make       = maker(Pulse{.from = 20, .to = 20.1, .height = 10000}, pulse_constants),
      .start      = from<Pulse>({.x = 0}),
      .t_end      = 100,
      .reference  = {.event_times = {20, 20.1}, .final = {{"x", 1000}}},
      .reversible = true,
  });
  for (const int t_end : {16, 17})
    to.push_back({
        .id         = fmt::format("unit_pulse_{}", t_end),
        .case_id    = "R-05",
        .title      = fmt::format("a pulse from 1 to 2 in a run of {}", t_end),
        .source     = own,
        .make       = maker(Pulse{.from = 1, .to = 2, .height = 1}, pulse_constants),
        .start      = from<Pulse>({.x = 0}),
        .t_end      = double(t_end),
        .reference  = {.event_times = {1, 2}, .final = {{"x", 1}}},
        .reversible = true,
    });
  for (const int f : {1, 10, 100})  // on for half of the time at slope 2: x(2) = 2; switches at k / (2 f)
    to.push_back({
        .id         = fmt::format("half_time_{}", f),
        .case_id    = "R-07",
        .title      = fmt::format("on for half of each period, frequency {}", f),
        .source     = own,
        .make       = maker(HalfTime{.frequency = double(f)}, {{"frequency", &HalfTime::frequency, "of the sine"}}),
        .start      = from<HalfTime>({.x = 0}),
        .t_end      = 2,
        .reference  = {.event_times  = multiples(0.5 / f, 4 * f - 1),
                       .final        = {{"x", 2}},
                       .time_scale   = 0.5 / f,
                       .event_at_end = true},
        .reversible = true,
    });

  // T = 4 K(k) / sqrt(9.8), k = sin(0.025); x = 2 asin(k cd(sqrt(9.8) t)). 40 digits.
  const std::vector<std::pair<std::string, double>> pendulum_at_5 = {{"x", -0.04991612609985041},
                                                                     {"v", -0.009060536553404375}};
  to.push_back({
      .id         = "turning_pendulum",
      .case_id    = "R-08",
      .title      = "turning points of a pendulum",
      .source     = own,
      .make       = maker(TurningPendulum{}),
      .start      = from<TurningPendulum>({.x = 0.05, .v = 0}),
      .t_end      = 5,
      .reference  = {.event_times = {1.0037017879400651, 2.0074035758801303, 3.011105363820195, 4.014807151760261},
                     .final       = pendulum_at_5,
                     .condition   = 10},  // v' = 0.49 there, and errors of v add up over two periods
      .reversible = true,
  });
  // |v| = 1e-6 at 2.041666914761818e-06 before and after.
  to.push_back({
      .id         = "nearly_turning_pendulum",
      .case_id    = "R-08",
      .title      = "pairs of crossings around the turning points of a pendulum",
      .source     = own,
      .make       = maker(NearlyTurningPendulum{}),
      .start      = from<NearlyTurningPendulum>({.x = 0.05, .v = 0}),
      .t_end      = 5,
      .reference  = {.event_times = {2.041666914761818e-06, 1.0036997462731503, 1.0037038296069798, 2.007401534213215,
                                     2.007405617547045, 3.0111033221532804, 3.01110740548711, 4.014805110093345,
                                     4.014809193427175},
                     .final       = pendulum_at_5,
                     .condition   = 10},
      .reversible = true,
  });
  to.push_back({
      .id         = "touch_in_time",
      .case_id    = "R-10",
      .title      = "(t - 1/2)^2 touches zero",
      .source     = own,
      .make       = maker(TouchInTime{}),
      .start      = from<TouchInTime>({.y = 0}),
      .t_end      = 1,
      .reference  = {.final = {{"y", 1}}},
      .reversible = true,
  });
  to.push_back({
      .id         = "touch_in_state",
      .case_id    = "R-10",
      .title      = "(y - 1)^2 touches zero",
      .source     = own,
      .make       = maker(TouchInState{}),
      .start      = from<TouchInState>({.y = 0}),
      .t_end      = 2,
      .reference  = {.final = {{"y", 2}}},
      .reversible = true,
  });
  to.push_back({
      .id         = "touch_of_a_point",
      .case_id    = "R-10",
      .title      = "(y - 1)^2 > 0 fails at one point",
      .source     = own,
      .make       = maker(TouchOfAPoint{}),
      .start      = from<TouchOfAPoint>({.y = 0}),
      .t_end      = 2,
      .reference  = {.final = {{"y", 2}}},
      .reversible = true,
  });
  to.push_back({
      .id        = "thrown_back",
      .case_id   = "R-24",
      .title     = "a reset flips another condition, which returns at once",
      .source    = own,
      .make      = maker(ThrownBack{}),
      .start     = from<ThrownBack>({.x = 0, .y = 1}),
      .t_end     = 3,
      .reference = {.event_times = {1, 1.001}, .final = {{"x", 3}, {"y", 1.999}}},
  });
  to.push_back({
      .id         = "jump_by_switch",
      .case_id    = "R-26",
      .title      = "g jumps from -700 to 2000 by a switch",
      .source     = own,
      .make       = maker(JumpBySwitch{}),
      .start      = from<JumpBySwitch>({.x = 0}),
      .t_end      = 1,
      .reference  = {.event_times = {0.3}, .final = {{"x", 1}}},
      .reversible = true,
  });
  to.push_back({
      .id         = "jump_by_steepness",
      .case_id    = "R-26",
      .title      = "g changes by 2700 between adjacent numbers",
      .source     = own,
      .make       = maker(JumpBySteepness{}),
      .start      = from<JumpBySteepness>({.x = 0}),
      .t_end      = 1,
      .reference  = {.event_times = {0.3}, .final = {{"x", 1}}},
      .reversible = true,
  });
}

}  // namespace saltus::problems
