// library_fluid.cpp: Modelica.Fluid (library.hpp).

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
)";
}

}  // namespace saltus::modelica
