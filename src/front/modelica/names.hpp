#pragma once
// names.hpp: which of the names at hand somebody meant.

#include <string_view>
#include <vector>

namespace saltus::modelica {

/// The name nearest to `wrong` by the count of letters to change; empty: none is near.
std::string_view nearest(std::string_view wrong, const std::vector<std::string_view>& names);

}  // namespace saltus::modelica
