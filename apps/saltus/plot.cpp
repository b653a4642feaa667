#include "plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace saltus::cli {
namespace {

constexpr std::size_t most_sketched = 12, most_sketched_discrete = 4;
constexpr std::size_t most_strips = 5;  // unless they were asked for by name
constexpr std::size_t widest_name = 16;
constexpr std::size_t value_width = 10;  // -1.234e-05
constexpr std::size_t margin      = 2;

/// What the picture is made of. A character holds across * down dots.
struct Ink {
  std::size_t across, down;
  std::size_t rows, rows_discrete;  // of characters
  const char *edge, *tick, *one_event, *more_events, *cut;
};
constexpr Ink braille = {2, 4, 4, 2, "│", "┤", "╵", "╹", "…"};
constexpr Ink ascii   = {1, 1, 6, 3, "|", "+", "|", "#", "~"};

const Ink& ink_of(const Screen& screen) { return screen.utf8 ? braille : ascii; }

std::size_t gutter(std::size_t name_width) { return margin + name_width + 1 + value_width + 2; }

/// Dots with (0, 0) at the bottom left.
class Canvas {
 public:
  Canvas(const Ink& ink, std::size_t columns, std::size_t rows)
      : ink_(ink), columns_(columns), rows_(rows), dots_(columns * ink.across * rows * ink.down, 0) {}

  std::size_t width() const { return columns_ * ink_.across; }
  std::size_t height() const { return rows_ * ink_.down; }
  void        fill(std::size_t x, std::size_t y_low, std::size_t y_high) {
           for (std::size_t y = y_low; y <= y_high; ++y) dots_[y * width() + x] = 1;
  }

  /// A row of characters, the top one first; without blanks at its end.
  std::string row(std::size_t r) const {
    std::string out;
    for (std::size_t c = 0; c < columns_; ++c) out += character(c, rows_ - 1 - r);
    return out.substr(0, out.find_last_not_of(' ') + 1);
  }

 private:
  bool        dot(std::size_t x, std::size_t y) const { return dots_[y * width() + x] != 0; }
  std::string character(std::size_t c, std::size_t r) const {
    if (ink_.across == 1) return dot(c, r) ? "*" : " ";
    // U+2800 and a bit for each dot: 1 2 3 7 down the left side, 4 5 6 8 down the right one.
    constexpr unsigned bits[2][4] = {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}};
    unsigned           pattern    = 0;
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 4; ++j)
        if (dot(2 * c + i, 4 * r + 3 - j)) pattern |= bits[i][j];
    if (pattern == 0) return " ";
    return {'\xE2', static_cast<char>(0xA0 | pattern >> 6), static_cast<char>(0x80 | (pattern & 0x3F))};
  }

  Ink               ink_;
  std::size_t       columns_, rows_;
  std::vector<char> dots_;
};

std::string shortened(const std::string& name, std::size_t width, const Ink& ink) {
  if (columns_of(name) <= width) return name;
  // The end of a long name says most: body.wheel[2].slip
  std::size_t from = name.size();
  for (std::size_t columns = 0; columns + 1 < width && from > 0;)
    if ((static_cast<unsigned char>(name[--from]) & 0xC0) != 0x80) ++columns;
  return ink.cut + name.substr(from);
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, columns_of(text)), ' ');
}

std::size_t middle_of(const Canvas& canvas) { return canvas.height() / 2; }

void draw(const Sketch& sketch, std::size_t variable, const Extent& range, Canvas& canvas) {
  const auto   top   = static_cast<double>(canvas.height() - 1);
  const double span  = range.high - range.low;
  const auto   level = [&](double y) {
    if (!(span > 0)) return middle_of(canvas);
    return static_cast<std::size_t>(std::lround(std::clamp((y - range.low) / span, 0.0, 1.0) * top));
  };
  for (std::size_t b = 0; b < sketch.bins(); ++b) {
    const std::size_t x = (2 * b + 1) * canvas.width() / (2 * sketch.bins());  // where the middle of the bin falls
    for (const Extent& e : sketch.extents(b, variable)) canvas.fill(x, level(e.low), level(e.high));
  }
}

/// What is zero but for rounding is zero.
std::string label(double value, const Extent& range) {
  constexpr double rounding = 1e-9;
  return fmt::format("{:.4g}", std::abs(value) < rounding * (range.high - range.low) ? 0.0 : value);
}

