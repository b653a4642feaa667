#include <saltus/problems/consistency.hpp>
#include <saltus/problems/families.hpp>

namespace saltus::problems {

void add_consistency(std::vector<Problem>& to) {
  const std::string own = "own, closed form";
  to.push_back({
      .id        = "nearly_equal_at_start",
      .case_id   = "R-28",
      .title     = "two quantities equal at the start up to 6e-15",
      .source    = own,
      .make      = maker(NearlyEqualAtStart{}),
      .start     = from<NearlyEqualAtStart>({.x = 1, .y = 1 - 6e-15}),
      .t_end     = 1,
      .reference = {.final = {{"x", 2}, {"y", 3}}},
      .implicit  = true,
  });
  to.push_back({
      .id         = "square_root_branch",
      .case_id    = "R-41",
      .title      = "x' = y, y^2 = x with an event that does nothing",
      .source     = own,
      .make       = maker(SquareRootBranch{}),
      .start      = from<SquareRootBranch>({.x = 1, .y = 1}),
      .t_end      = 8,
      .reference  = {.event_times = {1.4641016151377546}, .final = {{"x", 25}, {"y", 5}}, .condition = 5},
      .implicit   = true,
      .reversible = true,
  });
  to.push_back({
      .id        = "inconsistent_reset",
      .case_id   = "R-42",
      .title     = "a reset that leaves an algebraic variable wrong",
      .source    = own,
      .make      = maker(InconsistentReset{}),
      .start     = from<InconsistentReset>({.x = 1, .y = 1}),
      .t_end     = 2,  // x(2) = 2 / e, y = x^2
      .reference = {.event_times = {1}, .final = {{"x", 0.7357588823428847}, {"y", 0.5413411329464508}}},
      .implicit  = true,
  });
  to.push_back({
      .id        = "impossible_reset",
      .case_id   = "R-42",
      .title     = "a reset that no algebraic variable can agree with",
      .source    = own,
      .make      = maker(ImpossibleReset{}),
      .start     = from<ImpossibleReset>({.x = 1, .y = 1}),
      .t_end     = 2,
      .reference = {.events_known = false, .final_known = false, .ends = Outcome::Reason::not_consistent},
      .implicit  = true,
  });
  to.push_back({
      .id        = "kept_per_event",
      .case_id   = "R-44",
      .title     = "which variable a reset keeps is per event",
      .source    = own,
      .make      = maker(KeptPerEvent{}),
      .start     = from<KeptPerEvent>({.x = 1, .y = 1}),
      .t_end     = 3,  // x(1+) = 2 from y = 4, x(2+) = 1, x(3) = 1 / e
      .reference = {.event_times = {1, 2}, .final = {{"x", 0.36787944117144233}, {"y", 0.1353352832366127}}},
      .implicit  = true,
  });
  // x(1) = 1 / e, x(1.1) = 1 / e - 0.2, x(2) = (1 / e - 0.2) exp(-0.9).
  to.push_back({
      .id        = "fault",
      .case_id   = "R-47",
      .title     = "an algebraic equation is switched out and in",
      .source    = own,
      .make      = maker(Fault{}),
      .start     = from<Fault>({.x = 1, .p = 1}),
      .t_end     = 2,
      .reference = {.event_times = {1, 1.1}, .final = {{"x", 0.06825468727451522}, {"p", 0.06825468727451522}}},
      .implicit  = true,
  });
  to.push_back({
      .id         = "guarded_dae_rising",
      .case_id    = "R-48",
      .title      = "guard x = 0.5 in a DAE, from below",
      .source     = own,
      .make       = maker(GuardedDae{.slope = 1}),
      .start      = from<GuardedDae>({.x = 0, .y = 0}),
      .t_end      = 1,
      .reference  = {.event_times = {0.5}, .final = {{"x", 1}, {"y", 2}}},
      .implicit   = true,
      .reversible = true,
  });
  to.push_back({
      .id         = "guarded_dae_falling",
      .case_id    = "R-48",
      .title      = "guard x = 0.5 in a DAE, from above",
      .source     = own,
      .make       = maker(GuardedDae{.slope = -1}),
      .start      = from<GuardedDae>({.x = 1, .y = 2}),
      .t_end      = 1,
      .reference  = {.event_times = {0.5}, .final = {{"x", 0}, {"y", 0}}},
      .implicit   = true,
      .reversible = true,
  });
}

}  // namespace saltus::problems
