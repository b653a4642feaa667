// settings_test.cpp: what --set reaches, and what it says when it reaches nothing.

#include "model_source.hpp"
#include "run_arguments.hpp"

#include <saltus/core/error.hpp>
#include <saltus/simulate/simulation.hpp>

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

namespace saltus::cli {
namespace {

std::string refusal(std::string_view model, const std::vector<std::string>& settings) {
  try {
    load_model(model, settings);
  } catch (const InputError& e) { return e.what(); }
  return "";
}
bool says(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

Run run_of(const LoadedModel& m) { return simulate(m.make(), m.start, {.t_start = m.t_start, .t_end = m.t_end}); }

TEST(Set, NothingSetLeavesTheReferenceAndTheStart) {
  const auto ball = load_model("gallery:bouncing_ball", {});
  EXPECT_NE(ball.reference, nullptr);
  EXPECT_EQ(ball.start.x, (std::vector<double>{1, 0}));
}

TEST(Set, AStartValueIsUsedAndTheReferenceNoLongerApplies) {
  const auto ball = load_model("gallery:bouncing_ball", {"h=2"});
  EXPECT_EQ(ball.reference, nullptr);
  EXPECT_EQ(ball.start.x, (std::vector<double>{2, 0}));
  ASSERT_EQ(ball.set.size(), 1u);
  EXPECT_EQ(ball.set[0], (std::pair<std::string, double>("h", 2)));
}

TEST(Set, AParameterChangesTheModel) {
  const auto run = run_of(load_model("gallery:bouncing_ball", {"e=1", "g=2"}));
  ASSERT_EQ(run.events().size(), 2u);  // t1 = sqrt(2 h / g) = 1, and 3 t1 is the end
  EXPECT_NEAR(run.events()[0].t, 1, 1e-9);
  EXPECT_NEAR(run.events()[0].resets[0].after, 2, 1e-9);
}

TEST(Set, ADiscreteVariableStartsAsItIsSet) {
  const auto heater = load_model("gallery:tank_heater", {"on=false"});
  EXPECT_EQ(heater.start.discrete, (std::vector<double>{0}));
  EXPECT_EQ(load_model("gallery:relay", {"direction=-1"}).start.discrete, (std::vector<double>{-1}));
}

// x' = y, y^2 = x: given x' = 2 instead of x, x follows as 4.
TEST(Set, ADerivativeIsGivenInsteadOfItsVariable) {
  const auto loaded = load_model("gallery:square_root_branch", {"der(x)=2"});
  EXPECT_EQ(loaded.start.fixed, (std::vector<std::string>{"der(x)"}));
  const auto run = run_of(loaded);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_NEAR(run.trajectory().front("x"), 4, 1e-6);
  EXPECT_NEAR(run.trajectory().front("y"), 2, 1e-6);
}

TEST(Set, DerivativesThatAreNobodysToGiveAreRefused) {
  EXPECT_TRUE(says(refusal("gallery:bouncing_ball", {"der(h)=1"}), "this model is explicit"));
  EXPECT_TRUE(says(refusal("gallery:square_root_branch", {"der(y)=1"}), "y is algebraic"));
}

TEST(Set, EverythingWrongIsReportedAtOnceWithWhatCanBeSet) {
  const std::string text = refusal("gallery:bouncing_ball", {"hh=1", "v", "e=fast", "g=1", "g=2", "h=inf", "=3"});
  EXPECT_TRUE(says(text, "--set hh: there is nothing of this name. Did you mean \"h\"?")) << text;
  EXPECT_TRUE(says(text, "--set \"v\" is not of the form name=value.")) << text;
  EXPECT_TRUE(says(text, "--set e: \"fast\" is no finite number.")) << text;
  EXPECT_TRUE(says(text, "--set g: it is set twice.")) << text;
  EXPECT_TRUE(says(text, "--set h: \"inf\" is no finite number.")) << text;
  EXPECT_TRUE(says(text, "--set \"=3\" is not of the form")) << text;
  EXPECT_TRUE(says(text, "parameters: g = 9.81 (gravity, m/s2), e = 0.8")) << text;
  EXPECT_TRUE(says(text, "start values: h = 1, v = 0")) << text;
}

TEST(Set, OfAFieldOnlyTheFirstNamesAreListed) {
  const std::string text = refusal("gallery:many_decays_1000", {"nothing_of_the_kind=1"});
  EXPECT_TRUE(says(text, "x[11] = 1, ...")) << text;
  EXPECT_FALSE(says(text, "x[12]")) << text;
}

TEST(Model, WhatIsNoModelIsToldWhatIs) {
  EXPECT_TRUE(says(refusal("press.txt", {}), "\"press.txt\" is no model that can be run."));
  EXPECT_TRUE(says(refusal("clutch", {}), "Did you mean \"gallery:clutch\"?"));
  EXPECT_TRUE(says(refusal("gallery:cluch", {}), "Did you mean \"gallery:clutch\"?"));
}

TEST(Model, ColumnsAreVariablesThenDiscreteOnes) {
  const auto heater = load_model("gallery:tank_heater", {});
  EXPECT_EQ(heater.names(), (std::vector<std::string>{"Th", "T", "on"}));
  EXPECT_TRUE(heater.columns[2].discrete);
  EXPECT_FALSE(heater.columns[1].discrete);
}

}  // namespace
}  // namespace saltus::cli
