// library_math.cpp: Modelica.Math: elementary functions, vectors, matrices, polynomials (library.hpp).

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
function 'Modelica.Math.asinh'
  input Real u;
  output Real y;
algorithm
  y := log(u + sqrt(u * u + 1));
end 'Modelica.Math.asinh';
function 'Modelica.Math.acosh'
  input Real u;
  output Real y;
algorithm
  y := log(u + sqrt(u - 1) * sqrt(u + 1));
end 'Modelica.Math.acosh';
function 'Modelica.Math.wrapAngle'
  input Real u;
  input Boolean positiveRange = false;
  output Real y;
algorithm
  y := mod(u, 6.283185307179586);
  if y > 3.141592653589793 and not positiveRange then
    y := y - 6.283185307179586;
  end if;
end 'Modelica.Math.wrapAngle';
function 'Modelica.Math.isPowerOf2'
  input Integer i;
  output Boolean result;
  Integer k = i;
algorithm
  while k > 1 and mod(k, 2) == 0 loop
    k := div(k, 2);
  end while;
  result := k == 1;
end 'Modelica.Math.isPowerOf2';
function 'Modelica.Math.Vectors.norm'
  input Real v[:];
  input Real p = 2;
  output Real result;
algorithm
  if p == 2 then
    result := sqrt(v * v);
  elseif p > 1e59 then
    result := max(abs(v));
  elseif p == 1 then
    result := sum(abs(v));
  else
    result := sum(abs(x) ^ p for x in v) ^ (1 / p);
  end if;
end 'Modelica.Math.Vectors.norm';
function 'Modelica.Math.Vectors.lengthWithoutSqrt'
  input Real v[:];
  output Real result;
algorithm
  result := v * v;
end 'Modelica.Math.Vectors.lengthWithoutSqrt';
function 'Modelica.Math.Vectors.normalizeWithAssert'
  input Real v[:];
  output Real result[size(v, 1)];
algorithm
  assert(sqrt(v * v) > 0, "a vector of length zero has no direction");
  result := v / sqrt(v * v);
end 'Modelica.Math.Vectors.normalizeWithAssert';
function 'Modelica.Math.Vectors.reverse'
  input Real v[:];
  output Real result[size(v, 1)];
algorithm
  result := {v[end - i + 1] for i in 1:size(v, 1)};
end 'Modelica.Math.Vectors.reverse';
function 'Modelica.Math.Vectors.isEqual'
  input Real v1[:];
  input Real v2[:];
  input Real eps = 0;
  output Boolean result;
algorithm
  result := size(v1, 1) == size(v2, 1);
  for i in 1:min(size(v1, 1), size(v2, 1)) loop
    result := result and abs(v1[i] - v2[i]) <= eps;
  end for;
end 'Modelica.Math.Vectors.isEqual';
function 'Modelica.Math.Vectors.find'
  input Real e;
  input Real v[:];
  input Real eps = 0;
  output Integer result;
algorithm
  result := 0;
  for i in 1:size(v, 1) loop
    if result == 0 and abs(v[i] - e) <= eps then
      result := i;
    end if;
  end for;
end 'Modelica.Math.Vectors.find';
function 'Modelica.Math.Vectors.interpolate'
  input Real x[:];
  input Real y[size(x, 1)];
  input Real xi;
  input Integer iLast = 1;
  output Real yi;
  output Integer iNew;
algorithm
  iNew := max(1, min(iLast, size(x, 1) - 1));
  while iNew < size(x, 1) - 1 and xi >= x[iNew + 1] loop
    iNew := iNew + 1;
  end while;
  while iNew > 1 and xi < x[iNew] loop
    iNew := iNew - 1;
  end while;
  if size(x, 1) == 1 then
    yi := y[1];
  else
    yi := y[iNew] + (y[iNew + 1] - y[iNew]) * (xi - x[iNew]) / (x[iNew + 1] - x[iNew]);
  end if;
end 'Modelica.Math.Vectors.interpolate';
function 'Modelica.Math.BooleanVectors.allTrue'
  input Boolean b[:];
  output Boolean result;
algorithm
  result := true;
  for i in 1:size(b, 1) loop
    result := result and b[i];
  end for;
end 'Modelica.Math.BooleanVectors.allTrue';
function 'Modelica.Math.BooleanVectors.anyTrue'
  input Boolean b[:];
  output Boolean result;
algorithm
  result := false;
  for i in 1:size(b, 1) loop
    result := result or b[i];
  end for;
