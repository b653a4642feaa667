// Who looks at a run does not change it: history and watchers see every step, and the trajectory has the same bits.

#include "models.hpp"

#include <saltus/integrate/method.hpp>
#include <saltus/problems/problem.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace saltus {
namespace {

using problems::Problem;

struct Case {
  std::string    id;
  MethodChoice   method;
  SurfaceControl control = SurfaceControl::none;

  std::string text() const {
    return id + "_" + std::string(to_text(method)) +
           (control == SurfaceControl::none ? "" : "_" + std::string(to_text(control)));
  }
  const Problem& problem() const { return *problems::find(id); }
  Options        options() const {
           return {.t_start = problem().t_start, .t_end = problem().t_end, .method = method, .surface_control = control};
  }
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.text(); }

class History : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    const bool multistep = GetParam().method == MethodChoice::bdf || GetParam().method == MethodChoice::adams;
    if (multistep && !integrate::has_sundials()) GTEST_SKIP() << "built without SUNDIALS";
  }
  saltus::Run simulate_with(bool history) const {
    Options options = GetParam().options();
    options.history = history;
    return simulate(GetParam().problem().make(), GetParam().problem().start, options);
  }
};

TEST_P(History, DoesNotChangeTheRun) {
  const auto with = simulate_with(true), without = simulate_with(false);
  EXPECT_EQ(with.trajectory(), without.trajectory());
  EXPECT_EQ(with.events(), without.events());
  EXPECT_EQ(with.statistics(), without.statistics());
  EXPECT_EQ(with.methods(), without.methods());
  EXPECT_TRUE(without.history().empty());
  EXPECT_TRUE(without.modes().empty());
}

TEST_P(History, AccountsForEveryStepAndRejection) {
  const auto  run     = simulate_with(true);
  const auto& history = run.history();
  ASSERT_EQ(static_cast<long>(history.size()), run.statistics().steps);
  long rejected = 0;
  for (const auto& s : history) rejected += s.rejected;
  EXPECT_LE(rejected, run.statistics().rejected);  // trials after the last accepted step belong to none
  if (run.outcome().ok()) { EXPECT_EQ(rejected, run.statistics().rejected); }
}

TEST_P(History, HasStepsThatFollowEachOtherFromStartToEnd) {
  const auto  run     = simulate_with(true);
  const auto& history = run.history();
  ASSERT_FALSE(history.empty());
  EXPECT_EQ(history.front().t, GetParam().options().t_start);
  const double clock = std::abs(GetParam().options().t_end - GetParam().options().t_start);
  for (std::size_t k = 0; k + 1 < history.size(); ++k)
    ASSERT_NEAR(history[k].t + history[k].h, history[k + 1].t, 4e-16 * clock) << "step " << k;
  EXPECT_NEAR(history.back().t + history.back().h, run.outcome().t, 4e-16 * clock);
}

TEST_P(History, NamesOrdersThatTheMethodHas) {
  const auto run = simulate_with(true);
  for (const auto& s : run.history()) {
    ASSERT_GE(s.method, 0);
    ASSERT_LT(s.method, static_cast<int>(run.methods().size()));
    const std::string& name = run.methods()[static_cast<std::size_t>(s.method)];
    if (name == "tsit5") { EXPECT_EQ(s.order, 5); }
    if (name == "dop853") { EXPECT_EQ(s.order, 8); }
    if (name == "radau") { EXPECT_TRUE(s.order == 5 || s.order == 9 || s.order == 13) << s.order; }
    if (name == "bdf") { EXPECT_TRUE(s.order >= 1 && s.order <= 5) << s.order; }
    if (name == "adams") { EXPECT_TRUE(s.order >= 1 && s.order <= 7) << s.order; }
  }
}

