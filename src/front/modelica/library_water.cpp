// library_water.cpp: Modelica.Media.Water.IF97_Utilities, water and steam (library.hpp).
//
// Reference  IAPWS R7-97(2012), as in water_tables.hpp: regions 1 (liquid), 2 (vapour), 3 (around the critical point), 4
//            (saturation) and 5 (hot vapour).
// Notation   g(pi, tau) and f(delta, tau) with their derivatives: gtaupi is d2g / dtau dpi. `phase` is 1 or 2, 0: not known.
// Departure  the borders of regions come from the equations of the regions themselves, not from fits; region 3 is inverted
//            by iteration (external_water.cpp).

#include <saltus/front/modelica/library.hpp>
#include <saltus/front/modelica/water_tables.hpp>

#include <fmt/format.h>

#include <span>
#include <string>

namespace saltus::modelica {

namespace {

/// Declares the arrays i, j and n.
std::string declared(std::span<const water::Term> terms) {
  std::string i, j, n;
  for (const water::Term& t : terms) {
    const char* comma = &t == terms.data() ? "" : ", ";
    i += fmt::format("{}{}", comma, t.i);
    j += fmt::format("{}{}", comma, t.j);
    n += fmt::format("{}{}", comma, t.n);
  }
  const std::size_t size = terms.size();
  return fmt::format(
      "  constant Real i[{0}] = {{{1}}};\n  constant Real j[{0}] = {{{2}}};\n  constant Real n[{0}] = {{{3}}};", size,
      i, j, n);
}

/// Puts the tables where @name@ stands.
std::string with_tables(std::string text) {
  const auto put = [&](const std::string& name, const std::string& table) {
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name)) text.replace(at, name.size(), table);
  };
  put("@region_1@", declared(water::region_1));
  put("@region_2@", declared(water::region_2));
  put("@region_2_ideal@", declared(water::region_2_ideal));
  put("@region_3@", declared(water::region_3));
  put("@region_5@", declared(water::region_5));
  put("@region_5_ideal@", declared(water::region_5_ideal));
  put("@t_ph_1@", declared(water::t_ph_1));
  put("@t_ph_2a@", declared(water::t_ph_2a));
  put("@t_ph_2b@", declared(water::t_ph_2b));
  put("@t_ph_2c@", declared(water::t_ph_2c));
  put("@t_ps_1@", declared(water::t_ps_1));
  put("@t_ps_2a@", declared(water::t_ps_2a));
  put("@t_ps_2b@", declared(water::t_ps_2b));
  put("@t_ps_2c@", declared(water::t_ps_2c));
  put("@saturation@", fmt::format("  constant Real n[10] = {{{}}};", fmt::join(water::saturation, ", ")));
  return text;
}

}  // namespace

