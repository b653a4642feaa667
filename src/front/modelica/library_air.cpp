// library_air.cpp: Modelica.Media.Air.ReferenceAir, dry air as one fluid (library.hpp).
//
// Reference  Lemmon, Jacobsen, Penoncello & Friend, J. Phys. Chem. Ref. Data 29 (2000) 331-385: the equation for air as a
//            pseudo-pure fluid, its tables 12 and 13.
// Notation   f(delta, tau), delta = d / 302.5508 kg/m3, tau = 132.6312 K / T; a term is N delta^i tau^j exp(-delta^l), the
//            exponential only where l > 0.

#include <saltus/front/modelica/library.hpp>

namespace saltus::modelica {

std::string_view library_air() {
  return R"(
function 'Modelica.Media.Air.ReferenceAir.Air_Utilities.Basic.Helmholtz'
  input Real d;
  input Real T;
  output 'Modelica.Media.Common.HelmholtzDerivs' f;
  constant Real o[10] = {0.605719400e-7, -0.210274769e-4, -0.158860716e-3, -13.841928076, 17.275266575, -0.195363420e-3, 2.490888032, 0.791309509, 0.212236768, 0.197938904};
  constant Real a[3] = {25.36365, 16.90741, 87.31279};
  constant Real N[19] = {0.118160747229, 0.713116392079, -1.61824192067, 0.0714140178971, -0.0865421396646, 0.134211176704, 0.0112626704218, -0.0420533228842, 0.0349008431982, 0.164957183186e-3, -0.101365037912, -0.173813690970, -0.0472103183731, -0.0122523554253, -0.146629609713, -0.0316055879821, 0.233594806142e-3, 0.0148287891978, -0.00938782884667};
  constant Integer i[19] = {1, 1, 1, 2, 3, 3, 4, 4, 4, 6, 1, 3, 5, 6, 1, 3, 11, 1, 3};
  constant Real j[19] = {0, 0.33, 1.01, 0, 0, 0.15, 0, 0.2, 0.35, 1.35, 1.6, 0.8, 0.95, 1.25, 3.6, 6, 3.25, 3.5, 15};
  constant Integer l[19] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3};
  Real t;
  Real c;
  Real e;
algorithm
  f.d := d;
  f.T := T;
  f.R_s := 287.117;
  f.delta := d / (28.9586e-3 * 10447.7);
  f.tau := 132.6312 / T;
  f.f := log(f.delta) + o[6] * f.tau ^ 1.5 + o[7] * log(f.tau) + o[8] * log(1 - exp(-a[1] * f.tau)) + o[9] * log(1 - exp(-a[2] * f.tau)) + o[10] * (a[3] * f.tau + log(1 + 2 / 3 * exp(-a[3] * f.tau)));
  f.ftau := 1.5 * o[6] * sqrt(f.tau) + o[7] / f.tau;
  f.ftautau := 0.75 * o[6] / sqrt(f.tau) - o[7] / f.tau ^ 2;
  for k in 1:5 loop
    f.f := f.f + o[k] * f.tau ^ (k - 4);
    f.ftau := f.ftau + (k - 4) * o[k] * f.tau ^ (k - 5);
    f.ftautau := f.ftautau + (k - 4) * (k - 5) * o[k] * f.tau ^ (k - 6);
  end for;
  for k in 1:2 loop
    e := exp(-a[k] * f.tau);
    f.ftau := f.ftau + o[7 + k] * a[k] * e / (1 - e);
    f.ftautau := f.ftautau - o[7 + k] * a[k] ^ 2 * e / (1 - e) ^ 2;
  end for;
  e := 2 / 3 * exp(-a[3] * f.tau);
  f.ftau := f.ftau + o[10] * a[3] / (1 + e);
  f.ftautau := f.ftautau + o[10] * a[3] ^ 2 * e / (1 + e) ^ 2;
  f.fdelta := 1 / f.delta;
  f.fdeltadelta := -1 / f.delta ^ 2;
  f.fdeltatau := 0;
  for k in 1:19 loop
    t := N[k] * f.delta ^ i[k] * f.tau ^ j[k];
    if l[k] > 0 then
      t := t * exp(-f.delta ^ l[k]);
    end if;
    c := i[k] - l[k] * f.delta ^ l[k];
    f.f := f.f + t;
    f.fdelta := f.fdelta + t * c / f.delta;
    f.fdeltadelta := f.fdeltadelta + t * (c * (c - 1) - l[k] ^ 2 * f.delta ^ l[k]) / f.delta ^ 2;
    f.ftau := f.ftau + j[k] * t / f.tau;
    f.ftautau := f.ftautau + j[k] * (j[k] - 1) * t / f.tau ^ 2;
    f.fdeltatau := f.fdeltatau + j[k] * t * c / (f.delta * f.tau);
  end for;
end 'Modelica.Media.Air.ReferenceAir.Air_Utilities.Basic.Helmholtz';
function 'Modelica.Media.Air.ReferenceAir.Air_Utilities.Inverses.dofpT'
  input Real p;
  input Real T;
  input Real delp;
  output Real d;
  'Modelica.Media.Common.HelmholtzDerivs' f;
algorithm
  d := p / (287.117 * T);
  for k in 1:7 loop
    f := 'Modelica.Media.Air.ReferenceAir.Air_Utilities.Basic.Helmholtz'(d, T);
    d := d - (287.117 * T * d * f.delta * f.fdelta - p) / (287.117 * T * f.delta * (2 * f.fdelta + f.delta * f.fdeltadelta));
  end for;
end 'Modelica.Media.Air.ReferenceAir.Air_Utilities.Inverses.dofpT';
function 'Modelica.Media.Air.ReferenceAir.Air_Utilities.Inverses.dTofph'
  input Real p;
  input Real h;
  input Real delp;
  input Real delh;
  output Real d;
  output Real T;
  'Modelica.Media.Common.HelmholtzDerivs' f;
  Real v;
  Real cv;
  Real pt;
  Real pd;
  Real dp;
  Real dh;
algorithm
  T := h / 1000 + 273.15;
  d := p / (287.117 * T);
  for k in 1:10 loop
    f := 'Modelica.Media.Air.ReferenceAir.Air_Utilities.Basic.Helmholtz'(d, T);
    cv := -287.117 * f.tau ^ 2 * f.ftautau;
    pt := 287.117 * d * f.delta * (f.fdelta - f.tau * f.fdeltatau);
    pd := 287.117 * T * f.delta * (2 * f.fdelta + f.delta * f.fdeltadelta);
    dp := p - 287.117 * T * d * f.delta * f.fdelta;
    dh := h + 1589557.62320524 - 287.117 * T * (f.tau * f.ftau + f.delta * f.fdelta);
    v := (dh + (T * pt / d ^ 2 - pd / d) * dp / pd) / (cv + pt / d + (T * pt / d ^ 2 - pd / d) * pt / pd);
    d := d + (dp - pt * v) / pd;
    T := T + v;
  end for;
end 'Modelica.Media.Air.ReferenceAir.Air_Utilities.Inverses.dTofph';
)";
}

}  // namespace saltus::modelica
