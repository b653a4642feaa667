#pragma once
// graph.hpp: the equations of a model as a hash-consed graph: equal expressions are the same node.
//
// Everything is a number here: Real, Integer, Boolean (0, 1) and enumerations (1, 2, ...). Arrays, records and strings
// are gone, and so are parameters and constants, which are numbers by now. What is left of the language is what matters
// for events: relations, `if`, pre, noEvent, smooth, and the functions that jump.
//
// Differentiated variables are variables of their own: der(x) is the variable `derivative` of x.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace saltus::modelica {

using Node     = std::int32_t;  ///< of a Graph
using Variable = std::int32_t;  ///< index into the variables of a FlatModel

enum class Op : std::uint8_t {
  // leaves
  constant,
  time,
  variable,  ///< a: Variable
  previous,  ///< pre(v): a: Variable
  sample,    ///< true at the instants of sampling a: index into FlatModel::samples
  initial,   ///< true while the initial problem is solved
  terminal,  ///< true at the end of a run that succeeds
  // one operand
  negate,
  sqrt,
  exp,
  log,
  log10,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  absolute,
  sign,  ///< kinks
  floor,
  ceil,  ///< jump: they make events outside of no_event
  logical_not,
  no_event,  ///< the relations inside are taken literally
  smooth,    ///< b: how often it is differentiable; its relations make no events if b > 0
  // two operands
  add,
  subtract,
  multiply,
  divide,
  power,
  atan2,
  minimum,
  maximum,
  div,
  mod,
  rem,  ///< of Integers and Reals; they jump
  less,
  less_equal,
  equal,
  not_equal,  ///< greater is less with its operands exchanged
  logical_and,
  logical_or,
  // three
  conditional,  ///< if a then b else c
  // more
  call,   ///< a: index into FlatModel::functions, b: which output; operands in `list`
  delay,  ///< a: index into FlatModel::delays, whose expression and time are there
};

constexpr bool is_leaf(Op op) { return op <= Op::terminal; }
constexpr bool is_relation(Op op) { return op >= Op::less && op <= Op::not_equal; }

class Graph {
 public:
  struct Entry {
    Op     op;
    Node   a = -1, b = -1, c = -1;
    double value = 0;             ///< of a constant
    int    list = -1, count = 0;  ///< operands of a call: arguments()[list .. list + count)
  };

  Node constant(double value);
  Node leaf(Op op, int index = -1);
  Node variable(Variable v) { return leaf(Op::variable, v); }
  Node previous(Variable v) { return leaf(Op::previous, v); }
  Node unary(Op op, Node a, int extra = -1);  ///< folds constants and x + 0, 1 * x, not not x, ...
  Node binary(Op op, Node a, Node b);
  Node conditional(Node condition, Node yes, Node no);
  Node call(int function, int output, std::span<const Node> arguments);
  Node delay(int index) { return leaf(Op::delay, index); }

  const Entry&          operator[](Node n) const { return entries_[static_cast<std::size_t>(n)]; }
  std::size_t           size() const { return entries_.size(); }
  std::span<const Node> arguments(Node n) const {
    const Entry& e = (*this)[n];
    return std::span(lists_).subspan(static_cast<std::size_t>(e.list), static_cast<std::size_t>(e.count));
  }
  bool   is_constant(Node n) const { return (*this)[n].op == Op::constant; }
  bool   is_constant(Node n, double v) const { return is_constant(n) && (*this)[n].value == v; }
  double value(Node n) const { return (*this)[n].value; }

  /// Calls visit(operand) for each operand that is a node.
  template <class Visit>
  void visit_operands(Node n, Visit&& visit) const {
    const Entry e = (*this)[n];
    if (is_leaf(e.op) || e.op == Op::delay) return;
    if (e.op == Op::call) {
      for (int k = 0; k < e.count; ++k) visit(lists_[static_cast<std::size_t>(e.list + k)]);
      return;
    }
    visit(e.a);
    if (e.op == Op::no_event || e.op == Op::smooth) return;  // b of smooth is a number
    if (e.b >= 0) visit(e.b);
    if (e.c >= 0) visit(e.c);
  }

  /// The same expression with operands exchanged by `replace(operand)`; leaves as `replace` of themselves decides.
  /// Memoized per call through `memo` (indexed by node, -1: not yet).
  Node rebuild(Node n, std::vector<Node>& memo, const std::function<Node(Node)>& leaf_replacement);

 private:
  Node intern(const Entry& e, std::span<const Node> list = {});
  void rehash();

  std::vector<Entry> entries_;
  std::vector<Node>  lists_;
  std::vector<Node>  table_;  ///< open addressing, power of two, -1 is free
};

/// What an elementary operation makes of numbers. Relations and logic give 0 or 1.
double apply(Op op, double a, double b = 0);

}  // namespace saltus::modelica
