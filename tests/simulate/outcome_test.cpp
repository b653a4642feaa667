// A run that cannot go on says why, where, and by whose fault; what was computed before is kept.

#include "models.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <stdexcept>

namespace saltus {
namespace {

using testing::Ball;
using testing::bounces;
using testing::Tank;
using Reason = Outcome::Reason;

bool names(const Outcome& outcome, std::string_view what) {
  for (const auto& name : outcome.names)
    if (name.find(what) != name.npos) return true;
  return false;
}

/// Whatever the end: at least one row, all rows finite, the last one where the run ended.
void expect_sound(const saltus::Run& run) {
  const Trajectory& trajectory = run.trajectory();
  ASSERT_GT(trajectory.size(), 0u);
  for (std::size_t k = 0; k < trajectory.size(); ++k) {
    EXPECT_TRUE(std::isfinite(trajectory.times()[k]));
    for (const double value : trajectory.row(k)) EXPECT_TRUE(std::isfinite(value)) << "row " << k;
  }
  EXPECT_EQ(trajectory.times().back(), run.outcome().t);
  EXPECT_NE(run.outcome().message().find(run.outcome().code()), std::string::npos);
}

// ---- equations that are not finite ----

struct RootOfNegative {  // u' = -1, w' = sqrt(u): real up to t = u(0)
  template <class Real>
  struct State {
    Real u, w;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {-1, sqrt(s.u)};
  }
};

TEST(NotFinite, FromTheStartIsSaidAtTheStart) {
  const auto run = simulate(RootOfNegative{}, {.u = -1, .w = 0}, {.t_end = 1});
  EXPECT_EQ(run.outcome().reason, Reason::not_finite) << run.outcome().message();
  EXPECT_EQ(run.outcome().code(), "S0303");
  EXPECT_EQ(run.outcome().names, std::vector<std::string>{"w"});
  EXPECT_EQ(run.outcome().t, 0);
  expect_sound(run);
}

class NotFiniteMidway : public ::testing::TestWithParam<MethodChoice> {};

TEST_P(NotFiniteMidway, KeepsTheTrajectoryUpToClosely) {
  const auto run = simulate(RootOfNegative{}, {.u = 1, .w = 0}, {.t_end = 2, .method = GetParam()});
  EXPECT_EQ(run.outcome().reason, Reason::not_finite) << run.outcome().message();
  EXPECT_TRUE(names(run.outcome(), "w"));
  // A step is refused if it comes to lie beyond the border at all, and steps are tried down to the resolution of time.
  EXPECT_NEAR(run.outcome().t, 1, 1e-6);
  EXPECT_NEAR(run.final("w"), 2.0 / 3, 1e-4);
  expect_sound(run);
}
INSTANTIATE_TEST_SUITE_P(Methods, NotFiniteMidway,
                         ::testing::Values(MethodChoice::tsit5, MethodChoice::dop853, MethodChoice::radau),
                         [](const auto& it) { return std::string(to_text(it.param)); });

struct NanLater {  // finite, then NaN from t = 0.7 on
  template <class Real>
  struct State {
    Real a, b;
  };
  template <class Real>
  State<Real> operator()(Real t, const State<Real>& s) const {
    return {-s.a, log(0.7 - t)};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.watch(s.a > 0.8);
  }
};

TEST(NotFinite, EventsBeforeAreKept) {
  const auto run = simulate(NanLater{}, {.a = 1, .b = 0}, {.t_end = 2});
  EXPECT_EQ(run.outcome().reason, Reason::not_finite) << run.outcome().message();
  EXPECT_TRUE(names(run.outcome(), "b"));
  EXPECT_NEAR(run.outcome().t, 0.7, 1e-5);
  ASSERT_EQ(run.events().size(), 1u);
  EXPECT_NEAR(run.events()[0].t, std::log(1 / 0.8), 1e-5);
  expect_sound(run);
}

// ---- relations that are not finite ----

struct GuardOutOfDomain {  // watch(sqrt(1 - y) > 0.5): an event at y = 0.75, NaN from y = 1 on
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {1};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.watch(sqrt(1 - s.y) > 0.5);
  }
};

class RelationNotFinite : public ::testing::TestWithParam<MethodChoice> {};

TEST_P(RelationNotFinite, ComesAtTheBorderWithEverythingBeforeIt) {
  const auto run = simulate(GuardOutOfDomain{}, {.y = 0}, {.t_end = 3, .method = GetParam()});
  EXPECT_EQ(run.outcome().reason, Reason::relation_not_finite) << run.outcome().message();
  EXPECT_EQ(run.outcome().code(), "S0304");
  EXPECT_TRUE(names(run.outcome(), "sqrt(1 - y)")) << run.outcome().message();
  EXPECT_NEAR(run.outcome().t, 1, 1e-6);
  EXPECT_LE(run.outcome().t, 1);
  ASSERT_EQ(run.events().size(), 1u);
  EXPECT_NEAR(run.events()[0].t, 0.75, 1e-9);  // y = t: exact up to rounding
  expect_sound(run);
}
INSTANTIATE_TEST_SUITE_P(Methods, RelationNotFinite,
                         ::testing::Values(MethodChoice::tsit5, MethodChoice::dop853, MethodChoice::radau),
                         [](const auto& it) { return std::string(to_text(it.param)); });

TEST(RelationNotFiniteAtStart, IsSaidAtTheStart) {
  const auto run = simulate(GuardOutOfDomain{}, {.y = 2}, {.t_end = 3});
  EXPECT_EQ(run.outcome().reason, Reason::relation_not_finite) << run.outcome().message();
  EXPECT_EQ(run.outcome().t, 0);
  EXPECT_TRUE(names(run.outcome(), "sqrt(1 - y)"));
  expect_sound(run);
}

// ---- inconsistent starts ----

struct SaidTwice {  // the algebraic equations both speak of a + b
  template <class Real>
  struct Vars {
    Real x, a, b;
  };
  template <class Real>
  void operator()(Real, const Vars<Real>& y, const Vars<Real>& dy, Vars<Real>& r) const {
    r.x = dy.x + y.x;
    r.a = y.a + y.b - y.x;
    r.b = 2 * y.a + 2 * y.b - 3 * y.x;
  }
};

TEST(NotConsistent, SingularNamesTheEquationsAndTheUnknowns) {
  const auto run = simulate(SaidTwice{}, {.x = 1, .a = 0, .b = 0}, {.t_end = 1});
  EXPECT_EQ(run.outcome().reason, Reason::not_consistent) << run.outcome().message();
  EXPECT_EQ(run.outcome().code(), "S0305");
  EXPECT_TRUE(names(run.outcome(), "a") && names(run.outcome(), "b")) << run.outcome().message();
  EXPECT_TRUE(names(run.outcome(), "equation 2") && names(run.outcome(), "equation 3")) << run.outcome().message();
  EXPECT_FALSE(names(run.outcome(), "equation 1")) << run.outcome().message();
  EXPECT_EQ(run.outcome().t, 0);
  expect_sound(run);
}

struct NoRoot {  // a^2 = -x has no solution for x > 0
  template <class Real>
  struct Vars {
    Real x, a;
  };
  template <class Real>
  void operator()(Real, const Vars<Real>& y, const Vars<Real>& dy, Vars<Real>& r) const {
    r.x = dy.x + y.x;
    r.a = y.a * y.a + y.x;
  }
};

TEST(NotConsistent, InfeasibleNamesTheEquation) {
  const auto run = simulate(NoRoot{}, {.x = 1, .a = 0.7}, {.t_end = 1});
  EXPECT_EQ(run.outcome().reason, Reason::not_consistent) << run.outcome().message();
  EXPECT_TRUE(names(run.outcome(), "equation 2")) << run.outcome().message();
  EXPECT_EQ(run.outcome().t, 0);
  expect_sound(run);
}

TEST(NotConsistent, TooManyGivenValuesAreCounted) {
  const auto run = simulate(make_model(Tank{}), Start{.x = {1, 1}, .fixed = {"level", "outflow"}}, {.t_end = 1});
  EXPECT_EQ(run.outcome().reason, Reason::not_consistent);
  EXPECT_NE(run.outcome().message().find("2 values are given and 1 are needed"), std::string::npos)
      << run.outcome().message();
  expect_sound(run);
}

// ---- instants that never come to rest ----

struct PingPong {  // each action makes the other's condition true
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {1};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.watch(s.y > 0.25);
    on.when(s.y > 0.5, [&] { s.y = 0.4; }, {.name = "ping"});
    on.when(s.y < 0.5, [&] { s.y = 0.6; }, {.name = "pong"});
  }
};

