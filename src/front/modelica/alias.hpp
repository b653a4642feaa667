#pragma once
// alias.hpp: variables that are another one, its negative, or a number.

#include <saltus/front/modelica/structure.hpp>

namespace saltus::modelica {

/// Removes the equations that say so, replaces the variables everywhere else and merges their attributes into the one that
/// stays. Gives the alias of each variable (itself, if it stays).
std::vector<Alias> eliminate_aliases(FlatModel& model, Problems& problems);

}  // namespace saltus::modelica
