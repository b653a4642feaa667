#include "model_source.hpp"

#include "gallery_model.hpp"
#include "modelica_model.hpp"
#include "settings.hpp"

#include <saltus/core/error.hpp>

#include <fmt/format.h>

#include <array>

namespace saltus::cli {
namespace {

constexpr std::array loaders = {gallery_loader, modelica_loader};

std::vector<results::Column> columns_of(const model::Model& model) {
  std::vector<results::Column> columns;
  for (const auto& name : model.catalogue().names.variables) columns.push_back({.name = name});
  for (const auto& name : model.catalogue().names.discrete) columns.push_back({.name = name, .discrete = true});
  return columns;
}

}  // namespace

std::vector<std::string> LoadedModel::names() const {
  std::vector<std::string> list;
  for (const auto& c : columns) list.push_back(c.name);
  return list;
}

LoadedModel load_model(std::string_view argument, const std::vector<std::string>& texts, std::optional<double> start) {
  for (const Loader& loader : loaders) {
    if (!loader.is_own(argument)) continue;
    Settings    settings(texts);
    LoadedModel loaded = loader.load(argument, settings, start);
    const auto  model  = loaded.make();
    if (model->observed().empty()) settings.apply(*model, loaded.start, loaded.t_start);
    settings.finish();
    loaded.set = settings.all();
    if (loaded.columns.empty()) loaded.columns = columns_of(*model);
    if (!loaded.set.empty()) loaded.reference = nullptr;
    return loaded;
  }
  throw InputError(fmt::format(
      "S0507: \"{}\" is no model that can be run.{}\n"
      "What can be run is a flat Modelica text, model.mo, or gallery:<problem>; `saltus gallery` lists the problems.",
      argument, nearest_in_gallery(argument)));
}

}  // namespace saltus::cli
