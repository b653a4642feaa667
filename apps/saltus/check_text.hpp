#pragma once
// check_text.hpp: what is known about a model before it runs.

#include "console.hpp"
#include "model_source.hpp"
#include "run_text.hpp"

#include <saltus/simulate/simulation.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace saltus::cli {

/// A relation, and what makes it change: the state (searched for in every step), time alone (scheduled), or nothing
/// between events.
struct RelationNote {
  std::string text, changes_with, used_by;
};

struct WhenNote {
  std::string name, trigger;
  bool        initial = false, terminal = false;
};

struct VariableNote {
  std::string name, kind;  ///< differential, algebraic, discrete
  double      start = 0;
};

struct ModelNote {
  std::string               name, title, form;
  std::size_t               size = 0, nonzeros = 0, lower = 0, upper = 0;  ///< of the Jacobian in the mode at the start
  std::string               structure;                                     ///< in words
  std::vector<VariableNote> variables;
  std::vector<RelationNote> relations;  ///< that matter in the mode at the start, and others met on the way there
  std::vector<WhenNote>     whens;
  std::string               method, choice, linear_solver, certificate;
  int                       modes                          = 0;   ///< that were met on the way
  std::vector<std::pair<std::string, std::string>> details = {};  ///< of a translation, in words
  std::vector<EventSourceNote>                     sources = {};  ///< of a text; then relations and whens are its own
};

/// Of a simulation that was run until its start.
ModelNote note_on(const LoadedModel& loaded, const Simulation& simulation);

std::string            text(const ModelNote& note, const Paper& paper);
nlohmann::ordered_json to_json(const ModelNote& note);

}  // namespace saltus::cli
