// Text models by machine code and by the tape: the same run, to the last bit.

#include <saltus/front/modelica/initial.hpp>
#include <saltus/front/modelica/translate.hpp>
#include <saltus/simulate/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

using namespace saltus;

Simulation simulation_of(const std::string& text, Options options) {
  const auto sorted     = modelica::translate("model.mo", text, {});
  const auto experiment = sorted->flat.experiment;
  auto       model      = std::make_unique<modelica::HybridModel>(sorted);
  const auto initial    = modelica::find_initial(*model, experiment.start);
  options.t_start       = experiment.start;
  options.t_end         = experiment.stop;
  return Simulation(std::move(model), {.x = initial.x, .discrete = initial.q}, options);
}

saltus::Run run_by(EvaluationChoice evaluation, const std::string& text, Options options) {
  options.evaluation    = evaluation;
  Simulation simulation = simulation_of(text, options);
  simulation.run();
  return simulation.result();
}

void expect_same_run(const saltus::Run& tape, const saltus::Run& code) {
  EXPECT_EQ(tape.outcome().message(), code.outcome().message());
  EXPECT_EQ(tape.events(), code.events());
  EXPECT_TRUE(tape.trajectory() == code.trajectory());
  Statistics a = tape.statistics(), b = code.statistics();
  EXPECT_EQ(a.evaluation, "tape, as asked");
  a.evaluation = b.evaluation;
  EXPECT_EQ(to_text(a), to_text(b));
}

std::string text_of(const std::string& name) {
  std::ifstream file(std::filesystem::path(SALTUS_EXAMPLES) / (name + ".mo"));
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> names_of_examples() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(SALTUS_EXAMPLES))
    if (entry.path().extension() == ".mo") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

class ExampleByCode : public testing::TestWithParam<std::string> {};

TEST_P(ExampleByCode, IsTheRunOfTheTape) {
  for (const auto method : {MethodChoice::automatic, MethodChoice::radau}) {
    const Options options{.rtol = 1e-7, .atol = 1e-7, .method = method};
    expect_same_run(run_by(EvaluationChoice::tape, text_of(GetParam()), options),
                    run_by(EvaluationChoice::code, text_of(GetParam()), options));
  }
}

INSTANTIATE_TEST_SUITE_P(Modelica, ExampleByCode, testing::ValuesIn(names_of_examples()),
                         [](const auto& p) { return p.param; });

/// Two modes whose Jacobians have their entries at different places: what was made for the first has to move when the
/// second is met. Stiff, with an algebraic loop and a function that Saltus cannot look into.
constexpr const char* two_patterns = R"(
model TwoPatterns
  function wave
    input Real u;
    output Real y;
  protected
    Real s;
  algorithm
    s := 0;
    for i in 1:3 loop
      s := s + sin(i * u) / i;
    end for;
    y := s;
  end wave;
  Real a(start = 1, fixed = true);
  Real b(start = 2, fixed = true);
  Real c(start = 0.5, fixed = true);
  Real z(start = 0.1);
equation
  0 = z + 0.3 * sin(z) + 0.2 * z * a - b;
  der(a) = if sin(3 * time) > 0 then 200 * (b - a) + c * c else -a + wave(time);
  der(b) = if cos(2 * time) > 0 then exp(-c) - b else 50 * (a * c - b) - z;
  der(c) = wave(a) - c + (if sin(3 * time) > 0 then 0 else 0.1 * z ^ 3);
  annotation(experiment(StartTime = 0, StopTime = 20));
end TwoPatterns;
)";

TEST(Evaluation, FollowsAPatternThatGrows) {
  const Options options{.rtol = 1e-8, .atol = 1e-8, .method = MethodChoice::radau};
  const auto    code = run_by(EvaluationChoice::code, two_patterns, options);
  ASSERT_TRUE(code.outcome().ok()) << code.outcome().message();
  EXPECT_GE(code.statistics().modes, 4);
  expect_same_run(run_by(EvaluationChoice::tape, two_patterns, options), code);
}

TEST(Evaluation, SaysInHowManyModesCodeWasMade) {
  const Options options{.rtol = 1e-8, .atol = 1e-8};
  EXPECT_EQ(run_by(EvaluationChoice::code, two_patterns, options).statistics().evaluation, "code in 4 of 4 modes");
  EXPECT_NE(
      to_text(run_by(EvaluationChoice::tape, two_patterns, options).statistics()).find("evaluation tape, as asked\n"),
      std::string::npos);
}

/// A copy has the code of the original and goes on without it.
TEST(Evaluation, LivesOnInCopies) {
  const Options options{.rtol = 1e-8, .atol = 1e-8, .method = MethodChoice::radau};
  auto          original = std::make_unique<Simulation>(simulation_of(two_patterns, options));
  original->run_until(7);
  Simulation copy = *original;
  original->run();
  const saltus::Run expected = original->result();
  original.reset();
  copy.run();
  EXPECT_TRUE(copy.result().trajectory() == expected.trajectory());
  EXPECT_EQ(copy.result().statistics(), expected.statistics());
}

}  // namespace