TEST(DidNotSettle, WhensThatTriggerEachOtherAreNamed) {
  const auto run = simulate(PingPong{}, {.y = 0}, {.t_end = 1, .most_passes = 30});
  EXPECT_EQ(run.outcome().reason, Reason::did_not_settle) << run.outcome().message();
  EXPECT_EQ(run.outcome().code(), "S0312");
  EXPECT_NEAR(run.outcome().t, 0.5, 1e-12);
  EXPECT_TRUE(names(run.outcome(), "ping") || names(run.outcome(), "pong")) << run.outcome().message();
  EXPECT_TRUE(names(run.outcome(), "y > 0.5")) << run.outcome().message();
  ASSERT_EQ(run.events().size(), 1u);
  EXPECT_NEAR(run.events()[0].t, 0.25, 1e-12);
  expect_sound(run);
}

struct StaysTrue {  // the action moves the bound, but not beyond y
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  struct Memory {
    Real bound = 1;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>&, const Memory<Real>&) const {
    return {1};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    on.when(s.y >= q.bound, [&] { q.bound = s.y; }, {.name = "again"});
  }
};

TEST(Settles, AWhenWhoseConditionStaysTrueFiresOnce) {  // whens wait for edges, not for values
  const auto run = simulate(StaysTrue{}, {.y = 0}, {.t_end = 2});
  EXPECT_EQ(run.outcome().reason, Reason::reached_end) << run.outcome().message();
  EXPECT_EQ(run.events().size(), 1u);
}

