// Wrong input is refused before the first step, by one message that has the code and the value of each problem.

#include "models.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace saltus {
namespace {

using testing::Ball;
using testing::Decay;
using testing::Tank;

constexpr double nan      = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// What the constructor of a Simulation says, or "" when it accepts.
template <class M>
std::string refusal(M model, Start start, Options options) {
  try {
    Simulation simulation(make_model(std::move(model), start.x.size()), std::move(start), std::move(options));
  } catch (const InputError& e) { return e.what(); }
  return "";
}
std::string refusal(const Options& options) { return refusal(Ball{}, {.x = {1, 0}}, options); }

struct Case {
  const char*              name;
  std::string              said;
  std::vector<const char*> words;  ///< all of them must appear
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class Refused : public ::testing::TestWithParam<Case> {};

TEST_P(Refused, SaysTheCodeAndTheValue) {
  const Case& c = GetParam();
  ASSERT_FALSE(c.said.empty()) << "was accepted";
  for (const char* word : c.words)
    EXPECT_NE(c.said.find(word), std::string::npos) << "\"" << word << "\" is not in\n" << c.said;
  EXPECT_EQ(c.said.find('\n'), std::string::npos) << "one problem, one line:\n" << c.said;
}

std::vector<Case> cases() {
  return {
      {"TooFewValues", refusal(Ball{}, {.x = {1}}, {}), {"S0101", "1 initial values for 2 variables", "h, v"}},
      {"TooManyValues", refusal(Ball{}, {.x = {1, 2, 3}}, {}), {"S0101", "3 initial values for 2 variables"}},
      {"NoValues", refusal(Ball{}, {}, {}), {"S0101", "0 initial values for 2 variables"}},
      {"TooFewDerivatives",
       refusal(Tank{}, {.x = {1, 1}, .dx = {0}}, {}),
       {"S0101", "1 initial derivatives for 2 variables"}},
      {"DiscreteOfAModelWithout",
       refusal(Ball{}, {.x = {1, 0}, .discrete = {1}}, {}),
       {"S0101", "1 initial values for 0 discrete"}},
      {"ValueNan", refusal(Ball{}, {.x = {1, nan}}, {}), {"S0102", "initial value of v", "nan"}},
      {"ValueInfinite", refusal(Ball{}, {.x = {infinity, 0}}, {}), {"S0102", "initial value of h", "inf"}},
      {"EndNan", refusal({.t_end = nan}), {"S0103", "0 to nan"}},
      {"EndInfinite", refusal({.t_end = infinity}), {"S0103", "0 to inf"}},
      {"StartNan", refusal({.t_start = nan}), {"S0103", "nan to 1"}},
      {"RtolNegative", refusal({.rtol = -1e-3}), {"S0104", "rtol is -0.001"}},
      {"RtolNan", refusal({.rtol = nan}), {"S0104", "rtol is nan"}},
      {"RtolInfinite", refusal({.rtol = infinity}), {"S0104", "rtol is inf"}},
      {"AtolNegative", refusal({.atol = -2}), {"S0104", "atol is -2"}},
      {"AtolNan", refusal({.atol = nan}), {"S0104", "atol is nan"}},
      {"BothTolerancesZero", refusal({.rtol = 0, .atol = 0}), {"S0104", "both zero"}},
      {"AtolEachOfWrongSize", refusal({.atol_each = {1e-6}}), {"S0104", "atol_each has 1 entries for 2 variables"}},
      {"AtolEachNegative", refusal({.atol_each = {1e-6, -3}}), {"S0104", "atol_each is -3"}},
      {"AtolEachNan", refusal({.atol_each = {nan, 1e-6}}), {"S0104", "atol_each is nan"}},
      {"LargestStepNegative", refusal({.largest_step = -0.5}), {"S0105", "largest_step is -0.5"}},
      {"LargestStepZero", refusal({.largest_step = 0}), {"S0105", "largest_step is 0"}},
      {"LargestStepNan", refusal({.largest_step = nan}), {"S0105", "largest_step is nan"}},
      {"FirstStepNegative", refusal({.first_step = -1}), {"S0105", "first_step is -1"}},
      {"GridWithoutInterval", refusal({.output = Output::grid}), {"S0106", "interval is 0"}},
      {"GridNegative", refusal({.output = Output::grid, .interval = -0.1}), {"S0106", "interval is -0.1"}},
      {"Tsit5OnAnImplicitModel",
       refusal(Tank{}, {.x = {1, 1}}, {.method = MethodChoice::tsit5}),
       {"S0112", "tsit5", "radau"}},
      {"Dop853OnAnImplicitModel",
       refusal(Tank{}, {.x = {1, 1}}, {.method = MethodChoice::dop853}),
       {"S0112", "dop853", "radau"}},
      {"AdamsOnAnImplicitModel",
       refusal(Tank{}, {.x = {1, 1}}, {.method = MethodChoice::adams}),
       {"S0112", "adams", "bdf"}},
      {"FixedOfAnExplicitModel", refusal(Ball{}, {.x = {1, 0}, .fixed = {"h"}}, {}), {"S0113", "fixed"}},
      {"FixedMisspelt",
       refusal(Tank{}, {.x = {1, 1}, .fixed = {"outflw"}}, {}),
       {"S0114", "\"outflw\"", "Did you mean \"outflow\""}},
      {"FixedDerivativeMisspelt",
       refusal(Tank{}, {.x = {1, 1}, .fixed = {"der(levle)"}}, {}),
       {"S0114", "\"der(levle)\"", "der(level)"}},
  };
}
INSTANTIATE_TEST_SUITE_P(Each, Refused, ::testing::ValuesIn(cases()),
                         [](const auto& it) { return std::string(it.param.name); });

TEST(BadInput, EveryProblemIsListedInOneMessage) {
  const std::string said =
      refusal(Tank{}, {.x = {nan}, .fixed = {"leve"}},
              {.t_end = nan, .rtol = -1, .method = MethodChoice::tsit5, .output = Output::grid, .largest_step = -1});
  for (const char* code : {"S0101", "S0102", "S0103", "S0104", "S0105", "S0106", "S0112", "S0114"})
    EXPECT_NE(said.find(code), std::string::npos) << code << " is not in\n" << said;
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 7) << said;
}

TEST(BadInput, ToleranceZeroInOneOfTheTwoIsFine) {
  EXPECT_EQ(refusal({.rtol = 0}), "");
  EXPECT_EQ(refusal({.atol = 0}), "");
}

TEST(BadInput, AllAtolEachZeroAndRtolZeroIsRefused) {
  EXPECT_NE(refusal({.rtol = 0, .atol_each = {0, 0}}).find("S0104"), std::string::npos);
}

struct Counting {
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  struct Memory {
    Real rate = 1;
    bool on   = true;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>&, const Memory<Real>& q) const {
    return {q.rate};
  }
};

TEST(BadInput, DiscreteValuesAreCountedAndMustBeNumbers) {
  EXPECT_EQ(refusal(Counting{}, {.x = {0}, .discrete = {2, 0}}, {}), "");
  EXPECT_NE(refusal(Counting{}, {.x = {0}, .discrete = {2}}, {}).find("S0101: 1 initial values for 2 discrete"),
            std::string::npos);
  const std::string said = refusal(Counting{}, {.x = {0}, .discrete = {nan, 0}}, {});
  EXPECT_NE(said.find("S0102"), std::string::npos) << said;
  EXPECT_NE(said.find("rate"), std::string::npos) << said;
}

TEST(BadInput, DerivativesMustBeNumbers) {
  const std::string said = refusal(Tank{}, {.x = {1, 1}, .dx = {nan, 0}}, {});
  EXPECT_NE(said.find("S0102"), std::string::npos) << said;
  EXPECT_NE(said.find("level"), std::string::npos) << said;
}

TEST(BadInput, LimitsBelowOneAreRefused) {
  EXPECT_NE(refusal({.t_end = 1, .most_passes = 0}).find("S0117"), std::string::npos);
  EXPECT_NE(refusal({.t_end = 1, .most_steps = 0}).find("S0117"), std::string::npos);
}

TEST(BadInput, RunUntilNanIsRefused) {
  Simulation simulation(make_model(Ball{}), {.x = {1, 0}}, {.t_end = 1});
  EXPECT_THROW(simulation.run_until(nan), InputError);
}

TEST(BadInput, ARunOfLengthZeroIsARun) {
  const auto run = simulate(Ball{}, {.h = 0, .v = -1}, {.t_start = 2, .t_end = 2});
  EXPECT_EQ(run.outcome().reason, Outcome::Reason::reached_end);
  EXPECT_EQ(run.outcome().t, 2);
  EXPECT_EQ(run.trajectory().size(), 1u);
  EXPECT_EQ(run.final("v"), -1);
  EXPECT_TRUE(run.events().empty());
}

}  // namespace
}  // namespace saltus
