#pragma once
// differentiate.hpp: derivatives of expressions as expressions.

#include <saltus/front/modelica/flat.hpp>
#include <saltus/front/modelica/walk.hpp>

#include <optional>

namespace saltus::modelica {

/// Derivatives in one direction, which `of_leaf` gives: that of a variable, of time, or of a delay (everything else that
/// has no operands keeps its value between events). Shared parts are differentiated once.
class Derivation {
 public:
  Derivation(FlatModel& model, std::function<Node(Node leaf)> of_leaf) : model_(model), of_leaf_(std::move(of_leaf)) {}

  /// None: it calls a function that is not the same function of its arguments each time; `culprit()` is the call.
  std::optional<Node> operator()(Node n);
  Node                culprit() const { return culprit_; }

 private:
  Node of_operation(Node n);
  Node of_power(const Graph::Entry& e);
  Node of_call(Node n);
  Node of(Node operand) const { return memo_[operand]; }

  FlatModel&                model_;
  std::function<Node(Node)> of_leaf_;
  Walk                      walk_;
  std::vector<Node>         memo_;
  Node                      culprit_ = -1;
};

/// d/dt, for many expressions of one model. Derivatives of variables become variables of their own.
class TimeDerivative {
 public:
  TimeDerivative(FlatModel& model, Problems& problems);

  /// -1: there is none; reported.
  Node operator()(Node n, Place place);

 private:
  Node of_leaf(Node leaf);
  Node of_delay(int index);

  FlatModel& model_;
  Problems&  problems_;
  Derivation derivation_;
  Place      place_ = 0;
};

/// dn/dv with all other variables, their derivatives and time fixed.
std::optional<Node> partial(FlatModel& model, Node n, Variable v);

/// The function that is d f[output] / d in[input], made when it is asked for the first time: its index.
int partial_function(FlatModel& model, int function, int output, int input);

}  // namespace saltus::modelica