struct OwnTrigger {  // y := 0 is false for y > 0, and y' = 1 makes it true at once
  template <class Real>
  struct State {
    Real y, clock;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {1, 1};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.watch(s.clock > 0.5);
    on.when(s.y > 0, [&] { s.y = 0; }, {.name = "again"});
  }
};

TEST(DidNotSettle, AWhenWhoseActionReArmsItIsNamed) {
  const auto run = simulate(OwnTrigger{}, {.y = -1, .clock = 0}, {.t_end = 2});
  EXPECT_EQ(run.outcome().reason, Reason::did_not_settle) << run.outcome().message();
  EXPECT_NEAR(run.outcome().t, 1, 1e-12);
  EXPECT_TRUE(names(run.outcome(), "when again")) << run.outcome().message();
  EXPECT_EQ(run.events().size(), 1u);
  expect_sound(run);
}

struct Sliding {  // both fields point at x = 0
  template <class Real>
  struct State {
    Real x;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    if (s.x > 0) return {-1};
    return {1};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.watch(s.x > 0.4);
  }
};

TEST(DidNotSettle, SlidingNamesTheRelation) {
  const auto run = simulate(Sliding{}, {.x = 1}, {.t_end = 3});
  EXPECT_EQ(run.outcome().reason, Reason::did_not_settle) << run.outcome().message();
  EXPECT_NEAR(run.outcome().t, 1, 1e-12);
  EXPECT_TRUE(names(run.outcome(), "x > 0")) << run.outcome().message();
  ASSERT_EQ(run.events().size(), 1u);
  EXPECT_NEAR(run.events()[0].t, 0.6, 1e-12);
  expect_sound(run);
}

struct Contradiction {  // a = 1 unless a > 0: no value of the condition agrees with itself
  template <class Real>
  struct Vars {
    Real x, a;
  };
  template <class Real>
  void operator()(Real, const Vars<Real>& y, const Vars<Real>& dy, Vars<Real>& r) const {
    r.x = dy.x - 1;
    if (y.a > 0) r.a = y.a + 1;
    else r.a = y.a - 1;
  }
};

TEST(DidNotSettle, ContradictingIfsNameTheRelation) {
  const auto run = simulate(Contradiction{}, {.x = 0, .a = 1}, {.t_end = 1});
  EXPECT_EQ(run.outcome().reason, Reason::did_not_settle) << run.outcome().message();
  EXPECT_EQ(run.outcome().t, 0);
  EXPECT_TRUE(names(run.outcome(), "a > 0")) << run.outcome().message();
  expect_sound(run);
}

// ---- steps that get nowhere ----

TEST(StepTooSmall, StepsFarBelowTheRoundingOfTheEndAreNotMadeForEver) {
  // Near 0 the clock resolves 1e-20 well: no single one of these steps is too short.
  const auto run = simulate(Ball{}, {.h = 1, .v = 0}, {.t_end = 0.25, .largest_step = 1e-20});
  EXPECT_EQ(run.outcome().reason, Reason::step_too_small) << run.outcome().message();
  EXPECT_EQ(run.outcome().code(), "S0301");
  EXPECT_GT(run.outcome().t, 0);
  EXPECT_LT(run.outcome().t, 1e-12);
  EXPECT_NE(run.outcome().detail.find("within the rounding of the run's end"), std::string::npos)
      << run.outcome().message();
  expect_sound(run);
}

