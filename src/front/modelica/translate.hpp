#pragma once
// translate.hpp: from the text of a flat Modelica model to what the engine simulates, in one call.

#include <saltus/front/modelica/elaborate.hpp>
#include <saltus/front/modelica/structure.hpp>

#include <memory>
#include <span>
#include <string>

namespace saltus::modelica {

/// Reads, elaborates and sorts. InputError that lists everything wrong, with lines. What comes back keeps the text alive.
std::shared_ptr<const SortedModel> translate(std::string name, std::string text, std::span<const Setting> settings = {});

}  // namespace saltus::modelica
