#include <saltus/front/modelica/delay_line.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace saltus::modelica {

namespace {

constexpr int n = DelayLine::points - 1;  // the degree

double node(int j) { return -std::cos(std::numbers::pi * j / n); }

/// Chebyshev coefficients from the values at the nodes: a cosine transform.
std::array<double, DelayLine::points> coefficients(std::span<const double, DelayLine::points> values) {
  std::array<double, DelayLine::points> c{};
  for (int k = 0; k <= n; ++k) {
    double sum = 0;
    for (int j = 0; j <= n; ++j) {
      const double weight = j == 0 || j == n ? 0.5 : 1.0;
      sum += weight * values[static_cast<std::size_t>(j)] * std::cos(k * std::acos(std::clamp(node(j), -1.0, 1.0)));
    }
    c[static_cast<std::size_t>(k)] = sum * (k == 0 || k == n ? 1.0 : 2.0) / n;
  }
  return c;
}

double largest(std::span<const double> values) {
  double size = 0;
  for (const double v : values) size = std::max(size, std::abs(v));
  return size;
}

}  // namespace

std::array<double, DelayLine::points> DelayLine::instants(double t0, double t1) {
  std::array<double, points> t{};
  for (int j = 0; j < points; ++j) t[static_cast<std::size_t>(j)] = t0 + 0.5 * (1 + node(j)) * (t1 - t0);
  t.back() = t1;
  return t;
}

// Clenshaw's recurrence.
double DelayLine::Step::value(double s) const {
  const double z = 2 * (s - t0) / (t1 - t0) - 1;
  double       b = 0, b1 = 0;
  for (int k = n; k >= 1; --k) {
    const double next = c[static_cast<std::size_t>(k)] + 2 * z * b - b1;
    b1                = std::exchange(b, next);
  }
  return c[0] + z * b - b1;
}

double DelayLine::Step::slope(double s) const {
  // T_k' = k U_(k-1), and U has the recurrence of T with another start.
  const double z = 2 * (s - t0) / (t1 - t0) - 1;
  double       u = 1, u1 = 0, sum = 0;
  for (int k = 1; k <= n; ++k) {
    sum += c[static_cast<std::size_t>(k)] * k * u;
    const double next = 2 * z * u - u1;
    u1                = std::exchange(u, next);
  }
  return sum * 2 / (t1 - t0);
}

void DelayLine::add(double t0, double t1, std::span<const double, points> values) {
  if (!(t1 > t0)) return;
  Step step{t0, t1, 0, true, coefficients(values)};
  size_ = std::max(size_, largest(values));
  if (!steps_.empty()) {
    const Step&  last   = steps_.back();
    const double slopes = std::abs(last.slope(last.t1)) + std::abs(step.slope(t0));
    const bool   jumps  = may_jump_ && std::abs(values[0] - last.value(last.t1)) > 1e-10 * size_;
    step.piece          = last.piece + (jumps ? 1 : 0);
    step.corner         = jumps || (may_jump_ && std::abs(last.slope(last.t1) - step.slope(t0)) > 1e-6 * slopes);
  }
  may_jump_ = false;
  steps_.push_back(step);
}

void DelayLine::forget_before(double s) {
  while (steps_.size() > 1 && steps_.front().t1 < s) steps_.pop_front();
}

const DelayLine::Step* DelayLine::find(double s, int piece) const {
  const auto first = std::partition_point(steps_.begin(), steps_.end(), [&](const Step& x) { return x.piece < piece; });
  const auto last  = std::partition_point(first, steps_.end(), [&](const Step& x) { return x.piece == piece; });
  if (first == last) return steps_.empty() ? nullptr : first == steps_.end() ? &steps_.back() : &*first;
  const auto at = std::partition_point(first, last, [&](const Step& x) { return x.t1 <= s; });
  return at == last ? &*std::prev(last) : &*at;
}

double DelayLine::value(double s, int piece, double before) const {
  const Step* step = find(s, piece);
  if (step == nullptr || (step == &steps_.front() && step->corner && s <= step->t0 && piece == 0)) return before;
  return step->value(s);
}

double DelayLine::slope(double s, int piece) const {
  const Step* step = find(s, piece);
  if (step == nullptr || (step == &steps_.front() && step->corner && s < step->t0 && piece == 0)) return 0;
  return step->slope(s);
}

double DelayLine::beginning(int piece) const {
  const auto at = std::partition_point(steps_.begin(), steps_.end(), [&](const Step& x) { return x.piece < piece; });
  return at == steps_.end() || at->piece != piece ? never : at->t0;
}

double DelayLine::next_corner(double s) const {
  auto at = std::partition_point(steps_.begin(), steps_.end(), [&](const Step& x) { return x.t0 <= s; });
  at      = std::find_if(at, steps_.end(), [](const Step& x) { return x.corner; });
  return at == steps_.end() ? never : at->t0;
}

void DelayedSteps::add(double t, double value) {
  while (!changes_.empty() && changes_.back().t >= t) changes_.pop_back();
  changes_.push_back({t, value});
}

double DelayedSteps::take() {
  const double value = changes_.front().value;
  changes_.pop_front();
  return value;
}

}  // namespace saltus::modelica