std::string_view library_water() {
  static const std::string text = with_tables(R"(
record 'Modelica.Media.Common.GibbsDerivs'
  Real p;
  Real T;
  Real R_s;
  Real pi;
  Real tau;
  Real g;
  Real gpi;
  Real gpipi;
  Real gtau;
  Real gtautau;
  Real gtaupi;
end 'Modelica.Media.Common.GibbsDerivs';
record 'Modelica.Media.Common.HelmholtzDerivs'
  Real d;
  Real T;
  Real R_s;
  Real delta;
  Real tau;
  Real f;
  Real fdelta;
  Real fdeltadelta;
  Real ftau;
  Real ftautau;
  Real fdeltatau;
end 'Modelica.Media.Common.HelmholtzDerivs';
record 'Modelica.Media.Common.PhaseBoundaryProperties'
  Real d;
  Real h;
  Real u;
  Real s;
  Real cp;
  Real cv;
  Real pt;
  Real pd;
end 'Modelica.Media.Common.PhaseBoundaryProperties';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.sumOfPowers'
  input Real i[:];
  input Real j[:];
  input Real n[:];
  input Real x;
  input Real y;
  output Real s = 0;
  output Real sx = 0;
  output Real sxx = 0;
  output Real sy = 0;
  output Real syy = 0;
  output Real sxy = 0;
  Real t;
algorithm
  for k in 1:size(n, 1) loop
    t := n[k] * x ^ i[k] * y ^ j[k];
    s := s + t;
    sx := sx + i[k] * t;
    sxx := sxx + i[k] * (i[k] - 1) * t;
    sy := sy + j[k] * t;
    syy := syy + j[k] * (j[k] - 1) * t;
    sxy := sxy + i[k] * j[k] * t;
  end for;
  sx := sx / x;
  sxx := sxx / x ^ 2;
  sy := sy / y;
  syy := syy / y ^ 2;
  sxy := sxy / (x * y);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.sumOfPowers';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.idealPart2'
  input Real tau;
  output Real o;
  output Real oy;
  output Real oyy;
@region_2_ideal@
algorithm
  o := sum(n[k] * tau ^ j[k] for k in 1:size(n, 1));
  oy := sum(n[k] * j[k] * tau ^ (j[k] - 1) for k in 1:size(n, 1));
  oyy := sum(n[k] * j[k] * (j[k] - 1) * tau ^ (j[k] - 2) for k in 1:size(n, 1));
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.idealPart2';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.idealPart5'
  input Real tau;
  output Real o;
  output Real oy;
  output Real oyy;
@region_5_ideal@
algorithm
  o := sum(n[k] * tau ^ j[k] for k in 1:size(n, 1));
  oy := sum(n[k] * j[k] * tau ^ (j[k] - 1) for k in 1:size(n, 1));
  oyy := sum(n[k] * j[k] * (j[k] - 1) * tau ^ (j[k] - 2) for k in 1:size(n, 1));
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.idealPart5';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g1'
  input Real p;
  input Real T;
  output 'Modelica.Media.Common.GibbsDerivs' g;
@region_1@
algorithm
  g.p := p;
  g.T := T;
  g.R_s := 461.526;
  g.pi := p / 16.53e6;
  g.tau := 1386 / T;
  (g.g, g.gpi, g.gpipi, g.gtau, g.gtautau, g.gtaupi) := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.sumOfPowers'(i, j, n, 7.1 - g.pi, g.tau - 1.222);
  g.gpi := -g.gpi;
  g.gtaupi := -g.gtaupi;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g1';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g2'
  input Real p;
  input Real T;
  input Boolean checkLimits = true;
  output 'Modelica.Media.Common.GibbsDerivs' g;
@region_2@
  Real o;
  Real oy;
  Real oyy;
algorithm
  g.p := p;
  g.T := T;
  g.R_s := 461.526;
  g.pi := p / 1e6;
  g.tau := 540 / T;
  (g.g, g.gpi, g.gpipi, g.gtau, g.gtautau, g.gtaupi) := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.sumOfPowers'(i, j, n, g.pi, g.tau - 0.5);
  (o, oy, oyy) := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.idealPart2'(g.tau);
  g.g := g.g + log(g.pi) + o;
  g.gpi := g.gpi + 1 / g.pi;
  g.gpipi := g.gpipi - 1 / g.pi ^ 2;
  g.gtau := g.gtau + oy;
  g.gtautau := g.gtautau + oyy;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g2';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g5'
  input Real p;
  input Real T;
  output 'Modelica.Media.Common.GibbsDerivs' g;
@region_5@
  Real o;
  Real oy;
  Real oyy;
algorithm
  g.p := p;
  g.T := T;
  g.R_s := 461.526;
  g.pi := p / 1e6;
  g.tau := 1000 / T;
  (g.g, g.gpi, g.gpipi, g.gtau, g.gtautau, g.gtaupi) := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.sumOfPowers'(i, j, n, g.pi, g.tau);
  (o, oy, oyy) := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.idealPart5'(g.tau);
  g.g := g.g + log(g.pi) + o;
  g.gpi := g.gpi + 1 / g.pi;
  g.gpipi := g.gpipi - 1 / g.pi ^ 2;
  g.gtau := g.gtau + oy;
  g.gtautau := g.gtautau + oyy;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g5';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.gibbs'
  input Real p;
  input Real T;
  input Integer region;
  output Real g;
  'Modelica.Media.Common.GibbsDerivs' r;
algorithm
  r := if region == 1 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g1'(p, T) else if region == 2 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g2'(p, T) else 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g5'(p, T);
  g := 461.526 * T * r.g;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.gibbs';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.f3'
  input Real d;
  input Real T;
  output 'Modelica.Media.Common.HelmholtzDerivs' f;
@region_3@
algorithm
  f.d := d;
  f.T := T;
  f.R_s := 461.526;
  f.delta := d / 322;
  f.tau := 647.096 / T;
  (f.f, f.fdelta, f.fdeltadelta, f.ftau, f.ftautau, f.fdeltatau) := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.sumOfPowers'(i, j, n, f.delta, f.tau);
  f.f := f.f + 1.0658070028513 * log(f.delta);
  f.fdelta := f.fdelta + 1.0658070028513 / f.delta;
  f.fdeltadelta := f.fdeltadelta - 1.0658070028513 / f.delta ^ 2;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.f3';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h1'
  input Real p;
  input Real T;
  output Real h;
  'Modelica.Media.Common.GibbsDerivs' g;
algorithm
  g := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g1'(p, T);
  h := 461.526 * T * g.tau * g.gtau;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h1';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.s1'
  input Real p;
  input Real T;
  output Real s;
  'Modelica.Media.Common.GibbsDerivs' g;
algorithm
  g := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g1'(p, T);
  s := 461.526 * (g.tau * g.gtau - g.g);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.s1';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.d1'
  input Real p;
  input Real T;
  output Real d;
  'Modelica.Media.Common.GibbsDerivs' g;
algorithm
  g := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g1'(p, T);
  d := p / (461.526 * T * g.pi * g.gpi);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.d1';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h2'
  input Real p;
  input Real T;
  output Real h;
  'Modelica.Media.Common.GibbsDerivs' g;
algorithm
  g := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g2'(p, T, true);
  h := 461.526 * T * g.tau * g.gtau;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h2';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.s2'
  input Real p;
  input Real T;
  output Real s;
  'Modelica.Media.Common.GibbsDerivs' g;
algorithm
  g := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g2'(p, T, true);
  s := 461.526 * (g.tau * g.gtau - g.g);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.s2';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.d2'
  input Real p;
  input Real T;
  output Real d;
  'Modelica.Media.Common.GibbsDerivs' g;
algorithm
  g := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g2'(p, T, true);
  d := p / (461.526 * T * g.pi * g.gpi);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.d2';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h5'
  input Real p;
  input Real T;
  output Real h;
  'Modelica.Media.Common.GibbsDerivs' g;
algorithm
  g := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g5'(p, T);
  h := 461.526 * T * g.tau * g.gtau;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h5';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.s5'
  input Real p;
  input Real T;
  output Real s;
  'Modelica.Media.Common.GibbsDerivs' g;
algorithm
  g := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g5'(p, T);
  s := 461.526 * (g.tau * g.gtau - g.g);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.s5';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.d5'
  input Real p;
  input Real T;
  output Real d;
  'Modelica.Media.Common.GibbsDerivs' g;
algorithm
  g := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g5'(p, T);
  d := p / (461.526 * T * g.pi * g.gpi);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.d5';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h3'
  input Real d;
  input Real T;
  output Real h;
  'Modelica.Media.Common.HelmholtzDerivs' f;
algorithm
  f := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.f3'(d, T);
  h := 461.526 * T * (f.tau * f.ftau + f.delta * f.fdelta);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h3';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.s3'
  input Real d;
  input Real T;
  output Real s;
  'Modelica.Media.Common.HelmholtzDerivs' f;
algorithm
  f := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.f3'(d, T);
  s := 461.526 * (f.tau * f.ftau - f.f);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.s3';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph1'
  input Real p;
  input Real h;
  output Real T;
@t_ph_1@
algorithm
  T := sum(n[k] * (p / 1e6) ^ i[k] * (h / 2.5e6 + 1) ^ j[k] for k in 1:size(n, 1));
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph1';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tps1'
  input Real p;
  input Real s;
  output Real T;
@t_ps_1@
algorithm
  T := sum(n[k] * (p / 1e6) ^ i[k] * (s / 1e3 + 2) ^ j[k] for k in 1:size(n, 1));
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tps1';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph2a'
  input Real p;
  input Real h;
  output Real T;
@t_ph_2a@
algorithm
  T := sum(n[k] * (p / 1e6) ^ i[k] * (h / 2e6 - 2.1) ^ j[k] for k in 1:size(n, 1));
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph2a';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph2b'
  input Real p;
  input Real h;
  output Real T;
@t_ph_2b@
algorithm
  T := sum(n[k] * (p / 1e6 - 2) ^ i[k] * (h / 2e6 - 2.6) ^ j[k] for k in 1:size(n, 1));
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph2b';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph2c'
  input Real p;
  input Real h;
  output Real T;
@t_ph_2c@
algorithm
  T := sum(n[k] * (p / 1e6 + 25) ^ i[k] * (h / 2e6 - 1.8) ^ j[k] for k in 1:size(n, 1));
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph2c';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tps2a'
  input Real p;
  input Real s;
  output Real T;
@t_ps_2a@
algorithm
  T := sum(n[k] * (p / 1e6) ^ i[k] * (s / 2e3 - 2) ^ j[k] for k in 1:size(n, 1));
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tps2a';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tps2b'
  input Real p;
  input Real s;
  output Real T;
@t_ps_2b@
algorithm
  T := sum(n[k] * (p / 1e6) ^ i[k] * (10 - s / 785.3) ^ j[k] for k in 1:size(n, 1));
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tps2b';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tps2c'
  input Real p;
  input Real s;
  output Real T;
@t_ps_2c@
algorithm
  T := sum(n[k] * (p / 1e6) ^ i[k] * (2 - s / 2925.1) ^ j[k] for k in 1:size(n, 1));
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tps2c';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph2'
  input Real p;
  input Real h;
  output Real T;
algorithm
  T := if p < 4e6 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph2a'(p, h) else if p / 1e6 < 905.84278514723 + h / 1e3 * (1.2809002730136e-4 * h / 1e3 - 0.67955786399241) then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph2b'(p, h) else 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph2c'(p, h);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph2';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tps2'
  input Real p;
  input Real s;
  output Real T;
algorithm
  T := if p < 4e6 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tps2a'(p, s) else if s > 5850 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tps2b'(p, s) else 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tps2c'(p, s);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tps2';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat'
  input Real T;
  output Real p;
@saturation@
  Real t;
  Real a;
  Real b;
  Real c;
algorithm
  t := min(T, 647.096);
  t := t + n[9] / (t - n[10]);
  a := t ^ 2 + n[1] * t + n[2];
  b := n[3] * t ^ 2 + n[4] * t + n[5];
  c := n[6] * t ^ 2 + n[7] * t + n[8];
  p := 1e6 * (2 * c / (sqrt(b ^ 2 - 4 * a * c) - b)) ^ 4;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'
  input Real p;
  output Real T;
@saturation@
  Real b;
  Real d;
  Real e;
  Real f;
  Real g;
algorithm
  b := (min(p, 22.064e6) / 1e6) ^ 0.25;
  e := b ^ 2 + n[3] * b + n[6];
  f := n[1] * b ^ 2 + n[4] * b + n[7];
  g := n[2] * b ^ 2 + n[5] * b + n[8];
  d := -2 * g / (f + sqrt(f ^ 2 - 4 * e * g));
  T := (n[10] + d - sqrt((n[10] + d) ^ 2 - 4 * (n[9] + n[10] * d))) / 2;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.dptofT'
  input Real T;
  output Real dpt;
@saturation@
  Real p;
  Real u;
  Real t;
  Real b;
algorithm
  p := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat'(T);
  u := min(T, 647.096);
  t := u + n[9] / (u - n[10]);
  b := (p / 1e6) ^ 0.25;
  dpt := -4 * p / b * (1 - n[9] / (u - n[10]) ^ 2) * (b ^ 2 * (2 * t + n[1]) + b * (2 * n[3] * t + n[4]) + 2 * n[6] * t + n[7]) / (2 * b * (t ^ 2 + n[1] * t + n[2]) + n[3] * t ^ 2 + n[4] * t + n[5]);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.dptofT';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.dtsatofp'
  input Real p;
  output Real dtsat;
algorithm
  dtsat := 1 / 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.dptofT'('Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p));
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.dtsatofp';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat_der'
  input Real p;
  input Real der_p;
  output Real der_tsat;
