#include <saltus/model/dag.hpp>

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <string_view>

namespace saltus::model {
namespace {

constexpr std::string_view function_names[] = {
    "",     "",     "",     "",     "",     "-", "sqrt", "cbrt", "exp", "log", "log10", "sin",   "cos", "tan", "asin",
    "acos", "atan", "sinh", "cosh", "tanh", "+", "-",    "*",    "/",   "pow", "atan2", "hypot", "pow", ""};

std::uint64_t hash(const Dag::Entry& e) {
  std::uint64_t h = static_cast<std::uint64_t>(e.op) * 0x9E3779B97F4A7C15u;
  for (const std::uint64_t k :
       {std::uint64_t(std::uint32_t(e.a)), std::uint64_t(std::uint32_t(e.b)), std::bit_cast<std::uint64_t>(e.value)}) {
    h = (h ^ k) * 0xBF58476D1CE4E5B9u;
    h ^= h >> 29;
  }
  return h;
}

bool same(const Dag::Entry& x, const Dag::Entry& y) {
  return x.op == y.op && x.a == y.a && x.b == y.b &&
         std::bit_cast<std::uint64_t>(x.value) == std::bit_cast<std::uint64_t>(y.value);
}

}  // namespace

double apply(Op op, double a) {
  switch (op) {
    case Op::neg: return -a;
    case Op::sqrt: return std::sqrt(a);
    case Op::cbrt: return std::cbrt(a);
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
    default: return std::tanh(a);
  }
}

double apply(Op op, double a, double b) {
  switch (op) {
    case Op::add: return a + b;
    case Op::sub: return a - b;
    case Op::mul: return a * b;
    case Op::div: return a / b;
    case Op::pow: return std::pow(a, b);
    case Op::atan2: return std::atan2(a, b);
    default: return std::hypot(a, b);
  }
}

Node Dag::unary(Op op, Node a) {
  const Entry x = (*this)[a];
  if (x.op == Op::constant) return constant(apply(op, x.value));
  if (op == Op::neg && x.op == Op::neg) return x.a;
  if (op == Op::neg && x.op == Op::mul && (*this)[x.a].op == Op::constant)
    return binary(Op::mul, constant(-(*this)[x.a].value), x.b);
  return intern({op, a});
}

int Dag::add(std::shared_ptr<const Function> function) {
  functions_.push_back(std::move(function));
  return static_cast<int>(functions_.size() - 1);
}

Node Dag::call(int function, std::span<const Node> operands) {
  const auto [at, inserted] = calls_.try_emplace({function, {operands.begin(), operands.end()}}, -1);
  if (!inserted) return at->second;
  const Entry e{Op::call, static_cast<Node>(lists_.size()), function, static_cast<double>(operands.size())};
  lists_.insert(lists_.end(), at->first.second.begin(), at->first.second.end());
  return at->second = intern(e);
}

Node Dag::binary(Op op, Node a, Node b) {
  const Entry x = (*this)[a], y = (*this)[b];
  if (x.op == Op::constant && y.op == Op::constant) return constant(apply(op, x.value, y.value));
  switch (op) {
    case Op::add:
      if (is_constant(a, 0)) return b;
      if (is_constant(b, 0)) return a;
      break;
    case Op::sub:
      if (is_constant(b, 0)) return a;
      if (is_constant(a, 0)) return unary(Op::neg, b);
      if (a == b) return constant(0);
      break;
    case Op::mul:
      if (is_constant(a, 1)) return b;
      if (is_constant(b, 1)) return a;
      if (is_constant(a, 0) || is_constant(b, 0)) return constant(0);
      break;
    case Op::div:
      if (is_constant(b, 1)) return a;
      if (is_constant(a, 0)) return constant(0);
      break;
    default: break;
  }
  return intern({op, a, b});
}

Node Dag::pow_int(Node a, int exponent) {
  if (exponent == 0) return constant(1);
  if (exponent == 1) return a;
  const Entry& x = (*this)[a];
  if (x.op == Op::constant) return constant(std::pow(x.value, exponent));
  return intern({Op::pow_int, a, exponent});
}

// A model is traced again at each event, mostly along the way of the trace before. Its nodes then lie in memory in the
// order in which they are asked for, while the table would be read all over the place. Constants are few and asked for
// between any others, so they are left out of the sequence.
Node Dag::intern(const Entry& e) {
  if (e.op == Op::constant) return look_up(e);
  const Node guess = previous_ >= 0 ? next_[static_cast<std::size_t>(previous_)] : -1;
  if (guess >= 0 && same(entries_[static_cast<std::size_t>(guess)], e)) return previous_ = guess;
  const Node found = look_up(e);
  if (previous_ >= 0) next_[static_cast<std::size_t>(previous_)] = found;
  return previous_ = found;
}

Node Dag::look_up(const Entry& e) {
  if (2 * (entries_.size() + 1) > table_.size()) rehash();
  const std::size_t mask = table_.size() - 1;
  for (std::size_t i = hash(e) & mask;; i = (i + 1) & mask) {
    if (table_[i] < 0) {
      table_[i] = static_cast<Node>(entries_.size());
      entries_.push_back(e);
      next_.push_back(-1);
      return table_[i];
    }
    if (same(entries_[static_cast<std::size_t>(table_[i])], e)) return table_[i];
  }
}

void Dag::rehash() {
  table_.assign(table_.empty() ? 64 : 2 * table_.size(), -1);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t n = 0; n < entries_.size(); ++n) {
    std::size_t i = hash(entries_[n]) & mask;
    while (table_[i] >= 0) i = (i + 1) & mask;
    table_[i] = static_cast<Node>(n);
  }
}

