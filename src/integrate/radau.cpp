// radau.cpp: Radau IIA of order 5, 9 and 13, the workhorse for stiff equations and for index-1 DAEs.
//
// Problem    x' = f(t, x), or F(t, x, x') = 0 of index 1; stiff; full order in the first step after an event.
// Method     collocation at s = 3, 5 or 7 points, the last of which is the end of the step. Simplified Newton on the stage
//            increments, split into one real and (s-1)/2 complex systems of size n. Predictive step control; the order
//            is the one that promises the least work per unit of time (radau_order.hpp).
// Reference  Hairer & Wanner, Solving ODEs II, section IV.8 (transformation, Newton); the same, J. Comput. Appl. Math.
//            111 (1999) 93-111 (variable order); Gustafsson, ACM Trans. Math. Softw. 20 (1994) 496-517 (step control).
// Notation   Z_i = X_i - x_n, stage increments; X'_i = (1/h) sum_j a^-1_ij Z_j; T^-1 A^-1 T = diag(gamma, alpha + i
//            beta, ...) in real form; W = T^-1 Z; u(theta) is the collocation polynomial; delta = h x'_n - u'(0) (the
//            slope that the step begins with, seen from both sides).
// Invariant  F(t, x, x') = 0 at the end of each step to within the Newton tolerance, also for algebraic variables:
//            x' is X'_s, never an evaluation (which would multiply the Newton error by the stiffness).
//            The trajectory is continuous across steps; its slope jumps by O(h^s) (delta / h).
//            Matrices outlive events. They are never assumed to be good: convergence in the new mode decides.
// Cost       s evaluations per Newton iteration, one more where a step rests on a single iteration. Jacobian and LU are
//            kept while Newton converges quickly and h stays within 0.1 %. Error control takes no evaluation on smooth
//            non-stiff stretches, one where delta is too large or unknown. No allocation per step once each
//            order has been used, except where the sparse LU chooses its pivots anew.
// Departure  (1) Hairer's estimate is filtered by (gamma/h F_x' + F_x)^-1, so it vanishes for algebraic and for very
//            stiff components and says nothing about u inside the step. Events are located on u; therefore the error of
//            u is what is controlled (radau_error.cpp). The error at the end of the step is smaller than that.
//            (2) Jacobians are those of the model, never differences. (3) Newton stops on the convergence of each
//            component, not of the norm, and accepts its first iterate only on evidence from the same Jacobian and a
//            look at the end of the step. (4) The order is chosen by predicted work, not by the contraction alone. (5) An unknown
//            that is the derivative of a component may be wrong by what does not matter to that component.

#include <saltus/integrate/radau.hpp>
#include <saltus/integrate/radau_control.hpp>
#include <saltus/integrate/radau_order.hpp>

#include <saltus/core/error.hpp>
#include <saltus/model/unknown_slopes.hpp>

#include <algorithm>
#include <cmath>

