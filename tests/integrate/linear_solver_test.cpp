#include <saltus/integrate/linear_solvers.hpp>
#include <saltus/integrate/stage_matrices.hpp>

#include "patterns.hpp"
#include "systems.hpp"

#include <gtest/gtest.h>
#include <fmt/format.h>
#include <klu.h>

#include <random>

namespace saltus::integrate {
namespace {

using namespace testing;
using Complex = std::complex<double>;
using enum LinearSolverChoice;

constexpr LinearSolverChoice all_choices[]    = {dense, banded, sparse, gmres};
constexpr LinearSolverChoice direct_choices[] = {dense, banded, sparse};

template <class Scalar>
std::unique_ptr<LinearSolver<Scalar>> make(const model::Pattern& pattern, LinearSolverChoice choice) {
  if constexpr (std::is_same_v<Scalar, double>) return make_real_solver(pattern, choice);
  else return make_complex_solver(pattern, choice);
}

/// Off the diagonal between -1 and 1; the diagonal is `dominance` times the sum of its column, and 1 more.
template <class Scalar>
std::vector<Scalar> values_for(const model::Pattern& pattern, double dominance, std::mt19937_64& rng) {
  auto                values = draw<Scalar>(pattern.nonzeros(), rng);
  std::vector<double> sum(pattern.n, 0.0);
  each_entry(pattern, [&](std::size_t, std::size_t j, std::size_t k) { sum[j] += std::abs(values[k]); });
  each_entry(pattern, [&](std::size_t i, std::size_t j, std::size_t k) {
    if (i == j && dominance > 0) values[k] += 1 + dominance * sum[j];
  });
  return values;
}

// ---------------------------------------------------------------------------------------------- all against all

class EverySolver : public ::testing::TestWithParam<unsigned> {
 protected:
  std::mt19937_64 rng_{GetParam()};

  model::Pattern pattern() {
    const int n = std::uniform_int_distribution{1, 90}(rng_);
    switch (GetParam() % 4) {
      case 0: return random_pattern(n, 3, rng_);
      case 1: return banded_pattern(n, std::min(n - 1, 3), std::min(n - 1, 2));
      case 2: return full_pattern(static_cast<std::size_t>(std::min(n, 30)));
      default:
        return reordered(banded_pattern(n, std::min(n - 1, 1), std::min(n - 1, 2)),
                         shuffled(static_cast<std::size_t>(n), rng_));
    }
  }

  template <class Scalar>
  void expect_the_solution() {
    const auto p      = pattern();
    const auto values = values_for<Scalar>(p, 0.6, rng_);
    const auto x      = draw<Scalar>(p.n, rng_);
    for (const auto choice : all_choices) {
      SCOPED_TRACE(to_text(choice));
      auto solver = make<Scalar>(p, choice);
      ASSERT_TRUE(solver->factorize(values));
      auto b = product(p, values, x);
      solver->solve(b);
      // Diagonally dominant: the condition is below 10. GMRES reduces the residual by 1e-8.
      EXPECT_LE(distance(b, x), choice == gmres ? 1e-6 : 1e-13);
    }
  }

