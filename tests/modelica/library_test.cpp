#include "flat_models.hpp"
#include "run_text.hpp"

#include <saltus/front/modelica/library.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <set>

namespace saltus::modelica::test {
namespace {

double value(const std::string& expression, const std::string& declarations = "") {
  return flat(model(declarations + "parameter Real y = " + expression + ";")).parameter("y");
}

TEST(ModelicaLibrary, HasAllThatItsFunctionsCall) {
  for (const std::string_view name : library_names()) {
    std::string quoted(name);
    for (std::size_t k = 0; (k = quoted.find('\'', k)) != quoted.npos; k += 2) quoted.insert(k, "\\");
    const auto tree = parse(Source("M.mo", fmt::format("model M Real x; equation x = '{}'(1); end M;", quoted)));
    ASSERT_TRUE(tree->problems.none()) << name;
    std::set<std::string_view> defined;
    for (const ClassDefinition* c : tree->library) defined.insert(tree->text(c->name));
    EXPECT_TRUE(defined.contains(name)) << name;
    for (Name n = 0; n < static_cast<Name>(tree->names.size()); ++n)
      if (tree->text(n).starts_with("Modelica.") && !defined.contains(tree->text(n)))
        ADD_FAILURE() << name << " names " << tree->text(n);
  }
}

TEST(ModelicaLibrary, IsReadAsFarAsATextNamesIt) {
  const auto tree = parse(Source("M.mo", "model M Real x; equation x = 'Modelica.Math.Special.erfInv'(time); end M;"));
  EXPECT_EQ(tree->library.size(), 3u) << "erfInv, what it calls, and the derivative of that";
}

// ---- packages that a model receives as an argument ------------------------------------------------------------------

constexpr const char* splice =
    "function 'm.tank.Medium.Utilities.spliceFunction' input Real pos; input Real neg; input Real x; input Real w; "
    "output Real y; algorithm y := pos; end 'm.tank.Medium.Utilities.spliceFunction';\n";

TEST(ModelicaLibrary, TellsAPackageByItsOtherFunctions) {
  const std::string call = model(
      "parameter Real y = 'm.tank.Medium.saturationPressure'(373.15);"
      "parameter Real z = 'm.tank.Medium.Utilities.spliceFunction'(1, 2, 3, 4);");
  const Flat f = flat("package M\n" + std::string(splice) + call + "end M;\n");
  EXPECT_NEAR(f.parameter("y"), 101325, 200) << "water boils, by the equation of Wagner and Pruss at 101.42 kPa";
  EXPECT_EQ(f.parameter("z"), 1) << "the function of the text is taken at its word";
}

TEST(ModelicaLibrary, DoesNotGuessWhatAPackageIs) {
  const auto tree = parse(Source("M.mo", model("parameter Real y = 'm.tank.Medium.saturationPressure'(373.15);")));
  elaborate(*tree, {}, tree->problems);
  EXPECT_NE(tree->problems.text().find("S0604"), std::string::npos) << tree->problems.text();
  EXPECT_NE(tree->problems.text().find("left the function out"), std::string::npos) << tree->problems.text();
}

TEST(ModelicaLibrary, TellsTheFrictionOfPipesApart) {
  const std::string arguments = "(1e4, 1000, 1000, 1e-3, 1e-3, 10, 0.1, 0.00785398163397448, 2000, 4000, 1e-3)";
  const auto        flow      = [&](const std::string& other) {
    return flat(
                           "package M\nfunction 'p.WallFriction.pressureLoss_m_flow' input Real x; output Real y; algorithm y := " +
                           other + "; end 'p.WallFriction.pressureLoss_m_flow';\n" +
                           model("parameter Real y = 'p.WallFriction.Internal.m_flow_of_dp_fric'" + arguments + ";") + "end M;\n")
        .parameter("y");
  };
  // Colebrook and White in closed form, and lambda without Reynolds' number.
  const double lambda2 = 1e4 * 2 * 1e-3 * 1000 / (10 * 1e-6);
  const double detailed =
      0.00785398163397448 / 0.1 * 1e-3 * -2 * std::sqrt(lambda2) * std::log10(2.51 / std::sqrt(lambda2) + 0.27e-3);
  const double zeta  = 100 / std::pow(2 * std::log10(3.7e3), 2);
  const double rough = std::sqrt(1000 * 1e4 * std::pow(std::numbers::pi * 0.01, 2) / (8 * zeta));
  EXPECT_NEAR(flow("'p.WallFriction.pressureLoss_m_flow.interpolateInRegion2'(x, 1, 2, 3)"), detailed, 1e-9);
  EXPECT_NEAR(flow("x"), rough, 1e-9);
}

// ---- fluids ---------------------------------------------------------------------------------------------------------

/// Value and slope that a function gives as two outputs, and the slope by differences.
struct Slopes {
  double value, told, seen;
};
Slopes slopes(const std::string& name, double x, const std::string& rest, double relative_step = 1e-6) {
  const double h    = relative_step * std::abs(x);
  const auto   text = [&](double at) {
    return flat("package M\nfunction both input Real x; output Real y[2]; Real a; Real b; algorithm (a, b) := '" +
                  name + "'(x" + rest + "); y := {a, b}; end both;\n" +
                  model(fmt::format("parameter Real y[2] = both({:.17g});", at)) + "end M;\n");
  };
  const Flat here = text(x);
  return {here.parameter("y[1]"), here.parameter("y[2]"),
          (text(x + h).parameter("y[1]") - text(x - h).parameter("y[1]")) / (2 * h)};
}

TEST(ModelicaLibrary, FrictionOfPipesGivesItsOwnSlope) {
  const std::string pipe  = ", 1000, 1000, 1e-3, 1e-3, 10, 0.1, 0.00785398163397448, 2000, 4000, 1e-3";
  const std::string walls = "Modelica.Fluid.Pipes.BaseClasses.WallFriction.";
  for (const char* kind : {"Detailed", "LaminarAndQuadraticTurbulent"})
    for (const double re : {300.0, 3000.0, 30000.0})  // laminar, between, turbulent
      for (const double sign : {-1.0, 1.0}) {
        const double m  = sign * re * 0.00785398163397448 * 1e-3 / 0.1;
        const Slopes dp = slopes(walls + kind + ".Internal.dp_fric_of_m_flow", m, pipe);
        EXPECT_NEAR(dp.told, dp.seen, 1e-7 * std::abs(dp.seen)) << kind << " " << re;
        const Slopes back = slopes(walls + kind + ".Internal.m_flow_of_dp_fric", dp.value, pipe);
        EXPECT_NEAR(back.told, back.seen, 1e-7 * std::abs(back.seen)) << kind << " " << re;
        // The two directions are different fits of the same diagram in the transition.
        EXPECT_NEAR(back.value, m, 0.1 * std::abs(m)) << kind << " " << re;
      }
}

TEST(ModelicaLibrary, MonotoneInterpolationKeepsEndsAndSlopes) {
  // From (0, 0) with slope 1 to (1, 10) with slope 1: one cubic bends too much, a line is put between two of them.
  const std::string rest = ", 0, 1, 0, 10, 1, 1";
  const auto        y    = [&](double x) { return slopes("Modelica.Fluid.Utilities.regFun3", x, rest).value; };
  EXPECT_NEAR(y(1e-9), 1e-9, 1e-12);
  EXPECT_NEAR(y(1), 10, 1e-12);
  EXPECT_NEAR((y(1) - y(1 - 1e-6)) / 1e-6, 1, 1e-3);
  for (double x = 0.01; x < 1; x += 0.01) EXPECT_GT(y(x + 0.005), y(x)) << x;
}

TEST(ModelicaLibrary, RootsAreRegularAtTheOrigin) {
  const std::string root = "'Modelica.Fluid.Utilities.regRoot2'";
  EXPECT_DOUBLE_EQ(value(root + "(4, 0.01, 9, 1)"), 6);
  EXPECT_DOUBLE_EQ(value(root + "(-4, 0.01, 9, 1)"), -2);
  EXPECT_DOUBLE_EQ(value(root + "(0, 0.01, 9, 1)"), 0);
  EXPECT_NEAR(value(root + "(0.009999999, 0.01, 9, 1)"), 0.3, 1e-7) << "continuous where the polynomial begins";
  EXPECT_NEAR(value(root + "(-0.009999999, 0.01, 9, 1)"), -0.1, 1e-7);
  EXPECT_NEAR(value("'Modelica.Fluid.Utilities.regSquare2'(-0.009999999, 0.01, 1, 9)"), -9e-4, 1e-9);
}

// ---- semiconductors -------------------------------------------------------------------------------------------------

TEST(ModelicaLibrary, JunctionsGiveTheirOwnConductance) {
  const std::string functions = "Modelica.Electrical.Spice3.Internal.Functions.";
  for (const double v : {-7.0, -0.1, -0.01, 0.3, 0.7, 2.0}) {  // every piece of the characteristics
    const Slopes diode = slopes(functions + "junction2", v, ", 300.15, 1, 1e-14");
    EXPECT_NEAR(diode.told, diode.seen, 1e-6 * std::abs(diode.seen)) << v;
    const Slopes zener = slopes(functions + "junction3", v, ", 300.15, 1, 1e-14, 5");
    EXPECT_NEAR(zener.told, zener.seen, 1e-6 * std::abs(zener.seen)) << v;
  }
}

TEST(ModelicaLibrary, JunctionsHaveTheChargeOfTheirCapacitance) {
  for (const double v : {-3.0, 0.2, 0.9}) {
    const std::string call = fmt::format(
        "'Modelica.Electrical.Spice3.Internal.Functions.junctionCapRevised'({{}}, {{:.17g}}, 0.4, 0.33, 0.8, "
        "{:.17g}, {:.17g}, {:.17g})",
        0.8 * (1 - std::pow(0.5, 0.67)) / 0.67, std::pow(0.5, 1.33), 1 - 0.5 * 1.33);
    const auto at = [&](double x) {
      return flat("package M\nfunction both input Real x; output Real y[2]; Real a; Real b; algorithm (a, b) := " +
                  fmt::format(fmt::runtime(call), "1e-12", x) + "; y := {a, b}; end both;\n" +
                  model("parameter Real y[2] = both(0);") + "end M;\n");
    };
    const double h = 1e-5;
    EXPECT_NEAR(at(v).parameter("y[1]"), (at(v + h).parameter("y[2]") - at(v - h).parameter("y[2]")) / (2 * h), 1e-18)
        << v;
  }
}

TEST(ModelicaLibrary, ATransistorConductsByShichmanAndHodges) {
  const std::string text =
      R"(package M
record Device
  Real m_tPhi = 0.6;
  Real m_tVbi = 1.0;
  Real m_Beta = 2e-5;
  Real m_von;
  Real m_vdsat;
  Real m_cdrain;
  Real m_gm;
  Real m_gds;
  Real m_gmbs;
end Device;
record Card
  Real m_lambda = 0.02;
end Card;
record Line
  Real m_gamma = 0;
end Line;
function current
  input Real vg;
  input Real vds;
  output Real i;
  Device d;
algorithm
  d := 'Modelica.Electrical.Spice3.Internal.Mos1.drainCur'(0, vg, vds, Device(), Card(), Card(), Line(), 1);
  i := d.m_cdrain;
end current;
)" +
      model(
          "parameter Real off = current(0.5, 2); parameter Real saturated = current(3, 5); parameter Real linear = "
          "current(3, 0.5);") +
      "end M;\n";
  const Flat f = flat(text);
  EXPECT_EQ(f.parameter("off"), 0);
  EXPECT_DOUBLE_EQ(f.parameter("saturated"), 1e-5 * 4 * 1.1);
  EXPECT_DOUBLE_EQ(f.parameter("linear"), 2e-5 * 1.01 * 0.5 * 1.75);
}

// ---- mathematics ----------------------------------------------------------------------------------------------------

TEST(ModelicaLibrary, InvertsTheErrorFunction) {
  for (const double y : {1e-9, 0.1, 0.4, 0.9, 2.5, 5.0}) {
    EXPECT_NEAR(value(fmt::format("'Modelica.Math.Special.erfcInv'({:.17g})", std::erfc(y))), y,
                1e-14 * (1 + y) / (y < 1e-3 ? 1e-2 : 1));
    if (y < 2.6) {
      EXPECT_NEAR(value(fmt::format("'Modelica.Math.Special.erfInv'({:.17g})", -std::erf(y))), -y, 1e-12 * y);
    }
  }
  EXPECT_NEAR(value("'Modelica.Math.Distributions.Normal.quantile'(0.975, 3, 2)"), 3 + 2 * 1.959963984540054, 1e-13);
}

TEST(ModelicaLibrary, FindsTheFrequenciesOfASignal) {
  // 30 = 2 * 3 * 5 samples of 4 cos(2 pi 3 k / 30 + 1): all at the frequency 3, scaled by 16 frequencies.
  const std::string text = R"(package M
function spectrum
  output Real a[2];
  Integer info;
  Real A[16];
  Real phi[16];
algorithm
  (info, A, phi) := 'Modelica.Math.FastFourierTransform.Internal.rawRealFFT'({4 * cos(6.283185307179586 * 3 * k / 30 + 1) for k in 0:29});
  a := {A[4], phi[4]};
end spectrum;
)" + model("parameter Real a[2] = spectrum();") +
                           "end M;\n";
  const Flat f = flat(text);
  EXPECT_NEAR(f.parameter("a[1]"), 4 * 15.0 / 16, 1e-13);
  EXPECT_NEAR(f.parameter("a[2]"), 1, 1e-13);
}

