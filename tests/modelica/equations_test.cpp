#include "flat_models.hpp"

#include <cmath>

namespace saltus::modelica::test {
namespace {

TEST(ModelicaEquations, OfArraysAndRecordsAreEquationsOfScalars) {
  Flat f = flat("package M record R Real a; Real b[2]; end R;" +
                model("R r, s; Real x[2, 2];", "r = s; x = {{1, 2}, {3, 4}} * time; s.a = 1; s.b = {2, 3};") + "end M;");
  EXPECT_EQ(f.text_of("r.b[2]"), "s.b[2]");
  EXPECT_EQ(f.value_of("x[2,1]", {{"time", 2}}), 6);
  EXPECT_EQ(f->equations.size(), 3u + 4u + 3u);
}

TEST(ModelicaEquations, OfForAreUnrolled) {
  Flat f = flat(
      model("Real x[3];", "for i in 1:3 loop if i == 1 then x[i] = time; else x[i] = x[i - 1] + i; end if; end for;"));
  EXPECT_EQ(f.text_of("x[3]"), "x[2] + 3");
  EXPECT_EQ(f->equations.size(), 3u);
}

TEST(ModelicaEquations, OfIfBelongTogetherByTheirLeftSides) {
  Flat f = flat(model("Real x, y; Boolean b;", "b = time > 1; if b then x = 1; y = 2 * x; else y = 7; x = 3; end if;"));
  EXPECT_EQ(f.text_of("x"), "if b then 1 else 3");
  EXPECT_EQ(f.text_of("y"), "if b then x * 2 else 7");
}

TEST(ModelicaEquations, OfIfBecomeResidualsWhenTheirLeftSidesDiffer) {
  Flat f = flat(model("Real u, i; Boolean on;", "on = time > 1; if on then u = 0; else i = 0; end if; u + i = 2;"));
  ASSERT_EQ(f->equations.size(), 3u);
  for (const auto& [on, u, i, residual] : {std::tuple{1.0, 5.0, 7.0, 5.0}, std::tuple{0.0, 5.0, 7.0, 7.0}}) {
    const auto& e = f->equations[1];
    EXPECT_EQ(
        std::abs(f.value(e.right, {{"on", on}, {"u", u}, {"i", i}}) - f.value(e.left, {{"on", on}, {"u", u}, {"i", i}})),
        residual);
  }
}

TEST(ModelicaEquations, OfWhenKeepTheValueBefore) {
  Flat f = flat(model("discrete Real x(start = 1); Real y;", "der(y) = 1; when y > 2 then x = pre(x) + y; end when;"));
  const std::string c = "$y > 2";
  EXPECT_EQ(f.value_of("x", {{c, 1}, {"pre(" + c + ")", 0}, {"pre(x)", 10}, {"y", 2}}), 12);
  EXPECT_EQ(f.value_of("x", {{c, 1}, {"pre(" + c + ")", 1}, {"pre(x)", 10}, {"y", 2}}), 10);
  EXPECT_EQ(f.value_of("x", {{c, 0}, {"pre(" + c + ")", 1}, {"pre(x)", 10}, {"y", 2}}), 10);
  EXPECT_EQ(f.value_of(c, {{"y", 3}}), 1);
}

TEST(ModelicaEquations, OfElsewhenGiveWayToTheFirst) {
  Flat                          f = flat(model("Boolean a, b; Integer k;",
                                               "a = time > 1; b = time > 1; when a then k = 1; elsewhen {b, initial()} then k = 2; end when;"));
  std::map<std::string, double> at{{"a", 1}, {"b", 1}, {"pre(a)", 0}, {"pre(b)", 0}, {"pre(k)", 7}, {"initial()", 0}};
  EXPECT_EQ(f.value_of("k", at), 1);
  at["pre(a)"] = 1;
  EXPECT_EQ(f.value_of("k", at), 2);
  at["pre(b)"] = 1;
  EXPECT_EQ(f.value_of("k", at), 7);
  at["initial()"] = 1;
  EXPECT_EQ(f.value_of("k", at), 2);
}

TEST(ModelicaEquations, OfWhenWithSampleNeedNoEdge) {
  Flat f = flat(model("discrete Real x;", "when sample(0, 0.1) then x = pre(x) + 1; end when;"));
  EXPECT_EQ(f.value_of("x", {{"sample()", 1}, {"pre(x)", 3}}), 4);
  EXPECT_EQ(f.value_of("x", {{"sample()", 0}, {"pre(x)", 3}}), 3);
}

TEST(ModelicaEquations, MakeRealsInWhenDiscrete) {
  Flat f = flat(model("Real x, y;", "when time > 1 then x = 3; end when; der(y) = x;"));
  EXPECT_TRUE(f->variables[static_cast<std::size_t>(f.variable("x"))].discrete);
  EXPECT_FALSE(f->variables[static_cast<std::size_t>(f.variable("y"))].discrete);
}

TEST(ModelicaEquations, ReinitialiseStatesAtEdges) {
  Flat f = flat(model("Real h(start = 1), v; Boolean hit;",
                      "der(h) = v; der(v) = -9.81; hit = h < 0; when hit then reinit(v, -0.7 * pre(v)); end when;"));
  ASSERT_EQ(f->reinits.size(), 1u);
  EXPECT_EQ(f->reinits[0].state, f.variable("v"));
  EXPECT_EQ(f->text(f->reinits[0].condition), "hit and not pre(hit) and not initial()");
  EXPECT_DOUBLE_EQ(f.value(f->reinits[0].value, {{"pre(v)", -10}}), 7);
}

TEST(ModelicaEquations, CheckAssertionsOnTheirPath) {
  Flat f = flat(model("Real x;",
                      "x = time; assert(true, \"never\"); if x > 1 then assert(x < 2, \"too large: \" + String(x)); "
                      "else assert(x > -1, "
                      "\"small\", AssertionLevel.warning); end if; when x > 5 then terminate(\"done\"); end when;"));
  ASSERT_EQ(f->checks.size(), 3u);
  EXPECT_EQ(f.value(f->checks[0].condition, {{"x", 3}}), 0);
  EXPECT_EQ(f.value(f->checks[0].condition, {{"x", 0.5}}), 1);
  EXPECT_EQ(f->checks[0].message, "too large: <x>");
  EXPECT_EQ(f->checks[1].kind, Check::Kind::warning);
  EXPECT_EQ(f->checks[2].kind, Check::Kind::terminate);
}

TEST(ModelicaAlgorithms, GiveEachVariableOneEquation) {
  Flat f = flat(
      "model M Real x, y, z; equation x = time; algorithm y := 1; z := 0; if x > 2 then y := y + x; z := y; end if; y "
      ":= 2 * y; end M;");
  EXPECT_EQ(f.value_of("y", {{"x", 3}}), 8);
  EXPECT_EQ(f.value_of("z", {{"x", 3}}), 4);
  EXPECT_EQ(f.value_of("y", {{"x", 1}}), 2);
}

TEST(ModelicaAlgorithms, BeginWithTheValueBeforeOrTheStartValue) {
  Flat f = flat(
      "model M Real x(start = 4), t; Integer k(start = 3); equation t = time; algorithm if t > 2 then x := 1; k := k + "
      "1; end if; end M;");
  EXPECT_EQ(f.value_of("x", {{"t", 0}}), 4);
  EXPECT_EQ(f.value_of("k", {{"t", 3}, {"pre(k)", 8}}), 9);
  EXPECT_EQ(f.value_of("k", {{"t", 0}, {"pre(k)", 8}}), 8);
}

TEST(ModelicaAlgorithms, ExecuteWhenAtEdges) {
  Flat f = flat(
      "model M Boolean b; Integer k, n; equation b = time > 1; algorithm n := 5; when b then k := pre(k) + n; n := 6; "
      "end when; end M;");
  EXPECT_EQ(f.value_of("k", {{"b", 1}, {"pre(b)", 0}, {"pre(k)", 1}}), 6);
  EXPECT_EQ(f.value_of("k", {{"b", 1}, {"pre(b)", 1}, {"pre(k)", 1}}), 1);
  EXPECT_EQ(f.value_of("n", {{"b", 1}, {"pre(b)", 0}}), 6);
  EXPECT_EQ(f.value_of("n", {{"b", 1}, {"pre(b)", 1}}), 5);
}

TEST(ModelicaAlgorithms, WriteIntoFlattenedArrays) {
  Flat f = flat(
      "model M Real 'x[1]', 'x[2]', 'x[3]', s; Integer k; equation k = integer(time); s = sum('x'); algorithm 'x' := "
      "{1, 2, 3}; "
      "for i in 1:2 loop 'x[\\'i\\' + 1]' := 'x[\\'i\\']' + 10; end for; 'x[\\'k\\']' := 0; end M;");
  EXPECT_EQ(f.value_of("x[1]", {{"k", 3}}), 1);
  EXPECT_EQ(f.value_of("x[2]", {{"k", 3}}), 11);
  EXPECT_EQ(f.value_of("x[3]", {{"k", 1}}), 21);
  EXPECT_EQ(f.value_of("x[3]", {{"k", 3}}), 0);
  EXPECT_EQ(f.value_of("s", {{"x[1]", 1}, {"x[2]", 2}, {"x[3]", 4}}), 7);
}

TEST(ModelicaAlgorithms, OfTheInitialProblemAreInitialEquations) {
  Flat f = flat(
      "model M parameter Real p(fixed = false); Real x(start = 2, fixed = true); initial algorithm p := 3 * x; "
      "equation der(x) = p; end M;");
  EXPECT_EQ(f.value(f.equation_of("p", true), {{"x", 2}}), 6);
  EXPECT_TRUE(f->variables[static_cast<std::size_t>(f.variable("p"))].free_parameter);
}

}  // namespace
}  // namespace saltus::modelica::test
