#include "modelica_model.hpp"

#include "example_texts.hpp"
#include "gallery_model.hpp"
#include "modelica_notes.hpp"
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

constexpr std::string_view gallery = "gallery:";

std::string read(const std::string& path) {
  if (path.starts_with(gallery)) {
    if (const ExampleText* example = find_example(std::string_view(path).substr(gallery.size())))
      return std::string(example->text);
    throw InputError(fmt::format("S0506: the gallery has no text \"{}\".{}\n`saltus gallery` lists them.",
                                 path.substr(gallery.size()), nearest_in_gallery(path)));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw InputError(fmt::format("S0518: \"{}\" cannot be read: {}. Check the name.", path, std::strerror(errno)));
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The unit of a derivative.
std::string per_second(const std::string& unit) {
  if (unit.empty() || unit == "1") return unit.empty() ? "" : "1/s";
  if (unit.ends_with("/s")) return unit + "2";
  return unit.find('/') == std::string::npos ? unit + "/s" : fmt::format("({})/s", unit);
}

std::string unit_of(const SortedModel& model, modelica::Variable v) {
  const auto& x = model.flat.variables[static_cast<std::size_t>(v)];
  return x.derivative_of < 0 ? x.unit : per_second(unit_of(model, x.derivative_of));
}

std::vector<results::Column> columns_of(const SortedModel& model) {
  std::vector<results::Column> columns;
  for (const auto& v : model.flat.variables)
    if (!v.hidden)
      columns.push_back({.name        = v.name,
                         .discrete    = v.discrete,
                         .unit        = v.derivative_of < 0 ? v.unit : per_second(unit_of(model, v.derivative_of)),
                         .description = v.description});
  return columns;
}

}  // namespace

bool is_modelica_model(std::string_view argument) { return argument.ends_with(".mo") || argument.ends_with(".bmo"); }

LoadedModel load_modelica_model(std::string_view argument, Settings& settings, std::optional<double> start) {
  const std::string              path(argument);
  std::vector<modelica::Setting> set;
  for (auto& [name, text] : settings.take_texts()) set.push_back({name, text});
  const auto            sorted     = modelica::translate(path, read(path), set);
  const auto&           experiment = sorted->flat.experiment;
  modelica::HybridModel model(sorted);
  const double          t_start = start.value_or(experiment.start);
  const auto            initial = modelica::find_initial(model, t_start);
  constexpr double      rows    = 5000;
  const double          length  = std::abs(experiment.stop - experiment.start);
  LoadedModel           loaded{
                .name      = path,
                .title     = sorted->flat.description.empty() ? sorted->flat.name : sorted->flat.description,
                .source    = path,
                .make      = [sorted] { return std::make_unique<modelica::HybridModel>(sorted); },
                .start     = {.x = initial.x, .discrete = initial.q},
                .t_start   = t_start,
                .t_end     = experiment.stop,
                .columns   = columns_of(*sorted),
                .tolerance = experiment.tolerance,
                .interval = experiment.interval && *experiment.interval > 0 ? 0.5 * *experiment.interval : length / rows,
                .details  = translation_of(*sorted),
                .sources  = sources_of(*sorted),
                .remarks  = remarks_of,
                .lines = [sorted](const auto& outcome, auto x, auto q) { return lines_behind(sorted, outcome, x, q); },
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