TEST(ModelicaLibrary, SolvesLinearEquations) {
  const Flat f =
      flat(model("parameter Real x[2] = 'Modelica.Math.Matrices.solve'({{0, 2}, {3, 1}}, {4, 5});"
                 "parameter Real d = 'Modelica.Math.Matrices.det'({{0, 2}, {3, 1}});"
                 "parameter Real p[3] = 'Modelica.Math.Polynomials.fitting'({0, 1, 2, 3}, {1, 2, 5, 10}, 2);"));
  EXPECT_DOUBLE_EQ(f.parameter("x[1]"), 1);
  EXPECT_DOUBLE_EQ(f.parameter("x[2]"), 2);
  EXPECT_DOUBLE_EQ(f.parameter("d"), -6);
  EXPECT_NEAR(f.parameter("p[1]"), 1, 1e-12) << "1 + x^2 goes through all points";
  EXPECT_NEAR(f.parameter("p[2]"), 0, 1e-12);
  EXPECT_NEAR(f.parameter("p[3]"), 1, 1e-12);
}

TEST(ModelicaLibrary, FunctionsThatAreNotExpandedTakeManyArguments) {
  // 100 of them, in a run: along x = time the matrix is the identity.
  const auto run =
      run_text(model("Real x(start = 0, fixed = true);",
                     "der(x) = 'Modelica.Math.Matrices.det'({{if i == j then 1 + (time - x) * i else (time - "
                     "x) * j for j in 1:10} for i in 1:10});"),
               1);
  EXPECT_NEAR(run.trajectory().row(run.trajectory().size() - 1)[0], 1, 1e-6);
}

