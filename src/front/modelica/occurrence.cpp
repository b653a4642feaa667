#include <saltus/front/modelica/occurrence.hpp>

#include <algorithm>
#include <cmath>

namespace saltus::modelica {
namespace {

/// What is below jumps or is a truth value: its variables do not matter between events.
bool jumps(Op op) {
  switch (op) {
    case Op::sign:
    case Op::floor:
    case Op::ceil:
    case Op::div:
    case Op::logical_not:
    case Op::logical_and:
    case Op::logical_or: return true;
    default: return is_relation(op);
  }
}

}  // namespace

Occurrences Occurring::operator()(Node n) {
  const Graph& graph = model_.graph;
  const auto   order = walk_.operands_first(graph, n);
  reached_.assign(order.size(), {});
  reached_.back() = {.factor = 1, .plain = true, .otherwise = false, .smooth = true};

  Occurrences out;
  out.linear = true;
  for (std::size_t k = order.size(); k-- > 0;) {
    const Graph::Entry& e    = graph[order[k]];
    const Reached       here = reached_[k];
    const auto          add  = [&](Node operand, double factor) {
      Reached& r = reached_[walk_.slot(operand)];
      if (here.plain) r.plain = true, r.factor += factor * here.factor;
      r.otherwise = r.otherwise || here.otherwise;
      r.smooth    = r.smooth || here.smooth;
    };
    const auto other = [&](Node operand, bool smooth) {
      Reached& r  = reached_[walk_.slot(operand)];
      r.otherwise = true;
      r.smooth    = r.smooth || (here.smooth && smooth);
    };
    switch (e.op) {
      case Op::constant:
        if (here.plain) out.constant += here.factor * e.value;
        continue;
      case Op::variable:
        if (here.otherwise) out.linear = false;
        // A plain occurrence that cancels is none.
        if (here.otherwise || here.factor != 0)
          out.variables.push_back({e.a, here.factor, here.otherwise, here.smooth});
        continue;
      case Op::negate: add(e.a, -1); continue;
      case Op::add: add(e.a, 1), add(e.b, 1); continue;
      case Op::subtract: add(e.a, 1), add(e.b, -1); continue;
      case Op::multiply:
        if (graph.is_constant(e.a)) {
          add(e.b, graph.value(e.a));
          continue;
        }
        if (graph.is_constant(e.b)) {
          add(e.a, graph.value(e.b));
          continue;
        }
        break;
      case Op::divide:
        if (graph.is_constant(e.b) && graph.value(e.b) != 0) {
          add(e.a, 1 / graph.value(e.b));
          continue;
        }
        break;
      default: break;
    }
    out.linear = false;
    if (e.op == Op::conditional) {
      other(e.a, false), other(e.b, true), other(e.c, true);
    } else {
      graph.visit_operands(order[k], [&](Node operand) { other(operand, !jumps(e.op)); });
    }
    if (e.op == Op::delay) {
      // What is delayed is history; when is not.
      Occurring inner(model_);
      for (Occurrence o : inner(model_.delays[e.a].time).variables) {
        out.variables.push_back({.variable = o.variable, .factor = 0, .otherwise = true, .smooth = false});
      }
    }
  }
  std::ranges::sort(out.variables, {}, &Occurrence::variable);
  // The time of a delay may name a variable once more.
  std::vector<Occurrence> merged;
  for (const Occurrence& o : out.variables) {
    if (merged.empty() || merged.back().variable != o.variable) {
      merged.push_back(o);
    } else {
      merged.back().factor += o.factor;
      merged.back().otherwise = true;
      merged.back().smooth    = merged.back().smooth || o.smooth;
    }
  }
  out.variables = std::move(merged);
  return out;
}

std::optional<Affine> affine(Graph& graph, Walk& walk, Node n, Variable v) {
  struct Part {
    Node factor = -1, rest = -1;  // factor -1: v does not occur
  };
  const Node              target = graph.variable(v), zero = graph.constant(0), one = graph.constant(1);
  const std::vector<Node> order = [&] {
    const auto span = walk.operands_first(graph, n);
    return std::vector<Node>(span.begin(), span.end());
  }();
  std::vector<Part> parts(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const Graph::Entry e      = graph[order[k]];
    const auto         of     = [&](Node operand) -> const Part& { return parts[walk.slot(operand)]; };
    Part&              part   = parts[k];
    bool               occurs = order[k] == target;
    graph.visit_operands(order[k], [&](Node operand) { occurs = occurs || of(operand).factor >= 0; });
    if (!occurs) {
      part.rest = order[k];
      continue;
    }
    const auto factor = [&](Node operand) { return of(operand).factor >= 0 ? of(operand).factor : zero; };
    switch (e.op) {
      case Op::variable: part = {one, zero}; continue;
      case Op::negate:
      case Op::no_event: part = {graph.unary(e.op, of(e.a).factor), graph.unary(e.op, of(e.a).rest)}; continue;
      case Op::smooth: part = {graph.unary(e.op, of(e.a).factor, e.b), graph.unary(e.op, of(e.a).rest, e.b)}; continue;
      case Op::add:
      case Op::subtract:
        part = {graph.binary(e.op, factor(e.a), factor(e.b)), graph.binary(e.op, of(e.a).rest, of(e.b).rest)};
        continue;
      case Op::multiply: {
        if (of(e.a).factor >= 0 && of(e.b).factor >= 0) return std::nullopt;
        const bool left  = of(e.a).factor >= 0;
        const Part inner = left ? of(e.a) : of(e.b);
        const Node by    = left ? e.b : e.a;
        part             = {graph.binary(Op::multiply, inner.factor, by), graph.binary(Op::multiply, inner.rest, by)};
        continue;
      }
      case Op::divide:
        if (of(e.b).factor >= 0) return std::nullopt;
        part = {graph.binary(Op::divide, of(e.a).factor, e.b), graph.binary(Op::divide, of(e.a).rest, e.b)};
        continue;
      case Op::conditional:
        if (of(e.a).factor >= 0) return std::nullopt;
        part = {graph.conditional(e.a, factor(e.b), factor(e.c)), graph.conditional(e.a, of(e.b).rest, of(e.c).rest)};
        continue;
      default: return std::nullopt;
    }
  }
  if (parts.back().factor < 0) return std::nullopt;
  return Affine{parts.back().factor, parts.back().rest};
}

namespace {

// Which signs a value may have, as a set.
using Signs              = unsigned;
constexpr Signs negative = 1, zero = 2, positive = 4, any = 7;
constexpr int   deepest = 8;  ///< levels looked at; beyond them nothing is claimed

Signs opposite(Signs s) { return (s & zero) | (s & negative ? positive : 0u) | (s & positive ? negative : 0u); }

Signs product(Signs a, Signs b) {
  Signs out = (a & zero) | (b & zero);
  if ((a & positive && b & positive) || (a & negative && b & negative)) out |= positive;
  if ((a & positive && b & negative) || (a & negative && b & positive)) out |= negative;
  return out;
}

Signs sum(Signs a, Signs b) {
  Signs out = 0;
  if ((a | b) & positive) out |= positive;
  if ((a | b) & negative) out |= negative;
  if ((a & zero && b & zero) || (a & positive && b & negative) || (a & negative && b & positive)) out |= zero;
  return out;
}

Signs signs(const Graph& g, Node n, int depth) {
  if (depth > deepest) return any;
  const Graph::Entry& e  = g[n];
  const auto          of = [&](Node operand) { return signs(g, operand, depth + 1); };
  switch (e.op) {
    case Op::constant: return e.value > 0 ? positive : e.value < 0 ? negative : e.value == 0 ? zero : any;
    case Op::negate: return opposite(of(e.a));
    case Op::exp:
    case Op::cosh: return positive;
    case Op::sqrt: return of(e.a) & (zero | positive);
    case Op::absolute: return (of(e.a) & zero) | positive;
    case Op::no_event:
    case Op::smooth: return of(e.a);
    case Op::add: return sum(of(e.a), of(e.b));
    case Op::subtract: return sum(of(e.a), opposite(of(e.b)));
    case Op::multiply: return e.a == e.b ? (of(e.a) & zero) | positive : product(of(e.a), of(e.b));
    case Op::divide: return product(of(e.a), of(e.b) & ~zero);
    case Op::power:
      if (g.is_constant(e.b) && std::fmod(g.value(e.b), 2) == 0) return (of(e.a) & zero) | positive;
      return of(e.a) == positive ? positive : any;
    case Op::minimum:
    case Op::maximum:
    case Op::conditional: return e.op == Op::conditional ? of(e.b) | of(e.c) : of(e.a) | of(e.b);
    default: return any;
  }
}

}  // namespace

bool never_zero(const Graph& graph, Node n) { return (signs(graph, n, 0) & zero) == 0; }

std::optional<Node> isolate(Graph& graph, Walk& walk, const FlatEquation& equation, Variable v) {
  const Node leaf  = graph.variable(v);
  const auto holds = [&](Node n) {
    walk.operands_first(graph, n);
    return walk.visited(leaf);
  };
  if (equation.left == leaf && !holds(equation.right)) return equation.right;
  if (equation.right == leaf && !holds(equation.left)) return equation.left;
  // A reciprocal, other = p / q(v), where the other side shows that p and q are never zero: other q(v) - p = 0.
  const auto residual = [&] {
    for (const auto& [quotient, other] :
         {std::pair(equation.left, equation.right), std::pair(equation.right, equation.left)}) {
      const Graph::Entry e = graph[quotient];
      if (e.op == Op::divide && never_zero(graph, other) && !holds(e.a) && !holds(other))
        return graph.binary(Op::subtract, graph.binary(Op::multiply, other, e.b), e.a);
    }
    return graph.binary(Op::subtract, equation.left, equation.right);
  };
  const auto parts = affine(graph, walk, residual(), v);
  if (!parts || !never_zero(graph, parts->factor)) return std::nullopt;
  if (graph.is_constant(parts->factor, -1)) return parts->rest;
  return graph.binary(Op::divide, graph.unary(Op::negate, parts->rest), parts->factor);
}

}  // namespace saltus::modelica