std::string Dag::text(Node n, const Names& names) const {
  int nodes = 200;
  return text(n, names, 0, nodes);
}

// Binding strength: 1 sum, 2 product, 3 sign, 4 atom. An operand is put into parentheses when it binds less tightly.
// `left` counts the nodes that may still be written: shared nodes make texts far longer than the graph.
std::string Dag::text(Node n, const Names& names, int parent_binding, int& left) const {
  if (--left < 0) return "...";
  const Entry& e     = (*this)[n];
  const auto   inner = [&](Node operand, int binding) { return text(operand, names, binding, left); };
  const auto   two   = [&](int binding_a, const char* between, int binding_b) {
    const std::string a = inner(e.a, binding_a);  // the left one first, where they share what is left
    return a + between + inner(e.b, binding_b);
  };
  const auto wrap = [&](int binding, std::string s) { return binding < parent_binding ? "(" + s + ")" : s; };
  const auto name = [&](const std::vector<std::string>& from, const char* fallback) {
    const auto i = static_cast<std::size_t>(e.a);
    return i < from.size() ? from[i] : fmt::format("{}[{}]", fallback, i);
  };
  switch (e.op) {
    case Op::constant: return wrap(e.value < 0 ? 3 : 4, fmt::format("{:.6g}", e.value));
    case Op::time: return "t";
    case Op::variable: return name(names.variables, "x");
    case Op::derivative: return "der(" + name(names.variables, "x") + ")";
    case Op::discrete: return name(names.discrete, "q");
    case Op::neg: return wrap(3, "-" + inner(e.a, 3));
    case Op::add: return wrap(1, two(1, " + ", 1));
    case Op::sub: return wrap(1, two(1, " - ", 2));
    case Op::mul: return wrap(2, two(2, "*", 2));
    case Op::div: return wrap(2, two(2, "/", 3));
    case Op::pow_int: return fmt::format("pow({}, {})", inner(e.a, 0), e.b);
    default: break;
  }
  const auto function = function_names[static_cast<std::size_t>(e.op)];
  if (e.op == Op::call) {
    std::string list;
    for (const Node operand : operands(n)) list += (list.empty() ? "" : ", ") + inner(operand, 0);
    return fmt::format("{}({})", functions_[static_cast<std::size_t>(e.b)]->name, list);
  }
  if (is_unary(e.op)) return fmt::format("{}({})", function, inner(e.a, 0));
  return fmt::format("{}({})", function, two(0, ", ", 0));
}

}  // namespace saltus::model
