#pragma once
// elaborate.hpp: from a tree of syntax to a flat model: names, types, parameters, arrays, records, functions, `if`,
// `for`, `when` and algorithms are dealt with; what is left are scalar variables and equations (flat.hpp).

#include <saltus/front/modelica/flat.hpp>
#include <saltus/front/modelica/syntax.hpp>

#include <span>
#include <string>

namespace saltus::modelica {

/// `--set 'a.b[2].k'=3`: a parameter, or the start value of a variable.
struct Setting {
  std::string name;
  std::string text;  ///< a number, true, false, the literal of an enumeration, or the text of a String
};

/// What is wrong goes to `problems`; then there is no model. The functions of the model refer to `tree`, which has to
/// live as long as it. `eased`: homotopy(actual, simplified) is something between the two (FlatModel::ease), not actual.
std::optional<FlatModel> elaborate(const Tree& tree, std::span<const Setting> settings, Problems& problems,
                                   bool eased = false);

}  // namespace saltus::modelica
