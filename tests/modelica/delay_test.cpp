// delay(e, T): the past of an expression, with its jumps.

#include "run_text.hpp"

#include <saltus/front/modelica/delay_line.hpp>
#include <saltus/front/modelica/translate.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>

namespace saltus::modelica::test {
namespace {

void add(DelayLine& line, double t0, double t1, const std::function<double(double)>& f) {
  std::array<double, DelayLine::points> values{};
  const auto                            when = DelayLine::instants(t0, t1);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = f(when[k]);
  line.add(t0, t1, values);
}

TEST(DelayLine, GivesPolynomialsOfItsDegreeAndTheirSlopesBack) {
  const auto f = [](double t) { return ((((((2 * t - 1) * t + 3) * t - 5) * t + 1) * t - 2) * t + 4) * t - 7; };
  const auto d = [&](double t) { return (f(t + 1e-6) - f(t - 1e-6)) / 2e-6; };
  DelayLine  line;
  add(line, 1, 1.5, f);
  add(line, 1.5, 2.25, f);
  for (const double t : {1.0, 1.1, 1.49, 1.5, 1.7, 2.25}) {
    EXPECT_NEAR(line.value(t, 0, -1), t == 1.0 ? -1 : f(t), 1e-12 * std::abs(f(t)) + 1e-12) << t;
    EXPECT_NEAR(line.slope(t, 0), d(t), 1e-5 * std::abs(d(t))) << t;
  }
  EXPECT_EQ(line.value(0.5, 0, -1), -1);
  EXPECT_EQ(line.slope(0.5, 0), 0);
}

TEST(DelayLine, KeepsBothLimitsOfAJump) {
  DelayLine line;
  add(line, 0, 1, [](double) { return 3.0; });
  add(line, 1, 2, [](double t) { return 5 + t; });  // nobody said that it may jump: a defect of the method, no jump
  EXPECT_EQ(line.beginning(1), DelayLine::never);
  line.may_jump();
  add(line, 2, 3, [](double t) { return 8 - t; });
  EXPECT_EQ(line.beginning(1), 2);
  EXPECT_NEAR(line.value(2, 0, 0), 7, 1e-14);
  EXPECT_NEAR(line.value(2, 1, 0), 6, 1e-14);
  EXPECT_EQ(line.next_corner(0.5), 2);
  EXPECT_EQ(line.next_corner(2), DelayLine::never);
}

TEST(DelayLine, AKinkIsACornerAndNoJump) {
  DelayLine line;
  add(line, 0, 1, [](double t) { return t; });
  line.may_jump();
  add(line, 1, 2, [](double) { return 1.0; });
  EXPECT_EQ(line.beginning(1), DelayLine::never);
  EXPECT_EQ(line.next_corner(0.2), 1);
}

// x' = -x(t - 1), x = 1 before: polynomials piece by piece, sum over k of (-1)^k (t - (k - 1))^k / k!.
TEST(Delay, SolvesADelayDifferentialEquation) {
  const auto run = run_text("model M Real x(start = 1, fixed = true); equation der(x) = -delay(x, 1); end M;", 6.5, 1e-9);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  const auto exact = [](double t) {
    double sum = 0, factorial = 1;
    for (int k = 0; k <= std::floor(t) + 1; ++k) {
      if (k > 0) factorial *= k;
      sum += (k % 2 == 0 ? 1 : -1) * std::pow(t - (k - 1), k) / factorial;
    }
    return sum;
  };
  EXPECT_NEAR(run.final("x"), exact(6.5), 1e-8);
  EXPECT_EQ(run.events().size(), 1u);  // the start; corners of the past are no events
}

TEST(Delay, AJumpComesThroughAtItsTimeAndIsAnEvent) {
  const auto run = run_text(R"(
model M
  Real y(start = 0, fixed = true);
  Real s = if time > 0.35 then 2 + time else 1;
  Real late = delay(s, 0.5);
  Boolean big = late > 1.5;
equation
  der(y) = late;
end M;)",
                            1);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  ASSERT_GE(run.events().size(), 2u);
  const auto& last = run.events().back();
  EXPECT_NEAR(last.t, 0.85, 1e-14);
  EXPECT_NEAR(run.trajectory().value("late", last.t, Side::left), 1, 1e-12);
  EXPECT_NEAR(run.trajectory().value("late", last.t, Side::right), 2.35, 1e-12);
  EXPECT_EQ(run.final("big"), 1);
  EXPECT_NEAR(run.final("y"), 0.85 + 0.15 * 2 + (0.5 * 0.5 - 0.35 * 0.35) / 2, 1e-8);
}

TEST(Delay, OfADiscreteVariableRepeatsItsValues) {
  const auto run = run_text(R"(
model M
  Integer n(start = 0, fixed = true);
  Real plain = n, late = delay(plain, 0.25), sum(start = 0, fixed = true);
equation
  when sample(0.1, 0.3) then n = pre(n) + 1; end when;
  der(sum) = late;
end M;)",
                            2.0);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  double area = 0;
  for (int k = 0; 0.35 + 0.3 * k < 2; ++k) area += 2 - (0.35 + 0.3 * k);
  EXPECT_NEAR(run.final("sum"), area, 1e-12);
  EXPECT_EQ(run.final("late"), 6);
  EXPECT_EQ(run.final("n"), 7);
}

