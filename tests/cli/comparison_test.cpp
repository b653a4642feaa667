// comparison_test.cpp: two results, signal by signal.

#include "comparison.hpp"
#include "comparison_picture.hpp"

#include <saltus/core/error.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace saltus::cli {
namespace {

const double nan_value = std::numeric_limits<double>::quiet_NaN();

NamedResult ball() { return {"a.csv", {"time", "h", "v"}, {{0, 1, 1, 2}, {10, 5, 5, 1}, {0, -10, 8, -2}}}; }

TEST(Compare, AResultAgainstItselfIsTheSame) {
  auto       a = ball(), b = ball();
  const auto c = compare(a, b, {.rtol = 0, .atol = 0, .time = 0.0});
  ASSERT_EQ(c.signals.size(), 2u);
  EXPECT_EQ(c.signals[0].distance.size, 0);
  EXPECT_EQ(c.outside(), 0u);
  EXPECT_TRUE(c.spans_agree());
}

TEST(Compare, TheWorstSignalComesFirst) {
  auto a = ball(), b = ball();
  a.columns[1][3] += 0.02;  // of 10
  a.columns[2][3] += 0.1;   // of 10
  const auto c = compare(a, b, {.rtol = 1e-3, .atol = 0});
  EXPECT_EQ(c.signals[0].name, "v");
  EXPECT_NEAR(c.signals[0].distance.size, 10, 1e-9);
  EXPECT_EQ(c.signals[0].distance.t, 2);
  EXPECT_NEAR(c.signals[1].distance.size, 2, 1e-9);
  EXPECT_EQ(c.outside(), 2u);
}

TEST(Compare, TheHeightOfTheTubeFollowsTheReferenceAndNotTheResult) {
  auto a = ball(), b = ball();
  a.columns[1][3] = 1e6;
  EXPECT_EQ(compare(a, b, {.rtol = 0.5, .atol = 0.25}).signals[0].tube.value, 0.5 * 10 + 0.25);
}

TEST(Compare, AnEventThatIsAMomentLateIsTheSameEvent) {
  auto a = ball(), b = ball();
  a.columns[0][1] = a.columns[0][2] = 1.0000001;
  EXPECT_EQ(compare(a, b, {.time = 2e-7}).outside(), 0u);
  EXPECT_EQ(compare(a, b, {.time = 0.5e-7}).outside(), 1u);  // v jumps, h does not
}

TEST(Compare, SignalsAreMatchedByNameAndTheOthersAreListed) {
  NamedResult a{"a", {"time", "x", "only_a"}, {{0, 1}, {0, 0}, {1, 1}}};
  NamedResult b{"b", {"time", "only_b", "x"}, {{0, 1}, {7, 7}, {0, 0}}};
  const auto  c = compare(a, b, {});
  ASSERT_EQ(c.signals.size(), 1u);
  EXPECT_EQ(c.outside(), 0u);
  EXPECT_EQ(c.only_in_result, std::vector<std::string>{"only_a"});
  EXPECT_EQ(c.only_in_reference, std::vector<std::string>{"only_b"});
}

TEST(Compare, OnlySelectedSignalsCount) {
  auto a = ball(), b = ball();
  a.columns[1][0] = 99;
  EXPECT_EQ(compare(a, b, {.select = {"v*"}}).outside(), 0u);
  EXPECT_EQ(compare(a, b, {.select = {"h", "v"}}).outside(), 1u);
}

TEST(Compare, AResultThatEndsEarlierIsNoticed) {
  auto a = ball(), b = ball();
  for (auto& column : a.columns) column.resize(3);
  EXPECT_FALSE(compare(a, b, {}).spans_agree());
}

TEST(Compare, RunsBackwardInTimeAreCompared) {
  auto a = ball(), b = ball();
  for (auto* r : {&a, &b})
    for (auto& column : r->columns) column = {column.rbegin(), column.rend()};
  EXPECT_EQ(compare(a, b, {.time = 0.0}).outside(), 0u);
}

TEST(Compare, NanAgainstNanIsTheSameAndNanAgainstANumberIsNot) {
  auto a = ball(), b = ball();
  a.columns[1][3] = b.columns[1][3] = nan_value;
  EXPECT_EQ(compare(a, b, {}).outside(), 0u);
  b.columns[1][3] = 1;
  const auto c    = compare(a, b, {});
  EXPECT_EQ(c.outside(), 1u);
  EXPECT_TRUE(std::isinf(c.signals[0].distance.size));
  EXPECT_EQ(c.signals[0].distance.t, 2);
}

std::string error_of(NamedResult a, NamedResult b, const CompareOptions& options = {}) {
  try {
    static_cast<void>(compare(a, b, options));
  } catch (const InputError& e) { return e.what(); }
  return "";
}

TEST(Compare, NothingToCompareIsWrongInput) {
  auto other  = ball();
  other.names = {"time", "p", "q"};
  EXPECT_TRUE(error_of(ball(), other).starts_with("S0515")) << error_of(ball(), other);
  EXPECT_TRUE(error_of(ball(), ball(), {.select = {"w*"}}).starts_with("S0515"));
  auto later = ball();
  for (double& t : later.columns[0]) t += 100;
  EXPECT_TRUE(error_of(ball(), later).starts_with("S0515"));
  EXPECT_TRUE(error_of({"a", {"time"}, {{}}}, ball()).starts_with("S0515"));
}

TEST(Compare, TimesThatGoBackAndForthAreNamedWithTheirRow) {
  auto a       = ball();
  a.columns[0] = {0, 1, 0.5, 2};
  EXPECT_TRUE(error_of(a, ball()).starts_with("S0517: the times of a.csv go back at row 3, from 1 to 0.5"));
}

TEST(Compare, StraightLinesThatMayBeWrongAreMeasured) {
  // x = t^2 on rows 1 apart: in the middle of a stretch the line is h^2/8 * 2 = 0.25 off.
  NamedResult coarse{"a", {"time", "x"}, {{0, 1, 2, 3, 4}, {0, 1, 4, 9, 16}}};
  NamedResult fine{"b", {"time", "x"}, {{}, {}}};
  for (int k = 0; k <= 400; ++k) {
    fine.columns[0].push_back(0.01 * k);
    fine.columns[1].push_back(0.01 * k * 0.01 * k);
  }
  const auto c = compare(coarse, fine, {.rtol = 0, .atol = 0.1, .time = 0.0});
  EXPECT_NEAR(c.signals[0].distance.size, 2.5, 1e-9);
  EXPECT_NEAR(c.signals[0].straight_lines, 2.5, 1e-9);
}

TEST(Compare, AStretchBetweenTwoJumpsMayHideAnything) {
  NamedResult coarse{"a", {"time", "x"}, {{0, 0, 1, 1}, {5, 0, 0, 5}}};
  NamedResult fine{"b", {"time", "x"}, {{0, 0, 0.5, 1, 1}, {5, 0, 1, 0, 5}}};
  const auto  c = compare(coarse, fine, {.rtol = 0, .atol = 0.1, .time = 0.0});
  EXPECT_EQ(c.signals[0].distance.t, 0.5);
  EXPECT_TRUE(std::isinf(c.signals[0].straight_lines));
}

TEST(Compare, CostIsLinearInTheRows) {
  const auto result_of = [](std::size_t rows, double noise) {
    NamedResult r{"r", {"time", "x"}, {{}, {}}};
    for (std::size_t k = 0; k < rows; ++k) {
      const double t = double(k) / double(rows);
      r.columns[0].push_back(t);
      r.columns[1].push_back(std::sin(50 * t) + noise * std::sin(1e5 * t));
    }
    return r;
  };
  const auto seconds = [&](std::size_t rows) {
    auto       a = result_of(rows, 0), b = result_of(rows, 1e-5);
    const auto begin = std::chrono::steady_clock::now();
    static_cast<void>(compare(a, b, {.time = 0.1}));  // a tenth of all rows are in the window
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  static_cast<void>(seconds(1000));
  const double small = seconds(20'000), large = seconds(200'000);
  EXPECT_LT(large, 50 * small + 0.05);  // ten times the rows; a hundred times would be quadratic
}

TEST(ComparisonPicture, ShowsBothCurvesTheTubeAndTheWorstPlace) {
  auto a = ball(), b = ball();
  a.label               = "a<b>.csv";
  a.columns[1][0]       = 12;
  const auto        c   = compare(a, b, {});
  const std::string svg = comparison_svg(c, a, b, 1);
  EXPECT_TRUE(svg.starts_with("<svg "));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_NE(svg.find("a&lt;b&gt;.csv"), std::string::npos);
  EXPECT_NE(svg.find("class='h'>h</text>"), std::string::npos);
  EXPECT_EQ(svg.find("class='h'>v</text>"), std::string::npos);  // one signal was asked for
  EXPECT_NE(svg.find("<circle"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST(ComparisonPicture, ItsSizeDoesNotGrowWithTheRows) {
  NamedResult a{"a", {"time", "x"}, {{}, {}}};
  for (int k = 0; k < 100'000; ++k) {
    a.columns[0].push_back(k);
    a.columns[1].push_back(std::sin(k));
  }
  auto b            = a;
  b.columns[1][500] = 3;
  EXPECT_LT(comparison_svg(compare(a, b, {}), a, b, 4).size(), 100'000u);
}

}  // namespace
}  // namespace saltus::cli
