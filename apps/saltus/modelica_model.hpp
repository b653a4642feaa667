#pragma once
// modelica_model.hpp: flat Modelica texts, `saltus run model.mo`.

#include "model_source.hpp"

namespace saltus::cli {

bool        is_modelica_model(std::string_view argument);
LoadedModel load_modelica_model(std::string_view argument, Settings& settings, std::optional<double> start);

inline constexpr Loader modelica_loader = {is_modelica_model, load_modelica_model};

}  // namespace saltus::cli