// x(t) = t, so delay(x, T(t)) = t - T(t) for t > T, and 0 before.
TEST(Delay, MayVaryWithinItsLargestValue) {
  const auto run = run_text(R"(
model M
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  y = delay(x, 0.2 + 0.1*sin(3*time), 0.4);
end M;)",
                            3);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_NEAR(run.final("y"), 3 - 0.2 - 0.1 * std::sin(9.0), 1e-9);
}

TEST(Delay, BeforeTheStartIsWhatTheExpressionIsThere) {
  const auto run = run_text(R"(
model M
  Real x(start = 1), y, z;
initial equation
  der(x) = 0;
equation
  der(x) = -x + 0.5*y + 2;
  y = delay(x, 1);
  z = delay(y, 0.5);
end M;)",
                            4);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_NEAR(run.trajectory().front("x"), 4, 1e-9);  // x = 0.5 x + 2
  EXPECT_NEAR(run.final("x"), 4, 1e-7);
  EXPECT_NEAR(run.final("z"), 4, 1e-7);
}

TEST(Delay, OfNothingIsTheExpressionItself) {
  const auto run = run_text("model M Real x(start = 1, fixed = true); equation der(x) = -delay(x, 0); end M;", 1);
  EXPECT_NEAR(run.final("x"), std::exp(-1.0), 1e-8);
}

TEST(Delay, ATimeOutsideItsLimitsEndsTheRunWithWords) {
  const auto run = run_text("model M Real x = time, y = delay(x, time, 0.5); end M;", 1);
  EXPECT_FALSE(run.outcome().ok());
  EXPECT_NE(run.outcome().message().find("must lie between 0 and 0.5"), std::string::npos) << run.outcome().message();
  EXPECT_NE(run.outcome().message().find("delay(x, T)"), std::string::npos) << run.outcome().message();
}

TEST(Delay, ARepeatedRunForgetsTheFirst) {
  const auto sorted =
      translate("m.mo",
                "model M Real x(start = 1, fixed = true); Integer n(start = 0, fixed = true); Real l = delay(n, 0.3);\n"
                "equation der(x) = -delay(x, 1) + l; when x < 0.5 then n = pre(n) + 1; end when; end M;",
                {});
  auto       model   = std::make_unique<HybridModel>(sorted);
  const auto initial = find_initial(*model, 0);
  Simulation simulation(std::move(model), {.x = initial.x, .discrete = initial.q}, {.t_end = 3});
  simulation.run();
  const auto first = simulation.result();
  ASSERT_TRUE(first.outcome().ok()) << first.outcome().message();
  simulation.rewind();
  simulation.run();
  EXPECT_EQ(first.final("x"), simulation.result().final("x"));
  EXPECT_EQ(first.final("l"), simulation.result().final("l"));
  EXPECT_THROW(Simulation{simulation}, InputError);
}

}  // namespace
}  // namespace saltus::modelica::test
