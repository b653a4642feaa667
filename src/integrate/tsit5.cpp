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

#include <utility>

namespace saltus::integrate {

namespace {

constexpr std::size_t stages = 7;

constexpr Tableau<stages> tsit5{
    .c = {0, 0.161, 0.327, 0.9, 0.9800255409045096857298102862870245954942137979563024768854764293221195950761080302604, 1,
          1},
    .a = {{{},
           {0.161},
           {-0.8480655492356988544426874250230774675121177393430391537369234245294192976164141156943e-2,
            0.3354806554923569885444268742502307746751211773934303915373692342452941929761641411569},
           {2.897153057105493432130432594192938764924887287701866490314866693455023795137503079289,
            -6.359448489975074843148159912383825625952700647415626703305928850207288721235210244366,
            4.362295432869581411017727318190886861027813359713760212991062156752264926097707165077},
           {5.325864828439256604428877920840511317836476253097040101202360397727981648835607691791,
            -11.74888356406282787774717033978577296188744178259862899288666928009020615663593781589,
            7.495539342889836208304604784564358155658679161518186721010132816213648793440552049753,
            -0.9249506636175524925650207933207191611349983406029535244034750452930469056411389539635e-1},
           {5.861455442946420028659251486982647890394337666164814434818157239052507339770711679748,
            -12.92096931784710929170611868178335939541780751955743459166312250439928519268343184452,
            8.159367898576158643180400794539253485181918321135053305748355423955009222648673734986,
            -0.7158497328140099722453054252582973869127213147363544882721139659546372402303777878835e-1,
            -0.2826905039406838290900305721271224146717633626879770007617876201276764571291579142206e-1},
           {0.9646076681806522951816731316512876333711995238157997181903319145764851595234062815396e-1, 0.01,
            0.4798896504144995747752495322905965199130404621990332488332634944254542060153074523509,
            1.379008574103741893192274821856872770756462643091360525934940067397245698027561293331,
            -3.290069515436080679901047585711363850115683290894936158531296799594813811049925401677,
            2.324710524099773982415355918398765796109060233222962411944060046314465391054716027841}}},
};
constexpr Weights<stages> b = tsit5.a[6];
constexpr Weights<stages> b_hat{0.9468075576583945807478876255758922856117527357724631226139574065785592789071067303271e-1,
                                0.9183565540343253096776363936645313759813746240984095238905939532922955247253608687270e-2,
                                0.4877705284247615707855642599631228241516691959761363774365216240304071651579571959813,
                                1.234297566930478985655109673884237654035539930748192848315425833500484878378061439761,
                                -2.707712349983525454881109975059321670689605166938197378763992255714444407154902012702,
                                1.866628418170587035753719399566211498666255505244122593996591602841258328965767580089,
                                1.0 / 66};
constexpr Weights<stages> q{-1.0530884977290216, 0.1017,  2.490627285651252793, -16.54810288924490272,
                            47.37952196281928122, -34.87065786149660974, 2.5};

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
      : ExplicitMethod({.name = "tsit5", .stages = 7, .last = 6, .k = 5, .degree = 4, .target = target},
                       std::move(tolerances), limits) {}
  std::unique_ptr<Method> clone() const override { return std::make_unique<Tsit5>(*this); }

 private:
  /// Users compare the error of the whole run with the tolerance. Over ten periods of an oscillator a hundred or more
  /// local errors add up; with a tenth of the tolerance for each step their sum stays near it (measured: 0.3 to 1.4).
  static constexpr double target = 0.1;

  Norm trial(double h) override {
    stage<1>(h, stage_x_);
    stage<2>(h, stage_x_);
    stage<3>(h, stage_x_);
    stage<4>(h, stage_x_);
    stage<5>(h, stage_x_);
    stage<6>(h, x_new_);
    for (std::size_t i = 0; i < n_; ++i) error_[i] = h * combine([] { return e; }, k_.data() + i, n_);
    return end_ = integrate::error_norm(error_, x_, x_new_, tolerances_);
  }

  Norm finish(double h) override {
    const auto f0 = row(0), f1 = row(6);
    for (std::size_t i = 0; i < n_; ++i) {
      const double rise = x_new_[i] - x_[i], hf0 = h * f0[i], hf1 = h * f1[i];
      const double quartic = h * combine([] { return q; }, k_.data() + i, n_);
      coefficients(0)[i]   = x_[i];
      coefficients(1)[i]   = hf0;
      coefficients(2)[i]   = 3 * rise - 2 * hf0 - hf1 + quartic;
      coefficients(3)[i]   = hf0 + hf1 - 2 * rise - 2 * quartic;
      coefficients(4)[i]   = quartic;
    }
    return end_;  // the estimate is that of a fourth order formula, and so is the quartic: measured, they agree
  }

  template <int j>
  void stage(double h, std::span<double> x_stage) {
    for (std::size_t i = 0; i < n_; ++i) x_stage[i] = x_[i] + h * combine([] { return tsit5.a[j]; }, k_.data() + i, n_);
    evaluate(t_ + tsit5.c[j] * h, x_stage, j);
  }

  Norm end_;
};

}  // namespace

std::unique_ptr<Method> make_tsit5(Tolerances tolerances, StepLimits limits) {
  return std::make_unique<Tsit5>(std::move(tolerances), limits);
}

}  // namespace saltus::integrate
