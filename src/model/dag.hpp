#pragma once
// dag.hpp: expressions as a hash-consed graph: equal expressions are the same node, whatever mode they were met in.
//
// One graph per model. It grows while the model is traced under new locks and is never pruned, so a node number names
// an expression for good; relations are recognised across modes by their nodes.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace saltus::model {

using Node = std::int32_t;

enum class Op : std::uint8_t {
  constant,
  time,
  variable,
  derivative,
  discrete,  // leaves
  neg,
  sqrt,
  cbrt,
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
  tanh,  // one operand
  add,
  sub,
  mul,
  div,
  pow,
  atan2,
  hypot,    // two operands
  pow_int,  // operand and an exponent
};

constexpr bool is_leaf(Op op) { return op <= Op::discrete; }
constexpr bool is_unary(Op op) { return op >= Op::neg && op <= Op::tanh; }
constexpr bool is_binary(Op op) { return op >= Op::add && op <= Op::hypot; }

/// The names that expressions are printed with.
struct Names {
  std::vector<std::string> variables;  ///< components of x (and y)
  std::vector<std::string> discrete;   ///< discrete variables
};

class Dag {
 public:
  struct Entry {
    Op     op;
    Node   a = -1, b = -1;  ///< operands; for leaves `a` is the index, for pow_int `b` the exponent
    double value = 0;       ///< constants only
  };

  Node constant(double value) { return intern({Op::constant, -1, -1, value}); }
  Node time() { return intern({Op::time}); }
  Node leaf(Op op, int index) { return intern({op, index}); }
  Node unary(Op op, Node a);
  Node binary(Op op, Node a, Node b);
  Node pow_int(Node a, int exponent);

  const Entry& operator[](Node n) const { return entries_[static_cast<std::size_t>(n)]; }
  std::size_t  size() const { return entries_.size(); }
  bool is_constant(Node n, double value) const { return (*this)[n].op == Op::constant && (*this)[n].value == value; }

  /// The expression as a person would write it, constants with up to six digits.
  std::string text(Node n, const Names& names) const;

 private:
  Node        intern(const Entry& e);
  Node        look_up(const Entry& e);
  void        rehash();
  std::string text(Node n, const Names& names, int parent_binding) const;

  std::vector<Entry> entries_;
  std::vector<Node>  table_;          ///< open addressing, power of two, -1 is free
  std::vector<Node>  next_;           ///< what was asked for after each node, last time: traces repeat themselves
  Node               previous_ = -1;  ///< the node asked for last, constants apart
};

/// Applies an elementary operation to any scalar that has them (double, Dual, TaylorModel).
double apply(Op op, double a);
double apply(Op op, double a, double b);

}  // namespace saltus::model
