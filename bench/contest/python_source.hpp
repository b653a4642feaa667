#pragma once
// python_source.hpp: expressions of a model as Python, as somebody would write them for SciPy: scalars and `math`.

#include <saltus/model/dag.hpp>

#include <span>
#include <string>

namespace saltus::bench {

/// `def name(t, x, q):` that returns the values of the nodes, as a list or, for `single`, as one number.
std::string python_function(const std::string& name, const model::Dag& dag, std::span<const model::Node> nodes,
                            bool single);

}  // namespace saltus::bench
