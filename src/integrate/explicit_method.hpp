#pragma once
// explicit_method.hpp: the part of an explicit Runge-Kutta method that does not depend on its coefficients.
//
// Problem    x' = f(t, x) from a committed point, one error-controlled step at a time.
// Method     a concrete method fills in three things: the stages with the error estimate (`trial`), the polynomial
//            (`finish`) and its Profile. Everything else (first step, step control, limits, failures) is here.
// Notation   k_j = f at stage j; row 0 is f at the committed point, row `last` is f at the end of the step.
// Invariant  between calls, (t, x, row 0) is the committed point; `step` changes none of the three.
// Cost       a restart costs no evaluation: the dx handed over is the first stage. A fresh first step costs one.

#include <saltus/integrate/step_control.hpp>

#include <array>
#include <utility>

namespace saltus::integrate {

/// sum_j w_j k_j[i] for one component, given &k_0[i] and the distance between rows. Unrolled, zeros left out. The
/// weights come as a function without state, because clang 14 takes no floating-point template arguments.
template <class WeightsOf>
inline double combine(WeightsOf, const double* k, std::size_t n) {
  constexpr auto w = WeightsOf{}();
  return [&]<std::size_t... j>(std::index_sequence<j...>) {
    double sum = 0;
    ((w[j] != 0 ? void(sum += w[j] * k[j * n]) : void()), ...);
    return sum;
  }
  (std::make_index_sequence<w.size()>{});
}

class ExplicitMethod : public Method {
 public:
  std::string_view name() const override { return profile_.name; }

  void restart(model::Equations& equations, double t, std::span<const double> x, std::span<const double> dx,
               int direction, Resume resume) override;
  void suggest_step(double length) override { next_.length = control_.length = length; }
  void rebind(model::Equations& equations) override { equations_ = &equations; }
  Result<DenseOutput, StepFailure> step(double t_limit) override;
  void                             commit() override;

  double                  t() const override { return t_; }
  std::span<const double> x() const override { return x_; }
  std::span<const double> dx() const override { return row(0); }
  double                  next_step() const override { return pending_ ? next_.length : control_.length; }
  double                  error_norm() const override { return error_norm_; }
  std::span<const double> error_estimate() const override { return error_; }
  const Counters&         counters() const override { return counters_; }
  int                     order() const override { return profile_.order; }

 protected:
  /// What the shared part has to know about a method.
  struct Profile {
    std::string_view name;
    int              order;
    int              stages;  ///< rows of k, those for dense output included
    int              last;    ///< the row that holds f at the end of the step
    int              k;       ///< the error estimate is O(h^k)
    int              degree;  ///< of the polynomial
    double           target;  ///< largest accepted error in units of the tolerance
  };

  ExplicitMethod(Profile profile, Tolerances tolerances, StepLimits limits);
  ExplicitMethod(const ExplicitMethod&) = default;

  /// Computes the stages, x_new_ and error_ of a step of signed length h; returns the size of the error.
  virtual Norm trial(double h) = 0;
  /// Completes a trial whose end is accurate enough: row `last` and the coefficients of the polynomial. Returns the
  /// size of error_ after it has been raised to that of the polynomial inside the step.
  virtual Norm finish(double h) = 0;

  /// |f - g| / |x - y|, 0 where x and y are the same.
  static double lipschitz(std::span<const double> f, std::span<const double> g, std::span<const double> x,
                          std::span<const double> y) {
    double rise = 0, run = 0;
    for (std::size_t i = 0; i < f.size(); ++i) {
      rise += (f[i] - g[i]) * (f[i] - g[i]);
      run += (x[i] - y[i]) * (x[i] - y[i]);
    }
    return run > 0 ? std::sqrt(rise / run) : 0.0;
  }

  void evaluate(double t, std::span<const double> x, int j) {
    equations_->rhs(t, x, row(j));
    ++counters_.rhs;
  }
  std::span<double>       row(int j) { return {k_.data() + static_cast<std::size_t>(j) * n_, n_}; }
  std::span<const double> row(int j) const { return {k_.data() + static_cast<std::size_t>(j) * n_, n_}; }
  std::span<double>       coefficients(int power) { return {c_.data() + static_cast<std::size_t>(power) * n_, n_}; }

  Profile             profile_;
  Tolerances          tolerances_;
  StepLimits          limits_;
  model::Equations*   equations_ = nullptr;
  std::size_t         n_         = 0;
  double              t_         = 0;
  int                 direction_ = 1;
  std::vector<double> x_, x_new_, stage_x_, error_;
  std::vector<double> k_;  ///< stages by rows
  std::vector<double> c_;  ///< polynomial by rows

 private:
  double      first_step(double t_limit);
  std::size_t origin_of(const Norm& not_finite) const;

  StepController control_, next_;  ///< at the committed point; after the pending step
  double         t_new_      = 0;
  double         error_norm_ = 0;
  bool           pending_    = false;  ///< a step has been computed and not committed
  bool           started_    = false;  ///< limits_.first is for the very first step only
  Counters       counters_;
};

}  // namespace saltus::integrate
