// The choice of the order, on derivatives that are known: b_k = size of h^k x^(k) / k!, in units of the accepted error.

#include <saltus/integrate/radau_iia.hpp>
#include <saltus/integrate/radau_order.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace saltus::integrate {
namespace {

constexpr Ahead unlimited;

template <std::size_t s>
double error_per_derivative() {
  return std::max(radau_iia<s>.inside.integral * (s + 1), radau_iia<s>.inside.product);
}

/// x = exp(i omega t), of size 1 in units of `tolerance`, linear: b_k = (omega h)^k / k! / tolerance.
double derivative(int k, double omega_h, double tolerance) {
  return std::pow(omega_h, k) / std::tgamma(k + 1.0) / tolerance;
}
template <std::size_t s>
StepSeen oscillation(double omega_h, double tolerance, double contraction = 1e-12) {
  return {.stages      = s,
          .h           = omega_h,
          .error       = error_per_derivative<s>() * derivative(s + 1, omega_h, tolerance),
          .b_before    = derivative(s - 1, omega_h, tolerance),
          .b_last      = derivative(s, omega_h, tolerance),
          .contraction = contraction};
}

/// The step that the tolerance allows with s stages.
template <std::size_t s>
double allowed(double tolerance) {
  return 0.9 * std::pow(tolerance * std::tgamma(s + 2.0) / error_per_derivative<s>(), 1.0 / (s + 1));
}

TEST(RadauOrder, LengthsArePredictedForTheOrderAtHandTheOneBelowAndTheOneAbove) {
  const double tolerance = 1e-8;
  const auto   seen      = oscillation<5>(allowed<5>(tolerance), tolerance);
  EXPECT_NEAR(prospect(seen, 5, unlimited).length / allowed<5>(tolerance), 0.95, 0.06);  // safety, once more
  EXPECT_NEAR(prospect(seen, 3, unlimited).length / allowed<3>(tolerance), 1, 0.05);
  // A geometric series falls more slowly than that of the exponential: the prediction is a little short.
  EXPECT_NEAR(prospect(seen, 7, unlimited).length / allowed<7>(tolerance), 0.9, 0.1);
}

TEST(RadauOrder, TightTolerancesCallForHighOrder) {
  EXPECT_EQ(best_order(oscillation<3>(allowed<3>(1e-10), 1e-10), 3, 7, unlimited).stages, 5u);
  EXPECT_EQ(best_order(oscillation<5>(allowed<5>(1e-10), 1e-10), 3, 7, unlimited).stages, 7u);
  EXPECT_EQ(best_order(oscillation<7>(allowed<7>(1e-10), 1e-10), 3, 7, unlimited).stages, 7u);
}

TEST(RadauOrder, LimitsAreRespected) {
  EXPECT_EQ(best_order(oscillation<3>(allowed<3>(1e-10), 1e-10), 3, 3, unlimited).stages, 3u);
  EXPECT_EQ(best_order(oscillation<5>(allowed<5>(1e-10), 1e-10), 3, 5, unlimited).stages, 5u);
}

TEST(RadauOrder, WhereNoStepIsLongThreeStagesAreEnough) {
  const double short_way = allowed<3>(1e-10);
  for (const Ahead& ahead : {Ahead{.longest = short_way}, Ahead{.way = 0.9 * short_way}}) {
    EXPECT_EQ(best_order(oscillation<3>(short_way, 1e-10), 3, 7, ahead).stages, 3u);
    EXPECT_EQ(best_order(oscillation<5>(short_way, 1e-10), 3, 7, ahead).stages, 3u);
  }
}

TEST(RadauOrder, AWayThatTakesTwoStepsOfOneOrderAndOneOfTheNextIsGoneInOne) {
  const double way = 1.3 * allowed<3>(1e-6);
  ASSERT_LT(way, allowed<5>(1e-6));
  EXPECT_EQ(best_order(oscillation<3>(way / 2, 1e-6), 3, 7, {.way = way}).stages, 5u);
}

TEST(RadauOrder, ANewtonIterationThatBarelyContractsForbidsLongerSteps) {
  EXPECT_EQ(best_order(oscillation<3>(allowed<3>(1e-10), 1e-10, 0.2), 3, 7, unlimited).stages, 3u);
}

TEST(RadauOrder, ASolutionWithoutHighDerivativesGoesBackToThreeStages) {
  StepSeen rough = oscillation<7>(allowed<7>(1e-6), 1e-6);
  rough.b_before = rough.b_last = rough.error = 1;  // nothing decays
  EXPECT_EQ(best_order(rough, 3, 7, unlimited).stages, 5u);
}

TEST(RadauCoefficients, AreThoseOfTheKnownMethodOfOrderFive) {
  const double sqrt6 = std::sqrt(6.0);
  EXPECT_DOUBLE_EQ(radau_iia<3>.c[0], (4 - sqrt6) / 10);
  EXPECT_DOUBLE_EQ(radau_iia<3>.c[1], (4 + sqrt6) / 10);
  EXPECT_DOUBLE_EQ(radau_iia<3>.a[0][0], (88 - 7 * sqrt6) / 360);
  EXPECT_DOUBLE_EQ(radau_iia<3>.a[2][1], (16 + sqrt6) / 36);
  EXPECT_DOUBLE_EQ(radau_iia<3>.gamma, 3 + std::cbrt(3.0) * (std::cbrt(3.0) - 1));  // of Hairer & Wanner, (8.1)
}

TEST(RadauCoefficients, AWrongDigitDisprovesThem) {
  using namespace radau_detail;
  static_assert(proves_itself(exact<5>));
  auto wrong_node = exact<5>, wrong_a = exact<5>, wrong_t = exact<5>, wrong_lambda = exact<5>;
  wrong_node.c[1] += 1e-13L;
  wrong_a.a[2][3] += 1e-13L;
  wrong_t.T[3][4] += 1e-13L;
  wrong_lambda.lambda[1] += 1e-13L;
  for (const auto& wrong : {wrong_node, wrong_a, wrong_t, wrong_lambda}) EXPECT_FALSE(proves_itself(wrong));
}

}  // namespace
}  // namespace saltus::integrate