TEST_P(History, HasAMeaningForEveryModeOfTheEventLog) {
  const auto run = simulate_with(true);
  EXPECT_EQ(static_cast<long>(run.modes().size()), run.statistics().modes);
  for (std::size_t k = 0; k < run.modes().size(); ++k) EXPECT_EQ(run.modes()[k].id, static_cast<int>(k));
  for (const auto& e : run.events()) {
    ASSERT_LT(e.mode_before, static_cast<int>(run.modes().size()));
    ASSERT_LT(e.mode_after, static_cast<int>(run.modes().size()));
    if (e.mode_before != e.mode_after) {  // then something that is consulted differs
      EXPECT_NE(run.modes()[static_cast<std::size_t>(e.mode_before)].conditions,
                run.modes()[static_cast<std::size_t>(e.mode_after)].conditions);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Models, History,
    ::testing::Values(Case{"bouncing_ball", MethodChoice::tsit5}, Case{"switched_growth", MethodChoice::dop853},
                      Case{"clutch", MethodChoice::automatic}, Case{"clutch", MethodChoice::radau},
                      Case{"diffusion_100", MethodChoice::automatic}, Case{"rectifier_dae_06", MethodChoice::radau},
                      Case{"rectifier_dae_06", MethodChoice::bdf}, Case{"clutch", MethodChoice::adams},
                      Case{"clutch", MethodChoice::tsit5, SurfaceControl::differential},
                      Case{"clutch", MethodChoice::tsit5, SurfaceControl::quadrature}),
    [](const auto& it) { return it.param.text(); });

/// Soon at rest on a slow solution: explicit steps are limited by stability.
struct Stiff {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  State<Real> operator()(Real t, const State<Real>& s) const {
    return {-1000 * (s.y - cos(t))};
  }
};

TEST(HistoryOfMethods, FollowsTheChoiceOfAutomatic) {
  const auto run = simulate(Stiff{}, {.y = 0}, {.t_end = 10, .history = true});
  ASSERT_EQ(run.methods(), (std::vector<std::string>{"tsit5", "radau"}));
  EXPECT_EQ(run.history().front().method, 0);
  EXPECT_EQ(run.history().back().method, 1);
  EXPECT_TRUE(std::is_sorted(run.history().begin(), run.history().end(),
                             [](const auto& a, const auto& b) { return a.method < b.method; }));
  EXPECT_EQ(run.history().front().order, 5);
  EXPECT_GT(run.history().back().order, 5) << "radau has raised its order";
}

/// y' = 1, then -1.
struct Kink {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  State<Real> operator()(Real t, const State<Real>&) const {
    if (t > 1) return {Real(-1)};
    return {Real(1)};
  }
};

TEST(HistoryOfModes, SaysWhatHoldsInEach) {
  const auto run = simulate(testing::Ball{}, {.h = 1, .v = 0}, {.t_end = 1, .history = true});
  ASSERT_EQ(run.modes().size(), 1u);  // the `when` acts, the equations do not switch
  EXPECT_TRUE(run.modes()[0].conditions.empty());

  const auto switched = simulate(Kink{}, {.y = 0}, {.t_end = 2, .history = true});
  ASSERT_EQ(switched.modes().size(), 2u);
  using Conditions = std::vector<ModeRecord::Condition>;
  EXPECT_EQ(switched.modes()[0].conditions, (Conditions{{"t > 1", false}}));
  EXPECT_EQ(switched.modes()[1].conditions, (Conditions{{"t > 1", true}}));
}

/// A thermostat that begins its cycle anew in gears.
struct Gears {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  struct Memory {
    bool up   = true;
    int  gear = 1;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>&, const Memory<Real>& m) const {
    return {Real(m.up ? m.gear : -m.gear)};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s, Memory<Real>& m) const {
    on.when(s.y >= 1, [&] { m.up = false; });
    on.when(s.y <= -1, [&] {
      m.up = true;
      ++m.gear;
    });
  }
};

TEST(HistoryOfModes, SaysWhichDiscreteVariablesMakeThem) {
  const auto run = simulate(Gears{}, {.y = 0}, {.t_end = 3.5, .history = true});
  ASSERT_EQ(run.modes().size(), 3u);
  using Conditions = std::vector<ModeRecord::Condition>;
  EXPECT_EQ(run.modes()[0].conditions, (Conditions{{"up", true}, {"gear == 1", true}}));
  EXPECT_EQ(run.modes()[1].conditions, (Conditions{{"up", false}, {"gear == 1", true}}));
  EXPECT_EQ(run.modes()[2].conditions, (Conditions{{"up", true}, {"gear == 2", true}}));
}

TEST(Watch, SeesEveryStepAndEventAndChangesNothing) {
  const Problem& p = *problems::find("clutch");
  const Options  options{.t_start = p.t_start, .t_end = p.t_end};
  Simulation     watched(p.make(), p.start, options);
  long           calls = 0, steps = 0, events = 0;
  double         t = -1;
  watched.watch([&](const Progress& now) {
    ++calls;
    EXPECT_EQ(now.steps, steps + 1);
    EXPECT_GE(now.events, events);
    EXPECT_LE(now.events, events + 1);
    EXPECT_GE(now.t, t);
    EXPECT_EQ(now.trajectory.times().back(), now.t);
    steps  = now.steps;
    events = now.events;
    t      = now.t;
    return true;
  });
  watched.run();
  const auto alone = simulate(p.make(), p.start, options);
  EXPECT_EQ(calls, alone.statistics().steps);
  EXPECT_EQ(events, alone.statistics().events);
  EXPECT_EQ(watched.result().trajectory(), alone.trajectory());
}

TEST(Watch, CancelsTheRunWhereItSaysNo) {
  Simulation simulation(make_model(testing::Ball{}), {.x = {1, 0}}, {.t_end = 2});
  simulation.watch([](const Progress& now) { return now.events < 2; });
  const Outcome outcome = simulation.run();
  EXPECT_EQ(outcome.reason, Outcome::Reason::cancelled);
  EXPECT_EQ(outcome.code(), "S0308");
  EXPECT_FALSE(outcome.ok());
  const auto run = simulation.result();
  ASSERT_EQ(run.events().size(), 2u);
  EXPECT_EQ(outcome.t, run.events()[1].t);
  EXPECT_EQ(run.trajectory().times().back(), outcome.t);
  EXPECT_EQ(simulation.run().reason, Outcome::Reason::cancelled) << "and stays cancelled";
  simulation.watch({});
  simulation.rewind();
  EXPECT_TRUE(simulation.run().ok());
}

TEST(Watch, PassesItsOwnExceptionsOnAndKeepsTheTrajectory) {
  Simulation simulation(make_model(testing::Ball{}), {.x = {1, 0}}, {.t_end = 2});
  simulation.watch([](const Progress& now) -> bool {
    if (now.events == 1) throw std::runtime_error("the disk is full");
    return true;
  });
  try {
    simulation.run();
    FAIL() << "no exception";
  } catch (const std::runtime_error& e) { EXPECT_STREQ(e.what(), "the disk is full"); }
  const auto run = simulation.result();
  EXPECT_EQ(run.outcome().reason, Outcome::Reason::cancelled);
  EXPECT_EQ(run.events().size(), 1u);
  EXPECT_EQ(run.trajectory().times().back(), run.events()[0].t);
}

TEST(Watch, IsNotInheritedByCopies) {
  Simulation simulation(make_model(testing::Ball{}), {.x = {1, 0}}, {.t_end = 1});
  int        calls = 0;
  simulation.watch([&](const Progress&) { return ++calls > 0; });
  Simulation copy = simulation;
  copy.run();
  EXPECT_EQ(calls, 0);
  simulation.run();
  EXPECT_GT(calls, 0);
}

TEST(Watch, SeesRowsOnAGridToo) {
  Simulation  simulation(make_model(testing::Decay{}), {.x = {1}},
                         {.t_end = 1, .output = Output::grid, .interval = 0.125});
  std::size_t rows = 0;
  simulation.watch([&](const Progress& now) {
    EXPECT_GE(now.trajectory.size(), rows);
    rows = now.trajectory.size();
    return true;
  });
  simulation.run();
  EXPECT_EQ(rows, 9u);
}

}  // namespace
}  // namespace saltus
