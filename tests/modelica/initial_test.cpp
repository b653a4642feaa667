// Where models start, and how they go on where a matrix is singular.

#include "run_text.hpp"

#include <saltus/front/modelica/translate.hpp>

#include <saltus/front/modelica/common_factor.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace saltus::modelica::test {
namespace {

double value(const Run& run, const std::string& name, std::size_t row) {
  const auto& names = run.trajectory().names();
  const auto  at    = std::find(names.begin(), names.end(), name);
  if (at == names.end()) throw std::runtime_error("no variable " + name);
  return run.trajectory().row(row)[static_cast<std::size_t>(at - names.begin())];
}
double at_end(const Run& run, const std::string& name) { return value(run, name, run.trajectory().size() - 1); }
double at_start(const Run& run, const std::string& name) { return value(run, name, 0); }

TEST(Initial, SolvesEquationsInTheOrderInWhichTheyHaveAMeaning) {
  // At the start value of c the root has none.
  const auto run = run_text(R"(model m
    parameter Real k(fixed = false);
    parameter Real c(fixed = false);
    Real x(start = 1, fixed = true);
  initial equation
    k = 1 / sqrt(c - 1);
    c = 5;
  equation
    der(x) = -k * x;
  end m;)",
                            1);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_NEAR(at_end(run, "x"), std::exp(-0.5), 1e-6);  // tolerance 1e-8, some steps
}

TEST(Initial, NamesTheStartValueThatContradicts) {
  try {
    run_text(R"(model m
      Real x(start = 1, fixed = true);
      Real y(start = 3, fixed = true);
    equation
      der(x) = -x;
      y = 2 * x;
    end m;)",
             1);
    FAIL() << "a contradiction was accepted";
  } catch (const InputError& e) {
    const std::string text = e.what();
    EXPECT_NE(text.find("S0609"), std::string::npos) << text;
    EXPECT_NE(text.find("line 3: `y` is fixed at its start value 3"), std::string::npos) << text;
    EXPECT_NE(text.find("line 2: `x` is fixed at its start value 1"), std::string::npos) << text;
  }
}

// Saturated at either end the feedback leads to the other end; the solution is in between.
TEST(Initial, TurnsOneRelationAtATimeWhereAllAtOnceGoInACircle) {
  const auto run = run_text(R"(model m
    Real u(start = 1);
    Real y;
    Real x(start = 0, fixed = true);
  equation
    y = if u > 1e-3 then 10 else if u < -1e-3 then -10 else 1e4 * u;
    u + 0.1 * y + 1e-3 * u ^ 3 = 0.5;
    der(x) = y;
  end m;)",
                            1);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_NEAR(at_start(run, "u"), 0.5 / 1001, 1e-9);  // the cube is 1e-13
}

// Zero, for want of a start value, is where neither equation has a value.
TEST(Initial, LeavesZeroWhereTheEquationsAreNotFinite) {
  const auto run = run_text(R"(model m
    Real p;
    Real r;
    Real x(start = 0, fixed = true);
  equation
    p / r + log(p) = 2 + log(4);
    p * r + sqrt(r) = 8 + sqrt(2);
    der(x) = p;
  end m;)",
                            1);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_NEAR(at_start(run, "p"), 4, 1e-8);
  EXPECT_NEAR(at_start(run, "r"), 2, 1e-8);
}

TEST(Initial, IsolatesAReciprocal) {
  const auto run = run_text(R"(model m
    Real g;
    Real x(start = 0, fixed = true);
  equation
    4 = 1 / g;
    der(x) = g;
  end m;)",
                            2);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_NEAR(at_end(run, "x"), 0.5, 1e-9);
}

TEST(Kinks, TheAbsoluteValueOfAQuotientPassesThePoleOfItsArgument) {
  const auto run = run_text(R"(model m
    Real i;
    Real l;
    Real x(start = 0, fixed = true);
  equation
    i = 1 - time;
    l = noEvent(if abs(i) > 1e-14 then abs(3 * i / i ^ 2 * i) else 3);
    der(x) = noEvent(if abs(i) > 1e-14 then abs((2 * i) / i) else 2);
  end m;)",
                            2);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_NEAR(at_end(run, "x"), 4, 1e-6);
}

// Nothing says what the port of a pump is like while it stands still; afterwards, what flows through it does.
TEST(OpenValues, StayAsTheyAreUntilTheEquationsTell) {
  const std::string text  = R"(model m
    Real T(start = 300, fixed = true);
    Real port(start = 290);
    Real m;
  equation
    m = if time < 1 then 0 else time - 1;
    m * port + 1e-3 * m * port ^ 3 / 300 ^ 2 = 1.001 * m * T;
    der(T) = m * (280 - T);
  end m;)";
  const auto        still = run_text(text, 0.5), run = run_text(text, 2);
  ASSERT_TRUE(still.outcome().ok()) << still.outcome().message();
  EXPECT_NEAR(at_end(still, "port"), 290, 1e-9);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  const double T = 280 + 20 * std::exp(-0.5), p = at_end(run, "port");
  EXPECT_NEAR(at_end(run, "T"), T, 1e-5);
  EXPECT_NEAR(p + 1e-3 * p * p * p / 9e4, 1.001 * T, 1e-4);
}

