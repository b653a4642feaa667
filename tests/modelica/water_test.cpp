// Water and steam against the values that IAPWS R7-97(2012) gives for the verification of programs, all nine digits.

#include "flat_models.hpp"
#include "run_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace saltus::modelica::test {
namespace {

double water(const std::string& call) {
  return flat(model("parameter Real y = 'Modelica.Media.Water.IF97_Utilities." + call + ";")).parameter("y");
}

/// Half a unit of the ninth digit.
#define EXPECT_DIGITS(got, wanted) EXPECT_NEAR((got) / (wanted), 1, 5.1e-9)

TEST(ModelicaWater, Liquid) {  // table 5
  EXPECT_DIGITS(1 / water("BaseIF97.Basic.d1'(3e6, 300)"), 0.100215168e-2);
  EXPECT_DIGITS(water("BaseIF97.Basic.h1'(3e6, 300)"), 0.115331273e6);
  EXPECT_DIGITS(water("BaseIF97.Basic.s1'(3e6, 300)"), 0.392294792e3);
  EXPECT_DIGITS(1 / water("BaseIF97.Basic.d1'(80e6, 300)"), 0.971180894e-3);
  EXPECT_DIGITS(water("BaseIF97.Basic.h1'(80e6, 300)"), 0.184142828e6);
  EXPECT_DIGITS(water("BaseIF97.Basic.h1'(3e6, 500)"), 0.975542239e6);
}

TEST(ModelicaWater, Vapour) {  // table 15
  EXPECT_DIGITS(1 / water("BaseIF97.Basic.d2'(3.5e3, 300)"), 0.394913866e2);
  EXPECT_DIGITS(water("BaseIF97.Basic.h2'(3.5e3, 300)"), 0.254991145e7);
  EXPECT_DIGITS(water("BaseIF97.Basic.s2'(3.5e3, 700)"), 0.101749996e5);
  EXPECT_DIGITS(water("BaseIF97.Basic.h2'(30e6, 700)"), 0.263149474e7);
  EXPECT_DIGITS(1 / water("BaseIF97.Basic.d2'(30e6, 700)"), 0.542946619e-2);
}

TEST(ModelicaWater, AroundTheCriticalPoint) {  // table 33
  EXPECT_DIGITS(water("BaseIF97.Basic.h3'(500, 650)"), 0.186343019e7);
  EXPECT_DIGITS(water("BaseIF97.Basic.h3'(200, 650)"), 0.237512401e7);
  EXPECT_DIGITS(water("BaseIF97.Basic.s3'(500, 750)"), 0.446971906e4);
  // The ninth digit of the pressure is the eighth of the density where the fluid is soft.
  EXPECT_NEAR(water("BaseIF97.Inverses.density3'(0.255837018e8, 650, 0)"), 500, 5e-6);
  EXPECT_NEAR(water("BaseIF97.Inverses.density3'(0.222930643e8, 650, 0)"), 200, 5e-6);
}

TEST(ModelicaWater, HotVapour) {  // table 42
  EXPECT_DIGITS(1 / water("BaseIF97.Basic.d5'(0.5e6, 1500)"), 0.138455090e1);
  EXPECT_DIGITS(water("BaseIF97.Basic.h5'(0.5e6, 1500)"), 0.521976855e7);
  EXPECT_DIGITS(water("BaseIF97.Basic.h5'(30e6, 2000)"), 0.657122604e7);
}

TEST(ModelicaWater, Saturation) {  // tables 35 and 36
  EXPECT_DIGITS(water("BaseIF97.Basic.psat'(300)"), 0.353658941e4);
  EXPECT_DIGITS(water("BaseIF97.Basic.psat'(600)"), 0.123443146e8);
  EXPECT_DIGITS(water("BaseIF97.Basic.tsat'(0.1e6)"), 0.372755919e3);
  EXPECT_DIGITS(water("BaseIF97.Basic.tsat'(10e6)"), 0.584149488e3);
  const double h = 1e-3;
  for (const double T : {280.0, 450.0, 640.0})
    EXPECT_NEAR(water(fmt::format("BaseIF97.Basic.dptofT'({})", T)),
                (water(fmt::format("BaseIF97.Basic.psat'({:.17g})", T + h)) -
                 water(fmt::format("BaseIF97.Basic.psat'({:.17g})", T - h))) /
                    (2 * h),
                1e-2);
}

TEST(ModelicaWater, BackwardEquations) {  // tables 7, 9, 24, 29
  EXPECT_DIGITS(water("BaseIF97.Basic.tph1'(3e6, 500e3)"), 0.391798509e3);
  EXPECT_DIGITS(water("BaseIF97.Basic.tps1'(80e6, 3e3)"), 0.565899909e3);
  EXPECT_DIGITS(water("BaseIF97.Basic.tph2'(0.001e6, 3000e3)"), 0.534433241e3);
  EXPECT_DIGITS(water("BaseIF97.Basic.tph2'(5e6, 3500e3)"), 0.801299102e3);
  EXPECT_DIGITS(water("BaseIF97.Basic.tph2'(40e6, 2700e3)"), 0.743056411e3);
  EXPECT_DIGITS(water("BaseIF97.Basic.tps2'(0.1e6, 7.5e3)"), 0.399517097e3);
  EXPECT_DIGITS(water("BaseIF97.Basic.tps2'(8e6, 6e3)"), 0.600484040e3);
  EXPECT_DIGITS(water("BaseIF97.Basic.tps2'(20e6, 5.75e3)"), 0.697992849e3);
}

/// T of region 3 from p and h, and h from that again.
void expect_inverse(double p, double h) {
  const Flat f = flat(
      "package M\nfunction both output Real y[3]; Integer e; algorithm (y[1], y[2], e) := "
      "'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.dtofph3'(" +
      fmt::format("{}, {}", p, h) +
      ", 1e-7, 1e-6); y[3] := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h3'(y[1], y[2]); end "
      "both;\n" +
      model("parameter Real y[3] = both();") + "end M;\n");
  EXPECT_NEAR(f.parameter("y[3]"), h, 1e-3) << p << " " << h;
}

TEST(ModelicaWater, RegionThreeIsInverted) {
  expect_inverse(20e6, 1700e3);
  expect_inverse(50e6, 2000e3);
  expect_inverse(20e6, 2500e3);
  expect_inverse(22.2e6, 2100e3);  // just above the critical point
}

TEST(ModelicaWater, TheRegionFollowsFromPressureAndEnthalpy) {
  const auto region = [](double p, double h) {
    return water(fmt::format("BaseIF97.Regions.region_ph'({}, {}, 0, 0)", p, h));
  };
  EXPECT_EQ(region(1e5, 4e5), 1);
  EXPECT_EQ(region(1e5, 1e6), 4);
  EXPECT_EQ(region(1e5, 2.7e6), 2);
  EXPECT_EQ(region(1e5, 4.5e6), 5);
  EXPECT_EQ(region(25e6, 1.5e6), 1);
  EXPECT_EQ(region(25e6, 2.0e6), 3);
  EXPECT_EQ(region(25e6, 3.0e6), 2);
  EXPECT_EQ(region(20e6, 2.1e6), 4);
  EXPECT_EQ(region(20e6, 1.75e6), 3);
}

TEST(ModelicaWater, TheRegionFollowsFromPressureAndTemperature) {
  const auto region = [](double p, double T) {
    return water(fmt::format("BaseIF97.Regions.region_pT'({}, {}, 0)", p, T));
  };
  EXPECT_EQ(region(1e5, 350), 1);
  EXPECT_EQ(region(1e5, 400), 2);
  EXPECT_EQ(region(25e6, 650), 3);
  EXPECT_EQ(region(1e5, 1200), 5);
}

TEST(ModelicaWater, SaturatedStatesMeetWhereTheRegionsDo) {
  for (const char* what : {"hl_p", "hv_p", "rhol_p", "rhov_p", "sl_p", "sv_p"}) {
    const double below = water(fmt::format("BaseIF97.Regions.{}'(16.52919e6)", what)),
                 above = water(fmt::format("BaseIF97.Regions.{}'(16.52921e6)", what));
    EXPECT_NEAR(below / above, 1, 1e-3) << what << ": regions 1, 2 and 3 agree as well as IF97 says";
  }
}

TEST(ModelicaWater, BoilsWhileAModelRuns) {
  // Heated at 1 bar from 400 kJ/kg: liquid up to h' = 417.4 kJ/kg, then wet steam at the boiling temperature.
  const auto   run  = run_text(R"(
package P
function temperature
  input Real p;
  input Real h;
  output Real T;
  Integer region;
algorithm
  region := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.region_ph'(p, h, 0, 0);
  if region == 1 then
    T := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph1'(p, h);
  else
    T := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p);
  end if;
end temperature;
model boil
  Real h(start = 4e5, fixed = true, nominal = 1e5);
  Real sum(start = 0, fixed = true);
equation
  der(h) = 1e5;
  der(sum) = temperature(1e5, h);
end boil;
end P;
)",
                               1);
  const auto&  rows = run.trajectory();
  const double hl = water("hl_p'(1e5)"), boils = 372.755919, t = (hl - 4e5) / 1e5;
  // T(h) of the liquid is straight within 1e-3 K over these 17 kJ/kg.
  const double warms = water("BaseIF97.Basic.tph1'(1e5, 4e5)");
  EXPECT_NEAR(rows.row(rows.size() - 1)[1], t * (warms + boils) / 2 + (1 - t) * boils, 1e-2);
  EXPECT_NEAR(hl, 417436, 10) << "IAPWS: 417.436 kJ/kg";
}

}  // namespace
}  // namespace saltus::modelica::test
