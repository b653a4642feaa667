// Infinities, NaN, intervals that are none, and the referee itself.

#include "verified.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <type_traits>
#include <vector>

namespace saltus::enclose::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <class T>
std::vector<T> everything_of(T x, T y) {
  return {x + y,   x - y,    x * y,   x / y,     y / x,      -x + y,      sqr(x) + y, sqrt(x), exp(x),
          log(x),  log10(x), sin(x),  cos(x),    tan(x),     asin(x),     acos(x),    atan(x), sinh(x),
          cosh(x), tanh(x),  cbrt(x), pow(x, 3), pow(x, -2), pow(x, 0.3), hypot(x, y)};
}

TEST(SpecialValues, NanNeverEscapesFromAnInterval) {
  const std::vector<Interval> odd{{nan, 1},
                                  {1, nan},
                                  {nan, nan},
                                  {2, 1},
                                  {-infinity, infinity},
                                  {0, infinity},
                                  {-infinity, 0},
                                  {infinity, infinity},
                                  {-infinity, -infinity},
                                  {0, 0},
                                  {-0.0, 0.0},
                                  {1e308, 1e308},
                                  {1, 2}};
  for (Interval x : odd)
    for (Interval y : odd)
      for (Interval r : everything_of(x, y))
        EXPECT_LE(r.lo, r.hi) << x.lo << ", " << x.hi << "; " << y.lo << ", " << y.hi;
}
TEST(SpecialValues, AnIntervalThatIsNoneGivesTheWholeLine) {
  for (Interval r : everything_of(Interval{2, 1}, Interval{1, 2})) EXPECT_EQ(r, Interval::whole());
}
TEST(SpecialValues, LeavingTheDomainGivesTheWholeLine) {
  EXPECT_EQ(Interval(1.0) / Interval(-1, 1), Interval::whole());
  EXPECT_EQ(Interval(1.0) / Interval(0, 1), Interval::whole());
  EXPECT_EQ(sqrt(Interval(-1e-300, 1)), Interval::whole());
  EXPECT_EQ(log(Interval(0, 1)), Interval::whole());
  EXPECT_EQ(asin(Interval(0, 1.1)), Interval::whole());
  EXPECT_EQ(tan(Interval(1.5, 1.6)), Interval::whole());
  EXPECT_EQ(pow(Interval(0, 1), -2), Interval::whole());
  EXPECT_EQ(pow(Interval(-1, 1), 0.5), Interval::whole());
}
TEST(SpecialValues, OverflowKeepsTheFiniteSide) {
  const Interval big = Interval(1e308) * Interval(10.0);
  EXPECT_GT(big.lo, 1e308);
  EXPECT_EQ(big.hi, infinity);
  EXPECT_GT(exp(Interval(800.0)).lo, 1e308);
  EXPECT_EQ(exp(Interval(-800.0)).lo, 0);
}
TEST(SpecialValues, QueriesOfAnIntervalAnswerWhatTheySay) {
  EXPECT_EQ(mag(Interval(-3, 2)), 3);
  EXPECT_EQ(mig(Interval(-3, 2)), 0);
  EXPECT_EQ(mig(Interval(-3, -2)), 2);
  EXPECT_EQ(hull(Interval(0, 1), Interval(3.0)), Interval(0, 3));
  EXPECT_TRUE(contains(Interval(0, 1), 1.0));
  EXPECT_FALSE(contains(Interval(0, 1), Interval(0.5, 1.5)));
}

