// radau_error.cpp: the error of the polynomial of a Radau step, anywhere in the step.
//
// Problem    events are located on u, so u has to be right everywhere, in stiff and algebraic components too.
// Method     three witnesses. The gap delta of slopes at the beginning, which costs nothing, with the weight of the kind
//            of component. Where it is too large or unknown, the Newton correction at one point inside. And the decay
//            of the coefficients of u, for what happens between those points.
// Notation   see radau_iia.hpp: u' - x' = K M for non-stiff components, u - x = K theta M for algebraic ones.

#include <saltus/integrate/radau.hpp>
#include <saltus/integrate/radau_control.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace saltus::integrate {

namespace {

constexpr double decay_weight = 0.3;  // of the error that the decay of the coefficients lets expect

/// How the rounding of Z appears in the last coefficient of u: sums of rows of the interpolation, for 3, 5 and 7 stages.
constexpr std::array<double, 3> coefficient_noise{30, 510, 8700};

}  // namespace

/// The error of u anywhere in the step, by component.
Norm Radau::estimate_error(double h) {
  const InsideWeights weights = inside_weights(stages_);
  if (!estimate_by_gap(h, weights)) estimate_by_correction(h, weights);
  estimate_by_decay(weights);
  return size(error_);
}

/// From |delta|, as if each component were of the worse kind; then with the kinds told apart. False when neither shows
/// that the error is small.
bool Radau::estimate_by_gap(double h, const InsideWeights& weights) {
  for (std::size_t i = 0; i < n_; ++i) gap_[i] = h * dx_[i] - c_[n_ + i];
  if (!slopes_known()) return false;
  const double smooth = weights.of_gap(), stiff = weights.of_stiff_gap();
  for (std::size_t i = 0; i < n_; ++i) error_[i] = stiff * gap_[i];
  if (size(error_).value <= 0.1 * accepted_error) return true;

  filter_gap(h);
  for (std::size_t i = 0; i < n_; ++i)
    error_[i] = (std::abs(filtered_[i]) > 0.5 * std::abs(gap_[i]) ? smooth : stiff) * gap_[i];
  return size(error_).value <= accepted_error;
}

/// Residuals at a few points do not see what begins at others, such as a diode that starts to conduct near the end. The
/// coefficients of u do: if they do not decay, then what comes after the last one is as large as the last one.
void Radau::estimate_by_decay(const InsideWeights& weights) {
  const std::size_t s     = stages_;
  const Decay       decay = last_coefficients();
  if (decay.last <= 0) return;
  const double next = decay.last * std::min(1.0, decay.last / std::max(decay.before, std::numeric_limits<double>::min()));
  const double per_derivative = std::max(weights.e.integral * static_cast<double>(s + 1), weights.e.product);
  const double estimate       = decay_weight * per_derivative * next / per_weight_[decay.component];
  double&      e              = error_[decay.component];
  if (estimate > std::abs(e)) e = estimate;
}

/// The sizes of the last two coefficients in the middle of the step, in tolerances and beyond their rounding.
Radau::Decay Radau::last_coefficients() const {
  const std::size_t s     = stages_;
  const double      noise = coefficient_noise[(s - 3) / 2] * std::numeric_limits<double>::epsilon();
  Decay             decay;
  for (std::size_t i = 0; i < n_; ++i) {
    const double last = c_[s * n_ + i], before = c_[(s - 1) * n_ + i] + 0.5 * static_cast<double>(s) * last;
    decay.before = std::max(decay.before, std::abs(before) * per_weight_[i]);
    if (const double size = (std::abs(last) - noise * std::abs(x_[i])) * per_weight_[i]; size > decay.last) {
      decay.last      = size;
      decay.component = i;
    }
  }
  return decay;
}

/// gamma / h (gamma/h F_x' + F_x)^-1 F_x' delta: delta where a component is not stiff, nothing where it is algebraic.
void Radau::filter_gap(double h) {
  const double scale = inside_weights(stages_).gamma / h;
  for (std::size_t i = 0; i < n_; ++i) stage_x_[i] = scale * gap_[i];
  matrices_.multiply_f_dx(stage_x_, filtered_);
  matrices_.solve_real(filtered_);
}

/// The Newton correction of u at one point inside the step, and at its beginning where the slope is known.
void Radau::estimate_by_correction(double h, const InsideWeights& weights) {
  const DenseOutput u{.t0 = t_, .h = h, .degree = static_cast<int>(stages_), .n = n_, .c = c_};
  u.at(weights.e.point, stage_x_);
  u.slope(weights.e.point, row(stage_dx_, 0));
  residual(t_ + weights.e.point * h, stage_x_, row(stage_dx_, 0), error_);
  matrices_.solve_real(error_);
  for (double& e : error_) e *= weights.of_correction();
  if (!slopes_known()) return;
  for (std::size_t i = 0; i < n_; ++i)
    if (const double start = weights.of_gap() * filtered_[i]; std::abs(start) > std::abs(error_[i])) error_[i] = start;
}

}  // namespace saltus::integrate
