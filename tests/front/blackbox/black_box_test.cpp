// Models given as callables: the events of their templated twins, with a numerical certificate; bad descriptions.

#include <saltus/saltus.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace saltus {
namespace {

using In  = std::span<const double>;
using Out = std::span<double>;

constexpr double tolerance = 1e-8;

saltus::Run solve(BlackBox box, std::vector<double> x, double t_start, double t_end,
                  MethodChoice method = MethodChoice::automatic) {
  return simulate(std::move(box), std::move(x),
                  {.t_start = t_start, .t_end = t_end, .rtol = tolerance, .atol = tolerance, .method = method});
}

std::vector<double> times(const saltus::Run& run) {
  std::vector<double> t;
  for (const Event& e : run.events()) t.push_back(e.t);
  return t;
}

class EachMethod : public ::testing::TestWithParam<MethodChoice> {};

TEST_P(EachMethod, FindsAll69SwitchesOfTheFastSine) {  // S-01
  BlackBox   box{.variables = {"y"},
                 .rhs = [](double, In x, const Frozen& frozen, Out dx) { dx[0] = frozen.positive[0] != 0 ? x[0] : 0; },
                 .guards = {{.name     = "sine",
                             .g        = [](double t, In, In) { return std::sin(20 * std::numbers::pi * t); },
                             .switches = true}}};
  const auto run = solve(box, {0.1}, 0, 3.5, GetParam());
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_EQ(run.statistics().certificate, "numerical");
  std::vector<double> t = times(run);
  std::erase_if(t, [](double at) { return at > 3.5 - 1e-9; });  // the sine is zero at the end too: that event may count
  ASSERT_EQ(t.size(), 69u);
  for (std::size_t k = 0; k < t.size(); ++k)
    EXPECT_NEAR(t[k], double(k + 1) / 20, 1e-13);  // rounding of 20 pi t: 2e-14 / (20 pi)
  EXPECT_NEAR(run.final("y"), 0.1 * std::exp(1.75), 100 * tolerance);
}

TEST_P(EachMethod, FindsTheThreeRootsOfTheCubic) {
  BlackBox   box{.variables = {"y"},
                 .rhs       = [](double t, In, const Frozen&, Out dx) { dx[0] = 3 * t * t + 12 * t - 4; },
                 .guards    = {{.name = "y", .g = [](double, In x, In) { return x[0]; }}}};
  const auto run = solve(box, {-120}, -8, 4, GetParam());
  ASSERT_EQ(run.events().size(), 3u);
  const double roots[] = {-6, -2, 2};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(run.events()[k].t, roots[k], 120 * 10 * tolerance / 16);  // |y| reaches 120, the smallest slope is 16
    ASSERT_EQ(run.events()[k].relations.size(), 1u);
    EXPECT_EQ(run.events()[k].relations[0], (Event::RelationChange{"y > 0", k != 1}));
  }
  EXPECT_EQ(run.statistics().certificate, "numerical");
}

TEST_P(EachMethod, BouncesTheBall) {
  BlackBox     box{.variables      = {"h", "v"},
                   .rhs            = [](double, In x, const Frozen&, Out dx) { dx[0] = x[1], dx[1] = -9.81; },
                   .guards         = {{.name   = "height",
                                       .g      = [](double, In x, In) { return x[0]; },
                                       .change = Change::becomes_false,
                                       .reset =
                                           [](double, Out x, Out q) {
                                 x[1] = -0.8 * x[1];
                                 q[0] += 1;
                               }}},
                   .discrete       = {"bounces"},
                   .discrete_start = {0}};
  const auto   run = solve(box, {1, 0}, 0, 3, GetParam());
  const double t1  = std::sqrt(2 / 9.81);
  ASSERT_EQ(run.events().size(), 6u) << run.outcome().message();  // 0.45, 1.17, 1.75, 2.21, 2.58, 2.88
  double flight = 1.6 * t1, expected = t1;
  for (const Event& e : run.events()) {
    EXPECT_NEAR(e.t, expected, 100 * tolerance);
    expected += flight;
    flight *= 0.8;
  }
  EXPECT_EQ(run.final("bounces"), 6);
  EXPECT_EQ(run.statistics().certificate, "numerical");
}

