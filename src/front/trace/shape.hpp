#pragma once
// shape.hpp: what a user's model class offers, found out at compile time, with a readable message when it does not fit.
//
//   explicit struct   template <class Real> struct State {...};   State<Real> operator()(Real t, const State<Real>& s) const
//   implicit struct   template <class Real> struct Vars {...};    void operator()(Real t, const Vars<Real>& y, const Vars<Real>& dy, Vars<Real>& r) const
//   explicit span     void operator()(Real t, std::span<const Real> x, std::span<Real> dx) const
//   implicit span     void operator()(Real t, std::span<const Real> x, std::span<const Real> dx, std::span<Real> r) const
//
// Each may have discrete variables: template <class Real> struct Memory {...}; they are one more argument
// `const Memory<Real>& q`, after the states and before a result argument.

#include <saltus/front/trace/events.hpp>
#include <saltus/front/trace/logic.hpp>
#include <saltus/front/trace/reflect.hpp>
#include <saltus/model/equations.hpp>

#include <concepts>
#include <span>
#include <type_traits>
#include <vector>

namespace saltus::trace {

template <class M>
concept HasState = requires {
  typename M::template State<double>;
};
template <class M>
concept HasVars = requires {
  typename M::template Vars<double>;
};
template <class M>
concept HasMemory = requires {
  typename M::template Memory<double>;
};
template <class M>
concept HasNames = requires(const M& m) {
  { m.names() } -> std::convertible_to<std::vector<std::string>>;
};

struct NoMemory {};

template <class M, class Real>
struct MemoryType {
  using type = NoMemory;
};
template <HasMemory M, class Real>
struct MemoryType<M, Real> {
  using type = typename M::template Memory<Real>;
};
template <class M, class Real>
using MemoryOf = typename MemoryType<M, Real>::type;

enum class Shape { explicit_struct, implicit_struct, explicit_span, implicit_span, none };

template <class M, class Real>
concept SpanExplicit = std::invocable<const M&, Real, std::span<const Real>, std::span<Real>> ||
    (HasMemory<M>&& std::invocable<const M&, Real, std::span<const Real>, const MemoryOf<M, Real>&, std::span<Real>>);
template <class M, class Real>
concept SpanImplicit = std::invocable<const M&, Real, std::span<const Real>, std::span<const Real>, std::span<Real>> ||
    (HasMemory<M>&& std::invocable<const M&, Real, std::span<const Real>, std::span<const Real>,
                                   const MemoryOf<M, Real>&, std::span<Real>>);

template <class M>
constexpr Shape shape_of() {
  if constexpr (HasState<M>) return Shape::explicit_struct;
  else if constexpr (HasVars<M>) return Shape::implicit_struct;
  else if constexpr (SpanExplicit<M, LockedReal>) return Shape::explicit_span;
  else if constexpr (SpanImplicit<M, LockedReal>) return Shape::implicit_span;
  else return Shape::none;
}

template <class M, class Real, Shape = shape_of<M>()>
struct StateType {
  using type = std::span<Real>;
};
template <class M, class Real>
struct StateType<M, Real, Shape::explicit_struct> {
  using type = typename M::template State<Real>;
};
template <class M, class Real>
struct StateType<M, Real, Shape::implicit_struct> {
  using type = typename M::template Vars<Real>;
};
template <class M, class Real>
using StateOf = typename StateType<M, Real>::type;

template <class M>
inline constexpr bool is_struct_shape = shape_of<M>() == Shape::explicit_struct
                                        || shape_of<M>() == Shape::implicit_struct;
template <class M>
inline constexpr bool is_implicit_shape = shape_of<M>() == Shape::implicit_struct
                                          || shape_of<M>() == Shape::implicit_span;

/// What `simulate` takes as initial values.
template <class M>
struct InitialType {
  using type = std::vector<double>;
};
template <class M>
requires(is_struct_shape<M>) struct InitialType<M> {
  using type = StateOf<M, double>;
};
template <class M>
using InitialOf = typename InitialType<M>::type;

template <class S, class Real>
constexpr bool only_reals() {
  if constexpr (IsStdArray<S>::value) return only_reals<typename S::value_type, Real>();
  else if constexpr (std::is_aggregate_v<S>) return []<std::size_t... I>(std::index_sequence<I...>) {
      return (only_reals<std::remove_cvref_t<std::tuple_element_t<I, decltype(members(std::declval<S&>()))>>, Real>() &&
              ...);
    }
  (std::make_index_sequence<member_count<S>>{});
  else return std::same_as<S, Real>; }

/// Reals, and what the lock can hold: bool, int, enumerations.
template <class S, class Real>
constexpr bool only_discrete() {
  if constexpr (IsStdArray<S>::value) return only_discrete<typename S::value_type, Real>();
  else if constexpr (std::is_aggregate_v<S>) return []<std::size_t... I>(std::index_sequence<I...>) {
      return (only_discrete<std::remove_cvref_t<std::tuple_element_t<I, decltype(members(std::declval<S&>()))>>, Real>() &&
              ...);
    }
  (std::make_index_sequence<member_count<S>>{});
  else return std::same_as<S, Real> || std::is_arithmetic_v<S> || std::is_enum_v<S>; }

/// All compile-time checks in one place, each with a sentence that says what to write instead.
template <class M>
constexpr bool check_shape() {
  static_assert(
      shape_of<M>() != Shape::none,
      "saltus: this is not a model. Give it a member template `State<Real>` and "
      "`State<Real> operator()(Real t, const State<Real>& s) const`, or `Vars<Real>` and a residual, or take spans; "
      "see docs/reference/models.md");
  static_assert(
      !(HasState<M> && HasVars<M>),
      "saltus: a model has either State<Real> (explicit, x' = f) or Vars<Real> (implicit, F(t, y, y') = 0), not both");
  if constexpr (is_struct_shape<M>) {
    using S = StateOf<M, LockedReal>;
    static_assert(std::is_aggregate_v<S>,
                  "saltus: State<Real> or Vars<Real> must be a plain struct without constructors");
    static_assert(
        only_reals<S, LockedReal>(),
        "saltus: every member of State<Real> or Vars<Real> must be of type Real (or std::array<Real, n>, or a "
        "struct of Reals). Put int, bool and double members into Memory<Real> or into the model itself");
    if constexpr (HasState<M>) {
      constexpr bool plain = requires(const M& m, LockedReal t, const S& s) {
        { m(t, s) } -> std::same_as<S>;
      };
      constexpr bool with_memory = requires(const M& m, LockedReal t, const S& s, const MemoryOf<M, LockedReal>& q) {
        { m(t, s, q) } -> std::same_as<S>;
      };
      static_assert(plain || with_memory,
                    "saltus: an explicit model needs `template <class Real> State<Real> operator()(Real t, const "
                    "State<Real>& s) const` "
                    "(with a third argument `const Memory<Real>& q` if it has Memory)");
    } else {
      constexpr bool plain = requires(const M& m, LockedReal t, const S& y, S& r) { m(t, y, y, r); };
      constexpr bool with_memory =
          requires(const M& m, LockedReal t, const S& y, const MemoryOf<M, LockedReal>& q, S& r) {
        m(t, y, y, q, r);
      };
      static_assert(
          plain || with_memory,
          "saltus: an implicit model needs `template <class Real> void operator()(Real t, const Vars<Real>& y, "
          "const Vars<Real>& dy, Vars<Real>& r) const` (with `const Memory<Real>& q` before r if it has Memory)");
    }
  }
  if constexpr (HasMemory<M>) {
    static_assert(std::is_aggregate_v<MemoryOf<M, LockedReal>>,
                  "saltus: Memory<Real> must be a plain struct without constructors");
    static_assert(only_discrete<MemoryOf<M, LockedReal>, LockedReal>(),
                  "saltus: every member of Memory<Real> must be a Real, a bool, an int or an enumeration (or a "
                  "std::array or struct of "
                  "these). Put anything else into the model itself, where it stays fixed during a run");
  }
  return true;
}

/// The ways in which events() may be declared; `events` must be one of them if it is there at all.
template <class M, class Real>
struct EventsShape {
  using S                      = StateOf<M, Real>;
  using Q                      = MemoryOf<M, Real>;
  static constexpr bool plain  = requires(const M& m, Events<Real>& on, Real t, S& s) { m.events(on, t, s); };
  static constexpr bool memory = HasMemory<M> && requires(const M& m, Events<Real>& on, Real t, S& s, Q& q) {
    m.events(on, t, s, q);
  };
  static constexpr bool slopes =
      is_implicit_shape<M> && requires(const M& m, Events<Real>& on, Real t, S& s, const S& d) {
    m.events(on, t, s, d);
  }
  &&!memory;
  static constexpr bool slopes_memory =
      is_implicit_shape<M> && HasMemory<M> && requires(const M& m, Events<Real>& on, Real t, S& s, const S& d, Q& q) {
    m.events(on, t, s, d, q);
  };
  static constexpr bool any = plain || memory || slopes || slopes_memory;
};

}  // namespace saltus::trace
