// library_blocks.cpp: Modelica.Blocks (library.hpp).

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
)";
}

}  // namespace saltus::modelica
