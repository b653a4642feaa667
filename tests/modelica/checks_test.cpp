// Assertions and terminate while a text runs, and relations that are not asked.

#include "run_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace saltus::modelica::test {
namespace {

TEST(Checks, AnAssertionThatBecomesFalseEndsTheRunThereWithTheValuesOfThatInstant) {
  const auto run = run_text(R"(model m
  Real level(start = 0, fixed = true);
equation
  der(level) = 2;
  assert(level < 1, "the tank runs over: " + String(level) + " m, twice " + String(2*level));
end m;)",
                            2);
  EXPECT_EQ(run.outcome().reason, Outcome::Reason::assertion_failed) << run.outcome().message();
  EXPECT_EQ(run.outcome().code(), "S0610");
  EXPECT_NEAR(run.outcome().t, 0.5, 1e-9);
  EXPECT_EQ(run.outcome().detail, "the tank runs over: 1 m, twice 2\nline 5: `level < 1` does not hold");
  EXPECT_NEAR(run.final("level"), 1, 1e-6) << "the trajectory up to there is kept";
}

TEST(Checks, AnAssertionCountsOnlyOnItsWay) {
  const auto run = run_text(R"(model m
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  if x > 0.5 then
    assert(x < 0.2, "too late");
  end if;
end m;)",
                            1);
  EXPECT_EQ(run.outcome().reason, Outcome::Reason::assertion_failed);
  EXPECT_NEAR(run.outcome().t, 0.5, 1e-9) << "not at 0.2, where nobody asks";
}

TEST(Checks, AConditionThatIsNotOnItsWayIsNotEvaluated) {
  const auto run = run_text(R"(model m
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
algorithm
  if x > 0.5 then
    assert(sqrt(x - 0.5) < 0.5, "too far");
  end if;
end m;)",
                            1);
  EXPECT_EQ(run.outcome().reason, Outcome::Reason::assertion_failed) << run.outcome().message();
  EXPECT_NEAR(run.outcome().t, 0.75, 1e-9) << "before 0.5 the root is NaN, and nobody asks";
  EXPECT_EQ(run.outcome().detail, "too far\nline 7: `sqrt(x - 0.5) < 0.5` does not hold");
}

TEST(Checks, AWarningDoesNotEndTheRun) {
  const auto run = run_text(R"(model m
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 0.5, "half", AssertionLevel.warning);
end m;)",
                            1);
  EXPECT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_EQ(run.outcome().t, 1);
}

TEST(Relations, AreNotAskedWhileThePastDecidesTheOtherSide) {
  const auto count = [](const saltus::Run& run, const std::string& relation) {
    return std::count_if(run.events().begin(), run.events().end(), [&](const Event& e) {
      return std::any_of(e.relations.begin(), e.relations.end(), [&](const auto& r) { return r.text == relation; });
    });
  };
  const char* text = R"(model m
  Real x(start = 0, fixed = true), y(start = 1, fixed = true);
  Boolean armed(start = false, fixed = true), hit(start = false, fixed = true);
equation
  der(x) = 10*y;
  der(y) = -10*x;
  when time > 2 then
    armed = true;
  end when;
  when PAST(armed) and x > 0.9 then
    hit = true;
  end when;
end m;)";
  const auto  with = [&](const std::string& word) {
    std::string made = text;
    return made.replace(made.find("PAST"), 4, word);
  };
  // sin(10 t) passes 0.9 twice in each of the 2 / 0.628 = 3.18 periods before t = 2, and is above it again from 1.997 to 2.087.
  const auto asked = run_text(with(""), 3), spared = run_text(with("pre"), 3);
  EXPECT_EQ(asked.final("hit"), 1);
  EXPECT_EQ(spared.final("hit"), 1);
  EXPECT_EQ(count(asked, "x > 0.9") - count(spared, "x > 0.9"), 7);
}

}  // namespace
}  // namespace saltus::modelica::test
