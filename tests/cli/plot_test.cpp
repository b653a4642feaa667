// plot_test.cpp: a picture may be coarse, but it must not lie.

#include "plot.hpp"

#include <saltus/saltus.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace saltus::cli {
namespace {

constexpr std::size_t bins = 64;

Sketch sketch_of(bool discrete, double t_end = 1) {
  return Sketch({{.index = 0, .discrete = discrete}}, 0, t_end, bins);
}
void line(Sketch& s, double t, double y) { s.line_to(t, {&y, 1}); }
void jump(Sketch& s, double t, double y) { s.jump_to(t, {&y, 1}); }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream       in(text);
  for (std::string l; std::getline(in, l);) lines.push_back(l);
  return lines;
}
const Screen plain{.terminal = false, .utf8 = false, .width = 80};
const Screen utf8{.terminal = false, .utf8 = true, .width = 80};
std::string  drawn(const Sketch& s, const Screen& screen, std::vector<double> events = {}) {
   return plot(s, {.names = {"y"}, .event_times = std::move(events), .selected = 1}, screen, Style(false));
}

TEST(Sketch, ASpikeOfOnePointAmongAMillionIsThere) {
  Sketch s = sketch_of(false);
  for (int k = 0; k <= 1'000'000; ++k) line(s, k * 1e-6, k == 333'333 ? 5 : 0);
  EXPECT_EQ(s.range(0).high, 5);
  std::size_t with_spike = 0;
  for (std::size_t b = 0; b < s.bins(); ++b)
    for (const Extent& e : s.extents(b, 0)) with_spike += e.high == 5 ? 1 : 0;
  EXPECT_EQ(with_spike, 1u);
}

TEST(Sketch, ALineThroughManyBinsLeavesNoGap) {
  Sketch s = sketch_of(false);
  line(s, 0, 0);
  line(s, 1, 1);
  ASSERT_EQ(s.bins(), bins);
  for (std::size_t b = 0; b < bins; ++b) {
    ASSERT_EQ(s.extents(b, 0).size(), 1u);
    EXPECT_NEAR(s.extents(b, 0)[0].low, double(b) / bins, 1e-12);
    EXPECT_NEAR(s.extents(b, 0)[0].high, double(b + 1) / bins, 1e-12);
  }
}

TEST(Sketch, AJumpLeavesTheValuesBetweenOut) {
  Sketch s = sketch_of(false);
  line(s, 0, 0);
  line(s, 0.505, 0);
  jump(s, 0.505, 10);
  line(s, 1, 10);
  const std::size_t b = 32;  // of 0.505
  ASSERT_EQ(s.extents(b, 0).size(), 2u);
  EXPECT_EQ(s.extents(b, 0)[0].high, 0);
  EXPECT_EQ(s.extents(b, 0)[1].low, 10);
  EXPECT_EQ(s.extents(b - 1, 0).size(), 1u);
  EXPECT_EQ(s.extents(b + 1, 0).size(), 1u);
}

TEST(Sketch, ADiscreteVariableKeepsItsRisers) {
  Sketch s = sketch_of(true);
  line(s, 0, 0);
  line(s, 0.505, 0);
  jump(s, 0.505, 10);
  ASSERT_EQ(s.extents(32, 0).size(), 1u);
  EXPECT_EQ(s.extents(32, 0)[0].low, 0);
  EXPECT_EQ(s.extents(32, 0)[0].high, 10);
}

TEST(Sketch, ManyJumpsInOneBinKeepAllValues) {
  Sketch s = sketch_of(false);
  line(s, 0.9, 0);  // bins are 1/64 now
  for (int k = 0; k < 100; ++k) jump(s, 0.9 + k * 1e-6, k % 2 == 0 ? k : -k);
  EXPECT_EQ(s.range(0).low, -99);
  EXPECT_EQ(s.range(0).high, 98);
}

TEST(Sketch, ARunThatStopsAfterAThousandthIsDrawnAsSharply) {
  Sketch s = sketch_of(false, 1000);
  for (int k = 0; k <= 100; ++k) line(s, 1e-2 * k, std::sin(0.1 * k));
  EXPECT_GT(s.bins(), bins / 2);
  EXPECT_LE(s.bins(), bins);
  EXPECT_EQ(s.t_last(), 1);
}

TEST(Sketch, BackwardInTimeIsNoDifference) {
  Sketch s({{.index = 0, .discrete = false}}, 10, 0, bins);
  line(s, 10, 0);
  line(s, 0, 1);
  EXPECT_EQ(s.bins(), bins);
  EXPECT_EQ(s.t_last(), 0);
  EXPECT_EQ(s.extents(0, 0)[0].low, 0);
  EXPECT_NEAR(s.bin_of(2.5), 0.75, 1e-12);
}

TEST(Sketch, ValuesThatAreNoNumbersAreLeftOut) {
  Sketch s = sketch_of(false);
  line(s, 0, 1);
  line(s, 0.5, std::nan(""));
  line(s, 1, 2);
  EXPECT_EQ(s.range(0).low, 1);
  EXPECT_EQ(s.range(0).high, 2);
}

/// A pulse of 1e-3 in the middle of steps that have no reason to end near it.
struct Bump {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  State<Real> operator()(Real t, const State<Real>&) const {
    return {cos(t)};
  }
};

TEST(Sketch, BetweenTheStepsOfAMethodItFollowsThePolynomial) {
  Simulation simulation(make_model(Bump{}), {.x = {0}}, {.t_end = 6.283185307179586, .rtol = 1e-3, .atol = 1e-3});
  Sketch     s({{.index = 0, .discrete = false}}, 0, 6.283185307179586, bins);
  simulation.follow([&](const Piece& step) { s.follow(step); });
  ASSERT_TRUE(simulation.run().ok());
  ASSERT_LT(simulation.result().statistics().steps, 20);  // far fewer than bins
  // Each bin holds the sine over its time, to the tolerance and to the height of an arc between two points.
  const double width = 6.283185307179586 / bins;
  ASSERT_EQ(s.bins(), bins);
  for (std::size_t b = 0; b < bins; ++b) {
    const double middle = std::sin((double(b) + 0.5) * width);
    ASSERT_EQ(s.extents(b, 0).size(), 1u) << b;
    EXPECT_LT(s.extents(b, 0)[0].low, middle + 5e-3) << b;
    EXPECT_GT(s.extents(b, 0)[0].high, middle - 5e-3) << b;
    EXPECT_LT(s.extents(b, 0)[0].high - s.extents(b, 0)[0].low, width + 5e-3) << b;
  }
}

TEST(Follow, DoesNotChangeTheRun) {
  const Options options{.t_end = 6};
  Simulation    followed(make_model(Bump{}), {.x = {0}}, options), alone(make_model(Bump{}), {.x = {0}}, options);
  long          pieces  = 0;
  double        reached = 0;
  followed.follow([&](const Piece& step) {
    ++pieces;
    EXPECT_EQ(step.t0, reached);  // without a gap
    reached = step.t1;
  });
  followed.run();
  alone.run();
  EXPECT_EQ(reached, 6);
  EXPECT_EQ(pieces, followed.result().statistics().steps);
  EXPECT_TRUE(followed.result().trajectory() == alone.result().trajectory());
}

TEST(Plot, AnAscendingLineGoesFromTheLowerLeftToTheUpperRight) {
  Sketch s = sketch_of(false);
  line(s, 0, 0);
  line(s, 1, 1);
  const auto rows = lines_of(drawn(s, plain));
  ASSERT_EQ(rows.size(), 8u);  // an empty line, six of the strip, the times
  EXPECT_EQ(rows[1].find('*'), rows[1].size() - rows[1].substr(rows[1].find('*')).size());
  for (std::size_t r = 1; r < 6; ++r) EXPECT_GT(rows[r].find('*'), rows[r + 1].find('*')) << drawn(s, plain);
  EXPECT_NE(rows[1].find(" 1 +"), std::string::npos);
  EXPECT_NE(rows[6].find(" 0 +*"), std::string::npos);
  EXPECT_EQ(rows[7].substr(rows[7].size() - 2), " 1");
}

TEST(Plot, AJumpIsAGapAndNotALine) {
  Sketch s = sketch_of(false);
  line(s, 0, 0);
  line(s, 0.5, 0);
  jump(s, 0.5, 1);
  line(s, 1, 1);
  const auto rows = lines_of(drawn(s, plain));
  for (std::size_t r = 2; r < 6; ++r) EXPECT_EQ(rows[r].find('*'), std::string::npos) << drawn(s, plain);
}

TEST(Plot, NoLineIsWiderThanTheScreen) {
  for (const std::size_t width : {40u, 80u, 200u})
    for (const bool unicode : {false, true}) {
      const Screen screen{.terminal = true, .utf8 = unicode, .width = width};
      Sketch       s({{.index = 0, .discrete = false}}, 0, 1, plot_bins(screen));
      for (int k = 0; k <= 1000; ++k) line(s, k * 1e-3, std::sin(k));
      const std::string text =
          plot(s, {.names = {"a.name.of.considerable.length[12].x"}, .event_times = {0, 0.3, 1}}, screen, Style(false));
      for (const auto& row : lines_of(text)) EXPECT_LE(columns_of(row), width) << text;
    }
}

TEST(Plot, EventsAreMarkedWhereTheyAre) {
  Sketch s = sketch_of(false);
  line(s, 0, 0);
  line(s, 1, 1);
  const auto rows  = lines_of(drawn(s, plain, {0.5, 1, 1}));
  const auto marks = *std::find_if(rows.begin(), rows.end(), [](const auto& r) { return r.find("events") != r.npos; });
  const auto left  = rows[1].find('+') + 1;
  EXPECT_EQ(marks.find('|'), left + (80 - 1 - left) / 2);
  EXPECT_EQ(marks.find('#'), std::size_t{78});  // two in the last column
}

TEST(Plot, AConstantIsDrawnOnlyWhenAskedFor) {
  Sketch s = sketch_of(false);
  line(s, 0, 3);
  line(s, 1, 3);
  EXPECT_EQ(drawn(s, utf8), "");
  const auto text = plot(s, {.names = {"y"}, .selected = 1, .asked = true}, plain, Style(false));
  EXPECT_NE(text.find(" 3 +***"), std::string::npos) << text;
}

TEST(Plot, OfManyVariablesAFewAreDrawnAndADiscreteOneAmongThem) {
  std::vector<results::Column> columns;
  std::vector<std::size_t>     all;
  for (std::size_t i = 0; i < 50; ++i) {
    columns.push_back({.name = "x" + std::to_string(i), .discrete = i >= 40});
    all.push_back(i);
  }
  const auto candidates = plot_candidates(columns, all);
  Sketch     s(candidates, 0, 1, bins);
  s.line_to(0, std::vector<double>(candidates.size(), 0));
  s.line_to(1, std::vector<double>(candidates.size(), 1));
  PlotRequest request{.selected = 50};
  for (const auto& c : columns) request.names.push_back(c.name);
  const std::string text = plot(s, request, plain, Style(false));
  for (const char* name : {"  x0 ", "  x1 ", "  x2 ", "  x3 ", "  x40 "})
    EXPECT_NE(text.find(name), std::string::npos) << text;
  EXPECT_EQ(text.find("  x4 "), std::string::npos);
  EXPECT_NE(text.find("5 of 50 variables; --select chooses"), std::string::npos);
}

TEST(Plot, BrailleHasTheDotsWhereTheyBelong) {
  Sketch s({{.index = 0, .discrete = true}}, 0, 1, plot_bins(utf8));
  line(s, 0, 0);
  line(s, 0.5, 0);
  jump(s, 0.5, 1);
  line(s, 1, 1);
  const auto rows = lines_of(drawn(s, utf8));
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_NE(rows[1].find("⠉⠉"), std::string::npos) << rows[1];  // the highest dots of both columns
  EXPECT_NE(rows[2].find("⣀⣀"), std::string::npos) << rows[2];  // the lowest ones
}

TEST(Plot, WhatIsZeroButForRoundingIsLabelledSo) {
  Sketch s = sketch_of(false);
  line(s, 0, -1e-16);
  line(s, 1, 1);
  EXPECT_NE(lines_of(drawn(s, plain))[6].find(" 0 +"), std::string::npos);
}

TEST(Plot, ARunThatNeverBeganHasNone) { EXPECT_EQ(drawn(sketch_of(false), utf8), ""); }

}  // namespace
}  // namespace saltus::cli
