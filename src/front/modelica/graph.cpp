#include <saltus/front/modelica/graph.hpp>

#include <saltus/core/error.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace saltus::modelica {

double apply(Op op, double a, double b) {
  const auto truth = [](bool v) { return v ? 1.0 : 0.0; };
  switch (op) {
    case Op::negate: return -a;
    case Op::sqrt: return std::sqrt(a);
    case Op::exp: return std::exp(a);
    case Op::log: return std::log(a);
    case Op::log10: return std::log10(a);
    case Op::sin: return std::sin(a);
    case Op::cos: return std::cos(a);
    case Op::tan: return std::tan(a);
    case Op::asin: return std::asin(a);
    case Op::acos: return std::acos(a);
    case Op::atan: return std::atan(a);
    case Op::sinh: return std::sinh(a);
    case Op::cosh: return std::cosh(a);
    case Op::tanh: return std::tanh(a);
    case Op::absolute: return std::abs(a);
    case Op::sign: return static_cast<double>((a > 0) - (a < 0));
    case Op::floor: return std::floor(a);
    case Op::ceil: return std::ceil(a);
    case Op::logical_not: return truth(a == 0);
    case Op::no_event:
    case Op::smooth: return a;
    case Op::add: return a + b;
    case Op::subtract: return a - b;
    case Op::multiply: return a * b;
    case Op::divide: return a / b;
    case Op::power: return std::pow(a, b);
    case Op::atan2: return std::atan2(a, b);
    case Op::minimum: return std::min(a, b);
    case Op::maximum: return std::max(a, b);
    case Op::div: return std::trunc(a / b);
    case Op::mod: return a - std::floor(a / b) * b;
    case Op::rem: return a - std::trunc(a / b) * b;
    case Op::less: return truth(a < b);
    case Op::less_equal: return truth(a <= b);
    case Op::equal: return truth(a == b);
    case Op::not_equal: return truth(a != b);
    case Op::logical_and: return truth(a != 0 && b != 0);
    case Op::logical_or: return truth(a != 0 || b != 0);
    default: throw BugInSaltus("graph.cpp: this operation has no value by itself");
  }
}

Node Graph::constant(double value) { return intern({.op = Op::constant, .value = value == 0 ? 0.0 : value}); }
Node Graph::leaf(Op op, int index) { return intern({.op = op, .a = index}); }

Node Graph::unary(Op op, Node a, int extra) {
  const Entry x = (*this)[a];
  if (x.op == Op::constant) return constant(apply(op, x.value));
  switch (op) {
    case Op::negate:
      if (x.op == Op::negate) return x.a;
      if (x.op == Op::subtract) return binary(Op::subtract, x.b, x.a);
      break;
    case Op::logical_not:
      if (x.op == Op::logical_not) return x.a;
      if (x.op == Op::equal) return binary(Op::not_equal, x.a, x.b);
      if (x.op == Op::not_equal) return binary(Op::equal, x.a, x.b);
      break;
    case Op::no_event:
      if (x.op == Op::no_event || is_leaf(x.op)) return a;
      break;
    case Op::smooth:
      if (is_leaf(x.op)) return a;
      break;
    case Op::absolute:
      if (x.op == Op::absolute) return a;
      if (x.op == Op::negate) return unary(Op::absolute, x.a);
      break;
    default: break;
  }
  return intern({.op = op, .a = a, .b = op == Op::smooth ? extra : -1});
}

Node Graph::binary(Op op, Node a, Node b) {
  const bool ka = is_constant(a), kb = is_constant(b);
  if (ka && kb) return constant(apply(op, value(a), value(b)));
  switch (op) {
    case Op::add:
      if (is_constant(a, 0)) return b;
      if (is_constant(b, 0)) return a;
      if ((*this)[b].op == Op::negate) return binary(Op::subtract, a, (*this)[b].a);
      if ((*this)[a].op == Op::negate) return binary(Op::subtract, b, (*this)[a].a);
      if (a > b) std::swap(a, b);
      break;
    case Op::subtract:
      if (is_constant(b, 0)) return a;
      if (is_constant(a, 0)) return unary(Op::negate, b);
      if (a == b) return constant(0);
      if ((*this)[b].op == Op::negate) return binary(Op::add, a, (*this)[b].a);
      break;
    case Op::multiply:
      if (is_constant(a, 0) || is_constant(b, 0)) return constant(0);
      if (is_constant(a, 1)) return b;
      if (is_constant(b, 1)) return a;
      if (is_constant(a, -1)) return unary(Op::negate, b);
      if (is_constant(b, -1)) return unary(Op::negate, a);
      if (a > b) std::swap(a, b);
      break;
    case Op::divide:
      if (is_constant(a, 0)) return a;
      if (is_constant(b, 1)) return a;
      if (is_constant(b, -1)) return unary(Op::negate, a);
      break;
    case Op::power:
      if (is_constant(b, 1)) return a;
      if (is_constant(b, 0)) return constant(1);
      break;
    case Op::minimum:
    case Op::maximum:
      if (a == b) return a;
      break;
    case Op::logical_and:
      if (ka) return value(a) != 0 ? b : a;
      if (kb) return value(b) != 0 ? a : b;
      if (a == b) return a;
      break;
    case Op::logical_or:
      if (ka) return value(a) != 0 ? a : b;
      if (kb) return value(b) != 0 ? b : a;
      if (a == b) return a;
      break;
    case Op::equal:
    case Op::not_equal:
      if (a == b) return constant(op == Op::equal ? 1 : 0);
      if (a > b) std::swap(a, b);
      break;
    case Op::less:
      if (a == b) return constant(0);
      break;
    case Op::less_equal:
      if (a == b) return constant(1);
      break;
    default: break;
  }
  return intern({.op = op, .a = a, .b = b});
}

