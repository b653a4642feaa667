#pragma once
// history.hpp: how a run went, step by step and mode by mode. Kept with Options::history.

#include <string>
#include <vector>

namespace saltus {

/// One accepted step. The steps of a run follow each other without a gap: t + h is where the next one begins.
struct StepRecord {
  double t, h;      ///< where it began; how far it was accepted, up to an event if there was one. h < 0: backward
  int    order;     ///< of the method, in this step
  int    rejected;  ///< trials that were thrown away before it
  int    method;    ///< index into Run::methods()

  bool operator==(const StepRecord&) const = default;
};

/// What a mode is: the conditions that the equations and events consult in it, in order, and what each was found to be; then
/// the discrete variables that are no numbers (bool, int, enumerations): {"on", true}, {"gear == 3", true}.
struct ModeRecord {
  struct Condition {
    std::string text;   ///< in the user's words, e.g. "u > v"
    bool        holds;  ///< as long as the mode lasts
    bool        operator==(const Condition&) const = default;
  };
  int                    id = 0;  ///< as in Event::mode_before and mode_after
  std::vector<Condition> conditions;

  bool operator==(const ModeRecord&) const = default;
};

/// A model that can choose its states chose others: no event, and nothing of the results jumps. Always kept.
struct StateChange {
  double                   t = 0;
  std::vector<std::string> left, joined;  ///< the variables that were states up to there, and those that are from there on

  bool operator==(const StateChange&) const = default;
};

}  // namespace saltus
