#pragma once
// library.hpp: small functions of the Modelica Standard Library that flat texts call without defining them.
//
// Some versions of OpenModelica leave out functions that are called by other functions only. Those with an obvious
// definition are here, by their full names; a text that defines them itself is taken at its word.

#include <string_view>

namespace saltus::modelica {

std::string_view library_text();

}  // namespace saltus::modelica
