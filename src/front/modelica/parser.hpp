#pragma once
// parser.hpp: Base Modelica as text to a tree (syntax.hpp).

#include <saltus/front/modelica/syntax.hpp>

#include <memory>

namespace saltus::modelica {

/// Reads a whole text: what OpenModelica prints, or a hand-written model. What is wrong is in the tree's `problems`;
/// the tree has everything that could be read.
std::unique_ptr<Tree> parse(Source source);

}  // namespace saltus::modelica