end 'Modelica.Math.BooleanVectors.anyTrue';
function 'Modelica.Math.BooleanVectors.countTrue'
  input Boolean b[:];
  output Integer n;
algorithm
  n := 0;
  for i in 1:size(b, 1) loop
    n := if b[i] then n + 1 else n;
  end for;
end 'Modelica.Math.BooleanVectors.countTrue';
function 'Modelica.Math.BooleanVectors.oneTrue'
  input Boolean b[:];
  output Boolean result;
algorithm
  result := 'Modelica.Math.BooleanVectors.countTrue'(b) == 1;
end 'Modelica.Math.BooleanVectors.oneTrue';
function 'Modelica.Math.BooleanVectors.firstTrueIndex'
  input Boolean b[:];
  output Integer index;
algorithm
  index := 0;
  for i in 1:size(b, 1) loop
    if index == 0 and b[i] then
      index := i;
    end if;
  end for;
end 'Modelica.Math.BooleanVectors.firstTrueIndex';
function 'Modelica.Math.Matrices.solve'
  input Real A[:, size(A, 1)];
  input Real b[size(A, 1)];
  output Real x[size(b, 1)];
external "C" saltus_solve(A, b, x);
end 'Modelica.Math.Matrices.solve';
function 'Modelica.Math.Matrices.solve2'
  input Real A[:, size(A, 1)];
  input Real B[size(A, 1), :];
  output Real X[size(B, 1), size(B, 2)];
external "C" saltus_solve(A, B, X);
end 'Modelica.Math.Matrices.solve2';
function 'Modelica.Math.Matrices.inv'
  input Real A[:, size(A, 1)];
  output Real invA[size(A, 1), size(A, 2)];
algorithm
  invA := 'Modelica.Math.Matrices.solve2'(A, identity(size(A, 1)));
end 'Modelica.Math.Matrices.inv';
function 'Modelica.Math.Matrices.det'
  input Real A[:, size(A, 1)];
  output Real result;
external "C" saltus_determinant(A, result);
end 'Modelica.Math.Matrices.det';
function 'Modelica.Math.Matrices.leastSquares'
  input Real A[:, :];
  input Real b[size(A, 1)];
  input Real rcond = 2.220446049250313e-14;
  output Real x[size(A, 2)];
  output Integer rank;
external "C" saltus_least_squares(A, b, rcond, x, rank);
end 'Modelica.Math.Matrices.leastSquares';
function 'Modelica.Math.Matrices.norm'
  input Real A[:, :];
  input Real p = 2;
  output Real result;
algorithm
  assert(p == 1 or p > 1e59, "Matrices.norm: Saltus has the norms 1 and infinity only");
  result := if p == 1 then max({sum(abs(A[:, j])) for j in 1:size(A, 2)}) else max({sum(abs(A[i, :])) for i in 1:size(A, 1)});
end 'Modelica.Math.Matrices.norm';
function 'Modelica.Math.Matrices.isEqual'
  input Real M1[:, :];
  input Real M2[:, :];
  input Real eps = 0;
  output Boolean result;
algorithm
  result := size(M1, 1) == size(M2, 1) and size(M1, 2) == size(M2, 2);
  for i in 1:min(size(M1, 1), size(M2, 1)) loop
    for j in 1:min(size(M1, 2), size(M2, 2)) loop
      result := result and abs(M1[i, j] - M2[i, j]) <= eps;
    end for;
  end for;
end 'Modelica.Math.Matrices.isEqual';
function 'Modelica.Math.Polynomials.evaluate_der'
  input Real p[:];
  input Real u;
  input Real du;
  output Real dy;
algorithm
  dy := if size(p, 1) < 2 then 0 else 'Modelica.Math.Polynomials.derivativeValue'(p, u) * du;
end 'Modelica.Math.Polynomials.evaluate_der';
function 'Modelica.Math.Polynomials.evaluateWithRange'
  input Real p[:];
  input Real uMin;
  input Real uMax;
  input Real u;
  output Real y;
algorithm
  y := if u < uMin then 'Modelica.Math.Polynomials.evaluate'(p, uMin) + 'Modelica.Math.Polynomials.derivativeValue'(p, uMin) * (u - uMin) else if u > uMax then 'Modelica.Math.Polynomials.evaluate'(p, uMax) + 'Modelica.Math.Polynomials.derivativeValue'(p, uMax) * (u - uMax) else 'Modelica.Math.Polynomials.evaluate'(p, u);
