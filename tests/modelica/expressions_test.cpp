#include "flat_models.hpp"

#include <cmath>

namespace saltus::modelica::test {
namespace {

TEST(ModelicaExpressions, FollowThePrecedenceOfTheLanguage) {
  EXPECT_EQ(constant("2 + 3 * 4 ^ 2"), 50);
  EXPECT_EQ(constant("-2 ^ 2"), -4);
  EXPECT_EQ(constant("7 - 3 - 2"), 2);
  EXPECT_EQ(constant("12 / 4 / 3"), 1);
  EXPECT_EQ(constant("if 1 < 2 and not 3 < 2 or false then 1 else 0"), 1);
}

TEST(ModelicaExpressions, DivideAndRoundAsTheSpecificationSays) {
  EXPECT_EQ(constant("7 / 2"), 3.5);
  EXPECT_EQ(constant("div(-7, 2)"), -3);
  EXPECT_EQ(constant("mod(-7, 2)"), 1);
  EXPECT_EQ(constant("rem(-7, 2)"), -1);
  EXPECT_EQ(constant("mod(3, -1.4)"), 3 - std::floor(3 / -1.4) * -1.4);
  EXPECT_EQ(constant("integer(-1.5)"), -2);
  EXPECT_EQ(constant("floor(-1.5) + 10 * ceil(-1.5)"), -12);
  EXPECT_EQ(constant("sign(-3.0) + abs(-4.0)"), 3);
}

TEST(ModelicaExpressions, KnowArrays) {
  EXPECT_EQ(constant("sum({1, 2, 3}) + product({2, 3, 4})"), 30);
  EXPECT_EQ(constant("max({3, 9, 2}) - min({3, 9, 2})"), 7);
  EXPECT_EQ(constant("({{1, 2}, {3, 4}} * {5, 6})[2]"), 39);
  EXPECT_EQ(constant("({{1, 2}, {3, 4}} * {{0, 1}, {1, 0}})[1, 1]"), 2);
  EXPECT_EQ(constant("({{1, 2}, {3, 4}} ^ 3)[2, 2]"), 118);
  EXPECT_EQ(constant("{1, 2, 3} * {4, 5, 6}"), 32);
  EXPECT_EQ(constant("transpose({{1, 2, 3}, {4, 5, 6}})[3, 2]"), 6);
  EXPECT_EQ(constant("cross({1, 0, 0}, {0, 1, 0})[3]"), 1);
  EXPECT_EQ(constant("(skew({1, 2, 3}) * {4, 5, 6})[1]"), -3);
  EXPECT_EQ(constant("size(fill(0, 2, 5), 2) + ndims(fill(0, 2, 5))"), 7);
  EXPECT_EQ(constant("sum(identity(3) + diagonal({1, 2, 3}))"), 9);
  EXPECT_EQ(constant("cat(1, {1, 2}, {3})[end]"), 3);
  EXPECT_EQ(constant("cat(2, {{1}, {2}}, {{3, 4}, {5, 6}})[2, 3]"), 6);
  EXPECT_EQ(constant("[1, 2; 3, 4][2, 1]"), 3);
  EXPECT_EQ(constant("linspace(0, 1, 5)[2]"), 0.25);
  EXPECT_EQ(constant("sum({1, 2, 3, 4, 5}[2:2:5])"), 6);
  EXPECT_EQ(constant("sum(i * j for i in 1:3, j in {10, 20})"), 180);
  EXPECT_EQ(constant("{i + 10 * j for i in 1:3, j in 1:2}[2, 3]"), 23);
  EXPECT_EQ(constant("sum(({1, 2} .* {3, 4}) .^ 2)"), 73);
  EXPECT_EQ(constant("symmetric({{1, 2}, {9, 4}})[2, 1]"), 2);
  EXPECT_EQ(constant("outerProduct({1, 2}, {3, 4})[2, 1]"), 6);
  EXPECT_EQ(constant("scalar({{5}}) + vector({{1}, {2}})[2]"), 7);
  EXPECT_EQ(constant("size(0:0.1:1, 1)"), 11);
}

TEST(ModelicaExpressions, ChooseAnElementByAnIndexThatChanges) {
  const Flat f = flat(model("Integer i; Real y;", "i = integer(time); y = {10, 20, 30}[i];"));
  for (int i = 1; i <= 3; ++i) EXPECT_EQ(f.value_of("y", {{"i", i}}), 10 * i);
}

TEST(ModelicaExpressions, AreTheSameNodeWhenTheyAreEqual) {
  const Flat f = flat(model("Real x, y, z;", "x = time; y = sin(x) + 2 * x; z = sin(x) + 2 * x;"));
  EXPECT_EQ(f.equation_of("y"), f.equation_of("z"));
}

TEST(ModelicaExpressions, ReadAsAPersonWouldWriteThem) {
  const Flat f =
      flat(model("Real x, y;", "der(x) = -(x + 1) * y; y = if x > 1 then noEvent(abs(x)) else x ^ 2 / (x - 1);"));
  EXPECT_EQ(f.text_of("der(x)"), "-y * (x + 1)");
  EXPECT_EQ(f.text_of("y"), "if x > 1 then noEvent(abs(x)) else x^2 / (x - 1)");
}

TEST(ModelicaExpressions, KnowSemiLinearSmoothAndHomotopy) {
  const Flat f =
      flat(model("Real x, y, z;",
                 "x = time - 1; y = semiLinear(x, 2, 3); z = homotopy(actual = smooth(1, x ^ 2), simplified = x);"));
  EXPECT_EQ(f.value_of("y", {{"x", 4}}), 8);
  EXPECT_EQ(f.value_of("y", {{"x", -4}}), -12);
  EXPECT_EQ(f.value_of("z", {{"x", 3}}), 9);
}

TEST(ModelicaExpressions, TurnDelayAndSampleIntoLeaves) {
  Flat f =
      flat(model("Real x, y; Boolean b; parameter Real T = 0.5;", "der(x) = 1; y = delay(x, T); b = sample(0.1, T);"));
  ASSERT_EQ(f->delays.size(), 1u);
  EXPECT_EQ(f->delays[0].longest, 0.5);
  EXPECT_EQ(f->graph[f.equation_of("y")].op, Op::delay);
  ASSERT_EQ(f->samples.size(), 1u);
  EXPECT_EQ(f->samples[0].start, 0.1);
  EXPECT_EQ(f->samples[0].interval, 0.5);
}

TEST(ModelicaExpressions, GiveTheDerivativeOfAnExpressionAVariable) {
  const Flat     f  = flat(model("Real x, y;", "x = sin(time); y = der(x * x);"));
  const Variable d  = f.model->graph[f.equation_of("y")].a,
                 of = f.model->variables[static_cast<std::size_t>(d)].derivative_of;
  ASSERT_GE(of, 0);
  EXPECT_TRUE(f.model->variables[static_cast<std::size_t>(of)].hidden);
  EXPECT_EQ(f.value_of(f.model->variables[static_cast<std::size_t>(of)].name, {{"x", 3}}), 9);
}

TEST(ModelicaExpressions, WriteNumbersAsText) {
  const Flat f = flat(model(
      "parameter Boolean a = String(2.5) + String(7) + String(true) == \"2.57true\"; parameter Boolean b = String(1/3, "
      "significantDigits = 3) == \"0.333\"; parameter Boolean c = String(5, minimumLength = 3, leftJustified = false) "
      "== \"  5\";"));
  for (const char* name : {"a", "b", "c"}) EXPECT_EQ(f.parameter(name), 1) << name;
}

}  // namespace
}  // namespace saltus::modelica::test
