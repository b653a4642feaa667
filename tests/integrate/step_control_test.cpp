#include <saltus/integrate/step_control.hpp>

#include "systems.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace saltus::integrate {
namespace {

using namespace testing;

constexpr double unlimited = std::numeric_limits<double>::infinity();

TEST(ErrorNorm, OneBadComponentIsNotAveragedAway) {
  const Vector e{0, 0, 3e-6, 0}, x(4, 1.0);
  const Norm   norm = error_norm(e, x, x, {0, Vector(4, 1e-6)});
  EXPECT_DOUBLE_EQ(norm.value, 3);
  EXPECT_EQ(norm.component, 2u);
}

TEST(ErrorNorm, NamesTheFirstComponentThatIsNotFinite) {
  const Vector e{0, 0, 0}, x(3, 1.0), x_new{1, NAN, INFINITY};
  const Norm   norm = error_norm(e, x, x_new, same_tolerance(1e-6, 3));
  EXPECT_FALSE(norm.finite());
  EXPECT_EQ(norm.component, 1u);
}

TEST(ErrorNorm, ExactZeroIsSmallEvenWithoutTolerance) {
  const Vector zero(1, 0.0);
  EXPECT_EQ(error_norm(zero, zero, zero, same_tolerance(0, 1)).value, 0);
}

class FitStep : public ::testing::TestWithParam<unsigned> {};

TEST_P(FitStep, ReachesTheLimitWithItsOwnBitsAndLeavesNoSliver) {
  std::mt19937_64 rng{GetParam()};
  const double    t0        = std::uniform_real_distribution{-10.0, 10.0}(rng);
  const int       direction = rng() % 2 ? 1 : -1;
  const double    limit     = t0 + direction * std::uniform_real_distribution{0.1, 10.0}(rng);
  const double    length    = std::uniform_real_distribution{0.01, 3.0}(rng);

  double t = t0;
  for (int steps = 0; t != limit; ++steps) {
    ASSERT_LT(steps, 2000);
    const FittedStep step = fit_step(t, length, limit, direction, unlimited);
    EXPECT_LE(std::abs(step.h), largest_stretch * length * (1 + 1e-12));
    EXPECT_GE(std::abs(step.h), std::min(0.55 * length, std::abs(limit - t0)) * (1 - 1e-12));
    EXPECT_EQ(step.h > 0, direction > 0);
    t = step.t1;
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, FitStep, ::testing::Range(0u, 200u));

TEST(FitStepEdges, AStretchDoesNotExceedTheLargestStep) {
  const FittedStep step = fit_step(0, 1, 1.05, 1, 1.0);
  EXPECT_DOUBLE_EQ(step.h, 0.525);
}

TEST(FitStepEdges, ShortenedTellsThatTheLimitAndNotTheControllerChoseTheLength) {
  EXPECT_TRUE(fit_step(0, 1, 0.5, 1, unlimited).shortened);
  EXPECT_TRUE(fit_step(0, 1, 1.5, 1, unlimited).shortened);
  EXPECT_FALSE(fit_step(0, 1, 1.05, 1, unlimited).shortened);
  EXPECT_FALSE(fit_step(0, 1, 7, 1, unlimited).shortened);
}

TEST(SmallestStep, IsSixteenUnitsInTheLastPlaceOfTheClock) {
  const double h = smallest_step(1.0, 2.0);
  EXPECT_EQ(h, 16 * std::numeric_limits<double>::epsilon());
  EXPECT_GT(smallest_step(0.0, 1.0), 0);
  EXPECT_LT(smallest_step(0.0, 1.0), 1e-30);
}

TEST(StepController, AShortenedStepDoesNotForgetTheLongOne) {
  StepController control{.length = 1.0};
  control.accept(1e-3, 0.5, 5, true, unlimited);
  EXPECT_EQ(control.length, 1.0);
}

TEST(StepController, DoesNotGrowRightAfterARejection) {
  StepController control{.length = 1.0};
  const double   h = control.reject(1.0, 30, 5);
  control.accept(h, 1e-6, 5, false, unlimited);
  EXPECT_LE(control.length, h);
  control.accept(h, 1e-6, 5, false, unlimited);
  EXPECT_GT(control.length, h);
}

class FirstStep : public ::testing::TestWithParam<std::string> {};

TEST_P(FirstStep, DoesNotDependOnTheUnitOfTime) {
  long steps[2];
  for (int unit = 0; unit < 2; ++unit) {
    const double   scale = unit == 0 ? 1.0 : std::ldexp(1.0, 40);  // a power of two: the same arithmetic
    ExplicitSystem rest{1, [scale](double t, auto, auto dx) { dx[0] = std::sin(t * scale) * scale; },
                        [](double, auto, auto f_x) { f_x[0] = 0; }};
    auto           method = make_method(GetParam(), same_tolerance(1e-6, 1));
    method->restart(rest, 0, Vector{0}, Vector{0}, 1, Resume::fresh);  // x and x' are zero: nothing to scale by
    ASSERT_TRUE(run(*method, 10 / scale));
    steps[unit] = method->counters().steps;
  }
  EXPECT_EQ(steps[0], steps[1]);
}

TEST_P(FirstStep, NeverPassesTheLimit) {
  auto system = oscillator();
  auto method = make_method(GetParam(), same_tolerance(1e-2, 2));
  method->restart(system, 0, Vector{1, 0}, Vector{0, -1}, 1, Resume::fresh);
  const auto step = method->step(1e-9);
  ASSERT_TRUE(step);
  EXPECT_EQ(step->t1(), 1e-9);
}

TEST_P(FirstStep, IsTheOneAskedForAndTheLargestIsNeverExceeded) {
  auto system = oscillator();
  auto method = make_method(GetParam(), same_tolerance(1e-2, 2), {.largest = 0.125, .first = 0.0625});
  method->restart(system, 0, Vector{1, 0}, Vector{0, -1}, 1, Resume::fresh);
  bool first = true;
  ASSERT_TRUE(run(*method, 10, [&](const DenseOutput& step) {
    if (first) { EXPECT_EQ(step.h, 0.0625); }
    first = false;
    EXPECT_LE(step.h, 0.125 * (1 + 1e-12));
  }));
}
INSTANTIATE_TEST_SUITE_P(Methods, FirstStep, ::testing::Values("tsit5", "dop853", "radau"),
                         [](const auto& made) { return made.param; });

}  // namespace
}  // namespace saltus::integrate
