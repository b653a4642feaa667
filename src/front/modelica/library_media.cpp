// library_media.cpp: Modelica.Media: ideal gases and moist air (library.hpp).
//
// Reference  ideal gases: McBride, Zehe & Gordon, NASA TP-2002-211556; viscosity by Chung and conductivity by Eucken as in
//            Poling, Prausnitz & O'Connell, The Properties of Gases and Liquids, 5th ed., chapters 9 and 10.
//            Moist air: saturation of water by Wagner & Pruss (J. Phys. Chem. Ref. Data 22, 1993), of ice by Wagner, Saul &
//            Pruss (23, 1994), joined smoothly around the triple point.

#include <saltus/front/modelica/library.hpp>

namespace saltus::modelica {

std::string_view library_media() {
  return R"(
record 'Modelica.Media.IdealGases.Common.DataRecord'
  String name;
  Real MM;
  Real Hf;
  Real H0;
  Real Tlimit;
  Real alow[7];
  Real blow[2];
  Real ahigh[7];
  Real bhigh[2];
  Real R_s;
end 'Modelica.Media.IdealGases.Common.DataRecord';
type 'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy' = enumeration('ZeroAt0K', 'ZeroAt25C', 'UserDefined');
function 'Modelica.Media.IdealGases.Common.Functions.polynomialHeatCapacity'
  input Real a[7];
  input Real T;
  output Real y;
algorithm
  y := (a[1] + T * (a[2] + T * (a[3] + T * (a[4] + T * (a[5] + T * (a[6] + T * a[7])))))) / T ^ 2;
end 'Modelica.Media.IdealGases.Common.Functions.polynomialHeatCapacity';
function 'Modelica.Media.IdealGases.Common.Functions.polynomialEnthalpy'
  input Real a[7];
  input Real b;
  input Real T;
  output Real y;
algorithm
  y := b + a[2] * log(T) - a[1] / T + T * (a[3] + T * (a[4] / 2 + T * (a[5] / 3 + T * (a[6] / 4 + T * a[7] / 5))));
end 'Modelica.Media.IdealGases.Common.Functions.polynomialEnthalpy';
function 'Modelica.Media.IdealGases.Common.Functions.polynomialEntropy'
  input Real a[7];
  input Real b;
  input Real T;
  output Real y;
algorithm
  y := b + a[3] * log(T) - (a[2] + a[1] / (2 * T)) / T + T * (a[4] + T * (a[5] / 2 + T * (a[6] / 3 + T * a[7] / 4)));
end 'Modelica.Media.IdealGases.Common.Functions.polynomialEntropy';
function 'Modelica.Media.IdealGases.Common.Functions.offset'
  input 'Modelica.Media.IdealGases.Common.DataRecord' data;
  input Boolean withoutFormation;
  input 'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy' reference;
  input Real h_off;
  output Real h;
algorithm
  h := (if withoutFormation then -data.Hf else 0) + (if Integer(reference) == 1 then data.H0 else 0) + (if Integer(reference) == 3 then h_off else 0);
end 'Modelica.Media.IdealGases.Common.Functions.offset';
function 'Modelica.Media.IdealGases.Common.Functions.cp_T'
  input 'Modelica.Media.IdealGases.Common.DataRecord' data;
  input Real T;
  output Real cp;
algorithm
  cp := data.R_s * (if T < data.Tlimit then 'Modelica.Media.IdealGases.Common.Functions.polynomialHeatCapacity'(data.alow, T) else 'Modelica.Media.IdealGases.Common.Functions.polynomialHeatCapacity'(data.ahigh, T));
end 'Modelica.Media.IdealGases.Common.Functions.cp_T';
function 'Modelica.Media.IdealGases.Common.Functions.h_T'
  input 'Modelica.Media.IdealGases.Common.DataRecord' data;
  input Real T;
  input Boolean exclEnthForm = true;
  input 'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy' refChoice = 'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy'.'ZeroAt0K';
  input Real h_off = 0;
  output Real h;
algorithm
  h := data.R_s * (if T < data.Tlimit then 'Modelica.Media.IdealGases.Common.Functions.polynomialEnthalpy'(data.alow, data.blow[1], T) else 'Modelica.Media.IdealGases.Common.Functions.polynomialEnthalpy'(data.ahigh, data.bhigh[1], T)) + 'Modelica.Media.IdealGases.Common.Functions.offset'(data, exclEnthForm, refChoice, h_off);
end 'Modelica.Media.IdealGases.Common.Functions.h_T';
function 'Modelica.Media.IdealGases.Common.Functions.h_T_der'
  input 'Modelica.Media.IdealGases.Common.DataRecord' data;
  input Real T;
  input Boolean exclEnthForm = true;
  input 'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy' refChoice = 'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy'.'ZeroAt0K';
  input Real h_off = 0;
  input Real dT;
  output Real h_der;
algorithm
  h_der := dT * 'Modelica.Media.IdealGases.Common.Functions.cp_T'(data, T);
end 'Modelica.Media.IdealGases.Common.Functions.h_T_der';
function 'Modelica.Media.IdealGases.Common.Functions.s0_T'
  input 'Modelica.Media.IdealGases.Common.DataRecord' data;
  input Real T;
  output Real s;
algorithm
  s := data.R_s * (if T < data.Tlimit then 'Modelica.Media.IdealGases.Common.Functions.polynomialEntropy'(data.alow, data.blow[2], T) else 'Modelica.Media.IdealGases.Common.Functions.polynomialEntropy'(data.ahigh, data.bhigh[2], T));
end 'Modelica.Media.IdealGases.Common.Functions.s0_T';
function 'Modelica.Media.IdealGases.Common.Functions.cp_Tlow'
  input 'Modelica.Media.IdealGases.Common.DataRecord' data;
  input Real T;
  output Real cp;
algorithm
  cp := data.R_s * 'Modelica.Media.IdealGases.Common.Functions.polynomialHeatCapacity'(data.alow, T);
end 'Modelica.Media.IdealGases.Common.Functions.cp_Tlow';
function 'Modelica.Media.IdealGases.Common.Functions.h_Tlow'
  input 'Modelica.Media.IdealGases.Common.DataRecord' data;
  input Real T;
  input Boolean exclEnthForm = true;
  input 'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy' refChoice = 'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy'.'ZeroAt0K';
  input Real h_off = 0;
  output Real h;
algorithm
  h := data.R_s * 'Modelica.Media.IdealGases.Common.Functions.polynomialEnthalpy'(data.alow, data.blow[1], T) + 'Modelica.Media.IdealGases.Common.Functions.offset'(data, exclEnthForm, refChoice, h_off);
end 'Modelica.Media.IdealGases.Common.Functions.h_Tlow';
function 'Modelica.Media.IdealGases.Common.Functions.h_Tlow_der'
  input 'Modelica.Media.IdealGases.Common.DataRecord' data;
  input Real T;
  input Boolean exclEnthForm = true;
  input 'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy' refChoice = 'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy'.'ZeroAt0K';
  input Real h_off = 0;
  input Real dT;
  output Real h_der;
algorithm
  h_der := dT * 'Modelica.Media.IdealGases.Common.Functions.cp_Tlow'(data, T);
end 'Modelica.Media.IdealGases.Common.Functions.h_Tlow_der';
function 'Modelica.Media.IdealGases.Common.Functions.s0_Tlow'
  input 'Modelica.Media.IdealGases.Common.DataRecord' data;
  input Real T;
  output Real s;
algorithm
  s := data.R_s * 'Modelica.Media.IdealGases.Common.Functions.polynomialEntropy'(data.alow, data.blow[2], T);
end 'Modelica.Media.IdealGases.Common.Functions.s0_Tlow';
function 'Modelica.Media.IdealGases.Common.Functions.cp_Tlow_der'
  input 'Modelica.Media.IdealGases.Common.DataRecord' data;
  input Real T;
  input Real dT;
  output Real cp_der;
algorithm
  cp_der := dT * data.R_s * (-2 * data.alow[1] / T ^ 3 - data.alow[2] / T ^ 2 + data.alow[4] + T * (2 * data.alow[5] + T * (3 * data.alow[6] + 4 * data.alow[7] * T)));
end 'Modelica.Media.IdealGases.Common.Functions.cp_Tlow_der';
function 'Modelica.Media.IdealGases.Common.Functions.s0_Tlow_der'
  input 'Modelica.Media.IdealGases.Common.DataRecord' data;
  input Real T;
  input Real T_der;
  output Real s_der;
algorithm
  s_der := T_der * 'Modelica.Media.IdealGases.Common.Functions.cp_Tlow'(data, T) / T;
end 'Modelica.Media.IdealGases.Common.Functions.s0_Tlow_der';
function 'Modelica.Media.IdealGases.Common.Functions.dynamicViscosityLowPressure'
  input Real T;
  input Real Tc;
  input Real M;
  input Real Vc;
  input Real w;
  input Real mu;
  input Real k = 0;
  output Real eta;
  Real t;
algorithm
  t := 1.2593 * T / Tc;
  eta := 40.785e-9 / sqrt(10) * (1 - 0.2756 * w + 0.059035 * (0.1313 * mu / sqrt(Vc * Tc)) ^ 4 + k) * sqrt(M * T) / (Vc ^ (2 / 3) * (1.16145 * t ^ (-0.14874) + 0.52487 * exp(-0.7732 * t) + 2.16178 * exp(-2.43787 * t)));
end 'Modelica.Media.IdealGases.Common.Functions.dynamicViscosityLowPressure';
function 'Modelica.Media.IdealGases.Common.Functions.thermalConductivityEstimate'
  input Real Cp;
  input Real eta;
  input Integer method = 1;
  input 'Modelica.Media.IdealGases.Common.DataRecord' data;
  output Real lambda;
algorithm
  lambda := if method == 1 then eta * (Cp + 1.25 * data.R_s) else eta * (Cp - data.R_s) * (1.32 + 1.77 / (Cp / data.R_s - 1));
end 'Modelica.Media.IdealGases.Common.Functions.thermalConductivityEstimate';
function 'Modelica.Media.Air.MoistAir.Utilities.weight'
  input Real t;
  output Real y;
algorithm
  y := if t <= -0.9999999999 then 0 else if t >= 0.9999999999 then 1 else 0.5 * tanh(tan(1.5707963267948966 * t)) + 0.5;
end 'Modelica.Media.Air.MoistAir.Utilities.weight';
function 'Modelica.Media.Air.MoistAir.Utilities.spliceFunction'
  input Real pos;
  input Real neg;
  input Real x;
  input Real deltax = 1;
  output Real y;
  Real w;
algorithm
  w := 'Modelica.Media.Air.MoistAir.Utilities.weight'(x / deltax);
  y := pos * w + (1 - w) * neg;
end 'Modelica.Media.Air.MoistAir.Utilities.spliceFunction';
function 'Modelica.Media.Air.MoistAir.Utilities.spliceFunction_der'
  input Real pos;
  input Real neg;
  input Real x;
  input Real deltax = 1;
  input Real dpos;
  input Real dneg;
  input Real dx;
  input Real ddeltax = 0;
  output Real dy;
  Real w;
  Real t;
algorithm
  t := x / deltax;
  w := 'Modelica.Media.Air.MoistAir.Utilities.weight'(t);
  dy := dpos * w + (1 - w) * dneg;
  if abs(t) < 0.9999999999 then
    dy := dy + (pos - neg) * (dx - t * ddeltax) / deltax * 0.7853981633974483 * (1 - (2 * w - 1) ^ 2) * (1 + tan(1.5707963267948966 * t) ^ 2);
  end if;
end 'Modelica.Media.Air.MoistAir.Utilities.spliceFunction_der';
function 'Modelica.Media.Air.MoistAir.Utilities.smoothMax'
  input Real x1;
  input Real x2;
  input Real dx;
  output Real y;
algorithm
  y := max(x1, x2) + dx / 4 * log(1 + exp(-4 / dx * abs(x1 - x2)));
end 'Modelica.Media.Air.MoistAir.Utilities.smoothMax';
function 'Modelica.Media.Air.MoistAir.Utilities.smoothMax_der'
  input Real x1;
  input Real x2;
  input Real dx;
  input Real dx1;
  input Real dx2;
  input Real ddx;
  output Real dy;
  Real e;
  Real d;
algorithm
  d := abs(x1 - x2);
  e := exp(-4 / dx * d);
  dy := ((if x1 > x2 then dx1 else dx2) + e * (if x1 > x2 then dx2 else dx1)) / (1 + e) + ddx * (log(1 + e) / 4 + d / dx * e / (1 + e));
end 'Modelica.Media.Air.MoistAir.Utilities.smoothMax_der';
function 'Modelica.Media.Air.MoistAir.saturationPressureLiquid'
  input Real T;
  output Real p;
  constant Real a[6] = {-7.85951783, 1.84408259, -11.7866497, 22.6807411, -15.9618719, 1.80122502};
  constant Real n[6] = {1, 1.5, 3, 3.5, 4, 7.5};
algorithm
  p := 22.064e6 * exp(sum(a[i] * (1 - T / 647.096) ^ n[i] for i in 1:6) * 647.096 / T);
end 'Modelica.Media.Air.MoistAir.saturationPressureLiquid';
function 'Modelica.Media.Air.MoistAir.saturationPressureLiquid_der'
  input Real T;
  input Real dT;
  output Real dp;
  constant Real a[6] = {-7.85951783, 1.84408259, -11.7866497, 22.6807411, -15.9618719, 1.80122502};
  constant Real n[6] = {1, 1.5, 3, 3.5, 4, 7.5};
  Real r;
algorithm
  r := 1 - T / 647.096;
  dp := -'Modelica.Media.Air.MoistAir.saturationPressureLiquid'(T) * dT * (sum(a[i] * n[i] * r ^ (n[i] - 1) for i in 1:6) / T + sum(a[i] * r ^ n[i] for i in 1:6) * 647.096 / T ^ 2);
end 'Modelica.Media.Air.MoistAir.saturationPressureLiquid_der';
function 'Modelica.Media.Air.MoistAir.sublimationPressureIce'
  input Real T;
  output Real p;
algorithm
  p := 611.657 * exp(-13.9281690 * (1 - (T / 273.16) ^ (-1.5)) + 34.7078238 * (1 - (T / 273.16) ^ (-1.25)));
end 'Modelica.Media.Air.MoistAir.sublimationPressureIce';
function 'Modelica.Media.Air.MoistAir.sublimationPressureIce_der'
  input Real T;
  input Real dT;
  output Real dp;
algorithm
  dp := 'Modelica.Media.Air.MoistAir.sublimationPressureIce'(T) * dT / 273.16 * (-13.9281690 * 1.5 * (T / 273.16) ^ (-2.5) + 34.7078238 * 1.25 * (T / 273.16) ^ (-2.25));
end 'Modelica.Media.Air.MoistAir.sublimationPressureIce_der';
function 'Modelica.Media.Air.MoistAir.saturationPressure'
  input Real Tsat;
  output Real psat;
algorithm
  psat := 'Modelica.Media.Air.MoistAir.Utilities.spliceFunction'('Modelica.Media.Air.MoistAir.saturationPressureLiquid'(Tsat), 'Modelica.Media.Air.MoistAir.sublimationPressureIce'(Tsat), Tsat - 273.16, 1);
end 'Modelica.Media.Air.MoistAir.saturationPressure';
function 'Modelica.Media.Air.MoistAir.saturationPressure_der'
  input Real Tsat;
  input Real dTsat;
  output Real dpsat;
algorithm
  dpsat := 'Modelica.Media.Air.MoistAir.Utilities.spliceFunction_der'('Modelica.Media.Air.MoistAir.saturationPressureLiquid'(Tsat), 'Modelica.Media.Air.MoistAir.sublimationPressureIce'(Tsat), Tsat - 273.16, 1, 'Modelica.Media.Air.MoistAir.saturationPressureLiquid_der'(Tsat, dTsat), 'Modelica.Media.Air.MoistAir.sublimationPressureIce_der'(Tsat, dTsat), dTsat, 0);
end 'Modelica.Media.Air.MoistAir.saturationPressure_der';
function 'Modelica.Media.Air.MoistAir.saturationTemperature.f_nonlinear'
  input Real u;
  input Real p;
  output Real y;
algorithm
  y := 'Modelica.Media.Air.MoistAir.saturationPressure'(u) - p;
end 'Modelica.Media.Air.MoistAir.saturationTemperature.f_nonlinear';
function 'Modelica.Media.Air.MoistAir.enthalpyOfWater'
  input Real T;
  output Real h;
algorithm
  h := 'Modelica.Media.Air.MoistAir.Utilities.spliceFunction'(4200 * (T - 273.15), 2050 * (T - 273.15) - 333000, T - 273.16, 0.1);
end 'Modelica.Media.Air.MoistAir.enthalpyOfWater';
function 'Modelica.Media.Air.MoistAir.enthalpyOfWater_der'
  input Real T;
  input Real dT;
  output Real dh;
algorithm
  dh := 'Modelica.Media.Air.MoistAir.Utilities.spliceFunction_der'(4200 * (T - 273.15), 2050 * (T - 273.15) - 333000, T - 273.16, 0.1, 4200 * dT, 2050 * dT, dT, 0);
end 'Modelica.Media.Air.MoistAir.enthalpyOfWater_der';
function 'Modelica.Media.Air.MoistAir.HeatCapacityOfWater'
  input Real T;
  output Real cp;
  Real t;
algorithm
  t := T - 273.15;
  cp := 1e3 * (4.2166 - t * (0.0033166 + t * (0.00010295 - t * (1.3819e-6 + t * 7.3221e-9))));
end 'Modelica.Media.Air.MoistAir.HeatCapacityOfWater';
function 'Modelica.Media.Air.MoistAir.enthalpyOfLiquid'
  input Real T;
  output Real h;
  Real t;
algorithm
  t := T - 273.15;
  h := 1e3 * t * (4.2166 - 0.5 * t * (0.0033166 + 0.333333 * t * (0.00010295 - 0.25 * t * (1.3819e-6 + 0.2 * t * 7.3221e-9))));
end 'Modelica.Media.Air.MoistAir.enthalpyOfLiquid';
)";
}

}  // namespace saltus::modelica
