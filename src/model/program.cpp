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
    for (const Node operand : dag.operands(n)) stack.push_back(operand);
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
    if (e.op == Op::call) {
      c.a = static_cast<int>(calls_.size());
      Call call{dag.shared_function(e.b), {}};
      for (const Node operand : dag.operands(n)) {
        const auto& o = dag[operand];
        call.arguments.push_back(o.op == Op::constant ? Output{-1, o.value} : Output{reg.at(operand), 0});
      }
      calls_.push_back(std::move(call));
    } else if (!is_binary(e.op)) {
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
