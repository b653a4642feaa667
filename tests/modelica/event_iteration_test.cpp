// Relations, discrete variables and continuous ones that depend on each other at one instant.

#include "run_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace saltus::modelica::test {
namespace {

/// Whether a row at t (to within 1e-6) has this value: the rows of an event hold what was passed through, too.
bool has_value(const Run& run, const std::string& name, double t, double value) {
  const auto& trajectory = run.trajectory();
  const auto  column = static_cast<std::size_t>(std::find(trajectory.names().begin(), trajectory.names().end(), name) -
                                               trajectory.names().begin());
  for (std::size_t k = 0; k < trajectory.size(); ++k)
    if (std::abs(trajectory.times()[k] - t) < 1e-6 && trajectory.row(k)[column] == value) return true;
  return false;
}

// Coulomb friction by a path parameter sa. The mass is small: at rest, "forward" makes sa demand "backward" and the other
// way round; only changing one of the two leads to "locked".
const std::string slider = R"(
model Slider
  parameter Real m = 0.05;
  parameter Real f0 = 1;
  Real v(start = 4, fixed = true);
  Real a, f, sa, u;
  Boolean forward(start = false, fixed = true), backward(start = false, fixed = true), locked;
  Integer mode(start = 3, fixed = true);
equation
  u = 1.2 * sin(time);
  der(v) = a;
  m * a = u - f;
  forward = pre(mode) == 0 and (sa > f0 or pre(forward) and sa > f0) or initial() and v > 0;
  backward = pre(mode) == 0 and (sa < -f0 or pre(backward) and sa < -f0) or initial() and v < 0;
  locked = not (pre(mode) == 1 or forward or pre(mode) == -1 or backward);
  a = if locked then 0 else if forward or pre(mode) == 1 then sa - f0 else sa + f0;
  f = if locked then sa else if forward or pre(mode) == 1 then f0 else -f0;
  mode = if (pre(mode) == 1 or forward) and v > 0 then 1 else if (pre(mode) == -1 or backward) and v < 0 then -1 else 0;
end Slider;
)";

TEST(EventIteration, FrictionLocksWhereBothDirectionsContradictThemselves) {
  const auto run = run_text(slider, 1.5);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  const auto sliding = [](double t) { return 4 + (1.2 * (1 - std::cos(t)) - t) / 0.05; };
  double     low = 0.1, high = 0.5;  // where it comes to rest
  while (high - low > 1e-14) (sliding(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
  const double away = std::asin(1 / 1.2);  // where the force exceeds the friction
  ASSERT_GE(run.events().size(), 3u);      // with the initial one
  EXPECT_NEAR(run.events()[1].t, low, 1e-7);
  EXPECT_NEAR(run.events()[2].t, away, 1e-7);
  EXPECT_NEAR(run.trajectory().value("v", run.events()[2].t, Side::left), 0, 1e-12);
  EXPECT_EQ(run.trajectory().value("locked", run.events()[2].t, Side::left), 1);
  EXPECT_NEAR(run.final("v"), (1.2 * (std::cos(away) - std::cos(1.5)) - (1.5 - away)) / 0.05, 1e-5);
}

TEST(EventIteration, RowsShowWhatHoldsAtRestBeforeTheFlowGoesOn) {
  const auto   run  = run_text(slider, 1.5);
  const double away = std::asin(1 / 1.2);
  EXPECT_TRUE(has_value(run, "forward", away, 1));  // until v > 0, which is at once
  EXPECT_TRUE(has_value(run, "mode", away, 0));
  EXPECT_NEAR(run.events().back().t, away, 1e-5);
  EXPECT_EQ(run.trajectory().value("forward", run.events().back().t), 0);
  EXPECT_EQ(run.trajectory().value("mode", run.events().back().t), 1);
}

TEST(EventIteration, NothingBecomesTrueDuringInitialisation) {
  const auto run = run_text(R"(
model Count
  Boolean c;
  Integer n(start = 0, fixed = true), first(start = 0, fixed = true);
equation
  c = time < 0.5 or time >= 1;
  when c then
    n = pre(n) + 1;
  end when;
  when {initial(), c} then
    first = pre(first) + 1;
  end when;
end Count;
)",
                            2);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_EQ(run.trajectory().value("n", 0.5), 0);
  EXPECT_EQ(run.final("n"), 1);
  EXPECT_EQ(run.trajectory().value("first", 0.5), 1);
  EXPECT_EQ(run.final("first"), 2);
}

TEST(EventIteration, ASampleAtTheStartComesAfterInitialisation) {
  const auto run = run_text(R"(
model Sampled
  Integer n(start = 7, fixed = true), m(start = 0, fixed = true);
equation
  when initial() then
    n = 10;
  elsewhen sample(0, 1) then
    n = pre(n) + 1;
  end when;
  when sample(0, 1) then
    m = pre(n);
  end when;
end Sampled;
)",
                            2.5);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_EQ(run.trajectory().value("n", 0), 11);
  EXPECT_EQ(run.trajectory().value("m", 0), 10);
  EXPECT_EQ(run.final("n"), 13);
}

TEST(EventIteration, AJumpOfFloorIsAnEvent) {
  const auto run = run_text(R"(
model Steps
  Integer n;
equation
  n = integer(floor(3 * sin(time)));
end Steps;
)",
                            1.5);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  ASSERT_EQ(run.events().size(), 3u);  // with the initial one
  EXPECT_NEAR(run.events()[1].t, std::asin(1.0 / 3), 1e-9);
  EXPECT_NEAR(run.events()[2].t, std::asin(2.0 / 3), 1e-9);
  EXPECT_EQ(run.trajectory().value("n", run.events()[2].t, Side::left), 1);
  EXPECT_EQ(run.trajectory().value("n", run.events()[2].t), 2);
}

