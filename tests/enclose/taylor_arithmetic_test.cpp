// Sums, products, quotients, ranges and `along` against Arb: 10^6 random trials per operation, each at D = 1, 4, 7.

#include "model_trials.hpp"

namespace saltus::enclose::test {
namespace {

constexpr std::uint64_t seed = 20240602;

double anything(Random& r) { return r.anything(); }
double nonzero(Random& r) { return r.chance(80) ? r.of_size(-3, 3) : r.of_size(-400, 400); }

constexpr auto everywhere = [](Ball&) { return false; };

template <class F, class Truth>
void two(F f, Truth truth, Centre b = anything) {
  model_encloses_two(f, truth, anything, b, seed);
}
template <class F, class Truth>
void one(F f, Truth truth) {
  model_encloses(f, truth, anything, everywhere, seed);
}

TEST(TaylorModelSeed20240602, SumEnclosesTheTruth) {
  two([](auto a, auto b) { return a += b; }, [](Ball& y, Ball& a, Ball& b) { arb_add(y, a, b, bits); });
}
TEST(TaylorModelSeed20240602, DifferenceEnclosesTheTruth) {
  two([](auto a, auto b) { return a -= b; }, [](Ball& y, Ball& a, Ball& b) { arb_sub(y, a, b, bits); });
}
TEST(TaylorModelSeed20240602, ProductEnclosesTheTruth) {
  two([](auto a, auto b) { return a *= b; }, [](Ball& y, Ball& a, Ball& b) { arb_mul(y, a, b, bits); });
}
TEST(TaylorModelSeed20240602, QuotientEnclosesTheTruth) {
  two([](auto a, auto b) { return a /= b; }, [](Ball& y, Ball& a, Ball& b) { arb_div(y, a, b, bits); }, nonzero);
}
TEST(TaylorModelSeed20240602, NegationEnclosesTheTruth) {
  one([](auto x) { return -x; }, [](Ball& y, Ball& x) { arb_neg(y, x); });
}
TEST(TaylorModelSeed20240602, SquareEnclosesTheTruth) {
  one([](auto x) { return sqr(x); }, [](Ball& y, Ball& x) { arb_sqr(y, x, bits); });
}

// The scalar is drawn anew for each model and remembered for the referee.
template <class F, class Truth>
void with_scalar(F f, Truth truth, Centre centre = anything) {
  double scalar = 0;
  Ball   s;
  model_encloses(
      [&](Random& random) {
        scalar = random.anything();
        arb_set_d(s, scalar);
      },
      [&](const auto& x) { return f(x, scalar); }, [&](Ball& y, Ball& x) { truth(y, x, s); }, centre, everywhere, seed);
}
TEST(TaylorModelSeed20240602, SumWithADoubleEnclosesTheTruth) {
  with_scalar([](auto x, double s) { return x += s; }, [](Ball& y, Ball& x, Ball& s) { arb_add(y, x, s, bits); });
}
TEST(TaylorModelSeed20240602, DifferenceWithADoubleEnclosesTheTruth) {
  with_scalar([](auto x, double s) { return x -= s; }, [](Ball& y, Ball& x, Ball& s) { arb_sub(y, x, s, bits); });
  with_scalar([](auto x, double s) { return s - x; }, [](Ball& y, Ball& x, Ball& s) { arb_sub(y, s, x, bits); });
}
TEST(TaylorModelSeed20240602, ProductWithADoubleEnclosesTheTruth) {
  with_scalar([](auto x, double s) { return s * x; }, [](Ball& y, Ball& x, Ball& s) { arb_mul(y, x, s, bits); });
}
TEST(TaylorModelSeed20240602, QuotientWithADoubleEnclosesTheTruth) {
  with_scalar([](auto x, double s) { return x /= s; }, [](Ball& y, Ball& x, Ball& s) { arb_div(y, x, s, bits); });
  with_scalar([](auto x, double s) { return s / x; }, [](Ball& y, Ball& x, Ball& s) { arb_div(y, s, x, bits); }, nonzero);
}

template <int D>
void queries() {
  Random        random(seed);
  Abscissae     at(random);
  Referee       referee;
  Polynomial<D> px;
  Ball          x, shift;
  for (int i = 0; i < trials / sharing; ++i) {
    const auto     model = random_model<D>(random, anything);
    const Interval sharp = range(model), quick = quick_range(model);
    const double   size = magnitude(model);
    px.set(model);
    for (int j = 0; j < sharing; ++j) {
      const int where = random.below(Abscissae::count);
      arb_set_d(shift, random_shift(random, model.r));
      px.evaluate(x, shift, at, where);
      ASSERT_FALSE(referee.proven_outside(x, sharp)) << "range, model " << i;
      ASSERT_FALSE(referee.proven_outside(x, quick)) << "quick_range, model " << i;
      ASSERT_FALSE(referee.proven_larger(x, size)) << "magnitude, model " << i;
      ASSERT_FALSE(referee.proven_outside(x, value_at(model, at.sigma(where)))) << "value_at, model " << i;
    }
  }
}
TEST(TaylorModelSeed20240602, RangesMagnitudeAndValueHoldTheTruthAtDegree1) { queries<1>(); }
TEST(TaylorModelSeed20240602, RangesMagnitudeAndValueHoldTheTruthAtDegree4) { queries<4>(); }
TEST(TaylorModelSeed20240602, RangesMagnitudeAndValueHoldTheTruthAtDegree7) { queries<7>(); }

// q(theta) at theta = (a + b)/2 + sigma (b - a)/2, both exact in Arb.
template <int D>
void along_reproduces_the_polynomial() {
  constexpr int                          top = 9, stride = 3;
  Random                                 random(seed);
  Abscissae                              at(random);
  Referee                                referee;
  Polynomial<D>                          py;
  Ball                                   theta, y, p, q, half;
  std::array<double, (top + 1) * stride> store{};
  for (int i = 0; i < trials / sharing; ++i) {
    const int  degree = random.below(top + 1);
    const bool wild   = random.below(16) == 0;
    for (int k = 0; k <= degree; ++k)
      store[k * stride] = wild ? random.anything() : random.chance(20) ? 0.0 : random.signed_unit();
    double a = 0, b = 1;
    switch (random.below(6)) {
      case 0: break;
      case 1: a = b = random.uniform(0, 1); break;
      case 2:
        a = random.uniform(0, 1);
        b = std::min(1.0, a + std::ldexp(1.0, -random.below(60)));
        break;
      case 3: b = std::ldexp(random.uniform(0, 1), -random.below(1070)); break;
      default:
        a = random.uniform(0, 1);
        b = random.uniform(0, 1);
        if (a > b) std::swap(a, b);
    }
    const auto model = along<D>(store.data(), stride, degree, a, b);
    expect_invariant(model);
    if (testing::Test::HasFatalFailure()) return;
    if (!wild) { ASSERT_TRUE(model.informative()); }
    py.set(model);
    for (int j = 0; j < sharing; ++j) {
      const int where = random.below(Abscissae::count);
      arb_set_d(theta, a);
      arb_set_d(half, b);
      arb_sub(p, half, theta, bits);
      arb_add(theta, theta, half, bits);
      arb_addmul(theta, p, at.power(where) + 1, bits);
      arb_mul_2exp_si(theta, theta, -1);
      arb_zero(y);
      for (int k = degree; k >= 0; --k) {
        arb_set_d(q, store[k * stride]);
        arb_mul(y, y, theta, bits);
        arb_add(y, y, q, bits);
      }
      py.miss(p, y, at, where);
      ASSERT_FALSE(referee.proven_larger(p, model.r))
          << "degree " << degree << " on [" << a << ", " << b << "], r = " << model.r;
    }
  }
}
TEST(TaylorModelSeed20240602, AlongReproducesThePolynomialOnSubintervalsAtDegree1) {
  along_reproduces_the_polynomial<1>();
}
TEST(TaylorModelSeed20240602, AlongReproducesThePolynomialOnSubintervalsAtDegree4) {
  along_reproduces_the_polynomial<4>();
}
TEST(TaylorModelSeed20240602, AlongReproducesThePolynomialOnSubintervalsAtDegree7) {
  along_reproduces_the_polynomial<7>();
}

}  // namespace
}  // namespace saltus::enclose::test