TEST(StepTooSmall, ManyShortStepsThatGetSomewhereAreMade) {
  const auto run = simulate(Ball{}, {.h = 1, .v = 0}, {.t_end = 0.25, .largest_step = 1e-5});
  EXPECT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_GE(run.statistics().steps, 25'000);
}

// ---- events that accumulate ----

TEST(NoProgress, TheBallThatComesToRestSaysSoAndItsBouncesAreRight) {
  const Ball   ball{.e = 0.7};
  const auto   run  = simulate(ball, {.h = 1, .v = 0}, {.t_end = 4, .rtol = 1e-9, .atol = 1e-9});
  const double rest = std::sqrt(2 / ball.g) * (1 + 2 * ball.e / (1 - ball.e));
  EXPECT_EQ(run.outcome().reason, Reason::no_progress) << run.outcome().message();
  EXPECT_EQ(run.outcome().code(), "S0313");
  // Hops are told apart down to the resolution of the clock, which is 4e-16 here.
  EXPECT_NEAR(run.outcome().t, rest, 1e-9);
  EXPECT_TRUE(names(run.outcome(), "h <= 0") || names(run.outcome(), "v < 0")) << run.outcome().message();
  const auto expected = bounces(1, ball.g, ball.e, rest - 1e-3);
  ASSERT_GE(run.events().size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(run.events()[k].t, expected[k], 1e-7) << "bounce " << k;
  expect_sound(run);
}

TEST(DeadBall, IsLoud) {  // e = 0: v := 0 at the floor and gravity pulls on
  const auto run = simulate(Ball{.e = 0}, {.h = 1, .v = 0}, {.t_end = 2});
  EXPECT_FALSE(run.outcome().ok()) << "h = " << run.final("h");
  EXPECT_TRUE(run.outcome().reason == Reason::did_not_settle || run.outcome().reason == Reason::no_progress)
      << run.outcome().message();
  EXPECT_NEAR(run.outcome().t, std::sqrt(2 / 9.81), 1e-6);
  for (const double h : run.trajectory().column("h")) EXPECT_GT(h, -1e-9);  // it never falls through the floor
  expect_sound(run);
}

// ---- the method cannot go on ----

struct BlowUp {
  template <class Real>
  struct State {
    Real other, y;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {1, s.y * s.y};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.watch(s.y > 2);
  }
};

class BlowsUp : public ::testing::TestWithParam<MethodChoice> {};

TEST_P(BlowsUp, NearOneAndNamesTheVariable) {
  const auto run = simulate(BlowUp{}, {.other = 0, .y = 1}, {.t_end = 2, .method = GetParam()});
  EXPECT_EQ(run.outcome().reason, Reason::step_too_small) << run.outcome().message();
  EXPECT_EQ(run.outcome().code(), "S0301");
  EXPECT_EQ(run.outcome().names, std::vector<std::string>{"y"}) << run.outcome().message();
  EXPECT_NEAR(run.outcome().t, 1, 1e-5);
  ASSERT_EQ(run.events().size(), 1u);
  EXPECT_NEAR(run.events()[0].t, 0.5, 1e-5);
  expect_sound(run);
}
INSTANTIATE_TEST_SUITE_P(Methods, BlowsUp,
                         ::testing::Values(MethodChoice::tsit5, MethodChoice::dop853, MethodChoice::radau),
                         [](const auto& it) { return std::string(to_text(it.param)); });

TEST(TooManySteps, StopsAfterExactlyThatMany) {
  const auto run = simulate(Ball{}, {.h = 1, .v = 0}, {.t_end = 3, .largest_step = 0.01, .most_steps = 60});
  EXPECT_EQ(run.outcome().reason, Reason::too_many_steps) << run.outcome().message();
  EXPECT_EQ(run.outcome().code(), "S0306");
  EXPECT_EQ(run.statistics().steps, 60);
  EXPECT_EQ(run.events().size(), 1u);
  EXPECT_NE(run.outcome().message().find("60 steps"), std::string::npos);
  expect_sound(run);
}

// ---- exceptions of the model ----

struct ThrowsInAction {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {1};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.watch(s.y > 0.25);
    on.when(s.y > 0.5, [&] { throw std::runtime_error("no valve"); }, {.name = "open"});
  }
};

TEST(ModelThrew, InAnActionNamesTheWhenAndQuotesTheText) {
  const auto run = simulate(ThrowsInAction{}, {.y = 0}, {.t_end = 1});
  EXPECT_EQ(run.outcome().reason, Reason::model_threw) << run.outcome().message();
  EXPECT_EQ(run.outcome().code(), "S0307");
  EXPECT_TRUE(names(run.outcome(), "when open"));
  EXPECT_NE(run.outcome().message().find("no valve"), std::string::npos);
  EXPECT_NEAR(run.outcome().t, 0.5, 1e-12);
  EXPECT_EQ(run.events().size(), 1u);
  expect_sound(run);
}

struct ActionLeavesNan {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {1};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.when(s.y > 0.5, [&] { s.y = std::numeric_limits<double>::quiet_NaN(); });
  }
};

