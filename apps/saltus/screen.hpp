#pragma once
// screen.hpp: what a stream is shown on.

#include <cstddef>
#include <cstdio>
#include <limits>
#include <string_view>

namespace saltus::cli {

struct Screen {
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

  bool        terminal = false;
  bool        utf8     = false;  ///< by LC_ALL, LC_CTYPE, LANG
  std::size_t width    = 80;     ///< of pictures: that of the terminal, or 80
  std::size_t table_width =
      unlimited;  ///< of tables: that of the terminal; elsewhere nothing is wrapped, so that grep works
};

Screen screen_of(std::FILE* stream);

/// Characters that a UTF-8 text takes on a screen, as far as it has no wide or combining ones.
std::size_t columns_of(std::string_view text);

}  // namespace saltus::cli