TEST(EventIteration, AnIntegratorStaysAtItsLimit) {
  const auto run = run_text(R"(
model Limited
  Real y(start = 0, fixed = true), u;
equation
  u = if time < 3 then 1 else -1;
  der(y) = if y > 1 and u > 0 then 0 else u;
end Limited;
)",
                            4);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_NEAR(run.trajectory().value("y", 3), 1, 1e-9);
  EXPECT_NEAR(run.final("y"), 0, 1e-7);
}

// Positive feedback: the saturated branch ends at a fold, and the other one is far away.
TEST(EventIteration, AComparatorWithHysteresisLeapsToItsOtherBranch) {
  const auto run = run_text(R"(
model Schmitt
  Real u, e(start = 1), y;
equation
  u = 5 * sin(time);
  e = 0.1 * y - u;
  y = if 1000 * e > 15 then 15 else if 1000 * e < -15 then -15 else 1000 * e;
end Schmitt;
)",
                            6.2);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  const double down = std::asin(1.485 / 5), up = std::acos(-1.0) + down;
  ASSERT_EQ(run.events().size(), 3u);  // with the initial one
  EXPECT_NEAR(run.events()[1].t, down, 1e-6);
  EXPECT_NEAR(run.events()[2].t, up, 1e-6);
  EXPECT_EQ(run.trajectory().value("y", 0), 15);
  EXPECT_EQ(run.trajectory().value("y", run.events()[1].t, Side::left), 15);
  EXPECT_EQ(run.trajectory().value("y", run.events()[1].t), -15);
  EXPECT_EQ(run.trajectory().value("y", run.events()[2].t), 15);
}

// y jumps to exactly zero, where the mode before the event cannot be asked for log(y) any more.
TEST(EventIteration, AConditionThatFailsProtectsWhatIsAskedBehindIt) {
  const auto run = run_text(R"(
model M
  Real x(start = 1, fixed = true);
  discrete Real u(start = 1, fixed = true);
  Real y(start = 1), z;
equation
  der(x) = -x;
  when time > 0.5 then
    u = 0;
  end when;
  y + y ^ 3 = u * x;
  z = if y > 0 then (if log(y) > -0.6 then 1 else 2) else 3;
end M;)",
                            1);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  ASSERT_EQ(run.events().size(), 3u);  // with the initial one
  const double y = std::exp(-0.6);
  EXPECT_NEAR(run.events()[1].t, -std::log(y + y * y * y), 1e-7);
  EXPECT_EQ(run.trajectory().value("z", 0), 1);
  EXPECT_EQ(run.trajectory().value("z", 0.5, Side::left), 2);
  EXPECT_EQ(run.trajectory().value("z", 0.5), 3);
  EXPECT_EQ(run.events()[2].relations.size(), 2u);  // time > 0.5, y > 0
}

// Nothing protects this logarithm.
TEST(EventIteration, ARelationThatNobodyProtectsIsNotFinite) {
  const auto run = run_text(R"(
model M
  Real x(start = 1, fixed = true);
  discrete Real u(start = 1, fixed = true);
  Real y(start = 1), z;
equation
  der(x) = -x;
  when time > 0.5 then
    u = 0;
  end when;
  y + y ^ 3 = u * x;
  z = if log(y) > -0.6 then 1 else if y > 1 then 3 else 2;
end M;)",
                            1);
  EXPECT_EQ(run.outcome().reason, Outcome::Reason::relation_not_finite) << run.outcome().message();
  EXPECT_EQ(run.outcome().t, 0.5);
}

// The language says that abs and noEvent make no events; the equations change there all the same.
TEST(EventIteration, KinksAreNoEvents) {
  const auto run = run_text(R"(
model M
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = abs(cos(time));
  der(y) = noEvent(if cos(time) > 0 then 1 else -1);
end M;)",
                            5);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_EQ(run.events().size(), 1u);  // the start
  EXPECT_NEAR(run.final("x"), 4 + std::sin(5.0), 1e-7);
  EXPECT_NEAR(run.final("y"), std::acos(-1.0) / 2 - std::acos(-1.0) + (5 - 3 * std::acos(-1.0) / 2), 1e-7);
}

// A wall is hit and left within a hundredth of the interval; rows at the event and on the grid alone say nothing of the force.
TEST(EventIteration, WhatAnEventSetsOffHasRowsBeforeTheNextOfTheGrid) {
  const auto run = run_text(R"(
model Bump
  Real x(start = 1, fixed = true), v(start = -1, fixed = true), f;
equation
  der(x) = v;
  der(v) = f;
  f = if x < 0 then -1e6 * x else 0;
end Bump;)",
                            {.t_end = 4, .rtol = 1e-8, .atol = 1e-8, .output = Output::grid, .interval = 0.5});
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  ASSERT_EQ(run.events().size(), 3u);  // the start, in and out
  const double in = run.events()[1].t, out = run.events()[2].t;
  EXPECT_NEAR(out - in, std::acos(-1.0) / 1000, 1e-8);
  const auto& rows    = run.trajectory();
  const auto  times   = rows.times();
  double      largest = 0;
  int         inside = 0, grid = 0, others = 0;
  for (std::size_t k = 0; k < times.size(); ++k) {
    largest = std::max(largest, rows.row(k)[2]);
    if (times[k] > in && times[k] < out) ++inside;
    else if (times[k] == 0.5 * std::round(2 * times[k])) ++grid;
    else if (times[k] > 1.5) ++others;
  }
  EXPECT_GE(inside, 5);
  EXPECT_GT(largest, 900);  // of 1000
  EXPECT_GE(grid, 9);
  EXPECT_EQ(others, 0);  // all is quiet again
}

}  // namespace
}  // namespace saltus::modelica::test
