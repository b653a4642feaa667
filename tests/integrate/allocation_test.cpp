// After the first steps nothing is allocated.

#include "count_allocations.hpp"
#include "systems.hpp"

#include <gtest/gtest.h>

namespace saltus::integrate {
namespace {

using namespace testing;

class Allocation : public ::testing::TestWithParam<std::string> {
  void SetUp() override {
    if (!SALTUS_COUNTS_MALLOC) GTEST_SKIP() << "malloc cannot be counted in this build";
  }
};

TEST_P(Allocation, NothingIsAllocatedAfterTheFirstStepAlsoAcrossRestartsAndRejections) {
  auto system = van_der_pol(5);
  auto method = make_method(GetParam(), same_tolerance(1e-6, 2));
  method->restart(system, 0, Vector{2, 0}, Vector{0, -2}, 1, Resume::fresh);
  ASSERT_TRUE(method->step(20));
  method->commit();

  const Vector x{2, 0}, dx{0, -2};
  const long   before = allocations;
  ASSERT_GT(before, 0) << "the counter counts";
  bool reached = run(*method, 20);
  method->restart(system, 0, x, dx, 1, Resume::keep_step);
  reached          = reached && run(*method, 20);
  const long after = allocations;
  EXPECT_TRUE(reached);
  EXPECT_EQ(after - before, 0);
  EXPECT_GT(method->counters().rejected, 0);
}

TEST_P(Allocation, NothingIsAllocatedForTwentyStatesEither) {
  ExplicitSystem chain{20,
                       [](double, auto x, auto dx) {
                         for (std::size_t i = 0; i < 20; ++i) dx[i] = (i > 0 ? x[i - 1] : 1) - 2 * x[i];
                       },
                       [](double, auto, auto f_x) {
                         for (std::size_t j = 0; j < 20; ++j)
                           for (std::size_t i = 0; i < 20; ++i) f_x[j * 20 + i] = i == j ? -2 : i == j + 1 ? 1 : 0;
                       }};
  auto method = make_method(GetParam(), same_tolerance(1e-6, 20));
  const Vector   x(20, 0.0);
  method->restart(chain, 0, x, chain.slope(0, x), 1, Resume::fresh);
  ASSERT_TRUE(method->step(20));
  method->commit();
  const long before  = allocations;
  const bool reached = run(*method, 20);
  const long after   = allocations;
  EXPECT_TRUE(reached);
  EXPECT_EQ(after - before, 0);
}

class SolverAllocation : public ::testing::TestWithParam<LinearSolverChoice> {
  void SetUp() override {
    if (!SALTUS_COUNTS_MALLOC) GTEST_SKIP() << "malloc cannot be counted in this build";
  }
};

TEST_P(SolverAllocation, NothingIsAllocatedByRadauAfterTheFirstStepsAlsoAcrossRestarts) {
  constexpr int n      = 60;
  auto          system = reaction_diffusion(n);
  const Vector  x(n, 0.5), dx = system.slope(0, x);
  auto          method = make_radau(same_tolerance(1e-6, n), {}, GetParam());
  method->restart(system, 0, x, dx, 1, Resume::fresh);
  ASSERT_TRUE(method->step(0.3));
  method->commit();
  const long factorized = method->counters().factorizations;
  const long before     = allocations;
  bool       reached    = run(*method, 0.3);
  method->restart(system, 0, x, dx, 1, Resume::fresh);
  reached          = reached && run(*method, 0.3);
  const long after = allocations;
  EXPECT_TRUE(reached);
  EXPECT_GT(method->counters().factorizations, factorized + 10);
  EXPECT_EQ(after - before, 0);
}
INSTANTIATE_TEST_SUITE_P(Solvers, SolverAllocation,
                         ::testing::Values(LinearSolverChoice::dense, LinearSolverChoice::banded,
                                           LinearSolverChoice::sparse),
                         [](const auto& made) { return std::string(to_text(made.param)); });

INSTANTIATE_TEST_SUITE_P(Methods, Allocation, ::testing::Values("tsit5", "dop853", "radau"),
                         [](const auto& made) { return made.param; });

}  // namespace
}  // namespace saltus::integrate
