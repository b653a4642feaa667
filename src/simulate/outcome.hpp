#pragma once
// outcome.hpp: why a run ended. The trajectory up to there is always kept.

#include <string>
#include <string_view>
#include <vector>

namespace saltus {

/// How a run ended, with the data that belongs to it.
struct Outcome {
  enum class Reason {
    reached_end,          ///< t_end, the normal end
    terminal_event,       ///< a `when` marked terminal, or stop_when
    step_too_small,       ///< S0301: the error test failed at the smallest step
    newton_failed,        ///< S0302: the method's nonlinear equations could not be solved at the smallest step
    not_finite,           ///< S0303: the equations give NaN or infinity wherever the method tries to go
    relation_not_finite,  ///< S0304: a relation gives NaN on the trajectory
    not_consistent,       ///< S0305: no consistent values of derivatives and algebraic variables
    did_not_settle,       ///< S0312: the modes or whens of an instant never come to rest
    no_progress,          ///< S0313: events follow each other without measurable progress of time
    too_many_steps,       ///< S0306: Options::most_steps
    model_threw,          ///< S0307: the model, or an action of a `when`, threw an exception
    cancelled,            ///< S0308: whoever watches the run said stop
    assertion_failed,     ///< S0610: an assertion of a text model does not hold
  };
  Reason                   reason = Reason::reached_end;
  double                   t      = 0;   ///< where the run ended
  std::vector<std::string> names  = {};  ///< the variables, relations or whens concerned
  std::string              detail = {};  ///< values and what else is known, one thing per line
  std::string              help   = {};  ///< the way out

  bool        ok() const { return reason == Reason::reached_end || reason == Reason::terminal_event; }
  std::string code() const;     ///< "S0312", or "" when ok
  std::string message() const;  ///< one paragraph for a person
};

std::string_view to_text(Outcome::Reason reason);

}  // namespace saltus
