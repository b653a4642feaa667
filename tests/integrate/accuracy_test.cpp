// What a user sees: the error of the whole trajectory, inside the steps as well as at their ends, in tolerances.

#include "systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace saltus::integrate {
namespace {

using namespace testing;

class Accuracy : public ::testing::TestWithParam<std::tuple<std::string, int>> {
 protected:
  double tolerance() const { return std::pow(10.0, -std::get<1>(GetParam())); }

  /// The largest error at 20 points per step, in units of tolerance (1 + |x|).
  template <class Exact>
  double largest_error(model::Equations& system, const Vector& x, const Vector& dx, double t_end, Exact&& exact) const {
    auto method = make_method(std::get<0>(GetParam()), same_tolerance(tolerance(), x.size()));
    method->restart(system, 0, x, dx, 1, Resume::fresh);
    double largest = 0;
    EXPECT_TRUE(run(*method, t_end, [&](const DenseOutput& step) {
      for (int k = 1; k <= 20; ++k) {
        const double theta = k / 20.0;
        const Vector truth = exact(step.t0 + theta * step.h);
        for (std::size_t i = 0; i < x.size(); ++i) {
          const double allowed = tolerance() * (1 + std::abs(truth[i]));
          largest              = std::max(largest, std::abs(step.at(i, theta) - truth[i]) / allowed);
        }
      }
    }));
    return largest;
  }
};

/// For what explicit methods cannot do: DAEs and very stiff equations.
class ImplicitAccuracy : public Accuracy {};

/// Multistep methods: nothing is gained back by local extrapolation, so the local errors (a hundredth of the tolerance each)
/// add up over a thousand steps.
class MultistepAccuracy : public Accuracy {};

TEST_P(Accuracy, OscillatorOverTenTimeScalesStaysWithinTheTolerance) {
  auto system = oscillator();
  EXPECT_LE(largest_error(system, {1, 0}, {0, -1}, 10, oscillator_at), 1.0);
}

TEST_P(Accuracy, OscillatorOverTenPeriodsStaysNearTheTolerance) {
  auto system = oscillator();
  EXPECT_LE(largest_error(system, {1, 0}, {0, -1}, 62.8, oscillator_at), 1.5);
}

TEST_P(Accuracy, DecayOntoASlowSolutionStaysWithinTheToleranceInsideTheStepsToo) {
  auto system = relaxation(50);
  EXPECT_LE(largest_error(system, {0}, {50}, 10, [](double t) { return relaxation_at(50, t); }), 1.0);
}

TEST_P(Accuracy, RelaxationOscillatorStaysWithinAFewTolerances) {
  auto system           = van_der_pol(5);
  auto reference        = make_dop853(same_tolerance(1e-13, 2), {});
  auto reference_system = van_der_pol(5);
  reference->restart(reference_system, 0, Vector{2, 0}, Vector{0, -2}, 1, Resume::fresh);
  const auto exact = [&](double t) {
    run(*reference, t);
    return Vector(reference->x().begin(), reference->x().end());
  };
  EXPECT_LE(largest_error(system, {2, 0}, {0, -2}, 20, exact), 4.0);
}

TEST_P(ImplicitAccuracy, DifferentialAndAlgebraicVariablesOfADaeStayWithinTheTolerance) {
  auto system = index_1_dae();
  EXPECT_LE(largest_error(system, {1, 1}, {0, 0}, 10, index_1_dae_at), 1.0);
}

TEST_P(ImplicitAccuracy, AFastAlgebraicSignalBesideASlowStateIsFollowedInsideTheSteps) {
  // Nothing but the error inside the step tells a method that y moves at all: y is exact at every stage.
  ImplicitSystem system{
      {true, false},
      [](double t, auto x, auto dx, auto r) { r[0] = dx[0] + 0.1 * x[0], r[1] = x[1] - std::cos(20 * t); },
      [](double, auto, auto, auto f_x, auto f_dx) {
        f_x[0] = 0.1, f_x[1] = f_x[2] = 0, f_x[3] = 1;
        f_dx[0] = 1, f_dx[1] = f_dx[2] = f_dx[3] = 0;
      }};
  EXPECT_LE(largest_error(system, {1, 1}, {-0.1, 0}, 3,
                          [](double t) {
                            return Vector{std::exp(-0.1 * t), std::cos(20 * t)};
                          }),
            1.0);
}

TEST_P(ImplicitAccuracy, AVeryStiffComponentIsFollowedInsideTheSteps) {
  ExplicitSystem system{1, [](double t, auto x, auto dx) { dx[0] = -1e6 * (x[0] - std::cos(t)) - std::sin(t); },
                        [](double, auto, auto f_x) { f_x[0] = -1e6; }};
  EXPECT_LE(largest_error(system, {1}, {0}, 10, [](double t) { return Vector{std::cos(t)}; }), 1.0);
}

TEST_P(MultistepAccuracy, OscillatorOverTenTimeScalesStaysWithinATolerancePerHundredSteps) {
  auto system = oscillator();
  EXPECT_LE(largest_error(system, {1, 0}, {0, -1}, 10, oscillator_at), 12.0);
}

TEST_P(MultistepAccuracy, DecayOntoASlowSolutionStaysWithinTheToleranceInsideTheStepsToo) {
  auto system = relaxation(50);
  EXPECT_LE(largest_error(system, {0}, {50}, 10, [](double t) { return relaxation_at(50, t); }), 1.0);
}

const auto name_of = [](const auto& made) {
  return std::get<0>(made.param) + "_1em" + std::to_string(std::get<1>(made.param));
};
const auto tolerances = ::testing::Values(4, 5, 6, 7, 8, 9, 10, 11, 12);
INSTANTIATE_TEST_SUITE_P(All, Accuracy, ::testing::Combine(::testing::Values("tsit5", "dop853", "radau"), tolerances),
                         name_of);
INSTANTIATE_TEST_SUITE_P(All, ImplicitAccuracy, ::testing::Combine(::testing::Values("radau"), tolerances), name_of);

const auto of_sundials = [](std::vector<std::string> names) {
  return ::testing::Combine(::testing::ValuesIn(has_sundials() ? names : std::vector<std::string>{}), tolerances);
};
INSTANTIATE_TEST_SUITE_P(Sundials, ImplicitAccuracy, of_sundials({"bdf"}), name_of);
INSTANTIATE_TEST_SUITE_P(Sundials, MultistepAccuracy, of_sundials({"bdf", "adams"}), name_of);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(MultistepAccuracy);

}  // namespace
}  // namespace saltus::integrate
