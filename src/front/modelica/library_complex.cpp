// library_complex.cpp: Complex numbers and Modelica.ComplexMath (library.hpp).

#include <saltus/front/modelica/library.hpp>

namespace saltus::modelica {

std::string_view library_complex() {
  return R"(
record 'Complex'
  Real re;
  Real im;
end 'Complex';
function 'Complex.\'constructor\'.fromReal'
  input Real re;
  input Real im = 0;
  output 'Complex' result;
algorithm
  result.re := re;
  result.im := im;
end 'Complex.\'constructor\'.fromReal';
function 'Modelica.ComplexMath.abs'
  input 'Complex' c;
  output Real result;
algorithm
  result := sqrt(c.re ^ 2 + c.im ^ 2);
end 'Modelica.ComplexMath.abs';
function 'Modelica.ComplexMath.arg'
  input 'Complex' c;
  input Real phi0 = 0;
  output Real phi;
algorithm
  phi := atan2(c.im, c.re);
end 'Modelica.ComplexMath.arg';
function 'Modelica.ComplexMath.conj'
  input 'Complex' c1;
  output 'Complex' c2;
algorithm
  c2.re := c1.re;
  c2.im := -c1.im;
end 'Modelica.ComplexMath.conj';
function 'Modelica.ComplexMath.real'
  input 'Complex' c;
  output Real r;
algorithm
  r := c.re;
end 'Modelica.ComplexMath.real';
function 'Modelica.ComplexMath.imag'
  input 'Complex' c;
  output Real r;
algorithm
  r := c.im;
end 'Modelica.ComplexMath.imag';
function 'Modelica.ComplexMath.fromPolar'
  input Real len;
  input Real phi;
  output 'Complex' c;
algorithm
  c.re := len * cos(phi);
  c.im := len * sin(phi);
end 'Modelica.ComplexMath.fromPolar';
)";
}

}  // namespace saltus::modelica
