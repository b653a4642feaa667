#include "plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace saltus::papers {

namespace {

constexpr double width = 640, panel_height = 220, left = 62, right = 14, top = 34, bottom = 40;

constexpr const char* style = R"(  <style>
    text { font: 13px sans-serif; fill: #222; }
    .small { font-size: 11px; }
    .axis { fill: none; stroke: #222; }
    .grid { stroke: #222; opacity: 0.12; }
    .mark { stroke: #222; opacity: 0.35; stroke-dasharray: 2 3; }
    .line { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
    .dashed { stroke-dasharray: 7 4; }
    .state { fill: #0a62b8; fill-opacity: 0.12; stroke: #0a62b8; stroke-width: 1.5; }
    .edge { fill: none; stroke: #222; stroke-width: 1.3; }
    .head { fill: #222; }
    .c0 { stroke: #0a62b8; } .d0 { fill: #0a62b8; }
    .c1 { stroke: #c2410c; } .d1 { fill: #c2410c; }
    .c2 { stroke: #15803d; } .d2 { fill: #15803d; }
    @media (prefers-color-scheme: dark) {
      text, .head { fill: #ddd; }
      .axis, .grid, .mark, .edge { stroke: #ddd; }
      .state { fill: #6db3ff; stroke: #6db3ff; }
      .c0 { stroke: #6db3ff; } .d0 { fill: #6db3ff; }
      .c1 { stroke: #fb923c; } .d1 { fill: #fb923c; }
      .c2 { stroke: #4ade80; } .d2 { fill: #4ade80; }
    }
  </style>
)";

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

std::string head(const std::string& title, double height) {
  return fmt::format(
             R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img" aria-label="{2}">
)",
             width, height, escaped(title)) +
         style + fmt::format("  <text x=\"{}\" y=\"18\" text-anchor=\"middle\">{}</text>\n", width / 2, escaped(title));
}

/// Maps data to pixels along one axis.
struct Axis {
  double low, high, from, to;
  bool   log;

  double warp(double v) const { return log ? std::log10(v) : v; }
  double operator()(double v) const { return from + (warp(v) - low) / (high - low) * (to - from); }

  /// At most eight round numbers.
  std::vector<double> ticks() const {
    std::vector<double> at;
    double              step = std::pow(10, std::floor(std::log10((high - low) / 3)));
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
      if ((high - low) / (step * factor) <= 8) {
        step *= factor;
        break;
      }
    if (log) step = std::max(1.0, std::ceil(step));
    for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * (high - low); ++k)
      at.push_back(log ? std::pow(10, k * step) : k * step);
    return at;
  }
};

std::string label(double v, bool log) {
  if (log) return fmt::format("{:.0e}", v);
  if (std::abs(v) < 1e-12) return "0";
  return fmt::format("{:.6g}", v);
}

/// All panels of a picture with the same name of their x axis share it.
struct Range {
  double low = 1e300, high = -1e300;
};

Range range_of(const Panel& panel, double Point::*member, bool log) {
  Range range;
  for (const Curve& c : panel.curves)
    for (const auto& piece : c.pieces)
      for (const Point& p : piece) {
        const double v = log ? std::log10(p.*member) : p.*member;
        range.low      = std::min(range.low, v);
        range.high     = std::max(range.high, v);
      }
  return range;
}

Range shared_range(const std::vector<Panel>& panels, const Panel& panel) {
  Range range;
  for (const Panel& other : panels)
    if (other.x_label == panel.x_label) {
      const Range r = range_of(other, &Point::x, other.log_x);
      range         = {std::min(range.low, r.low), std::max(range.high, r.high)};
    }
  return range;
}

Axis axis_over(Range range, bool log, double from, double to, double margin) {
  const double air = margin * std::max(range.high - range.low, 1e-12);
  return {range.low - air, range.high + air, from, to, log};
}

std::string draw_panel(const Panel& panel, Range x_range, double y0) {
  const double y_low = y0 + panel_height - bottom, y_high = y0 + top;
  const Axis   x = axis_over(x_range, panel.log_x, left, width - right, 0.0);
  const Axis   y = axis_over(range_of(panel, &Point::y, panel.log_y), panel.log_y, y_low, y_high, 0.06);
  std::string  out;
  for (const double v : x.ticks())
    out += fmt::format(
        "  <path class=\"grid\" d=\"M{0:.1f} {1:.1f}V{2:.1f}\"/><text class=\"small\" x=\"{0:.1f}\" y=\"{3:.1f}\" "
        "text-anchor=\"middle\">{4}</text>\n",
        x(v), y_low, y_high, y_low + 15, label(v, panel.log_x));
  for (const double v : y.ticks())
    out += fmt::format(
        "  <path class=\"grid\" d=\"M{0:.1f} {1:.1f}H{2:.1f}\"/><text class=\"small\" x=\"{3:.1f}\" y=\"{4:.1f}\" "
        "text-anchor=\"end\">{5}</text>\n",
        left, y(v), width - right, left - 6, y(v) + 4, label(v, panel.log_y));
  out += fmt::format("  <path class=\"axis\" d=\"M{:.1f} {:.1f}V{:.1f}H{:.1f}\"/>\n", left, y_high, y_low, width - right);
  out += fmt::format("  <text class=\"small\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", width - right,
                     y_low + 30, escaped(panel.x_label));
  out += fmt::format("  <text class=\"small\" x=\"6\" y=\"{:.1f}\">{}</text>\n", y_high - 8, escaped(panel.y_label));
  for (const double t : panel.marks)
    out += fmt::format("  <path class=\"mark\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>\n", x(t), y_low, y_high);

  double legend = width - right;
  for (std::size_t k = panel.curves.size(); k-- > 0;) {
    const Curve& c    = panel.curves[k];
    const bool   dots = c.style == Curve::Style::dots;
    for (const auto& piece : c.pieces) {
      if (dots) {
        for (const Point& p : piece)
          out += fmt::format("  <circle class=\"d{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.4\"/>\n", k % 3, x(p.x), y(p.y));
        continue;
      }
      std::string path;
      for (const Point& p : piece) path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : " ", x(p.x), y(p.y));
      out += fmt::format("  <path class=\"line c{}{}\" d=\"{}\"/>\n", k % 3,
                         c.style == Curve::Style::dashed ? " dashed" : "", path);
    }
    if (c.name.empty()) continue;
    out += fmt::format("  <text class=\"small\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", legend,
                       y_high - 8, escaped(c.name));
    legend -= 6.2 * static_cast<double>(c.name.size()) + 4;
    if (dots)
      out += fmt::format("  <circle class=\"d{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.4\"/>\n", k % 3, legend - 10,
                         y_high - 12);
    else
      out += fmt::format("  <path class=\"line c{}{}\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n", k % 3,
                         c.style == Curve::Style::dashed ? " dashed" : "", legend - 24, y_high - 12, legend);
    legend -= 34;
  }
  return out;
}

}  // namespace

std::string draw(const std::string& title, const std::vector<Panel>& panels) {
  std::string out = head(title, 20 + panel_height * static_cast<double>(panels.size()));
  for (std::size_t k = 0; k < panels.size(); ++k)
    out += draw_panel(panels[k], shared_range(panels, panels[k]), 20 + panel_height * static_cast<double>(k));
  return out + "</svg>\n";
}

std::string draw_states(const std::string& title, const std::vector<std::string>& states, const std::vector<Edge>& edges) {
  constexpr double middle = 120, rx = 52, ry = 24;
  const double     step   = width / static_cast<double>(states.size());
  const auto       centre = [&](int k) { return step * (k + 0.5); };
  std::string      out    = head(title, 220);
  for (const Edge& e : edges) {
    const bool   forward = e.to > e.from;
    const double a = centre(e.from), b = centre(e.to), side = forward ? -1 : 1;
    const double bow   = 26 + 24 * (std::abs(e.to - e.from) - 1);
    const double apex  = middle + side * (ry + bow);
    const double y_end = middle + side * ry;
    out += fmt::format("  <path class=\"edge\" d=\"M{:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}\"/>\n", a, y_end,
                       (a + b) / 2, apex + side * (bow - 8), b, y_end + side * 7);
    out += fmt::format("  <path class=\"head\" d=\"M{:.1f} {:.1f}l-5 {:.1f}h10z\"/>\n", b, y_end, side * 9);
    out += fmt::format("  <text class=\"small\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                       (a + b) / 2, apex + (forward ? -4 : 14), escaped(e.label));
  }
  for (std::size_t k = 0; k < states.size(); ++k)
    out += fmt::format(
        "  <ellipse class=\"state\" cx=\"{0:.1f}\" cy=\"{1}\" rx=\"{2}\" ry=\"{3}\"/><text class=\"small\" "
        "x=\"{0:.1f}\" "
        "y=\"{4}\" text-anchor=\"middle\">{5}</text>\n",
        centre(static_cast<int>(k)), middle, rx, ry, middle + 4, escaped(states[k]));
  return out + "</svg>\n";
}

}  // namespace saltus::papers
