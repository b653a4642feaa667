#include <saltus/model/equations.hpp>

#include <algorithm>
#include <cmath>

namespace saltus::model {

void Equations::rate(double t, std::span<const double> x, std::span<const double> dx, std::span<const double> v,
                     std::span<double> r) {
  const auto evaluate = [&](double at, std::span<const double> y, std::span<double> out) {
    if (form() == Form::explicit_ode) rhs(at, y, out);
    else residual(at, y, dx, out);
  };
  const std::size_t   n = x.size();
  std::vector<double> moved(n), back(n);
  double              pace = 0;
  for (std::size_t i = 0; i < n; ++i) pace = std::max(pace, std::abs(v[i]) / std::max(std::abs(x[i]), 1e-3));
  const double step = 1e-5 * std::min(std::max(std::abs(t), 1.0), pace > 0 ? 1 / pace : 1.0);
  for (std::size_t i = 0; i < n; ++i) moved[i] = x[i] - step * v[i];
  evaluate(t - step, moved, back);
  for (std::size_t i = 0; i < n; ++i) moved[i] = x[i] + step * v[i];
  evaluate(t + step, moved, r);
  for (std::size_t i = 0; i < n; ++i) r[i] = (r[i] - back[i]) / (2 * step);
}

}  // namespace saltus::model