algorithm
  der_tsat := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.dtsatofp'(p) * der_p;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat_der';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat_der'
  input Real T;
  input Real der_T;
  output Real der_psat;
algorithm
  der_psat := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.dptofT'(T) * der_T;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat_der';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.density3'
  input Real p;
  input Real T;
  input Integer phase;
  output Real d;
external "C" d = saltus_water_density3(p, T, phase);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.density3';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.state3_ph'
  input Real p;
  input Real h;
  output Real d;
  output Real T;
external "C" saltus_water_state3_ph(p, h, d, T);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.state3_ph';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.state3_ps'
  input Real p;
  input Real s;
  output Real d;
  output Real T;
external "C" saltus_water_state3_ps(p, s, d, T);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.state3_ps';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.dofpt3'
  input Real p;
  input Real T;
  input Real delp;
  output Real d;
  output Integer error = 0;
algorithm
  d := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.density3'(p, T, 0);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.dofpt3';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.dtofph3'
  input Real p;
  input Real h;
  input Real delp;
  input Real delh;
  output Real d;
  output Real T;
  output Integer error = 0;
algorithm
  (d, T) := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.state3_ph'(p, h);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.dtofph3';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.dtofps3'
  input Real p;
  input Real s;
  input Real delp;
  input Real dels;
  output Real d;
  output Real T;
  output Integer error = 0;
