#include "flat_models.hpp"

#include <saltus/front/modelica/random.hpp>

#include <gtest/gtest.h>

namespace saltus::modelica {
namespace {

// The numbers below were computed with integers of any length in another language, from the published algorithms; the
// state after ten turns from {614657, 30020} is also that of an example of the Modelica Standard Library.
TEST(ModelicaRandom, Xorshift64starGoesOnFromItsProduct) {
  std::int32_t state[] = {614657, 30020};
  for (int k = 0; k < 10; ++k) xorshift64star(state);
  EXPECT_EQ(state[0], -139195358);
  EXPECT_EQ(state[1], -797266357);
  EXPECT_EQ(xorshift64star(state), 0.3135925178776172);
  EXPECT_EQ(xorshift64star(state), 0.5110345034226015);
}

TEST(ModelicaRandom, Xorshift128plusGoesOnFromItsSum) {
  std::int32_t state[] = {-139195358, -797266357, -1912715464, -800614040};
  EXPECT_EQ(xorshift128plus(state), 0.4611540572500742);
  EXPECT_EQ(xorshift128plus(state), 0.03170147695200792);
  EXPECT_EQ(xorshift128plus(state), 0.9192264762816789);
}

TEST(ModelicaRandom, Xorshift1024starWalksThroughItsWords) {
  std::int32_t state[33];
  std::int32_t seed[] = {1, 2};
  for (int k = 0; k < 32; k += 2) {
    xorshift64star(seed);
    state[k] = seed[0], state[k + 1] = seed[1];
  }
  state[32] = 15;
  EXPECT_EQ(xorshift1024star(state), 0.6681944734553391);
  EXPECT_EQ(state[32], 0);
  EXPECT_EQ(xorshift1024star(state), 0.2982584377068982);
  EXPECT_EQ(state[32], 1);
}

TEST(ModelicaRandom, ImpureNumbersDifferFromCallToCall) {
  test::Flat f = test::flat(
      "package M impure function draw input Integer id; output Real y; external \"C\" y = "
      "ModelicaRandom_impureRandom_xorshift1024star(id); end draw;" +
      test::model("discrete Real a, b;", "when sample(0, 1) then a = draw(7); b = draw(7); end when;") + "end M;");
  ASSERT_EQ(f->functions.size(), 2u) << "two calls are two functions, though their arguments are the same";
  EXPECT_FALSE(f->functions[0].pure);
  double a = 0, b = 0;
  f->functions[0].value({}, {&a, 1});
  f->functions[1].value({}, {&b, 1});
  EXPECT_TRUE(a > 0 && a < 1 && b > 0 && b < 1);
  EXPECT_NE(a, b);
}

TEST(ModelicaRandom, NumbersAreUniform) {
  std::int32_t  state[] = {1, 2, 3, 4};
  double        mean = 0, square = 0;
  constexpr int n = 20000;
  for (int k = 0; k < n; ++k) {
    const double r = xorshift128plus(state);
    ASSERT_GT(r, 0);
    ASSERT_LT(r, 1);
    mean += r / n, square += r * r / n;
  }
  EXPECT_NEAR(mean, 0.5, 0.01);  // five standard deviations of a mean of 20000
  EXPECT_NEAR(square, 1.0 / 3, 0.011);
}

}  // namespace
}  // namespace saltus::modelica
