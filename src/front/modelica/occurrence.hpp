#pragma once
// occurrence.hpp: which variables occur in an expression, and how.
//
// Method     one pass from the root to the leaves over the distinct nodes, carrying the factor along sums and constant
//            multiples; everything else makes what is below it occur `otherwise`.
// Cost       linear in the number of distinct nodes.

#include <saltus/front/modelica/flat.hpp>
#include <saltus/front/modelica/walk.hpp>

#include <optional>

namespace saltus::modelica {

struct Occurrence {
  Variable variable;
  double   factor    = 0;      ///< of its plain occurrences in the sum that the expression is
  bool     otherwise = false;  ///< also, or only, inside other operations
  bool     smooth    = false;  ///< where its value matters between events: not only inside relations and what jumps
};

struct Occurrences {
  std::vector<Occurrence> variables;         ///< by variable
  bool                    linear   = false;  ///< the expression is constant + sum of factor * variable
  double                  constant = 0;      ///< if it is
};

/// Reuse one for many expressions.
class Occurring {
 public:
  explicit Occurring(const FlatModel& model) : model_(model) {}
  Occurrences operator()(Node n);

 private:
  struct Reached {
    double factor = 0;
    bool   plain = false, otherwise = false, smooth = false;
  };
  const FlatModel&     model_;
  Walk                 walk_;
  std::vector<Reached> reached_;
};

/// n = factor * v + rest, with v in neither of them; none if n is not of that form.
struct Affine {
  Node factor, rest;
};
std::optional<Affine> affine(Graph& graph, Walk& walk, Node n, Variable v);

/// Whether n can be shown to be different from zero everywhere.
bool never_zero(const Graph& graph, Node n);

/// The value of v that makes left = right, if v occurs so that it can be isolated and what it is divided by is never zero.
std::optional<Node> isolate(Graph& graph, Walk& walk, const FlatEquation& equation, Variable v);

}  // namespace saltus::modelica
