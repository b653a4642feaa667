#include "console.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdlib>

namespace saltus::cli {
namespace {

bool set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// https://no-color.org, and terminals that say they cannot.
bool wants_colour(std::FILE* stream) {
  if (set("NO_COLOR") || isatty(fileno(stream)) == 0) return false;
  const char* terminal = std::getenv("TERM");
  return terminal != nullptr && std::string_view(terminal) != "dumb";
}

}  // namespace

std::string Style::marked(std::string_view code, std::string_view text) const {
  return colour_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

Console::Console(std::FILE* out, std::FILE* err)
    : out_(out), err_(err), out_style_(wants_colour(out)), err_style_(wants_colour(err)) {}

void Console::print(std::string_view data) { std::fwrite(data.data(), 1, data.size(), out_); }

void Console::error(std::string_view message, std::string_view code) {
  const std::string word = code.empty() ? "error" : fmt::format("error[{}]", code);
  say(fmt::format("{}: {}\n", err_style_.error(word), message));
}

void Console::note(std::string_view message) { say(fmt::format("{}: {}\n", err_style_.heading("note"), message)); }

bool Console::all_written() { return std::fflush(out_) == 0 && std::ferror(out_) == 0; }

void Console::say(std::string_view text) {
  std::fflush(out_);  // on a terminal the message follows what it is about
  std::fwrite(text.data(), 1, text.size(), err_);
}

}  // namespace saltus::cli