namespace saltus::integrate {

namespace {

constexpr double safety         = 0.9;
constexpr double largest_growth = 8, largest_shrink = 0.2;
constexpr double fading_growth   = 1.1;  // of a step, and of its error being smaller than predicted: a transient fades
constexpr int    fading_steps    = 3;    // in a row, until that is believed
constexpr double fading_safety   = 0.8;
constexpr double smallest_error  = 1e-2;  // that says something about the one of the next step
constexpr double keep_below      = 1.2;   // a step that would grow by less is kept, and the LU with it
constexpr double transient_reach = 4;     // time constants of a transient that is over, from which a retry starts
constexpr int    longest_wait    = 64;    // steps before the order is raised again after it has failed
constexpr int    trial_steps     = 3;     // in which a raised order has to prove itself
constexpr double lowered_length  = 0.4;   // of the length that would be tried without lowering
constexpr double raised_length   = 0.85;  // of the length that was predicted for it
constexpr double steady_length   = 0.9;   // of the last step, without which the order is not raised
constexpr double hopeless        = 10;    // error of a step on trial that ends the trial

}  // namespace

Result<DenseOutput, StepFailure> Radau::step(double t_limit) {
  SALTUS_ASSERT(equations_ != nullptr);
  if (control_.length == 0) control_.length = first_step(t_limit);
  pending_ = false;
  next_    = control_;

  const double h_min = smallest_step(t_, t_limit), h_least = 2 * h_min;  // h_min, rounded to the clock, may be longer
  next_.length = std::max(next_.length, h_min);
  for (;;) {
    const FittedStep fitted = fit_step(t_, next_.length, t_limit, direction_, limits_.largest);
    const double     h      = std::abs(fitted.h);
    stages_                 = next_.stages;
    set_weights_of_slopes(h);
    const auto failed = [&](StepFailureCause cause, std::size_t component) {
      return StepFailure{cause, t_, fitted.h, component};
    };

    if (!prepare_matrices(fitted.h)) {
      if (h < h_least) return failed(StepFailureCause::newton_failed, 0);
      retry(h, 0.5, h_min);
      continue;
    }
    predict_stages(fitted.h);
    const Solved solved = solve_stages(fitted.h);
    if (solved == Solved::diverged || solved == Solved::slow) {
      if (!jacobian_current_) {
        evaluate_jacobian();  // the old Jacobian may be to blame: same h, new matrix
        continue;
      }
      if (h < h_least) return failed(StepFailureCause::newton_failed, worst_);
      retry(h, newton_shrink_, h_min);
      lower_order();
      continue;
    }
    const Norm   norm = solved == Solved::converged ? estimate_error(fitted.h) : Norm{INFINITY, worst_};
    const double err  = norm.value / accepted_error;
    if (!norm.finite()) {
      if (h < h_least) return failed(StepFailureCause::not_finite, norm.component);
      retry(h, shrink_when_not_finite, h_min);
      continue;
    }
    if (err > 1) {
      if (h < h_least) return failed(StepFailureCause::step_too_small, norm.component);
      const double shrink = safety * std::pow(err, -1.0 / static_cast<double>(stages_ + 1));
      retry(std::min(h, reach_of_transient(norm.component)), std::clamp(shrink, largest_shrink, safety), h_min);
      if (next_.rejected > 2 || (next_.on_trial > 0 && err > hopeless)) lower_order();
      continue;
    }

    ++counters_.steps;
    propose_next(h, err, fitted.shortened, std::abs(t_limit - t_));
    error_norm_ = norm.value;
    t_new_      = fitted.t1;
    h_new_      = fitted.h;
    pending_    = true;
    started_    = true;
    return DenseOutput{
        .t0 = t_, .h = fitted.h, .degree = static_cast<int>(stages_), .n = n_, .c = c_, .t_end = fitted.t1};
  }
}

/// A fast transient has died out within a long step: its error does not shrink with h until h is as short as it is. How
/// short that is can be seen from the slope that it starts with and from how far it goes.
double Radau::reach_of_transient(std::size_t component) const {
  double way = 0;
  for (std::size_t j = 0; j < stages_; ++j) way = std::max(way, std::abs(z_[j * n_ + component]));
  const double slope = std::abs(dx_[component]);
  return slope > 0 && way > 0 ? transient_reach * way / slope : INFINITY;
}

void Radau::retry(double h, double factor, double h_min) {
  ++counters_.rejected;
  ++next_.rejected;
  next_.length = std::max(h * factor, h_min);
}

/// High order does not help where the solution is rough or Newton struggles.
void Radau::lower_order() {
  if (next_.stages == allowed_.least) return;
  next_.stages -= 2;
  next_.accepted_length = 0;
  next_.length *= lowered_length;
  if (next_.on_trial > 0) {
    next_.length   = std::min(next_.length / lowered_length, next_.length_below);
    next_.patience = std::min(2 * next_.patience, longest_wait);
  }
  next_.wait     = next_.patience;
  next_.on_trial = 0;
}

void Radau::restart(model::Equations& equations, double t, std::span<const double> x, std::span<const double> dx,
                    int direction, Resume resume) {
  SALTUS_ASSERT(direction == 1 || direction == -1);
  SALTUS_ASSERT(x.size() == equations.size() && dx.size() == x.size() && tolerances_.absolute.size() == x.size());
  RadauControl kept{.stages = allowed_.least};
  if (resume == Resume::keep_step) {
    const RadauControl& now = pending_ ? next_ : control_;
    kept                    = {.length = now.length, .stages = now.stages, .wait = now.wait, .patience = now.patience};
    remembered_[remembered_next_] = {kept.length, kept.stages};
    remembered_next_              = (remembered_next_ + 1) % remembered_.size();
  } else {  // as if newly made, so that a run repeats itself bit for bit
    matrices_.forget();
    jacobian_known_ = false;
    carrying_pays_  = true;
    remembered_     = {};
  }
  equations_ = &equations;
  form_      = equations.form();
  n_         = equations.size();
  t_         = t;
  direction_ = direction;
  for (auto* v : {&x_, &dx_, &x_new_, &dx_new_, &stage_x_, &gap_, &filtered_, &real_, &increment_, &increment_before_,
                  &per_weight_})
    v->resize(n_);
  for (auto* v : {&z_, &stage_dx_, &stage_f_}) v->resize(most_stages * n_);
  for (auto* v : {&c_, &c_before_}) v->resize((most_stages + 1) * n_);
  complex_.resize(StageMatrices::most_pairs * n_);
  error_.assign(n_, 0.0);
  std::copy(x.begin(), x.end(), x_.begin());
  std::copy(dx.begin(), dx.end(), dx_.begin());
  find_slopes();
  set_weights();

  if (jacobian_known_) drop_slow_jacobian();
  const bool same_pattern = matrices_.match(equations);
  jacobian_known_         = jacobian_known_ && same_pattern && carrying_pays_;
  jacobian_current_       = false;
  carried_over_           = same_pattern && matrices_.has_jacobian();
  h_before_               = 0;
  control_ = next_ = kept;
  error_norm_      = 0;
  pending_         = false;
  ++counters_.restarts;
}

void Radau::suggest_step(double length) {
  for (const Remembered& left : remembered_)
    if (left.length == length) control_.stages = left.stages;
  control_.length = length;
  next_           = control_;
}

void Radau::commit() {
  SALTUS_ASSERT(pending_);
  t_ = t_new_;
  x_.swap(x_new_);
  dx_.swap(dx_new_);
  c_.swap(c_before_);
  h_before_      = h_new_;
  stages_before_ = stages_;
  control_       = next_;
  pending_       = false;
  set_weights();

  jacobian_current_ = carried_over_ = false;
  drop_slow_jacobian();
}

/// Where the iteration contracts slowly a new Jacobian pays.
void Radau::drop_slow_jacobian() {
  if (matrices_.convergence().contraction > good_contraction) jacobian_known_ = false;
}

/// Derivatives of derivatives come after those that they depend on.
void Radau::find_slopes() {
  for (const Slope& s : slopes_) tolerances_.absolute[s.component] = s.absolute;
  slopes_.clear();
  const auto* known = dynamic_cast<const model::UnknownSlopes*>(equations_);
  if (known == nullptr || form_ == model::Form::explicit_ode) return;
  const auto is_unknown = [&](std::size_t i) { return known->slope_of(i) >= 0; };
  const auto is_listed  = [&](std::size_t i) {
    return std::any_of(slopes_.begin(), slopes_.end(), [i](const Slope& s) { return s.component == i; });
  };
  for (std::size_t before = n_ + 1; before != slopes_.size();) {
    before = slopes_.size();
    for (std::size_t i = 0; i < n_; ++i) {
      if (!is_unknown(i) || is_listed(i)) continue;
      const auto of = static_cast<std::size_t>(known->slope_of(i));
      if (!is_unknown(of) || is_listed(of)) slopes_.push_back({i, of, tolerances_.absolute[i]});
    }
  }
}

/// Where a fast transient is over, der(x) is a small difference of large terms divided by a short time: its rounding exceeds
/// any tolerance, at every h. What matters is what it does to x within the step.
void Radau::set_weights_of_slopes(double h) {
  for (const Slope& s : slopes_) {
    const double harmless             = slope_share * weight(tolerances_, s.of, x_[s.of]) / h;
    tolerances_.absolute[s.component] = std::max(s.absolute, harmless);
    per_weight_[s.component]          = 1 / weight(tolerances_, s.component, x_[s.component]);
  }
}

void Radau::set_weights() {
  for (const Slope& s : slopes_) tolerances_.absolute[s.component] = s.absolute;
  rounding_ = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    per_weight_[i] = 1 / weight(tolerances_, i, x_[i]);
    rounding_      = std::max(rounding_, std::numeric_limits<double>::epsilon() * std::abs(x_[i]) * per_weight_[i]);
  }
}

