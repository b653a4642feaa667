#include "screen.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>

namespace saltus::cli {
namespace {

// Narrower ones are asked for by nobody, and leave no room for a picture.
constexpr std::size_t narrowest = 40;

bool speaks_utf8() {
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    std::string name = value;
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return 'A' <= c && c <= 'Z' ? char(c + 32) : c; });
    return name.find("utf-8") != std::string::npos || name.find("utf8") != std::string::npos;
  }
  return false;
}

}  // namespace

Screen screen_of(std::FILE* stream) {
  Screen screen{.terminal = isatty(fileno(stream)) != 0, .utf8 = speaks_utf8()};
  if (!screen.terminal) return screen;
  winsize size{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    screen.width = std::max<std::size_t>(size.ws_col, narrowest);
  screen.table_width = screen.width;
  return screen;
}

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace saltus::cli
