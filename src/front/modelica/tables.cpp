#include <saltus/front/modelica/tables.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace saltus::modelica {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Akima's slopes; `modified` weighs flat pieces so that they do not overshoot.
std::vector<double> akima_slopes(const std::vector<double>& d, bool modified, bool periodic) {
  const std::size_t   n = d.size() + 1;  // rows
  std::vector<double> e(d.size() + 4);   // the differences, two more on either side
  const std::size_t   m = d.size();
  for (std::size_t k = 0; k < m; ++k) e[k + 2] = d[k];
  if (m == 1) return {d[0], d[0]};
  if (periodic) {
    e[1] = d[m - 1], e[0] = d[m - 2], e[m + 2] = d[0], e[m + 3] = d[1];
  } else {
    e[1] = 2 * d[0] - d[1], e[0] = 2 * e[1] - d[0];
    e[m + 2] = 2 * d[m - 1] - d[m - 2], e[m + 3] = 2 * e[m + 2] - d[m - 1];
  }
  std::vector<double> slope(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto weight = [&](std::size_t k) {
      return std::abs(e[k + 1] - e[k]) + (modified ? std::abs(e[k + 1] + e[k]) / 2 : 0);
    };
    const double left = weight(i), right = weight(i + 2);
    slope[i] = left + right > 0 ? (right * e[i + 1] + left * e[i + 2]) / (left + right) : (e[i + 1] + e[i + 2]) / 2;
  }
  return slope;
}

std::vector<double> monotone_slopes(const std::vector<double>& u, const std::vector<double>& d, bool steffen) {
  std::vector<double> slope(u.size());
  slope.front() = d.front();
  slope.back()  = d.back();
  for (std::size_t i = 1; i + 1 < u.size(); ++i) {
    const double d0 = d[i - 1], d1 = d[i], h0 = u[i] - u[i - 1], h1 = u[i + 1] - u[i];
    if (d0 * d1 <= 0) {
      slope[i] = 0;
    } else if (steffen) {
      const double p = (d0 * h1 + d1 * h0) / (h0 + h1);
      slope[i]       = std::copysign(2 * std::min({std::abs(d0), std::abs(d1), std::abs(p) / 2}), d0);
    } else {
      slope[i] = 3 * (h0 + h1) / ((h0 + 2 * h1) / d0 + (2 * h0 + h1) / d1);
    }
  }
  return slope;
}

}  // namespace

Curve make_curve(std::vector<double> u, std::vector<double> y, Smoothness smoothness, Extrapolation extrapolation) {
  Curve c{.u = std::move(u), .y = std::move(y), .slope = {}, .smoothness = smoothness, .extrapolation = extrapolation};
  const std::size_t n = c.u.size();
  if (n < 2 || smoothness == Smoothness::lines || smoothness == Smoothness::steps) return c;
  std::vector<double> d(n - 1);
  for (std::size_t i = 0; i + 1 < n; ++i) d[i] = (c.y[i + 1] - c.y[i]) / (c.u[i + 1] - c.u[i]);
  if (n == 2) c.slope = {d[0], d[0]};
  else if (smoothness == Smoothness::akima || smoothness == Smoothness::modified_akima)
    c.slope = akima_slopes(d, smoothness == Smoothness::modified_akima, extrapolation == Extrapolation::periodic);
  else c.slope = monotone_slopes(c.u, d, smoothness == Smoothness::steffen);
  return c;
}

std::optional<Curve::Jet> Curve::at(double at, bool before) const {
  const std::size_t n = u.size();
  if (n == 1) return Jet{y[0], 0, 0};
  const double first = u.front(), last = u.back();
  if (extrapolation == Extrapolation::periodic && (at < first || at > last || (at == last && !before))) {
    const double period = last - first;
    at -= period * std::floor((at - first) / period);
    if (at >= last || (before && at <= first)) at = before ? last : first;
  }
  const bool below = at<first, above = at> last;
  if (below || above) {
    if (extrapolation == Extrapolation::refuse) return std::nullopt;
    const double end = below ? y.front() : y.back();
    if (extrapolation == Extrapolation::hold || smoothness == Smoothness::steps) return Jet{end, 0, 0};
    std::size_t k = below ? 0 : n - 2;
    double      s = 0;
    if (!slope.empty()) s = below ? slope.front() : slope.back();
    else s = (y[k + 1] - y[k]) / (u[k + 1] - u[k]);
    if (!std::isfinite(s)) s = 0;
    return Jet{end + s * (at - (below ? first : last)), s, 0};
  }
  // The piece [u_k, u_k+1] that holds `at`; at a row the piece after it, or before it if asked.
  const auto  next = before ? std::lower_bound(u.begin(), u.end(), at) : std::upper_bound(u.begin(), u.end(), at);
  std::size_t k =
      static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(next - u.begin() - 1, 0, static_cast<std::ptrdiff_t>(n) - 2));
  if (smoothness == Smoothness::steps) return Jet{at >= last && !before ? y.back() : y[k], 0, 0};
  const double h = u[k + 1] - u[k];
  if (h == 0) return Jet{before ? y[k] : y[k + 1], 0, 0};
  const double s = (at - u[k]) / h, d = (y[k + 1] - y[k]) / h;
  if (slope.empty()) return Jet{y[k] + d * (at - u[k]), d, 0};
  const double a = slope[k], b = slope[k + 1], c2 = (3 * d - 2 * a - b) / h, c3 = (a + b - 2 * d) / (h * h), x = s * h;
  return Jet{y[k] + x * (a + x * (c2 + x * c3)), a + x * (2 * c2 + 3 * x * c3), 2 * c2 + 6 * x * c3};
}

