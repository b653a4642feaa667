#include <saltus/integrate/explicit_method.hpp>

#include <saltus/core/error.hpp>

namespace saltus::integrate {

ExplicitMethod::ExplicitMethod(Profile profile, Tolerances tolerances, StepLimits limits)
    : profile_(profile), tolerances_(std::move(tolerances)), limits_(limits) {}

void ExplicitMethod::restart(model::Equations& equations, double t, std::span<const double> x,
                             std::span<const double> dx, int direction, Resume resume) {
  SALTUS_ASSERT(equations.form() == model::Form::explicit_ode);
  SALTUS_ASSERT(direction == 1 || direction == -1);
  SALTUS_ASSERT(x.size() == equations.size() && dx.size() == x.size() && tolerances_.absolute.size() == x.size());
  const double kept = resume == Resume::keep_step ? next_step() : 0.0;

  equations_      = &equations;
  n_              = equations.size();
  t_              = t;
  direction_      = direction;
  const auto rows = static_cast<std::size_t>(profile_.stages), powers = static_cast<std::size_t>(profile_.degree) + 1;
  k_.resize(rows * n_);
  c_.resize(powers * n_);
  x_new_.resize(n_);
  stage_x_.resize(n_);
  error_.assign(n_, 0.0);
  x_.resize(n_);
  std::copy(x.begin(), x.end(), x_.begin());
  std::copy(dx.begin(), dx.end(), row(0).begin());

  control_    = StepController{.length = kept};
  next_       = control_;
  error_norm_ = 0;
  pending_    = false;
  ++counters_.restarts;
}

Result<DenseOutput, StepFailure> ExplicitMethod::step(double t_limit) {
  SALTUS_ASSERT(equations_ != nullptr);
  if (control_.length == 0) control_.length = first_step(t_limit);
  pending_ = false;
  next_    = control_;

  const double h_min = smallest_step(t_, t_limit), h_least = 2 * h_min;  // h_min, rounded to the clock, may be longer
  for (;;) {
    const FittedStep fitted = fit_step(t_, next_.length, t_limit, direction_, limits_.largest);
    const double     h      = std::abs(fitted.h);

    Norm norm = trial(fitted.h);
    if (norm.value <= profile_.target) norm = finish(fitted.h);
    const double err = norm.value / profile_.target;

    if (!norm.finite()) {
      ++counters_.rejected;
      if (h < h_least) return StepFailure{StepFailureCause::not_finite, t_, fitted.h, origin_of(norm)};
      next_.length        = std::max(h * shrink_when_not_finite, h_min);
      next_.just_rejected = true;
      continue;
    }
    if (err > 1) {
      ++counters_.rejected;
      if (h < h_least) return StepFailure{StepFailureCause::step_too_small, t_, fitted.h, norm.component};
      next_.length = std::max(next_.reject(h, err, profile_.k), h_min);
      continue;
    }

    ++counters_.steps;
    next_.accept(h, err, profile_.k, fitted.shortened, limits_.largest);
    error_norm_ = norm.value;
    t_new_      = fitted.t1;
    pending_    = true;
    started_    = true;
    return DenseOutput{
        .t0 = t_, .h = fitted.h, .degree = profile_.degree, .n = n_, .c = c_, .meets_slope = true, .t_end = fitted.t1};
  }
}

void ExplicitMethod::commit() {
  SALTUS_ASSERT(pending_);
  t_ = t_new_;
  x_.swap(x_new_);
  const auto end = row(profile_.last);
  std::copy(end.begin(), end.end(), row(0).begin());
  control_ = next_;
  pending_ = false;
}

double ExplicitMethod::first_step(double t_limit) {
  const double room = room_for_first_step(t_, t_limit, limits_);
  if (limits_.first > 0 && !started_) return std::min(limits_.first, limits_.largest);

  const StartSizes sizes = start_sizes(x_, row(0), tolerances_);
  const double     h0    = probe_length(sizes, room);
  for (std::size_t i = 0; i < n_; ++i) stage_x_[i] = x_[i] + direction_ * h0 * row(0)[i];
  evaluate(t_ + direction_ * h0, stage_x_, 1);
  if (first_not_finite(row(1))) return h0;  // the border is near: begin carefully

  double curvature = 0;
  for (std::size_t i = 0; i < n_; ++i)
    curvature = std::max(curvature, std::abs(row(1)[i] - row(0)[i]) / h0 / weight(tolerances_, i, x_[i]));
  return first_length(sizes, curvature, h0, profile_.k, room);
}

/// The component that was the first to be not finite, in the order in which the stages were computed: later stages
/// spread it to the others.
std::size_t ExplicitMethod::origin_of(const Norm& not_finite) const {
  for (int j = 1; j < profile_.last; ++j)
    if (const auto component = first_not_finite(row(j))) return *component;
  return not_finite.component;
}

}  // namespace saltus::integrate
