#pragma once
// model_source.hpp: the door through which a model comes in, whatever it is made of.

#include <saltus/model/model.hpp>
#include <saltus/problems/problem.hpp>
#include <saltus/results/document.hpp>
#include <saltus/simulate/options.hpp>
#include <saltus/simulate/outcome.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace saltus::cli {

class Settings;

/// Something in a text that can make an event.
struct EventSourceNote {
  std::string text, kind;    ///< h <= 0, relation
  std::string found;         ///< scheduled, searched
  bool        event = true;  ///< otherwise the equations switch there, and nothing is recorded
  int         line  = 0;
};

/// A model that is ready to run, with everything that was set in it.
struct LoadedModel {
  std::string                                    name;           ///< as the user named it
  std::string                                    title, source;  ///< one line each, for a person
  std::function<std::unique_ptr<model::Model>()> make;
  Start                                          start   = {};
  double                                         t_start = 0, t_end = 1;
  std::vector<results::Column>                   columns = {};  ///< variables, then discrete variables
  std::vector<std::pair<std::string, double>>    set     = {};  ///< what --set changed

  /// What is known exactly about this very run; null: nothing, or nothing once something was set.
  const problems::Problem* reference = nullptr;
  std::string              note      = {};  ///< what whoever runs it should know; may be empty

  std::optional<double> tolerance = {};  ///< what the model asks for, unless the user says otherwise
  std::optional<double> interval  = {};  ///< of the rows, likewise; a model that has one shows more than its state

  std::vector<std::pair<std::string, std::string>> details = {};  ///< for `saltus check`: what a translation made of it
  std::vector<EventSourceNote> sources = {};  ///< likewise: what can make events, in the order of the text

  /// What the model itself had to say while it ran: warnings, why it ended; may be empty.
  std::function<std::vector<std::string>(const model::Model&)> remarks = {};
  /// Which lines of a text are behind an outcome, with the point where the run ended; may be empty.
  std::function<std::vector<std::string>(const Outcome&, std::span<const double> x, std::span<const double> q)> lines = {};

  std::vector<std::string> names() const;  ///< of the columns
};

/// One kind of model. A new kind is a new entry in model_source.cpp.
struct Loader {
  bool (*is_own)(std::string_view argument);
  /// Takes its parameters out of the settings; start values are set by load_model. `start`: where the run begins, if not
  /// where the model says.
  LoadedModel (*load)(std::string_view argument, Settings& settings, std::optional<double> start);
};

/// The model that the argument names. InputError when there is none, or when a setting is wrong.
LoadedModel load_model(std::string_view argument, const std::vector<std::string>& settings,
                       std::optional<double> start = std::nullopt);

}  // namespace saltus::cli
