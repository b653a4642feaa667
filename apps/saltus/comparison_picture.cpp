#include "comparison_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

namespace saltus::cli {
namespace {

constexpr double      infinite = std::numeric_limits<double>::infinity();
constexpr int         width = 460, height = 210, margin_left = 74, margin_top = 34, margin_bottom = 30, gap = 26;
constexpr int         plot_width    = width - margin_left;
constexpr const char *colour_result = "#d55e00", *colour_reference = "#0072b2", *colour_tube = "#cfe3f1";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  return out;
}

struct Range {
  double low = infinite, high = -infinite;
  void   include(double v) {
      if (!std::isfinite(v)) return;
    low  = std::min(low, v);
      high = std::max(high, v);
  }
  bool empty() const { return !(low <= high); }
};

/// What a curve does in each of the columns of pixels between t0 and t1.
std::vector<Range> by_column(const Curve& c, double t0, double t1) {
  std::vector<Range> columns(plot_width);
  const double       per_column = (t1 - t0) / plot_width;
  const auto         column_of  = [&](double t) {
    return std::clamp(static_cast<int>(std::floor((t - t0) / per_column)), 0, plot_width - 1);
  };
  const auto first = std::lower_bound(c.t.begin(), c.t.end(), t0) - c.t.begin();
  for (auto i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(first - 1, 0)); i < c.t.size(); ++i) {
    if (c.t[i] >= t0 && c.t[i] <= t1) columns[static_cast<std::size_t>(column_of(c.t[i]))].include(c.v[i]);
    if (i + 1 == c.t.size() || c.t[i] > t1) break;
    const double from = std::max(c.t[i], t0), to = std::min(c.t[i + 1], t1);
    if (!(from < to)) continue;
    for (int k = column_of(from); k <= column_of(to); ++k)
      for (const double t : {std::max(from, t0 + k * per_column), std::min(to, t0 + (k + 1) * per_column)})
        columns[static_cast<std::size_t>(k)].include(std::lerp(c.v[i], c.v[i + 1], (t - c.t[i]) / (c.t[i + 1] - c.t[i])));
  }
  return columns;
}

std::vector<Range> tube_of(const std::vector<Range>& curve, const Tube& tube, double per_column) {
  const auto reach = static_cast<std::ptrdiff_t>(std::min<double>(std::ceil(tube.time / per_column), plot_width));
  std::vector<Range> wide(curve.size());
  for (std::ptrdiff_t k = 0; k < std::ssize(curve); ++k)
    for (std::ptrdiff_t j = std::max<std::ptrdiff_t>(0, k - reach); j <= std::min(std::ssize(curve) - 1, k + reach); ++j) {
      const auto& from = curve[static_cast<std::size_t>(j)];
      if (from.empty()) continue;
      wide[static_cast<std::size_t>(k)].include(from.low - tube.value);
      wide[static_cast<std::size_t>(k)].include(from.high + tube.value);
    }
  return wide;
}

struct Panel {
  double x, y, t0, t1, v0, v1;  ///< where on the page, and what it shows

  double px(double t) const { return x + margin_left + (t - t0) / (t1 - t0) * plot_width; }
  double py(double v) const { return y + margin_top + (v1 - v) / (v1 - v0) * (height - margin_top - margin_bottom); }
};

double nice_step(double range) {
  const double raw = range / 5, unit = std::pow(10, std::floor(std::log10(raw)));
  for (const double f : {1.0, 2.0, 5.0})
    if (f * unit >= raw) return f * unit;
  return 10 * unit;
}

std::string frame(const Panel& p) {
  const double top = p.y + margin_top, bottom = p.y + height - margin_bottom, left = p.x + margin_left;
  std::string  out =
      fmt::format("<rect x='{}' y='{}' width='{}' height='{}' class='f'/>\n", left, top, plot_width, bottom - top);
  const double step_t = nice_step(p.t1 - p.t0), step_v = nice_step(p.v1 - p.v0);
  // Labels need as many digits as tell neighbouring ticks apart.
  const auto digits = [](double largest, double step) {
    return std::clamp(static_cast<int>(std::ceil(std::log10(std::max(largest, step) / step))) + 1, 1, 15);
  };
  const int digits_t = digits(std::max(std::abs(p.t0), std::abs(p.t1)), step_t);
  const int digits_v = digits(std::max(std::abs(p.v0), std::abs(p.v1)), step_v);
  for (double k = std::ceil(p.t0 / step_t); k * step_t <= p.t1; ++k)
    out += fmt::format("<text x='{:.1f}' y='{:.1f}' class='t'>{:.{}g}</text>\n", p.px(k * step_t), bottom + 14,
                       k * step_t + 0.0, digits_t);
  for (double k = std::ceil(p.v0 / step_v); k * step_v <= p.v1; ++k)
    out += fmt::format("<path d='M{:.1f} {:.1f}h{}' class='g'/><text x='{:.1f}' y='{:.1f}' class='v'>{:.{}g}</text>\n",
                       left, p.py(k * step_v), plot_width, left - 5, p.py(k * step_v) + 4, k * step_v + 0.0, digits_v);
  return out;
}

/// Every column of pixels gets its lowest and highest value, in the order that keeps the line short.
std::string line(const Panel& p, const std::vector<Range>& columns, const char* colour) {
  std::string path;
  double      last = 0;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const auto& c = columns[k];
    if (c.empty()) continue;
    const double x  = p.x + margin_left + static_cast<double>(k) + 0.5;
    const bool   up = path.empty() || std::abs(c.low - last) <= std::abs(c.high - last);
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x, p.py(up ? c.low : c.high));
    if (c.high > c.low) path += fmt::format("V{:.1f}", p.py(up ? c.high : c.low));
    last = up ? c.high : c.low;
  }
  return fmt::format("<path d='{}' class='l' stroke='{}'/>\n", path, colour);
}

