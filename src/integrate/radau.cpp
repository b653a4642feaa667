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
// Cost       s evaluations per Newton iteration; Jacobian and LU are kept while Newton converges quickly and h stays
//            within 0.1 %. Error control takes no evaluation on smooth non-stiff stretches, one where delta is too large
//            or unknown. No allocation per step with dense matrices once each order has been used.
// Departure  (1) Hairer's estimate is filtered by (gamma/h F_x' + F_x)^-1, so it vanishes for algebraic and for very
//            stiff components and says nothing about u inside the step. Events are located on u; therefore the error of
//            u is what is controlled: first by a multiple of |delta|, which costs nothing; where that is too large or
//            unknown, by the Newton correction at one point inside. The error at the end is smaller than that.
//            (2) Jacobians are those of the model, never differences. (3) Newton stops on the convergence of each
//            component, not of the norm, and accepts its first iterate only on evidence from the same Jacobian.

#include <saltus/integrate/radau_control.hpp>
#include <saltus/integrate/radau_iia.hpp>
#include <saltus/integrate/radau_order.hpp>
#include <saltus/integrate/stage_matrices.hpp>
#include <saltus/integrate/step_control.hpp>

#include <saltus/core/error.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <utility>

namespace saltus::integrate {

namespace {

// ---------------------------------------------------------------------------------------------- constants of control

constexpr std::size_t most_stages       = 7;
constexpr int         most_iterations   = 10;
constexpr double      same_step         = 1e-3;  // relative change of h that leaves the LU in place
constexpr double      rounding_multiple = 8;     // of eps |x|: increments below are rounding
constexpr double      stagnation_limit  = 1e4;   // of eps |x|: increments that stop shrinking below have converged ...
constexpr double      stagnation_error  = 0.05;  // ... if they are below this part of the tolerance as well
constexpr double      linear_evidence   = 1e-5;  // eta below which one look at the end may replace an iteration
constexpr double      decay_weight      = 0.3;   // of the error that the decay of the coefficients lets expect
constexpr double      safety            = 0.9;
constexpr double      largest_growth = 8, largest_shrink = 0.2;
constexpr double      keep_below      = 1.2;  // a step that would grow by less is kept, and the LU with it
constexpr double      transient_reach = 4;    // time constants of a transient that is over, from which a retry starts
constexpr double      longest_jump    = 2;    // of h, over which the polynomial before is continued as it is
constexpr int         first_wait = 2, longest_wait = 64;  // steps before the order is raised
constexpr int         trial_steps    = 3;                 // in which a raised order has to prove itself
constexpr double      lowered_length = 0.4;               // of the length that would be tried without lowering
constexpr double      raised_length  = 0.85;              // of the length that was predicted for it
constexpr double      steady_length  = 0.9;               // of the last step, without which the order is not raised
constexpr double      hopeless       = 10;                // error of a step on trial that ends the trial

/// How the rounding of Z appears in the last coefficient of u: sums of rows of the interpolation, for 3, 5 and 7 stages.
constexpr std::array<double, 3> coefficient_noise{30, 510, 8700};

/// Runs body(stage count as a constant), so that loops over stages are unrolled.
template <class Body>
decltype(auto) with_stages(std::size_t stages, Body&& body) {
  switch (stages) {
    case 3: return body(std::integral_constant<std::size_t, 3>{});
    case 5: return body(std::integral_constant<std::size_t, 5>{});
    default: return body(std::integral_constant<std::size_t, 7>{});
  }
}

/// How the residual at one point becomes the error of u within the step; see InsideError.
struct InsideWeights {
  InsideError e;
  double      gamma;

