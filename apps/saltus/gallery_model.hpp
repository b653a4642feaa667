#pragma once
// gallery_model.hpp: gallery:<problem> as a model.

#include "model_source.hpp"

namespace saltus::cli {

bool        is_gallery_model(std::string_view argument);
LoadedModel load_gallery_model(std::string_view argument, Settings& settings, std::optional<double> start);

inline constexpr Loader gallery_loader = {is_gallery_model, load_gallery_model};

/// " Did you mean "gallery:..."?" or nothing, for an argument with or without the prefix.
std::string nearest_in_gallery(std::string_view argument);

}  // namespace saltus::cli
