// Text models by machine code and by the tape: the same run, to the last bit.

#include <saltus/front/modelica/initial.hpp>
#include <saltus/front/modelica/translate.hpp>
#include <saltus/simulate/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace {

using namespace saltus;

enum class Made { when_it_pays, at_once };

Simulation simulation_of(const std::string& text, Options options, Made made = Made::when_it_pays) {
  const auto sorted     = modelica::translate("model.mo", text, {});
  const auto experiment = sorted->flat.experiment;
  auto       model      = std::make_unique<modelica::HybridModel>(sorted);
  const auto initial    = modelica::find_initial(*model, experiment.start);
  if (made == Made::at_once) model->make_code_at_once();
  options.t_start = experiment.start;
  options.t_end   = experiment.stop;
  return Simulation(std::move(model), {.x = initial.x, .discrete = initial.q}, options);
}

saltus::Run run_by(EvaluationChoice evaluation, const std::string& text, Options options, Made made = Made::when_it_pays) {
  options.evaluation    = evaluation;
  Simulation simulation = simulation_of(text, options, made);
  simulation.run();
  return simulation.result();
}

/// To the last bit; a NaN equals a NaN.
void expect_same_rows(const Trajectory& tape, const Trajectory& code) {
  ASSERT_EQ(tape.size(), code.size());
  for (std::size_t k = 0; k < tape.size(); ++k) {
    ASSERT_EQ(tape.times()[k], code.times()[k]) << "row " << k;
    for (std::size_t i = 0; i < tape.names().size(); ++i) {
      const double a = tape.row(k)[i], b = code.row(k)[i];
      if (std::isnan(a) && std::isnan(b)) continue;
      ASSERT_EQ(std::bit_cast<std::uint64_t>(a), std::bit_cast<std::uint64_t>(b))
          << tape.names()[i] << " at t = " << tape.times()[k] << ": " << a << " and " << b;
    }
  }
}

void expect_same_run(const saltus::Run& tape, const saltus::Run& code) {
  EXPECT_EQ(tape.outcome().message(), code.outcome().message());
  EXPECT_EQ(tape.events(), code.events());
  expect_same_rows(tape.trajectory(), code.trajectory());
  Statistics a = tape.statistics(), b = code.statistics();
  EXPECT_EQ(a.evaluation, "tape, as asked");
  a.evaluation = b.evaluation;
  EXPECT_EQ(to_text(a), to_text(b));
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::filesystem::path> models_below(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> models;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (const auto kind = entry.path().extension(); kind == ".mo" || kind == ".bmo") models.push_back(entry.path());
  std::sort(models.begin(), models.end());
  return models;
}

class ExampleByCode : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(ExampleByCode, IsTheRunOfTheTape) {
  for (const auto method : {MethodChoice::automatic, MethodChoice::radau})
    for (const auto made : {Made::when_it_pays, Made::at_once}) {
      const Options options{.rtol = 1e-7, .atol = 1e-7, .method = method};
      const auto    code = run_by(EvaluationChoice::code, text_of(GetParam()), options, made);
      expect_same_run(run_by(EvaluationChoice::tape, text_of(GetParam()), options), code);
      EXPECT_TRUE(code.statistics().evaluation.starts_with("code in ")) << code.statistics().evaluation;
      if (made == Made::at_once) { EXPECT_FALSE(code.statistics().evaluation.starts_with("code in 0 ")); }
    }
}

INSTANTIATE_TEST_SUITE_P(Modelica, ExampleByCode, testing::ValuesIn(models_below(SALTUS_EXAMPLES)),
                         [](const auto& p) { return p.param.stem().string(); });

/// All *.mo and *.bmo below a folder are compared with code made at once; SALTUS_MODELS names another one than the examples. A
/// model that one way refuses has to be refused by the other with the same words.
TEST(ModelsByCode, AreTheRunsOfTheTape) {
  const char* folder = std::getenv("SALTUS_MODELS");
  const auto  models = models_below(folder == nullptr ? SALTUS_EXAMPLES : folder);
  ASSERT_FALSE(models.empty());
  int refused = 0;
  for (const auto& path : models) {
    SCOPED_TRACE(path.string());
    const auto outcome = [&](EvaluationChoice evaluation, std::optional<saltus::Run>& run) -> std::string {
      try {
        run = run_by(evaluation, text_of(path), {}, Made::at_once);
        return "";
      } catch (const std::exception& e) { return e.what(); }
    };
    std::optional<saltus::Run> tape, code;
    const std::string          refusal = outcome(EvaluationChoice::tape, tape);
    EXPECT_EQ(refusal, outcome(EvaluationChoice::code, code));
    if (tape && code) expect_same_run(*tape, *code);
    else ++refused;
  }
  std::cout << models.size() << " models compared, of them " << refused << " refused\n";
}

/// Two modes whose Jacobians have their entries at different places: what was made for the first has to move when the
/// second is met. Stiff, with an algebraic loop and a function that Saltus cannot look into.
constexpr const char* two_patterns = R"(
package TwoPatterns
  function wave
    input Real u;
    output Real y;
  protected
    Real term;
    Integer i;
  algorithm
    y := 0;
    term := 1;
    i := 0;
    while abs(term) > 1e-14 and i < 40 loop
      i := i + 1;
      term := term * 0.5 * sin(u);
      y := y + term;
    end while;
  end wave;

  model TwoPatterns
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
  EXPECT_EQ(run_by(EvaluationChoice::code, two_patterns, options).statistics().evaluation, "code in 4 of 5 modes");
  EXPECT_NE(
      to_text(run_by(EvaluationChoice::tape, two_patterns, options).statistics()).find("evaluation tape, as asked\n"),
      std::string::npos);
}

#if defined(__linux__)
/// In a child of this process, to which the system refuses memory that becomes executable, as a hardened one does.
TEST(Evaluation, GoesOnByTheTapeWhereMemoryMayNotBeExecuted) {
  constexpr int     refuse_exec_gain = 65, unknown = 2;  // PR_SET_MDWE of Linux 6.3
  const Options     options{.rtol = 1e-8, .atol = 1e-8};
  const saltus::Run expected = run_by(EvaluationChoice::tape, two_patterns, options);
  const pid_t       child    = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (prctl(refuse_exec_gain, 1, 0, 0, 0) != 0) _exit(unknown);
    const saltus::Run run  = run_by(EvaluationChoice::code, two_patterns, options);
    const auto&       said = run.statistics().evaluation;
    _exit(run.trajectory() == expected.trajectory() && said.starts_with("tape: the system grants no executable memory")
              ? 0
              : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == unknown) GTEST_SKIP() << "this system cannot refuse it";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}
#endif

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
