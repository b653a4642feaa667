#include <saltus/simulate/explain.hpp>

#include <saltus/core/assertion.hpp>
#include <saltus/core/error.hpp>
#include <saltus/core/nearest_name.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace saltus {

using events::NotConsistent;
using events::NotSettled;
using integrate::StepFailureCause;
using model::Form;
using Reason = Outcome::Reason;

namespace {
constexpr const char* help_of_exceptions =
    "the exception comes from the model's own code. Catch it there, or change what makes it throw; the trajectory up "
    "to "
    "the last step is kept.";
constexpr const char* help_of_assertions =
    "the model says itself that it does not hold beyond this point. Change its parameters or start values, or end the "
    "run before; the trajectory up to here is kept.";
}  // namespace
void check_input(const model::Model& model, const Start& start, const Options& o) {
  std::vector<std::string> wrong;
  const auto               bad = [&](std::string text) { wrong.push_back(std::move(text)); };
  const std::size_t        n   = model.size();
  if (start.x.size() != n)
    bad(fmt::format("S0101: {} initial values for {} variables ({}). Give one for each.", start.x.size(), n,
                    fmt::join(model.catalogue().names.variables, ", ")));
  if (!start.dx.empty() && start.dx.size() != n)
    bad(fmt::format("S0101: {} initial derivatives for {} variables. Give one for each, or none.", start.dx.size(), n));
  if (!start.discrete.empty() && start.discrete.size() != model.catalogue().names.discrete.size())
    bad(fmt::format("S0101: {} initial values for {} discrete variables. Give one for each, or none.",
                    start.discrete.size(), model.catalogue().names.discrete.size()));
  for (std::size_t i = 0; i < start.x.size(); ++i)
    if (!std::isfinite(start.x[i]))
      bad(fmt::format("S0102: the initial value of {} is {}. It must be a number.",
                      i < n ? model.catalogue().names.variables[i] : std::to_string(i), start.x[i]));
  for (std::size_t i = 0; i < start.dx.size(); ++i)
    if (!std::isfinite(start.dx[i]))
      bad(fmt::format("S0102: the initial derivative of {} is {}. It must be a number.",
                      i < n ? model.catalogue().names.variables[i] : std::to_string(i), start.dx[i]));
  const auto& discrete = model.catalogue().names.discrete;
  for (std::size_t i = 0; i < start.discrete.size(); ++i)
    if (!std::isfinite(start.discrete[i]))
      bad(fmt::format("S0102: the initial value of {} is {}. It must be a number.",
                      i < discrete.size() ? discrete[i] : std::to_string(i), start.discrete[i]));
  if (!std::isfinite(o.t_start) || !std::isfinite(o.t_end))
    bad(fmt::format("S0103: the time span is {} to {}. Both ends must be finite.", o.t_start, o.t_end));
  if (!(o.rtol >= 0) || !std::isfinite(o.rtol))
    bad(fmt::format("S0104: rtol is {}. It must be zero or positive.", o.rtol));
  if (!(o.atol >= 0) || !std::isfinite(o.atol))
    bad(fmt::format("S0104: atol is {}. It must be zero or positive.", o.atol));
  const bool no_atol = o.atol_each.empty()
                           ? o.atol == 0
                           : std::all_of(o.atol_each.begin(), o.atol_each.end(), [](double a) { return a == 0; });
  if (o.rtol == 0 && no_atol) bad("S0104: rtol and atol are both zero. One of them must be positive.");
  if (!o.atol_each.empty() && o.atol_each.size() != n)
    bad(fmt::format("S0104: atol_each has {} entries for {} variables.", o.atol_each.size(), n));
  for (const double a : o.atol_each)
    if (!(a >= 0)) bad(fmt::format("S0104: an entry of atol_each is {}. All must be zero or positive.", a));
  if (!(o.largest_step > 0)) bad(fmt::format("S0105: largest_step is {}. It must be positive.", o.largest_step));
  if (!(o.first_step >= 0))
    bad(fmt::format("S0105: first_step is {}. It must be positive, or 0 for an automatic choice.", o.first_step));
  if (o.output == Output::grid && !(o.interval > 0))
    bad(fmt::format("S0106: the output interval is {}. It must be positive.", o.interval));
  if (o.most_steps < 1 || o.most_passes < 1 || o.most_events_at_once < 1)
    bad(fmt::format(
        "S0117: most_steps, most_passes and most_events_at_once are {}, {} and {}. Each must be at least 1.",
        o.most_steps, o.most_passes, o.most_events_at_once));
  const bool for_explicit =
      o.method == MethodChoice::tsit5 || o.method == MethodChoice::dop853 || o.method == MethodChoice::adams;
  if (model.form() == Form::implicit_dae && for_explicit)
    bad(
        fmt::format("S0112: {} integrates explicit models x' = f(t, x) only, and this one is implicit. Use radau, bdf "
                    "or automatic.",
                    to_text(o.method)));
  if (o.surface_control == SurfaceControl::algebraic && model.form() == Form::explicit_ode && for_explicit)
    bad(fmt::format(
        "S0119: surface_control = algebraic makes an explicit model implicit, and {} integrates explicit ones "
        "only. Use radau or automatic, or another surface_control.",
        to_text(o.method)));
  if (o.surface_control != SurfaceControl::none && !model.rigorous())
    bad(
        fmt::format("S0119: surface_control = {} needs relations that are expressions, and those of a black box are "
                    "callables. Use none.",
                    to_text(o.surface_control)));
  if (o.surface_control != SurfaceControl::none && o.rtol == 0 && o.atol == 0)
    bad("S0119: under surface_control the relations share rtol and atol, and both are zero. Set one of them.");
  if (model.form() == Form::explicit_ode && !start.fixed.empty())
    bad("S0113: `fixed` is for implicit models; the start of an explicit one is always given by its values.");
  std::vector<std::string> known;
  for (const auto& name : model.catalogue().names.variables) {
    known.push_back(name);
    known.push_back("der(" + name + ")");
  }
  for (const auto& f : start.fixed)
    if (std::find(known.begin(), known.end(), f) == known.end())
      bad(fmt::format("S0114: `fixed` names \"{}\", which is no variable or derivative.{}", f, did_you_mean(f, known)));
  if (!wrong.empty()) throw InputError(fmt::format("{}", fmt::join(wrong, "\n")));
}

