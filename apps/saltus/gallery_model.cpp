#include "gallery_model.hpp"

#include "example_texts.hpp"
#include "settings.hpp"

#include <saltus/core/error.hpp>
#include <saltus/core/nearest_name.hpp>

#include <fmt/format.h>

namespace saltus::cli {
namespace {

constexpr std::string_view prefix = "gallery:";

}  // namespace

bool is_gallery_model(std::string_view argument) {
  return argument.starts_with(prefix) && !argument.ends_with(".mo");  // those are texts
}

LoadedModel load_gallery_model(std::string_view argument, Settings& settings, std::optional<double>) {
  const auto  id      = argument.substr(prefix.size());
  const auto* problem = problems::find(id);
  if (problem == nullptr)
    throw InputError(fmt::format("S0506: the gallery has no problem \"{}\".{}\n`saltus gallery` lists them.", id,
                                 nearest_in_gallery(argument)));
  return {
      .name      = std::string(argument),
      .title     = problem->title,
      .source    = problem->source,
      .make      = [problem, values = settings.values_of(problem->make.parameters())] { return problem->make(values); },
      .start     = problem->start,
      .t_start   = problem->t_start,
      .t_end     = problem->t_end,
      .reference = problem,
      .note      = problem->later
                       ? "the whole answer of this problem needs Zeno or sliding handling, which is not there yet."
                       : "",
  };
}

std::string nearest_in_gallery(std::string_view argument) {
  std::vector<std::string> known;
  for (const auto& p : problems::gallery()) known.push_back(std::string(prefix) + p.id);
  for (const auto& e : example_texts()) known.push_back(std::string(prefix) + std::string(e.name));
  const std::string asked =
      argument.starts_with(prefix) ? std::string(argument) : std::string(prefix) + std::string(argument);
  const std::string nearest = did_you_mean(asked, known);
  return nearest.starts_with(" Did") ? nearest : "";  // a list of a hundred says less than `saltus gallery`
}

}  // namespace saltus::cli
