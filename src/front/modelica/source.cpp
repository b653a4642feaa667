#include <saltus/front/modelica/source.hpp>

#include <saltus/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace saltus::modelica {

Position Source::position(Place place) const {
  if (line_begins_.empty()) {
    line_begins_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i)
      if (text_[i] == '\n') line_begins_.push_back(static_cast<Place>(i + 1));
  }
  place           = std::min(place, static_cast<Place>(text_.size()));
  const auto next = std::upper_bound(line_begins_.begin(), line_begins_.end(), place);
  const auto line = static_cast<std::size_t>(next - line_begins_.begin()) - 1;
  const auto from = line_begins_[line];
  auto       end  = text_.find('\n', from);
  if (end == std::string::npos) end = text_.size();
  if (end > from && text_[end - 1] == '\r') --end;
  int column = 1;
  for (Place i = from; i < place; ++i)
    if ((static_cast<unsigned char>(text_[i]) & 0xC0) != 0x80) ++column;  // bytes that begin a character
  return {static_cast<int>(line) + 1, column, std::string_view(text_).substr(from, end - from)};
}

void Problems::report(Problem problem) {
  if (full()) return;
  for (const Problem& p : found_)
    if (p.place == problem.place && p.code == problem.code) return;  // the same mistake, seen again
  found_.push_back(std::move(problem));
}

namespace {

constexpr int widest = 160;  // characters of a line that are shown: models by machines have very long ones

/// The line with what is wrong underlined.
std::string excerpt(const Source& source, const Problem& p) {
  const Position at     = source.position(p.place);
  const auto     number = std::to_string(at.line);
  const auto     margin = std::string(number.size(), ' ');
  std::string    line(at.text);
  std::replace(line.begin(), line.end(), '\t', ' ');
  const bool is_text = source.text().find('\0') == std::string_view::npos;
  std::replace_if(
      line.begin(), line.end(), [&](unsigned char c) { return c < 0x20 || c == 0x7F || (c >= 0x80 && !is_text); }, '?');
  int column = at.column;
  if (static_cast<int>(line.size()) > widest) {
    const int from = std::max(0, std::min(column - widest / 2, static_cast<int>(line.size()) - widest));
    line           = (from > 0 ? "..." : "") + line.substr(static_cast<std::size_t>(from), widest);
    column += (from > 0 ? 3 : 0) - from;
  }
  const int room   = std::max(1, static_cast<int>(line.size()) - column + 1);
  const int length = std::clamp(static_cast<int>(p.length), 1, room);
  return fmt::format("{0}--> {1}:{2}:{3}\n{0} |\n{4} | {5}\n{0} | {6}{7}{8}\n", margin, source.name(), at.line,
                     at.column, number, line, std::string(static_cast<std::size_t>(std::max(0, column - 1)), ' '),
                     std::string(static_cast<std::size_t>(length), '^'), p.label.empty() ? "" : " " + p.label);
}

}  // namespace

std::string Problems::text() const {
  std::string out;
  for (const Problem& p : found_) {
    if (!out.empty()) out += '\n';
    out += fmt::format("{}: {}\n", p.code, p.headline) + excerpt(source_, p);
    for (const std::string& note : p.notes) out += "  = " + note + '\n';
    if (!p.help.empty()) out += "help: " + p.help + '\n';
  }
  if (full()) out += fmt::format("\nMore than {} problems: the rest is not shown.\n", most);
  return out;
}

void Problems::throw_if_any() const {
  if (!none()) throw InputError(text());
}

}  // namespace saltus::modelica
