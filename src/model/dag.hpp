#pragma once
// dag.hpp: expressions as a hash-consed graph: equal expressions are the same node, whatever mode they were met in.
//
// One graph per model. It grows while the model is traced under new locks and is never pruned, so a node number names
// an expression for good; relations are recognised across modes by their nodes.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
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
  call,     // of a function that is no expression: any number of operands
};

constexpr bool is_leaf(Op op) { return op <= Op::discrete; }
constexpr bool is_unary(Op op) { return op >= Op::neg && op <= Op::tanh; }
constexpr bool is_binary(Op op) { return op >= Op::add && op <= Op::hypot; }

/// A function that is no expression: a table, foreign code. Nothing can be proven about its values.
struct Function {
  std::string                                                     name;
  std::function<double(std::span<const double> arguments)>        value;
  std::function<double(std::span<const double> arguments, int i)> slope;  ///< d value / d arguments[i]
};

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
    double value = 0;       ///< of a constant; of a call: the number of its operands
  };

  Node constant(double value) { return intern({Op::constant, -1, -1, value}); }
  Node time() { return intern({Op::time}); }
  Node leaf(Op op, int index) { return intern({op, index}); }
  Node unary(Op op, Node a);
  Node binary(Op op, Node a, Node b);
  Node pow_int(Node a, int exponent);
  Node call(int function, std::span<const Node> operands);  ///< of function(function)

  int                             add(std::shared_ptr<const Function> function);
  const Function&                 function(int k) const { return *functions_[static_cast<std::size_t>(k)]; }
  std::shared_ptr<const Function> shared_function(int k) const { return functions_[static_cast<std::size_t>(k)]; }

  std::span<const Node> operands(Node n) const {
    const Entry& e = (*this)[n];
    if (e.op == Op::call)
      return std::span(lists_).subspan(static_cast<std::size_t>(e.a), static_cast<std::size_t>(e.value));
    if (is_leaf(e.op)) return {};
    return {&e.a, is_binary(e.op) ? std::size_t(2) : std::size_t(1)};
  }

  const Entry& operator[](Node n) const { return entries_[static_cast<std::size_t>(n)]; }
  std::size_t  size() const { return entries_.size(); }
  bool is_constant(Node n, double value) const { return (*this)[n].op == Op::constant && (*this)[n].value == value; }

  /// The expression as a person would write it, constants with up to six digits.
  std::string text(Node n, const Names& names) const;

 private:
  Node        intern(const Entry& e);
  Node        look_up(const Entry& e);
  void        rehash();
  std::string text(Node n, const Names& names, int parent_binding, int& left) const;

  std::vector<std::shared_ptr<const Function>>      functions_;
  std::vector<Node>                                 lists_;  ///< operands of calls
  std::map<std::pair<int, std::vector<Node>>, Node> calls_;
  std::vector<Entry>                                entries_;
  std::vector<Node>                                 table_;  ///< open addressing, power of two, -1 is free
  std::vector<Node> next_;           ///< what was asked for after each node, last time: traces repeat themselves
  Node              previous_ = -1;  ///< the node asked for last, constants apart
};

/// Applies an elementary operation to any scalar that has them (double, Dual, TaylorModel).
double apply(Op op, double a);
double apply(Op op, double a, double b);

}  // namespace saltus::model
