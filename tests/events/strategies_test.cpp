// The strategies on given polynomials: the "step" is made by hand, so that every answer is known exactly.

#include <saltus/events/sampled.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <random>

namespace saltus::events {
namespace {

using model::Comparison;
using model::Dag;
using model::Node;
using model::Op;
using Make = std::unique_ptr<Strategy> (*)(Surfaces&);

/// One step [0, 1] with one variable x(theta) = sum c_k theta^k and a surface g(t, x).
struct Bench {
  Bench(Make make, std::vector<double> coefficients, const std::function<Node(Dag&)>& g) : c(std::move(coefficients)) {
    surface =
        catalogue.relation(catalogue.relation(g(catalogue.dag), catalogue.dag.constant(0), Comparison::greater)).surface;
    surfaces.of(catalogue);
    step = {.t0 = 0, .h = 1, .degree = static_cast<int>(c.size()) - 1, .n = 1, .c = c, .t_end = 1};
    surfaces.look_at(step, {}, noise);
    strategy = make(surfaces);
    strategy->begin(step, error, three);
  }
  std::optional<double> first(int sign, bool fresh = false) {
    const auto flip = strategy->next_flip(surface, static_cast<model::Sign>(sign), 0, 1, fresh);
    EXPECT_TRUE(flip.has_value());
    if (!flip || !flip->has_value()) return std::nullopt;
    return (*flip)->theta_right;
  }
  std::vector<double>       c;
  model::Catalogue          catalogue;
  model::SurfaceId          surface = 0;
  Surfaces                  surfaces;
  integrate::DenseOutput    step;
  std::vector<double>       error{1e-12}, noise{0.0};
  std::vector<char>         three{0};
  std::unique_ptr<Strategy> strategy;
};

Node variable(Dag& d) { return d.leaf(Op::variable, 0); }

/// prod (theta - r_k), with a leading coefficient of 1.
std::vector<double> with_roots(const std::vector<double>& roots) {
  std::vector<double> c{1.0};
  for (const double r : roots) {
    c.push_back(0);
    for (std::size_t i = c.size() - 1; i > 0; --i) c[i] = c[i - 1] - r * c[i];
    c[0] *= -r;
  }
  return c;
}

class Each : public testing::TestWithParam<Make> {};

TEST_P(Each, FindsACrossingToTheLastBits) {
  Bench      b(GetParam(), {0.7, -1.0, -0.2}, variable);
  const auto found = b.first(1);
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(*found, (-1 + std::sqrt(1 + 4 * 0.2 * 0.7)) / 0.4, 1e-15);
}

TEST_P(Each, KnowsTheSideFromTheSignItIsGiven) {
  EXPECT_FALSE(Bench(GetParam(), {-0.5, 0.2}, variable).first(-1).has_value());
  EXPECT_NEAR(Bench(GetParam(), {-0.5, 2}, variable).first(-1).value_or(0), 0.25, 1e-15);
}

// g starts at zero and leaves it upwards, falls through zero at 0.5: the change is there, not at the start.
TEST_P(Each, DoesNotStickToTheZeroItStartsFrom) {
  const auto found = Bench(GetParam(), {0.0, 0.5, -1.0}, variable).first(1, true);
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(*found, 0.5, 1e-15);
}

TEST_P(Each, NamesAValueThatIsNotFinite) {
  Bench      b(GetParam(), {0.5, -1.0}, [](Dag& d) { return d.unary(Op::log, variable(d)); });
  const auto flip = b.strategy->next_flip(b.surface, -1, 0, 1);
  ASSERT_FALSE(flip.has_value());
  EXPECT_EQ(flip.error().surface, b.surface);
}

INSTANTIATE_TEST_SUITE_P(Strategies, Each,
                         testing::Values(make_certified, make_sign_change, make_derivative_sign, make_polynomial_bounds));

/// 1 + 1e-3 at both ends and -1e-4 at its minimum: a pair of roots 0.02 apart.
std::vector<double> shallow_pair(double minimum) {
  const double              depth = 1e-4;
  const std::vector<double> c{minimum * minimum - depth, -2 * minimum, 1};
  return c;
}

TEST(SignChange, MissesAPair) {
  EXPECT_FALSE(Bench(make_sign_change, shallow_pair(0.5), variable).first(1).has_value());
}

TEST(DerivativeSign, FindsAPairAboutOneExtremumWhereverItIs) {
  for (const double minimum : {0.03, 0.2, 0.5, 0.77, 0.985}) {
    const auto found = Bench(make_derivative_sign, shallow_pair(minimum), variable).first(1);
    ASSERT_TRUE(found.has_value()) << minimum;
    EXPECT_NEAR(*found, minimum - 0.01, 1e-13);
  }
}

TEST(DerivativeSign, SeesThatAnExtremumStaysOnItsSide) {
  EXPECT_FALSE(Bench(make_derivative_sign, {0.25 + 1e-4, -1, 1}, variable).first(1).has_value());  // a minimum
  EXPECT_FALSE(Bench(make_derivative_sign, {0.1, 1, -1}, variable).first(1).has_value());          // a maximum
}

// Down, up and down again: the slopes at both ends have the same sign.
TEST(DerivativeSign, MissesAPairBesideASecondExtremum) {
  const auto c     = with_roots({0.3, 0.4, 1.2});
  const auto minus = std::vector<double>{-c[0], -c[1], -c[2], -c[3]};
  EXPECT_FALSE(Bench(make_derivative_sign, minus, variable).first(1).has_value());
  EXPECT_NEAR(Bench(make_certified, minus, variable).first(1).value_or(0), 0.3, 1e-14);
  EXPECT_NEAR(Bench(make_polynomial_bounds, minus, variable).first(1).value_or(0), 0.3, 1e-14);
}

class PolynomialRoots : public testing::TestWithParam<unsigned> {};

// Where g is a polynomial of the step's degree, its bounds are as good as a certificate: always the first root.
TEST_P(PolynomialRoots, OfTheStepsDegreeAreFoundFromTheLeft) {
  std::mt19937_64                        rng{GetParam()};
  const int                              n = 1 + static_cast<int>(GetParam() % 7);
  std::uniform_real_distribution<double> uniform{0.05, 0.95};
  std::vector<double>                    roots(static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k) roots[static_cast<std::size_t>(k)] = (k + uniform(rng)) / n;
  const auto found = Bench(make_polynomial_bounds, with_roots(roots), variable).first(n % 2 == 0 ? 1 : -1);
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(*found, roots[0], 1e-9);  // seven roots: the slope at one of them is down to 1e-5, the noise 1e-16
}
INSTANTIATE_TEST_SUITE_P(Seeds, PolynomialRoots, testing::Range(0u, 200u));

TEST(PolynomialBounds, MissesWhatIsTooFastForItsDegree) {
  const auto fast = [](Dag& d) {  // eight changes, six values
    return d.binary(Op::add, d.unary(Op::cos, d.binary(Op::mul, d.constant(8 * std::numbers::pi), d.time())),
                    d.constant(0.9));
  };
  EXPECT_FALSE(Bench(make_polynomial_bounds, {0, 0, 0, 0, 0}, fast).first(1).has_value());
  EXPECT_TRUE(Bench(make_certified, {0, 0, 0, 0, 0}, fast).first(1).has_value());
}

TEST(BracketNear, SeparatesTheSidesFromEitherOne) {
  const auto y      = [](double theta) { return 0.3 - theta; };
  const auto beyond = [](double v, double) { return v < -1e-12; };
  for (const double guess : {0.0, 0.1, 0.3, 0.31, 0.9, 1.0}) {
    const Piece p = bracket_near(y, beyond, guess, 0, 1, 1e-15);
    EXPECT_GE(p.ya, 0) << guess;
    EXPECT_LT(p.yb, -1e-12) << guess;
    EXPECT_EQ(p.ya, y(p.a));
    EXPECT_EQ(p.yb, y(p.b));
  }
  EXPECT_GE(bracket_near(y, beyond, 0.1, 0, 0.2, 1e-15).yb, 0);
  EXPECT_LT(bracket_near(y, beyond, 0.9, 0.5, 1, 1e-15).ya, 0);
}

}  // namespace
}  // namespace saltus::events
