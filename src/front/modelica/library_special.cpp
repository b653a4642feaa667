// library_special.cpp: Modelica.Math.Special and Modelica.Math.Distributions (library.hpp).

#include <saltus/front/modelica/library.hpp>

namespace saltus::modelica {

std::string_view library_special() {
  return R"(
function 'Modelica.Math.Special.erf'
  input Real u;
  output Real y;
external "C" y = saltus_erf(u);
annotation(derivative = 'Modelica.Math.Special.erf_der');
end 'Modelica.Math.Special.erf';
function 'Modelica.Math.Special.erf_der'
  input Real u;
  input Real du;
  output Real dy;
algorithm
  dy := 1.1283791670955126 * exp(-u * u) * du;
end 'Modelica.Math.Special.erf_der';
function 'Modelica.Math.Special.erfc'
  input Real u;
  output Real y;
external "C" y = saltus_erfc(u);
annotation(derivative = 'Modelica.Math.Special.erfc_der');
end 'Modelica.Math.Special.erfc';
function 'Modelica.Math.Special.erfc_der'
  input Real u;
  input Real du;
  output Real dy;
algorithm
  dy := -1.1283791670955126 * exp(-u * u) * du;
end 'Modelica.Math.Special.erfc_der';
function 'Modelica.Math.Special.erfInv'
  input Real u;
  output Real y;
algorithm
  y := if u < 0 then -'Modelica.Math.Special.Internal.erfInvUtil'(-u, 1 + u) else 'Modelica.Math.Special.Internal.erfInvUtil'(u, 1 - u);
end 'Modelica.Math.Special.erfInv';
function 'Modelica.Math.Special.erfcInv'
  input Real u;
  output Real y;
algorithm
  y := if u > 1 then -'Modelica.Math.Special.Internal.erfInvUtil'(u - 1, 2 - u) else 'Modelica.Math.Special.Internal.erfInvUtil'(1 - u, u);
end 'Modelica.Math.Special.erfcInv';
function 'Modelica.Math.Special.sinc'
  input Real u;
  output Real y;
algorithm
  y := if abs(u) > 5e-4 then sin(u) / u else 1 - u ^ 2 / 6 + u ^ 4 / 120;
end 'Modelica.Math.Special.sinc';
function 'Modelica.Math.Special.Internal.polyEval'
  input Real c[:];
  input Real u;
  output Real y;
algorithm
  y := 0;
  for j in 1:size(c, 1) loop
    y := c[size(c, 1) - j + 1] + u * y;
  end for;
end 'Modelica.Math.Special.Internal.polyEval';
function 'Modelica.Math.Special.Internal.erfcUtil'
  input Real u;
  output Real y;
algorithm
  y := 'Modelica.Math.Special.erfc'(u);
end 'Modelica.Math.Special.Internal.erfcUtil';
function 'Modelica.Math.Special.Internal.erfInvUtil'
  input Real p;
  input Real q;
  output Real y;
external "C" y = saltus_erf_inverse(p, q);
annotation(derivative(noDerivative = q) = 'Modelica.Math.Special.Internal.erfInvUtil_der');
end 'Modelica.Math.Special.Internal.erfInvUtil';
function 'Modelica.Math.Special.Internal.erfInvUtil_der'
  input Real p;
  input Real q;
  input Real dp;
  output Real dy;
algorithm
  dy := 0.886226925452758 * exp('Modelica.Math.Special.Internal.erfInvUtil'(p, q) ^ 2) * dp;
end 'Modelica.Math.Special.Internal.erfInvUtil_der';
function 'Modelica.Math.Distributions.Uniform.density'
  input Real u;
  input Real u_min = 0;
  input Real u_max = 1;
  output Real y;
algorithm
  y := if u < u_min or u > u_max then 0 else 1 / (u_max - u_min);
end 'Modelica.Math.Distributions.Uniform.density';
function 'Modelica.Math.Distributions.Uniform.cumulative'
  input Real u;
  input Real u_min = 0;
  input Real u_max = 1;
  output Real y;
algorithm
  y := if u < u_min then 0 else if u > u_max then 1 else (u - u_min) / (u_max - u_min);
end 'Modelica.Math.Distributions.Uniform.cumulative';
function 'Modelica.Math.Distributions.Uniform.quantile'
  input Real u;
  input Real y_min = 0;
  input Real y_max = 1;
  output Real y;
algorithm
  y := u * (y_max - y_min) + y_min;
end 'Modelica.Math.Distributions.Uniform.quantile';
function 'Modelica.Math.Distributions.Normal.density'
  input Real u;
  input Real mu = 0;
  input Real sigma = 1;
  output Real y;
algorithm
  y := exp(-(u - mu) ^ 2 / (2 * sigma ^ 2)) / (sigma * 2.5066282746310002);
end 'Modelica.Math.Distributions.Normal.density';
function 'Modelica.Math.Distributions.Normal.cumulative'
  input Real u;
  input Real mu = 0;
  input Real sigma = 1;
  output Real y;
algorithm
  y := (1 + 'Modelica.Math.Special.erf'((u - mu) / (sigma * 1.4142135623730951))) / 2;
end 'Modelica.Math.Distributions.Normal.cumulative';
function 'Modelica.Math.Distributions.Normal.quantile'
  input Real u;
  input Real mu = 0;
  input Real sigma = 1;
  output Real y;
algorithm
  y := mu + sigma * 1.4142135623730951 * 'Modelica.Math.Special.erfInv'(2 * u - 1);
end 'Modelica.Math.Distributions.Normal.quantile';
function 'Modelica.Math.Distributions.Weibull.density'
  input Real u;
  input Real lambda = 1;
  input Real k;
  output Real y;
algorithm
  y := if u >= 0 then k / lambda * (u / lambda) ^ (k - 1) * exp(-(u / lambda) ^ k) else 0;
end 'Modelica.Math.Distributions.Weibull.density';
function 'Modelica.Math.Distributions.Weibull.cumulative'
  input Real u;
  input Real lambda = 1;
  input Real k;
  output Real y;
algorithm
  y := if u >= 0 then 1 - exp(-(u / lambda) ^ k) else 0;
end 'Modelica.Math.Distributions.Weibull.cumulative';
function 'Modelica.Math.Distributions.Weibull.quantile'
  input Real u;
  input Real lambda = 1;
  input Real k;
  output Real y;
algorithm
  y := lambda * (-log(1 - u)) ^ (1 / k);
end 'Modelica.Math.Distributions.Weibull.quantile';
)";
}

}  // namespace saltus::modelica
