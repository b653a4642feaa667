// reference_check_test.cpp: what counts as an event that the reference should have.

#include "reference_check.hpp"

#include <gtest/gtest.h>

namespace saltus::cli {
namespace {

problems::Problem with_events_at(std::vector<double> times) {
  problems::Problem p;
  p.t_end     = 3;
  p.reference = {.event_times = std::move(times), .final = {{"x", 2}}};
  return p;
}

Run run_with(std::vector<double> times, double end) {
  Trajectory   trajectory({"x"}, 0);
  const double x = 2.5;
  trajectory.add_row(end, {&x, 1}, {});
  EventLog log;
  for (const double t : times) log.push_back({.t = t});
  return {trajectory, log, {}, {}, {.t = end}};
}

TEST(ReferenceCheck, TheLargestErrorOfTheTimesIsFound) {
  const auto check = check_events(with_events_at({1, 2}), run_with({1.25, 1.5}, 3));
  ASSERT_TRUE(check.has_value());
  EXPECT_EQ(check->expected, 2u);
  EXPECT_EQ(check->found, 2u);
  EXPECT_EQ(check->largest_error, 0.5);
}

TEST(ReferenceCheck, AMissingEventIsCounted) {
  const auto check = check_events(with_events_at({1, 2}), run_with({1}, 3));
  ASSERT_TRUE(check.has_value());
  EXPECT_EQ(check->expected, 2u);
  EXPECT_EQ(check->found, 1u);
}

TEST(ReferenceCheck, ARunThatStopsEarlierIsHeldToTheEventsBeforeThat) {
  const auto check = check_events(with_events_at({1, 2}), run_with({1}, 1.5));
  ASSERT_TRUE(check.has_value());
  EXPECT_EQ(check->expected, 1u);
}

TEST(ReferenceCheck, BeyondItsEndTheReferenceKnowsNothing) {
  EXPECT_FALSE(check_events(with_events_at({1, 2}), run_with({1, 2}, 4)).has_value());
  EXPECT_FALSE(exact_final(with_events_at({}), run_with({}, 4), "x").has_value());
}

TEST(ReferenceCheck, BeforeItsStartTheReferenceKnowsNothing) {
  EXPECT_FALSE(check_events(with_events_at({1, 2}), run_with({}, -1)).has_value());
}

TEST(ReferenceCheck, AnEventAtTheEndItselfIsNobodysMistake) {
  EXPECT_EQ(check_events(with_events_at({1}), run_with({1, 3}, 3))->found, 1u);
}

TEST(ReferenceCheck, BackwardRunsAreComparedInTheirOwnDirection) {
  auto problem    = with_events_at({2, 1});
  problem.t_start = 3;
  problem.t_end   = 0;
  EXPECT_EQ(check_events(problem, run_with({2, 1}, 0))->expected, 2u);
  EXPECT_EQ(check_events(problem, run_with({2}, 1.5))->expected, 1u);
}

TEST(ReferenceCheck, FinalValuesAreKnownAtTheEndOfTheProblemOnly) {
  EXPECT_EQ(exact_final(with_events_at({}), run_with({}, 3), "x"), 2.0);
  EXPECT_FALSE(exact_final(with_events_at({}), run_with({}, 2), "x").has_value());
  EXPECT_FALSE(exact_final(with_events_at({}), run_with({}, 3), "y").has_value());
}

}  // namespace
}  // namespace saltus::cli
