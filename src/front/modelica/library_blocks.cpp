// library_blocks.cpp: Modelica.Blocks, coefficients of filters (library.hpp).
//
// Method     a low pass with poles s^2 + c1 s + c0 becomes a high pass by s -> 1/s, a band pass by s -> (s + 1/s) / w, a band
//            stop by both. The two pairs that one pair becomes are 1/alpha and alpha apart: with u = (alpha + 1/alpha)^2,
//            u^2 - (4 + c0 w^2) u + (c1 w)^2 = 0.

#include <saltus/front/modelica/library.hpp>

namespace saltus::modelica {

std::string_view library_blocks() {
  return R"(
function 'Modelica.Blocks.Continuous.Internal.Filter.coefficients.lowPass'
  input Real cr_in[:];
  input Real c0_in[:];
  input Real c1_in[size(c0_in, 1)];
  input Real f_cut;
  output Real cr[size(cr_in, 1)];
  output Real c0[size(c0_in, 1)];
  output Real c1[size(c0_in, 1)];
  Real w = 6.283185307179586 * f_cut;
algorithm
  cr := w * cr_in;
  c0 := w ^ 2 * c0_in;
  c1 := w * c1_in;
end 'Modelica.Blocks.Continuous.Internal.Filter.coefficients.lowPass';
function 'Modelica.Blocks.Continuous.Internal.Filter.coefficients.highPass'
  input Real cr_in[:];
  input Real c0_in[:];
  input Real c1_in[size(c0_in, 1)];
  input Real f_cut;
  output Real cr[size(cr_in, 1)];
  output Real c0[size(c0_in, 1)];
  output Real c1[size(c0_in, 1)];
  Real w = 6.283185307179586 * f_cut;
algorithm
  cr := {w / x for x in cr_in};
  c0 := {w ^ 2 / x for x in c0_in};
  c1 := {w * c1_in[i] / c0_in[i] for i in 1:size(c0_in, 1)};
end 'Modelica.Blocks.Continuous.Internal.Filter.coefficients.highPass';
function 'Modelica.Blocks.Continuous.Internal.Filter.Utilities.bandPassAlpha'
  input Real a;
  input Real b;
  input Real w;
  output Real alpha;
  Real u;
algorithm
  u := (4 + b * w ^ 2 + sqrt((4 + b * w ^ 2) ^ 2 - 4 * (a * w) ^ 2)) / 2;
  alpha := 2 / (sqrt(u) + sqrt(u - 4));
end 'Modelica.Blocks.Continuous.Internal.Filter.Utilities.bandPassAlpha';
function 'Modelica.Blocks.Continuous.Internal.Filter.coefficients.bandPass'
  input Real cr_in[:];
  input Real c0_in[:];
  input Real c1_in[size(c0_in, 1)];
  input Real f_min;
  input Real f_max;
  output Real cr[0];
  output Real c0[size(cr_in, 1) + 2 * size(c0_in, 1)];
  output Real c1[size(cr_in, 1) + 2 * size(c0_in, 1)];
  output Real cn;
  Real middle = 6.283185307179586 * sqrt(f_min * f_max);
  Real w = (f_max - f_min) / sqrt(f_min * f_max);
  Real alpha;
  Real c;
  Integer j;
algorithm
  for i in 1:size(cr_in, 1) loop
    c0[i] := middle ^ 2;
    c1[i] := middle * w * cr_in[i];
  end for;
  for i in 1:size(c0_in, 1) loop
    alpha := 'Modelica.Blocks.Continuous.Internal.Filter.Utilities.bandPassAlpha'(c1_in[i], c0_in[i], w);
    c := middle * c1_in[i] * w / (alpha + 1 / alpha);
    j := size(cr_in, 1) + 2 * i - 1;
    c0[j] := (middle / alpha) ^ 2;
    c1[j] := c / alpha;
    c0[j + 1] := (middle * alpha) ^ 2;
    c1[j + 1] := c * alpha;
  end for;
  cn := w * middle;
end 'Modelica.Blocks.Continuous.Internal.Filter.coefficients.bandPass';
function 'Modelica.Blocks.Continuous.Internal.Filter.coefficients.bandStop'
  input Real cr_in[:];
  input Real c0_in[:];
  input Real c1_in[size(c0_in, 1)];
  input Real f_min;
  input Real f_max;
  output Real cr[0];
  output Real c0[size(cr_in, 1) + 2 * size(c0_in, 1)];
  output Real c1[size(cr_in, 1) + 2 * size(c0_in, 1)];
  Real middle = 6.283185307179586 * sqrt(f_min * f_max);
  Real w = (f_max - f_min) / sqrt(f_min * f_max);
  Real alpha;
  Real c;
  Integer j;
algorithm
  for i in 1:size(cr_in, 1) loop
    c0[i] := middle ^ 2;
    c1[i] := middle * w / cr_in[i];
  end for;
  for i in 1:size(c0_in, 1) loop
    alpha := 'Modelica.Blocks.Continuous.Internal.Filter.Utilities.bandPassAlpha'(c1_in[i], c0_in[i], w / c0_in[i]);
    c := middle * c1_in[i] * w / c0_in[i] / (alpha + 1 / alpha);
    j := size(cr_in, 1) + 2 * i - 1;
    c0[j] := (middle / alpha) ^ 2;
    c1[j] := c / alpha;
    c0[j + 1] := (middle * alpha) ^ 2;
    c1[j + 1] := c * alpha;
  end for;
end 'Modelica.Blocks.Continuous.Internal.Filter.coefficients.bandStop';
)";
}

}  // namespace saltus::modelica
