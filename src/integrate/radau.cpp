// radau.cpp: Radau IIA of order 5, the workhorse for stiff equations and for index-1 DAEs.
//
// Problem    x' = f(t, x), or F(t, x, x') = 0 of index 1; stiff; full order in the first step after an event.
// Method     collocation at three points, the last of which is the end of the step. Simplified Newton on the stage
//            increments, split into one real and one complex system of size n. Predictive step control.
// Reference  Hairer & Wanner, Solving ODEs II, section IV.8 (transformation, Newton, error estimate); Gustafsson,
//            ACM Trans. Math. Softw. 20 (1994) 496-517 (step control); RADAU5 for the constants of the transformation.
// Notation   Z_i = X_i - x_n, stage increments; X'_i = (1/h) sum_j a^-1_ij Z_j; T^-1 A^-1 T = diag(gamma, alpha + i
//            beta) in real form; W = T^-1 Z; u(theta) is the collocation polynomial; delta = h x'_n - u'(0) (the slope
//            that the step begins with, seen from both sides).
// Invariant  F(t, x, x') = 0 at the end of each step to within the Newton tolerance, also for algebraic variables:
//            x' is X'_3, never an evaluation (which would multiply the Newton error by the stiffness).
//            The trajectory is continuous across steps; its slope jumps by O(h^3) (delta / h).
// Cost       3 evaluations per Newton iteration; Jacobian and LU are kept while Newton converges quickly and h stays
//            within 0.1 %. Error control takes none on smooth non-stiff stretches, one more where delta is too large or
//            unknown, and one more where Hairer's estimate is filtered twice. No allocation per step, except where
//            the sparse LU chooses its pivots anew.
// Departure  (1) Hairer's estimate is filtered by (gamma/h F_x' + F_x)^-1, so it vanishes for algebraic and for very
//            stiff components and says nothing about u inside the step. Events are located on u; therefore the error of
//            u is controlled too: first by 0.07 |delta|, which costs nothing; where that is too large or unknown, by
//            the Newton correction at one point inside. (2) Jacobians are those of the model, never differences.
//            (3) Newton stops on the convergence of each component, not of the norm, and accepts its first iterate only
//            on evidence from the same factorisation.

#include <saltus/integrate/stage_matrices.hpp>
#include <saltus/integrate/step_control.hpp>
#include <saltus/integrate/tableau.hpp>

#include <saltus/core/error.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <utility>

