// library_units.cpp: Modelica.Units.Conversions (library.hpp).

#include <saltus/front/modelica/library.hpp>

namespace saltus::modelica {

std::string_view library_units() {
  return R"(
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
