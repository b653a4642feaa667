#include "comparison.hpp"

#include "select.hpp"

#include <saltus/core/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace saltus::cli {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

void make_forward(NamedResult& r) {
  if (r.columns.empty() || r.columns[0].empty())
    throw InputError(fmt::format("S0515: {} has no rows, so there is nothing to compare.", r.label));
  auto&      t        = r.columns[0];
  const bool backward = t.back() < t.front();
  for (std::size_t i = 1; i < t.size(); ++i)
    if (!(backward ? t[i] <= t[i - 1] : t[i] >= t[i - 1]))
      throw InputError(
          fmt::format("S0517: the times of {} go back at row {}, from {} to {}. A result is a curve; sort "
                      "its rows, or take apart what two runs have written.",
                      r.label, i + 1, t[i - 1], t[i]));
  if (backward)
    for (auto& column : r.columns) std::reverse(column.begin(), column.end());
}

bool selected(const std::vector<std::string>& patterns, const std::string& name) {
  return patterns.empty() ||
         std::any_of(patterns.begin(), patterns.end(), [&](const auto& p) { return matches(p, name); });
}

int kind_of(double v) { return std::isnan(v) ? 2 : std::isfinite(v) ? 0 : v > 0 ? 1 : -1; }

/// Where a value that is not finite on one side has no counterpart at the same time, or beside it, on the other.
std::optional<std::size_t> unmatched(const Curve& own, const Curve& other) {
  std::size_t j = 0;
  for (std::size_t i = 0; i < own.t.size(); ++i) {
    const int kind = kind_of(own.v[i]);
    if (kind == 0 || own.t[i] < other.t.front() || own.t[i] > other.t.back()) continue;
    while (j + 1 < other.t.size() && other.t[j + 1] < own.t[i]) ++j;
    bool found = false;
    for (std::size_t k = j; k < other.t.size() && !found; ++k) {
      found = kind_of(other.v[k]) == kind;
      if (other.t[k] > own.t[i]) break;
    }
    if (!found) return i;
  }
  return std::nullopt;
}

/// The rows with finite values.
struct Finite {
  explicit Finite(const Curve& c) {
    if (std::all_of(c.v.begin(), c.v.end(), [](double x) { return std::isfinite(x); })) {
      curve = c;
      return;
    }
    for (std::size_t i = 0; i < c.t.size(); ++i)
      if (std::isfinite(c.v[i])) {
        t.push_back(c.t[i]);
        v.push_back(c.v[i]);
      }
    curve = {t, v};
  }
  Finite(const Finite&) = delete;
  std::vector<double> t, v;
  Curve               curve;
};

double value_at(const Curve& c, double t) {
  const auto at = std::upper_bound(c.t.begin(), c.t.end(), t) - c.t.begin();
  if (at == 0) return c.v.front();
  const auto i = static_cast<std::size_t>(at) - 1;
  if (i + 1 == c.t.size() || c.t[i] == t) return c.v[i];
  return std::lerp(c.v[i], c.v[i + 1], (t - c.t[i]) / (c.t[i + 1] - c.t[i]));
}

Distance distance_of(const Curve& a, const Curve& b, const Tube& tube) {
  if (const auto i = unmatched(a, b)) return {infinite, a.t[*i], a.v[*i], value_at(b, a.t[*i])};
  if (const auto i = unmatched(b, a)) return {infinite, b.t[*i], value_at(a, b.t[*i]), b.v[*i]};
  const Finite finite_a(a), finite_b(b);
  return distance(finite_a.curve, finite_b.curve, tube);
}