end 'Modelica.Math.Polynomials.evaluateWithRange';
function 'Modelica.Math.Polynomials.derivative'
  input Real p[:];
  output Real q[size(p, 1) - 1];
algorithm
  q := {p[j] * (size(p, 1) - j) for j in 1:size(p, 1) - 1};
end 'Modelica.Math.Polynomials.derivative';
function 'Modelica.Math.Polynomials.derivativeValue'
  input Real p[:];
  input Real u;
  output Real y;
algorithm
  y := if size(p, 1) < 2 then 0 else 'Modelica.Math.Polynomials.evaluate'('Modelica.Math.Polynomials.derivative'(p), u);
end 'Modelica.Math.Polynomials.derivativeValue';
function 'Modelica.Math.Polynomials.derivativeValue_der'
  input Real p[:];
  input Real u;
  input Real du;
  output Real dy;
algorithm
  dy := if size(p, 1) < 3 then 0 else 'Modelica.Math.Polynomials.derivativeValue'('Modelica.Math.Polynomials.derivative'(p), u) * du;
end 'Modelica.Math.Polynomials.derivativeValue_der';
function 'Modelica.Math.Polynomials.secondDerivativeValue'
  input Real p[:];
  input Real u;
  output Real y;
algorithm
  y := if size(p, 1) < 3 then 0 else 'Modelica.Math.Polynomials.derivativeValue'('Modelica.Math.Polynomials.derivative'(p), u);
end 'Modelica.Math.Polynomials.secondDerivativeValue';
function 'Modelica.Math.Polynomials.integral'
  input Real p[:];
  output Real q[size(p, 1) + 1];
algorithm
  q[1:size(p, 1)] := {p[j] / (size(p, 1) - j + 1) for j in 1:size(p, 1)};
  q[size(p, 1) + 1] := 0;
end 'Modelica.Math.Polynomials.integral';
function 'Modelica.Math.Polynomials.integralValue'
  input Real p[:];
  input Real u_high;
  input Real u_low = 0;
  output Real y;
algorithm
  y := 'Modelica.Math.Polynomials.evaluate'('Modelica.Math.Polynomials.integral'(p), u_high) - 'Modelica.Math.Polynomials.evaluate'('Modelica.Math.Polynomials.integral'(p), u_low);
end 'Modelica.Math.Polynomials.integralValue';
function 'Modelica.Math.Polynomials.integralValue_der'
  input Real p[:];
  input Real u_high;
  input Real u_low = 0;
  input Real du_high;
  input Real du_low = 0;
  output Real dy;
algorithm
  dy := 'Modelica.Math.Polynomials.evaluate'(p, u_high) * du_high - 'Modelica.Math.Polynomials.evaluate'(p, u_low) * du_low;
end 'Modelica.Math.Polynomials.integralValue_der';
function 'Modelica.Math.Polynomials.fitting'
  input Real u[:];
  input Real y[size(u, 1)];
  input Integer n;
  output Real p[n + 1];
  Integer rank;
algorithm
  (p, rank) := 'Modelica.Math.Matrices.leastSquares'({{u[i] ^ (n + 1 - j) for j in 1:n + 1} for i in 1:size(u, 1)}, y, 2.220446049250313e-14);
end 'Modelica.Math.Polynomials.fitting';
function 'Modelica.Math.FastFourierTransform.Internal.rawRealFFT'
  input Real u[:];
  output Integer info;
  output Real amplitudes[div(size(u, 1), 2) + 1];
  output Real phases[div(size(u, 1), 2) + 1];
external "C" saltus_real_fft(u, info, amplitudes, phases);
end 'Modelica.Math.FastFourierTransform.Internal.rawRealFFT';
function 'Modelica.Math.FastFourierTransform.Internal.prime235Factorization'
  input Integer n;
  output Boolean success;
  output Integer e2 = 0;
  output Integer e3 = 0;
  output Integer e5 = 0;
  Integer rest = n;
algorithm
  while mod(rest, 2) == 0 loop
    rest := div(rest, 2);
    e2 := e2 + 1;
  end while;
  while mod(rest, 3) == 0 loop
    rest := div(rest, 3);
    e3 := e3 + 1;
  end while;
  while mod(rest, 5) == 0 loop
    rest := div(rest, 5);
    e5 := e5 + 1;
  end while;
  success := rest <= 1;
end 'Modelica.Math.FastFourierTransform.Internal.prime235Factorization';
)";
}

}  // namespace saltus::modelica
