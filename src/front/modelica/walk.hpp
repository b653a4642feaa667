#pragma once
// walk.hpp: the nodes below an expression, operands before what uses them, without recursion: the expressions of machines
// are deep.

#include <saltus/front/modelica/graph.hpp>

namespace saltus::modelica {

/// Keeps its marks between walks, so that a walk costs what it visits and not the size of the graph.
class Walk {
 public:
  /// All nodes at and below `root` that `enter` lets in, each once, operands first.
  template <class Enter>
  std::span<const Node> operands_first(const Graph& graph, Node root, Enter&& enter) {
    if (slot_.size() < graph.size()) slot_.resize(graph.size(), 0), mark_.resize(graph.size(), 0);
    ++walk_;
    order_.clear();
    stack_.clear();
    if (enter(root)) stack_.emplace_back(root, false);
    while (!stack_.empty()) {
      const auto [at, left] = stack_.back();
      if (left) {
        stack_.pop_back();
        slot_[at] = static_cast<int>(order_.size());
        order_.push_back(at);
      } else if (mark_[at] == walk_) {
        stack_.pop_back();  // met a second time before it was left the first time
      } else {
        mark_[at]            = walk_;
        stack_.back().second = true;
        graph.visit_operands(at, [&](Node operand) {
          if (mark_[operand] != walk_ && enter(operand)) stack_.emplace_back(operand, false);
        });
      }
    }
    return order_;
  }
  std::span<const Node> operands_first(const Graph& graph, Node root) {
    return operands_first(graph, root, [](Node) { return true; });
  }

  /// Whether the last walk visited n, and where in its order.
  bool visited(Node n) const { return mark_[n] == walk_; }
  int  slot(Node n) const { return slot_[n]; }

 private:
  std::vector<int>                   slot_;
  std::vector<unsigned>              mark_;
  unsigned                           walk_ = 0;
  std::vector<Node>                  order_;
  std::vector<std::pair<Node, bool>> stack_;
};

}  // namespace saltus::modelica
