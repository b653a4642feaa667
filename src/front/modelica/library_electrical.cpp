// library_electrical.cpp: Modelica.Electrical.Polyphase.Functions (library.hpp).

#include <saltus/front/modelica/library.hpp>

namespace saltus::modelica {

std::string_view library_electrical() {
  return R"(
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
function 'Modelica.Electrical.Polyphase.Functions.numberOfSymmetricBaseSystems'
  input Integer m;
  output Integer n;
algorithm
  n := if mod(m, 2) <> 0 or m == 2 then 1 else 2 * 'Modelica.Electrical.Polyphase.Functions.numberOfSymmetricBaseSystems'(div(m, 2));
end 'Modelica.Electrical.Polyphase.Functions.numberOfSymmetricBaseSystems';
)";
}

}  // namespace saltus::modelica
