#pragma once
// scalar.hpp: the `Real` of a user's model.
//
// The model is a template over its scalar. The scalar pairs a value (double, Dual, or a symbol of the expression graph)
// with a logic that decides what a comparison means (logic.hpp):
//
//   Scalar<double, Locked>      integration: comparisons are not evaluated, the lock is consulted
//   Scalar<Dual, Locked>        Jacobians, by the same code
//   Scalar<Symbol, Tracing>     records equations, relations and propositions
//   Scalar<double, Firing>      runs the actions of `when`
//
// Comparisons return propositions. `&&`, `||` and `!` combine them without short cut, so the set of relations in a
// condition does not depend on their values; conversion to bool consults the lock. There is no conversion back to
// double: a value that leaves the scalar would take its switches with it unseen.

#include <saltus/model/catalogue.hpp>

#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>

namespace saltus::trace {

using model::Comparison;

template <class Logic>
class Proposition {
 public:
  using Value = typename Logic::Value;
  Proposition(bool known) : p_(Logic::constant(known)) {}
  explicit Proposition(Value p) requires(!std::same_as<Value, bool>) : p_(p) {}

  /// What an `if` does: asks the lock.
  explicit operator bool() const { return Logic::consult(p_); }
  /// The same from within a function with a kink: an event only where the kink reaches the equations.
  bool  picks() const { return Logic::consult_kink(p_); }
  Value value() const { return p_; }

  friend Proposition operator&&(const Proposition& a, const Proposition& b) {
    return Proposition(Logic::conjunction(a.p_, b.p_));
  }
  friend Proposition operator||(const Proposition& a, const Proposition& b) {
    return Proposition(Logic::disjunction(a.p_, b.p_));
  }
  friend Proposition operator!(const Proposition& a) { return Proposition(Logic::negation(a.p_)); }
  // With a plain bool on one side (a discrete variable, a parameter) the built-in operators would be as good a match.
  friend Proposition operator&&(bool a, const Proposition& b) { return Proposition(a) && b; }
  friend Proposition operator&&(const Proposition& a, bool b) { return a && Proposition(b); }
  friend Proposition operator||(bool a, const Proposition& b) { return Proposition(a) || b; }
  friend Proposition operator||(const Proposition& a, bool b) { return a || Proposition(b); }

 private:
  Value p_;
};

template <class V, class L>
class Scalar {
 public:
  using Value       = V;
  using Logic       = L;
  using Proposition = trace::Proposition<L>;

  Scalar() = default;
  Scalar(double constant) : v_(constant) {}
  explicit Scalar(const V& v) requires(!std::same_as<V, double>) : v_(v) {}
  const V& value() const { return v_; }

  Scalar& operator+=(const Scalar& y) { return *this = *this + y; }
  Scalar& operator-=(const Scalar& y) { return *this = *this - y; }
  Scalar& operator*=(const Scalar& y) { return *this = *this * y; }
  Scalar& operator/=(const Scalar& y) { return *this = *this / y; }

  friend Scalar operator+(const Scalar& x) { return x; }
  friend Scalar operator-(const Scalar& x) { return make(-x.v_); }

#define SALTUS_ARITHMETIC(op)                                                                \
  friend Scalar operator op(const Scalar& x, const Scalar& y) { return make(x.v_ op y.v_); } \
  friend Scalar operator op(const Scalar& x, double y) { return make(x.v_ op y); }           \
  friend Scalar operator op(double x, const Scalar& y) { return make(x op y.v_); }
  SALTUS_ARITHMETIC(+)
  SALTUS_ARITHMETIC(-)
  SALTUS_ARITHMETIC(*)
  SALTUS_ARITHMETIC(/)
#undef SALTUS_ARITHMETIC

#define SALTUS_COMPARISON(op, name)                                                                              \
  friend Proposition operator op(const Scalar& x, const Scalar& y) {                                             \
    return L::compare(Comparison::name, x.v_, y.v_);                                                             \
  }                                                                                                              \
  friend Proposition operator op(const Scalar& x, double y) { return L::compare(Comparison::name, x.v_, V(y)); } \
  friend Proposition operator op(double x, const Scalar& y) { return L::compare(Comparison::name, V(x), y.v_); }
  SALTUS_COMPARISON(>, greater)
  SALTUS_COMPARISON(>=, greater_equal)
  SALTUS_COMPARISON(<, less)
  SALTUS_COMPARISON(<=, less_equal)
  SALTUS_COMPARISON(==, equal)
  SALTUS_COMPARISON(!=, not_equal)
#undef SALTUS_COMPARISON

#define SALTUS_FUNCTION(name)           \
  friend Scalar name(const Scalar& x) { \
    using std::name;                    \
    return make(name(x.v_));            \
  }
  SALTUS_FUNCTION(sqrt)
  SALTUS_FUNCTION(cbrt)
  SALTUS_FUNCTION(exp)
  SALTUS_FUNCTION(log)
  SALTUS_FUNCTION(log10)
  SALTUS_FUNCTION(sin)
  SALTUS_FUNCTION(cos)
  SALTUS_FUNCTION(tan)
  SALTUS_FUNCTION(asin)
  SALTUS_FUNCTION(acos)
  SALTUS_FUNCTION(atan)
  SALTUS_FUNCTION(sinh)
  SALTUS_FUNCTION(cosh)
  SALTUS_FUNCTION(tanh)
#undef SALTUS_FUNCTION

