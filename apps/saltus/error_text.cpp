#include "error_text.hpp"

#include "paragraph.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>

namespace saltus::cli {
namespace {

void add_sentence(std::string& text, std::string_view more) {
  if (more.empty()) return;
  if (!text.empty() && std::string_view(".?!:").find(text.back()) == std::string_view::npos) text += '.';
  text += (text.empty() ? "" : " ") + std::string(more);
}

/// Where the first sentence ends: a full stop, question mark or exclamation mark before a blank, outside of "..." and
/// (...), or the end.
std::size_t end_of_sentence(std::string_view text) {
  bool quoted = false;
  int  depth  = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (!quoted && depth <= 0 && (text[i] == '.' || text[i] == '?' || text[i] == '!') && text[i + 1] == ' ')
      return i + 1;
  }
  return text.size();
}

/// " --> model.mo:3:5", and the lines below it: " |", "3 | ...", " | ^^^".
bool is_excerpt(std::string_view line, bool is_first) {
  const auto from = line.find_first_not_of(' ');
  if (from == std::string_view::npos) return false;
  if (is_first) return line.substr(from).starts_with("--> ");
  const auto bar = line.find_first_not_of(" 0123456789");
  return bar != std::string_view::npos && line[bar] == '|';
}

Diagnostic first_line(std::string_view line) {
  Diagnostic d;
  if (const std::size_t n = code_length(line)) {
    d.code = line.substr(0, 5);
    line.remove_prefix(n);
  }
  const std::size_t end = end_of_sentence(line);
  d.headline            = trimmed(line.substr(0, end));
  if (d.headline.ends_with('.')) d.headline.pop_back();
  d.help = trimmed(line.substr(end));
  return d;
}

}  // namespace

std::size_t code_length(std::string_view text) {
  const bool is_code = text.size() > 6 && text[0] == 'S' && text[5] == ':' && text[6] == ' ' &&
                       std::all_of(text.begin() + 1, text.begin() + 5, [](unsigned char c) { return std::isdigit(c); });
  return is_code ? 7 : 0;
}

std::vector<Diagnostic> diagnostics(std::string_view text) {
  std::vector<Diagnostic> all;
  for (const auto line : lines_of(text)) {
    if (all.empty() || code_length(line) > 0) all.push_back(first_line(line));
    else if (is_excerpt(line, all.back().excerpt.empty())) all.back().excerpt += std::string(line) + "\n";
    else if (line.starts_with("  = ")) all.back().notes.emplace_back(line.substr(4));
    else if (line.starts_with("help: ")) add_sentence(all.back().help, trimmed(line.substr(6)));
    else if (line.starts_with("  ")) all.back().notes.emplace_back(trimmed(line));
    else add_sentence(all.back().help, trimmed(line));
  }
  if (all.empty()) all.push_back({.code = "", .headline = "something went wrong, and nothing is known about it"});
  return all;
}

std::vector<Diagnostic> diagnostics(const InputError& error) { return diagnostics(std::string_view(error.what())); }

Diagnostic diagnostic(const Outcome& outcome) {
  Diagnostic d{.code = outcome.code(), .headline = fmt::format("{} at t = {:.12g}", to_text(outcome.reason), outcome.t)};
  std::string names;
  for (const auto& name : outcome.names) names += (names.empty() ? "concerned: " : ", ") + name;
  if (!names.empty()) d.notes.push_back(names);
  for (const auto line : lines_of(outcome.detail)) d.notes.emplace_back(line);
  d.help = outcome.help;
  return d;
}

std::string render(const Diagnostic& d, const Style& style) {
  std::string out =
      style.error(d.code.empty() ? "error" : fmt::format("error[{}]", d.code)) + ": " + style.heading(d.headline) + "\n";
  out += d.excerpt;
  for (const auto& note : d.notes) out += style.faint("  =") + " " + filled(note, 4) + "\n";
  std::string help = d.help;
  if (!d.code.empty()) add_sentence(help, fmt::format("`saltus explain {}` says more.", d.code));
  if (!help.empty()) out += style.heading("help") + ": " + filled(help, 6) + "\n";
  return out;
}

nlohmann::ordered_json to_json(const Diagnostic& d) {
  nlohmann::ordered_json json = {{"code", d.code}, {"message", d.headline}, {"notes", d.notes}, {"help", d.help}};
  if (!d.excerpt.empty()) json["excerpt"] = d.excerpt;
  return json;
}

}  // namespace saltus::cli