algorithm
  (d, T) := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.state3_ps'(p, s);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.dtofps3';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.tofph5'
  input Real p;
  input Real h;
  input Real reldh;
  output Real T = 1500;
  output Integer error = 0;
  'Modelica.Media.Common.GibbsDerivs' g;
algorithm
  for k in 1:6 loop
    g := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g5'(p, T);
    T := T + (h - 461.526 * T * g.tau * g.gtau) / (-461.526 * g.tau ^ 2 * g.gtautau);
  end for;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.tofph5';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.tofps5'
  input Real p;
  input Real s;
  input Real relds;
  output Real T = 1500;
  output Integer error = 0;
  'Modelica.Media.Common.GibbsDerivs' g;
algorithm
  for k in 1:6 loop
    g := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g5'(p, T);
    T := T * exp((s - 461.526 * (g.tau * g.gtau - g.g)) / (-461.526 * g.tau ^ 2 * g.gtautau));
  end for;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.tofps5';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.pofdt125'
  input Real d;
  input Real T;
  input Real reldd;
  input Integer region;
  output Real p;
  output Integer error = 0;
  'Modelica.Media.Common.GibbsDerivs' g;
algorithm
  p := if region == 1 then max('Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat'(T), 1e5) else 461.526 * T * d / (1 + 461.526 * T * d / 1e9);
  for k in 1:12 loop
    g := if region == 1 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g1'(p, T) else if region == 2 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g2'(p, T, true) else 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.g5'(p, T);
    p := if region == 1 then p + (461.526 * T * g.pi / p * g.gpi - 1 / d) / (-461.526 * T * (g.pi / p) ^ 2 * g.gpipi) else p * (1 + (1 - p / (461.526 * T * g.pi * g.gpi * d)) / (-g.pi * g.gpipi / g.gpi));
  end for;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.pofdt125';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.boundary23ofT'
  input Real t;
  output Real p;