namespace {

/// Instants nearer than this are the same: what a period and a shift lose by rounding, with some room.
double same_instant(double t, const std::vector<double>& u) {
  return 1e-12 * (std::abs(t) + std::abs(u.front()) + std::abs(u.back()));
}

}  // namespace

double TimeTable::next_event(double t) const {
  if (t < start) return start;
  if (columns.empty() || time_events == 3) return infinity;
  const Curve& c      = columns.front();
  const auto&  u      = c.u;
  const double period = u.back() - u.front(), origin = t - shift, near = same_instant(t, u);
  const bool   repeats = c.extrapolation == Extrapolation::periodic && period > 0;
  const double turns   = repeats ? std::floor((origin + near - u.front()) / period) : 0;
  const auto   jumps   = [&](std::size_t k) {  // whether the row begins something new
    if (time_events == 1 || c.smoothness == Smoothness::steps) return true;
    const bool same_as_before = k > 0 && u[k] == u[k - 1], same_as_next = k + 1 < u.size() && u[k + 1] == u[k];
    return same_as_before || same_as_next || (repeats && (k == 0 || k + 1 == u.size()));
  };
  for (int turn = 0; turn < (repeats ? 2 : 1); ++turn)
    for (std::size_t k = 0; k < u.size(); ++k) {
      const double instant = u[k] + (repeats ? (turns + turn) * period : 0) + shift;
      if (instant > t + near && jumps(k)) return instant;
    }
  return infinity;
}

std::optional<Curve::Jet> TimeTable::at(std::size_t column, double t, double next, double pre_next) const {
  if (t < start || (next == start && pre_next == start)) return Curve::Jet{0, 0, 0};
  // Up to its event the piece before it holds, also where rounding puts t behind it.
  const Curve& c      = columns[column];
  const bool   before = t >= next && next == pre_next;
  double       local  = (before ? next : t) - shift;
  const double period = c.u.back() - c.u.front(), near = same_instant(t, c.u);
  if (c.extrapolation == Extrapolation::periodic && period > 0)
    local -= period * std::floor((local + (before ? -near : near) - c.u.front()) / period);
  const auto row = std::lower_bound(c.u.begin(), c.u.end(), local - near);  // the instant of an event is a row
  if (row != c.u.end() && *row <= local + near) local = *row;
  return c.at(local, before);
}

std::optional<Table2D::Jet> Table2D::at(double x1, double x2) const {
  const auto outside = [](const std::vector<double>& u, double x) { return x < u.front() || x > u.back(); };
  if (extrapolation == Extrapolation::refuse && (outside(u1, x1) || outside(u2, x2))) return std::nullopt;
  const auto piece = [&](const std::vector<double>& u, double& x, bool& held) -> std::size_t {
    held = false;
    if (u.size() < 2) {
      held = true;
      return 0;
    }
    if (extrapolation == Extrapolation::periodic) {
      const double period = u.back() - u.front();
      if (x < u.front() || x > u.back()) x -= period * std::floor((x - u.front()) / period);
    } else if (extrapolation == Extrapolation::hold && outside(u, x)) {
      held = true;
      x    = std::clamp(x, u.front(), u.back());
    }
    const auto next = std::upper_bound(u.begin(), u.end(), x) - u.begin() - 1;
    return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(next, 0, static_cast<std::ptrdiff_t>(u.size()) - 2));
  };
  bool              held1 = false, held2 = false;
  const std::size_t i = piece(u1, x1, held1), j = piece(u2, x2, held2), m = u2.size();
  const auto value = [&](std::size_t a, std::size_t b) { return y[std::min(a, u1.size() - 1) * m + std::min(b, m - 1)]; };
  if (smoothness == Smoothness::steps)
    return Jet{value(x1 >= u1.back() ? u1.size() - 1 : i, x2 >= u2.back() ? m - 1 : j), 0, 0};
  const double h1 = u1.size() > 1 ? u1[i + 1] - u1[i] : 1, h2 = m > 1 ? u2[j + 1] - u2[j] : 1;
  const double s = u1.size() > 1 ? (x1 - u1[i]) / h1 : 0, r = m > 1 ? (x2 - u2[j]) / h2 : 0;
  const double a = value(i, j), b = value(i + 1, j), c = value(i, j + 1), d = value(i + 1, j + 1);
  return Jet{(1 - s) * ((1 - r) * a + r * c) + s * ((1 - r) * b + r * d),
             held1 ? 0 : ((1 - r) * (b - a) + r * (d - c)) / h1, held2 ? 0 : ((1 - s) * (c - a) + s * (d - b)) / h2};
}

}  // namespace saltus::modelica
