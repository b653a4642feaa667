#include "flat_models.hpp"

namespace saltus::modelica::test {
namespace {

TEST(ModelicaDeclarations, ComputeParametersInTheOrderOfTheirDependence) {
  const Flat f =
      flat(model("parameter Real a = 2 * b; parameter Real b = c + 1; parameter Integer c = size(d, 1); parameter Real "
                 "d[:] = {1, 2, 3};"));
  EXPECT_EQ(f.parameter("a"), 8);
  EXPECT_EQ(f.parameter("d[2]"), 2);
}

TEST(ModelicaDeclarations, TakeSettingsBeforeValues) {
  const Flat f = flat(model("parameter Real a = 2 * b; parameter Real b = 1; parameter Boolean c = false; parameter "
                            "Real d[2] = {1, 2}; Real x(start = 1);",
                            "der(x) = a;"),
                      {{"b", "5"}, {"c", "true"}, {"d[2]", "7.5"}, {"x", "-2"}});
  EXPECT_EQ(f.parameter("a"), 10);
  EXPECT_EQ(f.parameter("c"), 1);
  EXPECT_EQ(f.parameter("d[1]"), 1);
  EXPECT_EQ(f.parameter("d[2]"), 7.5);
  EXPECT_EQ(f.model->variables[static_cast<std::size_t>(f.variable("x"))].start, -2);
}

TEST(ModelicaDeclarations, ReadAttributesAlsoOfTypes) {
  const Flat          f = flat("package M type Height = Real(unit = \"m\", min = 0, nominal = 100);" +
                               model("parameter Real h0 = 3; parameter StateSelect s = StateSelect.prefer; Height h(start = 2 * "
                                              "h0, fixed = true, stateSelect = s) \"above ground\";",
                                     "der(h) = 1;") +
                               "end M;");
  const FlatVariable& h = f.model->variables[static_cast<std::size_t>(f.variable("h"))];
  EXPECT_EQ(h.start, 6);
  EXPECT_TRUE(h.fixed && h.start_given);
  EXPECT_EQ(h.minimum, 0);
  EXPECT_EQ(h.nominal, 100);
  EXPECT_EQ(h.unit, "m");
  EXPECT_EQ(h.description, "above ground");
  EXPECT_EQ(h.state_select, StateSelect::prefer);
}

TEST(ModelicaDeclarations, GiveEachElementOfAnArrayAVariable) {
  const Flat f = flat(model("Real x[2, 2](start = {{1, 2}, {3, 4}}, each fixed = true);", "der(x) = -x;"));
  EXPECT_EQ(f.model->variables[static_cast<std::size_t>(f.variable("x[2,1]"))].start, 3);
  EXPECT_TRUE(f.model->variables[static_cast<std::size_t>(f.variable("x[1,2]"))].fixed);
}

TEST(ModelicaDeclarations, KeepParametersThatTheInitialProblemDetermines) {
  Flat f = flat(
      "model M parameter Real p(fixed = false, start = 4); parameter Real q = 2 * p; Real x(start = q, fixed = true); "
      "initial equation p = 3; equation der(x) = p; end M;");
  for (const char* name : {"p", "q"})
    EXPECT_TRUE(f->variables[static_cast<std::size_t>(f.variable(name))].free_parameter);
  EXPECT_EQ(f.value(f.equation_of("q", true), {{"p", 3}}), 6);
  EXPECT_EQ(f->text(f.equation_of("x", true)), "q");
}

TEST(ModelicaDeclarations, KnowEnumerations) {
  const Flat f = flat("package M type Color = enumeration(red, green, blue);" +
                      model("parameter Color c = Color.green; parameter Integer n = Integer(c); parameter Real "
                            "v[Color] = {1, 2, 4}; parameter Real w = v[Color.blue]; Color s(start = Color.blue);",
                            "s = if time > 1 then Color.red else c;") +
                      "end M;");
  EXPECT_EQ(f.parameter("n"), 2);
  EXPECT_EQ(f.parameter("w"), 4);
  EXPECT_EQ(f.model->variables[static_cast<std::size_t>(f.variable("s"))].start, 3);
  EXPECT_EQ(f.value_of("s", {{"time", 0}}), 2);
}

TEST(ModelicaDeclarations, ReadTheExperiment) {
  const Flat f = flat(
      "model M Real x; equation x = time; annotation(experiment(StartTime = 1, StopTime = 2.5, Tolerance = 1e-7, "
      "Interval = 0.01)); end M;");
  EXPECT_EQ(f.model->experiment.start, 1);
  EXPECT_EQ(f.model->experiment.stop, 2.5);
  EXPECT_EQ(f.model->experiment.tolerance, 1e-7);
  EXPECT_EQ(f.model->experiment.interval, 0.01);
}

TEST(ModelicaDeclarations, UseTheConstantsOfThePackage) {
  const Flat f = flat(
      "package M constant Real g = 9.81; function weight input Real m; output Real w; algorithm w := m * g; end "
      "weight;" +
      model("parameter Real w = weight(2) + g;") + "end M;");
  EXPECT_DOUBLE_EQ(f.parameter("w"), 3 * 9.81);
}

TEST(ModelicaDeclarations, PutFlattenedArraysAndRecordsTogether) {
  const Flat f = flat(
      "package M record C Real re; Real im; end C; function norm input C c; output Real n; algorithm n := c.re ^ 2 + "
      "c.im ^ 2; end norm;" +
      model("Real 'v[1].re', 'v[1].im', 'v[2].re', 'v[2].im', n, s; Integer k;",
            "'v[1].re' = 1; 'v[1].im' = 2; 'v[2].re' = 3; 'v[2].im' = time; n = norm('v'[2]); k = 1; s = "
            "sum('v[\\'i\\'].re' for i in 1:size('v', 1));") +
      "end M;");
  EXPECT_EQ(f.value_of("n", {{"v[2].re", 3}, {"v[2].im", 4}}), 25);
  EXPECT_EQ(f.value_of("s", {{"v[1].re", 3}, {"v[2].re", 4}}), 7);
}

}  // namespace
}  // namespace saltus::modelica::test
