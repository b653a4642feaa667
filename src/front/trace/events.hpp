#pragma once
// events.hpp: what a model's `events` member declares.
//
//   template <class Real> void events(saltus::Events<Real>& on, Real t, State<Real>& s) const {
//     on.when(s.h <= 0 && s.v < 0, [&] { s.v = -e * s.v; });
//   }
//
// The member is traced to learn the conditions and called again to run the actions whose condition became true. Every
// condition of an instant is judged before the first action runs. Semantics: docs/reference/event-semantics.md, section 5.

#include <saltus/front/trace/logic.hpp>
#include <saltus/model/model.hpp>

#include <cmath>
#include <concepts>
#include <initializer_list>
#include <limits>
#include <string_view>

namespace saltus {

struct WhenOptions {
  bool             initial  = false;  ///< fire at t0 too, if the condition holds there
  bool             terminal = false;  ///< end the run after this event
  std::string_view name     = {};     ///< for logs and messages; default: the text of the condition
};

namespace trace {
/// What Events needs while actions run.
struct FiringCall {
  const char*          fired   = nullptr;  ///< per `when`, in order
  std::size_t          next    = 0;
  std::size_t          count   = 0;
  const FiringReal*    state   = nullptr;
  std::size_t          size    = 0;
  model::ResetRequest* request = nullptr;
};
}  // namespace trace

template <trace::RealScalar Real>
class Events {
 public:
  using Condition = typename Real::Proposition;

  /// Runs `action` at the instant at which `condition` becomes true.
  template <std::invocable Action>
  void when(const Condition& condition, Action&& action, WhenOptions options = {}) {
    declare(model::When::Trigger::becomes_true, condition, 0, forever, options, action);
  }
  /// Runs `action` whenever `condition` changes, in either direction.
  template <std::invocable Action>
  void change(const Condition& condition, Action&& action, WhenOptions options = {}) {
    declare(model::When::Trigger::changes, condition, 0, forever, options, action);
  }
  /// Locates and records every change of `condition`; nothing else happens.
  void watch(const Condition& condition, WhenOptions options = {}) {
    declare(model::When::Trigger::changes, condition, 0, forever, options, [] {});
  }
  /// Ends the run when `condition` becomes true.
  void stop_when(const Condition& condition, std::string_view name = {}) {
    declare(model::When::Trigger::becomes_true, condition, 0, forever, {.terminal = true, .name = name}, [] {});
  }
  /// Runs `action` at start + k period, k = 0, 1, 2, ... The k-th tick is one product and one sum, not a running sum.
  template <std::invocable Action>
  void every(double start, double period, Action&& action, WhenOptions options = {}) {
    if (!(period > 0) || !std::isfinite(start))
      throw InputError("S0115: every(start, period) needs a finite start and a positive period; they are " +
                       std::to_string(start) + " and " + std::to_string(period) + ".");
    declare(model::When::Trigger::sample, Condition(true), start, period, options, action);
  }
  /// Runs `action` once, at exactly this time.
  template <std::invocable Action>
  void at(double time, Action&& action, WhenOptions options = {}) {
    if (!std::isfinite(time))
      throw InputError("S0115: at(time) needs a finite time; it is " + std::to_string(time) + ".");
    declare(model::When::Trigger::sample, Condition(true), time, forever, options, action);
  }

  /// A row of a state-transition table.
  template <class State>
  struct Transition {
    State     from, to;
    Condition condition;
  };
  /// `state` goes from `from` to `to` as soon as `condition` holds while in `from`. Of two rows that apply at the same
  /// instant the one listed first wins.
  template <class State>
  void transitions(State& state, std::initializer_list<Transition<std::type_identity_t<State>>> table) {
    for (const auto& row : table)
      when(Condition(state == row.from) && row.condition, [&] {
        if (state == row.from) state = row.to;
      });
  }

  /// Inside an action of an implicit model: hold an algebraic variable at its value through the re-initialisation ...
  void keep(const Real& member) { request(member, &model::ResetRequest::keep); }
  /// ... and solve for a differential one instead. As many of these as of `keep`.
  void solve_for(const Real& member) { request(member, &model::ResetRequest::solve_for); }

  explicit Events(trace::FiringCall* call = nullptr) : call_(call) {}

 private:
  static constexpr double forever = std::numeric_limits<double>::infinity();

  template <class Action>
  void declare(model::When::Trigger trigger, const Condition& condition, double start, double period,
               WhenOptions options, Action&& action) {
    if constexpr (std::same_as<Real, trace::TracedReal>) {
      trace::Tracer::current->whens.push_back(
          {trigger, condition.value().id, start, period, options.initial, options.terminal, options.name});
    } else {
      static_assert(std::same_as<Real, trace::FiringReal>, "saltus: events() is only ever traced or fired");
      if (call_->next >= call_->count)
        throw InputError(
            "S0108: events() declares a different number of whens than when it was traced. "
            "Declare the same whens on every call and put the choice into their conditions.");
      if (call_->fired[call_->next++] == 0) return;
      trace::Firing::inside_action = true;
      try {
        action();
      } catch (...) {
        trace::Firing::inside_action = false;
        throw;
      }
      trace::Firing::inside_action = false;
    }
  }
  void request(const Real& member, std::vector<int> model::ResetRequest::*list) {
    if constexpr (std::same_as<Real, trace::FiringReal>) {
      const auto offset = &member - call_->state;
      if (offset < 0 || offset >= static_cast<std::ptrdiff_t>(call_->size))
        throw InputError(
            "S0109: keep() and solve_for() take a member of the state that events() was given, "
            "not a copy of it. Write on.keep(s.x).");
      (call_->request->*list).push_back(static_cast<int>(offset));
    }
  }
  trace::FiringCall* call_;
};

}  // namespace saltus
