#include <saltus/events/locate.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace saltus::events {
namespace {

class LocateProperty : public testing::TestWithParam<unsigned> {};

TEST_P(LocateProperty, BracketSeparatesTheSidesWithinTheStatedCost) {
  std::mt19937_64 rng{GetParam()};
  const double    root        = std::uniform_real_distribution{0.05, 0.95}(rng);
  const double    p           = std::uniform_real_distribution{0.2, 7.0}(rng);  // flat, steep or kinked
  const double    eps         = 1e-12;
  int             evaluations = 0;
  auto            y           = [&](double t) {
    ++evaluations;
    return std::copysign(std::pow(std::abs(t - root), p), root - t);
  };

  const auto found = locate(y, {0.0, 1.0}, std::pow(root, p), -std::pow(1 - root, p), eps);

  ASSERT_TRUE(found.has_value());
  EXPECT_LE(found->a, root);
  EXPECT_LT(root, found->b);
  EXPECT_LE(found->b - found->a, 2 * eps);
  EXPECT_LE(evaluations, std::ceil(std::log2(1.0 / (2 * eps))) + 2);
}
INSTANTIATE_TEST_SUITE_P(Seeds, LocateProperty, testing::Range(0u, 500u));

TEST(Locate, AJumpEndsInTwoAdjacentNumbers) {
  const double edge  = 0.3;
  const auto   found = locate([&](double t) { return t < edge ? 700.0 : -2000.0; }, {0.0, 1.0}, 700.0, -2000.0, 1e-300);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->b, edge);
  EXPECT_EQ(found->a, std::nextafter(edge, 0.0));
}

TEST(Locate, AValueThatIsNotFiniteEndsTheSearchAndSaysWhere) {
  const auto found = locate([](double t) { return t > 0.4 && t < 0.6 ? NAN : 0.5 - t; }, {0.0, 1.0}, 0.5, -0.5, 1e-12);
  ASSERT_FALSE(found.has_value());
  EXPECT_GT(found.error().at, 0.4);
  EXPECT_LT(found.error().at, 0.6);
}

}  // namespace
}  // namespace saltus::events