/// How far a smooth curve may be from the straight line between two rows around t: h^2/8 |v''|, with v'' from the slopes
/// of this stretch and its neighbours on the same side of a jump. Infinite inside of a stretch whose neighbours are jumps.
double bend(const Curve& c, double t) {
  const auto n       = c.t.size();
  const auto at      = static_cast<std::size_t>(std::upper_bound(c.t.begin(), c.t.end(), t) - c.t.begin());
  double     largest = 0;
  bool       known   = false;
  for (std::size_t i = at > 1 ? at - 2 : 0; i + 1 < n && i <= at; ++i) {  // the stretch of t and one on either side
    if (i == 0) continue;
    const double h0 = c.t[i] - c.t[i - 1], h1 = c.t[i + 1] - c.t[i];
    if (!(h0 > 0 && h1 > 0)) continue;
    const double second = 2 * ((c.v[i + 1] - c.v[i]) / h1 - (c.v[i] - c.v[i - 1]) / h0) / (h0 + h1);
    largest             = std::max(largest, std::abs(second) * std::pow(std::max(h0, h1), 2) / 8);
    known               = true;
  }
  const bool inside = at > 0 && at < n && c.t[at - 1] < t;
  return known || !inside ? largest : infinite;
}

double size_of(std::span<const double> v) {
  double size = 0;
  for (const double x : v)
    if (std::isfinite(x)) size = std::max(size, std::abs(x));
  return size;
}

}  // namespace

std::size_t Comparison::outside() const {
  return static_cast<std::size_t>(
      std::count_if(signals.begin(), signals.end(), [](const auto& s) { return !s.inside(); }));
}

bool Comparison::spans_agree() const {
  return std::abs(result_span.first - reference_span.first) <= time &&
         std::abs(result_span.second - reference_span.second) <= time;
}

Comparison compare(NamedResult& result, NamedResult& reference, const CompareOptions& options) {
  make_forward(result);
  make_forward(reference);
  const auto &ta = result.columns[0], &tb = reference.columns[0];
  Comparison  c{.result_span = {ta.front(), ta.back()}, .reference_span = {tb.front(), tb.back()}};
  c.time = options.time.value_or(default_time * (tb.back() - tb.front()));
  if (ta.front() > tb.back() + c.time || tb.front() > ta.back() + c.time)
    throw InputError(
        fmt::format("S0515: {} covers {} to {} and {} covers {} to {}, so there is no time to compare. Compare "
                    "results of the same span.",
                    result.label, ta.front(), ta.back(), reference.label, tb.front(), tb.back()));

  std::map<std::string, std::size_t> in_reference;
  for (std::size_t j = 1; j < reference.names.size(); ++j)
    if (selected(options.select, reference.names[j])) in_reference.emplace(reference.names[j], j);
  for (std::size_t i = 1; i < result.names.size(); ++i) {
    if (!selected(options.select, result.names[i])) continue;
    const auto found = in_reference.find(result.names[i]);
    if (found == in_reference.end()) {
      c.only_in_result.push_back(result.names[i]);
      continue;
    }
    const std::size_t j = found->second;
    const Curve       a{ta, result.columns[i]}, b{tb, reference.columns[j]};
    const Tube        tube{c.time, options.atol + options.rtol * size_of(b.v)};
    const Distance    d = distance_of(a, b, tube);
    c.signals.push_back({.name           = result.names[i],
                         .tube           = tube,
                         .distance       = d,
                         .in_result      = i,
                         .in_reference   = j,
                         .straight_lines = std::max(bend(a, d.t), bend(b, d.t)) / tube.value});
    in_reference.erase(found);
  }
  for (std::size_t j = 1; j < reference.names.size(); ++j)
    if (const auto left = in_reference.find(reference.names[j]); left != in_reference.end() && left->second == j)
      c.only_in_reference.push_back(reference.names[j]);
  if (c.signals.empty())
    throw InputError(fmt::format("S0515: the two results have no signal in common{}. {} has: {}.",
                                 options.select.empty() ? "" : " that --select names", result.label,
                                 fmt::join(std::vector(result.names.begin() + 1, result.names.end()), ", ")));
  std::stable_sort(c.signals.begin(), c.signals.end(),
                   [](const auto& x, const auto& y) { return x.distance.size > y.distance.size; });
  return c;
}

}  // namespace saltus::cli
