#pragma once
// modelica_notes.hpp: what a person wants to know about a text model: what the translation made of it, what can make events,
// what it said while it ran, and which lines are behind a run that stopped.

#include "model_source.hpp"

#include <saltus/front/modelica/hybrid_model.hpp>

namespace saltus::cli {

std::vector<std::pair<std::string, std::string>> translation_of(const modelica::SortedModel& model);
std::vector<EventSourceNote>                     sources_of(const modelica::SortedModel& model);
std::vector<std::string>                         remarks_of(const model::Model& model);
std::vector<std::string> lines_behind(const std::shared_ptr<const modelica::SortedModel>& model, const Outcome& outcome,
                                      std::span<const double> x, std::span<const double> q);

}  // namespace saltus::cli