/// The variables to draw: those that vary, the first ones, and a discrete one among them if there is any.
std::vector<std::size_t> strips_of(const Sketch& sketch, bool asked) {
  std::vector<std::size_t> varying;
  for (std::size_t v = 0; v < sketch.variables().size(); ++v)
    if (const Extent r = sketch.range(v); r.low <= r.high && (asked || r.low < r.high)) varying.push_back(v);
  if (asked || varying.size() <= most_strips) return varying;
  const auto discrete =
      std::find_if(varying.begin(), varying.end(), [&](std::size_t v) { return sketch.variables()[v].discrete; });
  if (discrete - varying.begin() >= static_cast<long>(most_strips) && discrete != varying.end())
    varying[most_strips - 1] = *discrete;
  varying.resize(most_strips);
  return varying;
}

std::string event_marks(const Sketch& sketch, const std::vector<double>& times, std::size_t columns, const Ink& ink) {
  std::vector<int> count(columns, 0);
  for (const double t : times)
    ++count[std::min(static_cast<std::size_t>(sketch.bin_of(t) * static_cast<double>(columns)), columns - 1)];
  std::string marks;
  for (const int n : count) marks += n == 0 ? " " : n == 1 ? ink.one_event : ink.more_events;
  return marks.substr(0, marks.find_last_not_of(' ') + 1);
}

std::string time_labels(const Sketch& sketch, std::size_t columns) {
  const std::string first = fmt::format("{:.6g}", sketch.t_first()), last = fmt::format("{:.6g}", sketch.t_last());
  const std::string middle = fmt::format("{:.6g}", sketch.t_first() + (sketch.t_last() - sketch.t_first()) / 2);
  if (first.size() + middle.size() + last.size() + 4 > columns) return fmt::format("{} ... {}", first, last);
  const std::size_t before = columns / 2 - middle.size() / 2;
  std::string       line   = padded(padded(first, before) + middle, columns - last.size()) + last;
  return line;
}

}  // namespace

std::vector<Sketch::Variable> plot_candidates(const std::vector<results::Column>& columns,
                                              std::span<const std::size_t>        selected) {
  std::vector<Sketch::Variable> chosen;
  std::size_t                   continuous = 0, discrete = 0;
  for (const std::size_t i : selected) {
    const bool is_discrete = columns[i].discrete;
    if (is_discrete ? discrete++ < most_sketched_discrete : continuous++ < most_sketched)
      chosen.push_back({.index = i, .discrete = is_discrete});
  }
  return chosen;
}

std::size_t plot_bins(const Screen& screen) { return 2 * screen.width * ink_of(screen).across; }

std::string plot(const Sketch& sketch, const PlotRequest& request, const Screen& screen, const Style& style) {
  const auto strips = sketch.empty() ? std::vector<std::size_t>() : strips_of(sketch, request.asked);
  if (strips.empty()) return "";
  const Ink&  ink        = ink_of(screen);
  std::size_t name_width = 6;  // "events"
  for (const std::size_t v : strips)
    name_width = std::max(name_width, std::min(widest_name, columns_of(request.names[sketch.variables()[v].index])));
  const std::size_t columns = screen.width - gutter(name_width) - 1;
  const auto        edge    = [&](std::string_view name, std::string_view value, const char* mark) {
    return std::string(margin, ' ') + std::string(name) + fmt::format(" {:>{}} {}", value, value_width, mark);
  };
  const std::string no_name(name_width, ' ');

  std::string out = "\n";
  for (const std::size_t v : strips) {
    const auto&  variable = sketch.variables()[v];
    const Extent range    = sketch.range(v);
    Canvas       canvas(ink, columns, variable.discrete ? ink.rows_discrete : ink.rows);
    draw(sketch, v, range, canvas);
    const std::size_t rows  = canvas.height() / ink.down;
    const std::string name  = padded(shortened(request.names[variable.index], name_width, ink), name_width);
    const bool        level = range.low == range.high;  // one value, in the middle
    const std::size_t first = level ? rows - 1 - middle_of(canvas) / ink.down : 0;
    for (std::size_t r = 0; r < rows; ++r) {
      const bool  top = r == first, bottom = !level && r + 1 == rows;
      std::string value;
      if (top) value = label(range.high, range);
      if (bottom) value = label(range.low, range);
      out +=
          edge(top ? style.heading(name) : no_name, value, value.empty() ? ink.edge : ink.tick) + canvas.row(r) + "\n";
    }
  }
  if (!request.event_times.empty())
    out += edge(padded("events", name_width), "", " ") + event_marks(sketch, request.event_times, columns, ink) + "\n";
  out += edge(padded("t", name_width), "", " ") + time_labels(sketch, columns) + "\n";
  if (strips.size() < request.selected)
    out += style.faint(fmt::format("  {} of {} variables; --select chooses", strips.size(), request.selected)) + "\n";
  return out;
}

}  // namespace saltus::cli
