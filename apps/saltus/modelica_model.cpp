#include "modelica_model.hpp"

#include "settings.hpp"

#include <saltus/core/error.hpp>
#include <saltus/front/modelica/initial.hpp>
#include <saltus/front/modelica/translate.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>

namespace saltus::cli {
namespace {

using modelica::SortedModel;

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw InputError(fmt::format("S0518: \"{}\" cannot be read: {}. Check the name.", path, std::strerror(errno)));
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<results::Column> columns_of(const SortedModel& model) {
  std::vector<results::Column> columns;
  for (const auto& v : model.flat.variables)
    if (!v.hidden)
      columns.push_back({.name = v.name, .discrete = v.discrete, .unit = v.unit, .description = v.description});
  return columns;
}

/// What the translation made of the text, for `saltus check`.
std::vector<std::pair<std::string, std::string>> details_of(const SortedModel& model) {
  const auto  name = [&](modelica::Variable v) { return model.flat.variables[static_cast<std::size_t>(v)].name; };
  std::string states, torn;
  for (const auto v : model.states) states += (states.empty() ? "" : ", ") + name(v);
  std::size_t loops = 0, largest = 0;
  for (const auto& b : model.blocks) {
    if (b.iteration.empty()) continue;
    ++loops;
    largest = std::max(largest, b.assignments.size() + b.residuals.size());
    for (const auto v : b.iteration) torn += (torn.empty() ? "" : ", ") + name(v);
  }
  return {
      {"equations", fmt::format("{}", model.flat.equations.size())},
      {"variables", fmt::format("{} and {} parameters", model.flat.variables.size(), model.flat.parameters.size())},
      {"states", states.empty() ? "none" : states},
      {"blocks", fmt::format("{}, of them {} loops, the largest of {} equations", model.blocks.size(), loops, largest)},
      {"solved for", torn.empty() ? "nothing: all explicit" : torn},
      {"differentiated", fmt::format("{} times at most", model.index)},
      {"samples", fmt::format("{}", model.flat.samples.size())}};
}

}  // namespace

bool is_modelica_model(std::string_view argument) { return argument.ends_with(".mo") || argument.ends_with(".bmo"); }

LoadedModel load_modelica_model(std::string_view argument, Settings& settings) {
  const std::string              path(argument);
  std::vector<modelica::Setting> set;
  for (auto& [name, text] : settings.take_texts()) set.push_back({name, text});
  const auto            sorted     = modelica::translate(path, read(path), set);
  const auto&           experiment = sorted->flat.experiment;
  modelica::HybridModel model(sorted);
  const auto            initial = modelica::find_initial(model, experiment.start);
  constexpr double      rows    = 5000;
  const double          length  = std::abs(experiment.stop - experiment.start);
  LoadedModel           loaded{
                .name      = path,
                .title     = sorted->flat.description.empty() ? sorted->flat.name : sorted->flat.description,
                .source    = path,
                .make      = [sorted] { return std::make_unique<modelica::HybridModel>(sorted); },
                .start     = {.x = initial.x, .discrete = initial.q},
                .t_start   = experiment.start,
                .t_end     = experiment.stop,
                .columns   = columns_of(*sorted),
                .tolerance = experiment.tolerance,
                .interval = experiment.interval && *experiment.interval > 0 ? 0.5 * *experiment.interval : length / rows,
                .details  = details_of(*sorted),
  };
  if (!initial.assumed.empty()) {
    std::string names;
    for (const auto& n : initial.assumed) names += (names.empty() ? "" : ", ") + n;
    loaded.note = fmt::format(
        "the start values of these variables are taken as given, because nothing else says where "
        "the model starts: {}.",
        names);
  }
  return loaded;
}

}  // namespace saltus::cli