namespace saltus::integrate {

namespace {

// ---------------------------------------------------------------------------------------------- coefficients

using Matrix3 = std::array<std::array<double, 3>, 3>;

constexpr double sqrt6 = 2.449489742783178098197284074705891391965947480656670128432692567;
constexpr double c1 = (4 - sqrt6) / 10, c2 = (4 + sqrt6) / 10;

constexpr Tableau<3> radau_iia{
    .c = {c1, c2, 1},
    .a = {{{(88 - 7 * sqrt6) / 360, (296 - 169 * sqrt6) / 1800, (-2 + 3 * sqrt6) / 225},
           {(296 + 169 * sqrt6) / 1800, (88 + 7 * sqrt6) / 360, (-2 - 3 * sqrt6) / 225},
           {(16 - sqrt6) / 36, (16 + sqrt6) / 36, 1.0 / 9}}},
};
constexpr double  gamma_ = 3.6378342527444957322, alpha = 2.6810828736277521339, beta = 3.0504301992474105694;
constexpr Matrix3 T{{{9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02},
                     {0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
                     {0.96604818261509293619, 1, 0}}};
constexpr Matrix3 TI{{{4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
                      {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
                      {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497}}};
constexpr Matrix3 eigen{{{gamma_, 0, 0}, {0, alpha, -beta}, {0, beta, alpha}}};

constexpr Matrix3 product(const Matrix3& p, const Matrix3& q) {
  Matrix3 r{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) r[i][j] += p[i][k] * q[k][j];
  return r;
}
constexpr bool is_identity(const Matrix3& p) {
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      if (!(detail::magnitude(p[i][j] - (i == j ? 1 : 0)) < 1e-13)) return false;
  return true;
}

constexpr Matrix3 a_inverse = product(product(T, eigen), TI);

/// Row k - 1 gives the coefficient of theta^k of the cubic through (0, 0) and (c_i, Z_i).
constexpr Matrix3 cubic_through_stages() {
  Matrix3 p{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double ci = radau_iia.c[i], cj = radau_iia.c[(i + 1) % 3], ck = radau_iia.c[(i + 2) % 3];
    const double d = ci * (ci - cj) * (ci - ck);
    p[0][i]        = cj * ck / d;
    p[1][i]        = -(cj + ck) / d;
    p[2][i]        = 1 / d;
  }
  return p;
}
constexpr Matrix3 cubic = cubic_through_stages();

/// The slope of the cubic at the stages must be A^-1 Z: this is what makes the polynomial the collocation polynomial.
constexpr bool slopes_are_a_inverse() {
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const double c     = radau_iia.c[i];
      const double slope = cubic[0][j] + 2 * cubic[1][j] * c + 3 * cubic[2][j] * c * c;
      if (!(detail::magnitude(slope - a_inverse[i][j]) < 1e-12)) return false;
    }
  return true;
}

static_assert(nodes_are_row_sums(radau_iia) && has_order(5, radau_iia.a[2], radau_iia));
static_assert(is_identity(product(T, TI)) && is_identity(product(radau_iia.a, a_inverse)));
static_assert(slopes_are_a_inverse());

// ---------------------------------------------------------------------------------------------- constants of control

/// Largest accepted estimate in units of the tolerance: users compare the error of the whole run, and that of every
/// point of the trajectory, with the tolerance. Measured inside the steps: 0.1 to 0.6.
constexpr double target = 0.25;

/// Hairer's estimate is that of a third order formula: at the end of a non-stiff step it is far too large, inside it
/// exceeds the error of u by a factor of 4. Half of it is still on the safe side.
constexpr double end_weight = 0.5;

/// Newton stops when its error is this part of the tolerance. The error estimate multiplies it by about 3, and over
/// thousands of steps it adds up. Measured on van der Pol's oscillator (mu = 5, 5000 steps) at 1e-10: 13 tolerances
/// with 0.005 and a Jacobian kept up to a contraction of 0.05; 0.4 with 0.001 and 0.005.
constexpr double kappa = 0.001;

constexpr int    most_iterations   = 10;
constexpr double good_contraction  = 0.005;  // Jacobian is kept for the next step below this
constexpr double same_step         = 1e-3;   // relative change of h that leaves the LU in place
constexpr double rounding_multiple = 8;      // of eps |x|: increments below are rounding
constexpr double stagnation_limit  = 1e4;    // of eps |x|: increments that stop shrinking below this have converged
constexpr double safety            = 0.9;
constexpr double largest_growth = 8, largest_shrink = 0.2;
constexpr double keep_below = 1.2;  // a step that would grow by less is kept, and the LU with it

/// u deviates from the solution by at most 0.068 |delta| in non-stiff components (the integral of the node polynomial
/// against its value at 0) and by at most 0.046 |delta| in algebraic and very stiff ones (steps of equal length).
constexpr double inside_per_slope_gap = 0.07;
/// Where the Newton correction inside is taken: |(theta - c1)(theta - c2)(theta - 1)| is largest near here.
constexpr double inside_point = 0.4;
/// From the correction at that point to the largest error inside: 0.7 for non-stiff, 1.3 for algebraic components.
constexpr double inside_per_correction = 1.3;

enum class Solved { converged, diverged, slow, not_finite };

/// What decides the next step length. A plain value: one for the committed point, one for after the trial.
struct Control {
  double length          = 0;  ///< |h| to try next; 0: not chosen yet
  double accepted_length = 0;  ///< of the step before; 0: none since the restart
  double accepted_error  = 0;
  bool   just_rejected   = false;
};

// ---------------------------------------------------------------------------------------------- the method

class Radau final : public Method {
 public:
  Radau(Tolerances tolerances, StepLimits limits, LinearSolverChoice solver)
      : tolerances_(std::move(tolerances)), limits_(limits), matrices_(solver) {}

  std::string_view        name() const override { return "radau"; }
  std::unique_ptr<Method> clone() const override { return std::make_unique<Radau>(*this); }
  std::string             linear_solver() const override { return matrices_.description(); }

  void restart(model::Equations& equations, double t, std::span<const double> x, std::span<const double> dx,
               int direction, Resume resume) override;
  void suggest_step(double length) override { next_.length = control_.length = length; }
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
  bool   prepare_matrices(double h);
  void   evaluate_jacobian();
  void   predict_stages(double h);
  Solved solve_stages(double h);
  bool   end_is_solved(double h);
  double remaining_error(double theta, double negligible) const;
  void   derivatives(double h);
  void   polynomial();
  Norm   estimate_error(double h);
  void   estimate_end_error(double h, bool filter_again);
  void   estimate_inside_error(double h);
  Norm   size(std::span<const double> v) const { return integrate::error_norm(v, x_, x_new_, tolerances_); }
  void   propose_next(double h, double err, bool shortened);
  bool   slopes_known() const { return form_ == model::Form::explicit_ode || control_.accepted_length > 0; }

  void residual(double t, std::span<const double> x, std::span<const double> dx, std::span<double> r);

  std::span<double> third(std::vector<double>& v, std::size_t i) { return {v.data() + i * n_, n_}; }

  Tolerances        tolerances_;
  StepLimits        limits_;
  model::Equations* equations_ = nullptr;
  model::Form       form_      = model::Form::explicit_ode;
  std::size_t       n_         = 0;
  int               direction_ = 1;

  double              t_ = 0, t_new_ = 0;
  std::vector<double> x_, dx_;                        ///< the committed point
  std::vector<double> x_new_, dx_new_;                ///< the end of the pending step
  std::vector<double> z_, w_, stage_dx_, stage_f_;    ///< three rows each: Z, W, X', F
  std::vector<double> increment_, increment_before_;  ///< of Z in a Newton iteration, by component, in tolerances
  std::vector<double> stage_x_, gap_, inside_, error_;
  std::vector<double> real_;
  std::vector<std::complex<double>> complex_;
  std::vector<double>               c_, c_before_;  ///< polynomial of the pending and of the last committed step
  double                            h_before_ = 0;  ///< of the last committed step since the restart; 0: none
  double                            h_new_    = 0;

  StageMatrices matrices_;
  bool          jacobian_known_   = false;  ///< evaluated since the restart
  bool          jacobian_current_ = false;  ///< evaluated at the committed point
  double        factorized_h_     = 0;      ///< 0: the LU does not belong to the Jacobian
  double        contraction_      = 0;      ///< of the last Newton iteration that showed one
  double        eta_              = 1;      ///< contraction / (1 - contraction), evidence for the first iterate
  int           iterations_       = 0;
  double        newton_shrink_    = 0.5;  ///< what a slow iteration advises for h
  std::size_t   worst_            = 0;    ///< component with the largest last increment, or the first not finite

  Control  control_, next_;
  double   error_norm_ = 0;
  bool     pending_ = false, started_ = false;
  Counters counters_;
};

Result<DenseOutput, StepFailure> Radau::step(double t_limit) {
  SALTUS_ASSERT(equations_ != nullptr);
  if (control_.length == 0) control_.length = first_step(t_limit);
  pending_ = false;
  next_    = control_;

  const double h_min = smallest_step(t_, t_limit), h_least = 2 * h_min;  // h_min, rounded to the clock, may be longer
  const auto   retry = [&](double h, double factor) {
    ++counters_.rejected;
    next_.length        = std::max(h * factor, h_min);
    next_.just_rejected = true;
  };
  for (;;) {
    const FittedStep fitted = fit_step(t_, next_.length, t_limit, direction_, limits_.largest);
    const double     h      = std::abs(fitted.h);
    const auto       failed = [&](StepFailureCause cause, std::size_t component) {
      return StepFailure{cause, t_, fitted.h, component};
    };

    if (!prepare_matrices(fitted.h)) {
      if (h < h_least) return failed(StepFailureCause::newton_failed, 0);
      retry(h, 0.5);
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
      retry(h, newton_shrink_);
      continue;
    }
    const Norm   norm = solved == Solved::converged ? estimate_error(fitted.h) : Norm{INFINITY, worst_};
    const double err  = norm.value / target;
    if (!norm.finite()) {
      if (h < h_least) return failed(StepFailureCause::not_finite, norm.component);
      retry(h, shrink_when_not_finite);
      continue;
    }
    if (err > 1) {
      if (h < h_least) return failed(StepFailureCause::step_too_small, norm.component);
      retry(h, std::clamp(safety * std::pow(err, -0.25), largest_shrink, safety));
      if (!jacobian_current_) evaluate_jacobian();
      continue;
    }

    ++counters_.steps;
    propose_next(h, err, fitted.shortened);
    error_norm_ = norm.value;
    t_new_      = fitted.t1;
    h_new_      = fitted.h;
    pending_    = true;
    started_    = true;
    return DenseOutput{.t0 = t_, .h = fitted.h, .degree = 3, .n = n_, .c = c_, .t_end = fitted.t1};
  }
}

void Radau::restart(model::Equations& equations, double t, std::span<const double> x, std::span<const double> dx,
                    int direction, Resume resume) {
  SALTUS_ASSERT(direction == 1 || direction == -1);
  SALTUS_ASSERT(x.size() == equations.size() && dx.size() == x.size() && tolerances_.absolute.size() == x.size());
  const double kept = resume == Resume::keep_step ? next_step() : 0.0;

  equations_ = &equations;
  form_      = equations.form();
  n_         = equations.size();
  t_         = t;
  direction_ = direction;
  for (auto* v : {&x_, &dx_, &x_new_, &dx_new_, &stage_x_, &gap_, &inside_, &real_, &increment_, &increment_before_})
    v->resize(n_);
  for (auto* v : {&z_, &w_, &stage_dx_, &stage_f_}) v->resize(3 * n_);
  for (auto* v : {&c_, &c_before_}) v->resize(4 * n_);
  complex_.resize(n_);
  error_.assign(n_, 0.0);
  std::copy(x.begin(), x.end(), x_.begin());
  std::copy(dx.begin(), dx.end(), dx_.begin());

  matrices_.match(equations);
  jacobian_known_ = jacobian_current_ = false;
  factorized_h_                       = 0;
  h_before_                           = 0;
  control_                            = Control{.length = kept};
  next_                               = control_;
  error_norm_                         = 0;
  pending_                            = false;
  ++counters_.restarts;
}

void Radau::commit() {
  SALTUS_ASSERT(pending_);
  t_ = t_new_;
  x_.swap(x_new_);
  dx_.swap(dx_new_);
  c_.swap(c_before_);
  h_before_ = h_new_;
  control_  = next_;
  pending_  = false;

  jacobian_current_ = false;
  if (contraction_ > good_contraction) jacobian_known_ = false;  // a new one pays
}

/// As for explicit methods, but without the trial evaluation: what it measures in a stiff system is the stiffness, not
/// the solution. The error control corrects a bad guess in one or two trials.
double Radau::first_step(double t_limit) const {
  if (limits_.first > 0 && !started_) return std::min(limits_.first, limits_.largest);
  const double room = room_for_first_step(t_, t_limit, limits_);
  StartSizes   sizes{0, 0};
  for (std::size_t i = 0; i < n_; ++i) {
    const double w = weight(tolerances_, i, x_[i]);
    sizes.x        = std::max(sizes.x, std::abs(x_[i]) / w);
    if (form_ == model::Form::explicit_ode || equations_->differential(i))
      sizes.dx = std::max(sizes.dx, std::abs(dx_[i]) / w);
  }
  return first_length(sizes, 0, probe_length(sizes, room), 4, room);
}

void Radau::evaluate_jacobian() {
  matrices_.evaluate_jacobians(*equations_, t_, x_, dx_);
  ++counters_.jacobians;
  jacobian_known_ = jacobian_current_ = true;
  factorized_h_                       = 0;
}

bool Radau::prepare_matrices(double h) {
  if (!jacobian_known_) evaluate_jacobian();
  matrices_.stand_at(*equations_, t_, x_, dx_);
  if (factorized_h_ != 0 && std::abs(h / factorized_h_ - 1) <= same_step) return true;
  ++counters_.factorizations;
  eta_               = 1;
  contraction_       = 0;
  const bool regular = matrices_.factorize(gamma_ / h, std::complex<double>(alpha, beta) / h);
  factorized_h_      = regular ? h : 0;
  return regular;
}

/// Z from the polynomial of the step before, continued; zero when there is none. Then W = T^-1 Z.
void Radau::predict_stages(double h) {
  if (h_before_ == 0) {
    std::fill(z_.begin(), z_.end(), 0.0);
    std::fill(w_.begin(), w_.end(), 0.0);
    return;
  }
  for (std::size_t s = 0; s < 3; ++s) {
    const double ahead = radau_iia.c[s] * h / h_before_;  // theta - 1 on the polynomial before
    // u(1 + ahead) - u(1), without the cancellation
    const double p1 = ahead, p2 = ahead * (2 + ahead), p3 = ahead * (3 + ahead * (3 + ahead));
    for (std::size_t i = 0; i < n_; ++i)
      z_[s * n_ + i] = p1 * c_before_[n_ + i] + p2 * c_before_[2 * n_ + i] + p3 * c_before_[3 * n_ + i];
  }
  for (std::size_t s = 0; s < 3; ++s)
    for (std::size_t i = 0; i < n_; ++i)
      w_[s * n_ + i] = TI[s][0] * z_[i] + TI[s][1] * z_[n_ + i] + TI[s][2] * z_[2 * n_ + i];
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
void Radau::derivatives(double h) {
  for (std::size_t s = 0; s < 3; ++s)
    for (std::size_t i = 0; i < n_; ++i)
      stage_dx_[s * n_ + i] =
          (a_inverse[s][0] * z_[i] + a_inverse[s][1] * z_[n_ + i] + a_inverse[s][2] * z_[2 * n_ + i]) / h;
}

/// Simplified Newton: T^-1 F on the right, one real and one complex system, Z += T dW.
Solved Radau::solve_stages(double h) {
  const double eta_before  = eta_;
  double       size_before = 0;
  newton_shrink_           = 0.5;
  for (iterations_ = 0; iterations_ < most_iterations; ++iterations_) {
    derivatives(h);
    for (std::size_t s = 0; s < 3; ++s) {
      for (std::size_t i = 0; i < n_; ++i) stage_x_[i] = x_[i] + z_[s * n_ + i];
      const auto r = third(stage_f_, s);
      residual(t_ + radau_iia.c[s] * h, stage_x_, third(stage_dx_, s), r);
      if (const auto component = first_not_finite(r)) {
        worst_ = *component;
        return Solved::not_finite;
      }
    }
    for (std::size_t i = 0; i < n_; ++i) {
      const double f1 = stage_f_[i], f2 = stage_f_[n_ + i], f3 = stage_f_[2 * n_ + i];
      real_[i]    = -(TI[0][0] * f1 + TI[0][1] * f2 + TI[0][2] * f3);
      complex_[i] = {-(TI[1][0] * f1 + TI[1][1] * f2 + TI[1][2] * f3), -(TI[2][0] * f1 + TI[2][1] * f2 + TI[2][2] * f3)};
    }
    matrices_.solve_real(real_);
    matrices_.solve_complex(complex_);
    ++counters_.newton_iterations;

    double size = 0, rounding = 0;  // of the increment and of eps |x|, in units of the tolerance
    increment_.swap(increment_before_);
    for (std::size_t i = 0; i < n_; ++i) {
      const double w1 = real_[i], w2 = complex_[i].real(), w3 = complex_[i].imag();
      const double per_weight = 1 / weight(tolerances_, i, x_[i]);
      rounding       = std::max(rounding, std::numeric_limits<double>::epsilon() * std::abs(x_[i]) * per_weight);
      double largest = 0;
      for (std::size_t s = 0; s < 3; ++s) {
        const double dz = T[s][0] * w1 + T[s][1] * w2 + T[s][2] * w3;
        z_[s * n_ + i] += dz;
        largest = std::max(largest, std::abs(dz));
        if (!std::isfinite(dz)) {
          worst_ = i;
          return Solved::not_finite;
        }
      }
      increment_[i] = largest * per_weight;
      if (increment_[i] > size) {
        size   = increment_[i];
        worst_ = i;
      }
    }

    if (iterations_ > 0) {
      const double theta = size / size_before;
      if (theta >= 0.99) {
        if (size <= stagnation_limit * rounding && size <= kappa) break;
        return Solved::diverged;
      }
      contraction_ = theta;
      eta_         = std::max(theta / (1 - theta), remaining_error(theta, rounding_multiple * rounding) / size);
    } else {
      eta_ = std::pow(std::max(eta_before, std::numeric_limits<double>::epsilon()), 0.8);
    }
    const bool measured = iterations_ > 0 || size <= kappa;
    if ((eta_ * size <= kappa && (measured || end_is_solved(h))) || size <= rounding_multiple * rounding) {
      ++iterations_;
      break;
    }
    if (iterations_ > 0) {
      const int    left      = most_iterations - 1 - iterations_;
      const double predicted = size * eta_ * std::pow(std::max(contraction_, eta_ / (1 + eta_)), left - 1);
      if (left == 0 || predicted > kappa) {
        newton_shrink_ = std::clamp(0.8 * std::pow(predicted / kappa, -1.0 / (4 + left)), 0.1, 0.5);
        return Solved::slow;
      }
    }
    size_before = size;
  }
  derivatives(h);
  for (std::size_t i = 0; i < n_; ++i) {
    x_new_[i]  = x_[i] + z_[2 * n_ + i];
    dx_new_[i] = stage_dx_[2 * n_ + i];
  }
  polynomial();
  return Solved::converged;
}

/// The error that the last increment leaves behind. Each component answers for itself: one that converges at once, and
/// is large, must not vouch for a small one that does not.
/// After a single iteration the contraction is that of earlier steps. An algebraic variable that is a nonlinear function
/// of others would then be accepted with the error of a linearisation, and the error estimate does not see it: look at
/// the end of the step itself. One residual instead of a second iteration's three.
bool Radau::end_is_solved(double h) {
  if (form_ == model::Form::explicit_ode) return true;
  derivatives(h);
  for (std::size_t i = 0; i < n_; ++i) stage_x_[i] = x_[i] + z_[2 * n_ + i];
  residual(t_ + h, stage_x_, third(stage_dx_, 2), real_);
  if (first_not_finite(real_)) return false;
  matrices_.solve_real(real_);
  for (std::size_t i = 0; i < n_; ++i)
    if (!(std::abs(real_[i]) <= 10 * kappa * weight(tolerances_, i, x_[i]))) return false;
  return true;
}

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

void Radau::polynomial() {
  for (std::size_t i = 0; i < n_; ++i) {
    c_[i] = x_[i];
    for (std::size_t k = 0; k < 3; ++k)
      c_[(k + 1) * n_ + i] = cubic[k][0] * z_[i] + cubic[k][1] * z_[n_ + i] + cubic[k][2] * z_[2 * n_ + i];
  }
}

/// Hairer's estimate of the end of the step and ours of its inside, whichever is larger in each component.
Norm Radau::estimate_error(double h) {
  for (std::size_t i = 0; i < n_; ++i) gap_[i] = h * dx_[i] - c_[n_ + i];

  estimate_end_error(h, false);
  Norm end = size(error_);
  if (end.finite() && end.value >= target && (control_.accepted_length == 0 || next_.just_rejected)) {
    estimate_end_error(h, true);
    end = size(error_);
  }
  if (!end.finite() || end.value > target) return end;

  for (std::size_t i = 0; i < n_; ++i) inside_[i] = inside_per_slope_gap * gap_[i];
  if (!slopes_known() || size(inside_).value > target) estimate_inside_error(h);
  for (std::size_t i = 0; i < n_; ++i)
    if (!(std::abs(error_[i]) >= std::abs(inside_[i]))) error_[i] = inside_[i];
  return size(error_);
}

/// (gamma/h F_x' + F_x) e = F_x' (x'_n - u'(0)/h); again, with F at x_n + e, when a stiff component may have spoilt it.
void Radau::estimate_end_error(double h, bool filter_again) {
  for (std::size_t i = 0; i < n_; ++i) stage_x_[i] = gap_[i] / h;
  matrices_.multiply_f_dx(stage_x_, real_);
  if (filter_again) {
    for (std::size_t i = 0; i < n_; ++i) stage_x_[i] = x_[i] + error_[i] / end_weight;
    residual(t_, stage_x_, dx_, third(stage_f_, 0));
    for (std::size_t i = 0; i < n_; ++i) real_[i] -= stage_f_[i];
  }
  matrices_.solve_real(real_);
  for (std::size_t i = 0; i < n_; ++i) error_[i] = end_weight * real_[i];
}

/// The Newton correction of u at one point inside the step.
void Radau::estimate_inside_error(double h) {
  const DenseOutput u{.t0 = t_, .h = h, .degree = 3, .n = n_, .c = c_};
  u.at(inside_point, stage_x_);
  u.slope(inside_point, third(stage_dx_, 0));
  residual(t_ + inside_point * h, stage_x_, third(stage_dx_, 0), real_);
  matrices_.solve_real(real_);
  for (std::size_t i = 0; i < n_; ++i) inside_[i] = inside_per_correction * real_[i];
}

/// Gustafsson's predictive control; a step that would hardly grow is kept, and its matrices with it.
void Radau::propose_next(double h, double err, bool shortened) {
  err                 = std::max(err, 1e-6);
  const double effort = safety * (1 + 2.0 * most_iterations) / (iterations_ + 2.0 * most_iterations);
  double       factor = std::min(safety, effort) * std::pow(err, -0.25);
  if (control_.accepted_length > 0) {
    const double trend = h / control_.accepted_length * std::pow(control_.accepted_error / (err * err), 0.25);
    factor             = std::min(factor, safety * trend);
  }
  factor = std::clamp(factor, largest_shrink, next_.just_rejected ? 1.0 : largest_growth);
  if (factor >= 1 && factor <= keep_below && contraction_ <= good_contraction) factor = 1;

  const double wanted   = next_.length;
  next_.length          = std::min(shortened ? std::max(h * factor, wanted) : h * factor, limits_.largest);
  next_.accepted_length = h;
  next_.accepted_error  = std::max(err, 1e-2);
  next_.just_rejected   = false;
}

}  // namespace

std::unique_ptr<Method> make_radau(Tolerances tolerances, StepLimits limits, LinearSolverChoice solver) {
  return std::make_unique<Radau>(std::move(tolerances), limits, solver);
}

}  // namespace saltus::integrate
