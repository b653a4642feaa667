#pragma once
// settings.hpp: --set name=value. Every setting is used once or reported; everything wrong is reported together.

#include <saltus/model/model.hpp>
#include <saltus/problems/problem.hpp>
#include <saltus/simulate/options.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace saltus::cli {

class Settings {
 public:
  /// "h=2", "der(x)=1", "on=true". What cannot be read is kept for `finish`.
  explicit Settings(const std::vector<std::string>& texts);

  /// The values of parameters: as they are, or as set.
  std::vector<double> values_of(const std::vector<problems::Parameter>& parameters);

  /// All of them as they were written, for a model that knows its names and types itself.
  std::vector<std::pair<std::string, std::string>> take_texts();

  /// Start values: variables, derivatives of implicit models, discrete variables. A derivative is given instead of its
  /// variable, whose value is then a first guess; the value of an algebraic variable is a first guess, too.
  void apply(model::Model& model, Start& start, double t_start);

  /// InputError that lists everything wrong and what can be set; nothing when all is well.
  void finish() const;

  std::vector<std::pair<std::string, double>> all() const;

 private:
  std::optional<double> take(std::string_view name);
  void                  offer(std::string_view kind, std::string_view name, double value, std::string_view description);
  void                  give_derivatives(model::Model& model, Start& start, double t_start);

  struct Setting {
    std::string           name;
    std::string           text;
    std::optional<double> value;  ///< none: it could not be read
    bool                  taken = false;
  };
  std::vector<Setting>                                          settings_;
  std::vector<std::string>                                      wrong_;
  std::vector<std::string>                                      known_;    ///< names that can be set
  std::vector<std::pair<std::string, std::vector<std::string>>> offered_;  ///< kind, and "g = 9.81 (gravity)"
};

}  // namespace saltus::cli
