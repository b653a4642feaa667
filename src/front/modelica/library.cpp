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
