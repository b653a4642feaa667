#pragma once
// catalogue.hpp: everything that can switch: surfaces, relations on them, propositions over relations.
// Semantics: docs/reference/event-semantics.md, sections 1 and 2.
//
//   surface      g = a - b, a function that is smooth under a lock. Its sign (-1, 0, +1) is what the engine tracks.
//   relation     a > b, a >= b, a < b, a <= b, a == b, a != b: a predicate on the sign of a surface. All six
//                relations between the same two expressions share one surface.
//   proposition  and, or, not over relations. What an `if` consults and what a `when` waits for.
//
// Everything is interned: the same expression met again, in whatever mode, has the same number. Where x consists of other
// variables at other times (Model::reconsider) the same expression is something else: relations are interned by scope.

#include <saltus/model/dag.hpp>
#include <saltus/model/program.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace saltus::model {

using SurfaceId     = int;
using RelationId    = int;
using PropositionId = int;
using Sign          = std::int8_t;

inline constexpr Sign unknown_sign = 2;

enum class Comparison : std::uint8_t { greater, greater_equal, less, less_equal, equal, not_equal };

constexpr bool holds(Comparison op, int sign) {
  switch (op) {
    case Comparison::greater: return sign > 0;
    case Comparison::greater_equal: return sign >= 0;
    case Comparison::less: return sign < 0;
    case Comparison::less_equal: return sign <= 0;
    case Comparison::equal: return sign == 0;
    case Comparison::not_equal: return sign != 0;
  }
  return false;
}

/// A guard given as a callable (legacy code, FMUs): no expression to look into.
using BlackBoxGuard =
    std::function<double(double t, std::span<const double> x, std::span<const double> dx, std::span<const double> q)>;

/// g = constant + sum of weight * input: most surfaces of practice, and their polynomial along a step is at hand.
struct AffineForm {
  struct Term {
    Program::Input input;
    double         weight;
  };
  std::vector<Term> terms;
  double            constant  = 0;
  int               roundings = 0;  ///< of weights and constant: how many of their products and sums may be inexact
};

struct Surface {
  Node                      a = -1, b = -1;
  Program                   g;                 ///< one output: a - b
  BlackBoxGuard             black_box;         ///< instead of the program
  std::optional<AffineForm> affine;            ///< when g is affine in its inputs
  std::string               text;              ///< of g
  bool                      of_time  = false;  ///< depends on time and discrete variables only, and is affine in time
  bool                      constant = false;  ///< depends on nothing that changes between events
  bool                      uses_derivative = false;  ///< depends on x'
};

struct Relation {
  SurfaceId   surface;
  int         orientation;  ///< -1 when the surface is b - a
  Comparison  op;
  std::string text;
};

struct Proposition {
  enum class Kind : std::uint8_t { constant, relation, conjunction, disjunction, negation } kind;
  int a = 0, b = 0;  ///< constant: 0/1; relation: its id; otherwise operands
};

class Catalogue {
 public:
  Dag   dag;
  Names names;
  int   scope = 0;  ///< which variables x consists of; relations of different scopes are different ones

  /// `text` is asked for when the relation is new; without it the expressions are printed.
  RelationId    relation(Node a, Node b, Comparison op, const std::function<std::string()>& text = {});
  SurfaceId     black_box(std::string name, BlackBoxGuard guard);
  RelationId    relation_on(SurfaceId surface, Comparison op, std::string text);
  PropositionId proposition(Proposition p);
  PropositionId constant(bool value) { return proposition({Proposition::Kind::constant, value ? 1 : 0, 0}); }
  PropositionId leaf(RelationId r) { return proposition({Proposition::Kind::relation, r, 0}); }

  const std::vector<Surface>&  surfaces() const { return surfaces_; }
  const std::vector<Relation>& relations() const { return relations_; }
  /// By surface: whether some relation on it is == or !=, so that zero is a domain of its own.
  std::span<const char> three_domains() const { return three_domains_; }
  const Surface&        surface(SurfaceId s) const { return surfaces_[static_cast<std::size_t>(s)]; }
  const Relation&       relation(RelationId r) const { return relations_[static_cast<std::size_t>(r)]; }

  /// Truth under the given signs of the surfaces, indexed by SurfaceId.
  bool truth(PropositionId p, std::span<const Sign> signs) const;
  bool truth_of(RelationId r, std::span<const Sign> signs) const {
    const Relation& x = relation(r);
    return holds(x.op, x.orientation * signs[static_cast<std::size_t>(x.surface)]);
  }
  /// Calls visit(RelationId) for every relation in p.
  template <class Visit>
  void visit_relations(PropositionId p, Visit&& visit) const {
    const Proposition& x = propositions_[static_cast<std::size_t>(p)];
    switch (x.kind) {
      case Proposition::Kind::constant: return;
      case Proposition::Kind::relation: visit(x.a); return;
      case Proposition::Kind::negation: visit_relations(x.a, visit); return;
      default: visit_relations(x.a, visit); visit_relations(x.b, visit);
    }
  }
  std::string text(PropositionId p) const;

 private:
  SurfaceId surface_between(Node a, Node b, int& orientation, const std::string& text);
  void      analyse(Surface& s);

  std::vector<Surface>     surfaces_;
  std::vector<char>        three_domains_;
  std::vector<Relation>    relations_;
  std::vector<Proposition> propositions_;

  std::map<std::tuple<int, Node, Node>, SurfaceId>              surface_of_;
  std::map<std::tuple<int, Node, Node, Comparison>, RelationId> relation_of_;
  std::map<std::tuple<Proposition::Kind, int, int>, int>        proposition_of_;
};

}  // namespace saltus::model