/// As for explicit methods, but without the trial evaluation: what it measures in a stiff system is the stiffness, not
/// the solution. The error control corrects a bad guess in one or two trials.
double Radau::first_step(double t_limit) const {
  if (limits_.first > 0 && !started_) return std::min(limits_.first, limits_.largest);
  const double room = room_for_first_step(t_, t_limit, limits_);
  StartSizes   sizes{0, 0};
  for (std::size_t i = 0; i < n_; ++i) {
    sizes.x = std::max(sizes.x, std::abs(x_[i]) * per_weight_[i]);
    if (form_ == model::Form::explicit_ode || equations_->differential(i))
      sizes.dx = std::max(sizes.dx, std::abs(dx_[i]) * per_weight_[i]);
  }
  return first_length(sizes, 0, probe_length(sizes, room), static_cast<int>(control_.stages) + 1, room);
}

/// Gustafsson's predictive control. While a transient fades the error of a given h gets smaller with each step; going by the
/// error of the last one alone would hold h back for as long as that lasts. A step that would hardly grow is kept, and its
/// matrices with it.
void Radau::propose_next(double h, double err, bool shortened, double way) {
  err                   = std::max(err, 1e-10);
  const double exponent = 1.0 / static_cast<double>(stages_ + 1);
  const double effort   = safety * (1 + 2.0 * most_iterations) / (iterations_ + 2.0 * most_iterations);
  double       factor   = std::min(safety, effort) * std::pow(err, -exponent);
  if (next_.accepted_length > 0) {
    const double growth = h / next_.accepted_length;
    const double trend  = growth * std::pow(next_.accepted_error / (err * err), exponent);
    const bool   fades  = next_.rejected == 0 && next_.accepted_error > smallest_error && growth > fading_growth &&
                       trend > fading_growth * std::pow(err, -exponent);
    next_.fading = fades ? next_.fading + 1 : 0;
    factor       = next_.fading >= fading_steps ? std::max(factor, std::min(fading_safety * trend, growth * factor))
                                                : std::min(factor, safety * trend);
  } else {
    next_.fading = 0;
  }
  factor = std::clamp(factor, largest_shrink, next_.rejected > 0 ? 1.0 : largest_growth);
  if (factor >= 1 && factor <= keep_below && matrices_.convergence().contraction <= good_contraction) factor = 1;

  const double wanted   = next_.length;
  next_.length          = std::min(shortened ? std::max(h * factor, wanted) : h * factor, limits_.largest);
  next_.accepted_length = h;
  next_.accepted_error  = std::max(err, smallest_error);
  next_.rejected        = 0;
  if (next_.on_trial > 0 && --next_.on_trial == 0) next_.patience = RadauControl::first_wait;
  if (shortened && h_before_ != 0) return;  // the last step of an interval says nothing about the next ones
  if (next_.wait > 0) --next_.wait;
  else propose_order(h, err, shortened ? way : INFINITY);
}