  friend Scalar pow(const Scalar& x, int n) {
    using std::pow;
    return make(V(pow(x.v_, n)));
  }
  friend Scalar pow(const Scalar& x, double p) {
    using std::pow;
    return make(pow(x.v_, p));
  }
  friend Scalar pow(const Scalar& x, const Scalar& y) {
    using std::pow;
    return make(pow(x.v_, y.v_));
  }
  friend Scalar pow(double x, const Scalar& y) {
    using std::pow;
    return make(pow(V(x), y.v_));
  }
  friend Scalar atan2(const Scalar& y, const Scalar& x) {
    using std::atan2;
    return make(atan2(y.v_, x.v_));
  }
  friend Scalar hypot(const Scalar& x, const Scalar& y) {
    using std::hypot;
    return make(hypot(x.v_, y.v_));
  }

 private:
  static Scalar make(const V& v) {
    Scalar s;
    s.v_ = v;
    return s;
  }
  V v_{};
};

template <class T>
struct IsScalar : std::false_type {};
template <class V, class L>
struct IsScalar<Scalar<V, L>> : std::true_type {};

/// The scalar of a model. What a user's template is instantiated with.
template <class T>
concept RealScalar = IsScalar<T>::value;

/// A second operand that may be the scalar itself or a plain number.
template <class T, class Real>
concept OperandOf = std::same_as<T, Real> || std::is_arithmetic_v<T>;

// Functions with a switch inside. Each is an ordinary `if` on the scalar, so the events come by themselves.
// They return plain numbers for plain numbers, so that parameters can go through the same code.

template <class C, class A, class B>
auto select(const C& condition, const A& if_true, const B& if_false) -> std::common_type_t<A, B> {
  if (condition) return if_true;
  return if_false;
}

template <RealScalar R>
R abs(const R& x) {
  if ((x >= 0.0).picks()) return x;
  return -x;
}
template <RealScalar R>
R fabs(const R& x) {
  return abs(x);
}
template <RealScalar R>
R sign(const R& x) {
  if ((x > 0.0).picks()) return 1.0;
  if ((x < 0.0).picks()) return -1.0;
  return 0.0;
}

template <class A, class B>
concept MixedReals = (RealScalar<A> && OperandOf<B, A>) || (RealScalar<B> && OperandOf<A, B>);
template <class A, class B>
using RealOf = std::conditional_t<RealScalar<A>, A, B>;

template <class A, class B>
requires MixedReals<A, B> RealOf<A, B> max(const A& a, const B& b) {
  if ((a > b).picks()) return a;
  return b;
}
template <class A, class B>
requires MixedReals<A, B> RealOf<A, B> min(const A& a, const B& b) {
  if ((a < b).picks()) return a;
  return b;
}
template <RealScalar R, OperandOf<R> A, OperandOf<R> B>
R clamp(const R& x, const A& low, const B& high) {
  return min(max(x, low), high);
}

/// The largest integer not above x. Between events it is a constant.
template <RealScalar R>
R floor(const R& x) {
  return double(R::Logic::pick(
      x.value(), [](double v) { return std::floor(v); }, [](int n) { return double(n); },
      [](int n) { return double(n) + 1; }));
}
template <RealScalar R>
R ceil(const R& x) {
  return -floor(-x);
}
/// x - y floor(x / y): the sign of y, as in mathematics (not as in C's fmod).
template <RealScalar R, OperandOf<R> B>
R mod(const R& x, const B& y) {
  return x - y * floor(x / y);
}

}  // namespace saltus::trace

namespace saltus {
// Found by argument-dependent look-up on a Real; these make the qualified spelling saltus::max work too.
using trace::abs, trace::fabs, trace::sign, trace::max, trace::min, trace::clamp, trace::floor, trace::ceil, trace::mod,
    trace::select;
}  // namespace saltus
