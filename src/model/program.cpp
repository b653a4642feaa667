#include <saltus/model/program.hpp>

#include <algorithm>
#include <unordered_map>

namespace saltus::model {

Program::Program(const Dag& dag, std::span<const Node> roots) {
  // Reachable nodes; node numbers are a topological order, because operands are interned before their users.
  std::vector<Node>             reachable, stack(roots.begin(), roots.end());
  std::unordered_map<Node, int> reg;
  while (!stack.empty()) {
    const Node n = stack.back();
    stack.pop_back();
    const auto& e = dag[n];
    if (e.op == Op::constant || !reg.emplace(n, -1).second) continue;
    reachable.push_back(n);
    if (is_leaf(e.op)) continue;
    stack.push_back(e.a);
    if (is_binary(e.op)) stack.push_back(e.b);
  }
  std::sort(reachable.begin(), reachable.end());

  for (const Node n : reachable) {
    const auto& e = dag[n];
    if (!is_leaf(e.op)) continue;
    reg[n] = static_cast<int>(inputs_.size());
    inputs_.push_back({e.op, e.op == Op::time ? 0 : e.a});
  }
  for (const Node n : reachable) {
    const auto& e = dag[n];
    if (is_leaf(e.op)) continue;
    Instruction c{e.op, Operands::registers, -1, -1, 0};
    if (!is_binary(e.op)) {
      c.a = reg.at(e.a);
      c.b = e.b;
    } else if (dag[e.b].op == Op::constant) {
      c.operands = Operands::constant_right;
      c.a        = reg.at(e.a);
      c.k        = dag[e.b].value;
    } else if (dag[e.a].op == Op::constant) {
      c.operands = Operands::constant_left;
      c.a        = reg.at(e.b);
      c.k        = dag[e.a].value;
    } else {
      c.a = reg.at(e.a);
      c.b = reg.at(e.b);
    }
    reg[n] = static_cast<int>(inputs_.size() + code_.size());
    code_.push_back(c);
  }
  for (const Node n : roots) {
    const auto& e = dag[n];
    outputs_.push_back(e.op == Op::constant ? Output{-1, e.value} : Output{reg.at(n), 0});
  }
}

bool Program::depends_on(Op kind) const {
  return std::any_of(inputs_.begin(), inputs_.end(), [&](const Input& in) { return in.kind == kind; });
}

}  // namespace saltus::model
