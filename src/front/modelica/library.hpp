#pragma once
// library.hpp: functions of the Modelica Standard Library that flat texts call without defining them.
//
// Problem    OpenModelica leaves out functions that only functions call, with what these call in turn.
// Method     they are written here anew, in the language itself, by their names in the library; library_<family>.cpp
//            hold them. Only what a text names is read. A text that defines a function itself is taken at its word.
//            A function of a package that a model received as an argument goes by the path of the instance
//            ("tank.Medium.saturationPressure"): the package is told by other functions of it that the text names.
// Invariant  a name stands for a function of the library only where no other one of the library fits.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace saltus::modelica {

/// One function, record or enumeration: its name and its text.
struct LibraryDefinition {
  std::string      name;
  std::string_view text;
};

/// What `name` stands for; null: the library does not have it. `named` tells which names the text has.
const LibraryDefinition* library_definition(std::string_view name, const std::function<bool(std::string_view)>& named);

/// Of Modelica.Constants.
std::optional<double> library_constant(std::string_view name);

/// All names, in alphabetical order.
std::vector<std::string_view> library_names();

// The families.
std::string_view library_air();
std::string_view library_blocks();
std::string_view library_complex();
std::string_view library_electrical();
std::string_view library_fluid();
std::string_view library_math();
std::string_view library_mechanics();
std::string_view library_media();
std::string_view library_random();
std::string_view library_special();
std::string_view library_spice();
std::string_view library_units();
std::string_view library_utilities();
std::string_view library_water();

}  // namespace saltus::modelica
