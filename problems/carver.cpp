#include <saltus/problems/carver.hpp>
#include <saltus/problems/families.hpp>

#include <fmt/format.h>

namespace saltus::problems {

void add_carver(std::vector<Problem>& to) {
  // 1/y falls from 10 to 0.5 in 9.5 time units of y' = y^2: y = 2 at 9.5 without switching, at 19 with half of the time off.
  to.push_back({
      .id         = "switched_blow_up_0",
      .case_id    = "carver1_n0",
      .title      = "y' = y^2, no switching",
      .source     = "Carver (1978), 6.1",
      .make       = maker(SwitchedBlowUp{.n = 0}),
      .start      = from<SwitchedBlowUp>({.y = 0.1}),
      .t_end      = 9.5,
      .reference  = {.final = {{"y", 2}}, .condition = 400},
      .reversible = true,
  });
  for (const int n : {2, 4}) {
    to.push_back({
        .id         = fmt::format("switched_blow_up_{}", n),
        .case_id    = fmt::format("carver1_n{}", n),
        .title      = fmt::format("y' = y^2 switched by {} cycles of a sine", n),
        .source     = "Carver (1978), 6.1; the printed t0 = 9.5 should read t2 = 9.5",
        .make       = maker(SwitchedBlowUp{.n = n}),
        .start      = from<SwitchedBlowUp>({.y = 0.1}),
        .t_end      = 19,
        .reference  = {.event_times  = multiples(19.0 / (2 * n), 2 * n - 1),
                       .final        = {{"y", 2}},
                       .condition    = 400,
                       .event_at_end = true},
        .reversible = true,
    });
  }
  to.push_back({
      .id         = "piecewise_damping",
      .case_id    = "carver2",
      .title      = "forced decay with three dampings",
      .source     = "Carver (1978), 6.2",
      .make       = maker(PiecewiseDamping{}),
      .start      = from<PiecewiseDamping>({.y = 0}),
      .t_start    = 0.7853981633974483,
      .t_end      = 12.5,
      .reference  = {.event_times = {1.5707963267948966, 3.7013220737171024, 4.9381154751971685, 7.193558464363915,
                                     8.369355453522578, 9.765111830735009, 11.104198347876862},
                     .final       = {{"y", -1.126927379774087}},
                     .condition   = 2},  // slopes at the thresholds are between 0.5 and 1
      .reversible = true,
  });
  to.push_back({
      .id      = "saw_tooth",
      .case_id = "carver4",
      .title   = "saw-tooth that counts its periods",
      .source  = "Carver (1978), 6.4",
      .make    = maker(SawTooth{}, {{"tau", &SawTooth::tau, "period"}, {"eps", &SawTooth::eps, "length of the fall"}}),
      .start   = from<SawTooth>({.y = 0}),
      .t_end   = 25,
      .reference = {.event_times = {9.5, 10, 19.5, 20}, .final = {{"y", 5}}},
  });
  to.push_back({
      .id         = "saw_tooth_periodic",
      .case_id    = "carver4p",
      .title      = "saw-tooth by one periodic switch function",
      .source     = "Carver (1978), 6.4",
      .make       = maker(SawToothPeriodic{}),
      .start      = from<SawToothPeriodic>({.y = 0}),
      .t_end      = 25,
      .reference  = {.event_times = {9.5, 10, 19.5, 20}, .final = {{"y", 5}}},
      .reversible = true,
  });
}

}  // namespace saltus::problems
