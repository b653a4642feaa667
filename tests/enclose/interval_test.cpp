// Intervals against Arb: 10^6 random trials per operation, each a random interval and a random point inside.

#include "verified.hpp"

#include <gtest/gtest.h>

namespace saltus::enclose::test {
namespace {

constexpr std::uint64_t seed = 20240601;

Interval random_interval(Random& random, Centre centre) {
  const double a = centre(random);
  switch (random.below(6)) {
    case 0: return a;
    case 1: {
      const double b = centre(random);
      return {std::min(a, b), std::max(a, b)};
    }
    case 2: return {std::min(a, 0.0), std::max(a, 0.0)};
    default: {
      const double w = std::ldexp(std::abs(a) * random.uniform(0, 1), -random.below(54));
      return {a, a + w};
    }
  }
}

double random_point(Random& random, Interval x) {
  switch (random.below(4)) {
    case 0: return x.lo;
    case 1: return x.hi;
    default: return std::clamp(x.lo + (x.hi - x.lo) * random.uniform(0, 1), x.lo, x.hi);
  }
}

template <class F, class Truth>
void encloses(F f, Truth truth, Centre centre) {
  Random  random(seed);
  Referee referee;
  Ball    x, y;
  int     informative = 0;
  for (int i = 0; i < trials; ++i) {
    const Interval domain = random_interval(random, centre);
    const Interval claim  = f(domain);
    const double   point  = random_point(random, domain);
    ASSERT_LE(claim.lo, claim.hi);
    informative += claim != Interval::whole();
    arb_set_d(x, point);
    truth(y, x);
    ASSERT_FALSE(referee.proven_outside(y, claim)) << "at " << point << " in [" << domain.lo << ", " << domain.hi
                                                   << "]: claimed [" << claim.lo << ", " << claim.hi << "], trial " << i;
  }
  EXPECT_GT(informative, trials / 3) << "the trials say too little";
}

template <class F, class Truth>
void encloses_two(F f, Truth truth, Centre centre) {
  Random  random(seed);
  Referee referee;
  Ball    a, b, y;
  int     informative = 0;
  for (int i = 0; i < trials; ++i) {
    const Interval x1 = random_interval(random, centre), x2 = random_interval(random, centre);
    const double   p1 = random_point(random, x1), p2 = random_point(random, x2);
    const Interval claim = f(x1, x2);
    ASSERT_LE(claim.lo, claim.hi);
    informative += claim != Interval::whole();
    arb_set_d(a, p1);
    arb_set_d(b, p2);
    truth(y, a, b);
    ASSERT_FALSE(referee.proven_outside(y, claim)) << "at " << p1 << ", " << p2 << ", trial " << i;
  }
  EXPECT_GT(informative, trials / 3);
}

double anything(Random& r) { return r.anything(); }
double positive(Random& r) { return std::abs(r.anything()); }
double unit(Random& r) { return r.chance(50) ? r.signed_unit() : r.chance(50) ? r.of_size(-80, -1) : r.below(3) - 1; }
double angle(Random& r) { return r.chance(10) ? r.of_size(-80, 60) : r.uniform(-20, 20); }
double exponent(Random& r) { return r.chance(20) ? r.of_size(-80, 10) : r.uniform(-30, 30); }

TEST(IntervalSeed20240601, SumEnclosesTheTruth) {
  encloses_two([](auto a, auto b) { return a + b; }, [](Ball& y, Ball& a, Ball& b) { arb_add(y, a, b, bits); }, anything);
}
TEST(IntervalSeed20240601, DifferenceEnclosesTheTruth) {
  encloses_two([](auto a, auto b) { return a - b; }, [](Ball& y, Ball& a, Ball& b) { arb_sub(y, a, b, bits); }, anything);
}
TEST(IntervalSeed20240601, ProductEnclosesTheTruth) {
  encloses_two([](auto a, auto b) { return a * b; }, [](Ball& y, Ball& a, Ball& b) { arb_mul(y, a, b, bits); }, anything);
}
TEST(IntervalSeed20240601, QuotientEnclosesTheTruth) {
  encloses_two([](auto a, auto b) { return a / b; }, [](Ball& y, Ball& a, Ball& b) { arb_div(y, a, b, bits); }, anything);
}
TEST(IntervalSeed20240601, HypotEnclosesTheTruth) {
  encloses_two([](auto a, auto b) { return hypot(a, b); }, [](Ball& y, Ball& a, Ball& b) { arb_hypot(y, a, b, bits); },
               anything);
}
TEST(IntervalSeed20240601, HullHoldsBothArguments) {
  encloses_two([](auto a, auto b) { return hull(a, b); }, [](Ball& y, Ball& a, Ball&) { arb_set(y, a); }, anything);
}
TEST(IntervalSeed20240601, NegationEnclosesTheTruth) {
  encloses([](auto x) { return -x; }, [](Ball& y, Ball& x) { arb_neg(y, x); }, anything);
}
TEST(IntervalSeed20240601, AbsoluteValueEnclosesTheTruth) {
  encloses([](auto x) { return abs(x); }, [](Ball& y, Ball& x) { arb_abs(y, x); }, anything);
}
TEST(IntervalSeed20240601, MiddleAndRadiusCoverTheInterval) {
  encloses([](auto x) { return Interval(middle(x)) + Interval(-radius(x), radius(x)); },
           [](Ball& y, Ball& x) { arb_set(y, x); }, anything);
}
TEST(IntervalSeed20240601, SquareEnclosesTheTruth) {
  encloses([](auto x) { return sqr(x); }, [](Ball& y, Ball& x) { arb_sqr(y, x, bits); }, anything);
}
TEST(IntervalSeed20240601, SqrtEnclosesTheTruth) {
  encloses([](auto x) { return sqrt(x); }, [](Ball& y, Ball& x) { arb_sqrt(y, x, bits); }, positive);
}
TEST(IntervalSeed20240601, CbrtEnclosesTheTruth) {
  encloses([](auto x) { return cbrt(x); }, [](Ball& y, Ball& x) { arb_root_ui(y, x, 3, bits); }, positive);
}
TEST(IntervalSeed20240601, ExpEnclosesTheTruth) {
  encloses([](auto x) { return exp(x); }, [](Ball& y, Ball& x) { arb_exp(y, x, bits); }, exponent);
}
TEST(IntervalSeed20240601, LogEnclosesTheTruth) {
  encloses([](auto x) { return log(x); }, [](Ball& y, Ball& x) { arb_log(y, x, bits); }, positive);
}
TEST(IntervalSeed20240601, Log10EnclosesTheTruth) {
  encloses([](auto x) { return log10(x); }, [](Ball& y, Ball& x) { arb_log_base_ui(y, x, 10, bits); }, positive);
}
TEST(IntervalSeed20240601, SinEnclosesTheTruth) {
  encloses([](auto x) { return sin(x); }, [](Ball& y, Ball& x) { arb_sin(y, x, bits); }, angle);
}
TEST(IntervalSeed20240601, CosEnclosesTheTruth) {
  encloses([](auto x) { return cos(x); }, [](Ball& y, Ball& x) { arb_cos(y, x, bits); }, angle);
}
TEST(IntervalSeed20240601, TanEnclosesTheTruth) {
  encloses([](auto x) { return tan(x); }, [](Ball& y, Ball& x) { arb_tan(y, x, bits); }, angle);
}
TEST(IntervalSeed20240601, AsinEnclosesTheTruth) {
  encloses([](auto x) { return asin(x); }, [](Ball& y, Ball& x) { arb_asin(y, x, bits); }, unit);
}
TEST(IntervalSeed20240601, AcosEnclosesTheTruth) {
  encloses([](auto x) { return acos(x); }, [](Ball& y, Ball& x) { arb_acos(y, x, bits); }, unit);
}
TEST(IntervalSeed20240601, AtanEnclosesTheTruth) {
  encloses([](auto x) { return atan(x); }, [](Ball& y, Ball& x) { arb_atan(y, x, bits); }, anything);
}
TEST(IntervalSeed20240601, SinhEnclosesTheTruth) {
  encloses([](auto x) { return sinh(x); }, [](Ball& y, Ball& x) { arb_sinh(y, x, bits); }, exponent);
}
TEST(IntervalSeed20240601, CoshEnclosesTheTruth) {
  encloses([](auto x) { return cosh(x); }, [](Ball& y, Ball& x) { arb_cosh(y, x, bits); }, exponent);
}
TEST(IntervalSeed20240601, TanhEnclosesTheTruth) {
  encloses([](auto x) { return tanh(x); }, [](Ball& y, Ball& x) { arb_tanh(y, x, bits); }, exponent);
}

TEST(IntervalSeed20240601, IntegerPowerEnclosesTheTruth) {
  for (int n : {-7, -2, -1, 0, 1, 2, 3, 4, 9, 40}) {
    Random  random(seed + static_cast<unsigned>(n));
    Referee referee;
    Ball    x, y;
    for (int i = 0; i < trials / 10; ++i) {
      const Interval domain = random_interval(random, anything), claim = pow(domain, n);
      arb_set_d(x, random_point(random, domain));
      arb_pow_ui(y, x, static_cast<ulong>(std::abs(n)), bits);
      if (n < 0) arb_inv(y, y, bits);
      ASSERT_FALSE(referee.proven_outside(y, claim)) << "n = " << n << ", trial " << i;
    }
  }
}
TEST(IntervalSeed20240601, RealPowerEnclosesTheTruth) {
  Random  random(seed);
  Referee referee;
  Ball    x, y, q;
  for (int i = 0; i < trials; ++i) {
    const Interval domain = random_interval(random, positive);
    const double   p      = random.chance(70) ? random.uniform(-4, 4) : random.of_size(-30, 9);
    const Interval claim  = pow(domain, p);
    arb_set_d(x, random_point(random, domain));
    arb_set_d(q, p);
    arb_pow(y, x, q, bits);
    ASSERT_FALSE(referee.proven_outside(y, claim)) << "p = " << p << ", trial " << i;
  }
}

}  // namespace
}  // namespace saltus::enclose::test