  /// Of |delta| in components that are not stiff.
  double of_gap() const { return e.integral / e.at_start; }
  /// Of |delta| in algebraic and very stiff components. There u - x = K theta M on both sides of the point where slopes
  /// are compared, with two K that may have either sign: the larger one counts if the other happens to be zero.
  double of_stiff_gap() const { return e.product / e.at_start; }
  /// Of the Newton correction at e.point.
  double of_correction() const { return std::max(gamma * e.integral / e.at_point, e.product / (e.point * e.at_point)); }
};
InsideWeights inside_weights(std::size_t stages) {
  return with_stages(stages, [](auto s) { return InsideWeights{radau_iia<s>.inside, radau_iia<s>.gamma}; });
}

enum class Solved { converged, diverged, slow, not_finite };

/// What decides the next step. A plain value: one for the committed point, one for after the trial.
struct Control {
  double      length          = 0;  ///< |h| to try next; 0: not chosen yet
  std::size_t stages          = 3;
  double      accepted_length = 0;  ///< of the step before; 0: none since the restart or the last change of order
  double      accepted_error  = 0;
  int         rejected        = 0;           ///< trials in a row
  int         wait            = first_wait;  ///< steps until the order may change
  int         patience        = first_wait;  ///< the wait after the next raise that fails
  int         on_trial        = 0;           ///< steps for which a raised order has to prove itself
  double      length_below    = 0;           ///< |h| that the order below would have tried
};

/// A step with which a mode was left, so that its order is known when the mode is entered again with that length.
struct Remembered {
  double      length = 0;
  std::size_t stages = 3;
};

// ---------------------------------------------------------------------------------------------- the method

class Radau final : public Method {
 public:
  Radau(Tolerances tolerances, StepLimits limits, RadauStages stages)
      : tolerances_(std::move(tolerances)), limits_(limits), allowed_(stages) {
    control_.stages = next_.stages = allowed_.least;
  }

  std::string_view        name() const override { return "radau"; }
  std::unique_ptr<Method> clone() const override { return std::make_unique<Radau>(*this); }

  void restart(model::Equations& equations, double t, std::span<const double> x, std::span<const double> dx,
               int direction, Resume resume) override;
  void suggest_step(double length) override;
  void rebind(model::Equations& equations) override { equations_ = &equations; }
  Result<DenseOutput, StepFailure> step(double t_limit) override;
  void                             commit() override;

  double                  t() const override { return t_; }
  std::span<const double> x() const override { return x_; }
  std::span<const double> dx() const override { return dx_; }
  double                  next_step() const override { return pending_ ? next_.length : control_.length; }
  double                  error_norm() const override { return error_norm_; }
  std::span<const double> error_estimate() const override { return error_; }
  const Counters&         counters() const override { return counters_; }

 private:
  double first_step(double t_limit) const;
  void   retry(double h, double factor, double h_min);
  double reach_of_transient(std::size_t component) const;
  void   lower_order();
  void   set_weights();
  void   evaluate_jacobian();
  void   drop_slow_jacobian();
  bool   prepare_matrices(double h);
  void   predict_stages(double h);
  Solved solve_stages(double h);
  template <std::size_t s>
  Solved iterate(double h);
  template <std::size_t s>
  bool first_iterate_will_do(double h, double size, double eta_before);
  template <std::size_t s>
  double end_correction(double h);
  double remaining_error(double theta, double negligible) const;
  template <std::size_t s>
  void derivatives(double h);
  template <std::size_t s>
  void polynomial();
  struct Decay {
    double      before = 0, last = 0;  ///< sizes of the last two coefficients of u
    std::size_t component = 0;         ///< where the last one is largest
  };
  Decay last_coefficients() const;
  Norm  estimate_error(double h);
  bool  estimate_by_gap(double h, const InsideWeights& weights);
  void  estimate_by_decay(const InsideWeights& weights);
  void  filter_gap(double h);
  void  estimate_by_correction(double h, const InsideWeights& weights);
  Norm  size(std::span<const double> v) const { return integrate::error_norm(v, x_, x_new_, tolerances_); }
  void  propose_next(double h, double err, bool shortened, double way);
  void  propose_order(double h, double err, double way);
  bool  slopes_known() const { return form_ == model::Form::explicit_ode || h_before_ != 0; }

  void residual(double t, std::span<const double> x, std::span<const double> dx, std::span<double> r);

