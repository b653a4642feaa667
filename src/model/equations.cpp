#include <saltus/model/equations.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace saltus::model {

namespace {

/// How far to go along v from x so that no component changes by more than a small part of itself.
double difference_step(std::span<const double> x, std::span<const double> v, double scale) {
  double pace = 0;
  for (std::size_t i = 0; i < x.size(); ++i) pace = std::max(pace, std::abs(v[i]) / std::max(std::abs(x[i]), 1e-3));
  return 1e-5 * std::min(scale, pace > 0 ? 1 / pace : scale);
}

}  // namespace

void Equations::rate(double t, std::span<const double> x, std::span<const double> dx, std::span<const double> v,
                     std::span<double> r) {
  const auto evaluate = [&](double at, std::span<const double> y, std::span<double> out) {
    if (form() == Form::explicit_ode) rhs(at, y, out);
    else residual(at, y, dx, out);
  };
  const std::size_t   n = x.size();
  std::vector<double> moved(n), back(n);
  const double        step = difference_step(x, v, std::max(std::abs(t), 1.0));
  for (std::size_t i = 0; i < n; ++i) moved[i] = x[i] - step * v[i];
  evaluate(t - step, moved, back);
  for (std::size_t i = 0; i < n; ++i) moved[i] = x[i] + step * v[i];
  evaluate(t + step, moved, r);
  for (std::size_t i = 0; i < n; ++i) r[i] = (r[i] - back[i]) / (2 * step);
}

void Equations::directional(double t, std::span<const double> x, std::span<const double> dx, std::span<const double> v,
                            std::span<const double> w, std::span<double> r) {
  // One after the other: v and w have different units, and no common step would suit both.
  const std::size_t   n = x.size();
  std::vector<double> moved(n), back(n);
  const auto          add = [&](std::span<const double> at, std::span<const double> along, auto&& evaluate) {
    if (std::all_of(along.begin(), along.end(), [](double d) { return d == 0; })) return;
    const double step = difference_step(at, along, std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < n; ++i) moved[i] = at[i] - step * along[i];
    evaluate(back);
    for (std::size_t i = 0; i < n; ++i) r[i] -= back[i] / (2 * step);
    for (std::size_t i = 0; i < n; ++i) moved[i] = at[i] + step * along[i];
    evaluate(back);
    for (std::size_t i = 0; i < n; ++i) r[i] += back[i] / (2 * step);
  };
  std::fill(r.begin(), r.end(), 0.0);
  if (form() == Form::explicit_ode) {
    add(x, v, [&](std::span<double> out) {
      rhs(t, moved, out);
      for (double& f : out) f = -f;
    });
    for (std::size_t i = 0; i < n; ++i) r[i] += w[i];
  } else {
    add(x, v, [&](std::span<double> out) { residual(t, moved, dx, out); });
    add(dx, w, [&](std::span<double> out) { residual(t, x, moved, out); });
  }
}

}  // namespace saltus::model
