// library_math.cpp: Modelica.Math: elementary functions, vectors, polynomials (library.hpp).

#include <saltus/front/modelica/library.hpp>

namespace saltus::modelica {

std::string_view library_math() {
  return R"(
function 'Modelica.Math.sin'
  input Real u;
  output Real y;
algorithm
  y := sin(u);
end 'Modelica.Math.sin';
function 'Modelica.Math.cos'
  input Real u;
  output Real y;
algorithm
  y := cos(u);
end 'Modelica.Math.cos';
function 'Modelica.Math.tan'
  input Real u;
  output Real y;
algorithm
  y := tan(u);
end 'Modelica.Math.tan';
function 'Modelica.Math.asin'
  input Real u;
  output Real y;
algorithm
  y := asin(u);
end 'Modelica.Math.asin';
function 'Modelica.Math.acos'
  input Real u;
  output Real y;
algorithm
  y := acos(u);
end 'Modelica.Math.acos';
function 'Modelica.Math.atan'
  input Real u;
  output Real y;
algorithm
  y := atan(u);
end 'Modelica.Math.atan';
function 'Modelica.Math.sinh'
  input Real u;
  output Real y;
algorithm
  y := sinh(u);
end 'Modelica.Math.sinh';
function 'Modelica.Math.cosh'
  input Real u;
  output Real y;
algorithm
  y := cosh(u);
end 'Modelica.Math.cosh';
function 'Modelica.Math.tanh'
  input Real u;
  output Real y;
algorithm
  y := tanh(u);
end 'Modelica.Math.tanh';
function 'Modelica.Math.exp'
  input Real u;
  output Real y;
algorithm
  y := exp(u);
end 'Modelica.Math.exp';
function 'Modelica.Math.log'
  input Real u;
  output Real y;
algorithm
  y := log(u);
end 'Modelica.Math.log';
function 'Modelica.Math.log10'
  input Real u;
  output Real y;
algorithm
  y := log10(u);
end 'Modelica.Math.log10';
function 'Modelica.Math.atan2'
  input Real u1;
  input Real u2;
  output Real y;
algorithm
  y := atan2(u1, u2);
end 'Modelica.Math.atan2';
function 'Modelica.Math.Vectors.length'
  input Real v[:];
  output Real result;
algorithm
  result := sqrt(v * v);
end 'Modelica.Math.Vectors.length';
function 'Modelica.Math.Vectors.normalize'
  input Real v[:];
  input Real eps(min = 0.0) = 2.220446049250313e-14;
  output Real result[size(v, 1)];
algorithm
  result := smooth(0, if sqrt(v * v) >= eps then v / sqrt(v * v) else v / eps);
end 'Modelica.Math.Vectors.normalize';
function 'Modelica.Math.Polynomials.evaluate'
  input Real p[:];
  input Real u;
  output Real y;
algorithm
  y := p[1];
  for j in 2:size(p, 1) loop
    y := p[j] + u * y;
  end for;
end 'Modelica.Math.Polynomials.evaluate';
)";
}

}  // namespace saltus::modelica