algorithm
  p := 1e6 * (348.05185628969 + t * (1.0192970039326e-3 * t - 1.1671859879975));
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.boundary23ofT';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.boundary23ofp'
  input Real p;
  output Real t;
algorithm
  t := 572.54459862746 + sqrt((p / 1e6 - 13.91883977887) / 1.0192970039326e-3);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.boundary23ofp';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hl_p_R4b'
  input Real p;
  output Real y;
algorithm
  y := if p < 22.064e6 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h3'('Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.density3'(min(p, 22.064e6), 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p), 1), 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p)) else 2087546.84511715;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hl_p_R4b';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hl_p'
  input Real p;
  output Real y;
algorithm
  y := if p < 16.5292e6 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h1'(p, 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p)) else 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hl_p_R4b'(p);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hl_p';
function 'Modelica.Media.Water.IF97_Utilities.hl_p'
  input Real p;
  output Real y;
algorithm
  y := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hl_p'(p);
end 'Modelica.Media.Water.IF97_Utilities.hl_p';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hv_p_R4b'
  input Real p;
  output Real y;
algorithm
  y := if p < 22.064e6 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h3'('Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.density3'(min(p, 22.064e6), 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p), 2), 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p)) else 2087546.84511715;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hv_p_R4b';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hv_p'
  input Real p;
  output Real y;
