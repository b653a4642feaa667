#pragma once
// logic.hpp: what a comparison means to each kind of scalar.
//
// The state that a logic works on is reached through one thread-local pointer, set for the duration of a single call
// of the model (Bound below). It is the only way for an overloaded operator to find its lock without making every
// number carry a pointer; see docs/decisions/0005-locking-by-operator-overloading.md.

#include <saltus/core/dual.hpp>
#include <saltus/core/error.hpp>
#include <saltus/front/trace/scalar.hpp>
#include <saltus/model/model.hpp>

#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace saltus::trace {

/// Sets a thread-local pointer for a scope.
template <class T>
class Bound {
 public:
  Bound(T*& slot, T* value) : slot_(slot), before_(std::exchange(slot, value)) {}
  ~Bound() { slot_ = before_; }
  Bound(const Bound&)            = delete;
  Bound& operator=(const Bound&) = delete;

 private:
  T*& slot_;
  T*  before_;
};

// ---- Locked: the truth values are given ---------------------------------------------------------------------------

struct Locked {
  struct Value {};
  static constexpr Value constant(bool) { return {}; }
  template <class V>
  static Proposition<Locked> compare(Comparison, const V&, const V&) {
    return Proposition<Locked>(Value{});
  }
  static Value conjunction(Value, Value) { return {}; }
  static Value disjunction(Value, Value) { return {}; }
  static Value negation(Value) { return {}; }
  static bool  consult(Value) { return *lock++ != 0; }
  static bool  consult_kink(Value) { return *lock++ != 0; }
  template <class V, class Index, class Lower, class Upper>
  static int pick(const V&, Index&&, Lower&&, Upper&&) {
    return *lock++;
  }

  inline static thread_local const int* lock = nullptr;
};

// ---- Tracing: everything is recorded ------------------------------------------------------------------------------

/// Where a trace goes. The vectors are reused from trace to trace, so that a known mode is found without allocation.
class Tracer {
 public:
  struct LightWhen {
    model::When::Trigger trigger;
    int                  condition;
    double               start, period;
    bool                 initial, terminal;
    std::string_view     name;
  };

  model::Catalogue*                catalogue = nullptr;
  std::span<const int>             prefix;
  std::vector<model::Sign>         signs;  ///< by surface; completed by exact evaluation as surfaces are met
  std::vector<model::Consultation> consultations;
  std::vector<LightWhen>           whens;

  void begin(model::Catalogue& into, std::span<const int> forced, std::span<const model::Sign> known) {
    catalogue = &into;
    prefix    = forced;
    signs.assign(known.begin(), known.end());
    signs.resize(std::max(known.size(), into.surfaces().size()), model::unknown_sign);
    consultations.clear();
    whens.clear();
  }

  /// The relation a op b, and the sign of its surface if nobody knew it.
  model::RelationId relate(Comparison op, model::Node a, double va, model::Node b, double vb) {
    const model::RelationId r        = catalogue->relation(a, b, op);
    const auto&             relation = catalogue->relation(r);
    const auto              s        = static_cast<std::size_t>(relation.surface);
    if (s >= signs.size()) signs.resize(s + 1, model::unknown_sign);
    if (signs[s] == model::unknown_sign)
      signs[s] = static_cast<model::Sign>(relation.orientation * (va > vb ? 1 : va < vb ? -1 : 0));
    return r;
  }

  bool consult(int proposition, bool kink) {
    const std::size_t k     = consultations.size();
    const bool        truth = k < prefix.size() ? prefix[k] != 0 : catalogue->truth(proposition, signs);
    consultations.push_back({proposition, truth, truth ? 1 : 0, kink});
    return truth;
  }

  inline static thread_local Tracer* current = nullptr;
};

/// A node of the graph with its value at the point of the trace.
class Symbol {
 public:
  Symbol() : Symbol(0.0) {}
  Symbol(double constant) : value_(constant) {}
  Symbol(model::Node node, double value) : node_(node), value_(value) {}

  double      value() const { return value_; }
  model::Node node() const { return node_ >= 0 ? node_ : graph().constant(value_); }

  friend Symbol operator-(const Symbol& x) { return unary(model::Op::neg, x, -x.value_); }
#define SALTUS_BINARY(op, name)                                 \
  friend Symbol operator op(const Symbol& x, const Symbol& y) { \
    return binary(model::Op::name, x, y, x.value_ op y.value_); \
  }
  SALTUS_BINARY(+, add)
  SALTUS_BINARY(-, sub)
  SALTUS_BINARY(*, mul)
  SALTUS_BINARY(/, div)
#undef SALTUS_BINARY
#define SALTUS_UNARY(name) \
  friend Symbol name(const Symbol& x) { return unary(model::Op::name, x, std::name(x.value_)); }
  SALTUS_UNARY(sqrt)
  SALTUS_UNARY(cbrt)
  SALTUS_UNARY(exp)
  SALTUS_UNARY(log)
  SALTUS_UNARY(log10)
  SALTUS_UNARY(sin)
  SALTUS_UNARY(cos)
  SALTUS_UNARY(tan)
  SALTUS_UNARY(asin)
  SALTUS_UNARY(acos)
  SALTUS_UNARY(atan)
  SALTUS_UNARY(sinh)
  SALTUS_UNARY(cosh)
  SALTUS_UNARY(tanh)
#undef SALTUS_UNARY
  friend Symbol pow(const Symbol& x, int n) {
    const double v = std::pow(x.value_, n);
    return x.node_ < 0 ? Symbol(v) : Symbol(graph().pow_int(x.node_, n), v);
  }
  friend Symbol pow(const Symbol& x, double p) { return pow(x, Symbol(p)); }
  friend Symbol pow(const Symbol& x, const Symbol& y) {
    return binary(model::Op::pow, x, y, std::pow(x.value_, y.value_));
  }
  friend Symbol atan2(const Symbol& x, const Symbol& y) {
    return binary(model::Op::atan2, x, y, std::atan2(x.value_, y.value_));
  }
  friend Symbol hypot(const Symbol& x, const Symbol& y) {
    return binary(model::Op::hypot, x, y, std::hypot(x.value_, y.value_));
  }

