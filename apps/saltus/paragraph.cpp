#include "paragraph.hpp"

#include <algorithm>

namespace saltus::cli {
namespace {

constexpr std::size_t widest = 100;

/// Up to the next blank that is not inside `...`: what can be typed stays on one line.
std::string_view first_word(std::string_view text) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') quoted = !quoted;
    if (text[i] == ' ' && !(quoted && text.find('`', i) != text.npos)) return text.substr(0, i);
  }
  return text;
}

}  // namespace

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::string filled(std::string_view text, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  while (!(text = trimmed(text)).empty()) {
    const auto word = first_word(text);
    if (!out.empty() && column + 1 + word.size() > widest) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (!out.empty()) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
    text.remove_prefix(word.size());
  }
  return out;
}

}  // namespace saltus::cli