algorithm
  y := if p < 16.5292e6 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h2'(p, 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p)) else 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hv_p_R4b'(p);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hv_p';
function 'Modelica.Media.Water.IF97_Utilities.hv_p'
  input Real p;
  output Real y;
algorithm
  y := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hv_p'(p);
end 'Modelica.Media.Water.IF97_Utilities.hv_p';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.sl_p_R4b'
  input Real p;
  output Real y;
algorithm
  y := if p < 22.064e6 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.s3'('Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.density3'(min(p, 22.064e6), 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p), 1), 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p)) else 4412.02148223476;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.sl_p_R4b';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.sl_p'
  input Real p;
  output Real y;
algorithm
  y := if p < 16.5292e6 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.s1'(p, 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p)) else 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.sl_p_R4b'(p);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.sl_p';
function 'Modelica.Media.Water.IF97_Utilities.sl_p'
  input Real p;
  output Real y;
algorithm
  y := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.sl_p'(p);
end 'Modelica.Media.Water.IF97_Utilities.sl_p';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.sv_p_R4b'
  input Real p;
  output Real y;
algorithm
  y := if p < 22.064e6 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.s3'('Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.density3'(min(p, 22.064e6), 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p), 2), 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p)) else 4412.02148223476;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.sv_p_R4b';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.sv_p'
  input Real p;
  output Real y;
algorithm
  y := if p < 16.5292e6 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.s2'(p, 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p)) else 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.sv_p_R4b'(p);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.sv_p';
function 'Modelica.Media.Water.IF97_Utilities.sv_p'
  input Real p;
  output Real y;
algorithm
  y := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.sv_p'(p);
end 'Modelica.Media.Water.IF97_Utilities.sv_p';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhol_p_R4b'
  input Real p;
  output Real y;
algorithm
  y := if p < 22.064e6 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.density3'(min(p, 22.064e6), 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p), 1) else 322;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhol_p_R4b';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhol_p'
  input Real p;
  output Real y;
algorithm
  y := if p < 16.5292e6 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.d1'(p, 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p)) else 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhol_p_R4b'(p);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhol_p';
function 'Modelica.Media.Water.IF97_Utilities.rhol_p'
  input Real p;
  output Real y;
algorithm
  y := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhol_p'(p);
end 'Modelica.Media.Water.IF97_Utilities.rhol_p';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhov_p_R4b'
  input Real p;
  output Real y;
algorithm
  y := if p < 22.064e6 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.density3'(min(p, 22.064e6), 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p), 2) else 322;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhov_p_R4b';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhov_p'
  input Real p;
  output Real y;
algorithm
  y := if p < 16.5292e6 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.d2'(p, 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(p)) else 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhov_p_R4b'(p);
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhov_p';
function 'Modelica.Media.Water.IF97_Utilities.rhov_p'
  input Real p;
  output Real y;
algorithm
  y := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhov_p'(p);
end 'Modelica.Media.Water.IF97_Utilities.rhov_p';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhol_T'
  input Real T;
  output Real d;
algorithm
  d := if T < 623.15 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.d1'('Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat'(T), T) else if T < 647.096 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.density3'('Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat'(T), T, 1) else 322;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhol_T';
function 'Modelica.Media.Water.IF97_Utilities.rhol_T'
  input Real T;
  output Real d;
algorithm
  d := if T < 623.15 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.d1'('Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat'(T), T) else if T < 647.096 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.density3'('Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat'(T), T, 1) else 322;