  std::span<double> row(std::vector<double>& v, std::size_t i) { return {v.data() + i * n_, n_}; }

  Tolerances        tolerances_;
  StepLimits        limits_;
  RadauStages       allowed_;
  model::Equations* equations_ = nullptr;
  model::Form       form_      = model::Form::explicit_ode;
  std::size_t       n_         = 0;
  int               direction_ = 1;

  double              t_ = 0, t_new_ = 0;
  std::vector<double> x_, dx_;                        ///< the committed point
  std::vector<double> x_new_, dx_new_;                ///< the end of the pending step
  std::vector<double> per_weight_;                    ///< 1 / tolerance of each component at the committed point
  double              rounding_ = 0;                  ///< the largest eps |x_i| in tolerances
  std::vector<double> z_, stage_dx_, stage_f_;        ///< one row per stage: Z, X', F
  std::vector<double> increment_, increment_before_;  ///< of Z in a Newton iteration, by component, in tolerances
  std::vector<double> stage_x_, gap_, filtered_, error_;
  std::vector<double> real_;
  std::vector<std::complex<double>> complex_;
  std::vector<double>               c_, c_before_;  ///< polynomial of the pending and of the last committed step
  double                            h_before_ = 0;  ///< of the last committed step since the restart; 0: none
  double                            h_new_    = 0;
  std::size_t                       stages_ = 3, stages_before_ = 3;  ///< of the pending and of the last committed step

  StageMatrices matrices_;
  bool          jacobian_known_   = false;
  bool          jacobian_current_ = false;  ///< evaluated at the committed point
  bool          carried_over_     = false;  ///< the Jacobian stems from before the last restart
  bool          carrying_pays_    = true;   ///< the last Jacobian that was carried over an event was good
  int           iterations_       = 0;
  double        newton_shrink_    = 0.5;  ///< what a slow iteration advises for h
  std::size_t   worst_            = 0;    ///< component with the largest last increment, or the first not finite