TEST(ModelThrew, AnActionThatLeavesNanIsNamedAndItsNanIsNotKept) {
  const auto run = simulate(ActionLeavesNan{}, {.y = 0}, {.t_end = 1});
  EXPECT_EQ(run.outcome().reason, Reason::model_threw) << run.outcome().message();
  EXPECT_TRUE(names(run.outcome(), "when y > 0.5")) << run.outcome().message();
  EXPECT_NE(run.outcome().detail.find("leaves y"), std::string::npos) << run.outcome().message();
  EXPECT_NEAR(run.final("y"), 0.5, 1e-12);
}

struct SampleWithoutPeriod {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {1};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>&) const {
    on.every(0, 0, [] {});
  }
};

TEST(ModelThrew, ASampleWithoutAPeriodIsSaidAtTheStart) {
  const auto run = simulate(SampleWithoutPeriod{}, {.y = 0}, {.t_end = 1});
  EXPECT_EQ(run.outcome().reason, Reason::model_threw);
  EXPECT_NE(run.outcome().detail.find("S0115"), std::string::npos) << run.outcome().message();
}

struct ThrowsInRhs {
  double from;
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  State<Real> operator()(Real t, const State<Real>&) const {
    if constexpr (std::same_as<typename Real::Value, double>)
      if (t.value() > from) throw std::runtime_error("the table ends here");
    return {1};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.watch(s.y > 0.25);
  }
};

TEST(ModelThrew, InTheRightHandSideQuotesTheText) {
  const auto run = simulate(ThrowsInRhs{.from = 0.5}, {.y = 0}, {.t_end = 1, .largest_step = 0.01});
  EXPECT_EQ(run.outcome().reason, Reason::model_threw) << run.outcome().message();
  EXPECT_NE(run.outcome().message().find("the table ends here"), std::string::npos);
  EXPECT_NEAR(run.outcome().t, 0.5, 0.011);
  EXPECT_LE(run.outcome().t, 0.5);
  EXPECT_EQ(run.events().size(), 1u);
  expect_sound(run);
}

TEST(ModelThrew, FromTheStartHasARow) {
  const auto run = simulate(ThrowsInRhs{.from = -1}, {.y = 3}, {.t_end = 1});
  EXPECT_EQ(run.outcome().reason, Reason::model_threw);
  EXPECT_EQ(run.outcome().t, 0);
  EXPECT_EQ(run.trajectory().front("y"), 3);
  expect_sound(run);
}

// ---- terminal events ----

struct Stops {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {1};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.watch(s.y > 0.25);
    on.stop_when(s.y >= 0.75, "full");
    on.stop_when(s.y >= 0.9, "overflow");
  }
};

TEST(TerminalEvent, IsNamedAndIsTheLastEvent) {
  const auto run = simulate(Stops{}, {.y = 0}, {.t_end = 1});
  EXPECT_EQ(run.outcome().reason, Reason::terminal_event);
  EXPECT_TRUE(run.outcome().ok());
  EXPECT_EQ(run.outcome().code(), "");
  EXPECT_EQ(run.outcome().names, std::vector<std::string>{"full"});
  EXPECT_NEAR(run.outcome().t, 0.75, 1e-12);
  ASSERT_EQ(run.events().size(), 2u);
  EXPECT_EQ(run.events()[1].kind, Event::Kind::terminal);
  EXPECT_EQ(run.events()[1].whens, std::vector<std::string>{"full"});
  expect_sound(run);
}

TEST(TerminalEvent, ARunThatHasEndedStaysEnded) {
  Simulation simulation(make_model(Stops{}), {.x = {0}}, {.t_end = 1});
  simulation.run();
  const double t = simulation.t();
  EXPECT_EQ(simulation.run_until(1).reason, Reason::terminal_event);
  EXPECT_EQ(simulation.t(), t);
  EXPECT_EQ(simulation.result().events().size(), 2u);
}

}  // namespace
}  // namespace saltus