end 'Modelica.Media.Water.IF97_Utilities.rhol_T';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhov_T'
  input Real T;
  output Real d;
algorithm
  d := if T < 623.15 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.d2'('Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat'(T), T) else if T < 647.096 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.density3'('Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat'(T), T, 2) else 322;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhov_T';
function 'Modelica.Media.Water.IF97_Utilities.rhov_T'
  input Real T;
  output Real d;
algorithm
  d := if T < 623.15 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.d2'('Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat'(T), T) else if T < 647.096 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.density3'('Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat'(T), T, 2) else 322;
end 'Modelica.Media.Water.IF97_Utilities.rhov_T';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.region_pT'
  input Real p;
  input Real T;
  input Integer mode = 0;
  output Integer region;
algorithm
  region := if mode <> 0 then mode else if T < 623.15 then (if p > 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat'(T) then 1 else 2) else if T > 1073.15 then 5 else if T > 863.15 or p < 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.boundary23ofT'(T) then 2 else 3;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.region_pT';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.region_ph'
  input Real p;
  input Real h;
  input Integer phase = 0;
  input Integer mode = 0;
  output Integer region;
  Real low;
  Real high;
  Real T;
algorithm
  low := min(max(p, 611.657), 16.5292e6);
  high := max(p, 16.5292e6);
  T := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(low);
  if mode <> 0 then
    region := mode;
  elseif phase == 2 then
    region := 4;
  elseif p < 16.5292e6 then
    if h < 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h1'(low, T) then
      region := 1;
    elseif phase <> 1 and h < 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h2'(low, T) then
      region := 4;
    else
      region := if h <= 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h2'(low, 1073.15) then 2 else 5;
    end if;
  elseif h < 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h1'(high, 623.15) then
    region := 1;
  elseif h > 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h2'(high, 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.boundary23ofp'(high)) then
    region := if h <= 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h2'(high, 1073.15) or p > 5e7 then 2 else 5;
  elseif phase <> 1 and p < 22.064e6 then
    region := if h > 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hl_p_R4b'(high) and h < 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.hv_p_R4b'(high) then 4 else 3;
  else
    region := 3;
  end if;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.region_ph';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.region_ps'
  input Real p;
  input Real s;
  input Integer phase = 0;
  input Integer mode = 0;
  output Integer region;
  Real low;
  Real high;
  Real T;
algorithm
  low := min(max(p, 611.657), 16.5292e6);
  high := max(p, 16.5292e6);
  T := 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(low);
  if mode <> 0 then
    region := mode;
  elseif phase == 2 then
    region := 4;
  elseif p < 16.5292e6 then
    if s < 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.s1'(low, T) then
      region := 1;
    elseif phase <> 1 and s < 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.s2'(low, T) then
      region := 4;
    else
      region := if s <= 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.s2'(low, 1073.15) then 2 else 5;
    end if;
  elseif s < 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.s1'(high, 623.15) then
    region := 1;
  elseif s > 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.s2'(high, 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.boundary23ofp'(high)) then
    region := if s <= 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.s2'(high, 1073.15) or p > 5e7 then 2 else 5;
  elseif phase <> 1 and p < 22.064e6 then
    region := if s > 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.sl_p_R4b'(high) and s < 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.sv_p_R4b'(high) then 4 else 3;
  else
    region := 3;
  end if;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.region_ps';
function 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.region_dT'
  input Real d;
  input Real T;
  input Integer phase = 0;
  input Integer mode = 0;
  output Integer region;
algorithm
  if mode <> 0 then
    region := mode;
  elseif phase == 2 then
    region := 4;
  elseif T > 1073.15 then
    region := 5;
  elseif T > 623.15 and T < 863.15 and d > 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.d2'('Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.boundary23ofT'(T), T) then
    region := if T < 647.096 and phase <> 1 and d < 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhol_T'(T) and d > 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhov_T'(T) then 4 else 3;
  elseif T > 623.15 then
    region := 2;
  else
    region := if d > 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhol_T'(T) then 1 else if d < 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.rhov_T'(T) then 2 else 4;
  end if;
