// What is kept and what is found again: Jacobians by value, factors by Jacobian, stages and h.

#include "systems.hpp"

#include <saltus/integrate/stage_matrices.hpp>

#include <gtest/gtest.h>

#include <array>

namespace saltus::integrate {
namespace {

using namespace testing;

constexpr std::array<std::complex<double>, 1> shift{std::complex<double>{2, 3}};

class StageMatricesTest : public ::testing::Test {
 protected:
  double         rate = 1;
  ExplicitSystem system{2, [](double, auto, auto) {},
                        [this](double, auto, auto f_x) { f_x[0] = -rate, f_x[1] = f_x[2] = 0, f_x[3] = -2; }};
  StageMatrices  matrices;
  const Vector   x{0, 0};

  bool evaluate(double with_rate) {
    rate = with_rate;
    return matrices.evaluate_jacobians(system, 0, x, x);
  }
  /// The first component of the solution of (1/h I - f_x) v = (1, 1), whose exact value is 1 / (1/h + rate).
  double solution() {
    Vector b{1, 1};
    matrices.solve_real(b);
    return b[0];
  }
};

TEST_F(StageMatricesTest, AJacobianThatComesOutTheSameIsTheSame) {
  EXPECT_FALSE(matrices.match(system));
  EXPECT_FALSE(matrices.has_jacobian());
  EXPECT_TRUE(evaluate(1));
  EXPECT_FALSE(evaluate(1));
  EXPECT_TRUE(evaluate(5));
  EXPECT_TRUE(evaluate(1)) << "another one than before, though a known one";
}

TEST_F(StageMatricesTest, FactorsAreFoundByJacobianStagesAndStep) {
  matrices.match(system);
  evaluate(1);
  EXPECT_FALSE(matrices.find(3, 0.5, 1e-3));
  ASSERT_TRUE(matrices.factorize(3, 0.5, 1, shift));
  evaluate(5);
  EXPECT_FALSE(matrices.find(3, 0.5, 1e-3)) << "of another Jacobian";
  ASSERT_TRUE(matrices.factorize(3, 0.25, 1, shift));
  EXPECT_DOUBLE_EQ(solution(), 1.0 / 9);
  EXPECT_FALSE(matrices.find(5, 0.25, 1e-3));
  EXPECT_FALSE(matrices.find(3, 0.26, 1e-3));
  EXPECT_TRUE(matrices.find(3, 0.2501, 1e-3));
  evaluate(1);
  EXPECT_TRUE(matrices.find(3, 0.5, 1e-3));
  EXPECT_DOUBLE_EQ(solution(), 1.0 / 3);
  EXPECT_EQ(matrices.factorized_h(), 0.5);
}

TEST_F(StageMatricesTest, TheLeastRecentlyUsedMakeRoom) {
  matrices.match(system);
  evaluate(1);
  for (const double h : {1.0, 2.0, 3.0, 4.0}) ASSERT_TRUE(matrices.factorize(3, h, 1, shift));
  ASSERT_TRUE(matrices.find(3, 1, 1e-3));
  ASSERT_TRUE(matrices.factorize(3, 5, 1, shift));
  EXPECT_TRUE(matrices.find(3, 1, 1e-3));
  EXPECT_FALSE(matrices.find(3, 2, 1e-3));
}

TEST_F(StageMatricesTest, APatternThatGrowsInASmallSystemLeavesEverythingInPlace) {
  ExplicitSystem diagonal{{.n = 2, .column_begin = {0, 1, 2}, .row = {0, 1}},
                          [](double, auto, auto) {},
                          [](double, auto, auto f_x) { f_x[0] = -1, f_x[1] = -2; }};
  EXPECT_FALSE(matrices.match(diagonal));
  matrices.evaluate_jacobians(diagonal, 0, x, x);
  ASSERT_TRUE(matrices.factorize(3, 0.5, 1, shift));
  EXPECT_TRUE(matrices.match(system));
  EXPECT_FALSE(evaluate(1)) << "the same values in the larger pattern";
  EXPECT_TRUE(matrices.find(3, 0.5, 1e-3));
}

TEST_F(StageMatricesTest, ACopyHasItsOwnFactors) {
  matrices.match(system);
  evaluate(1);
  ASSERT_TRUE(matrices.factorize(3, 0.5, 1, shift));
  StageMatrices copy(matrices);
  evaluate(5);
  for (const double h : {1.0, 2.0, 3.0, 4.0}) ASSERT_TRUE(matrices.factorize(3, h, 1, shift));
  ASSERT_TRUE(copy.find(3, 0.5, 1e-3));
  Vector b{1, 1};
  copy.solve_real(b);
  EXPECT_DOUBLE_EQ(b[0], 1.0 / 3);
}

TEST_F(StageMatricesTest, WhatIsForgottenIsNotFound) {
  matrices.match(system);
  evaluate(1);
  ASSERT_TRUE(matrices.factorize(3, 0.5, 1, shift));
  matrices.forget();
  EXPECT_FALSE(matrices.has_jacobian());
  EXPECT_TRUE(evaluate(1));
  EXPECT_FALSE(matrices.find(3, 0.5, 1e-3));
}

}  // namespace
}  // namespace saltus::integrate
