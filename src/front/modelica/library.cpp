#include <saltus/front/modelica/library.hpp>

namespace saltus::modelica {

std::string_view library_text() {
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
function 'Modelica.Math.Random.Generators.Xorshift64star.random'
  input Integer stateIn[2];
  output Real result;
  output Integer stateOut[2];
external "C" ModelicaRandom_xorshift64star(stateIn, stateOut, result);
end 'Modelica.Math.Random.Generators.Xorshift64star.random';
function 'Modelica.Math.Random.Generators.Xorshift64star.initialState'
  input Integer localSeed;
  input Integer globalSeed;
  output Integer state[2];
  Real r;
algorithm
  state := if localSeed == 0 and globalSeed == 0 then {126247697, globalSeed} else {localSeed, globalSeed};
  for i in 1:10 loop
    (r, state) := 'Modelica.Math.Random.Generators.Xorshift64star.random'(state);
  end for;
end 'Modelica.Math.Random.Generators.Xorshift64star.initialState';
impure function 'Modelica.Math.Random.Utilities.initializeImpureRandom.setInternalState'
  input Integer rngState[33];
  input Integer id;
external "C" ModelicaRandom_setInternalState_xorshift1024star(rngState, size(rngState, 1), id);
end 'Modelica.Math.Random.Utilities.initializeImpureRandom.setInternalState';
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolve1'
  input Real T[3, 3];
  input Real v2[3];
  output Real v1[3];
algorithm
  v1 := transpose(T) * v2;
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolve1';
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolve2'
  input Real T[3, 3];
  input Real v1[3];
  output Real v2[3];
algorithm
  v2 := T * v1;
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolve2';
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.planarRotation'
  input Real e[3];
  input Real angle;
  output Real T[3, 3];
algorithm
  T := outerProduct(e, e) + (identity(3) - outerProduct(e, e)) * cos(angle) - skew(e) * sin(angle);
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.planarRotation';
function 'Modelica.Mechanics.MultiBody.Frames.planarRotationAngle'
  input Real e[3];
  input Real v1[3];
  input Real v2[3];
  output Real angle;
algorithm
  angle := atan2(-cross(e, v1) * v2, v1 * v2 - (e * v1) * (e * v2));
end 'Modelica.Mechanics.MultiBody.Frames.planarRotationAngle';
function 'Modelica.Electrical.Polyphase.Functions.symmetricOrientation'
  input Integer m;
  output Real orientation[m];
algorithm
  if m == 2 then
    orientation := {0, 1.5707963267948966};
  elseif mod(m, 2) == 0 then
    orientation[1:div(m, 2)] := 'Modelica.Electrical.Polyphase.Functions.symmetricOrientation'(div(m, 2));
    orientation[div(m, 2) + 1:m] := orientation[1:div(m, 2)] - fill(3.141592653589793 / m, div(m, 2));
  else
    orientation := {(k - 1) * 6.283185307179586 / m for k in 1:m};
  end if;
end 'Modelica.Electrical.Polyphase.Functions.symmetricOrientation';
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
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axisRotation'
  input Integer axis;
  input Real angle;
  output Real T[3, 3];
  Real c;
  Real s;
algorithm
  c := cos(angle);
  s := sin(angle);
  T := if axis == 1 then {{1, 0, 0}, {0, c, s}, {0, -s, c}} else if axis == 2 then {{c, 0, -s}, {0, 1, 0}, {s, 0, c}} else {{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axisRotation';
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axesRotations'
  input Integer sequence[3] = {1, 2, 3};
  input Real angles[3] = {0, 0, 0};
  output Real T[3, 3];
algorithm
  T := 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axisRotation'(sequence[3], angles[3]) * 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axisRotation'(sequence[2], angles[2]) * 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axisRotation'(sequence[1], angles[1]);
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axesRotations';
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.absoluteRotation'
  input Real T1[3, 3];
  input Real T_rel[3, 3];
  output Real T2[3, 3];
algorithm
  T2 := T_rel * T1;
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.absoluteRotation';
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.relativeRotation'
  input Real T1[3, 3];
  input Real T2[3, 3];
  output Real T_rel[3, 3];
algorithm
  T_rel := T2 * transpose(T1);
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.relativeRotation';
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.inverseRotation'
  input Real T[3, 3];
  output Real T_inv[3, 3];
algorithm
  T_inv := transpose(T);
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.inverseRotation';
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolveDyade1'
  input Real T[3, 3];
  input Real D2[3, 3];
  output Real D1[3, 3];
algorithm
  D1 := transpose(T) * D2 * T;
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolveDyade1';
function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolveDyade2'
  input Real T[3, 3];
  input Real D1[3, 3];
  output Real D2[3, 3];
algorithm
  D2 := T * D1 * transpose(T);
end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolveDyade2';
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
function 'Modelica.Electrical.Polyphase.Functions.numberOfSymmetricBaseSystems'
  input Integer m;
  output Integer n;
algorithm
  n := if mod(m, 2) <> 0 or m == 2 then 1 else 2 * 'Modelica.Electrical.Polyphase.Functions.numberOfSymmetricBaseSystems'(div(m, 2));
end 'Modelica.Electrical.Polyphase.Functions.numberOfSymmetricBaseSystems';
function 'Modelica.Utilities.Streams.print'
  input String string = "";
  input String fileName = "";
external "C" ModelicaInternal_print(string, fileName);
end 'Modelica.Utilities.Streams.print';
function 'Modelica.Utilities.Streams.error'
  input String string;
algorithm
  assert(false, string);
end 'Modelica.Utilities.Streams.error';
function 'Modelica.Units.Conversions.from_deg'
  input Real u;
  output Real y;
algorithm
  y := 0.017453292519943295 * u;
end 'Modelica.Units.Conversions.from_deg';
function 'Modelica.Units.Conversions.to_deg'
  input Real u;
  output Real y;
algorithm
  y := 57.29577951308232 * u;
end 'Modelica.Units.Conversions.to_deg';
function 'Modelica.Units.Conversions.from_degC'
  input Real u;
  output Real y;
algorithm
  y := u + 273.15;
end 'Modelica.Units.Conversions.from_degC';
function 'Modelica.Units.Conversions.to_degC'
  input Real u;
  output Real y;
algorithm
  y := u - 273.15;
end 'Modelica.Units.Conversions.to_degC';
function 'Modelica.Units.Conversions.from_rpm'
  input Real u;
  output Real y;
algorithm
  y := 0.10471975511965977 * u;
end 'Modelica.Units.Conversions.from_rpm';
function 'Modelica.Units.Conversions.to_rpm'
  input Real u;
  output Real y;
algorithm
  y := 9.549296585513721 * u;
end 'Modelica.Units.Conversions.to_rpm';
function 'Modelica.Units.Conversions.from_bar'
  input Real u;
  output Real y;
algorithm
  y := 1e5 * u;
end 'Modelica.Units.Conversions.from_bar';
function 'Modelica.Units.Conversions.to_bar'
  input Real u;
  output Real y;
algorithm
  y := u / 1e5;
end 'Modelica.Units.Conversions.to_bar';
function 'Modelica.Units.Conversions.from_kmh'
  input Real u;
  output Real y;
algorithm
  y := u / 3.6;
end 'Modelica.Units.Conversions.from_kmh';
function 'Modelica.Units.Conversions.to_kmh'
  input Real u;
  output Real y;
algorithm
  y := 3.6 * u;
end 'Modelica.Units.Conversions.to_kmh';
function 'Modelica.Units.Conversions.from_hour'
  input Real u;
  output Real y;
algorithm
  y := 3600 * u;
end 'Modelica.Units.Conversions.from_hour';
function 'Modelica.Units.Conversions.to_hour'
  input Real u;
  output Real y;
algorithm
  y := u / 3600;
end 'Modelica.Units.Conversions.to_hour';
function 'Modelica.Units.Conversions.from_minute'
  input Real u;
  output Real y;
algorithm
  y := 60 * u;
end 'Modelica.Units.Conversions.from_minute';
function 'Modelica.Units.Conversions.to_minute'
  input Real u;
  output Real y;
algorithm
  y := u / 60;
end 'Modelica.Units.Conversions.to_minute';
)";
}

}  // namespace saltus::modelica