void Radau::propose_order(double h, double err, double way) {
  if (allowed_.least == allowed_.most) return;
  const std::size_t s     = stages_;
  const Decay       decay = last_coefficients();
  const StepSeen    seen{.stages      = s,
                         .h           = h,
                         .error       = err,
                         .b_before    = decay.before / accepted_error,
                         .b_last      = decay.last / accepted_error,
                         .contraction = matrices_.convergence().contraction};
  const bool        steady = next_.length >= steady_length * h;  // where steps get shorter, the next ones will still
  const std::size_t most   = steady ? allowed_.most : s;
  const Prospect    best   = best_order(seen, allowed_.least, most, {.longest = limits_.largest, .way = way});
  if (best.stages == s) return;
  const double length   = best.length;
  const bool   raised   = best.stages > s;
  next_.on_trial        = raised ? trial_steps : 0;
  next_.wait            = raised ? RadauControl::first_wait : next_.patience;
  next_.length_below    = next_.length;
  next_.stages          = best.stages;
  next_.length          = std::clamp((raised ? raised_length : 1) * length, largest_shrink * h, largest_growth * h);
  next_.accepted_length = 0;
}

std::unique_ptr<Method> make_radau(Tolerances tolerances, StepLimits limits, LinearSolverChoice solver,
                                   RadauStages stages) {
  return std::make_unique<Radau>(std::move(tolerances), limits, solver, stages);
}

}  // namespace saltus::integrate
