#include "flat_models.hpp"

#include <cmath>

namespace saltus::modelica::test {
namespace {

std::string with(std::string_view function, std::string_view declarations, std::string_view equations) {
  return "package M\n" + std::string(function) + model(declarations, equations) + "end M;\n";
}

constexpr const char* horner = R"(
function poly
  input Real a[:];
  input Real x;
  output Real y;
algorithm
  y := 0;
  for k in 1:size(a, 1) loop
    y := y * x + a[k];
  end for;
end poly;
)";

TEST(ModelicaFunctions, AreExpandedIntoTheGraph) {
  Flat f = flat(with(horner, "Real x, y;", "x = time; y = poly({1, 2, 3}, x);"));
  EXPECT_TRUE(f->functions.empty());
  EXPECT_EQ(f.value_of("y", {{"x", 10}}), 123);
}

TEST(ModelicaFunctions, ThatCannotBeExpandedKeepTheirArrays) {
  Flat f = flat(with(R"(
function above
  input Real a[:];
  input Real x;
  output Real y;
protected
  Integer k;
algorithm
  k := 1;
  while k < size(a, 1) and a[k] < x loop
    k := k + 1;
  end while;
  y := a[k];
end above;
)",
                     "Real x, y;", "x = time; y = above({1, 2, 4, 8}, x);"));
  ASSERT_EQ(f->functions.size(), 1u);
  EXPECT_EQ(f.value_of("y", {{"x", 3}}), 4);
}

TEST(ModelicaFunctions, OfKnownArgumentsAreNumbers) {
  const Flat f = flat(with(horner, "parameter Real y = poly({1, 0, -1}, 4);", ""));
  EXPECT_EQ(f.parameter("y"), 15);
}

TEST(ModelicaFunctions, MergeTheirBranchesAndReturnEarly) {
  const Flat f = flat(with(R"(
function clip
  input Real x;
  output Real y = 5;
algorithm
  if x < 0 then
    y := -1;
    return;
  elseif x > 1 then
    y := 1;
  else
    y := x;
    if x > 0.5 then
      return;
    end if;
    y := 2 * x;
  end if;
  y := y + 100;
end clip;
)",
                           "Real x, y;", "x = time; y = clip(x);"));
  EXPECT_EQ(f.value_of("y", {{"x", -3}}), -1);
  EXPECT_EQ(f.value_of("y", {{"x", 3}}), 101);
  EXPECT_EQ(f.value_of("y", {{"x", 0.75}}), 0.75);
  EXPECT_EQ(f.value_of("y", {{"x", 0.25}}), 100.5);
}

TEST(ModelicaFunctions, LeaveLoopsWhereTheConditionIsNotKnown) {
  const Flat f = flat(with(R"(
function first
  input Real x;
  output Integer k;
algorithm
  k := 0;
  for i in 1:5 loop
    k := i;
    if i * i > x then
      break;
    end if;
  end for;
end first;
)",
                           "Real x; Integer k;", "x = time; k = first(x);"));
  EXPECT_EQ(f.value_of("k", {{"x", 0}}), 1);
  EXPECT_EQ(f.value_of("k", {{"x", 5}}), 3);
  EXPECT_EQ(f.value_of("k", {{"x", 100}}), 5);
}

TEST(ModelicaFunctions, MakeNoEventsUnlessTheySaySo) {
  const auto text = [](const char* annotation) {
    return with(std::string("function f input Real x; output Real y; algorithm y := if x > 1 then 2 else 3; ") +
                    annotation + " end f;\n",
                "Real x, y;", "x = time; y = f(x);");
  };
  EXPECT_EQ(flat(text("")).text_of("y"), "if noEvent(x > 1) then 2 else 3");
  EXPECT_EQ(flat(text("annotation(GenerateEvents = true);")).text_of("y"), "if x > 1 then 2 else 3");
}

constexpr const char* heron = R"(
function root
  input Real x;
  output Real y;
algorithm
  y := x;
  while abs(y * y - x) > 1e-14 * x loop
    y := 0.5 * (y + x / y);
  end while;
  annotation(derivative = root_der);
end root;
function root_der
  input Real x;
  input Real dx;
  output Real dy;
algorithm
  dy := dx / (2 * root(x));
end root_der;
)";

TEST(ModelicaFunctions, StayOpaqueWhenALoopDependsOnTheTime) {
  Flat f = flat(with(heron, "Real x, y, z; parameter Real p = root(9);",
                     "x = 1 + time; y = root(x); z = root(x) + root(2 * x);"));
  EXPECT_NEAR(f.parameter("p"), 3, 1e-13);
  ASSERT_EQ(f->functions.size(), 1u) << "calls that close over the same things share one function";
  EXPECT_NEAR(f.value_of("z", {{"x", 2}}), std::sqrt(2) + 2, 1e-13);
  ASSERT_TRUE(f->functions[0].derivative);
  const double at[] = {4.0};
  EXPECT_NEAR(f->functions[0].derivative(at, 0, 0), 0.25, 1e-13);
}

TEST(ModelicaFunctions, HaveSeveralOutputsRecordsAndDefaults) {
  const Flat f = flat(with(R"(
record Point
  Real x;
  Real y;
end Point;
function polar
  input Point p;
  input Real scale = 10;
  output Real r;
  output Point unit;
algorithm
  r := sqrt(p.x ^ 2 + p.y ^ 2);
  unit := Point(p.x / r, y = p.y / r);
  r := scale * r;
end polar;
)",
                           "Real r, a, b; Point u;", "a = 3 * time; b = 4 * time; (r, u) = polar(Point(a, b));"));
  EXPECT_EQ(f.value_of("r", {{"a", 3}, {"b", 4}}), 50);
  EXPECT_EQ(f.value_of("u.y", {{"a", 3}, {"b", 4}}), 0.8);
}

