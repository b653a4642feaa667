// The models of examples/*.mo: against the gallery where it has the same problem, against closed forms, and against
// themselves at another tolerance.

#include <saltus/front/modelica/initial.hpp>
#include <saltus/front/modelica/translate.hpp>
#include <saltus/problems/problem.hpp>
#include <saltus/simulate/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

using namespace saltus;

saltus::Run run_example(const std::string& name, double tolerance, std::vector<modelica::Setting> set = {}) {
  const auto    path = std::filesystem::path(SALTUS_EXAMPLES) / (name + ".mo");
  std::ifstream file(path);
  const auto    sorted = modelica::translate(path.string(), std::string(std::istreambuf_iterator<char>(file), {}), set);
  auto          model  = std::make_unique<modelica::HybridModel>(sorted);
  const auto&   experiment = sorted->flat.experiment;
  const auto    initial    = modelica::find_initial(*model, experiment.start);
  Options       options{.t_start = experiment.start, .t_end = experiment.stop, .rtol = tolerance, .atol = tolerance};
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
  EXPECT_EQ(coarse.events().size(), fine.events().size());
  for (const auto& name : fine.trajectory().names()) {
    if (name.starts_with("der(")) continue;  // a slope may be as steep as the model makes it
    const double a = coarse.final(name), b = fine.final(name);
    // Errors grow on the way: a thousand tolerances of room, more than any of these models needs by a factor of three.
    EXPECT_NEAR(a, b, 1e-3 * (1 + std::abs(b))) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Modelica, Example, testing::ValuesIn(names_of_examples()),
                         [](const auto& p) { return p.param; });

/// The same problem in C++, as the gallery has it.
struct Twin {
  const char *text, *gallery;
};

class TwinOfTheGallery : public testing::TestWithParam<Twin> {};

TEST_P(TwinOfTheGallery, HasItsEventsAndItsEnd) {
  const auto* problem = problems::find(GetParam().gallery);
  ASSERT_NE(problem, nullptr);
  const saltus::Run ours      = run_example(GetParam().text, 1e-8);
  const auto&       reference = problem->reference;
  ASSERT_TRUE(ours.outcome().ok()) << ours.outcome().message();
  std::vector<double> times;
  for (const Event& e : ours.events())
    if (e.t > problem->t_start && e.t < problem->t_end) times.push_back(e.t);
  // 1e-8 grows by the condition of the problem; ten times that is allowed.
  const double room = 10 * 1e-8 * reference.condition;
  for (const double t : reference.event_times) {
    if (t >= ours.outcome().t) continue;
    EXPECT_TRUE(std::any_of(times.begin(), times.end(),
                            [&](double x) { return std::abs(x - t) <= room * reference.time_scale + 1e-12; }))
        << "no event at " << t;
  }
  if (ours.outcome().t != problem->t_end) return;  // the text ends before the events accumulate
  for (const auto& [name, value] : reference.final) {
    const auto& names = ours.trajectory().names();
    if (std::find(names.begin(), names.end(), name) == names.end()) continue;
    EXPECT_NEAR(ours.final(name), value, room * (1 + std::abs(value))) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Modelica, TwinOfTheGallery,
                         testing::Values(Twin{"switched_growth", "switched_growth"}, Twin{"birta", "birta"},
                                         Twin{"line_crossings", "line_crossings_35"},
                                         Twin{"piecewise_damping", "piecewise_damping"},
                                         Twin{"saw_tooth", "saw_tooth_periodic"}, Twin{"sliding_block", "sliding_block"},
                                         Twin{"switched_blow_up", "switched_blow_up_2"},
                                         Twin{"turning_growth", "turning_growth"},
                                         Twin{"bouncing_ball", "bouncing_ball"}),
                         [](const auto& p) { return std::string(p.param.text); });

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
