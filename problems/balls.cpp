#include <saltus/problems/balls.hpp>
#include <saltus/problems/families.hpp>

namespace saltus::problems {
namespace {

// From h(0) = 1 at rest: t_1 = sqrt(2 / 9.81), t_n+1 = t_n + 2 e^n t_1.
const std::vector<double> bounces_08 = {0.4515236409857309, 1.1739614665629003, 1.7519117270246358, 2.2142719353940246,
                                        2.5841601020895353, 2.8800706354459438, 3.1167990621310704, 3.306181803479172,
                                        3.4576879965576532, 3.578892951020438,  3.6758569145906663, 3.7534280854468487,
                                        3.8154850221317944, 3.8651305714797513, 3.904847010958117,  3.936620162540809,
                                        3.962038683806963,  3.982373500819886,  3.9986413544302244, 4.011655637318495,
                                        4.022067063629112,  4.030396204677605};
const std::vector<double> bounces_07 = {0.4515236409857309, 1.0836567383657543, 1.5261499065317705, 1.835895124247982,
                                        2.05271677664933,   2.2044919333302735, 2.310734543006934,  2.3851043697805965,
                                        2.43716324852216,   2.4736044636412546, 2.4991133142246205};

const std::vector<Constant<Ball>> ball_constants = {{"g", &Ball::g, "gravity, m/s2"},
                                                    {"e", &Ball::e, "part of the speed that a bounce keeps"}};

// v and h after the last bounce at t_n: v = e^n g t_1 - g (t - t_n), h = e^n g t_1 (t - t_n) - g (t - t_n)^2 / 2; 40 digits.
constexpr double h_at_2 = 0.2607417283270572, v_at_2 = -0.1658691358364714;  // e = 0.8

}  // namespace

void add_balls(std::vector<Problem>& to) {
  to.push_back({
      .id        = "bouncing_ball",
      .case_id   = "ball",
      .title     = "bouncing ball, six bounces",
      .source    = "classic",
      .make      = maker(Ball{}, ball_constants),
      .start     = from<Ball>({.h = 1, .v = 0}),
      .t_end     = 3,
      .reference = {.event_times = {bounces_08.begin(), bounces_08.begin() + 6},
                    .final       = {{"h", 0.06870746096576572}, {"v", -0.01535413338474476}}},
  });
  // Accumulates at 9 t_1 = 4.063712768871578; afterwards only rest makes sense.
  to.push_back({
      .id        = "bouncing_ball_zeno",
      .case_id   = "ball_zeno",
      .title     = "bouncing ball past the point where the bounces accumulate",
      .source    = "classic",
      .make      = maker(Ball{}, ball_constants),
      .start     = from<Ball>({.h = 1, .v = 0}),
      .t_end     = 5,
      .reference = {.event_times = bounces_08, .final_known = false},
      .later     = true,
  });
  to.push_back({
      .id        = "ball_handed_over",
      .case_id   = "R-22",
      .title     = "the state handed over at a bounce lies in the new domain",
      .source    = "own, closed form",
      .make      = maker(Ball{}, ball_constants),
      .start     = from<Ball>({.h = 1, .v = 0}),
      .t_end     = 2,
      .reference = {.event_times = {bounces_08.begin(), bounces_08.begin() + 3}, .final = {{"h", h_at_2}, {"v", v_at_2}}},
  });
  // Between the bounces the tops, at 1.8 t_1, 3.24 t_1 and 4.392 t_1.
  to.push_back({
      .id        = "watched_ball",
      .case_id   = "R-32",
      .title     = "a bounce flips v while somebody watches v",
      .source    = "own, closed form",
      .make      = maker(WatchedBall{}, {{"g", &WatchedBall::g, "gravity, m/s2"},
                                         {"e", &WatchedBall::e, "part of the speed that a bounce keeps"}}),
      .start     = from<WatchedBall>({.h = 1, .v = 0}),
      .t_end     = 2,
      .reference = {.event_times = {0.4515236409857309, 0.8127425537743156, 1.1739614665629003, 1.4629365967937682,
                                    1.7519117270246358, 1.9830918312093302},
                    .final       = {{"h", h_at_2}, {"v", v_at_2}}},
  });
  // e = 0.7 accumulates at t_1 (1 + 1.4 / 0.3) = 2.558633965585809. Stopped before that, nothing special is needed.
  to.push_back({
      .id        = "softer_ball",
      .case_id   = "R-52",
      .title     = "bouncing ball with e = 0.7 before the bounces accumulate",
      .source    = "own, closed form",
      .make      = maker(Ball{.e = 0.7}, ball_constants),
      .start     = from<Ball>({.h = 1, .v = 0}),
      .t_end     = 2.4,
      .reference = {.event_times = {bounces_07.begin(), bounces_07.begin() + 8},
                    .final       = {{"h", 0.002715260887954379}, {"v", 0.10922266777501932}}},
  });
  to.push_back({
      .id        = "softer_ball_zeno",
      .case_id   = "R-52",
      .title     = "bouncing ball with e = 0.7 past the accumulation at 2.558633965585809",
      .source    = "own, closed form",
      .make      = maker(Ball{.e = 0.7}, ball_constants),
      .start     = from<Ball>({.h = 1, .v = 0}),
      .t_end     = 3,
      .reference = {.event_times = bounces_07, .events_known = false, .final_known = false},
      .later     = true,
  });
  to.push_back({
      .id        = "dead_ball",
      .case_id   = "R-52",
      .title     = "a ball with e = 0 rests where it falls",
      .source    = "own, closed form",
      .make      = maker(Ball{.e = 0}, ball_constants),
      .start     = from<Ball>({.h = 1, .v = 0}),
      .t_end     = 1,
      .reference = {.event_times = {0.4515236409857309}, .final = {{"h", 0}, {"v", 0}}},
      .later     = true,
  });
  // Rebounds with 0.7^n * 4.43: 0.125 after the tenth impact, 0.088 < v_min after the eleventh.
  to.push_back({
      .id        = "resting_ball",
      .case_id   = "R-53",
      .title     = "bouncing ball that rests below 0.1",
      .source    = "own, closed form",
      .make      = maker(RestingBall{}, {{"g", &RestingBall::g, "gravity, m/s2"},
                                         {"e", &RestingBall::e, "part of the speed that a bounce keeps"},
                                         {"v_min", &RestingBall::v_min, "speed below which the ball rests, m/s"}}),
      .start     = from<RestingBall>({.h = 1, .v = 0}),
      .t_end     = 3,
      .reference = {.event_times = bounces_07, .final = {{"h", 0}, {"v", 0}, {"resting", 1}}},
  });
  to.push_back({
      .id        = "cradle",
      .case_id   = "R-39",
      .title     = "Newton's cradle",
      .source    = "own, closed form",
      .make      = maker(Cradle{}, {{"diameter", &Cradle::diameter, "of a ball"}}),
      .start     = from<Cradle>({.x = {-1, 1, 2, 3}, .v = {1, 0, 0, 0}}),
      .t_end     = 2,
      .reference = {.event_times = {1},
                    .final       = {{"x[0]", 0}, {"x[1]", 1}, {"x[2]", 2}, {"x[3]", 4}, {"v[0]", 0}, {"v[3]", 1}}},
  });
}

}  // namespace saltus::problems