TEST(ModelicaFunctions, CallThemselves) {
  const Flat f = flat(with(
      "function fac input Integer n; output Integer y; algorithm y := if n <= 1 then 1 else n * fac(n - 1); end fac;\n",
      "parameter Integer y = fac(6);", ""));
  EXPECT_EQ(f.parameter("y"), 720);
}

TEST(ModelicaFunctions, AreArgumentsOfFunctions) {
  const Flat f = flat(with(R"(
partial function curve
  input Real u;
  output Real y;
end curve;
function line
  input Real u;
  input Real slope;
  output Real y;
algorithm
  y := slope * u;
end line;
function twice
  input curve f;
  input Real u;
  output Real y;
algorithm
  y := f(f(u));
end twice;
)",
                           "Real x, y;", "x = time; y = twice(function line(slope = 3), x);"));
  EXPECT_EQ(f.value_of("y", {{"x", 2}}), 18);
}

TEST(ModelicaFunctions, CheckAssertionsOnlyWhereTheyAreCalled) {
  Flat f = flat(with(
      "function root input Real x; output Real y; algorithm assert(x >= 0, \"negative\"); y := sqrt(x); end root;\n",
      "Real x, y; Boolean b;", "x = time - 1; y = if x > 0 then root(x) else 0; b = x < -5 or root(x + 5) > 2;"));
  ASSERT_EQ(f->checks.size(), 2u);
  EXPECT_EQ(f.value(f->checks[0].condition, {{"x", -1}}), 1) << "the other branch of `if`";
  EXPECT_EQ(f.value(f->checks[1].condition, {{"x", -6}}), 1) << "the first operand of `or` decides";
  Flat g = flat(with(
      "function fail input Real x; output Real y; algorithm assert(false, \"never call this\"); y := x; end fail;\n",
      "Real x, y;", "x = time; y = if x > 0 then fail(x) else 0;"));
  ASSERT_EQ(g->checks.size(), 1u);
  EXPECT_EQ(g.value(g->checks[0].condition, {{"x", 1}}), 0);
  EXPECT_EQ(g.value(g->checks[0].condition, {{"x", -1}}), 1);
}

TEST(ModelicaFunctions, OfTheLibraryMayBeLeftOut) {
  const Flat f = flat(model(
      "parameter Real n = 'Modelica.Math.Vectors.length'({3, 4}); parameter Real u[2] = "
      "'Modelica.Math.Vectors.normalize'({3, 4}); parameter Real k = 'Modelica.Units.Conversions.from_degC'(20); "
      "parameter Real T[3, 3] = 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axesRotations'({3, 1, 2}, "
      "{1.5707963267948966, 0, 0}); parameter Real y = 'Modelica.Fluid.Utilities.evaluatePoly3_derivativeAtZero'(2, 2, "
      "7, 1, 5); "
      "parameter Real o[4] = 'Modelica.Electrical.Polyphase.Functions.symmetricOrientation'(4);"));
  EXPECT_DOUBLE_EQ(f.parameter("n"), 5);
  EXPECT_DOUBLE_EQ(f.parameter("u[2]"), 0.8);
  EXPECT_DOUBLE_EQ(f.parameter("k"), 293.15);
  EXPECT_DOUBLE_EQ(f.parameter("T[1,2]"), 1);
  EXPECT_DOUBLE_EQ(f.parameter("T[2,1]"), -1);
  EXPECT_DOUBLE_EQ(f.parameter("y"), 7) << "the polynomial goes through its end point";
  EXPECT_DOUBLE_EQ(f.parameter("o[4]"), f.parameter("o[2]") - std::acos(-1) / 4);
  // A text that defines such a function itself is taken at its word.
  const Flat own = flat(
      with("function 'Modelica.Math.sin' input Real u; output Real y; algorithm y := 42; end 'Modelica.Math.sin';\n",
           "parameter Real a = 'Modelica.Math.sin'(0); parameter Real b = 'Modelica.Math.cos'(0);", ""));
  EXPECT_EQ(own.parameter("a"), 42);
  EXPECT_EQ(own.parameter("b"), 1);
}

TEST(ModelicaFunctions, AreCalledForEachElementOfAnArray) {
  const Flat f = flat(with("function square input Real u; output Real y; algorithm y := u * u; end square;\n",
                           "Real x[3], y[3];", "x = {1, 2, 3} * time; y = square(x);"));
  EXPECT_EQ(f.value_of("y[3]", {{"x[3]", 5}}), 25);
}

TEST(ModelicaFunctions, WriteElementsByAnIndexThatChanges) {
  const Flat f = flat(with(R"(
function put
  input Integer k;
  output Real y[3];
algorithm
  y := {1, 2, 3};
  y[k] := 10;
end put;
)",
                           "Integer k; Real y[3];", "k = integer(time); y = put(k);"));
  EXPECT_EQ(f.value_of("y[2]", {{"k", 2}}), 10);
  EXPECT_EQ(f.value_of("y[2]", {{"k", 3}}), 2);
}

}  // namespace
}  // namespace saltus::modelica::test