/// g changes side by a jump that nothing announces.
BlackBox jump_at(double place) {
  return {.variables = {"x"},
          .rhs       = [](double, In, const Frozen&, Out dx) { dx[0] = 1; },
          .guards    = {{.name = "jump", .g = [place](double, In x, In) { return x[0] < place ? -700.0 : 2000.0; }}}};
}

TEST_P(EachMethod, LocatesAJumpOfAGuardToAdjacentNumbers) {
  const auto run = solve(jump_at(0.3), {0}, 0, 1, GetParam());
  ASSERT_EQ(run.events().size(), 1u) << run.outcome().message();
  const Event& e = run.events()[0];
  EXPECT_NEAR(e.t, 0.3, 1e-15);
  EXPECT_LT(e.t_left, e.t);
  EXPECT_LE(e.t - e.t_left, 4 * std::numeric_limits<double>::epsilon());  // the resolution of theta over a step of length 1
}

INSTANTIATE_TEST_SUITE_P(Methods, EachMethod,
                         ::testing::Values(MethodChoice::tsit5, MethodChoice::dop853, MethodChoice::radau),
                         [](const auto& it) { return std::string(to_text(it.param)); });

TEST(Change, CountsTheDirectionThatWasAskedFor) {
  for (const auto& [change, expected] : {std::pair{Change::becomes_true, std::vector<double>{1.0}},
                                         std::pair{Change::becomes_false, std::vector<double>{2.0}},
                                         std::pair{Change::either, std::vector<double>{1.0, 2.0}}}) {
    BlackBox box{
        .variables = {"x"},
        .rhs       = [](double, In, const Frozen&, Out dx) { dx[0] = 1; },
        .guards = {{.name = "between", .g = [](double, In x, In) { return (x[0] - 1) * (2 - x[0]); }, .change = change}}};
    const auto t = times(solve(box, {0}, 0, 3));
    ASSERT_EQ(t.size(), expected.size());
    for (std::size_t k = 0; k < t.size(); ++k) EXPECT_NEAR(t[k], expected[k], 1e-12);
  }
}

TEST(Guards, MayEndTheRunAndFireAtItsStart) {
  BlackBox   box{.variables = {"x"},
                 .rhs       = [](double, In, const Frozen&, Out dx) { dx[0] = 1; },
                 .guards    = {{.name    = "begin",
                                .g       = [](double, In x, In) { return x[0]; },
                                .change  = Change::becomes_true,
                                .reset   = [](double, Out x, Out) { x[0] = 2; },
                                .initial = true},
                               {.name = "full", .g = [](double, In x, In) { return x[0] - 2.5; }, .terminal = true}}};
  const auto run = solve(box, {1}, 0, 3);
  ASSERT_EQ(run.events().size(), 2u);
  EXPECT_EQ(run.events()[0].kind, Event::Kind::initial);
  EXPECT_EQ(run.outcome().reason, Outcome::Reason::terminal_event);
  EXPECT_EQ(run.outcome().names, std::vector<std::string>{"full"});
  EXPECT_NEAR(run.outcome().t, 0.5, 1e-12);
}

// ---- implicit: level' = 1 - outflow, outflow^2 = level, so that outflow' = (1 / outflow - 1) / 2 ----

BlackBox tank(bool with_jacobian) {
  BlackBox box{
      .variables = {"level", "outflow"},
      .residual = [](double, In x, In dx, const Frozen&, Out r) { r[0] = dx[0] - 1 + x[1], r[1] = x[1] * x[1] - x[0]; },
      .differential = {true, false},
      .guards       = {{.name = "half", .g = [](double, In x, In) { return x[1] - 0.5; }}}};
  if (with_jacobian)
    box.jacobian = [](double, In x, In, const Frozen&, Out f_x, Out f_dx) {
      f_x[0] = 0, f_x[1] = -1, f_x[2] = 1, f_x[3] = 2 * x[1];  // by columns
      f_dx[0] = 1, f_dx[1] = f_dx[2] = f_dx[3] = 0;
    };
  return box;
}

