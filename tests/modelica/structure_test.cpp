#include "flat_builder.hpp"

#include <random>

namespace saltus::modelica::test {
namespace {

std::vector<double> starts(const Sorted& s) { return start_values(s.after->flat); }

// ---- aliases --------------------------------------------------------------------------------------------------------

TEST(Alias, ChainsWithSignsEndAtOneVariable) {
  FlatBuilder m;
  const E     a = m.real("a"), b = m.real("b"), c = m.real("c"), d = m.real("d");
  m.equation(a, -b);
  m.equation(b + c, m.constant(0));
  m.equation(m.constant(0), d - c);
  m.equation(a, sin(m.time()));
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  const auto& alias = s.after->alias;
  EXPECT_EQ(s.after->counts.aliases, 3);
  EXPECT_EQ(alias[s.find("a")].sign * alias[s.find("b")].sign, -1);
  EXPECT_EQ(alias[s.find("b")].sign * alias[s.find("c")].sign, -1);
  EXPECT_EQ(alias[s.find("c")].sign * alias[s.find("d")].sign, 1);
  EXPECT_LT(worst_residual(s, starts(s)), 1e-15);
}

TEST(Alias, StatesStayAndTakeTheFixedStartOfTheOthers) {
  FlatBuilder m;
  const E     other = m.real("other", 7);
  m.last().fixed    = true;
  m.last().minimum  = -10;
  const E x         = m.real("x", 1);
  m.last().minimum  = -20;
  m.last().maximum  = 8;
  m.equation(other, -x);
  m.equation(der(x), -x);
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  EXPECT_EQ(s.states(), std::vector<std::string>{"x"});
  const FlatVariable& kept = s.after->flat.variables[s.find("x")];
  EXPECT_EQ(kept.start, -7);
  EXPECT_TRUE(kept.fixed);
  EXPECT_EQ(kept.minimum, -20);
  EXPECT_EQ(kept.maximum, 8);  // other >= -10 says x <= 10
}

TEST(Alias, NumbersSpreadThroughSumsThatTheyShorten) {
  FlatBuilder m;
  const E     a = m.real("a"), b = m.real("b"), c = m.real("c"), i = m.real("i");
  m.equation(a + b + c, m.constant(0));  // becomes a = -b once c is known
  m.equation(2 * c, i - i);
  m.equation(a, m.constant(4));
  m.equation(i, a * b);  // becomes -16 once a and b are
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  EXPECT_TRUE(s.after->blocks.empty());
  EXPECT_EQ(s.after->alias[s.find("b")].offset, -4);
  EXPECT_EQ(s.after->alias[s.find("i")].of, -1);
  EXPECT_EQ(s.after->alias[s.find("i")].offset, -16);
}

TEST(Alias, EqualAndOppositeIsZero) {
  FlatBuilder m;
  const E     a = m.real("a"), b = m.real("b");
  m.equation(a, b);
  m.equation(a, -b);
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  EXPECT_EQ(s.after->alias[0].of, -1);
  EXPECT_EQ(s.after->alias[0].offset, 0);
  EXPECT_EQ(s.after->alias[1].of, -1);
}

TEST(Alias, AContinuousVariableEqualToADiscreteOneIsDiscreteAndPreFollows) {
  FlatBuilder m;
  const E     y = m.real("y"), d = m.discrete("d"), c = m.boolean("c"), z = m.real("z");
  m.equation(y, d);
  m.equation(c, m.time() > 1);
  m.equation(d, select(c && !pre(c), m.time(), pre(y)));
  m.equation(z, pre(y) + 1);
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  EXPECT_EQ(s.after->alias[s.find("y")].of, s.find("d"));
  for (const Block& b : s.after->blocks) EXPECT_TRUE(b.iteration.empty());
}

TEST(Alias, ABooleanIsNoNegativeOfAnother) {
  FlatBuilder m;
  const E     a = m.boolean("a"), b = m.boolean("b");
  m.equation(a, !b);
  m.equation(b, m.time() > 1);
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  EXPECT_EQ(s.after->counts.aliases, 0);
}

TEST(Alias, TwoFixedStartsThatDifferAreAnError) {
  FlatBuilder m;
  const E     x = m.real("x", 1), y = m.real("y", 2);
  m.at(x).fixed = m.at(y).fixed = true;
  m.equation(x, y);
  m.equation(der(x), -x);
  const Sorted s(m);
  ASSERT_FALSE(s.after);
  EXPECT_NE(s.text().find("S0609"), std::string::npos) << s.text();
}

// ---- derivatives ----------------------------------------------------------------------------------------------------

// Each operation along x(t) = 0.3 + 0.2 t, y(t) = 0.7 - 0.1 t against a central difference.
TEST(Differentiate, EveryOperationMatchesADifference) {
  FlatBuilder m;
  const E     x = m.real("x"), y = m.real("y");
  const E     t = m.time();
  m.function("f", true, [](auto in, auto out) { out[0] = in[0] * in[0] * in[1]; });
  const std::vector<Node> arguments{x.node, (y * t).node};
  std::vector<E>          list{x * y,
                      x / y,
                      x - y * t,
                      binary(Op::power, x, y),
                      binary(Op::power, x, m.constant(3)),
                      binary(Op::atan2, x, y),
                      binary(Op::minimum, x, y),
                      binary(Op::maximum, x, y),
                      binary(Op::mod, x * y, 0.05 * y),
                      binary(Op::rem, -x * y, 0.05 * y),
                      select(x < 0.5, x * x, y),
                      unary(Op::absolute, x - y),
                      unary(Op::no_event, x * x),
                      {&m, m.model.graph.call(0, 0, arguments)},
                      unary(Op::sign, x),
                      unary(Op::floor, 20 * x)};
  for (const Op op : {Op::sqrt, Op::exp, Op::log, Op::log10, Op::sin, Op::cos, Op::tan, Op::asin, Op::acos, Op::atan,
                      Op::sinh, Op::cosh, Op::tanh}) {
    list.push_back(unary(op, x * y));
  }
  const Source source("m.mo", "");
  Problems     problems(source);
  for (const E e : list) {
    const Node d     = differentiate(m.model, e.node, problems, 0);
    const auto value = [&](Node n, double at) {
      std::vector<double> values(m.model.variables.size());
      values[0]                               = 0.3 + 0.2 * at;
      values[1]                               = 0.7 - 0.1 * at;
      values[m.model.variables[0].derivative] = 0.2;
      if (m.model.variables[1].derivative >= 0) values[m.model.variables[1].derivative] = -0.1;
      return Evaluation(m.model, values, at)(n);
    };
    const double h = 1e-5, difference = (value(e.node, 0.4 + h) - value(e.node, 0.4 - h)) / (2 * h);
    EXPECT_NEAR(value(d, 0.4), difference, 1e-8 * (1 + std::abs(difference))) << m.model.text(e.node);
  }
  EXPECT_TRUE(problems.none());
}

TEST(Differentiate, WhatOccursInAConditionOnlyGetsNoDerivative) {
  FlatBuilder  m;
  const E      x = m.real("x"), y = m.real("y");
  const Source source("m.mo", "");
  Problems     problems(source);
  differentiate(m.model, select(y > 0, x * x, -x).node, problems, 0);
  EXPECT_GE(m.at(x).derivative, 0);
  EXPECT_EQ(m.at(y).derivative, -1);
}

TEST(Differentiate, AnImpureFunctionIsRefusedByName) {
  FlatBuilder m;
  const E     x = m.real("x");
  m.function("random", false, [](auto, auto out) { out[0] = 4; });
  const std::vector<Node> arguments{x.node, x.node};
  m.equation({&m, m.model.graph.call(0, 0, arguments)}, m.time());
  m.equation(der(x), m.real("u"));
  const Sorted s(m);
  ASSERT_FALSE(s.after);
  EXPECT_NE(s.text().find("S0607"), std::string::npos) << s.text();
  EXPECT_NE(s.text().find("random(x, x)"), std::string::npos) << s.text();
}

// ---- index reduction ------------------------------------------------------------------------------------------------

FlatBuilder pendulum(double x0, double y0) {
  FlatBuilder m;
  const E     x = m.real("x", x0), y = m.real("y", y0), vx = m.real("vx"), vy = m.real("vy"), F = m.real("F");
  m.equation(der(x), vx);
  m.equation(der(y), vy);
  m.equation(der(vx), F * x);
  m.equation(der(vy), F * y - 9.81);
  m.equation(x * x + y * y, m.constant(1));
  return m;
}

TEST(Index, ThePendulumKeepsTwoStatesChosenAtItsStart) {
  const Sorted right(pendulum(0.96, -0.28));
  ASSERT_TRUE(right.after) << right.text();
  EXPECT_EQ(right.after->index, 2);
  EXPECT_EQ(right.states(), (std::vector<std::string>{"y", "vy"}));  // x changes least there
  ASSERT_FALSE(right.after->choices.empty());

  const Sorted below(pendulum(0.28, -0.96));
  EXPECT_EQ(below.states(), (std::vector<std::string>{"x", "vx"}));

  std::vector<double> at = starts(below);
  at[below.find("x")]    = 0.6;
  at[below.find("y")]    = -0.7;
  at[below.find("vx")]   = 0.5;
  EXPECT_LT(worst_residual(below, at), 1e-9);
  const auto values = run_blocks(*below.after, at);
  EXPECT_NEAR(values[below.find("y")], -0.8, 1e-9);
  EXPECT_NEAR(values[below.find("vy")], 0.6 * 0.5 / 0.8, 1e-9);
}

TEST(Index, SortingAgainElsewhereChangesTheStates) {
  const FlatBuilder m = pendulum(0.28, -0.96);
  const Source      source("m.mo", m.text);
  Problems          problems(source);
  const auto        here = sort(m.model, problems);
  ASSERT_TRUE(here);
  ASSERT_EQ(here->flat.variables[here->states[0]].name, "x");
  const auto there = sort_again(*here, 0, {1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0});
  ASSERT_TRUE(there);
  ASSERT_EQ(there->states.size(), 2u);
  EXPECT_EQ(there->flat.variables[there->states[0]].name, "y");
  EXPECT_FALSE(sort_again(*here, 0, {0.28, -0.96, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0}));  // good as they are
}

TEST(Index, ValuesThatFollowFromStartValuesDecideToo) {
  // The coefficients are variables without start values: c = cos(a) is small where a starts, s = sin(a) is not.
  for (const bool upright : {false, true}) {
    FlatBuilder m;
    const E a = m.real("a", upright ? 1.5 : 0.1), c = m.real("c"), s = m.real("s"), x = m.real("x"), y = m.real("y");
    m.equation(der(a), m.constant(0));
    m.equation(c, cos(a));
    m.equation(s, sin(a));
    m.equation(der(x) + der(y), -x);
    m.equation(c * x + s * y, m.constant(1));
    const Sorted sorted(m);
    ASSERT_TRUE(sorted.after) << sorted.text();
    EXPECT_EQ(sorted.states(), (std::vector<std::string>{"a", upright ? "x" : "y"}));
  }
}

TEST(Index, StateSelectDecidesBeforeThePivot) {
  FlatBuilder m                     = pendulum(0.96, -0.28);
  m.model.variables[0].state_select = StateSelect::always;
  m.model.variables[2].state_select = StateSelect::always;
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  EXPECT_EQ(s.states(), (std::vector<std::string>{"x", "vx"}));
}

TEST(Index, AnAngleIsAStateRatherThanAPositionThatItGives) {
  // x = sin(phi): phi always determines x, x does not determine phi at a right angle.
  FlatBuilder m;
  const E     x = m.real("x", 1), v = m.real("v"), phi = m.real("phi"), w = m.real("w"), F = m.real("F");
  m.equation(der(x), v);
  m.equation(der(v), F - x);
  m.equation(x, sin(phi));
  m.equation(der(phi), w);
  m.equation(der(w), F * cos(phi) - w);
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  EXPECT_EQ(s.states(), (std::vector<std::string>{"phi", "w"}));
}

// Two masses on strings, in Cartesian coordinates: four coordinates, two constraints.
TEST(Index, TheDoublePendulumKeepsFourStatesAndSolvesItsEquations) {
  FlatBuilder m;
  const E     x1 = m.real("x1", 0.6), y1 = m.real("y1", -0.8), x2 = m.real("x2", 0.6), y2 = m.real("y2", -1.8);
  const E u1 = m.real("u1"), v1 = m.real("v1"), u2 = m.real("u2"), v2 = m.real("v2"), F = m.real("F"), G = m.real("G");
  m.equation(der(x1), u1);
  m.equation(der(y1), v1);
  m.equation(der(x2), u2);
  m.equation(der(y2), v2);
  m.equation(der(u1), F * x1 - G * (x2 - x1));
  m.equation(der(v1), F * y1 - G * (y2 - y1) - 9.81);
  m.equation(2 * der(u2), G * (x2 - x1));
  m.equation(2 * der(v2), G * (y2 - y1) - 9.81);
  m.equation(x1 * x1 + y1 * y1, m.constant(1));
  m.equation((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1), m.constant(1));
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  EXPECT_EQ(s.after->states.size(), 4u);
  EXPECT_EQ(s.after->index, 2);
  EXPECT_LT(worst_residual(s, starts(s)), 1e-8);
}

TEST(Index, RigidlyCoupledInertiasAreOne) {
  // J1 w1' = t1 + tau, J2 w2' = -tau2, phi2 = 3 phi1 (a gear), tau = 3 tau2... the ratio keeps them from being aliases.
  FlatBuilder m;
  const E     p1 = m.real("phi1"), w1 = m.real("w1"), p2 = m.real("phi2"), w2 = m.real("w2");
  const E     t1 = m.real("tau1"), t2 = m.real("tau2");
  m.equation(der(p1), w1);
  m.equation(der(p2), w2);
  m.equation(2 * der(w1), sin(m.time()) + t1);
  m.equation(5 * der(w2), t2);
  m.equation(p2, 3 * p1);
  m.equation(t1 + 3 * t2, m.constant(0));
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  EXPECT_EQ(s.after->states.size(), 2u);
  EXPECT_LE(s.iteration_variables(), 1u);
  EXPECT_TRUE(s.after->choices.empty());  // constant coefficients: no reason ever to change
  const auto values = run_blocks(*s.after, starts(s), 0.3);
  EXPECT_NEAR(values[s.after->flat.variables[s.find("w1")].derivative], std::sin(0.3) / (2 + 9 * 5), 1e-12);
}

TEST(Index, AStateThatReinitSetsStaysAState) {
  FlatBuilder m;
  const E     a = m.real("a", 1), b = m.real("b", 1);
  m.equation(der(a) + der(b), -a);
  m.equation(b, 2 * a);
  m.model.reinits.push_back({m.index(b), (m.time() > 1).node, m.constant(3).node, 0});
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  EXPECT_EQ(s.states(), std::vector<std::string>{"b"});
}

TEST(Index, ReinitOfWhatIsNoStateIsAnError) {
  FlatBuilder m;
  const E     a = m.real("a"), x = m.real("x");
  m.equation(der(x), a);
  m.equation(a, -2 * x);
  m.model.reinits.push_back({m.index(a), (m.time() > 1).node, m.constant(3).node, 0});
  const Sorted s(m);
  ASSERT_FALSE(s.after);
  EXPECT_NE(s.text().find("`a` is no state"), std::string::npos) << s.text();
}

TEST(Index, WhatKeepsItsValueBetweenEventsHasNoDerivative) {
  FlatBuilder m;
  const E     d = m.discrete("d"), u = m.real("u"), y = m.real("y"), z = m.real("z");
  m.at(u).input = true;
  m.equation(d, select(m.time() > 1, m.constant(2), pre(d)));
  m.equation(y, der(d) + 3);
  m.equation(z, der(u) + sin(m.time()));
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  EXPECT_EQ(s.after->alias[s.find("y")].offset, 3);
  EXPECT_TRUE(s.after->states.empty());
}

TEST(Index, ACoordinateThatFollowsADiscreteOneIsNoState) {
  FlatBuilder m;
  const E     d = m.discrete("d"), x = m.real("x"), v = m.real("v");
  m.equation(d, select(m.time() > 1, m.constant(2), pre(d)));
  m.equation(x, d);
  m.equation(v, der(x));
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  EXPECT_TRUE(s.after->states.empty());
  EXPECT_EQ(run_blocks(*s.after, starts(s))[s.find("v")], 0);
}

// ---- what cannot be sorted ------------------------------------------------------------------------------------------

TEST(Singular, NamesTheEquationsThatAreTooManyWithTheirLines) {
  FlatBuilder m;
  const E     a = m.real("a"), b = m.real("b"), c = m.real("c"), other = m.real("other");
  m.equation(a + 2 * b, sin(m.time()));  // line 6
  m.equation(a - b, cos(m.time()));
  m.equation(a * b, m.constant(3));
  m.equation(c + other, a);
  const Sorted s(m);
  ASSERT_FALSE(s.after);
  const std::string text = s.text();
  EXPECT_NE(text.find("S0606"), std::string::npos) << text;
  EXPECT_NE(text.find("3 equations for 2 unknowns: `a`, `b`"), std::string::npos) << text;
  EXPECT_NE(text.find("`a - b = cos(time)`"), std::string::npos) << text;
  EXPECT_NE(text.find("1 equation for 2 unknowns: "), std::string::npos) << text;
  EXPECT_NE(text.find("`other`"), std::string::npos) << text;
}

TEST(Singular, AnEquationThatOnlyRepeatsAnotherDeterminesNothing) {
  FlatBuilder m;
  const E     a = m.real("a"), b = m.real("b");
  m.equation(a, b);
  m.equation(b, a);
  const Sorted s(m);
  ASSERT_FALSE(s.after);
  EXPECT_NE(s.text().find("determines nothing"), std::string::npos) << s.text();
}

TEST(Singular, ADiscreteVariableNeedsAnEquationOfItsOwn) {
  FlatBuilder m;
  const E     b = m.boolean("b"), x = m.real("x");
  m.equation(x, select(b, m.time(), -m.time()));
  const Sorted s(m);
  ASSERT_FALSE(s.after);
  EXPECT_NE(s.text().find("no equation determines `b`"), std::string::npos) << s.text();
}

TEST(Singular, BooleansInALoopAreNamed) {
  FlatBuilder m;
  const E     a = m.boolean("a"), b = m.boolean("b"), c = m.boolean("c");
  m.equation(a, b || m.time() > 1);
  m.equation(b, a && m.time() < 2);
  m.equation(c, !a);
  const Sorted s(m);
  ASSERT_FALSE(s.after);
  EXPECT_NE(s.text().find("`a`, `b` depend on each other in a loop"), std::string::npos) << s.text();
}

TEST(Singular, PreBreaksALoopOfBooleans) {
  FlatBuilder m;
  const E     a = m.boolean("a"), b = m.boolean("b");
  m.equation(a, pre(b) || m.time() > 1);
  m.equation(b, a && m.time() < 2);
  const Sorted s(m);
  EXPECT_TRUE(s.after) << s.text();
}

// ---- blocks ---------------------------------------------------------------------------------------------------------

TEST(Blocks, ALadderOfResistorsIsTornToFewUnknowns) {
  FlatBuilder    m;
  const int      n = 40;
  std::vector<E> v, i;
  for (int k = 0; k <= n; ++k) v.push_back(m.real("v" + std::to_string(k)));
  for (int k = 0; k < n; ++k) i.push_back(m.real("i" + std::to_string(k)));
  m.equation(v[0], sin(m.time()));
  for (int k = 0; k < n; ++k) m.equation(v[k] - v[k + 1], 2 * i[k]);
  for (int k = 1; k < n; ++k) m.equation(i[k - 1] - i[k], v[k] / 3);
  m.equation(i[n - 1], v[n] / 3);
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  // One would do on paper, but errors double from stage to stage.
  EXPECT_LE(s.iteration_variables(), 5u);
  for (const Block& b : s.after->blocks) EXPECT_TRUE(b.iteration.empty() || b.linear);
  EXPECT_LT(worst_residual(s, starts(s)), 1e-8);
}

TEST(Blocks, MassesOnARigidRodHaveExplicitAccelerations) {
  // Five masses at fixed distances: one acceleration, and a chain of forces that all depend on it.
  FlatBuilder    m;
  const int      n = 5;
  std::vector<E> x, v, force;
  for (int k = 0; k < n; ++k) x.push_back(m.real("x" + std::to_string(k), 0.5 * k));
  for (int k = 0; k < n; ++k) v.push_back(m.real("v" + std::to_string(k)));
  for (int k = 0; k <= n; ++k) force.push_back(m.real("f" + std::to_string(k)));
  for (int k = 0; k < n; ++k) {
    m.equation(der(x[k]), v[k]);
    m.equation(2 * der(v[k]), force[k] - force[k + 1]);
    if (k > 0) m.equation(x[k] - x[k - 1], m.constant(0.5));
  }
  m.equation(force[0], 3 * sin(m.time()));
  m.equation(force[n], 0.1 * v[n - 1]);
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  EXPECT_EQ(s.after->states.size(), 2u);
  EXPECT_EQ(s.iteration_variables(), 0u);
  EXPECT_LT(worst_residual(s, starts(s)), 1e-13);
}

TEST(Blocks, ALinearBlockThatIsSingularIsNotInverted) {
  FlatBuilder m;
  const E     a = m.real("a"), b = m.real("b"), c = m.real("c");
  m.equation(a + 2 * b + c, sin(m.time()));
  m.equation(a - b + 3 * c, cos(m.time()));
  m.equation(2 * a + b + 4 * c, m.time());  // the sum of the two on the left
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  EXPECT_GE(s.iteration_variables(), 1u);  // left to the run, which can say at which instant
}

TEST(Blocks, ADiodeInALoopIsAMixedBlockWithTheBooleanAssigned) {
  // The ideal diode in its parametric form: s is the curve parameter.
  FlatBuilder m;
  const E     s = m.real("s"), off = m.boolean("off"), v = m.real("v"), i = m.real("i");
  m.equation(off, s < 0);
  m.equation(v, s * select(off, m.constant(1), m.constant(1e-5)));
  m.equation(i, s * select(off, m.constant(1e-5), m.constant(1)));
  m.equation(sin(m.time()), v + 10 * i);
  const Sorted sorted(m);
  ASSERT_TRUE(sorted.after) << sorted.text();
  ASSERT_EQ(sorted.after->blocks.size(), 1u);
  const Block& b = sorted.after->blocks[0];
  EXPECT_TRUE(b.discrete);
  EXPECT_TRUE(b.linear);
  EXPECT_EQ(b.iteration.size(), 1u);
  EXPECT_EQ(b.assignments.size(), 3u);
  for (const double t : {0.3, 4.0}) EXPECT_LT(worst_residual(sorted, starts(sorted), t), 1e-9);
}

TEST(Blocks, NothingIsDividedByWhatMayVanish) {
  FlatBuilder m;
  const E     x = m.real("x", 1), y = m.real("y", 1);
  m.equation(der(x), -x);
  m.equation(x * y, m.time());
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  EXPECT_EQ(s.iteration_variables(), 1u);
  FlatBuilder n;
  const E     p = n.real("p", 1), q = n.real("q", 1);
  n.equation(der(p), -p);
  n.equation((exp(p) + 1) * q, n.time());
  EXPECT_EQ(Sorted(n).iteration_variables(), 0u);
}

TEST(Blocks, AnUnknownInBothBranchesIsIsolated) {
  FlatBuilder m;
  const E     y = m.real("y"), b = m.boolean("b");
  m.equation(b, m.time() > 1);
  m.equation(select(b, 2 * y - 1, 4 * y), m.time());
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  EXPECT_EQ(s.iteration_variables(), 0u);
  for (const double t : {0.3, 2.0}) EXPECT_LT(worst_residual(s, starts(s), t), 1e-14);
}

TEST(Blocks, NonlinearBlocksAreNotCalledLinear) {
  FlatBuilder m;
  const E     x = m.real("x", 1), y = m.real("y", 1);
  m.equation(x + y, m.constant(3));
  m.equation(x * y, m.constant(2) - sin(m.time()));
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  ASSERT_EQ(s.after->blocks.size(), 1u);
  EXPECT_FALSE(s.after->blocks[0].linear);
  EXPECT_EQ(s.after->blocks[0].iteration.size(), 1u);
}

TEST(Blocks, LongChainsInTheWrongOrderAreSortedWithoutRecursion) {
  FlatBuilder    m;
  const int      n = 20000;
  std::vector<E> x;
  for (int k = 0; k < n; ++k) x.push_back(m.real("x" + std::to_string(k)));
  m.text.clear();
  for (int k = 0; k + 1 < n; ++k) m.equation(x[k], 0.5 * x[k + 1] + sin(m.time()));
  m.equation(x[n - 1], cos(m.time()));
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  ASSERT_EQ(s.after->blocks.size(), static_cast<std::size_t>(n));
  EXPECT_EQ(s.after->blocks.front().assignments[0].variable, n - 1);
  EXPECT_EQ(s.after->counts.largest_block, 1);
}

// Random systems: sparse, with linear and nonlinear terms, states, aliases and conditions. Whatever comes out must solve
// what went in. Coefficients of the diagonal are large, so that Newton's method converges from zero.
class RandomSystem : public testing::TestWithParam<unsigned> {};

TEST_P(RandomSystem, TheBlocksSolveTheEquations) {
  std::mt19937   rng{GetParam()};
  const auto     below  = [&](int n) { return std::uniform_int_distribution{0, n - 1}(rng); };
  const auto     number = [&] { return std::uniform_real_distribution{-1.0, 1.0}(rng); };
  const int      n      = 3 + below(40);
  FlatBuilder    m;
  std::vector<E> x;
  for (int k = 0; k < n; ++k) x.push_back(m.real("x" + std::to_string(k)));
  std::vector<int> order(static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k) order[k] = k;
  std::ranges::shuffle(order, rng);
  for (const int k : order) {
    if (below(4) == 0 && k > 0) {  // signed copies
      m.equation(x[k], below(2) == 0 ? x[k - 1] : -x[k - 1]);
      continue;
    }
    E sum = sin(m.constant(number()) + m.time());
    for (int terms = below(4); terms > 0; --terms) {
      const E y = x[below(n)];
      switch (below(4)) {
        case 0: sum = sum + number() * sin(y); break;
        case 1: sum = sum + select(m.time() > 0.5, number() * y, 0.5 * y); break;
        default: sum = sum + number() * y;
      }
    }
    if (below(4) == 0) {
      m.equation(der(x[k]) + 0.1 * x[below(n)], sum);
    } else {
      m.equation(6 * x[k] + 0.1 * x[below(n)], sum);
    }
  }
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  std::vector<double> at = starts(s);
  for (const Variable v : s.after->states) at[v] = number();
  EXPECT_LT(worst_residual(s, at), 1e-7);  // tearing may magnify rounding by 1e7
  EXPECT_EQ(s.after->counts.equations, s.after->counts.unknowns);
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomSystem, testing::Range(0u, 200u));

// Random constraints between states: as many states less as constraints, and everything still holds.
class RandomConstraints : public testing::TestWithParam<unsigned> {};

TEST_P(RandomConstraints, EachOneTakesAwayAStateAndHolds) {
  std::mt19937   rng{GetParam()};
  const auto     below  = [&](int n) { return std::uniform_int_distribution{0, n - 1}(rng); };
  const auto     number = [&] { return std::uniform_real_distribution{0.5, 1.5}(rng); };
  const int      n = 4 + below(8), constraints = 1 + below(3);
  FlatBuilder    m;
  std::vector<E> x, v, force;
  for (int k = 0; k < n; ++k) x.push_back(m.real("x" + std::to_string(k), number()));
  for (int k = 0; k < n; ++k) v.push_back(m.real("v" + std::to_string(k)));
  for (int k = 0; k < constraints; ++k) force.push_back(m.real("F" + std::to_string(k)));
  // Constraint j ties x[j] to a later one, with gradients that the forces act along.
  std::vector<E> pull;
  for (int k = 0; k < n; ++k) pull.push_back(-x[k]);
  for (int j = 0; j < constraints; ++j) {
    const int    other = constraints + below(n - constraints);
    const double a = number(), b = number();
    m.equation(a * x[j] + b * sin(x[other]), sin(m.time()));
    pull[j]     = pull[j] + a * force[j];
    pull[other] = pull[other] + b * cos(x[other]) * force[j];
  }
  for (int k = 0; k < n; ++k) {
    m.equation(der(x[k]), v[k]);
    m.equation(number() * der(v[k]), pull[k]);
  }
  const Sorted s(m);
  ASSERT_TRUE(s.after) << s.text();
  EXPECT_EQ(s.after->index, 2);
  EXPECT_EQ(static_cast<int>(s.after->states.size()), 2 * (n - constraints));
  EXPECT_LT(worst_residual(s, starts(s)), 1e-8);
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomConstraints, testing::Range(0u, 100u));

}  // namespace
}  // namespace saltus::modelica::test