std::string area(const Panel& p, const std::vector<Range>& columns) {
  std::string upper, lower;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (columns[k].empty()) continue;
    const double x = p.x + margin_left + static_cast<double>(k) + 0.5;
    upper += fmt::format("{}{:.1f} {:.1f}", upper.empty() ? "M" : "L", x, p.py(columns[k].high));
    lower = fmt::format("L{:.1f} {:.1f}", x, p.py(columns[k].low)) + lower;
  }
  return fmt::format("<path d='{}{}Z' fill='{}'/>\n", upper, lower, colour_tube);
}

std::string panel(double x, double y, double t0, double t1, const Curve& a, const Curve& b, const SignalDistance& s) {
  const auto of_a = by_column(a, t0, t1), of_b = by_column(b, t0, t1),
             tube = tube_of(of_b, s.tube, (t1 - t0) / plot_width);
  Range all;
  for (const auto* columns : {&of_a, &of_b, &tube})
    for (const auto& c : *columns) {
      all.include(c.low);
      all.include(c.high);
    }
  if (all.empty()) all = {0, 0};
  const double room =
      all.high > all.low ? 0.06 * (all.high - all.low) : std::max(1e-300, 0.1 * std::abs(all.high) + 1e-9);
  const Panel p{x, y, t0, t1, all.low - room, all.high + room};
  std::string out = frame(p) + area(p, tube) + line(p, of_b, colour_reference) + line(p, of_a, colour_result);
  if (s.distance.size > 0 && std::isfinite(s.distance.a) && std::isfinite(s.distance.b))
    out += fmt::format(
        "<path d='M{0:.1f} {1:.1f}V{2:.1f}' class='m'/><circle cx='{0:.1f}' cy='{1:.1f}' r='5' class='m'/>\n",
        p.px(s.distance.t), p.py(s.distance.a), p.py(s.distance.b));
  return out;
}

/// About ten rows of the denser result on either side of the worst place, and at least twice the tolerance of time.
std::pair<double, double> close_up(const Curve& a, const Curve& b, const SignalDistance& s) {
  double half = infinite;
  for (const auto* c : {&a, &b}) {
    const auto at    = std::lower_bound(c->t.begin(), c->t.end(), s.distance.t) - c->t.begin();
    const auto n     = std::ssize(c->t);
    const auto first = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, at - 10));
    const auto last  = static_cast<std::size_t>(std::min<std::ptrdiff_t>(n - 1, at + 10));
    half             = std::min(half, 0.5 * (c->t[last] - c->t[first]));
  }
  half = std::max({half, 4 * s.tube.time, 1e-12 * std::max(1.0, std::abs(s.distance.t))});
  return {s.distance.t - half, s.distance.t + half};
}

}  // namespace

std::string comparison_svg(const Comparison& comparison, const NamedResult& result, const NamedResult& reference,
                           std::size_t most_signals) {
  const std::size_t count      = std::min(most_signals, comparison.signals.size());
  const int         page_width = 2 * width + 3 * gap, page_height = static_cast<int>(count) * (height + gap) + 64;
  std::string       out = fmt::format(
            "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' font-family='sans-serif' "
                  "font-size='12'>\n"
                  "<style>.f{{fill:none;stroke:#888}}.g{{stroke:#ddd}}.l{{fill:none;stroke-width:1.5;stroke-linejoin:round}}"
                  ".t{{text-anchor:middle;fill:#444}}.v{{text-anchor:end;fill:#444}}.m{{fill:none;stroke:#c00;stroke-width:2}}"
                  ".h{{font-weight:bold}}</style>\n"
                  "<rect width='100%' height='100%' fill='#fff'/>\n"
                  "<g transform='translate({2} 24)'><path d='M0 -4h22' class='l' stroke='{3}'/><text x='28'>{4}</text></g>\n"
                  "<g transform='translate({5} 24)'><rect y='-10' width='22' height='12' fill='{6}'/><path d='M0 -4h22' class='l' "
                  "stroke='{7}'/><text x='28'>{8} and its tube</text></g>\n",
            page_width, page_height, gap + margin_left, colour_result, escaped(result.label), gap + width + gap + margin_left,
            colour_tube, colour_reference, escaped(reference.label));
  for (std::size_t k = 0; k < count; ++k) {
    const auto& s = comparison.signals[k];
    const Curve a{result.columns[0], result.columns[s.in_result]},
        b{reference.columns[0], reference.columns[s.in_reference]};
    const double y  = 40 + static_cast<double>(k) * (height + gap);
    double       t0 = std::min(a.t.front(), b.t.front()), t1 = std::max(a.t.back(), b.t.back());
    if (!(t1 > t0)) t1 = t0 + 1;
    const auto [from, to] = close_up(a, b, s);
    out += fmt::format("<text x='{}' y='{}' class='h'>{}</text>\n", gap + margin_left, y + margin_top - 10,
                       escaped(s.name));
    out += fmt::format("<text x='{}' y='{}'>{} of the tube at t = {:.9g}</text>\n", gap + width + gap + margin_left,
                       y + margin_top - 10, fmt::format("{:.3g} times the height", s.distance.size), s.distance.t);
    out += panel(gap, y, t0, t1, a, b, s) + panel(2 * gap + width, y, from, to, a, b, s);
  }
  return out + "</svg>\n";
}

}  // namespace saltus::cli
