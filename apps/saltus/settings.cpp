#include "settings.hpp"

#include <saltus/core/error.hpp>
#include <saltus/core/nearest_name.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace saltus::cli {
namespace {

// More than this of a kind are a field: its first elements show how the names look.
constexpr std::size_t most_offered = 12;

std::optional<double> number(std::string_view text) {
  if (text == "true") return 1;
  if (text == "false") return 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  double     value  = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string derivative(std::string_view name) { return fmt::format("der({})", name); }

}  // namespace

Settings::Settings(const std::vector<std::string>& texts) {
  for (const std::string_view text : texts) {
    const std::size_t equals = text.find('=');
    const auto        name   = text.substr(0, equals);
    if (equals == std::string_view::npos || name.empty()) {
      wrong_.push_back(fmt::format("S0521: --set \"{}\" is not of the form name=value.", text));
      continue;
    }
    const auto value = number(text.substr(equals + 1));
    const bool again = std::any_of(settings_.begin(), settings_.end(), [&](const auto& s) { return s.name == name; });
    if (again) wrong_.push_back(fmt::format("S0521: --set {}: it is set twice.", name));
    else settings_.push_back({std::string(name), std::string(text.substr(equals + 1)), value});
  }
}

std::vector<std::pair<std::string, std::string>> Settings::take_texts() {
  std::vector<std::pair<std::string, std::string>> list;
  for (auto& s : settings_) {
    s.taken = true;
    list.emplace_back(s.name, s.text);
  }
  return list;
}

std::optional<double> Settings::take(std::string_view name) {
  for (auto& s : settings_)
    if (s.name == name) {
      s.taken = true;
      if (!s.value) wrong_.push_back(fmt::format("S0521: --set {}: \"{}\" is no finite number.", s.name, s.text));
      return s.value;
    }
  return std::nullopt;
}

std::vector<std::pair<std::string, double>> Settings::all() const {
  std::vector<std::pair<std::string, double>> list;
  for (const auto& s : settings_) list.emplace_back(s.name, s.value.value_or(0));
  return list;
}

void Settings::offer(std::string_view kind, std::string_view name, double value, std::string_view description) {
  known_.emplace_back(name);
  if (offered_.empty() || offered_.back().first != kind) offered_.emplace_back(kind, std::vector<std::string>());
  auto& list = offered_.back().second;
  if (list.size() < most_offered)
    list.push_back(fmt::format("{} = {:g}{}", name, value, description.empty() ? "" : fmt::format(" ({})", description)));
  else if (list.size() == most_offered) list.emplace_back("...");
}

std::vector<double> Settings::values_of(const std::vector<problems::Parameter>& parameters) {
  std::vector<double> values;
  for (const auto& p : parameters) {
    offer("parameters", p.name, p.value, p.description);
    values.push_back(take(p.name).value_or(p.value));
  }
  return values;
}

void Settings::apply(model::Model& model, Start& start, double t_start) {
  const auto& names = model.catalogue().names;
  for (std::size_t i = 0; i < names.variables.size(); ++i) {
    offer("start values", names.variables[i], start.x[i], "");
    if (const auto value = take(names.variables[i])) start.x[i] = *value;
  }
  std::vector<double> discrete = start.discrete.empty() ? model.initial_discrete() : start.discrete;
  bool                changed  = false;
  for (std::size_t i = 0; i < names.discrete.size(); ++i) {
    offer("start values", names.discrete[i], discrete[i], "discrete");
    if (const auto value = take(names.discrete[i])) {
      discrete[i] = *value;
      changed     = true;
    }
  }
  if (changed) start.discrete = discrete;
  if (model.form() == model::Form::implicit_dae) give_derivatives(model, start, t_start);
  else
    for (const auto& name : names.variables)
      if (take(derivative(name)))
        wrong_.push_back(
            fmt::format("S0521: --set {}: this model is explicit, so its derivatives follow from its "
                        "equations. Set {} instead.",
                        derivative(name), name));
}

void Settings::give_derivatives(model::Model& model, Start& start, double t_start) {
  const auto& names = model.catalogue().names.variables;
  if (start.dx.empty()) start.dx.assign(names.size(), 0.0);
  std::vector<char> given(names.size(), 0);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (const auto value = take(derivative(names[i]))) {
      start.dx[i] = *value;
      given[i]    = 1;
    }
  std::vector<model::Sign>  signs;
  const std::vector<double> q    = start.discrete.empty() ? model.initial_discrete() : start.discrete;
  const auto&               mode = model.mode_at(t_start, start.x, start.dx, q, {}, signs);
  std::vector<std::string>  fixed;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (mode.differential[i] != 0) {
      offer("derivatives", derivative(names[i]), start.dx[i], "");
      fixed.push_back(given[i] != 0 ? derivative(names[i]) : names[i]);
    } else if (given[i] != 0) {
      wrong_.push_back(fmt::format("S0521: --set {}: {} is algebraic, its derivative is not a part of the model.",
                                   derivative(names[i]), names[i]));
    }
  }
  if (start.fixed.empty() && std::find(given.begin(), given.end(), 1) != given.end()) start.fixed = fixed;
}

void Settings::finish() const {
  std::vector<std::string> wrong   = wrong_;
  bool                     unknown = false;
  for (const auto& s : settings_)
    if (!s.taken) {
      unknown = true;
      wrong.push_back(
          fmt::format("S0521: --set {}: there is nothing of this name.{}", s.name, did_you_mean(s.name, known_)));
    }
  if (wrong.empty()) return;
  std::string text = fmt::format("{}", fmt::join(wrong, "\n"));
  if (unknown) {
    text += "\nWhat can be set:";
    for (const auto& [kind, list] : offered_) text += fmt::format("\n  {}: {}", kind, fmt::join(list, ", "));
  }
  throw InputError(text);
}

}  // namespace saltus::cli