Outcome Explain::at(Reason reason, std::vector<std::string> names, std::string detail, std::string help) const {
  return {reason, state_.t, std::move(names), std::move(detail), std::move(help)};
}

/// Of a few variables, those concerned first: `first` counts x and then x'.
std::string Explain::values(std::span<const int> first) const {
  constexpr std::size_t most = 8;
  const std::size_t     n    = state_.x.size();
  std::vector<char>     told(n, 0);
  std::string           text;
  std::size_t           count = 0;
  const auto            tell  = [&](std::size_t i) {
    if (count >= most || std::exchange(told[i], 1) != 0) return;
    text += fmt::format("{} {} = {:.6g}", count++ == 0 ? "values:" : ",", variable(i), state_.x[i]);
  };
  for (const int v : first) tell(static_cast<std::size_t>(v) % n);
  for (std::size_t i = 0; i < n && count < most; ++i) tell(i);
  return n > most ? text + ", ..." : text;
}

Outcome Explain::operator()(const integrate::StepFailure& f) const {
  const int         concerned = static_cast<int>(f.component);
  const std::string where     = fmt::format("last step tried: {:.3g}\n{}", f.h, values({&concerned, 1}));
  switch (f.cause) {
    case StepFailureCause::step_too_small:
      return at(Reason::step_too_small, {variable(f.component)}, where,
                "the error of this variable cannot be made small enough. The solution may grow without bound here, or "
                "switch in a way that the model hides from Saltus (a condition computed outside of Real). A looser "
                "tolerance may help.");
    case StepFailureCause::newton_failed:
      return at(Reason::newton_failed, {variable(f.component)}, where,
                "the Jacobian may be singular here (index above 1?), or the model leaves its domain.");
    case StepFailureCause::not_finite: break;
  }
  return at(Reason::not_finite, {variable(f.component)}, where,
            "the equation of this variable gives NaN or infinity for every step that was tried. Look for a division by "
            "zero or a root or logarithm of a negative number; a guard (`if`, `max`) can keep the model inside its "
            "domain.");
}

Outcome Explain::operator()(const events::SurfaceNotFinite& f) const {
  return at(Reason::relation_not_finite, {model_.catalogue().surface(f.surface).text}, values(),
            "the relation cannot be evaluated from here on, so nobody can say whether it changes. Keep its arguments "
            "inside their domain.");
}

