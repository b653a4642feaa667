#pragma once
// paragraph.hpp: text in lines of a width that people can read.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace saltus::cli {

std::vector<std::string_view> lines_of(std::string_view text);
std::string_view              trimmed(std::string_view text);

/// The words of `text` in lines of at most 100 characters, those after the first indented. What stands between `...`
/// stays together, so that it can be typed as it is shown.
std::string filled(std::string_view text, std::size_t indent);

}  // namespace saltus::cli
