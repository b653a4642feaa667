#include "console.hpp"

#include "error_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

/// For a shell.
std::string quoted(std::string_view word) {
  constexpr std::string_view harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./%@^";
  if (!word.empty() && word.find_first_not_of(harmless) == std::string_view::npos) return std::string(word);
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

std::string Style::marked(std::string_view code, std::string_view text) const {
  return colour_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

Console::Console(std::FILE* out, std::FILE* err)
    : out_(out), err_(err), out_style_(wants_colour(out)), err_style_(wants_colour(err)) {}

void Console::begin(int argc, const char* const* argv) {
  command_ = "saltus";
  for (int i = 1; i < argc; ++i) {
    command_ += " " + quoted(argv[i]);
    json_ = json_ || std::string_view(argv[i]) == "--json";
  }
}

void Console::print(std::string_view data) { std::fwrite(data.data(), 1, data.size(), out_); }

void Console::error(const Diagnostic& d) {
  if (!json_) return say(render(d, err_style_));
  const nlohmann::ordered_json line{{"error", to_json(d)}};
  say(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

void Console::error(std::string_view text) {
  for (const auto& d : diagnostics(text)) error(d);
}

void Console::note(std::string_view message) {
  if (!json_) say(fmt::format("{}: {}\n", err_style_.heading("note"), message));
}

bool Console::all_written() { return std::fflush(out_) == 0 && std::ferror(out_) == 0; }

void Console::say(std::string_view text) {
  std::fflush(out_);  // on a terminal the message follows what it is about
  std::fwrite(text.data(), 1, text.size(), err_);
}

}  // namespace saltus::cli