 private:
  static model::Dag& graph() { return Tracer::current->catalogue->dag; }
  static Symbol      unary(model::Op op, const Symbol& x, double v) {
         return x.node_ < 0 ? Symbol(v) : Symbol(graph().unary(op, x.node_), v);
  }
  static Symbol binary(model::Op op, const Symbol& x, const Symbol& y, double v) {
    return x.node_ < 0 && y.node_ < 0 ? Symbol(v) : Symbol(graph().binary(op, x.node(), y.node()), v);
  }
  model::Node node_ = -1;  ///< -1: a constant that has not been needed as a node yet
  double      value_;
};

struct Tracing {
  struct Value {
    int id;
  };
  static model::Catalogue&    catalogue() { return *Tracer::current->catalogue; }
  static Value                constant(bool b) { return {catalogue().constant(b)}; }
  static Proposition<Tracing> compare(Comparison op, const Symbol& a, const Symbol& b) {
    return Proposition<Tracing>(
        Value{catalogue().leaf(Tracer::current->relate(op, a.node(), a.value(), b.node(), b.value()))});
  }
  static Value conjunction(Value a, Value b) {
    return {catalogue().proposition({model::Proposition::Kind::conjunction, a.id, b.id})};
  }
  static Value disjunction(Value a, Value b) {
    return {catalogue().proposition({model::Proposition::Kind::disjunction, a.id, b.id})};
  }
  static Value negation(Value a) { return {catalogue().proposition({model::Proposition::Kind::negation, a.id, 0})}; }
  static bool  consult(Value p) { return Tracer::current->consult(p.id, false); }
  static bool  consult_kink(Value p) { return Tracer::current->consult(p.id, true); }

  /// The piece of x: lower(n) <= x < upper(n). The lock value n is valid while x stays in its piece.
  template <class Index, class Lower, class Upper>
  static int pick(const Symbol& x, Index&& index, Lower&& lower, Upper&& upper) {
    Tracer&    tracer = *Tracer::current;
    const auto edge   = [&](double at, Comparison op) {
      return std::isfinite(at) ? catalogue().leaf(tracer.relate(op, x.node(), x.value(), Symbol(at).node(), at))
                                 : catalogue().constant(true);
    };
    const std::size_t k = tracer.consultations.size();
    int               n = 0;
    if (k < tracer.prefix.size()) {
      n = tracer.prefix[k];
    } else {
      const double v = index(x.value());
      if (!(std::abs(v) < 2e9))
        throw InputError("S0107: floor or table look-up of " + std::to_string(x.value()) +
                         ": the piece number must lie within +-2e9. Check the argument.");
      n = static_cast<int>(v);
      // A surface at zero has a sign that exact evaluation cannot see: let it decide.
      // Each edge first: meeting a new surface may move the signs.
      const int above = edge(lower(n), Comparison::greater_equal), below = edge(upper(n), Comparison::less);
      if (!catalogue().truth(above, tracer.signs)) --n;
      else if (!catalogue().truth(below, tracer.signs)) ++n;
    }
    const Value within = conjunction({edge(lower(n), Comparison::greater_equal)}, {edge(upper(n), Comparison::less)});
    tracer.consultations.push_back({within.id, true, n, true});
    return n;
  }
};

// ---- Firing: the actions of `when`, on plain numbers --------------------------------------------------------------

/// Outside of actions the path through events() follows the lock, inside them comparisons are simply evaluated.
struct Firing {
  using Value = bool;
  static bool                constant(bool b) { return b; }
  static Proposition<Firing> compare(Comparison op, double a, double b) {
    return Proposition<Firing>(model::holds(op, a > b ? 1 : a < b ? -1 : 0));
  }
  static bool conjunction(bool a, bool b) { return a && b; }
  static bool disjunction(bool a, bool b) { return a || b; }
  static bool negation(bool a) { return !a; }
  static bool consult(bool p) { return inside_action ? p : *lock++ != 0; }
  static bool consult_kink(bool p) { return consult(p); }
  template <class Index, class Lower, class Upper>
  static int pick(double x, Index&& index, Lower&&, Upper&&) {
    return inside_action ? static_cast<int>(index(x)) : *lock++;
  }
  inline static thread_local const int* lock          = nullptr;
  inline static thread_local bool       inside_action = false;
};

inline constexpr int jacobian_lanes = 4;

using LockedReal = Scalar<double, Locked>;
using LockedDual = Scalar<Dual<double, jacobian_lanes>, Locked>;
using LockedRate = Scalar<Dual<double>, Locked>;  ///< one direction
using TracedReal = Scalar<Symbol, Tracing>;
using FiringReal = Scalar<double, Firing>;

}  // namespace saltus::trace
