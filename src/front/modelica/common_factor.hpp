#pragma once
// common_factor.hpp: residuals that a known quantity multiplies as a whole.

#include <saltus/model/dag.hpp>

#include <span>

namespace saltus::modelica {

/// The residual divided by what all its terms have in common and what depends on none of the components `unknowns`.
model::Node without_common_factor(model::Dag& dag, model::Node residual, std::span<const int> unknowns);

}  // namespace saltus::modelica