class Implicit : public ::testing::TestWithParam<bool> {};

TEST_P(Implicit, FollowsTheTankAndFindsTheEventOfItsAlgebraicVariable) {
  // From outflow w0: t = -2 (w - w0) - 2 ln((1 - w) / (1 - w0)).
  const auto run = solve(tank(GetParam()), {0.01, 0.3}, 0, 1);  // the outflow is a guess: it becomes 0.1
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_NEAR(run.trajectory().front("outflow"), 0.1, 1e-7);
  ASSERT_EQ(run.events().size(), 1u);
  EXPECT_NEAR(run.events()[0].t, -2 * 0.4 - 2 * std::log(0.5 / 0.9), 1e-6);
  EXPECT_NEAR(run.final("outflow") * run.final("outflow"), run.final("level"), 1e-7);
  EXPECT_EQ(run.statistics().certificate, "numerical");
  EXPECT_EQ(run.statistics().method, "radau");
}
INSTANTIATE_TEST_SUITE_P(Jacobian, Implicit, ::testing::Bool(),
                         [](const auto& it) { return it.param ? "given" : "by_differences"; });

TEST(Implicit, AGivenJacobianLeadsToTheSameSolution) {
  const auto given = solve(tank(true), {0.01, 0.1}, 0, 1), differences = solve(tank(false), {0.01, 0.1}, 0, 1);
  ASSERT_EQ(given.events().size(), differences.events().size());
  EXPECT_NEAR(given.final("level"), differences.final("level"), 100 * tolerance);
}

TEST(Copies, GoOnLikeTheOriginal) {
  Simulation original(make_model(jump_at(0.3)), {.x = {0}}, {.t_end = 1});
  original.run_until(0.1);
  Simulation copy = original;
  original.run();
  copy.run();
  EXPECT_EQ(original.result().events(), copy.result().events());
  EXPECT_TRUE(original.result().trajectory() == copy.result().trajectory());
}

// ---- bad descriptions ----

std::string refusal(BlackBox box) {
  try {
    make_model(std::move(box));
  } catch (const InputError& e) { return e.what(); }
  return "";
}

TEST(BadDescription, EveryProblemIsListedInOneMessage) {
  BlackBox box;
  box.differential       = {true};
  box.discrete           = {"count"};
  box.guards             = {{.name = "floor", .g = {}}, {.name = "", .g = {}}};
  const std::string said = refusal(box);
  for (const char* words :
       {"S0120", "S0121", "S0122: `differential` has 1 entries for 0", "S0123: 1 discrete variables and 0 start values",
        "S0124: guard 0 (\"floor\")", "S0124: guard 1"})
    EXPECT_NE(said.find(words), std::string::npos) << words << " is not in\n" << said;
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 5) << said;
}

TEST(BadDescription, BothFormsAtOnceAreRefused) {
  BlackBox box = tank(false);
  box.rhs      = [](double, In, const Frozen&, Out) {};
  EXPECT_NE(refusal(box).find("S0121"), std::string::npos);
}

TEST(BadDescription, ExceptionsOfTheCallableEndTheRun) {
  BlackBox box = jump_at(0.3);
  box.rhs      = [](double t, In, const Frozen&, Out dx) {
    if (t > 0.5) throw std::runtime_error("legacy code says no");
    dx[0] = 1;
  };
  const auto run = simulate(box, {0}, {.t_end = 1, .largest_step = 0.01});
  EXPECT_EQ(run.outcome().reason, Outcome::Reason::model_threw);
  EXPECT_NE(run.outcome().message().find("legacy code says no"), std::string::npos);
  EXPECT_EQ(run.events().size(), 1u);
}

}  // namespace
}  // namespace saltus
