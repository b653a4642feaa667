// A run that is paused, copied, rewound and resumed; what happens at the start; samples; memory.

#include "models.hpp"

#include <saltus/problems/problem.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace saltus {
namespace {

using problems::Problem;
using testing::Ball;
using testing::Decay;
using testing::Tank;

Options options_for(const Problem& p) { return {.t_start = p.t_start, .t_end = p.t_end}; }

void expect_same_bits(const saltus::Run& a, const saltus::Run& b) {
  EXPECT_EQ(a.outcome().message(), b.outcome().message());
  EXPECT_EQ(a.events(), b.events());
  EXPECT_EQ(a.grazes(), b.grazes());
  EXPECT_TRUE(a.trajectory() == b.trajectory());
}

class Pieces : public ::testing::TestWithParam<std::string> {
 protected:
  const Problem& p = *problems::find(GetParam());
  double         at(double fraction) const { return p.t_start + fraction * (p.t_end - p.t_start); }
};

TEST_P(Pieces, EndWhereTheyWereAskedToAndTheEventsAreThoseOfTheWholeRun) {
  const auto whole = simulate(p.make(), p.start, options_for(p));
  Simulation simulation(p.make(), p.start, options_for(p));
  for (const double fraction : {0.123, 0.5, 0.77, 1.0}) {
    ASSERT_EQ(simulation.run_until(at(fraction)).reason, Outcome::Reason::reached_end);
    EXPECT_EQ(simulation.t(), at(fraction));
    const auto so_far = simulation.result();
    EXPECT_EQ(so_far.outcome().t, at(fraction));
    EXPECT_EQ(so_far.trajectory().times().back(), at(fraction));
    EXPECT_EQ(so_far.trajectory().times().front(), p.t_start);
  }
  ASSERT_EQ(simulation.result().events().size(), whole.events().size());
  for (std::size_t k = 0; k < whole.events().size(); ++k)  // each of four pauses shifts the solution by a tolerance or so
    EXPECT_NEAR(simulation.result().events()[k].t, whole.events()[k].t,
                100e-6 * p.reference.time_scale * p.reference.condition);
}

TEST_P(Pieces, ACopyGoesOnBitForBitLikeTheOriginal) {
  Simulation original(p.make(), p.start, options_for(p));
  original.run_until(at(0.4));
  Simulation copy = original;
  expect_same_bits(original.result(), copy.result());
  EXPECT_EQ(original.result().statistics(), copy.result().statistics());
  original.run();
  copy.run();
  expect_same_bits(original.result(), copy.result());
  EXPECT_EQ(original.result().statistics(), copy.result().statistics());
}

TEST_P(Pieces, ACopyMadeBeforeTheFirstStepIsAFreshRun) {
  Simulation original(p.make(), p.start, options_for(p));
  Simulation copy = original;
  original.run();
  copy.run();
  expect_same_bits(original.result(), copy.result());
}

TEST_P(Pieces, ACopyDoesNotMoveWithTheOriginal) {
  Simulation original(p.make(), p.start, options_for(p));
  original.run_until(at(0.4));
  const Simulation checkpoint = original;
  const auto       before     = checkpoint.result();
  original.run();
  EXPECT_EQ(checkpoint.t(), at(0.4));
  expect_same_bits(checkpoint.result(), before);
  original = checkpoint;  // back to the checkpoint, and on
  EXPECT_EQ(original.t(), at(0.4));
  original.run();
  EXPECT_EQ(original.t(), p.t_end);
}

TEST_P(Pieces, RewindRepeatsTheRunBitForBit) {
  Simulation simulation(p.make(), p.start, options_for(p));
  simulation.run();
  const auto first = simulation.result();
  for (int again = 0; again < 2; ++again) {
    simulation.rewind();
    EXPECT_EQ(simulation.t(), p.t_start);
    EXPECT_EQ(simulation.result().trajectory().size(), 0u);
    simulation.run();
    expect_same_bits(first, simulation.result());
  }
}

TEST_P(Pieces, RewindFromTheMiddleRepeatsTheRunBitForBit) {
  Simulation simulation(p.make(), p.start, options_for(p));
  simulation.run_until(at(0.37));
  simulation.rewind();
  simulation.run();
  expect_same_bits(simulate(p.make(), p.start, options_for(p)), simulation.result());
}

TEST_P(Pieces, RewindRepeatsTheStatistics) {
  Simulation simulation(p.make(), p.start, options_for(p));
  simulation.run();
  const auto first = simulation.result().statistics();
  simulation.rewind();
  simulation.run();
  EXPECT_EQ(to_text(first), to_text(simulation.result().statistics()));
}

INSTANTIATE_TEST_SUITE_P(Gallery, Pieces,
                         ::testing::Values("bouncing_ball", "switched_growth", "shallow_cosine", "rectifier_dae_06",
                                           "gear_box", "two_tanks", "two_tanks_dae", "clutch", "ticks"),
                         [](const auto& it) { return it.param; });

TEST(Result, CanBeAskedForAtAnyTime) {
  Simulation simulation(make_model(Ball{}), {.x = {1, 0}}, {.t_end = 1});
  EXPECT_EQ(simulation.result().trajectory().size(), 0u);  // nothing has happened yet
  EXPECT_TRUE(simulation.result().events().empty());
  EXPECT_EQ(simulation.t(), 0);
  simulation.run_until(0);
  EXPECT_EQ(simulation.result().trajectory().size(), 1u);
  simulation.run_until(0.5);
  EXPECT_EQ(simulation.result().events().size(), 1u);
  EXPECT_EQ(simulation.x()[0], simulation.result().final("h"));
}

TEST(RunUntil, BeyondTheEndStopsAtTheEndAndBehindStandsStill) {
  Simulation simulation(make_model(Decay{}), {.x = {1}}, {.t_end = 1});
  simulation.run_until(0.5);
  simulation.run_until(0.25);
  EXPECT_EQ(simulation.t(), 0.5);
  simulation.run_until(7);
  EXPECT_EQ(simulation.t(), 1);
  simulation.run();
  EXPECT_EQ(simulation.t(), 1);
  EXPECT_EQ(simulation.result().outcome().reason, Outcome::Reason::reached_end);
}

TEST(RunUntil, AnEventExactlyAtThePauseHappensOnce) {
  Simulation simulation(make_model(Ball{.g = 8}), {.x = {1, 0}}, {.t_end = 1});
  simulation.run_until(0.5);  // h = 1 - 4 t^2: the polynomial is exact and comes to zero at the pause
  simulation.run();
  const auto run = simulation.result();
  ASSERT_EQ(run.events().size(), 1u);
  EXPECT_NEAR(run.events()[0].t, 0.5, 1e-12);
  EXPECT_GT(run.final("v"), -4);
}

TEST(Backward, FindsTheEventsOfThePast) {
  struct Cosine {
    static saltus::Run run() {
      const Problem& p = *problems::find("shallow_cosine");
      return simulate(p.make(), p.start, {.t_start = 0, .t_end = -6});
    }
  };
  const auto run = Cosine::run();
  ASSERT_EQ(run.events().size(), 2u);
  EXPECT_NEAR(run.events()[0].t, -2.690565841793531, 1e-12);
  EXPECT_NEAR(run.events()[1].t, -3.592619465386056, 1e-12);
  EXPECT_GE(run.events()[0].t_left, run.events()[0].t);
  EXPECT_EQ(run.outcome().t, -6);
}

// ---- the start ----

struct AtStart {
  bool initial;
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  struct Memory {
    Real fired = 0, ticks = 0;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>&, const Memory<Real>&) const {
    return {1};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    on.when(s.y >= 0, [&] { q.fired += 1; }, {.initial = initial});
    on.every(0, 0.25, [&] { q.ticks += 1; }, {.initial = initial});
  }
};

TEST(Start, InitialWhensAndTicksFireThereOnceAsOneEvent) {
  const auto run = simulate(AtStart{true}, {.y = 0}, {.t_end = 0.6});
  ASSERT_EQ(run.events().size(), 3u) << run.outcome().message();
  EXPECT_EQ(run.events()[0].t, 0);
  EXPECT_EQ(run.events()[0].kind, Event::Kind::initial);
  EXPECT_EQ(run.events()[0].whens.size(), 2u);
  EXPECT_EQ(run.final("fired"), 1);
  EXPECT_EQ(run.final("ticks"), 3);
  // Two rows at the start, before and after.
  EXPECT_EQ(run.trajectory().times()[1], 0);
  EXPECT_GT(run.trajectory().times()[2], 0);
  EXPECT_EQ(run.trajectory().row(0)[1], 0);
  EXPECT_EQ(run.trajectory().row(1)[1], 1);
}

TEST(Start, OthersDoNotFireThere) {
  const auto run = simulate(AtStart{false}, {.y = 0}, {.t_end = 0.6});
  ASSERT_EQ(run.events().size(), 2u);
  EXPECT_EQ(run.events()[0].t, 0.25);
  EXPECT_EQ(run.final("fired"), 0);
  EXPECT_EQ(run.final("ticks"), 2);
}

// ---- samples ----

struct Sampled {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  struct Memory {
    Real ticks = 0, once = 0, threshold = 0;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>&, const Memory<Real>&) const {
    return {1};
  }
  template <class Real>
  void events(Events<Real>& on, Real t, State<Real>&, Memory<Real>& q) const {
    on.every(0, 0.1, [&] { q.ticks += 1; });
    on.at(0.5, [&] { q.once += 1; });
    on.when(t >= 0.7000000000000001, [&] { q.threshold += 1; });  // 7 * 0.1
  }
};

TEST(Samples, ComeAtExactTimesAndThoseAtTheSameTimeAreOneEvent) {
  const auto run = simulate(Sampled{}, {.y = 0}, {.t_end = 1});
  ASSERT_EQ(run.events().size(), 10u);
  for (int k = 1; k <= 10; ++k) {
    const Event& e = run.events()[std::size_t(k - 1)];
    EXPECT_EQ(e.t, k * 0.1);
    EXPECT_EQ(e.t_left, e.t);
    EXPECT_EQ(e.kind, Event::Kind::time);
    EXPECT_EQ(e.whens.size(), k == 5 || k == 7 ? 2u : 1u) << to_text(e);
  }
  EXPECT_EQ(run.final("ticks"), 10);
  EXPECT_EQ(run.final("once"), 1);
  EXPECT_EQ(run.final("threshold"), 1);
}

TEST(Samples, RunBackwardToo) {
  const auto          run = simulate(Sampled{}, {.y = 1}, {.t_start = 0.55, .t_end = 0.25});
  std::vector<double> times;
  for (const Event& e : run.events()) times.push_back(e.t);
  EXPECT_EQ(times, (std::vector<double>{0.5, 4 * 0.1, 3 * 0.1}));
}

struct Together {  // two states reach 1 at the same instant, and a third condition is late by 1e-3
  template <class Real>
  struct State {
    Real a, b, sum;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {1, 2, 0};
  }
  template <class Real>
  void events(Events<Real>& on, Real t, State<Real>& s) const {
    on.when(s.a >= 0.5, [&] { s.sum += 1; }, {.name = "a"});
    on.when(s.b >= 1, [&] { s.sum += 10; }, {.name = "b"});
    on.when(t >= 0.5, [&] { s.sum += 100; }, {.name = "clock"});
    on.when(s.a >= 0.501, [&] { s.sum += 1000; }, {.name = "late"});
  }
};

TEST(Instants, ThatCoincideAreOneEvent) {
  for (const auto method : {MethodChoice::tsit5, MethodChoice::dop853, MethodChoice::radau}) {
    const auto run = simulate(Together{}, {.a = 0, .b = 0, .sum = 0}, {.t_end = 1, .method = method});
    ASSERT_EQ(run.events().size(), 2u);
    EXPECT_EQ(run.events()[0].t, 0.5);
    auto fired = run.events()[0].whens;  // in the order of the passes: states that just touch zero there come later
    std::sort(fired.begin(), fired.end());
    EXPECT_EQ(fired, (std::vector<std::string>{"a", "b", "clock"}));
    EXPECT_NEAR(run.events()[1].t, 0.501, 1e-12);
    EXPECT_EQ(run.final("sum"), 1111);
  }
}

// ---- transitions ----

enum class Light { off, dim, bright };
struct Dimmer {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  struct Memory {
    Light light = Light::off;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>&, const Memory<Real>&) const {
    return {1};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    on.transitions(q.light, {{Light::off, Light::dim, s.y > 0.5},
                             {Light::off, Light::bright, s.y > 0.5},
                             {Light::dim, Light::bright, s.y > 2}});
  }
};

TEST(Transitions, OfTwoRowsThatApplyTheFirstWins) {
  const auto run = simulate(Dimmer{}, {.y = 0}, {.t_end = 1});
  EXPECT_EQ(run.final("light"), double(Light::dim));
  EXPECT_EQ(run.events().size(), 1u);
}

TEST(Memory, StartsAsTheCallSays) {
  const auto run = simulate(Dimmer{}, {.y = 0}, {.light = Light::dim}, {.t_end = 3});
  EXPECT_EQ(run.trajectory().front("light"), double(Light::dim));
  ASSERT_FALSE(run.events().empty());
  EXPECT_NEAR(run.events()[0].t, 2, 1e-12);
  EXPECT_EQ(run.final("light"), double(Light::bright));
  EXPECT_EQ(simulate(Dimmer{}, {.y = 0}, {.t_end = 0.1}).trajectory().front("light"), double(Light::off));
}

// ---- keep and solve_for ----

struct ResetTank : Tank {
  bool solves_for_the_level = true;
  template <class Real>
  void events(Events<Real>& on, Real, Vars<Real>& y) const {
    on.when(y.outflow >= 0.5, [&] {
      y.outflow = 0.25;
      on.keep(y.outflow);
      if (solves_for_the_level) on.solve_for(y.level);
    });
  }
};

TEST(Keep, AKeptAlgebraicValueMovesTheStateThatIsSolvedFor) {
  const auto run = simulate(ResetTank{}, {.level = 0.01, .outflow = 0.1}, {.t_end = 0.5});
  ASSERT_FALSE(run.events().empty()) << run.outcome().message();
  const double t = run.events()[0].t;
  EXPECT_NEAR(run("outflow", t, Side::left), 0.5, 1e-6);
  EXPECT_EQ(run("outflow", t), 0.25);
  EXPECT_NEAR(run("level", t), 0.0625, 1e-9);  // Newton solves to far below the tolerance
}

// Each switch of the heater is a shock: a mode is entered with a step a thousand times shorter than it is left with. Steps
// that are found by rejection alone take five trials for each event.
TEST(FirstStep, InAModeThatBeginsWithAShockIsTheOneOfTheLastTime) {
  const Problem&    p   = *problems::find("diffusion_100");
  const saltus::Run run = simulate(p.make(), p.start, options_for(p));
  EXPECT_EQ(run.events().size(), p.reference.event_times.size());
  EXPECT_LE(run.statistics().rejected, static_cast<long>(run.events().size()) * 3 / 2);
}

TEST(Keep, WithoutASolveForTheRunSaysThatTheNumbersDoNotMatch) {
  ResetTank tank;
  tank.solves_for_the_level = false;
  const auto run            = simulate(tank, {.level = 0.01, .outflow = 0.1}, {.t_end = 0.5});
  EXPECT_EQ(run.outcome().reason, Outcome::Reason::not_consistent);
  EXPECT_NE(run.outcome().message().find("values are given"), std::string::npos) << run.outcome().message();
}

TEST(Fixed, AGivenAlgebraicValueDeterminesTheState) {
  const auto run = simulate(make_model(Tank{}), Start{.x = {0.3, 0.5}, .fixed = {"outflow"}}, {.t_end = 0.1});
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_NEAR(run.trajectory().front("level"), 0.25, 1e-9);
  EXPECT_EQ(run.trajectory().front("outflow"), 0.5);
}

TEST(Fixed, AGivenDerivativeDeterminesTheState) {
  const auto run =
      simulate(make_model(Tank{}), Start{.x = {0.3, 0.5}, .dx = {0.25, 0}, .fixed = {"der(level)"}}, {.t_end = 0.1});
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_NEAR(run.trajectory().front("level"), 0.5625, 1e-9);  // 1 - sqrt(level) = 0.25
}

}  // namespace
}  // namespace saltus
