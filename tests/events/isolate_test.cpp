// Detection on given polynomials: the "step" is made by hand, so that every answer is known exactly.

#include <saltus/events/isolate.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <random>

namespace saltus::events {
namespace {

using model::Comparison;
using model::Node;
using model::Op;

/// One step [0, h] with one variable x(theta) = sum c_k theta^k and a surface g(t, x).
struct Bench {
  Bench(std::vector<double> coefficients, double h, const std::function<Node(model::Dag&)>& g)
      : c(std::move(coefficients)) {
    surface =
        catalogue.relation(catalogue.relation(g(catalogue.dag), catalogue.dag.constant(0), Comparison::greater)).surface;
    surfaces.of(catalogue);
    step = {.t0 = 0, .h = h, .degree = static_cast<int>(c.size()) - 1, .n = 1, .c = c, .t_end = h};
    surfaces.look_at(step, {}, noise);
    three.assign(catalogue.surfaces().size(), 0);
    isolation.begin(step, error, three);
  }
  /// All flips from left to right.
  std::vector<double> flips(int sign) {
    std::vector<double> times;
    double              from = 0;
    for (;;) {
      const auto flip = isolation.next_flip(surface, static_cast<model::Sign>(sign), from, 1);
      EXPECT_TRUE(flip.has_value());
      if (!flip || !flip->has_value()) return times;
      from = (*flip)->theta_right;
      sign = (*flip)->after;
      times.push_back(from * step.h);
      EXPECT_LE((*flip)->theta_right - (*flip)->theta_left, 2 * isolation.resolution());
    }
  }
  std::vector<double>    c;
  model::Catalogue       catalogue;
  model::SurfaceId       surface = 0;
  Surfaces               surfaces;
  integrate::DenseOutput step;
  std::vector<double>    error{1e-12}, noise{0.0};
  std::vector<char>      three;
  Isolation              isolation{surfaces};
};

TEST(Isolation, FindsEverySwitchOfAFastSineInOneHugeStep) {  // S-01 without an integrator: y' = 0 lets the step be anything
  Bench      b({0.0, 0.0}, 3.52, [](model::Dag& d) {
    return d.unary(Op::sin, d.binary(Op::mul, d.constant(20 * std::numbers::pi), d.time()));
  });
  const auto found = b.flips(1);
  ASSERT_EQ(found.size(), 70u);
  for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], 0.05 * static_cast<double>(k + 1), 1e-14);
}

TEST(Isolation, FindsTheShortLivedPairOfTheSawTooth) {  // S-07: positive for 0.5 out of every 10
  Bench      b({0.0, 0.0}, 25, [](model::Dag& d) {
    const Node phase =
        d.binary(Op::mul, d.constant(0.2 * std::numbers::pi), d.binary(Op::sub, d.time(), d.constant(9.75)));
    return d.binary(Op::sub, d.unary(Op::cos, phase), d.constant(std::cos(0.05 * std::numbers::pi)));
  });
  const auto found = b.flips(-1);
  ASSERT_EQ(found.size(), 4u);
  const double expected[] = {9.5, 10, 19.5, 20};
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(found[k], expected[k], 1e-12);
}

class RandomRoots : public testing::TestWithParam<unsigned> {};

TEST_P(RandomRoots, OfAPolynomialAreAllFoundInOrder) {
  std::mt19937_64                        rng{GetParam()};
  const int                              n = 1 + static_cast<int>(GetParam() % 7);
  std::uniform_real_distribution<double> uniform{0.05, 0.95};
  std::vector<double> roots(n);  // one in each of n equal parts: well separated, so that the expected roots are sharp
  for (int k = 0; k < n; ++k) roots[k] = (k + uniform(rng)) / n;
  std::vector<double> c{1.0};  // prod (theta - r_k)
  for (const double r : roots) {
    c.push_back(0);
    for (std::size_t k = c.size() - 1; k > 0; --k) c[k] = c[k - 1] - r * c[k];
    c[0] *= -r;
  }
  Bench      b(c, 1, [](model::Dag& d) { return d.leaf(Op::variable, 0); });
  const auto found = b.flips(n % 2 == 0 ? 1 : -1);
  ASSERT_EQ(found.size(), roots.size());
  for (int k = 0; k < n; ++k) EXPECT_NEAR(found[k], roots[k], 1e-8);  // the conditioning of roots that are 0.1/n apart
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomRoots, testing::Range(0u, 300u));

TEST(Isolation, FindsTangentPairsDownToTheRoundingOfTime) {  // (theta - 1/3)^2 - d^2, d from 1e-1 down to 1e-7
  for (double d = 1e-1; d > 5e-8; d /= 10) {
    const double m = 1.0 / 3;
    Bench        b({m * m - d * d, -2 * m, 1.0}, 1, [](model::Dag& g) { return g.leaf(Op::variable, 0); });
    const auto   found = b.flips(1);
    ASSERT_EQ(found.size(), 2u) << d;
    EXPECT_NEAR(found[1] - found[0], 2 * d, 1e-2 * d + 1e-9) << d;
  }
}

TEST(Isolation, ATouchIsRecordedAndIsNoFlip) {
  Bench b({0.25, -1.0, 1.0}, 1, [](model::Dag& g) { return g.leaf(Op::variable, 0); });
  EXPECT_TRUE(b.flips(1).empty());
  ASSERT_EQ(b.isolation.contacts().size(), 1u);
  EXPECT_EQ(b.isolation.contacts()[0].kind, NearContact::Kind::touch);
  EXPECT_NEAR(b.isolation.contacts()[0].t, 0.5, 1e-7);
}

TEST(Isolation, AMinimumBelowTheErrorIsANearMiss) {
  Bench b({0.25 + 1e-13, -1.0, 1.0}, 1, [](model::Dag& g) { return g.leaf(Op::variable, 0); });
  EXPECT_TRUE(b.flips(1).empty());
  ASSERT_EQ(b.isolation.contacts().size(), 1u);
  EXPECT_EQ(b.isolation.contacts()[0].kind, NearContact::Kind::near_miss);
  EXPECT_NEAR(b.isolation.contacts()[0].depth, 1e-13, 1e-15);
}

TEST(Isolation, ASurfaceThatIsZeroForTheWholeStepDoesNotFlip) {
  Bench b({0.0, 0.0}, 1, [](model::Dag& g) { return g.leaf(Op::variable, 0); });
  EXPECT_TRUE(b.flips(0).empty());
  EXPECT_TRUE(b.isolation.contacts().empty());
}

TEST(Isolation, ASurfaceThatIsNotFiniteIsAnErrorThatNamesThePlace) {
  Bench      b({0.0, 1.0}, 1, [](model::Dag& d) {  // sqrt(0.5 - x) - 0.1: NaN beyond one half
    return d.binary(Op::add, d.unary(Op::sqrt, d.binary(Op::sub, d.constant(0.5), d.leaf(Op::variable, 0))),
                         d.constant(0.1));
  });
  const auto flip = b.isolation.next_flip(b.surface, 1, 0, 1);
  ASSERT_FALSE(flip.has_value());
  EXPECT_NEAR(flip.error().theta, 0.5, 1e-9);
}

}  // namespace
}  // namespace saltus::events
