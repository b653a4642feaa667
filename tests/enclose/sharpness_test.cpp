// Enclosures that are true but useless would pass the other tests: these say how tight they must be.

#include "verified.hpp"

#include <gtest/gtest.h>

namespace saltus::enclose::test {
namespace {

TaylorModel<4> line(double middle, double half_width) { return {{middle, half_width, 0, 0, 0}, 0}; }

TEST(Sharpness, EqualModelsSubtractToExactlyZero) {
  const TaylorModel<4> x{{0.1, 0.2, 0.3, 0.4, 0.5}, 0};
  const auto           d = x - x;
  for (double c : d.c) EXPECT_EQ(c, 0);
  EXPECT_EQ(d.r, 0);
}
TEST(Sharpness, ZerosAddNoRadius) {
  const TaylorModel<4> zero(0.0), x{{0.1, 0.2, 0.3, 0.4, 0.5}, 0.25};
  EXPECT_EQ((zero * x).r, 0);
  EXPECT_EQ((x * 0.0).r, 0);
  EXPECT_EQ((zero / (x + 3.0)).r, 0);
  EXPECT_EQ((zero + zero).r, 0);
  EXPECT_EQ(sin(zero).r, 0);
  EXPECT_EQ(tanh(zero).r, 0);
  EXPECT_EQ(sqrt(zero).r, 0);
  EXPECT_EQ((x + 0.0).r, x.r);
}
TEST(Sharpness, ConstantsAreExactAndTheirFunctionsGoodToAFewUlps) {
  EXPECT_EQ(TaylorModel<4>(0.1).r, 0);
  EXPECT_EQ(range(TaylorModel<4>(0.1)), Interval(0.1));
  EXPECT_LT(exp(TaylorModel<4>(1.0)).r, 10 * 0x1p-53 * 2.72);
}

// sin, x_0 = 0.7, half width 0.05, degree 4: the Lagrange term is 0.05^5/120 = 2.6e-9.
TEST(Sharpness, SinOnATenthIsGoodToTheLagrangeTerm) {
  EXPECT_LT(sin(line(0.7, 0.05)).r, 2.7e-9);
  EXPECT_LT(cos(line(0.7, 0.05)).r, 2.7e-9);
  EXPECT_LT(exp(line(0.0, 0.05)).r, 2.9e-9);  // times e^0.05, bounded by 1.0525
}
// (1 + h)^p about 1 with |h| <= 0.05: |b_5| 0.05^5/0.95.
TEST(Sharpness, RootsLogarithmsAndQuotientsAreGoodToTheFirstNeglectedTerm) {
  const double h5 = std::pow(0.05, 5) / 0.95;
  EXPECT_LT(sqrt(line(1, 0.05)).r, 1.01 * h5 * 7 / 256);
  EXPECT_LT(log(line(1, 0.05)).r, 1.01 * h5 / 5);
  EXPECT_LT((1.0 / line(1, 0.05)).r, 1.01 * h5);
  EXPECT_LT(cbrt(line(8, 0.4)).r, 1.01 * 2 * h5 * 22 / 729);
}
// The remainder may exceed the first neglected Taylor term a little, because it is taken at the worst point.
TEST(Sharpness, TangentsAndInversesAreWithinTwiceTheFirstNeglectedTerm) {
  const double h5 = std::pow(0.05, 5);
  EXPECT_LT(tan(line(0, 0.05)).r, 2 * h5 * 2 / 15);
  EXPECT_LT(tanh(line(0, 0.05)).r, 2 * h5 * 2 / 15);
  EXPECT_LT(atan(line(0, 0.05)).r, 2 * h5 / 5);
  EXPECT_LT(asin(line(0, 0.05)).r, 2 * h5 * 3 / 40);
  EXPECT_LT(tanh(line(12, 1)).r, 3e-9);  // flat out there: not the size of tanh at the origin
}
TEST(Sharpness, WideArgumentsFallBackToTheRangeOfTheFunction) {
  EXPECT_LE(sin(line(0, 100)).r, 1);
  EXPECT_LE(cos(line(0, 100)).r, 1);
  EXPECT_LE(tanh(line(0, 100)).r, 1 + 1e-15);
  EXPECT_LE(atan(line(0, 1e10)).r, 1.5708);
  const auto root = sqrt(line(50, 49.9999));
  EXPECT_LT(root.r, 5);
  EXPECT_GE(value_at(root, 1).hi, 9.9);
  EXPECT_TRUE(sqrt(line(1, 1) * line(1, 1) * 0.0).informative());
  EXPECT_LT(atan2(TaylorModel<4>(0.0), line(-1, 0.5)).r, 3.15);
}
TEST(Sharpness, SqrtOfARangeThatEndsAtZeroIsFinite) {
  const TaylorModel<4> square{{0, 0, 1, 0, 0}, 0};  // sigma^2: its Bernstein coefficients go below zero, its ends do not
  EXPECT_FALSE(sqrt(square).informative());         // nothing proves that it is not negative
  EXPECT_TRUE(hypot(line(0, 1), TaylorModel<4>(0.0)).informative());
}

// (sigma + 0.3)^3 is monotone, its extremes are the ends, and the Bernstein coefficients at the ends are exact.
TEST(Sharpness, RangeOfAMonotoneCubicIsTheTrueRange) {
  const TaylorModel<4> cubic{{0.027, 0.27, 0.9, 1, 0}, 0};
  const Interval       r = range(cubic);
  EXPECT_NEAR(r.lo, -0.343, 1e-14);
  EXPECT_NEAR(r.hi, 2.197, 1e-14);
}
// Cubics whose coefficients fall by 1/2 with each power, as those of a step that resolves its solution do.
TEST(Sharpness, RangeOfAResolvedCubicIsWithinAFifthOfTheTrueRangeSeed5) {
  Random random(5);
  for (int i = 0; i < 1000; ++i) {
    const TaylorModel<4> p{{random.signed_unit(), 1, 0.5 * random.signed_unit(), 0.25 * random.signed_unit(), 0}, 0};
    double               lo = infinity, hi = -infinity;
    for (int j = 0; j <= 2000; ++j) {
      const double s = -1 + j / 1000.0, v = p.c[0] + s * (p.c[1] + s * (p.c[2] + s * p.c[3]));
      lo = std::min(lo, v);
      hi = std::max(hi, v);
    }
    const Interval r = range(p);
    ASSERT_LE(r.hi - r.lo, 1.2 * (hi - lo)) << i;
  }
}
TEST(Sharpness, RangeOfANearlyConstantModelIsGoodToThreeUlps) {
  const TaylorModel<4> p{{1, 1e-20, 1e-20, 0, 0}, 0};
  EXPECT_GE(range(p).lo, 1 - 3 * 0x1p-52);
  EXPECT_LE(range(p).hi, 1 + 3 * 0x1p-52);
}

TEST(Sharpness, AlongOnTheWholeStepIsGoodToAFewUlpsAndKeepsConstantsExact) {
  const double q[] = {0.1, -0.7, 0.3, 0.25, 0};
  EXPECT_LT(along<4>(q, 1, 4, 0, 1).r, 1e-15);
  const double constant[] = {0.1, 0, 0, 0, 0, 0};
  const auto   y          = along<4>(constant, 1, 5, 0.2, 0.7);
  EXPECT_EQ(y.c[0], 0.1);
  EXPECT_EQ(y.r, 0);
  const double zero[] = {0, 0, 0};
  EXPECT_EQ(along<4>(zero, 1, 2, 0, 1).r, 0);
}
TEST(Sharpness, AlongPutsOnlySurplusPowersIntoTheRadius) {
  const double q[] = {0, 0, 0, 0, 0, 1};  // theta^5 on [0.4, 0.6]: the surplus is 0.1^5
  EXPECT_NEAR(along<4>(q, 1, 5, 0.4, 0.6).r, 1e-5, 1e-9);
  EXPECT_LT(along<5>(q, 1, 5, 0.4, 0.6).r, 1e-15);
}

TEST(Sharpness, IntervalsMoveByOneUlpAfterAnOperationAndFiveAfterLibm) {
  const Interval s = Interval(0.1) + Interval(0.2);
  EXPECT_LE(s.hi - s.lo, 2 * 0x1p-54);
  const Interval e = exp(Interval(1.0));
  EXPECT_LE(e.hi - e.lo, 12 * 0x1p-51);
}

}  // namespace
}  // namespace saltus::enclose::test