// ---- media ----------------------------------------------------------------------------------------------------------

constexpr const char* steam =
    "'Modelica.Media.IdealGases.Common.DataRecord'(\"H2O\", 0.01801528, -1.342338281725291e7, 549760.6476280135, "
    "1000.0, "
    "{-39479.6083, 575.573102, 0.931782653, 0.00722271286, -7.34255737e-6, 4.95504349e-9, -1.336933246e-12}, "
    "{-33039.7431, "
    "17.24205775}, {1.034972096e6, -2412.698562, 4.64611078, 0.002291998307, -6.836830479999999e-7, "
    "9.426468930000001e-11, -4.82238053e-15}, {-13842.86509, -7.97814851}, 461.5254384056201)";

TEST(ModelicaLibrary, EnthalpyOfIdealGasesIsTheIntegralOfTheirHeatCapacity) {
  const std::string functions = "'Modelica.Media.IdealGases.Common.Functions.";
  const auto        at        = [&](const char* name, double T) {
    return value(fmt::format("{}{}'({}, {:.17g})", functions, name, steam, T));
  };
  EXPECT_NEAR(at("cp_T", 298.15), 1864.1, 0.5) << "33.59 J/(mol K), JANAF tables";
  EXPECT_NEAR(at("h_T", 298.15), 549760.6, 1) << "zero at 0 K, without the enthalpy of formation";
  for (const double T : {300.0, 900.0, 1500.0}) {
    EXPECT_NEAR((at("h_T", T + 0.01) - at("h_T", T - 0.01)) / 0.02, at("cp_T", T), 1e-4);
    EXPECT_NEAR((at("s0_T", T + 0.01) - at("s0_T", T - 0.01)) / 0.02 * T, at("cp_T", T), 1e-4);
  }
}

