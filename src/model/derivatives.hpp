#pragma once
// derivatives.hpp: the derivatives of a few nodes by the components of x and x', as nodes of a graph of their own.

#include <saltus/model/dag.hpp>

#include <optional>
#include <span>
#include <vector>

namespace saltus::model {

struct Derivatives {
  struct Entry {
    int  root;   ///< d roots[root] / d ...
    Op   kind;   ///< ... variable or derivative ...
    int  index;  ///< ... of this number
    Node node;   ///< in `dag`
  };
  Dag                dag;
  std::vector<Entry> entries;  ///< only those that can differ from zero

  std::vector<Node> nodes() const;
};

/// Nothing when the graph would have more than `most` nodes.
std::optional<Derivatives> differentiate(const Dag& dag, std::span<const Node> roots, std::size_t most);

}  // namespace saltus::model