TEST(SpecialValues, NoInformationIsAbsorbing) {
  const auto none = TaylorModel<4>::whole();
  for (const auto& r : everything_of(none, TaylorModel<4>(2.0))) EXPECT_FALSE(r.informative());
  EXPECT_FALSE((TaylorModel<4>(0.0) * none).informative());
  EXPECT_FALSE((none - none).informative());
  EXPECT_FALSE(pow(none, 0).informative());
  EXPECT_FALSE(atan2(none, TaylorModel<4>(1.0)).informative());
  EXPECT_FALSE(pow(none, none).informative());
  EXPECT_EQ(range(none), Interval::whole());
  EXPECT_EQ(quick_range(none), Interval::whole());
  EXPECT_EQ(value_at(none, 0.5), Interval::whole());
  EXPECT_EQ(magnitude(none), infinity);
}
TEST(SpecialValues, NanNeverEscapesFromAModel) {
  TaylorModel<4> by_hand(1.0);
  by_hand.c[2] = nan;
  TaylorModel<4> radius_nan(1.0);
  radius_nan.r = nan;
  const std::vector<TaylorModel<4>> odd{by_hand,
                                        radius_nan,
                                        nan,
                                        infinity,
                                        -infinity,
                                        0.0,
                                        1e308,
                                        5e-324,
                                        {{1e308, 1e308, 1e308, 0, 0}, 1e308},
                                        {{1, nan, 0, 0, 0}, 0},
                                        {{1, 0, 0, 0, 0}, nan},
                                        {{1, 0, 0, 0, 0}, -1}};
  for (const auto& x : odd)
    for (const auto& y : odd)
      for (const auto& r : everything_of(x, y)) {
        ASSERT_TRUE(r.r >= 0);
        for (double c : r.c) ASSERT_TRUE(std::isfinite(c));
        ASSERT_LE(range(r).lo, range(r).hi);
      }
  EXPECT_EQ(range(by_hand), Interval::whole());
  EXPECT_EQ(quick_range(by_hand), Interval::whole());
  EXPECT_EQ(value_at(by_hand, 0.5), Interval::whole());
  EXPECT_EQ(magnitude(by_hand), infinity);
}
TEST(SpecialValues, LeavingTheDomainSaysNothing) {
  const TaylorModel<4> x = identity<4>();
  EXPECT_FALSE((1.0 / x).informative());
  EXPECT_FALSE(sqrt(x).informative());
  EXPECT_FALSE(log(x + 1.0).informative());
  EXPECT_FALSE(asin(x * 1.5).informative());
  EXPECT_FALSE(tan(x + 1.5).informative());
  EXPECT_FALSE(pow(x, -1).informative());
  EXPECT_FALSE(pow(x, 0.5).informative());
  EXPECT_FALSE((x / 0.0).informative());
}
TEST(SpecialValues, AlongRefusesWhatItCannotRead) {
  const double q[40] = {1, nan};
  EXPECT_FALSE(along<4>(q, 1, 1, 0, 1).informative());
  EXPECT_FALSE(along<4>(q, 1, 39, 0, 1).informative());
  EXPECT_FALSE(along<4>(q, 1, -1, 0, 1).informative());
  EXPECT_FALSE(along<4>(q, 1, 0, nan, 1).informative());
}
TEST(SpecialValues, EveryDegreeFromZeroCompilesAndEncloses) {
  const auto x = identity<0>(0.2, 0.3);
  EXPECT_TRUE(contains(range(sin(x) * exp(x) / (x + 1.0)), std::sin(0.25) * std::exp(0.25) / 1.25));
  const auto y = identity<5>(0.2, 0.3);
  EXPECT_TRUE(contains(range(sin(y) * exp(y) / (y + 1.0)), std::sin(0.25) * std::exp(0.25) / 1.25));
}
TEST(SpecialValues, AModelIsAPlainValue) {
  static_assert(std::is_trivially_copyable_v<TaylorModel<4>>);
  static_assert(sizeof(TaylorModel<4>) == 6 * sizeof(double));
  static_assert(std::is_convertible_v<double, TaylorModel<4>>);
}

// A referee that never objects is no referee: an interval that was not rounded outward must lose.
TEST(Referee, SeesAnEscapeOfHalfAnUlp) {
  Referee referee;
  Ball    third(1.0), three(3.0);
  arb_div(third, third, three, bits);
  EXPECT_TRUE(referee.proven_outside(third, Interval(1.0 / 3.0)));
  EXPECT_FALSE(referee.proven_outside(third, Interval(1.0) / Interval(3.0)));
  Ball d(1.0 / 3.0);
  arb_sub(d, d, third, bits);
  EXPECT_TRUE(referee.proven_larger(d, 0));
  EXPECT_FALSE(referee.proven_larger(d, 0x1p-54));
}

}  // namespace
}  // namespace saltus::enclose::test
