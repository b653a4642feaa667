#include <saltus/integrate/linear_solver.hpp>

#include "systems.hpp"

#include <gtest/gtest.h>

#include <random>

namespace saltus::integrate {
namespace {

using namespace testing;

model::Pattern tridiagonal(int n) {
  model::Pattern pattern{.n = static_cast<std::size_t>(n), .column_begin = {0}, .row = {}};
  for (int j = 0; j < n; ++j) {
    for (int i = std::max(0, j - 1); i <= std::min(n - 1, j + 1); ++i) pattern.row.push_back(i);
    pattern.column_begin.push_back(static_cast<int>(pattern.row.size()));
  }
  return pattern;
}

TEST(LinearSolver, SparseIsChosenForLargeAndThinMatricesOnly) {
  EXPECT_FALSE(prefers_sparse(tridiagonal(29)));
  EXPECT_TRUE(prefers_sparse(tridiagonal(30)));
  EXPECT_FALSE(prefers_sparse(full_pattern(100)));
}

template <class Scalar>
void expect_solves(LinearSolver<Scalar>& solver, const model::Pattern& pattern) {
  std::mt19937_64                rng{7};
  std::uniform_real_distribution uniform{-1.0, 1.0};
  std::vector<Scalar>            values(pattern.nonzeros()), x(pattern.n), b(pattern.n);
  for (auto& v : values) v = uniform(rng);
  for (auto& v : x) v = uniform(rng);
  for (std::size_t j = 0; j < pattern.n; ++j)
    for (int k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k) {
      const auto i = static_cast<std::size_t>(pattern.row[static_cast<std::size_t>(k)]);
      if (i == j) values[static_cast<std::size_t>(k)] += 4.0;
      b[i] += values[static_cast<std::size_t>(k)] * x[j];
    }
  ASSERT_TRUE(solver.factorize(values));
  auto copy   = solver.clone();
  auto b_copy = b;
  solver.solve(b);
  copy->solve(b_copy);
  for (std::size_t i = 0; i < pattern.n; ++i) EXPECT_NEAR(std::abs(b[i] - x[i]), 0, 1e-14);
  EXPECT_EQ(b, b_copy) << "a clone gives the same bits";
}

TEST(LinearSolver, SolvesAndClonesDenseAndSparseRealAndComplex) {
  for (const auto& pattern : {tridiagonal(5), tridiagonal(60)}) {
    expect_solves(*make_real_solver(pattern), pattern);
    expect_solves(*make_complex_solver(pattern), pattern);
  }
}

TEST(LinearSolver, ReportsASingularMatrix) {
  for (const auto& pattern : {tridiagonal(5), tridiagonal(60)}) {
    auto solver = make_real_solver(pattern);
    EXPECT_FALSE(solver->factorize(Vector(pattern.nonzeros(), 0.0)));
    EXPECT_FALSE(solver->factorize(Vector(pattern.nonzeros(), NAN)));
  }
}

}  // namespace
}  // namespace saltus::integrate
