// library_fluid.cpp: Modelica.Fluid, regularised functions and the friction of pipes (library.hpp).
//
// Reference  friction: Hagen-Poiseuille below Re1, Swamee & Jain (J. Hydraul. Div. 102, 1976) and Colebrook & White above
//            Re2, a cubic in the logarithms between them. Interpolation that keeps monotone: Gasparo & Morandi,
//            Computing 46 (1991) 331-365.
// Notation   lambda2 = lambda Re^2, which is proportional to the loss of pressure; Delta is the relative roughness.
//            `slope` of a function in logarithms is d log y / d log x.

#include <saltus/front/modelica/library.hpp>

namespace saltus::modelica {

std::string_view library_fluid() {
  return R"(
function 'Modelica.Fluid.Utilities.regRoot'
  input Real x;
  input Real delta = 0.01;
  output Real y;
algorithm
  y := x / (x * x + delta * delta) ^ 0.25;
end 'Modelica.Fluid.Utilities.regRoot';
function 'Modelica.Fluid.Utilities.regRoot_der'
  input Real x;
  input Real delta = 0.01;
  input Real dx;
  output Real dy;
algorithm
  dy := dx * 0.5 * (x * x + 2 * delta * delta) / (x * x + delta * delta) ^ 1.25;
end 'Modelica.Fluid.Utilities.regRoot_der';
function 'Modelica.Fluid.Utilities.regSquare'
  input Real x;
  input Real delta = 0.01;
  output Real y;
algorithm
  y := x * sqrt(x * x + delta * delta);
end 'Modelica.Fluid.Utilities.regSquare';
function 'Modelica.Fluid.Utilities.regPow'
  input Real x;
  input Real a;
  input Real delta = 0.01;
  output Real y;
algorithm
  y := x * (x * x + delta * delta) ^ ((a - 1) / 2);
end 'Modelica.Fluid.Utilities.regPow';
function 'Modelica.Fluid.Utilities.regStep'
  input Real x;
  input Real y1;
  input Real y2;
  input Real x_small = 1e-5;
  output Real y;
algorithm
  y := smooth(1, if x > x_small then y1 else if x < -x_small then y2 else if x_small > 0 then x / x_small * ((x / x_small) ^ 2 - 3) * (y2 - y1) / 4 + (y1 + y2) / 2 else (y1 + y2) / 2);
end 'Modelica.Fluid.Utilities.regStep';
function 'Modelica.Fluid.Utilities.evaluatePoly3_derivativeAtZero'
  input Real x;
  input Real x1;
  input Real y1;
  input Real y1d;
  input Real y0d;
  output Real y;
  Real a1;
  Real a2;
  Real a3;
  Real xx;
algorithm
  a1 := x1 * y0d;
  a2 := 3 * y1 - x1 * y1d - 2 * a1;
  a3 := y1 - a2 - a1;
  xx := x / x1;
  y := xx * (a1 + xx * (a2 + xx * a3));
end 'Modelica.Fluid.Utilities.evaluatePoly3_derivativeAtZero';
function 'Modelica.Fluid.Utilities.cubicHermite_withDerivative'
  input Real x;
  input Real x1;
  input Real x2;
  input Real y1;
  input Real y2;
  input Real y1d;
  input Real y2d;
  output Real y;
  output Real dy;
  Real h;
  Real t;
  Real m;
algorithm
  h := x2 - x1;
  if abs(h) > 0 then
    t := (x - x1) / h;
    m := (y2 - y1) / h;
    y := y1 + h * t * (y1d + t * (3 * m - 2 * y1d - y2d + t * (y1d + y2d - 2 * m)));
    dy := y1d + t * (2 * (3 * m - 2 * y1d - y2d) + t * 3 * (y1d + y2d - 2 * m));
  else
    y := (y1 + y2) / 2;
    dy := sign(y2 - y1) * 1e60;
  end if;
end 'Modelica.Fluid.Utilities.cubicHermite_withDerivative';
function 'Modelica.Fluid.Utilities.cubicHermite'
  input Real x;
  input Real x1;
  input Real x2;
  input Real y1;
  input Real y2;
  input Real y1d;
  input Real y2d;
  output Real y;
  Real dy;
algorithm
  (y, dy) := 'Modelica.Fluid.Utilities.cubicHermite_withDerivative'(x, x1, x2, y1, y2, y1d, y2d);
end 'Modelica.Fluid.Utilities.cubicHermite';
function 'Modelica.Fluid.Utilities.regFun3'
  input Real x;
  input Real x0;
  input Real x1;
  input Real y0;
  input Real y1;
  input Real y0d;
  input Real y1d;
  output Real y;
  output Real c;
  Real h;
  Real s;
  Real D;
  Real bend;
  Real mu;
  Real omega;
  Real w;
  Real theta;
  Real left;
  Real right;
  Real a1;
  Real a2;
algorithm
  assert(x0 < x1, "regFun3: the interval is empty");
  h := x1 - x0;
  s := x - x0;
  D := (y1 - y0) / h;
  bend := y0d + y1d - 2 * D;
  if abs(D) <= 0 then
    y := y0 + D * s;
    c := 0;
  else
    y := y0 + s * (y0d + s / h * (3 * D - 2 * y0d - y1d + s / h * bend));
    c := D - bend / 4;
    if abs(bend) >= 2.2e-14 then
      mu := h * (2 * y0d + y1d - 3 * D) / (3 * bend);
      omega := y0d - (3 * D - 2 * y0d - y1d) ^ 2 / (3 * bend);
      w := if abs(y0d - y1d) <= 2.2e-14 then y0d else omega;
      a1 := 0.25 * sign(D) * min(abs(omega), abs(D));
      if (mu > 0 and mu < h and D * omega <= 0 or abs(a1) < abs(w) and w * D >= 0 or abs(a1) < abs(0.1 * D))
          and not (abs(y0d - y1d) <= 2.2e-14 and y1 > y0 + y0d * h) then
        c := if abs(a1) < abs(w) and w * D >= 0 then w else a1;
        c := if abs(c) < abs(0.1 * D) then 0.1 * D else c;
        theta := (y0d * mu + y1d * (h - mu)) / h;
        c := if abs(theta - c) < 1e-6 * abs(c) then (1 - 1e-6) * theta else c;
        left := 3 * (D - c) / (theta - c) * mu;
        right := 3 * (D - c) / (theta - c) * (h - mu);
        a1 := (y0d - c) / max(left ^ 2, 2.2e-14);
        a2 := (y1d - c) / max(right ^ 2, 2.2e-14);
        y := if s < left then y0 + c * s + a1 / 3 * ((s - left) ^ 3 + left ^ 3)
             else if s < h - right then y0 + c * s + a1 / 3 * left ^ 3
             else y1 + c * (s - h) + a2 / 3 * ((s - h + right) ^ 3 - right ^ 3);
      end if;
    end if;
  end if;
end 'Modelica.Fluid.Utilities.regFun3';
function 'Modelica.Fluid.Utilities.throughOrigin'
  input Real x;
  input Real x1;
  input Real x2;
  input Real y1;
  input Real y2;
  input Real y1d;
  input Real y2d;
  input Real largest;
  input Boolean use_yd0;
  input Real yd0;
  output Real y;
  Real slope;
algorithm
  slope := min(largest, if use_yd0 then yd0 else ((3 * y2 - x2 * y2d) * x1 / x2 - (3 * y1 - x1 * y1d) * x2 / x1) / (2 * (x1 - x2)));
  y := if x >= 0 then 'Modelica.Fluid.Utilities.evaluatePoly3_derivativeAtZero'(x, x1, y1, y1d, slope) else 'Modelica.Fluid.Utilities.evaluatePoly3_derivativeAtZero'(x, x2, y2, y2d, slope);
end 'Modelica.Fluid.Utilities.throughOrigin';
function 'Modelica.Fluid.Utilities.regRoot2.regRoot2_utility'
  input Real x;
  input Real x1;
  input Real k1;
  input Real k2;
  input Boolean use_yd0;
  input Real yd0;
  output Real y;
  Real x2;
algorithm
  x2 := if k2 > 0 then -x1 * k2 / k1 else -x1;
  y := if k1 <= 0 then 0 else if x <= x2 then -sqrt(k2 * abs(x)) else 'Modelica.Fluid.Utilities.throughOrigin'(x, x1, x2, sqrt(k1 * x1), -sqrt(k2 * abs(x2)), sqrt(k1 / x1) / 2, sqrt(k2 / abs(x2)) / 2, 0.9 * min(sqrt(8.75 * k1 / x1), sqrt(8.75 * k2 / abs(x2))), use_yd0, yd0);
end 'Modelica.Fluid.Utilities.regRoot2.regRoot2_utility';
function 'Modelica.Fluid.Utilities.regRoot2'
  input Real x;
  input Real x_small = 0.01;
  input Real k1 = 1;
  input Real k2 = 1;
  input Boolean use_yd0 = false;
  input Real yd0 = 1;
  output Real y;
algorithm
  y := smooth(2, if x >= x_small then sqrt(k1 * x) else if x <= -x_small then -sqrt(k2 * abs(x)) else if k1 >= k2 then 'Modelica.Fluid.Utilities.regRoot2.regRoot2_utility'(x, x_small, k1, k2, use_yd0, yd0) else -'Modelica.Fluid.Utilities.regRoot2.regRoot2_utility'(-x, x_small, k2, k1, use_yd0, yd0));
end 'Modelica.Fluid.Utilities.regRoot2';
function 'Modelica.Fluid.Utilities.regSquare2.regSquare2_utility'
  input Real x;
  input Real x1;
  input Real k1;
  input Real k2;
  input Boolean use_yd0 = false;
  input Real yd0 = 1;
  output Real y;
algorithm
  y := if x <= -x1 then -k2 * x ^ 2 else 'Modelica.Fluid.Utilities.throughOrigin'(x, x1, -x1, k1 * x1 ^ 2, -k2 * x1 ^ 2, 2 * k1 * x1, 2 * k2 * x1, 0.9 * sqrt(5) * x1 * min(k1, k2), use_yd0, yd0);
end 'Modelica.Fluid.Utilities.regSquare2.regSquare2_utility';
function 'Modelica.Fluid.Utilities.regSquare2'
  input Real x;
  input Real x_small = 0.01;
  input Real k1 = 1;
  input Real k2 = 1;
  input Boolean use_yd0 = false;
  input Real yd0 = 1;
  output Real y;
algorithm
  y := smooth(2, if x >= x_small then k1 * x ^ 2 else if x <= -x_small then -k2 * x ^ 2 else if k1 >= k2 then 'Modelica.Fluid.Utilities.regSquare2.regSquare2_utility'(x, x_small, k1, k2, use_yd0, yd0) else -'Modelica.Fluid.Utilities.regSquare2.regSquare2_utility'(-x, x_small, k2, k1, use_yd0, yd0));
end 'Modelica.Fluid.Utilities.regSquare2';
function 'Modelica.Fluid.Dissipation.Utilities.Functions.General.turbulentFriction'
  input Real Re;
  input Real Delta;
  output Real lambda2;
  output Real slope;
  Real r;
algorithm
  r := Delta / 3.7 + 5.74 / Re ^ 0.9;
  lambda2 := 0.25 * (Re / log10(r)) ^ 2;
  slope := 2 + 2 * 5.74 * 0.9 / (log(r) * r * Re ^ 0.9);
end 'Modelica.Fluid.Dissipation.Utilities.Functions.General.turbulentFriction';
function 'Modelica.Fluid.Dissipation.Utilities.Functions.General.turbulentReynolds'
  input Real lambda2;
  input Real Delta;
  output Real Re;
  output Real slope;
  Real r;
algorithm
  r := 2.51 / sqrt(lambda2) + 0.27 * Delta;
  Re := -2 * sqrt(lambda2) * log10(r);
  slope := 0.5 + 2.51 / (log(10) * Re * r);
end 'Modelica.Fluid.Dissipation.Utilities.Functions.General.turbulentReynolds';
function 'Modelica.Fluid.Dissipation.Utilities.Functions.General.transition_lambda'
  input Real Re;
  input Real Re1;
  input Real Re2;
  input Real Delta;
  output Real lambda2;
  output Real slope;
  Real L2;
  Real s2;
  Real y;
algorithm
  (L2, s2) := 'Modelica.Fluid.Dissipation.Utilities.Functions.General.turbulentFriction'(Re2, Delta);
  (y, slope) := 'Modelica.Fluid.Utilities.cubicHermite_withDerivative'(log(Re), log(Re1), log(Re2), log(64 * Re1), log(L2), 1, s2);
  lambda2 := exp(y);
end 'Modelica.Fluid.Dissipation.Utilities.Functions.General.transition_lambda';
function 'Modelica.Fluid.Dissipation.Utilities.Functions.General.transition_Re'
  input Real lambda2;
  input Real Re1;
  input Real Re2;
  input Real Delta;
  output Real Re;
  output Real slope;
  Real L2;
  Real R2;
  Real s2;
  Real y;
algorithm
  (L2, s2) := 'Modelica.Fluid.Dissipation.Utilities.Functions.General.turbulentFriction'(Re2, Delta);
  (R2, s2) := 'Modelica.Fluid.Dissipation.Utilities.Functions.General.turbulentReynolds'(L2, Delta);
  (y, slope) := 'Modelica.Fluid.Utilities.cubicHermite_withDerivative'(log(lambda2), log(64 * Re1), log(L2), log(Re1), log(R2), 1, s2);
  Re := exp(y);
end 'Modelica.Fluid.Dissipation.Utilities.Functions.General.transition_Re';
function 'Modelica.Fluid.Dissipation.Utilities.Functions.General.CubicInterpolation_lambda'
  input Real Re;
  input Real Re1;
  input Real Re2;
  input Real Delta;
  output Real lambda2;
  Real slope;
algorithm
  (lambda2, slope) := 'Modelica.Fluid.Dissipation.Utilities.Functions.General.transition_lambda'(Re, Re1, Re2, Delta);
end 'Modelica.Fluid.Dissipation.Utilities.Functions.General.CubicInterpolation_lambda';
function 'Modelica.Fluid.Dissipation.Utilities.Functions.General.CubicInterpolation_Re'
  input Real unused;
  input Real Re1;
  input Real Re2;
  input Real Delta;
  input Real lambda2;
  output Real Re;
  Real slope;
algorithm
  (Re, slope) := 'Modelica.Fluid.Dissipation.Utilities.Functions.General.transition_Re'(lambda2, Re1, Re2, Delta);
end 'Modelica.Fluid.Dissipation.Utilities.Functions.General.CubicInterpolation_Re';
function 'Modelica.Fluid.Pipes.BaseClasses.WallFriction.Detailed.pressureLoss_m_flow.interpolateInRegion2'
  input Real Re;
  input Real Re1;
  input Real Re2;
  input Real Delta;
  output Real lambda2;
algorithm
  lambda2 := 'Modelica.Fluid.Dissipation.Utilities.Functions.General.CubicInterpolation_lambda'(Re, Re1, Re2, Delta);
end 'Modelica.Fluid.Pipes.BaseClasses.WallFriction.Detailed.pressureLoss_m_flow.interpolateInRegion2';
function 'Modelica.Fluid.Pipes.BaseClasses.WallFriction.Detailed.massFlowRate_dp.interpolateInRegion2'
  input Real unused;
  input Real Re1;
  input Real Re2;
  input Real Delta;
  input Real lambda2;
  output Real Re;
algorithm
  Re := 'Modelica.Fluid.Dissipation.Utilities.Functions.General.CubicInterpolation_Re'(unused, Re1, Re2, Delta, lambda2);
end 'Modelica.Fluid.Pipes.BaseClasses.WallFriction.Detailed.massFlowRate_dp.interpolateInRegion2';
function 'Modelica.Fluid.Pipes.BaseClasses.WallFriction.Detailed.Internal.m_flow_of_dp_fric'
  input Real dp;
  input Real rho_a;
  input Real rho_b;
  input Real mu_a;
  input Real mu_b;
  input Real length;
  input Real diameter;
  input Real area;
  input Real Re1;
  input Real Re2;
  input Real Delta;
  output Real m_flow;
  output Real slope;
  Real mu;
  Real a;
  Real lambda2;
  Real Re;
  Real s;
algorithm
  mu := if dp >= 0 then mu_a else mu_b;
  a := 2 * diameter ^ 3 * (if dp >= 0 then rho_a else rho_b) / (length * mu ^ 2);
  lambda2 := a * abs(dp);
  Re := lambda2 / 64;
  s := a / 64;
  if Re > Re1 then
    (Re, s) := 'Modelica.Fluid.Dissipation.Utilities.Functions.General.turbulentReynolds'(lambda2, Delta);
    if Re < Re2 then
      (Re, s) := 'Modelica.Fluid.Dissipation.Utilities.Functions.General.transition_Re'(lambda2, Re1, Re2, Delta);
    end if;
    s := s * Re / abs(dp);
  end if;
  m_flow := area / diameter * mu * (if dp >= 0 then Re else -Re);
  slope := area / diameter * mu * s;
end 'Modelica.Fluid.Pipes.BaseClasses.WallFriction.Detailed.Internal.m_flow_of_dp_fric';
function 'Modelica.Fluid.Pipes.BaseClasses.WallFriction.Detailed.Internal.dp_fric_of_m_flow'
  input Real m_flow;
  input Real rho_a;
  input Real rho_b;
  input Real mu_a;
  input Real mu_b;
  input Real length;
  input Real diameter;
  input Real area;
  input Real Re1;
  input Real Re2;
  input Real Delta;
  output Real dp;
  output Real slope;
  Real mu;
  Real a;
  Real Re;
  Real lambda2;
  Real s;
algorithm
  mu := if m_flow >= 0 then mu_a else mu_b;
  a := length * mu ^ 2 / (2 * diameter ^ 3 * (if m_flow >= 0 then rho_a else rho_b));
  Re := abs(m_flow) * diameter / (area * mu);
  if Re <= Re1 then
    lambda2 := 64 * Re;
    slope := a * 64 * diameter / (area * mu);
  else
    if Re >= Re2 then
      (lambda2, s) := 'Modelica.Fluid.Dissipation.Utilities.Functions.General.turbulentFriction'(Re, Delta);
    else
      (lambda2, s) := 'Modelica.Fluid.Dissipation.Utilities.Functions.General.transition_lambda'(Re, Re1, Re2, Delta);
    end if;
    slope := a * s * lambda2 / abs(m_flow);
  end if;
  dp := a * (if m_flow >= 0 then lambda2 else -lambda2);
end 'Modelica.Fluid.Pipes.BaseClasses.WallFriction.Detailed.Internal.dp_fric_of_m_flow';
function 'Modelica.Fluid.Pipes.BaseClasses.WallFriction.LaminarAndQuadraticTurbulent.Internal.m_flow_of_dp_fric'
  input Real dp;
  input Real rho_a;
  input Real rho_b;
  input Real mu_a;
  input Real mu_b;
  input Real length;
  input Real diameter;
  input Real area;
  input Real Re1;
  input Real Re2;
  input Real Delta;
  output Real m_flow;
  output Real slope;
  Real mu;
  Real rho;
  Real k;
  Real laminar;
  Real dp1;
  Real dp2;
  Real y;
algorithm
  mu := if dp >= 0 then mu_a else mu_b;
  rho := if dp >= 0 then rho_a else rho_b;
  k := rho * (3.141592653589793 * diameter ^ 2) ^ 2 * (2 * log10(3.7 / Delta)) ^ 2 * diameter / (8 * length);
  laminar := rho * 3.141592653589793 * diameter ^ 4 / (128 * length * mu);
  dp1 := 0.7853981633974483 * diameter * mu * Re1 / laminar;
  dp2 := (0.7853981633974483 * diameter * mu * Re2) ^ 2 / k;
  if abs(dp) > dp2 then
    y := sqrt(k * abs(dp));
    slope := y / (2 * abs(dp));
  elseif abs(dp) < dp1 then
    y := laminar * abs(dp);
    slope := laminar;
  else
    (y, slope) := 'Modelica.Fluid.Utilities.cubicHermite_withDerivative'(abs(dp), dp1, dp2, laminar * dp1, sqrt(k * dp2), laminar, sqrt(k / dp2) / 2);
  end if;
  m_flow := if dp >= 0 then y else -y;
end 'Modelica.Fluid.Pipes.BaseClasses.WallFriction.LaminarAndQuadraticTurbulent.Internal.m_flow_of_dp_fric';
function 'Modelica.Fluid.Pipes.BaseClasses.WallFriction.LaminarAndQuadraticTurbulent.Internal.dp_fric_of_m_flow'
  input Real m_flow;
  input Real rho_a;
  input Real rho_b;
  input Real mu_a;
  input Real mu_b;
  input Real length;
  input Real diameter;
  input Real area;
  input Real Re1;
  input Real Re2;
  input Real Delta;
  output Real dp;
  output Real slope;
  Real mu;
  Real rho;
  Real k;
  Real laminar;
  Real m1;
  Real m2;
  Real y;
algorithm
  mu := if m_flow >= 0 then mu_a else mu_b;
  rho := if m_flow >= 0 then rho_a else rho_b;
  k := 8 * length / (diameter * (2 * log10(3.7 / Delta)) ^ 2 * (3.141592653589793 * diameter ^ 2) ^ 2 * rho);
  laminar := 128 * length * mu / (3.141592653589793 * diameter ^ 4 * rho);
  m1 := 0.7853981633974483 * diameter * mu * Re1;
  m2 := 0.7853981633974483 * diameter * mu * Re2;
  if abs(m_flow) > m2 then
    y := k * m_flow ^ 2;
    slope := 2 * k * abs(m_flow);
  elseif abs(m_flow) < m1 then
    y := laminar * abs(m_flow);
    slope := laminar;
  else
    (y, slope) := 'Modelica.Fluid.Utilities.cubicHermite_withDerivative'(abs(m_flow), m1, m2, laminar * m1, k * m2 ^ 2, laminar, 2 * k * m2);
  end if;
  dp := if m_flow >= 0 then y else -y;
end 'Modelica.Fluid.Pipes.BaseClasses.WallFriction.LaminarAndQuadraticTurbulent.Internal.dp_fric_of_m_flow';
)";
}

}  // namespace saltus::modelica
