// tsit5.cpp: Tsitouras' explicit Runge-Kutta pair of order 5(4), the first choice for smooth non-stiff equations.
//
// Problem    x' = f(t, x).
// Method     seven stages, the last of which is the first of the next step (FSAL); the fifth order solution is
//            propagated, the fourth order one measures its error; a quartic is the continuous extension.
// Reference  Ch. Tsitouras, Runge-Kutta pairs of order 5(4) satisfying only the first column simplifying assumption,
//            Comput. Math. Appl. 62 (2011) 770-775.
// Notation   a, b, b_hat, c are his; q_i is the coefficient of theta^4 in his b_i(theta).
// Invariant  the polynomial meets x and f at both ends of the step, so trajectories are C1 across steps.
// Cost       6 evaluations per trial, none for the polynomial, none for a restart.
// Departure  his b_i(theta) are not stored. A quartic that meets value and slope at both ends has one parameter left,
//            so the seven q_i say it all, and the ends are met to rounding whatever the rounding of the q_i.

#include <saltus/integrate/explicit_method.hpp>
#include <saltus/integrate/tableau.hpp>

#include <cmath>
#include <utility>

namespace saltus::integrate {

namespace {

constexpr std::size_t stages = 7;

constexpr Tableau<stages> tsit5{
    .c = {0, 0.161, 0.327, 0.9, 0.980025540904509685729810286287, 1, 1},
    .a = {{{},
           {0.161},
           {-0.848065549235698854442687425023e-2, 0.335480655492356988544426874250},
           {2.897153057105493432130432594192, -6.359448489975074843148159912383, 4.362295432869581411017727318190},
           {5.325864828439256604428877920840, -11.748883564062827877747170339785, 7.495539342889836208304604784564,
            -0.924950663617552492565020793320e-1},
           {5.861455442946420028659251486982, -12.920969317847109291706118681783, 8.159367898576158643180400794539,
            -0.715849732814009972245305425258e-1, -0.282690503940683829090030572127e-1},
           {0.964607668180652295181673131651e-1, 0.01, 0.479889650414499574775249532290,
            1.379008574103741893192274821856, -3.290069515436080679901047585711, 2.324710524099773982415355918398}}},
};
constexpr Weights<stages> b = tsit5.a[6];
constexpr Weights<stages> b_hat{0.946807557658394580747887625575e-1,
                                0.918356554034325309677636393664e-2,
                                0.487770528424761570785564259963,
                                1.234297566930478985655109673884,
                                -2.707712349983525454881109975059,
                                1.866628418170587035753719399566,
                                1.0 / 66};
constexpr Weights<stages> q{
    -1.0530884977290216,   0.1017, 2.490627285651252793, -16.54810288924490272, 47.37952196281928122,
    -34.87065786149660974, 2.5};

/// b_i(theta) of the continuous extension: cubic Hermite through both ends plus q_i theta^2 (1 - theta)^2.
constexpr Weights<stages> extension(double theta) {
  const double    rest = 1 - theta;
  Weights<stages> w{};
  for (std::size_t i = 0; i < stages; ++i)
    w[i] = b[i] * theta * theta * (3 - 2 * theta) + q[i] * theta * theta * rest * rest;
  w[0] += theta * rest * rest;
  w[6] -= theta * theta * rest;
  return w;
}

static_assert(nodes_are_row_sums(tsit5));
static_assert(has_order(5, b, tsit5) && has_order(4, b_hat, tsit5));
static_assert(has_order(4, extension(0.25), tsit5, 0.25) && has_order(4, extension(0.5), tsit5, 0.5) &&
              has_order(4, extension(0.75), tsit5, 0.75));

constexpr Weights<stages> error_weights() {
  Weights<stages> e{};
  for (std::size_t i = 0; i < stages; ++i) e[i] = b[i] - b_hat[i];
  return e;
}
constexpr Weights<stages> e = error_weights();

class Tsit5 final : public ExplicitMethod {
 public:
  Tsit5(Tolerances tolerances, StepLimits limits)
      : ExplicitMethod({.name = "tsit5", .order = 5, .stages = 7, .last = 6, .k = 5, .degree = 4, .target = target},
                       std::move(tolerances), limits) {}
  std::unique_ptr<Method> clone() const override { return std::make_unique<Tsit5>(*this); }

  /// Stages 6 and 7 are both at the end of the step (Hairer & Wanner, section IV.2).
  double stiffness() const override { return lipschitz(row(6), row(5), x_new_, stage_x_) * std::abs(h_); }

 private:
  /// Users compare the error of the whole run with the tolerance. Over ten periods of an oscillator a hundred or more
  /// local errors add up; with a tenth of the tolerance for each step their sum stays near it (measured: 0.2 to 1.2).
  static constexpr double target = 0.1;

  Norm trial(double h) override {
    h_ = h;
    stage<1>(h, stage_x_);
    stage<2>(h, stage_x_);
    stage<3>(h, stage_x_);
    stage<4>(h, stage_x_);
    stage<5>(h, stage_x_);
    stage<6>(h, x_new_);
    double* __restrict error = error_.data();
    const double* const k    = k_.data();
    for (std::size_t i = 0; i < n_; ++i) error[i] = h * combine([] { return e; }, k + i, n_);
    return end_ = integrate::error_norm(error_, x_, x_new_, tolerances_);
  }

  Norm finish(double h) override {
    const double *const f0 = row(0).data(), *const f1 = row(6).data(), *const k = k_.data();
    const double *const x = x_.data(), *const x_new = x_new_.data();
    double* __restrict c0 = coefficients(0).data(), * __restrict c1 = coefficients(1).data();
    double* __restrict c2 = coefficients(2).data(), * __restrict c3 = coefficients(3).data();
    double* __restrict c4 = coefficients(4).data();
#pragma GCC ivdep
    for (std::size_t i = 0; i < n_; ++i) {
      const double rise = x_new[i] - x[i], hf0 = h * f0[i], hf1 = h * f1[i];
      const double quartic = h * combine([] { return q; }, k + i, n_);
      c0[i]                = x[i];
      c1[i]                = hf0;
      c2[i]                = 3 * rise - 2 * hf0 - hf1 + quartic;
      c3[i]                = hf0 + hf1 - 2 * rise - 2 * quartic;
      c4[i]                = quartic;
    }
    return end_;  // the estimate is that of a fourth order formula, and so is the quartic: measured, they agree
  }

  template <int j>
  void stage(double h, std::span<double> x_stage) {
    double* __restrict to = x_stage.data();
    const double *const x = x_.data(), *const k = k_.data();
    for (std::size_t i = 0; i < n_; ++i) to[i] = x[i] + h * combine([] { return tsit5.a[j]; }, k + i, n_);
    evaluate(t_ + tsit5.c[j] * h, x_stage, j);
  }

  Norm   end_;
  double h_ = 0;
};

}  // namespace

std::unique_ptr<Method> make_tsit5(Tolerances tolerances, StepLimits limits) {
  return std::make_unique<Tsit5>(std::move(tolerances), limits);
}

}  // namespace saltus::integrate