Node Graph::conditional(Node condition, Node yes, Node no) {
  if (is_constant(condition)) return value(condition) != 0 ? yes : no;
  if (yes == no) return yes;
  if (is_constant(yes, 1) && is_constant(no, 0)) return condition;
  if ((*this)[condition].op == Op::logical_not) return conditional((*this)[condition].a, no, yes);
  return intern({.op = Op::conditional, .a = condition, .b = yes, .c = no});
}

Node Graph::call(int function, int output, std::span<const Node> arguments) {
  return intern({.op = Op::call, .a = function, .b = output}, arguments);
}

Node Graph::rebuild(Node n, std::vector<Node>& memo, const std::function<Node(Node)>& leaf_replacement) {
  if (memo.size() < size()) memo.resize(size(), -1);
  if (const Node known = memo[static_cast<std::size_t>(n)]; known >= 0) return known;
  // Depth first without recursion: expressions of machines are deep.
  std::vector<std::pair<Node, bool>> stack{{n, false}};
  while (!stack.empty()) {
    const auto [at, seen] = stack.back();
    if (memo[static_cast<std::size_t>(at)] >= 0) {
      stack.pop_back();
      continue;
    }
    if (!seen) {
      stack.back().second = true;
      visit_operands(at, [&](Node operand) {
        if (memo[static_cast<std::size_t>(operand)] < 0) stack.emplace_back(operand, false);
      });
      continue;
    }
    stack.pop_back();
    const Entry e    = (*this)[at];
    const auto  made = [&](Node operand) { return memo[static_cast<std::size_t>(operand)]; };
    Node        out  = -1;
    if (is_leaf(e.op) || e.op == Op::delay) {
      out = leaf_replacement(at);
    } else if (e.op == Op::call) {
      std::vector<Node> list;
      for (const Node operand : arguments(at)) list.push_back(made(operand));
      out = call(e.a, e.b, list);
    } else if (e.op == Op::conditional) {
      out = conditional(made(e.a), made(e.b), made(e.c));
    } else if (e.op == Op::smooth) {
      out = unary(Op::smooth, made(e.a), e.b);
    } else if (e.b < 0) {
      out = unary(e.op, made(e.a));
    } else {
      out = binary(e.op, made(e.a), made(e.b));
    }
    memo[static_cast<std::size_t>(at)] = out;
  }
  return memo[static_cast<std::size_t>(n)];
}

namespace {

std::size_t mix(std::size_t seed, std::uint64_t v) { return (seed ^ v) * 0x9E3779B97F4A7C15ull ^ ((seed ^ v) >> 29); }

std::size_t hash_of(const Graph::Entry& e, std::span<const Node> list) {
  std::size_t h = mix(static_cast<std::size_t>(e.op), static_cast<std::uint32_t>(e.a));
  h             = mix(h, static_cast<std::uint32_t>(e.b));
  h             = mix(h, static_cast<std::uint32_t>(e.c));
  h             = mix(h, std::bit_cast<std::uint64_t>(e.value));
  for (const Node i : list) h = mix(h, static_cast<std::uint32_t>(i));
  return h;
}

}  // namespace

Node Graph::intern(const Entry& e, std::span<const Node> list) {
  if (2 * (entries_.size() + 1) > table_.size()) rehash();
  const std::size_t mask = table_.size() - 1;
  std::size_t       slot = hash_of(e, list) & mask;
  for (; table_[slot] >= 0; slot = (slot + 1) & mask) {
    const Entry& x    = (*this)[table_[slot]];
    const bool   same = x.op == e.op && x.a == e.a && x.b == e.b && x.c == e.c &&
                      std::bit_cast<std::uint64_t>(x.value) == std::bit_cast<std::uint64_t>(e.value) &&
                      x.count == static_cast<int>(list.size());
    if (same && (list.empty() || std::ranges::equal(arguments(table_[slot]), list))) return table_[slot];
  }
  Entry made = e;
  made.count = static_cast<int>(list.size());
  if (e.op == Op::call) {
    made.list = static_cast<int>(lists_.size());
    const std::vector<Node> copy(list.begin(), list.end());  // `list` may lie in lists_
    lists_.insert(lists_.end(), copy.begin(), copy.end());
  }
  entries_.push_back(made);
  return table_[slot] = static_cast<Node>(entries_.size() - 1);
}

void Graph::rehash() {
  std::vector<Node> old(std::max<std::size_t>(1024, 2 * table_.size()), -1);
  old.swap(table_);
  // Entries are all different: each finds a free slot by its hash.
  const std::size_t mask = table_.size() - 1;
  for (std::size_t n = 0; n < entries_.size(); ++n) {
    const Entry& x    = entries_[n];
    const auto   list = x.op == Op::call ? arguments(static_cast<Node>(n)) : std::span<const Node>{};
    std::size_t  slot = hash_of(x, list) & mask;
    while (table_[slot] >= 0) slot = (slot + 1) & mask;
    table_[slot] = static_cast<Node>(n);
  }
}

}  // namespace saltus::modelica
