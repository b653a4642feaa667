#include <saltus/problems/families.hpp>
#include <saltus/problems/order.hpp>

namespace saltus::problems {

void add_order(std::vector<Problem>& to) {
  const std::string own = "own, closed form";
  for (const bool watched : {true, false})
    to.push_back({
        .id         = watched ? "watched_decay" : "unwatched_decay",
        .case_id    = "R-21",
        .title      = watched ? "decay with an event that does nothing" : "the same without the event",
        .source     = own,
        .make       = maker(Decay{.watched = watched}),
        .start      = from<Decay>({.y = 1}),
        .t_end      = 2,
        .reference  = {.event_times = watched ? std::vector<double>{0.6931471805599453} : std::vector<double>{},
                       .final       = {{"y", 0.1353352832366127}},
                       .condition   = 2},
        .reversible = true,
    });
  to.push_back({
      .id        = "two_clocks",
      .case_id   = "R-23",
      .title     = "a state event and a time event at the same instant",
      .source    = own,
      .make      = maker(TwoClocks{}),
      .start     = from<TwoClocks>({.s = 0, .total = 0}),
      .t_end     = 2000,
      .reference = {.event_times = {1000}, .final = {{"s", 2000}, {"total", 20}}, .time_scale = 1000},
  });
  to.push_back({
      .id         = "tiny_and_huge",
      .case_id    = "R-27",
      .title      = "relations of size 1e-10 beside 1e7",
      .source     = own,
      .make       = maker(TinyAndHuge{}),
      .start      = from<TinyAndHuge>({.leak = -0.5e-10, .pressure = 0}),
      .t_end      = 2,
      .reference  = {.event_times = {0.5, 1.2}, .final = {{"leak", 1.5e-10}, {"pressure", 2e7}}},
      .reversible = true,
  });
  for (const bool late_first : {true, false})
    to.push_back({
        .id      = late_first ? "late_listed_first" : "early_listed_first",
        .case_id = "R-29",
        .title = late_first ? "thresholds 1 and 0.5, listed in this order" : "thresholds 0.5 and 1, listed in this order",
        .source    = own,
        .make      = maker(ListOrder{.late_first = late_first}),
        .start     = from<ListOrder>({.x = 0}),
        .t_end     = 2,
        .reference = {.event_times = {0.5, 1}, .final = {{"x", 2}, {"first", 0.5}}},
    });
  to.push_back({
      .id        = "two_resets",
      .case_id   = "R-31",
      .title     = "two resets at the same time",
      .source    = own,
      .make      = maker(TwoResets{}),
      .start     = from<TwoResets>({.u1 = 1, .u2 = 1}),
      .t_end     = 2,  // u(2) = (1/e + 1) / e
      .reference = {.event_times = {1}, .final = {{"u1", 0.503214724408055}, {"u2", 0.503214724408055}}},
  });
  // v = t up to 5, then 10 - t: gears 1, 2, 3, 2, 1.
  to.push_back({
      .id        = "gear_box",
      .case_id   = "R-34",
      .title     = "gear box with hysteresis on a triangle",
      .source    = own,
      .make      = maker(GearBox{}),
      .start     = from<GearBox>({.v = 0}),
      .t_end     = 10,
      .reference = {.event_times = {2, 4, 5, 7, 9}, .final = {{"v", 0}, {"gear", 1}}},
  });
}

}  // namespace saltus::problems