TEST(CommonFactor, IsLeftOutUnlessItDependsOnTheUnknowns) {
  model::Dag         dag;
  const auto         t = dag.time(), x = dag.leaf(model::Op::variable, 0), y = dag.leaf(model::Op::variable, 1);
  const auto         mul       = [&](model::Node a, model::Node b) { return dag.binary(model::Op::mul, a, b); };
  const auto         residual  = dag.binary(model::Op::sub, mul(t, x), dag.unary(model::Op::neg, mul(y, t)));
  const int          unknown[] = {0};
  const model::Names names{{"x", "y"}, {}};
  EXPECT_EQ(dag.text(without_common_factor(dag, residual, unknown), names), "x + y");
  const auto own = dag.binary(model::Op::add, mul(x, t), mul(x, y));
  EXPECT_EQ(without_common_factor(dag, own, unknown), own);
}

TEST(Dag, WritesSharedNodesOnlyUpToALength) {
  model::Dag  dag;
  model::Node n = dag.leaf(model::Op::variable, 0);
  for (int k = 0; k < 100; ++k)
    n = dag.binary(model::Op::add, dag.unary(model::Op::sin, n), dag.unary(model::Op::cos, n));
  EXPECT_LT(dag.text(n, {{"x"}, {}}).size(), 4000u);
}

// Elimination would leave 7e-18 in b.
TEST(Initial, TakesAStartValueThatIsTheSolutionAsItIs) {
  const auto run = run_text(R"(model m
    Real a(start = 0);
    Real b(start = 0);
  initial equation
    3 * a + 7 * b = 0.9;
    0.1 * a - 0.3 * b = 0.03;
  equation
    der(a) = -b;
    der(b) = a;
  end m;)",
                            1);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_EQ(at_start(run, "b"), 0);
  EXPECT_NEAR(at_start(run, "a"), 0.3, 1e-15);
}

// That nothing accelerates is said twice, by the brake and by the start: the motor may carry all of the load, or the brake.
TEST(Initial, ForcesThatAreLeftOpenStayWhatTheyAreAndStatesFollow) {
  const auto run = run_text(R"(model m
    Real w(start = 0, fixed = true);
    Real motor(start = 0);
    Real brake(start = 0);
    Real a;
    Boolean locked = w <= 0;
  initial equation
    a = 0;
  equation
    der(w) = a;
    a = motor + brake + 0.1 * brake ^ 3 - 5;
    0 = if locked then a else brake;
    der(motor) = 5 - motor;
  end m;)",
                            1);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_NEAR(at_start(run, "motor"), 5, 1e-9);  // a step for the brake costs 1e12 times as much
  EXPECT_NEAR(at_start(run, "brake"), 0, 1e-9);
}

// ---- homotopy -------------------------------------------------------------------------------------------------------

// Newton's method goes from 0 to 1 and back; a linear problem leads the way to the only root.
TEST(Homotopy, LeadsToASolutionThatTheActualProblemAloneDoesNotFind) {
  const auto start = [](const std::string& equation) {
    HybridModel model(translate("m.mo", "model M Real x(start = 0); equation " + equation + "; end M;"));
    return find_initial(model, 0).x.at(0);
  };
  EXPECT_THROW(start("x^3 - 2*x + 2 = 0"), InputError);
  EXPECT_NEAR(start("homotopy(x^3 - 2*x + 2, x + 2) = 0"), -1.7692923542386314, 1e-12);
  EXPECT_NEAR(start("homotopy(actual = x^3 - 2*x + 2, simplified = x + 2) = 0"), -1.7692923542386314, 1e-12);
}

TEST(Homotopy, OfArraysGoesElementByElement) {
  HybridModel model(translate("m.mo", R"(
    model M
      Real x[2](each start = 0);
    equation
      homotopy({x[1]^3 - 2*x[1] + 2, x[2] - x[1]}, {x[1] + 2, x[2]}) = {0, 0};
    end M;)"));
  const auto  initial = find_initial(model, 0);
  for (const double x : initial.x) EXPECT_NEAR(x, -1.7692923542386314, 1e-12);
}

TEST(Homotopy, IsItsActualValueDuringTheRun) {
  const auto run = run_text("model M Real x(start = 1, fixed = true); equation der(x) = homotopy(-x, 7); end M;", 1);
  EXPECT_NEAR(run.final("x"), std::exp(-1.0), 1e-7);
}

TEST(Homotopy, ThatLeadsNowhereSaysWhatHasNoSolution) {
  HybridModel model(translate("m.mo", "model M Real x(start = 0.5); equation homotopy(x^2 + 1, x) = 0; end M;"));
  try {
    find_initial(model, 0);
    FAIL() << "there is no real solution";
  } catch (const InputError& e) { EXPECT_NE(std::string(e.what()).find("S0609"), std::string::npos) << e.what(); }
}

}  // namespace
}  // namespace saltus::modelica::test
