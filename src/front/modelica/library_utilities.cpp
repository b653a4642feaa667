// library_utilities.cpp: Modelica.Utilities (library.hpp).

#include <saltus/front/modelica/library.hpp>

namespace saltus::modelica {

std::string_view library_utilities() {
  return R"(
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
)";
}

}  // namespace saltus::modelica
