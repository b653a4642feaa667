// The models of examples/*.mo: against closed forms, and against themselves at another tolerance. twins_test.cpp compares
// those that the gallery has as well.

#include "instants.hpp"

#include <saltus/front/modelica/initial.hpp>
#include <saltus/front/modelica/translate.hpp>
#include <saltus/simulate/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

using namespace saltus;

std::shared_ptr<const modelica::SortedModel> translated(const std::string& name, std::vector<modelica::Setting> set = {}) {
  const auto    path = std::filesystem::path(SALTUS_EXAMPLES) / (name + ".mo");
  std::ifstream file(path);
  return modelica::translate(path.string(), std::string(std::istreambuf_iterator<char>(file), {}), set);
}

saltus::Run run_example(const std::string& name, double tolerance, std::vector<modelica::Setting> set = {}) {
  const auto  sorted     = translated(name, std::move(set));
  auto        model      = std::make_unique<modelica::HybridModel>(sorted);
  const auto& experiment = sorted->flat.experiment;
  const auto  initial    = modelica::find_initial(*model, experiment.start);
  Options     options{.t_start = experiment.start, .t_end = experiment.stop, .rtol = tolerance, .atol = tolerance};
  return simulate(std::move(model), {.x = initial.x, .discrete = initial.q}, options);
}

std::vector<std::string> names_of_examples() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(SALTUS_EXAMPLES))
    if (entry.path().extension() == ".mo") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

class Example : public testing::TestWithParam<std::string> {};

TEST_P(Example, AgreesWithItselfAtATighterTolerance) {
  const saltus::Run coarse = run_example(GetParam(), 1e-6), fine = run_example(GetParam(), 1e-9);
  ASSERT_TRUE(coarse.outcome().ok()) << coarse.outcome().message();
  ASSERT_TRUE(fine.outcome().ok()) << fine.outcome().message();
  const auto names = modelica::test::discrete_names(*translated(GetParam()));
  EXPECT_EQ(modelica::test::instants(coarse, names).size(), modelica::test::instants(fine, names).size());
  for (const auto& name : fine.trajectory().names()) {
    if (name.starts_with("der(")) continue;  // a slope may be as steep as the model makes it
    const double a = coarse.final(name), b = fine.final(name);
    // Errors grow on the way: a thousand tolerances of room, more than any of these models needs by a factor of three.
    EXPECT_NEAR(a, b, 1e-3 * (1 + std::abs(b))) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Modelica, Example, testing::ValuesIn(names_of_examples()),
                         [](const auto& p) { return p.param; });

TEST(ExampleModel, CountsInAnAlgorithm) {
  const saltus::Run r = run_example("counter", 1e-8);
  EXPECT_EQ(r.final("count"), 0);
  EXPECT_EQ(r.final("laps"), 5);
  EXPECT_NEAR(r.final("x"), 15, 1e-6);
}

TEST(ExampleModel, KeepsTheLengthOfThePendulum) {
  const saltus::Run r = run_example("pendulum", 1e-9);
  EXPECT_NEAR(std::hypot(r.final("x"), r.final("y")), 1, 1e-7);
  const double energy = 0.5 * (std::pow(r.final("vx"), 2) + std::pow(r.final("vy"), 2)) + 9.81 * r.final("y");
  EXPECT_NEAR(energy, -0.8 * 9.81, 1e-6);  // at rest at y = -0.8
}

TEST(ExampleModel, StartsInItsSteadyState) {
  const saltus::Run r = run_example("steady_start", 1e-8);
  EXPECT_NEAR(r.trajectory().front("h"), 2.25, 1e-9);  // 3 = 2 sqrt(h)
}

TEST(ExampleModel, TakesParametersFromOutside) {
  const saltus::Run r = run_example("bouncing_ball", 1e-8, {{"e", "0.5"}, {"h", "2"}});
  ASSERT_FALSE(r.events().empty());
  const auto first = std::find_if(r.events().begin(), r.events().end(), [](const Event& e) { return e.t > 0; });
  ASSERT_NE(first, r.events().end());
  EXPECT_NEAR(first->t, std::sqrt(2 * 2 / 9.81), 1e-7);
}

}  // namespace