end 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.region_dT';
function 'Modelica.Media.Water.IF97_Utilities.h_pT'
  input Real p;
  input Real T;
  input Integer region = 0;
  output Real y;
  Integer r;
algorithm
  r := if region <> 0 then region else 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.region_pT'(p, T, 0);
  y := if r == 1 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h1'(p, T) else if r == 2 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h2'(p, T) else if r == 3 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h3'('Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.density3'(p, T, 0), T) else 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.h5'(p, T);
end 'Modelica.Media.Water.IF97_Utilities.h_pT';
function 'Modelica.Media.Water.IF97_Utilities.rho_pT'
  input Real p;
  input Real T;
  input Integer region = 0;
  output Real y;
  Integer r;
algorithm
  r := if region <> 0 then region else 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Regions.region_pT'(p, T, 0);
  y := if r == 1 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.d1'(p, T) else if r == 2 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.d2'(p, T) else if r == 3 then 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.density3'(p, T, 0) else 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.d5'(p, T);
end 'Modelica.Media.Water.IF97_Utilities.rho_pT';
function 'Modelica.Media.Common.gibbsToBoundaryProps'
  input 'Modelica.Media.Common.GibbsDerivs' g;
  output 'Modelica.Media.Common.PhaseBoundaryProperties' sat;
  Real e;
algorithm
  e := g.gpi - g.tau * g.gtaupi;
  sat.d := g.p / (g.R_s * g.T * g.pi * g.gpi);
  sat.h := g.R_s * g.T * g.tau * g.gtau;
  sat.u := g.R_s * g.T * (g.tau * g.gtau - g.pi * g.gpi);
  sat.s := g.R_s * (g.tau * g.gtau - g.g);
  sat.cp := -g.R_s * g.tau ^ 2 * g.gtautau;
  sat.cv := g.R_s * (e ^ 2 / g.gpipi - g.tau ^ 2 * g.gtautau);
  sat.pt := -g.p / g.T * e / (g.gpipi * g.pi);
  sat.pd := -g.R_s * g.T * g.gpi ^ 2 / g.gpipi;
end 'Modelica.Media.Common.gibbsToBoundaryProps';
function 'Modelica.Media.Common.helmholtzToBoundaryProps'
  input 'Modelica.Media.Common.HelmholtzDerivs' f;
  output 'Modelica.Media.Common.PhaseBoundaryProperties' sat;
algorithm
  sat.d := f.d;
  sat.h := f.R_s * f.T * (f.tau * f.ftau + f.delta * f.fdelta);
  sat.u := f.R_s * f.T * f.tau * f.ftau;
  sat.s := f.R_s * (f.tau * f.ftau - f.f);
  sat.cv := -f.R_s * f.tau ^ 2 * f.ftautau;
  sat.pt := f.R_s * f.d * f.delta * (f.fdelta - f.tau * f.fdeltatau);
  sat.pd := f.R_s * f.T * f.delta * (2 * f.fdelta + f.delta * f.fdeltadelta);
  sat.cp := sat.cv + f.T * sat.pt ^ 2 / (f.d ^ 2 * sat.pd);
end 'Modelica.Media.Common.helmholtzToBoundaryProps';
function 'Modelica.Media.Common.cv2Phase'
  input 'Modelica.Media.Common.PhaseBoundaryProperties' liq;
  input 'Modelica.Media.Common.PhaseBoundaryProperties' vap;
  input Real x;
  input Real T;
  input Real p;
  output Real cv;
  Real k;
  Real dpT;
  Real vl;
  Real vv;
algorithm
  k := if liq.d <> vap.d then liq.d * vap.d / (liq.d - vap.d) else 0;
  dpT := (vap.s - liq.s) * k;
  vl := (liq.pt - dpT) / (liq.pd * liq.d ^ 2);
  vv := (vap.pt - dpT) / (vap.pd * vap.d ^ 2);
  cv := (1 - x) * (liq.cv + (T * liq.pt - p) * vl) + x * (vap.cv + (T * vap.pt - p) * vv) - k * (vl + x * (vv - vl)) * (vap.u - liq.u);
end 'Modelica.Media.Common.cv2Phase';
)");
  return text;
}

}  // namespace saltus::modelica
