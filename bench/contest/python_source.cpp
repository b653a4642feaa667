#include "python_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace saltus::bench {

using model::Dag;
using model::Node;
using model::Op;

namespace {

constexpr const char* functions[] = {"sqrt", "cbrt", "exp",  "log",  "log10", "sin",  "cos",
                                     "tan",  "asin", "acos", "atan", "sinh",  "cosh", "tanh"};

std::string operand(const Dag& dag, Node n) {
  const auto& e = dag[n];
  switch (e.op) {
    case Op::constant: return fmt::format("({:.17g})", e.value);
    case Op::time: return "t";
    case Op::variable: return fmt::format("x{}", e.a);
    case Op::discrete: return fmt::format("q[{}]", e.a);
    default: return fmt::format("v{}", n);
  }
}

std::string expression(const Dag& dag, const Dag::Entry& e) {
  const auto a = operand(dag, e.a);
  if (e.op == Op::neg) return "-" + a;
  if (e.op == Op::pow_int) return fmt::format("{}**{}", a, e.b);
  if (model::is_unary(e.op))
    return fmt::format("{}({})", functions[static_cast<int>(e.op) - static_cast<int>(Op::sqrt)], a);
  const auto b = operand(dag, e.b);
  switch (e.op) {
    case Op::add: return a + " + " + b;
    case Op::sub: return a + " - " + b;
    case Op::mul: return a + " * " + b;
    case Op::div: return a + " / " + b;
    case Op::pow: return fmt::format("pow({}, {})", a, b);
    case Op::atan2: return fmt::format("atan2({}, {})", a, b);
    default: return fmt::format("hypot({}, {})", a, b);
  }
}

}  // namespace

std::string python_function(const std::string& name, const Dag& dag, std::span<const Node> nodes, bool single) {
  std::set<Node>    needed;  // node numbers are a topological order
  std::vector<Node> stack(nodes.begin(), nodes.end());
  while (!stack.empty()) {
    const Node n = stack.back();
    stack.pop_back();
    if (!needed.insert(n).second || model::is_leaf(dag[n].op)) continue;
    stack.push_back(dag[n].a);
    if (model::is_binary(dag[n].op)) stack.push_back(dag[n].b);
  }
  std::string text = fmt::format("def {}(t, x, q):\n", name);
  for (const Node n : needed)
    if (dag[n].op == Op::variable)
      text += fmt::format("  x{0} = x.item({0})\n", dag[n].a);  // a float, not a NumPy scalar
  for (const Node n : needed)
    if (!model::is_leaf(dag[n].op)) text += fmt::format("  v{} = {}\n", n, expression(dag, dag[n]));
  std::vector<std::string> values;
  for (const Node n : nodes) values.push_back(operand(dag, n));
  return text +
         (single ? fmt::format("  return {}\n", values[0]) : fmt::format("  return [{}]\n", fmt::join(values, ", ")));
}

}  // namespace saltus::bench
