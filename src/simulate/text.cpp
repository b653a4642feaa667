// text.cpp: how results read.

#include <saltus/simulate/options.hpp>
#include <saltus/simulate/run.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace saltus {

std::string_view to_text(MethodChoice method) {
  switch (method) {
    case MethodChoice::automatic: return "automatic";
    case MethodChoice::tsit5: return "tsit5";
    case MethodChoice::dop853: return "dop853";
    case MethodChoice::radau: return "radau";
    case MethodChoice::bdf: return "bdf";
    case MethodChoice::adams: return "adams";
  }
  return "";
}

std::string_view to_text(DetectionChoice detection) {
  switch (detection) {
    case DetectionChoice::certified: return "certified";
    case DetectionChoice::sign_change: return "sign_change";
    case DetectionChoice::derivative_sign: return "derivative_sign";
    case DetectionChoice::polynomial_bounds: return "polynomial_bounds";
  }
  return "";
}

std::string_view to_text(SurfaceControl control) {
  switch (control) {
    case SurfaceControl::none: return "none";
    case SurfaceControl::differential: return "differential";
    case SurfaceControl::algebraic: return "algebraic";
    case SurfaceControl::quadrature: return "quadrature";
  }
  return "";
}

std::string_view to_text(EvaluationChoice evaluation) { return evaluation == EvaluationChoice::code ? "code" : "tape"; }

std::string_view to_text(Event::Kind kind) {
  switch (kind) {
    case Event::Kind::state: return "state";
    case Event::Kind::time: return "time";
    case Event::Kind::initial: return "initial";
    case Event::Kind::terminal: return "terminal";
  }
  return "";
}

std::string_view to_text(Graze::Kind kind) {
  switch (kind) {
    case Graze::Kind::touch: return "touch";
    case Graze::Kind::near_miss: return "near miss";
    case Graze::Kind::undecidable_pair: return "undecidable pair";
  }
  return "";
}

std::string to_text(const Event& e) {
  std::string line      = fmt::format("t = {:.12g}  {}", e.t, to_text(e.kind));
  const char* separator = "  ";
  for (const auto& r : e.relations) {
    line += fmt::format("{}{} becomes {}", separator, r.text, r.becomes);
    separator = ", ";
  }
  if (e.relations.empty())
    for (const auto& w : e.whens) {
      line += fmt::format("{}{}", separator, w);
      separator = ", ";
    }
  separator = "  ";
  for (const auto& r : e.resets) {
    line += fmt::format("{}{}: {:.6g} -> {:.6g}", separator, r.name, r.before, r.after);
    separator = ", ";
  }
  return line;
}

std::string to_text(const Graze& g) {
  return fmt::format("t = {:.12g}  {}  {}  |g| = {:.3g}", g.t, to_text(g.kind), g.relation, g.depth);
}

std::string_view to_text(Outcome::Reason reason) {
  switch (reason) {
    case Outcome::Reason::reached_end: return "reached the end";
    case Outcome::Reason::terminal_event: return "ended by an event";
    case Outcome::Reason::step_too_small: return "the step size became too small";
    case Outcome::Reason::newton_failed: return "the equations of a step could not be solved";
    case Outcome::Reason::not_finite: return "the equations are not finite";
    case Outcome::Reason::relation_not_finite: return "a relation is not finite";
    case Outcome::Reason::not_consistent: return "no consistent values were found";
    case Outcome::Reason::did_not_settle: return "the discrete part did not settle";
    case Outcome::Reason::no_progress: return "events without progress of time";
    case Outcome::Reason::too_many_steps: return "too many steps";
    case Outcome::Reason::model_threw: return "the model threw an exception";
    case Outcome::Reason::cancelled: return "the run was cancelled";
    case Outcome::Reason::assertion_failed: return "an assertion of the model fails";
  }
  return "";
}

std::string Outcome::code() const {
  switch (reason) {
    case Reason::reached_end:
    case Reason::terminal_event: return "";
    case Reason::step_too_small: return "S0301";
    case Reason::newton_failed: return "S0302";
    case Reason::not_finite: return "S0303";
    case Reason::relation_not_finite: return "S0304";
    case Reason::not_consistent: return "S0305";
    case Reason::too_many_steps: return "S0306";
    case Reason::model_threw: return "S0307";
    case Reason::cancelled: return "S0308";
    case Reason::assertion_failed: return "S0610";
    case Reason::did_not_settle: return "S0312";
    case Reason::no_progress: return "S0313";
  }
  return "";
}

std::string Outcome::message() const {
  if (ok())
    return fmt::format("{} at t = {:.12g}{}", to_text(reason), t,
                       names.empty() ? "" : " (" + fmt::format("{}", fmt::join(names, ", ")) + ")");
  std::string text = fmt::format("{}: {} at t = {:.12g}", code(), to_text(reason), t);
  if (!names.empty()) text += fmt::format("\n  concerned: {}", fmt::join(names, ", "));
  for (std::size_t at = 0; at < detail.size();) {
    const std::size_t end = std::min(detail.find('\n', at), detail.size());
    text += "\n  " + detail.substr(at, end - at);
    at = end + 1;
  }
  if (!help.empty()) text += "\n  help: " + help;
  return text;
}

std::string to_text(const Statistics& s) {
  // Lines that nobody needs as long as they say the usual.
  std::string otherwise;
  if (s.detection != to_text(DetectionChoice::certified)) otherwise += fmt::format("detection {}\n", s.detection);
  if (s.surface_control != to_text(SurfaceControl::none))
    otherwise += fmt::format("surface_control {}\n", s.surface_control);
  if (!s.evaluation.empty()) otherwise += fmt::format("evaluation {}\n", s.evaluation);
  if (s.state_changes > 0) otherwise += fmt::format("state_changes {}\n", s.state_changes);
  return fmt::format(
      "method {}\nlinear_solver {}\ncertificate {}\n{}steps {}\nrejected {}\nrhs {}\nresiduals {}\njacobians "
      "{}\nfactorizations {}\n"
      "newton_iterations {}\nrestarts {}\nsurface_evaluations {}\nenclosures {}\nevents {}\nsilent_changes {}\npasses "
      "{}\n"
      "grazes {}\nmodes {}\n",
      s.method, s.linear_solver.empty() ? "none" : s.linear_solver, s.certificate, otherwise, s.steps, s.rejected,
      s.rhs, s.residuals, s.jacobians, s.factorizations, s.newton_iterations, s.restarts, s.surface_evaluations,
      s.enclosures, s.events, s.silent_changes, s.passes, s.grazes, s.modes);
}

}  // namespace saltus
