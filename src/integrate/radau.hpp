#pragma once
// radau.hpp: the class behind make_radau. Steps and their control are in radau.cpp, which also tells the whole story;
// the stage equations in radau_newton.cpp; the error of the polynomial in radau_error.cpp.

#include <saltus/integrate/radau_iia.hpp>
#include <saltus/integrate/stage_matrices.hpp>
#include <saltus/integrate/step_control.hpp>

#include <algorithm>
#include <array>
#include <complex>
#include <type_traits>
#include <utility>

namespace saltus::integrate {

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
inline InsideWeights inside_weights(std::size_t stages) {
  return with_stages(stages, [](auto s) { return InsideWeights{radau_iia<s>.inside, radau_iia<s>.gamma}; });
}

/// What decides the next step. A plain value: one for the committed point, one for after the trial.
struct RadauControl {
  static constexpr int first_wait = 2;  ///< steps before the order is raised

  double      length          = 0;  ///< |h| to try next; 0: not chosen yet
  std::size_t stages          = 3;
  double      accepted_length = 0;  ///< of the step before; 0: none since the restart or the last change of order
  double      accepted_error  = 0;
  int         rejected        = 0;           ///< trials in a row
  int         fading          = 0;           ///< steps in a row that grew and had smaller errors than predicted
  int         wait            = first_wait;  ///< steps until the order may change
  int         patience        = first_wait;  ///< the wait after the next raise that fails
  int         on_trial        = 0;           ///< steps for which a raised order has to prove itself
  double      length_below    = 0;           ///< |h| that the order below would have tried
};

class Radau final : public Method {
 public:
  Radau(Tolerances tolerances, StepLimits limits, LinearSolverChoice solver, RadauStages stages)
      : tolerances_(std::move(tolerances)), limits_(limits), allowed_(stages), matrices_(solver) {
    control_.stages = next_.stages = allowed_.least;
  }

  std::string_view        name() const override { return "radau"; }
  std::unique_ptr<Method> clone() const override { return std::make_unique<Radau>(*this); }
  std::string             linear_solver() const override { return matrices_.description(); }

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
  int                     order() const override { return 2 * static_cast<int>(stages_) - 1; }

 private:
  enum class Solved { converged, diverged, slow, not_finite };

  /// A step with which a mode was left, so that its order is known when the mode is entered again with that length.
  struct Remembered {
    double      length = 0;
    std::size_t stages = 3;
  };

  // radau.cpp: steps, their length and order
  double first_step(double t_limit) const;
  void   retry(double h, double factor, double h_min);
  double reach_of_transient(std::size_t component) const;
  void   lower_order();
  void   find_slopes();
  void   set_weights();
  void   set_weights_of_slopes(double h);
  void   propose_next(double h, double err, bool shortened, double way);
  void   propose_order(double h, double err, double way);
  void   drop_slow_jacobian();

  // radau_newton.cpp: the stage equations
  void   evaluate_jacobian();
  bool   prepare_matrices(double h);
  void   predict_stages(double h);
  Solved solve_stages(double h);
  bool   only_rounding(double h) const;
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
  void end_of_step(double h, std::span<double> x, std::span<double> dx);
  template <std::size_t s>
  void transform_residuals();
  template <std::size_t s>
  double add_increment();
  template <std::size_t s>
  void polynomial();
  template <std::size_t s, std::size_t lanes>
  void polynomials(std::size_t first);
  void residual(double t, std::span<const double> x, std::span<const double> dx, std::span<double> r);

  // radau_error.cpp: the error of the polynomial
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
  bool  slopes_known() const { return form_ == model::Form::explicit_ode || h_before_ != 0; }

  std::span<double> row(std::vector<double>& v, std::size_t i) { return {v.data() + i * n_, n_}; }

  Tolerances        tolerances_;
  StepLimits        limits_;
  RadauStages       allowed_;
  model::Equations* equations_ = nullptr;
  model::Form       form_      = model::Form::explicit_ode;
  std::size_t       n_         = 0;
  int               direction_ = 1;

  double              t_ = 0, t_new_ = 0;
  std::vector<double> x_, dx_;          ///< the committed point
  std::vector<double> x_new_, dx_new_;  ///< the end of the pending step
  std::vector<double> per_weight_;      ///< 1 / tolerance of each component at the committed point
  struct Slope {
    std::size_t component, of;
    double      absolute;  ///< tolerance that was asked for
  };
  std::vector<Slope>  slopes_;                        ///< unknowns that are derivatives, der(x) before der(der(x))
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

  RadauControl              control_, next_;
  std::array<Remembered, 8> remembered_{};
  std::size_t               remembered_next_ = 0;
  double                    error_norm_      = 0;
  bool                      pending_ = false, started_ = false;
  Counters                  counters_;
};

}  // namespace saltus::integrate