Outcome Explain::operator()(const NotSettled& f) const {
  const int concerned = static_cast<int>(f.component);
  switch (f.cause) {
    case NotSettled::Cause::cycle: {
      std::vector<std::string> names;
      for (const auto r : f.relations) names.push_back(model_.catalogue().relation(r).text);
      for (const int k : f.whens) names.push_back("when " + when(k));
      return at(Reason::did_not_settle, std::move(names), fmt::format("after {} passes\n{}", f.passes, values()),
                f.whens.empty()
                    ? "each value of these conditions makes the other one true. Either both sides push towards the "
                      "border (sliding motion, which is not handled yet: add hysteresis or a mode for the border), or "
                      "the conditions contradict each other."
                    : "an action makes its own condition true again at the same instant. Let the action change what "
                      "the condition tests.");
    }
    case NotSettled::Cause::not_finite:
      return at(Reason::not_finite, {variable(f.component)}, values({&concerned, 1}),
                "the equation of this variable gives NaN or infinity at this point.");
    case NotSettled::Cause::relation_not_finite:
      return at(Reason::relation_not_finite, {model_.catalogue().surface(f.surface).text}, values(),
                "keep the arguments of the relation inside their domain.");
    case NotSettled::Cause::action_threw:
      if (f.what.starts_with(AssertionFailed::code))
        return at(Reason::assertion_failed, {}, f.what.substr(AssertionFailed::code.size()), help_of_assertions);
      return at(Reason::model_threw, {"when " + when(f.whens.front())}, "it says: " + f.what, help_of_exceptions);
    case NotSettled::Cause::not_consistent: break;
  }
  return not_consistent(f.inconsistency);
}

Outcome Explain::not_consistent(const NotConsistent& f) const {
  const std::size_t        n = state_.x.size();
  std::vector<std::string> names;
  for (const int v : f.variables) {
    const auto i = static_cast<std::size_t>(v);
    names.push_back(i < n ? variable(i) : "der(" + variable(i - n) + ")");
  }
  for (const int e : f.equations) names.push_back(fmt::format("equation {}", e + 1));

  std::string detail = values(f.variables), help;
  switch (f.cause) {
    case NotConsistent::Cause::wrong_number:
      detail =
          fmt::format("{} values are given and {} are needed: one for each differential variable.", f.given, f.needed);
      help =
          "change `fixed`, or keep() and solve_for() in the action, so that as many values are solved for as there are "
          "equations.";
      break;
    case NotConsistent::Cause::singular:
      help =
          "the equations named do not determine the unknowns named (they say the same, or the index is above 1). Fix "
          "other values, or look for an equation that is missing or twice there.";
      break;
    case NotConsistent::Cause::not_finite:
      help =
          "the residual of the equations named is NaN or infinite at the first guess. Give a start inside the domain.";
      break;
    case NotConsistent::Cause::no_solution:
      detail += fmt::format("\nscaled residual: {:.3g}", f.residual);
      help =
          "Newton's method stops with that residual in the equations named. Give a better first guess, or check that "
          "the given values can satisfy the equations at all.";
  }
  return at(Reason::not_consistent, std::move(names), std::move(detail), std::move(help));
}

Outcome Explain::too_many_steps(long steps, double next_step) const {
  return at(Reason::too_many_steps, {},
            fmt::format("{} steps; the next one would be {:.3g} long\n{}", steps, next_step, values()),
            "raise Options::most_steps, loosen the tolerance, or try the method radau if the equations are stiff.");
}

Outcome Explain::steps_in_vain(long steps, double next_step) const {
  return at(
      Reason::step_too_small, {},
      fmt::format("the last {} steps together are within the rounding of the run's end; the next one would be {:.3g} "
                  "long\n{}",
                  steps, next_step, values()),
      "at this pace the run would never end. Something changes faster than the model means it to: look for a "
      "capacity, an inductance or a time constant that is next to zero, or for equations that are next to "
      "singular where the run stands. A looser tolerance may help.");
}

Outcome Explain::no_progress(const events::Happenings& h, int events) const {
  std::vector<std::string> names;
  for (const auto& c : h.changes) names.push_back(model_.catalogue().relation(c.relation).text);
  if (names.empty())
    for (const int k : h.fired) names.push_back("when " + when(k));
  return at(Reason::no_progress, std::move(names),
            fmt::format("{} events within the rounding of time\n{}", events, values()),
            "the events accumulate at this time (Zeno), or both sides push towards the border. Give the model a rest "
            "mode or hysteresis.");
}

Outcome Explain::ended_by(const events::Happenings& h) const {
  std::vector<std::string> names;
  for (const int k : h.fired)
    if (state_.mode->whens[static_cast<std::size_t>(k)].terminal) names.push_back(when(k));
  return at(Reason::terminal_event, std::move(names), "", "");
}

Outcome Explain::cancelled() const {
  return at(Reason::cancelled, {}, "", "whoever watches the run said stop. The results up to here are kept.");
}

Outcome Explain::threw(const char* what) const {
  return at(Reason::model_threw, {}, std::string("it says: ") + what, help_of_exceptions);
}

}  // namespace saltus
