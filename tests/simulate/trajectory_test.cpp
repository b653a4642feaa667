// The result as rows in time: order, the two rows of an event, questions between rows, and grids.

#include "models.hpp"

#include <saltus/problems/problem.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace saltus {
namespace {

using problems::Problem;
using testing::Ball;
using testing::Decay;

template <class Call>
std::string refusal(Call&& call) {
  try {
    call();
  } catch (const InputError& e) { return e.what(); }
  return "";
}

// ---- rows ----

class Rows : public ::testing::TestWithParam<std::string> {
 protected:
  const Problem& p = *problems::find(GetParam());
  saltus::Run    solve(Output output = Output::steps, double interval = 0) const {
       return simulate(p.make(), p.start, {.t_start = p.t_start, .t_end = p.t_end, .output = output, .interval = interval});
  }
};

TEST_P(Rows, TimesRunInTheDirectionOfTheRunFromItsStartToItsEnd) {
  for (const Output output : {Output::steps, Output::events, Output::grid}) {
    const auto   run       = solve(output, std::abs(p.t_end - p.t_start) / 17);
    const auto   times     = run.trajectory().times();
    const double direction = p.t_end > p.t_start ? 1 : -1;
    EXPECT_EQ(times.front(), p.t_start);
    EXPECT_EQ(times.back(), run.outcome().t);
    for (std::size_t k = 1; k < times.size(); ++k) EXPECT_GE(direction * (times[k] - times[k - 1]), 0) << "row " << k;
  }
}

TEST_P(Rows, AnEventHasTwoRowsThatDifferByItsResets) {
  for (const Output output : {Output::steps, Output::events}) {
    const auto  run        = solve(output);
    const auto& trajectory = run.trajectory();
    const auto  times      = trajectory.times();
    ASSERT_FALSE(run.events().empty());
    for (const Event& e : run.events()) {
      const auto [first, last] = std::equal_range(
          times.begin(), times.end(), e.t, [&](double a, double b) { return p.t_end > p.t_start ? a < b : a > b; });
      ASSERT_EQ(last - first, 2) << to_text(e);
      const auto left   = trajectory.row(static_cast<std::size_t>(first - times.begin())),
                 right  = trajectory.row(static_cast<std::size_t>(last - 1 - times.begin()));
      std::size_t jumps = 0;
      for (std::size_t i = 0; i < left.size(); ++i) {
        if (left[i] == right[i]) continue;
        // Algebraic variables are solved anew at an event: what they move by rounding is no reset.
        const double moved = std::abs(right[i] - left[i]);
        if (p.implicit && moved <= 1e-6 * (1 + std::abs(right[i]))) continue;
        ++jumps;
        EXPECT_TRUE(std::find(e.resets.begin(), e.resets.end(),
                              Event::Reset{trajectory.names()[i], left[i], right[i]}) != e.resets.end())
            << trajectory.names()[i] << " at " << to_text(e);
      }
      EXPECT_EQ(jumps, e.resets.size()) << to_text(e);
      EXPECT_LE(p.t_end > p.t_start ? e.t_left : -e.t_left, p.t_end > p.t_start ? e.t : -e.t);
    }
  }
}

TEST_P(Rows, OutputEventsHasNothingButStartEventsAndEnd) {
  const auto run            = solve(Output::events);
  const bool event_at_end   = run.events().back().t == run.outcome().t,
             event_at_start = run.events().front().t == p.t_start;
  EXPECT_EQ(run.trajectory().size(), 2 * run.events().size() + (event_at_start ? 0 : 1) + (event_at_end ? 0 : 1));
}

TEST_P(Rows, AGridIsMetExactlyWithTheEventsInBetween) {
  const double interval = std::abs(p.t_end - p.t_start) / 16;  // not a power of ten: no accident makes sums exact
  const double signed_interval = p.t_end > p.t_start ? interval : -interval;
  const auto   run             = solve(Output::grid, interval);
  const auto   times           = run.trajectory().times();
  std::vector<double> expected{p.t_start};
  for (int k = 1; k < 16; ++k) expected.push_back(p.t_start + k * signed_interval);
  for (const double t : expected) EXPECT_TRUE(std::find(times.begin(), times.end(), t) != times.end()) << t;
  for (const double t : times) {
    const bool on_grid = std::find(expected.begin(), expected.end(), t) != expected.end();
    const bool at_event = std::any_of(run.events().begin(), run.events().end(), [&](const Event& e) { return e.t == t; });
    EXPECT_TRUE(on_grid || at_event || t == run.outcome().t) << t;
  }
}

INSTANTIATE_TEST_SUITE_P(Gallery, Rows,
                         ::testing::Values("bouncing_ball", "switched_growth", "shallow_cosine", "rectifier_dae_06",
                                           "gear_box", "two_tanks", "saw_tooth_periodic", "cradle", "ticks"),
                         [](const auto& it) { return it.param; });

TEST(Grid, BackwardRunsHaveTheirGridFromTheStart) {
  const auto run   = simulate(Decay{}, {.y = 1}, {.t_start = 1, .t_end = 0, .output = Output::grid, .interval = 0.25});
  const auto times = run.trajectory().times();
  EXPECT_EQ(std::vector<double>(times.begin(), times.end()), (std::vector<double>{1, 0.75, 0.5, 0.25, 0}));
}

TEST(Grid, AnIntervalThatDoesNotDivideTheRunEndsWithTheEnd) {
  const auto run   = simulate(Decay{}, {.y = 1}, {.t_end = 1, .output = Output::grid, .interval = 0.4});
  const auto times = run.trajectory().times();
  EXPECT_EQ(std::vector<double>(times.begin(), times.end()), (std::vector<double>{0, 0.4, 0.8, 1}));
}

TEST(Grid, AnIntervalLongerThanTheRunLeavesStartAndEnd) {
  EXPECT_EQ(simulate(Decay{}, {.y = 1}, {.t_end = 1, .output = Output::grid, .interval = 4}).trajectory().size(), 2u);
}

// ---- questions ----

TEST(Value, AtAnEventTakesTheSideAskedFor) {
  const auto   run = simulate(Ball{}, {.h = 1, .v = 0}, {.t_end = 1});
  const double t = run.events().at(0).t, speed = std::sqrt(2 * 9.81);
  EXPECT_NEAR(run.trajectory().value("v", t, Side::left), -speed, 1e-5);
  EXPECT_NEAR(run.trajectory().value("v", t, Side::right), 0.8 * speed, 1e-5);
  EXPECT_EQ(run.trajectory().value("v", t), run.trajectory().value("v", t, Side::right));
  EXPECT_EQ(run("v", t, Side::left), run.trajectory().value("v", t, Side::left));
}

class Dense : public ::testing::TestWithParam<MethodChoice> {};

TEST_P(Dense, FollowsTheBallBetweenItsBounces) {
  const double tolerance = 1e-8;
  const auto   run       = simulate(Ball{}, {.h = 1, .v = 0},
                                    {.t_end = 2.5, .rtol = tolerance, .atol = tolerance, .method = GetParam(), .dense = true});
  const double g         = 9.81;
  const auto   hit       = testing::bounces(1, g, 0.8, 2.5);
  ASSERT_EQ(run.events().size(), hit.size());
  // Flight k starts at hit[k - 1] with speed 0.8^k sqrt(2 g); before the first bounce the ball falls from 1.
  for (int i = 0; i <= 1000; ++i) {
    const double t = 2.5 * i / 1000;
    const auto   k = std::upper_bound(hit.begin(), hit.end(), t) - hit.begin();
    if (std::any_of(hit.begin(), hit.end(), [&](double h) { return std::abs(h - t) < 1e-6; })) continue;
    const double v0 = k > 0 ? std::pow(0.8, double(k)) * std::sqrt(2 * g) : 0,
                 s  = k > 0 ? t - hit[std::size_t(k - 1)] : t;
    // The event times carry the error of the solution, and v jumps by 8 at most: 100 tolerances leave room for both.
    EXPECT_NEAR(run("h", t), (k > 0 ? 0 : 1) + v0 * s - g / 2 * s * s, 100 * tolerance) << t;
    EXPECT_NEAR(run("v", t), v0 - g * s, 100 * tolerance) << t;
  }
}

TEST_P(Dense, FollowsTheExponentialBothWays) {
  for (const double t_end : {2.0, -2.0}) {
    const auto run =
        simulate(Decay{}, {.y = 1}, {.t_end = t_end, .rtol = 1e-9, .atol = 1e-9, .method = GetParam(), .dense = true});
    for (int i = 0; i <= 300; ++i) {
      const double t = t_end * i / 300;
      EXPECT_NEAR(run("y", t), std::exp(-t), 100e-9 * std::exp(-t) + 10e-9) << t;
    }
  }
}

TEST_P(Dense, AgreesWithTheRowsOfAGrid) {
  const Options options{.t_end = 2.5, .method = GetParam(), .output = Output::grid, .interval = 0.0625, .dense = true};
  const auto    grid   = simulate(Ball{}, {.h = 1, .v = 0}, options);
  Options       coarse = options;
  coarse.output        = Output::events;
  const auto events    = simulate(Ball{}, {.h = 1, .v = 0}, coarse);
  for (std::size_t k = 0; k < grid.trajectory().size(); ++k) {
    const double t = grid.trajectory().times()[k];
    if (std::any_of(grid.events().begin(), grid.events().end(), [&](const Event& e) { return e.t == t; })) continue;
    EXPECT_DOUBLE_EQ(grid.trajectory().row(k)[0], events("h", t)) << t;
  }
}
INSTANTIATE_TEST_SUITE_P(Methods, Dense,
                         ::testing::Values(MethodChoice::tsit5, MethodChoice::dop853, MethodChoice::radau),
                         [](const auto& it) { return std::string(to_text(it.param)); });

struct Latched {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  struct Memory {
    bool high  = false;
    Real since = -1;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>&, const Memory<Real>&) const {
    return {1};
  }
  template <class Real>
  void events(Events<Real>& on, Real t, State<Real>& s, Memory<Real>& q) const {
    on.when(s.y > 0.5, [&] {
      q.high  = true;
      q.since = t;
    });
  }
};

TEST(Dense, DiscreteVariablesAreConstantBetweenEvents) {
  const auto run = simulate(Latched{}, {.y = 0}, {.t_end = 1, .dense = true});
  EXPECT_EQ(run.trajectory().names(), (std::vector<std::string>{"y", "high", "since"}));
  EXPECT_EQ(run("high", 0.4321), 0);
  EXPECT_EQ(run("since", 0.4321), -1);
  EXPECT_EQ(run("high", 0.6789), 1);
  EXPECT_NEAR(run("since", 0.6789), 0.5, 1e-12);
}

TEST(Column, IsOneValuePerRow) {
  const auto run = simulate(Ball{}, {.h = 1, .v = 0}, {.t_end = 1});
  const auto v   = run.trajectory().column("v");
  ASSERT_EQ(v.size(), run.trajectory().size());
  for (std::size_t k = 0; k < v.size(); ++k) EXPECT_EQ(v[k], run.trajectory().row(k)[1]);
  EXPECT_EQ(v.front(), run.trajectory().front("v"));
  EXPECT_EQ(v.back(), run.final("v"));
}

TEST(Questions, OutsideOfTheRunAreRefusedWithTheRunsSpan) {
  const auto        run  = simulate(Decay{}, {.y = 1}, {.t_start = 0.5, .t_end = 1});
  const std::string said = refusal([&] { run("y", 2); });
  EXPECT_NE(said.find("S0203"), std::string::npos);
  EXPECT_NE(said.find("t = 2 "), std::string::npos) << said;
  EXPECT_NE(said.find("0.5 to 1"), std::string::npos) << said;
  EXPECT_NE(refusal([&] { run("y", 0.25); }), "");
}

TEST(Questions, BetweenRowsWithoutDenseAreRefusedWithTheWayOut) {
  const std::string said = refusal([&] { simulate(Decay{}, {.y = 1}, {.t_end = 1})("y", 0.123456); });
  EXPECT_NE(said.find("S0204"), std::string::npos);
  EXPECT_NE(said.find("0.123456"), std::string::npos);
  EXPECT_NE(said.find("Options::dense"), std::string::npos);
}

TEST(Questions, AtATimeThatIsNoNumberAreRefused) {
  const auto run = simulate(Decay{}, {.y = 1}, {.t_end = 1, .dense = true});
  EXPECT_NE(refusal([&] { run("y", std::nan("")); }), "");
}

TEST(Questions, ForUnknownNamesAreRefusedWithASuggestion) {
  const auto run = simulate(Latched{}, {.y = 0}, {.t_end = 1});
  for (const std::string& said : {refusal([&] { run.final("sinc"); }), refusal([&] { run.trajectory().column("sinc"); }),
                                  refusal([&] { run("sinc", 0); }), refusal([&] { run.trajectory().index("sinc"); })}) {
    EXPECT_NE(said.find("S0201"), std::string::npos);
    EXPECT_NE(said.find("\"sinc\""), std::string::npos);
    EXPECT_NE(said.find("Did you mean \"since\""), std::string::npos) << said;
  }
  EXPECT_NE(refusal([&] { run.final("temperature"); }).find("y, high, since"), std::string::npos);
}

TEST(Questions, ToAnEmptyTrajectoryAreRefused) {
  EXPECT_NE(refusal([] { Trajectory({"y"}, 1).value("y", 0); }).find("S0202"), std::string::npos);
  EXPECT_NE(refusal([] { Trajectory({"y"}, 1).back("y"); }).find("S0202"), std::string::npos);
}

}  // namespace
}  // namespace saltus
