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

/// A field without t: its rate along v is f_x v. (The default of Equations takes differences, and allocates.)
class Autonomous final : public ExplicitSystem {
 public:
  explicit Autonomous(ExplicitSystem system) : ExplicitSystem(std::move(system)), f_x_(pattern().nonzeros()) {}
  void rate(double t, std::span<const double> x, std::span<const double> dx, std::span<const double> v,
            std::span<double> r) override {
    jacobian(t, x, dx, f_x_, {});
    std::fill(r.begin(), r.end(), 0.0);
    for (std::size_t j = 0; j < size(); ++j)
      for (int k = pattern().column_begin[j]; k < pattern().column_begin[j + 1]; ++k)
        r[static_cast<std::size_t>(pattern().row[static_cast<std::size_t>(k)])] +=
            f_x_[static_cast<std::size_t>(k)] * v[j];
  }

 private:
  Vector f_x_;
};

/// A run makes what it needs when it first needs it (radau: the factors of each order). The same run again needs nothing.
TEST_P(Allocation, NothingIsAllocatedInASecondRunAlsoAcrossRestartsRejectionsAndChangesOfOrder) {
  Autonomous   system(van_der_pol(5));
  auto         method = make_method(GetParam(), same_tolerance(1e-7, 2));
  const Vector x{2, 0}, dx{0, -2};
  method->restart(system, 0, x, dx, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 20));

  const long rejected = method->counters().rejected, before = allocations;
  ASSERT_GT(before, 0) << "the counter counts";
  int degrees = 0;  // met, one bit each
  method->restart(system, 0, x, dx, 1, Resume::keep_step);
  bool reached = run(*method, 20, [&](const DenseOutput& step) { degrees |= 1 << step.degree; });
  method->restart(system, 0, x, dx, 1, Resume::fresh);
  reached          = reached && run(*method, 20);
  const long after = allocations;
  EXPECT_TRUE(reached);
  EXPECT_EQ(after - before, 0);
  EXPECT_GT(method->counters().rejected, rejected);
  if (GetParam() == "radau") { EXPECT_EQ(degrees, 1 << 3 | 1 << 5 | 1 << 7); }
}

TEST_P(Allocation, NothingIsAllocatedForTwentyStatesEither) {
  Autonomous   chain({20,
                      [](double, auto x, auto dx) {
                      for (std::size_t i = 0; i < 20; ++i) dx[i] = (i > 0 ? x[i - 1] : 1) - 2 * x[i];
                    },
                      [](double, auto, auto f_x) {
                      for (std::size_t j = 0; j < 20; ++j)
                        for (std::size_t i = 0; i < 20; ++i) f_x[j * 20 + i] = i == j ? -2 : i == j + 1 ? 1 : 0;
                    }});
    auto method = make_method(GetParam(), same_tolerance(1e-6, 20));
  const Vector x(20, 0.0);
  const Vector dx = chain.slope(0, x);
  method->restart(chain, 0, x, dx, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 20));
  method->restart(chain, 0, x, dx, 1, Resume::fresh);
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

TEST_P(SolverAllocation, NothingIsAllocatedByRadauInASecondRunAlsoAcrossRestarts) {
  constexpr int n      = 60;
  auto          system = reaction_diffusion(n);
  const Vector  x(n, 0.5), dx = system.slope(0, x);
  auto          method = make_radau(same_tolerance(1e-6, n), {}, GetParam());
  method->restart(system, 0, x, dx, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 0.3));
  const long factorized = method->counters().factorizations;
  const long before     = allocations;
  method->restart(system, 0, x, dx, 1, Resume::keep_step);
  bool reached = run(*method, 0.3);
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

const auto name_of = [](const auto& made) { return made.param; };
INSTANTIATE_TEST_SUITE_P(Methods, Allocation, ::testing::Values("tsit5", "dop853", "radau"), name_of);
INSTANTIATE_TEST_SUITE_P(Sundials, Allocation,
                         ::testing::ValuesIn(has_sundials() ? std::vector<std::string>{"bdf", "adams"}
                                                            : std::vector<std::string>{}),
                         name_of);

/// Two sparse equations of different patterns that take turns, as the modes of a model do: KLU is called with the same
/// analysis again.
TEST(SparseAllocation, NothingIsAllocatedByBdfAfterEachModeHasBeenMetOnce) {
  if (!SALTUS_COUNTS_MALLOC || !has_sundials()) GTEST_SKIP();
  constexpr std::size_t n    = 60;
  const auto            mode = [](std::size_t reach) {
    model::Pattern pattern{.n = n, .column_begin = {0}, .row = {}};
    for (std::size_t j = 0; j < n; ++j) {
      pattern.row.push_back(static_cast<int>(j));
      if (j + reach < n) pattern.row.push_back(static_cast<int>(j + reach));
      pattern.column_begin.push_back(static_cast<int>(pattern.row.size()));
    }
    return Autonomous({pattern,
                       [=](double, auto x, auto dx) {
                         for (std::size_t i = 0; i < n; ++i) dx[i] = (i >= reach ? x[i - reach] : 1) - 2 * x[i];
                       },
                       [=](double, auto, auto f_x) {
                         std::size_t k = 0;
                         for (std::size_t j = 0; j < n; ++j) {
                           f_x[k++] = -2;
                           if (j + reach < n) f_x[k++] = 1;
                         }
                       }});
  };
  Autonomous   modes[] = {mode(1), mode(2)};
  const Vector x(n, 0.0), dx[] = {modes[0].slope(0, x), modes[1].slope(0, x)};
  auto         method  = make_bdf(same_tolerance(1e-6, n), {});
  bool         reached = true;
  long         before  = 0;
  for (int k = 0; k < 6; ++k) {
    if (k == 3) before = allocations;
    method->restart(modes[k % 2], 0, x, dx[k % 2], 1, Resume::fresh);
    reached = run(*method, 5) && reached;
  }
  const long after = allocations;
  EXPECT_TRUE(reached);
  EXPECT_EQ(after - before, 0);
}

}  // namespace
}  // namespace saltus::integrate