  Control                   control_, next_;
  std::array<Remembered, 8> remembered_{};
  std::size_t               remembered_next_ = 0;
  double                    error_norm_      = 0;
  bool                      pending_ = false, started_ = false;
  Counters                  counters_;
};

Result<DenseOutput, StepFailure> Radau::step(double t_limit) {
  SALTUS_ASSERT(equations_ != nullptr);
  if (control_.length == 0) control_.length = first_step(t_limit);
  pending_ = false;
  next_    = control_;

  const double h_min = smallest_step(t_, t_limit), h_least = 2 * h_min;  // h_min, rounded to the clock, may be longer
  for (;;) {
    const FittedStep fitted = fit_step(t_, next_.length, t_limit, direction_, limits_.largest);
    const double     h      = std::abs(fitted.h);
    stages_                 = next_.stages;
    const auto failed       = [&](StepFailureCause cause, std::size_t component) {
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
  Control kept{.stages = allowed_.least};
  if (resume == Resume::keep_step) {
    const Control& now = pending_ ? next_ : control_;
    kept               = {.length = now.length, .stages = now.stages, .wait = now.wait, .patience = now.patience};
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

void Radau::set_weights() {
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

/// Always at the committed point. Further ahead, where a step of high order would like it best, the state is a guess: an
/// exponential law makes the matrix so large there that any correction looks small.
void Radau::evaluate_jacobian() {
  const bool changed = matrices_.evaluate_jacobians(*equations_, t_, x_, dx_);
  ++counters_.jacobians;
  if (carried_over_) carrying_pays_ = !changed;  // the next event may change as much as this one
  jacobian_known_ = jacobian_current_ = true;
  carried_over_                       = false;
}

bool Radau::prepare_matrices(double h) {
  if (!jacobian_known_) evaluate_jacobian();
  if (matrices_.find(stages_, h, same_step)) return true;
  ++counters_.factorizations;
  return with_stages(stages_,
                     [&](auto s) { return matrices_.factorize(stages_, h, radau_iia<s>.gamma, radau_iia<s>.lambda); });
}

/// Z from the polynomial of the step before, continued; zero when there is none. Far beyond that step only its value,
/// slope and curvature at the end are used.
void Radau::predict_stages(double h) {
  if (h_before_ == 0) {
    std::fill(z_.begin(), z_.end(), 0.0);
    return;
  }
  const std::size_t                   degree  = stages_before_;
  const double                        stretch = h / h_before_;
  std::array<double, most_stages + 1> p{};
  for (std::size_t j = 0; j < stages_; ++j) {
    const double c     = with_stages(stages_, [j](auto s) { return radau_iia<s>.c[j]; });
    const double ahead = c * stretch;  // theta - 1 on the polynomial before
    for (std::size_t k = 1; k <= degree; ++k) {
      const auto power = static_cast<double>(k);
      // (1 + ahead)^k - 1 without the cancellation, or its first two terms
      p[k] = stretch > longest_jump ? ahead * power * (1 + ahead * (power - 1) / 2) : p[k - 1] * (1 + ahead) + ahead;
    }
    double* z = z_.data() + j * n_;
    for (std::size_t i = 0; i < n_; ++i) z[i] = p[1] * c_before_[n_ + i];
    for (std::size_t k = 2; k <= degree; ++k)
      for (std::size_t i = 0; i < n_; ++i) z[i] += p[k] * c_before_[k * n_ + i];
  }
}

void Radau::residual(double t, std::span<const double> x, std::span<const double> dx, std::span<double> r) {
  if (form_ == model::Form::explicit_ode) {
    equations_->rhs(t, x, r);
    ++counters_.rhs;
    for (std::size_t i = 0; i < n_; ++i) r[i] = dx[i] - r[i];
  } else {
    equations_->residual(t, x, dx, r);
    ++counters_.residuals;
  }
}

/// X' = (1/h) A^-1 Z.
template <std::size_t s>
void Radau::derivatives(double h) {
  for (std::size_t i = 0; i < n_; ++i)
    for (std::size_t j = 0; j < s; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < s; ++k) sum += radau_iia<s>.a_inverse[j][k] * z_[k * n_ + i];
      stage_dx_[j * n_ + i] = sum / h;
    }
}

Solved Radau::solve_stages(double h) {
  return with_stages(stages_, [&](auto s) {
    const Solved solved = iterate<s>(h);
    if (solved != Solved::converged) return solved;
    derivatives<s>(h);
    for (std::size_t i = 0; i < n_; ++i) {
      x_new_[i]  = x_[i] + z_[(s - 1) * n_ + i];
      dx_new_[i] = stage_dx_[(s - 1) * n_ + i];
    }
    polynomial<s>();
    return solved;
  });
}

/// Simplified Newton: T^-1 F on the right, one real and several complex systems, Z += T dW.
template <std::size_t s>
Solved Radau::iterate(double h) {
  constexpr auto& r    = radau_iia<s>;
  Convergence&    seen = matrices_.convergence();

  // Evidence of earlier steps fades, and does not cover a factor that was made for another h.
  const double grown       = seen.at_h > 0 ? std::max(1.0, std::abs(h) / seen.at_h) : 1.0;
  const double eta_before  = std::max(std::pow(std::max(seen.eta, std::numeric_limits<double>::epsilon()), 0.8) * grown,
                                      std::abs(h / matrices_.factorized_h() - 1));
  double       size_before = 0;
  newton_shrink_           = 0.5;
  for (iterations_ = 0; iterations_ < most_iterations; ++iterations_) {
    derivatives<s>(h);
    for (std::size_t j = 0; j < s; ++j) {
      for (std::size_t i = 0; i < n_; ++i) stage_x_[i] = x_[i] + z_[j * n_ + i];
      const auto f = row(stage_f_, j);
      residual(t_ + r.c[j] * h, stage_x_, row(stage_dx_, j), f);
      if (const auto component = first_not_finite(f)) {
        worst_ = *component;
        return Solved::not_finite;
      }
    }
    for (std::size_t i = 0; i < n_; ++i) {
      std::array<double, s> w{};
      for (std::size_t j = 0; j < s; ++j)
        for (std::size_t k = 0; k < s; ++k) w[j] -= r.TI[j][k] * stage_f_[k * n_ + i];
      real_[i] = w[0];
      for (std::size_t m = 0; m < r.pairs; ++m) complex_[m * n_ + i] = {w[1 + 2 * m], w[2 + 2 * m]};
    }
    matrices_.solve_real(real_);
    for (std::size_t m = 0; m < r.pairs; ++m) matrices_.solve_complex(m, {complex_.data() + m * n_, n_});
    ++counters_.newton_iterations;

    double size = 0;  // of the increment, in units of the tolerance
    increment_.swap(increment_before_);
    for (std::size_t i = 0; i < n_; ++i) {
      std::array<double, s> w{real_[i]};
      for (std::size_t m = 0; m < r.pairs; ++m) {
        w[1 + 2 * m] = complex_[m * n_ + i].real();
        w[2 + 2 * m] = complex_[m * n_ + i].imag();
      }
      double largest = 0;
      for (std::size_t j = 0; j < s; ++j) {
        double dz = 0;
        for (std::size_t k = 0; k < s; ++k) dz += r.T[j][k] * w[k];
        z_[j * n_ + i] += dz;
        if (!(std::abs(dz) <= largest)) largest = std::abs(dz);
      }
      if (!std::isfinite(largest)) {
        worst_ = i;
        return Solved::not_finite;
      }
      increment_[i] = largest * per_weight_[i];
      if (increment_[i] > size) {
        size   = increment_[i];
        worst_ = i;
      }
    }

    const double negligible = rounding_multiple * rounding_;
    if (iterations_ == 0) {
      if (size <= negligible || first_iterate_will_do<s>(h, size, eta_before)) {
        iterations_ = 1;
        return Solved::converged;
      }
    } else {
      const double theta = size / size_before;
      if (theta >= 0.99) {
        if (size <= stagnation_limit * rounding_ && size <= stagnation_error) return Solved::converged;
        return Solved::diverged;
      }
      seen.contraction = theta;
      seen.eta         = std::max(theta / (1 - theta), remaining_error(theta, negligible) / size);
      seen.at_h        = std::abs(h);
      if (seen.eta * size <= newton_tolerance || size <= negligible) {
        ++iterations_;
        return Solved::converged;
      }
      const int    left      = most_iterations - 1 - iterations_;
      const double slowest   = std::max(theta, seen.eta / (1 + seen.eta));
      const double predicted = size * seen.eta * std::pow(slowest, left - 1);
      if (left == 0 || predicted > std::max(newton_tolerance, negligible)) {
        newton_shrink_ = std::clamp(0.8 * std::pow(predicted / newton_tolerance, -1.0 / (4 + left)), 0.1, 0.5);
        return Solved::slow;
      }
    }
    size_before = size;
  }
  return Solved::slow;
}

/// After a single iteration the contraction is that of earlier steps, and perhaps of another mode. A diode that begins to
/// conduct in this step, or an algebraic variable that is a nonlinear function of others, would be accepted with the
/// error of a linearisation, and no error estimate would see it. So the end of the step itself is looked at: one residual
/// instead of a second iteration's s.
template <std::size_t s>
bool Radau::first_iterate_will_do(double h, double size, double eta_before) {
  const bool expected = eta_before * size <= newton_tolerance;
  if (matrices_.convergence().at_h == 0) return false;  // no evidence at all: a matrix far too large hides any error
  if (size <= newton_tolerance) return expected;
  if (!expected && eta_before > linear_evidence) return false;
  const double correction = end_correction<s>(h);
  if (!(correction <= (expected ? 10 : 1) * newton_tolerance)) return false;
  matrices_.convergence().eta = std::max(correction / size, std::numeric_limits<double>::epsilon());
  return true;
}

/// The Newton correction at the end of the step, in tolerances.
template <std::size_t s>
double Radau::end_correction(double h) {
  derivatives<s>(h);
  for (std::size_t i = 0; i < n_; ++i) stage_x_[i] = x_[i] + z_[(s - 1) * n_ + i];
  residual(t_ + h, stage_x_, row(stage_dx_, s - 1), real_);
  if (first_not_finite(real_)) return INFINITY;
  matrices_.solve_real(real_);
  double largest = 0;
  for (std::size_t i = 0; i < n_; ++i) largest = std::max(largest, std::abs(real_[i]) * per_weight_[i]);
  return largest;
}

/// The error that the last increment leaves behind. Each component answers for itself: one that converges at once, and
/// is large, must not vouch for a small one that does not.
double Radau::remaining_error(double theta, double negligible) const {
  constexpr double slowest = 0.5;  // a component may have been small by chance in the iteration before
  double           error   = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    if (increment_[i] <= negligible) continue;
    const double now = increment_[i], before = increment_before_[i];
    const double own = std::max(theta, now < slowest * before ? now / before : slowest);
    error            = std::max(error, now * own / (1 - own));
  }
  return error;
}

/// Through (0, 0) and (c_j, Z_j): divided differences, then powers of theta. A matrix in place of these would multiply
/// the rounding of Z by 1e4 for seven stages; differences of smooth values are small, and so is their rounding.
template <std::size_t s>
void Radau::polynomial() {
  constexpr auto& c = radau_iia<s>.c;
  for (std::size_t i = 0; i < n_; ++i) {
    std::array<double, s + 1> d{};
    for (std::size_t j = 0; j < s; ++j) d[j + 1] = z_[j * n_ + i];
    for (std::size_t k = 1; k <= s; ++k)
      for (std::size_t j = s; j >= k; --j) d[j] = (d[j] - d[j - 1]) / (c[j - 1] - (j == k ? 0 : c[j - 1 - k]));
    for (std::size_t k = s; k-- > 1;)
      for (std::size_t j = k; j < s; ++j) d[j] -= c[k - 1] * d[j + 1];
    c_[i] = x_[i];
    for (std::size_t k = 1; k <= s; ++k) c_[k * n_ + i] = d[k];
  }
}

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

/// Gustafsson's predictive control; a step that would hardly grow is kept, and its matrices with it.
void Radau::propose_next(double h, double err, bool shortened, double way) {
  err                   = std::max(err, 1e-10);
  const double exponent = 1.0 / static_cast<double>(stages_ + 1);
  const double effort   = safety * (1 + 2.0 * most_iterations) / (iterations_ + 2.0 * most_iterations);
  double       factor   = std::min(safety, effort) * std::pow(err, -exponent);
  if (next_.accepted_length > 0) {
    const double trend = h / next_.accepted_length * std::pow(next_.accepted_error / (err * err), exponent);
    factor             = std::min(factor, safety * trend);
  }
  factor = std::clamp(factor, largest_shrink, next_.rejected > 0 ? 1.0 : largest_growth);
  if (factor >= 1 && factor <= keep_below && matrices_.convergence().contraction <= good_contraction) factor = 1;

  const double wanted   = next_.length;
  next_.length          = std::min(shortened ? std::max(h * factor, wanted) : h * factor, limits_.largest);
  next_.accepted_length = h;
  next_.accepted_error  = std::max(err, 1e-2);
  next_.rejected        = 0;
  if (next_.on_trial > 0 && --next_.on_trial == 0) next_.patience = first_wait;
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
  next_.wait            = raised ? first_wait : next_.patience;
  next_.length_below    = next_.length;
  next_.stages          = best.stages;
  next_.length          = std::clamp((raised ? raised_length : 1) * length, largest_shrink * h, largest_growth * h);
  next_.accepted_length = 0;
}

}  // namespace

std::unique_ptr<Method> make_radau(Tolerances tolerances, StepLimits limits, RadauStages stages) {
  return std::make_unique<Radau>(std::move(tolerances), limits, stages);
}

}  // namespace saltus::integrate
