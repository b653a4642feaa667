#include <saltus/integrate/step_control.hpp>

#include <saltus/core/error.hpp>
#include <saltus/integrate/arithmetic.hpp>

namespace saltus::integrate {

namespace {

constexpr double safety         = 0.9;
constexpr double largest_growth = 8;      // of an accepted step
constexpr double largest_shrink = 0.2;    // of a rejected step
constexpr double damping        = 0.04;   // Hairer's beta: weight of the error before
constexpr double error_floor    = 1e-4;   // of the error before: a smaller one would damp the growth without need
constexpr double tiny_error     = 1e-12;  // keeps the power finite; the growth is clamped long before

}  // namespace

Norm error_norm(std::span<const double> e, std::span<const double> x, std::span<const double> x_new,
                const Tolerances& tolerances) {
  Norm norm;
  for (std::size_t i = 0; i < e.size(); ++i) {
    const double unit = weight(tolerances, i, std::max(std::abs(x_new[i]), std::abs(x[i])));  // NaN when x_new is
    if (std::abs(e[i]) <= norm.value * unit && unit <= std::numeric_limits<double>::max()) continue;  // no division
    if (!std::isfinite(e[i]) || !std::isfinite(x_new[i])) return {std::numeric_limits<double>::infinity(), i};
    if (const double size = std::abs(e[i]) / unit; size > norm.value) norm = {size, i};
  }
  return norm;
}

std::optional<std::size_t> first_not_finite(std::span<const double> values) {
  if (all_finite(values)) return std::nullopt;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i])) return i;
  return std::nullopt;
}

double smallest_step(double t, double t_limit) {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  const double     way     = std::isfinite(t_limit) ? std::abs(t_limit - t) : 0.0;
  return std::max({16 * epsilon * std::abs(t), epsilon * epsilon * way, std::numeric_limits<double>::min()});
}

FittedStep fit_step(double t, double length, double t_limit, int direction, double largest) {
  SALTUS_ASSERT(length > 0 && direction * (t_limit - t) > 0);
  const double way       = std::abs(t_limit - t);
  const double stretched = std::min(largest_stretch * length, largest + smallest_step(t, t_limit));
  if (way <= stretched) return {t_limit - t, t_limit, way < length};
  const bool   halve = way < 2 * length;
  const double h     = direction * (halve ? way / 2 : length);
  const double t1    = t + h;
  return {t1 - t, t1, halve};  // t1 - t: the step that the clock really takes
}

void StepController::accept(double h, double err, int k, bool shortened, double largest) {
  const double exponent = 1.0 / k - 0.75 * damping;
  double       factor   = safety * std::pow(std::max(err, tiny_error), -exponent) * std::pow(previous_error, damping);
  factor                = std::clamp(factor, largest_shrink, just_rejected ? 1.0 : largest_growth);
  double next           = h * factor;
  if (shortened) next = std::max(next, length);  // a short step is no reason to forget the long one
  length         = std::min(next, largest);
  previous_error = std::max(err, error_floor);
  just_rejected  = false;
}

double StepController::reject(double h, double err, int k) {
  length        = h * std::clamp(safety * std::pow(err, -1.0 / k), largest_shrink, safety);
  just_rejected = true;
  return length;
}

StartSizes start_sizes(std::span<const double> x, std::span<const double> dx, const Tolerances& tolerances) {
  StartSizes sizes{0, 0};
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double w = weight(tolerances, i, x[i]);
    sizes.x        = std::max(sizes.x, std::abs(x[i]) / w);
    sizes.dx       = std::max(sizes.dx, std::abs(dx[i]) / w);
  }
  return sizes;
}

double probe_length(const StartSizes& sizes, double room) {
  const bool   no_scale = sizes.x < 1e-5 || sizes.dx < 1e-5;
  const double h0       = no_scale ? 1e-6 * (std::isfinite(room) ? room : 1.0) : 0.01 * sizes.x / sizes.dx;
  return std::min(h0, room);
}

double first_length(const StartSizes& sizes, double second_derivative, double probe, int k, double room) {
  const double size = std::max(sizes.dx, second_derivative);
  const double h1   = size <= 1e-15 ? std::max(1e-3 * room, probe) : std::pow(0.01 / size, 1.0 / k);
  return std::min({100 * probe, h1, room});
}

}  // namespace saltus::integrate
