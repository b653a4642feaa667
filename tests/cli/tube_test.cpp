// tube_test.cpp: known distances between curves.

#include "tube.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace saltus::cli {
namespace {

struct Rows {
  std::vector<double> t, v;
                      operator Curve() const { return {t, v}; }
};

Rows step_at(double when) { return {{0, when, when, 2}, {0, 0, 1, 1}}; }

TEST(Tube, ACurveAgainstItselfIsZero) {
  EXPECT_EQ(distance(step_at(1), step_at(1), {0, 1e-300}).size, 0);
  EXPECT_EQ(distance(step_at(1), step_at(1), {0.1, 0}).size, 0);
}

TEST(Tube, ADifferenceIsCountedInUnitsOfTheTube) {
  const Rows a{{0, 1, 2}, {0, 5, 0}}, b{{0, 1, 2}, {0, 5.5, 0}};
  const auto d = distance(a, b, {0, 0.25});
  EXPECT_EQ(d.size, 2);
  EXPECT_EQ(d.t, 1);
  EXPECT_EQ(d.a, 5);
  EXPECT_EQ(d.b, 5.5);
}

TEST(Tube, AJumpThatIsShiftedWithinTheTimeToleranceIsNoDifference) {
  EXPECT_EQ(distance(step_at(1), step_at(1.01), {0.01001, 1e-6}).size, 0);
  EXPECT_EQ(distance(step_at(1.01), step_at(1), {0.01001, 1e-6}).size, 0);
}

TEST(Tube, AJumpThatIsShiftedFurtherIsAsFarAsItIsHigh) {
  const auto d = distance(step_at(1), step_at(1.01), {0.0099, 0.5});
  EXPECT_EQ(d.size, 2);
  EXPECT_NEAR(d.t, 1.005, 0.006);
}

TEST(Tube, AShiftOfExactlyTheTimeToleranceIsInside) {
  EXPECT_EQ(distance(step_at(1), step_at(1.25), {0.25, 1e-6}).size, 0);
}

TEST(Tube, ASpikeBetweenTheRowsOfTheOtherIsSeenFromBothSides) {
  const Rows flat{{0, 1}, {0, 0}}, spike{{0, 0.5, 0.5, 0.5, 1}, {0, 0, 3, 0, 0}};
  EXPECT_EQ(distance(flat, spike, {0, 1}).size, 3);
  EXPECT_EQ(distance(spike, flat, {0, 1}).size, 3);
  EXPECT_EQ(distance(flat, spike, {0.1, 1}).size, 3);  // also where the tube is wider than the spike
  const Rows slim{{0, 0.5, 0.5 + 1e-9, 0.5 + 2e-9, 1}, {0, 0, 3, 0, 0}};
  EXPECT_EQ(distance(flat, slim, {0.1, 1}).size, 3);
}

TEST(Tube, OnASlopeTheTimeToleranceIsWorthItsHeight) {
  // v = t against v = t + 0.5: within +-0.2 in time the values come closer by 0.2.
  const Rows a{{0, 1}, {0, 1}}, b{{0, 1}, {0.5, 1.5}};
  EXPECT_NEAR(distance(a, b, {0, 1}).size, 0.5, 1e-15);
  // At the ends there is no later or earlier value to lean on: 0.3 at most points, and 0.3 at the end by the earlier one.
  EXPECT_NEAR(distance(a, b, {0.2, 1}).size, 0.5,
              1e-15);  // b(0) = 0.5 against a within [0, 0.2] is 0.3; a(0) against b is 0.5
}

TEST(Tube, TheWorstPlaceMayLieBetweenAllRows) {
  // A roof against a flat line: at the row of the roof with time = 0, below it with a tolerance; both by hand.
  const Rows roof{{0, 1, 2}, {0, 1, 0}}, flat{{0, 2}, {0, 0}};
  EXPECT_EQ(distance(flat, roof, {0, 1}).size, 1);
  // The roof's own rows are 1 away from the flat line whatever the tolerance in time.
  EXPECT_EQ(distance(flat, roof, {0.5, 1}).size, 1);
  // Two roofs, one shifted by 1 with tolerance 0.25: at the top of one (value 1) the other offers at most 0.25.
  const Rows early{{0, 1, 2, 5}, {0, 1, 0, 0}}, late{{0, 1, 2, 3, 5}, {0, 0, 1, 0, 0}};
  EXPECT_NEAR(distance(early, late, {0.25, 1}).size, 0.75, 1e-15);
}

TEST(Tube, OnlyTheTimeThatBothCoverCounts) {
  EXPECT_EQ(distance(Rows{{0, 1}, {0, 0}}, Rows{{0, 1, 2}, {0, 0, 7}}, {0, 1}).size, 0);
  EXPECT_EQ(distance(Rows{{0, 1}, {0, 0}}, Rows{{5, 6}, {9, 9}}, {0, 1}).size, 0);
}

TEST(Tube, WithoutAHeightEveryDifferenceIsInfinite) {
  EXPECT_EQ(distance(Rows{{0, 1}, {0, 0}}, Rows{{0, 1}, {0, 1e-9}}, {0, 0}).size,
            std::numeric_limits<double>::infinity());
}

TEST(Tube, ASingleRowIsCompared) {
  EXPECT_EQ(distance(Rows{{0}, {1}}, Rows{{0}, {3}}, {0, 1}).size, 2);
  EXPECT_EQ(distance(Rows{{0.5}, {1}}, Rows{{0, 1}, {0, 4}}, {0, 1}).size, 1);
}

// ---- random curves against a slow answer ----

/// Rows on a coarse lattice, so that equal times, steps back and forth and coincidences happen.
Rows random_rows(std::mt19937_64& rng) {
  Rows      rows;
  double    t = 0;
  const int n = std::uniform_int_distribution{2, 12}(rng);
  for (int i = 0; i < n; ++i) {
    rows.t.push_back(t);
    rows.v.push_back(std::uniform_int_distribution{-3, 3}(rng));
    t += std::uniform_int_distribution{0, 3}(rng);
  }
  rows.t.push_back(40);  // a common end
  rows.v.push_back(std::uniform_int_distribution{-3, 3}(rng));
  return rows;
}

double slow_one_way(const Rows& own, const Rows& other, double time) {
  // Both curves densely sampled; vertical lines by their rows. The lattice makes breakpoints multiples of 1/8 with
  // time = k/4; crossings of lines may lie between, so this is a lower bound, and a fine grid makes it a good one.
  const auto sample = [](const Rows& r, auto&& visit) {
    for (std::size_t i = 0; i + 1 < r.t.size(); ++i) {
      visit(r.t[i], r.v[i]);
      const int pieces = r.t[i + 1] > r.t[i] ? static_cast<int>((r.t[i + 1] - r.t[i]) * 24) : 0;
      for (int k = 1; k < pieces; ++k) {
        const double s = double(k) / pieces;
        visit(r.t[i] + s * (r.t[i + 1] - r.t[i]), r.v[i] + s * (r.v[i + 1] - r.v[i]));
      }
    }
    visit(r.t.back(), r.v.back());
  };
  double worst = 0;
  sample(own, [&](double t, double v) {
    double low = 1e300, high = -1e300;
    sample(other, [&](double s, double r) {
      if (std::abs(s - t) > time + 1e-9) return;
      low  = std::min(low, r);
      high = std::max(high, r);
    });
    if (low <= high) worst = std::max({worst, v - high, low - v});
  });
  return worst;
}

class TubeProperty : public testing::TestWithParam<unsigned> {};

TEST_P(TubeProperty, AgreesWithASlowAnswer) {
  std::mt19937_64 rng{GetParam()};
  const Rows      a = random_rows(rng), b = random_rows(rng);
  const double    time = 0.25 * std::uniform_int_distribution{0, 8}(rng);
  const double    slow = std::max(slow_one_way(a, b, time), slow_one_way(b, a, time));
  const double    fast = distance(a, b, {time, 1}).size;
  // Lines have slopes of at most 6; a maximum between two samples 1/24 apart is at most (6 + 6)/48 higher.
  EXPECT_GE(fast, slow - 1e-12);
  EXPECT_LE(fast, slow + 0.25);
  EXPECT_EQ(fast, distance(b, a, {time, 1}).size);
  EXPECT_EQ(distance(a, a, {time, 0}).size, 0);
  EXPECT_LE(distance(a, b, {time + 0.25, 1}).size, fast + 1e-12);  // a wider tube is never worse
}
INSTANTIATE_TEST_SUITE_P(Seeds, TubeProperty, testing::Range(0u, 500u));

}  // namespace
}  // namespace saltus::cli
