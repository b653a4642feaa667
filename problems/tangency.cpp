#include <saltus/problems/families.hpp>
#include <saltus/problems/tangency.hpp>

#include <fmt/format.h>

namespace saltus::problems {
namespace {

// Roots of sin(pi t) - A t in (0, 3) for the double nearest to A: the sine comes down at `down`, is above the line again
// between `up` and `last`, by at most `depth`. Newton's method with 40 digits.
struct Rung {
  int    k;
  double offset, down, up, last, depth;
};
constexpr Rung ladder[] = {
    {2, 1e-2, 0.8866203951433614, 2.3886817538732066, 2.530738633763584, 2.4595e-2},
    {4, 1e-4, 0.8839947846634094, 2.4519422605715584, 2.466119428547389, 2.459e-4},
    {6, 1e-6, 0.8839685707759635, 2.4583152568460473, 2.4597329452896215, 2.459e-6},
    {8, 1e-8, 0.8839683086412832, 2.4589531492285, 2.4590949180472434, 2.459e-8},
    {10, 1e-10, 0.8839683060199368, 2.4590169445084826, 2.4590311214186626, 2.459e-10},
    {12, 1e-12, 0.8839683059937233, 2.4590233239804844, 2.4590247419331748, 2.46e-12},
};
constexpr double down_above = 0.8839680412110384;  // the same for A* + 1e-6, where there is no pair

template <class M>
std::vector<Constant<M>> line() {
  return {{"A", &M::A, "slope of the line"}};
}

}  // namespace

void add_tangency(std::vector<Problem>& to) {
  for (const Rung& r : ladder) {
    const double A = touching_slope - r.offset;
    // g'' = -pi^2 sin(pi t) = -9.79 there, so the slope at the roots is 4.9 (last - up).
    const double condition = 1 / (4.9 * (r.last - r.up));
    to.push_back({
        .id         = fmt::format("tangency_time_{}", r.k),
        .case_id    = "S-04",
        .title      = fmt::format("sine above a line, A = A* - 1e-{}, known from time alone", r.k),
        .source     = "after Mao & Petzold (2002), example 3",
        .make       = maker(SineAboveLine{.A = A}, line<SineAboveLine>()),
        .start      = from<SineAboveLine>({.y = 0}),
        .t_end      = 3,
        .reference  = {.event_times = {r.down, r.up, r.last}, .final = {{"y", r.down + (r.last - r.up)}}},
        .reversible = true,
    });
    to.push_back({
        .id         = fmt::format("tangency_states_{}", r.k),
        .case_id    = "S-04",
        .title      = fmt::format("oscillator above a line, A = A* - 1e-{}", r.k),
        .source     = "after Mao & Petzold (2002), example 3",
        .make       = maker(OscillatorAboveLine{.A = A}, line<OscillatorAboveLine>()),
        .start      = from<OscillatorAboveLine>({.y1 = 0, .y2 = 1}),
        .t_end      = 3,
        .reference  = {.event_times = {r.down, r.up, r.last},
                       .final       = {{"y1", 0}, {"y2", -1}},
                       .condition   = condition,
                       .pair_depth  = r.depth},
        .reversible = true,
    });
  }
  const double above = touching_slope + 1e-6;
  to.push_back({
      .id         = "tangency_time_above",
      .case_id    = "S-04",
      .title      = "sine above a line, A = A* + 1e-6: no pair",
      .source     = "after Mao & Petzold (2002), example 3",
      .make       = maker(SineAboveLine{.A = above}, line<SineAboveLine>()),
      .start      = from<SineAboveLine>({.y = 0}),
      .t_end      = 3,
      .reference  = {.event_times = {down_above}, .final = {{"y", down_above}}},
      .reversible = true,
  });
  to.push_back({
      .id         = "tangency_states_above",
      .case_id    = "S-04",
      .title      = "oscillator above a line, A = A* + 1e-6: no pair, by 2.5e-6",
      .source     = "after Mao & Petzold (2002), example 3",
      .make       = maker(OscillatorAboveLine{.A = above}, line<OscillatorAboveLine>()),
      .start      = from<OscillatorAboveLine>({.y1 = 0, .y2 = 1}),
      .t_end      = 3,
      .reference  = {.event_times = {down_above}, .final = {{"y1", 0}, {"y2", -1}}, .pair_depth = 2.459e-6},
      .reversible = true,
  });
}

}  // namespace saltus::problems