TEST(ModelicaLibrary, MoistAirGivesItsOwnDerivatives) {
  const std::string air = "'Modelica.Media.Air.MoistAir.";
  for (const double T : {250.0, 272.5, 273.1, 273.9, 300.0}) {
    const auto at = [&](const char* name, double t) { return value(fmt::format("{}{}'({:.17g})", air, name, t)); };
    EXPECT_NEAR((at("saturationPressure", T + 1e-4) - at("saturationPressure", T - 1e-4)) / 2e-4,
                value(fmt::format("{}saturationPressure_der'({}, 1)", air, T)), 2e-4)
        << T;
    EXPECT_NEAR((at("enthalpyOfWater", T + 1e-5) - at("enthalpyOfWater", T - 1e-5)) / 2e-5,
                value(fmt::format("{}enthalpyOfWater_der'({}, 1)", air, T)), 20)
        << T;
  }
  const auto smooth = [&](double x1) { return value(fmt::format("{}Utilities.smoothMax'({:.17g}, 2, 0.5)", air, x1)); };
  EXPECT_NEAR((smooth(1.9 + 1e-5) - smooth(1.9 - 1e-5)) / 2e-5,
              value(air + "Utilities.smoothMax_der'(1.9, 2, 0.5, 1, 0, 0)"), 1e-8);
}

TEST(Library, HasTheConstantsThatPeopleWrite) {
  const auto run = run_text(R"(
model M
  parameter Real w = 2*Modelica.Constants.pi;
  Real g = Modelica.Constants.g_n + 0*time, s = Modelica.Constants.sigma + 0*time, c = cos(w*time), r = Modelica.Constants.R + 0*time;
end M;)",
                            1);
  EXPECT_EQ(run.final("g"), 9.80665);
  EXPECT_NEAR(run.final("s"), 5.670374419e-8, 1e-17);
  EXPECT_NEAR(run.final("r"), 8.31446261815324, 1e-13);
  EXPECT_NEAR(run.final("c"), 1, 1e-12);
}

}  // namespace
}  // namespace saltus::modelica::test