  /// Rows and columns of very different size, nothing dominant: what counts is that x solves a matrix close to A.
  template <class Scalar>
  void expect_small_residuals() {
    const auto          p      = pattern();
    auto                values = values_for<Scalar>(p, 0, rng_);
    std::vector<double> scale(p.n);
    for (double& s : scale) s = std::pow(10.0, std::uniform_real_distribution{-4.0, 4.0}(rng_));
    each_entry(p, [&](std::size_t i, std::size_t, std::size_t k) { values[k] *= scale[i]; });
    const auto b = product(p, values, draw<Scalar>(p.n, rng_));
    for (const auto choice : direct_choices) {
      SCOPED_TRACE(to_text(choice));
      auto solver = make<Scalar>(p, choice);
      if (!solver->factorize(values)) continue;  // singular by chance
      auto x = b;
      solver->solve(x);
      const double size = largest(values) * largest(x) * static_cast<double>(p.n);
      EXPECT_LE(distance(product(p, values, x), b), 1e-12 * size);  // growth of elements: up to some hundreds
    }
  }
};

TEST_P(EverySolver, FindsTheSolutionOfWellConditionedSystems) {
  expect_the_solution<double>();
  expect_the_solution<Complex>();
}
TEST_P(EverySolver, LeavesSmallResidualsInBadlyScaledSystems) {
  expect_small_residuals<double>();
  expect_small_residuals<Complex>();
}
INSTANTIATE_TEST_SUITE_P(Seeds, EverySolver, ::testing::Range(0u, 60u));

TEST(DenseSolver, FindsTheSolutionWithEigenToo) {
  std::mt19937_64 rng{41};
  const auto      p      = full_pattern(300);
  const auto      values = values_for<Complex>(p, 0.6, rng);
  const auto      x      = draw<Complex>(p.n, rng);
  auto            solver = make_complex_solver(p, dense);
  ASSERT_TRUE(solver->factorize(values));
  auto b = product(p, values, x);
  solver->clone()->solve(b);
  EXPECT_LE(distance(b, x), 1e-13);
}

template <class Scalar>
void expect_singular_to_be_reported(LinearSolverChoice choice) {
  for (const auto& p : {tridiagonal(5), tridiagonal(60), tridiagonal(300), full_pattern(20)}) {
    SCOPED_TRACE(fmt::format("{} n = {}", to_text(choice), p.n));
    std::mt19937_64 rng{1};
    auto            solver = make<Scalar>(p, choice);
    auto            values = values_for<Scalar>(p, 1, rng);
    const auto      good   = values;
    EXPECT_FALSE(solver->factorize(std::vector<Scalar>(p.nonzeros(), 0.0)));
    EXPECT_FALSE(solver->factorize(std::vector<Scalar>(p.nonzeros(), NAN)));
    values[p.nonzeros() / 2] = INFINITY;
    EXPECT_FALSE(solver->factorize(values));
    values = good;
    each_entry(p, [&](std::size_t, std::size_t j, std::size_t k) {
      if (j == p.n / 2) values[k] = 0;
    });
    EXPECT_FALSE(solver->factorize(values)) << "a column of zeros";
    values = good;
    each_entry(p, [&](std::size_t i, std::size_t, std::size_t k) {
      if (i == p.n / 2) values[k] = 0;
    });
    EXPECT_FALSE(solver->factorize(values)) << "a row of zeros";

    ASSERT_TRUE(solver->factorize(good)) << "and after that it works";
    const auto x = draw<Scalar>(p.n, rng);
    auto       b = product(p, good, x);
    solver->solve(b);
    EXPECT_LE(distance(b, x), 1e-6);
  }
}
TEST(LinearSolver, ReportsASingularMatrixAndRecovers) {
  for (const auto choice : all_choices) {
    expect_singular_to_be_reported<double>(choice);
    expect_singular_to_be_reported<Complex>(choice);
  }
}

template <class Scalar>
void expect_clones_to_agree() {
  std::mt19937_64 rng{3};
  const auto      p = random_pattern(60, 3, rng);
  for (const auto choice : all_choices) {
    SCOPED_TRACE(to_text(choice));
    auto solver = make<Scalar>(p, choice);
    for (int k = 0; k < 3; ++k) {  // the second and third time KLU keeps its pivots
      ASSERT_TRUE(solver->factorize(values_for<Scalar>(p, 0.3, rng)));
      auto copy = solver->clone();
      auto b = draw<Scalar>(p.n, rng), c = b;
      solver->solve(b);
      copy->solve(c);
      EXPECT_EQ(b, c);
    }
  }
}
// Two unknowns that only occur as their sum: both take half. A right-hand side that contradicts itself has no solution.
TEST(LeastNormSolver, TakesTheShortestSolutionAndSaysWhereThereIsNone) {
  const model::Pattern      p{.n = 3, .column_begin = {0, 2, 4, 5}, .row = {0, 1, 0, 1, 2}};
  const std::vector<double> values = {1, 2, 1, 2, 5};
  EXPECT_FALSE(make_real_solver(p)->factorize(values));
  const auto solver = make_real_solver(p, LinearSolverChoice::automatic, Singular::least_norm);
  ASSERT_TRUE(solver->factorize(values));
  const auto          clone = solver->clone();
  std::vector<double> b = {4, 8, 10}, again = b, none = {4, 9, 10};
  solver->solve(b);
  clone->solve(again);
  EXPECT_NEAR(b[0], 2, 1e-14);
  EXPECT_NEAR(b[1], 2, 1e-14);
  EXPECT_NEAR(b[2], 2, 1e-14);
  EXPECT_EQ(again, b);
  solver->solve(none);
  EXPECT_FALSE(std::isfinite(none[0]));
  ASSERT_TRUE(solver->factorize(std::vector<double>{1, 2, 1, 3, 5}));  // regular again
  b = {4, 9, 10};
  solver->solve(b);
  EXPECT_NEAR(b[0], 3, 1e-14);
  EXPECT_NEAR(b[1], 1, 1e-14);
}

TEST(LinearSolver, ACloneGivesTheSameBits) {
  expect_clones_to_agree<double>();
  expect_clones_to_agree<Complex>();
}

// ---------------------------------------------------------------------------------------------- the choice

TEST(LinearSolver, AutomaticTakesTheSolverThatPays) {
  std::mt19937_64 rng{5};
  EXPECT_EQ(resolve(automatic, tridiagonal(8)), dense);
  EXPECT_EQ(resolve(automatic, tridiagonal(9)), banded);
  EXPECT_EQ(resolve(automatic, random_pattern(30, 3, rng)), dense);
  EXPECT_EQ(resolve(automatic, banded_pattern(1000, 16, 16)), banded);
  EXPECT_EQ(resolve(automatic, banded_pattern(1000, 16, 17)), sparse);
  EXPECT_EQ(resolve(automatic, full_pattern(100)), dense);
  EXPECT_EQ(resolve(automatic, tridiagonal(100)), banded);
  EXPECT_EQ(resolve(automatic, reordered(tridiagonal(1000), shuffled(1000, rng))), banded);
  EXPECT_EQ(resolve(automatic, random_pattern(1000, 3, rng)), sparse);
  EXPECT_EQ(resolve(automatic, tridiagonal(200'000)), banded) << "gmres is never chosen unasked";
  for (const auto choice : all_choices) EXPECT_EQ(resolve(choice, full_pattern(3)), choice);
}

TEST(LinearSolver, DescribesItself) {
  EXPECT_EQ(make_real_solver(tridiagonal(3), dense)->description(), "dense");
  EXPECT_EQ(make_real_solver(tridiagonal(400), dense)->description(), "dense");
  EXPECT_EQ(make_real_solver(banded_pattern(40, 2, 3), banded)->description(), "banded (2, 3)");
  EXPECT_EQ(make_complex_solver(tridiagonal(40), sparse)->description(), "sparse");
  EXPECT_EQ(make_complex_solver(tridiagonal(40), gmres)->description(), "gmres");
}

TEST(Ordering, FindsTheBandOfAShuffledTridiagonalMatrix) {
  std::mt19937_64 rng{11};
  const auto      ordering = band_ordering(reordered(tridiagonal(500), shuffled(500, rng)));
  EXPECT_EQ(ordering.lower, 1);
  EXPECT_EQ(ordering.upper, 1);
}
TEST(Ordering, KeepsANarrowBandAsItIs) { EXPECT_TRUE(band_ordering(banded_pattern(50, 2, 1)).position.empty()); }
TEST(Ordering, OrdersGraphsOfSeveralParts) {
  std::set<std::pair<int, int>> entries;
  for (int i = 0; i < 100; ++i) entries.insert({i, i}), entries.insert({i, (i + 50) % 100});
  const auto ordering = band_ordering(pattern_of(100, entries));
  EXPECT_EQ(ordering.lower, 1);
  EXPECT_EQ(ordering.upper, 1);
  auto sorted = ordering.position;
  std::sort(sorted.begin(), sorted.end());
  for (int i = 0; i < 100; ++i) EXPECT_EQ(sorted[static_cast<std::size_t>(i)], i);
}

// ---------------------------------------------------------------------------------------------- banded

TEST(BandedSolver, ExchangesRowsWhereTheDiagonalVanishes) {
  const auto      p = banded_pattern(50, 2, 1);
  std::mt19937_64 rng{13};
  auto            values = draw<double>(p.nonzeros(), rng);
  each_entry(p, [&](std::size_t i, std::size_t j, std::size_t k) {
    if (i == j) values[k] = 0;
  });
  const auto x  = draw<double>(p.n, rng);
  auto       b1 = product(p, values, x), b2 = b1;
  auto       band = make_real_solver(p, banded), full = make_real_solver(p, dense);
  ASSERT_TRUE(band->factorize(values));
  ASSERT_TRUE(full->factorize(values));
  band->solve(b1);
  full->solve(b2);
  EXPECT_LE(distance(b1, b2), 1e-10);  // both choose the same pivots
  EXPECT_LE(distance(b1, x), 1e-8);
}

// ---------------------------------------------------------------------------------------------- KLU

/// Blocks of two: first the diagonal is a good pivot, then a hopeless one.
struct ChangingBlocks {
  model::Pattern pattern = [] {
    std::set<std::pair<int, int>> entries;
    for (int i = 0; i < 40; ++i)
      for (const int j : {i - i % 2, i - i % 2 + 1}) entries.insert({i, j});
    for (int i = 0; i + 2 < 40; ++i) entries.insert({i, i + 2}), entries.insert({i + 2, i});  // one block for BTF
    return pattern_of(40, entries);
  }();
  Vector with_diagonal(double diagonal) const {
    Vector values(pattern.nonzeros());
    each_entry(pattern, [&](std::size_t i, std::size_t j, std::size_t k) {
      values[k] = i == j ? diagonal * (1 + 0.01 * static_cast<double>(i)) : i / 2 == j / 2 ? 1 : 1e-3;
    });
    return values;
  }
};

TEST(KluSolver, ChoosesPivotsAnewWhereKeptOnesWouldBeWrong) {
  ChangingBlocks  blocks;
  std::mt19937_64 rng{17};
  const auto      x     = draw<double>(40, rng);
  auto            first = blocks.with_diagonal(1e3), second = blocks.with_diagonal(1e-16);
  const auto      b = product(blocks.pattern, second, x);

  // What KLU's refactorisation alone makes of it.
  klu_common common;
  klu_defaults(&common);
  auto*  columns  = blocks.pattern.column_begin.data();
  auto*  rows     = blocks.pattern.row.data();
  auto*  symbolic = klu_analyze(40, columns, rows, &common);
  auto*  numeric  = klu_factor(columns, rows, first.data(), symbolic, &common);
  Vector kept     = b;
  ASSERT_EQ(klu_refactor(columns, rows, second.data(), symbolic, numeric, &common), 1);
  klu_solve(symbolic, numeric, 40, 1, kept.data(), &common);
  klu_free_numeric(&numeric, &common);
  klu_free_symbolic(&symbolic, &common);
  EXPECT_GT(distance(kept, x), 1e-3) << "this test tests nothing";

  auto solver = make_real_solver(blocks.pattern, sparse);
  ASSERT_TRUE(solver->factorize(first));
  ASSERT_TRUE(solver->factorize(second));
  Vector found = b;
  solver->solve(found);
  EXPECT_LE(distance(found, x), 1e-12);
  auto   copy  = solver->clone();
  Vector again = b;
  copy->solve(again);
  EXPECT_EQ(found, again);
}

TEST(KluSolver, FollowsValuesThatChangeByOrdersOfMagnitude) {
  std::mt19937_64 rng{19};
  const auto      p      = random_pattern(80, 3, rng);
  auto            solver = make_complex_solver(p, sparse);
  for (int k = 0; k < 60; ++k) {
    auto values = draw<Complex>(p.nonzeros(), rng);
    for (Complex& v : values) v *= std::pow(10.0, std::uniform_real_distribution{-6.0, 6.0}(rng));
    if (!solver->factorize(values)) continue;
    const auto b = draw<Complex>(p.n, rng);
    auto       x = b;
    solver->solve(x);
    const double size = largest(values) * largest(x) + 1;
    EXPECT_LE(distance(product(p, values, x), b), 1e-9 * size) << k;
  }
}

// ---------------------------------------------------------------------------------------------- GMRES

/// shift - Laplacian on a grid, points of distance 1.
template <class Scalar>
std::vector<Scalar> shifted_laplacian(const model::Pattern& grid, Scalar shift) {
  std::vector<Scalar> values(grid.nonzeros());
  each_entry(grid, [&](std::size_t i, std::size_t j, std::size_t k) { values[k] = i == j ? shift + 4.0 : -1.0; });
  return values;
}

template <class Scalar>
class Newer final : public Product<Scalar> {
 public:
  Newer(const model::Pattern& pattern, std::vector<Scalar> values) : pattern_(pattern), values_(std::move(values)) {}
  void operator()(std::span<const Scalar> v, std::span<Scalar> result) const override {
    const auto r = product(pattern_, values_, std::vector<Scalar>(v.begin(), v.end()));
    std::copy(r.begin(), r.end(), result.begin());
  }

 private:
  const model::Pattern& pattern_;
  std::vector<Scalar>   values_;
};

template <class Scalar>
void expect_gmres_to_converge(Scalar shift) {
  const auto      grid = grid_pattern(30);
  std::mt19937_64 rng{23};
  const auto      x      = draw<Scalar>(grid.n, rng);
  const auto      values = shifted_laplacian(grid, shift), newer = shifted_laplacian(grid, shift * 1.3);
  auto            solver = make<Scalar>(grid, gmres);
  ASSERT_TRUE(solver->factorize(values));
  auto b = product(grid, values, x);
  solver->solve(b);
  EXPECT_LE(distance(b, x), 1e-5);
  EXPECT_EQ(solver->description(), "gmres") << "no direct solution was needed";

  // The matrix has moved on: the old one only preconditions.
  const Newer<Scalar> operator_now(grid, newer);
  b = product(grid, newer, x);
  solver->solve(b, &operator_now);
  EXPECT_LE(distance(b, x), 1e-5);
  EXPECT_EQ(solver->description(), "gmres");
}
TEST(GmresSolver, ConvergesOnAGridWithTheMatrixAndWithANewerProduct) {
  expect_gmres_to_converge<double>(0.1);
  expect_gmres_to_converge<Complex>({0.1, 0.3});
}

TEST(GmresSolver, AssignsRowsToColumnsWhereTheDiagonalIsEmpty) {
  std::set<std::pair<int, int>> entries;
  for (int j = 0; j < 60; ++j)
    for (const int i : {(j + 1) % 60, (j + 2) % 60}) entries.insert({j, i});
  const auto p = pattern_of(60, entries);
  Vector     values(p.nonzeros());
  each_entry(p, [&](std::size_t i, std::size_t j, std::size_t k) { values[k] = i == (j + 1) % 60 ? 3 : 1; });
  auto solver = make_real_solver(p, gmres);
  ASSERT_TRUE(solver->factorize(values));
  std::mt19937_64 rng{29};
  const auto      x = draw<double>(60, rng);
  auto            b = product(p, values, x);
  solver->solve(b);
  EXPECT_LE(distance(b, x), 1e-6);
  EXPECT_EQ(solver->description(), "gmres");
}

TEST(GmresSolver, SolvesDirectlyAndSaysSoWhereItDoesNotConverge) {
  std::mt19937_64 rng{31};
  const auto      p      = random_pattern(400, 4, rng);
  const auto      values = draw<double>(p.nonzeros(), rng);  // nothing dominant: the incomplete LU is worthless
  const auto      x      = draw<double>(p.n, rng);
  auto            solver = make_real_solver(p, gmres);
  ASSERT_TRUE(solver->factorize(values));
  for (int k = 1; k <= 2; ++k) {
    auto b = product(p, values, x);
    solver->solve(b);
    EXPECT_LE(distance(b, x), 1e-8);
    EXPECT_EQ(solver->description(), fmt::format("gmres ({} of {} solutions by sparse)", k, k));
  }
}

TEST(GmresSolver, GivesNoFiniteAnswerForASingularMatrix) {
  // Blocks of three. Exact elimination ends with a pivot of zero; what the incomplete LU drops hides that from it.
  std::set<std::pair<int, int>> entries;
  for (int i = 0; i < 30; i += 3)
    for (int k = 0; k < 3; ++k) entries.insert({i, i + k}), entries.insert({i + k, i}), entries.insert({i + k, i + k});
  const auto p = pattern_of(30, entries);
  Vector     values(p.nonzeros());
  each_entry(p, [&](std::size_t i, std::size_t j, std::size_t k) { values[k] = i == j && i % 3 != 0 ? 2 : 1; });
  auto solver = make_real_solver(p, gmres);
  ASSERT_TRUE(solver->factorize(values));
  Vector b(p.n, 0.0);
  b[4] = 1;  // not in its range
  solver->solve(b);
  EXPECT_FALSE(std::isfinite(b[0]));
  EXPECT_FALSE(make_real_solver(p, sparse)->factorize(values));
}

// ---------------------------------------------------------------------------------------------- the matrices of a step

TEST(StageMatrices, FollowAPatternThatChanges) {
  const std::array<std::complex<double>, 1> complex_shift{std::complex<double>{5, 2.5}};
  for (const auto choice : all_choices) {
    SCOPED_TRACE(to_text(choice));
    StageMatrices matrices(choice);
    for (const auto& p : {tridiagonal(20), banded_pattern(20, 3, 0), tridiagonal(30)}) {
      const std::size_t n = p.n;
      ExplicitSystem    system{p, [&](double, auto x, auto dx) { dx[0] = x[0]; },
                            [&](double, auto, auto f_x) {
                              for (std::size_t k = 0; k < f_x.size(); ++k)
                                f_x[k] = -1.0 - 0.1 * static_cast<double>(k % 3);
                            }};
      const Vector      zero(n, 0.0);
      matrices.match(system);
      matrices.evaluate_jacobians(system, 0, zero, zero);
      ASSERT_TRUE(matrices.factorize(3, 0.5, 5, complex_shift));
      EXPECT_EQ(matrices.description().substr(0, 5), std::string(to_text(choice)).substr(0, 5));

      Vector f_x(p.nonzeros());
      system.jacobian(0, zero, zero, f_x, {});
      std::mt19937_64 rng{37};
      const auto      x = draw<double>(n, rng);
      auto            b = product(p, f_x, x);
      for (std::size_t i = 0; i < n; ++i) b[i] = 10 * x[i] - b[i];
      matrices.solve_real(b);
      EXPECT_LE(distance(b, x), 1e-6);
    }
  }
}

}  // namespace
}  // namespace saltus::integrate
