#include "sketch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace saltus::cli {
namespace {

// The first bins are this much shorter than those of a run that reaches its end: one that stops early is drawn as sharply.
constexpr double shortest_part = 0x1p-30;
// Points per bin, and at least per step; between them the way is straight.
constexpr double points_per_bin = 2;
constexpr double least_points   = 8;
constexpr double short_step     = 1.0 / 16;  // of a bin: the end and the middle are enough
// Two steps of a method meet up to this, relative to the value. What differs by more has jumped.
constexpr double rounding = 1e-12;

}  // namespace

void Sketch::Cell::extend(double a, double b) {
  if (count == 0) return begin(a, b);
  Extent& e = extents[current];
  e.low     = std::min({e.low, a, b});
  e.high    = std::max({e.high, a, b});
}

void Sketch::Cell::begin(double a, double b) {
  const Extent more{std::min(a, b), std::max(a, b)};
  for (std::uint8_t k = 0; k < count; ++k)
    if (more.low <= extents[k].high && extents[k].low <= more.high) {
      current = k;
      return extend(a, b);
    }
  if (count == extents.size()) {  // the two that are nearest become one
    std::sort(extents.begin(), extents.end(), [](const Extent& x, const Extent& y) { return x.low < y.low; });
    std::size_t at = 0;
    for (std::size_t k = 1; k + 1 < extents.size(); ++k)
      if (extents[k + 1].low - extents[k].high < extents[at + 1].low - extents[at].high) at = k;
    extents[at].high = std::max(extents[at].high, extents[at + 1].high);
    std::move(extents.begin() + static_cast<long>(at) + 2, extents.end(), extents.begin() + static_cast<long>(at) + 1);
    --count;
  }
  current          = count;
  extents[count++] = more;
}

Sketch::Sketch(std::vector<Variable> variables, double t_start, double t_end, std::size_t bins)
    : variables_(std::move(variables)), most_bins_(bins), t_start_(t_start), direction_(t_end < t_start ? -1 : 1),
      width_(std::max(std::abs(t_end - t_start), std::numeric_limits<double>::min()) / static_cast<double>(bins) *
             shortest_part),
      last_(variables_.size()), next_(variables_.size()), cells_(bins * variables_.size()) {}

void Sketch::follow(const Piece& step) {
  if (variables_.empty()) return;
  const auto values_at = [&](double t) {
    for (std::size_t v = 0; v < variables_.size(); ++v) next_[v] = step.value(variables_[v].index, t);
    return std::span<const double>(next_);
  };
  jump_to(step.t0, values_at(step.t0));
  make_room(std::abs(step.t1 - t_start_));
  const double in_bins = std::abs(step.t1 - step.t0) / width_;
  const auto   points =
      static_cast<int>(in_bins < short_step ? 2 : std::max(least_points, std::ceil(points_per_bin * in_bins)));
  for (int k = 1; k <= points; ++k) {
    const double t = k == points ? step.t1 : step.t0 + (step.t1 - step.t0) * k / points;
    line_to(t, values_at(t));
  }
}

void Sketch::follow(const Trajectory& rows) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const double t = rows.times()[k];
    for (std::size_t v = 0; v < variables_.size(); ++v) next_[v] = rows.row(k)[variables_[v].index];
    if (k > 0 && rows.times()[k - 1] == t) jump_to(t, next_);
    else line_to(t, next_);
  }
}

void Sketch::finish(const Trajectory& trajectory) {
  if (trajectory.size() == 0 || variables_.empty()) return;
  const auto row = trajectory.row(trajectory.size() - 1);
  for (std::size_t v = 0; v < variables_.size(); ++v) next_[v] = row[variables_[v].index];
  jump_to(trajectory.times().back(), next_);
}

void Sketch::line_to(double t, std::span<const double> values) {
  if (!begun_) return jump_to(t, values);
  const double s0 = s_, s1 = std::max(s0, std::abs(t - t_start_));
  make_room(s1);
  const std::size_t first = index(s0), final = index(s1);
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    const double y0 = last_[v], y1 = values[v];
    if (!std::isfinite(y0) || !std::isfinite(y1)) {
      if (std::isfinite(y1)) cell(final, v).begin(y1, y1);
      continue;
    }
    for (std::size_t b = first; b <= final; ++b) {
      const auto   on_the_way = [&](double s) { return s1 > s0 ? y0 + (y1 - y0) * ((s - s0) / (s1 - s0)) : y1; };
      const double a          = b == first ? y0 : on_the_way(static_cast<double>(b) * width_);
      const double c          = b == final ? y1 : on_the_way(static_cast<double>(b + 1) * width_);
      cell(b, v).extend(a, c);
    }
  }
  std::copy(values.begin(), values.end(), last_.begin());
  s_ = s1;
}

void Sketch::jump_to(double t, std::span<const double> values) {
  const bool was_begun = std::exchange(begun_, true);
  s_                   = std::max(s_, std::abs(t - t_start_));
  make_room(s_);
  const std::size_t bin = index(s_);
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    if (was_begun && std::abs(values[v] - last_[v]) <= rounding * std::abs(last_[v])) continue;
    if (std::isfinite(values[v])) {
      if (was_begun && variables_[v].discrete && std::isfinite(last_[v])) cell(bin, v).extend(last_[v], values[v]);
      else cell(bin, v).begin(values[v], values[v]);
    }
    last_[v] = values[v];
  }
}

std::size_t Sketch::index(double s) const { return std::min(static_cast<std::size_t>(s / width_), most_bins_ - 1); }

void Sketch::make_room(double s) {
  // The end of the run is the end of the last bin, but for rounding.
  while (s > static_cast<double>(most_bins_) * width_ * (1 + 1e-12)) join_pairs();
}

void Sketch::join_pairs() {
  const std::size_t used = begun_ ? index(s_) + 1 : 0;
  for (std::size_t b = 0; b < used; ++b)
    for (std::size_t v = 0; v < variables_.size(); ++v) {
      Cell joined;
      for (std::size_t part = 2 * b; part < std::min(2 * b + 2, used); ++part) {
        const Cell& from = cell(part, v);
        // In their order, the current one last: what comes next goes on from there.
        for (std::uint8_t k = 0; k < from.count; ++k)
          if (k != from.current) joined.begin(from.extents[k].low, from.extents[k].high);
        if (from.count > 0) joined.begin(from.extents[from.current].low, from.extents[from.current].high);
      }
      cell(b, v) = joined;
    }
  width_ *= 2;
}

std::size_t Sketch::bins() const { return begun_ ? index(s_ * (1 - 1e-12)) + 1 : 0; }

double Sketch::bin_of(double t) const {
  const double part = std::abs(t - t_start_) / (static_cast<double>(bins()) * width_);
  return std::clamp(part, 0.0, 1.0);
}

std::span<const Extent> Sketch::extents(std::size_t bin, std::size_t variable) const {
  const Cell& c = cells_[bin * variables_.size() + variable];
  return std::span(c.extents).first(c.count);
}

Extent Sketch::range(std::size_t variable) const {
  Extent all{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (std::size_t b = 0; b < bins(); ++b)
    for (const Extent& e : extents(b, variable)) all = {std::min(all.low, e.low), std::max(all.high, e.high)};
  return all;
}

}  // namespace saltus::cli
