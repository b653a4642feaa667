#pragma once
// model_source.hpp: the door through which a model comes in, whatever it is made of.

#include <saltus/model/model.hpp>
#include <saltus/problems/problem.hpp>
#include <saltus/results/document.hpp>
#include <saltus/simulate/options.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace saltus::cli {

class Settings;

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

  std::vector<std::string> names() const;  ///< of the columns
};

/// One kind of model. A new kind is a new entry in model_source.cpp.
struct Loader {
  bool (*is_own)(std::string_view argument);
  /// Takes its parameters out of the settings; start values are set by load_model.
  LoadedModel (*load)(std::string_view argument, Settings& settings);
};

/// The model that the argument names. InputError when there is none, or when a setting is wrong.
LoadedModel load_model(std::string_view argument, const std::vector<std::string>& settings);

}  // namespace saltus::cli
