#pragma once
// model_trials.hpp: random functions inside random models, pushed through an operation and judged by Arb.
//
// A trial draws a function f(sigma) = p(sigma) + shift with |shift| <= r and a sigma, and asks whether the true value of
// the operation at f(sigma) can lie within r' of the resulting polynomial at sigma. The function is given as a model of
// degree 7, 4 and 1 (powers above go into r; a third of the functions has none above 4, another third none above 1), so
// one true value judges three results. Four trials share a model.

#include "verified.hpp"

#include <gtest/gtest.h>

namespace saltus::enclose::test {

inline constexpr int sharing = 4;

template <int D>
void expect_invariant(const TaylorModel<D>& y) {
  ASSERT_TRUE(y.r >= 0);
  for (double c : y.c) ASSERT_TRUE(y.informative() ? std::isfinite(c) : c == 0);
}

/// The same function as a model of lower degree.
template <int D>
TaylorModel<D> lowered(const TaylorModel<7>& m) {
  TaylorModel<D> y;
  y.r = m.r;
  for (int k = 0; k <= 7; ++k)
    if (k <= D) y.c[k] = m.c[k];
    else if (m.c[k] != 0) y.r = detail::up(y.r + std::abs(m.c[k]));
  return detail::sealed(y);
}

inline TaylorModel<7> random_model_of_some_degree(Random& random, Centre centre) {
  auto      m      = random_model<7>(random, centre);
  const int degree = std::array{1, 4, 7}[random.below(3)];
  for (int k = degree + 1; k <= 7; ++k) m.c[k] = 0;
  return m;
}

/// The result of an operation at degree D, and what the referee needs to judge it.
template <int D>
struct Claim {
  TaylorModel<D> y;
  Polynomial<D>  p;
  int            informative = 0;

  void set(const TaylorModel<D>& result) {
    y = result;
    expect_invariant(y);
    if (y.informative()) {
      p.set(y);
      ++informative;
    }
  }
  void judge(Referee& referee, Ball& d, const Ball& truth, const Abscissae& at, int where) {
    if (!y.informative()) return;
    p.miss(d, truth, at, where);
    ASSERT_FALSE(referee.proven_larger(d, y.r))
        << "D = " << D << ", sigma = " << at.sigma(where) << ": claimed " << y.c[0] << " + ... with r = " << y.r;
  }
};

/// `draw` runs once per model (for exponents and scalars). `outside(x)` is true when x is proven to lie outside of the
/// domain: then no model may claim a value.
template <class Draw, class F, class Truth, class Outside>
void model_encloses(Draw draw, F f, Truth truth, Centre centre, Outside outside, std::uint64_t seed) {
  Random        random(seed);
  Abscissae     at(random);
  Referee       referee;
  Polynomial<7> px;
  Ball          x, y, d, shift;
  Claim<1>      c1;
  Claim<4>      c4;
  Claim<7>      c7;
  for (int i = 0; i < trials / sharing; ++i) {
    const auto model = random_model_of_some_degree(random, centre);
    draw(random);
    c1.set(f(lowered<1>(model)));
    c4.set(f(lowered<4>(model)));
    c7.set(f(model));
    px.set(model);
    const bool claims = c1.y.informative() || c4.y.informative() || c7.y.informative();
    for (int j = 0; j < sharing && claims; ++j) {
      const int where = random.below(Abscissae::count);
      arb_set_d(shift, random_shift(random, model.r));
      px.evaluate(x, shift, at, where);
      ASSERT_FALSE(outside(x)) << "a finite radius outside of the domain, model " << i;
      truth(y, x);
      if (!arb_is_finite(y)) continue;
      c1.judge(referee, d, y, at, where);
      c4.judge(referee, d, y, at, where);
      c7.judge(referee, d, y, at, where);
    }
    if (testing::Test::HasFatalFailure()) FAIL() << "c0 = " << model.c[0] << ", r = " << model.r << ", model " << i;
  }
  EXPECT_GT(c1.informative, trials / sharing / 4) << "the trials say too little";
  EXPECT_GT(c4.informative, trials / sharing / 3) << "the trials say too little";
  EXPECT_GT(c7.informative, trials / sharing / 3) << "the trials say too little";
}

template <class F, class Truth, class Outside>
void model_encloses(F f, Truth truth, Centre centre, Outside outside, std::uint64_t seed) {
  model_encloses([](Random&) {}, f, truth, centre, outside, seed);
}

template <class F, class Truth>
void model_encloses_two(F f, Truth truth, Centre centre_a, Centre centre_b, std::uint64_t seed) {
  Random        random(seed);
  Abscissae     at(random);
  Referee       referee;
  Polynomial<7> pa, pb;
  Ball          a, b, y, d, shift;
  Claim<1>      c1;
  Claim<4>      c4;
  Claim<7>      c7;
  for (int i = 0; i < trials / sharing; ++i) {
    const auto ma = random_model_of_some_degree(random, centre_a), mb = random_model_of_some_degree(random, centre_b);
    c1.set(f(lowered<1>(ma), lowered<1>(mb)));
    c4.set(f(lowered<4>(ma), lowered<4>(mb)));
    c7.set(f(ma, mb));
    pa.set(ma);
    pb.set(mb);
    const bool claims = c1.y.informative() || c4.y.informative() || c7.y.informative();
    for (int j = 0; j < sharing && claims; ++j) {
      const int where = random.below(Abscissae::count);
      arb_set_d(shift, random_shift(random, ma.r));
      pa.evaluate(a, shift, at, where);
      arb_set_d(shift, random_shift(random, mb.r));
      pb.evaluate(b, shift, at, where);
      truth(y, a, b);
      if (!arb_is_finite(y)) continue;
      c1.judge(referee, d, y, at, where);
      c4.judge(referee, d, y, at, where);
      c7.judge(referee, d, y, at, where);
    }
    if (testing::Test::HasFatalFailure()) FAIL() << "c0 = " << ma.c[0] << " and " << mb.c[0] << ", model " << i;
  }
  EXPECT_GT(c1.informative, trials / sharing / 4) << "the trials say too little";
  EXPECT_GT(c4.informative, trials / sharing / 3) << "the trials say too little";
  EXPECT_GT(c7.informative, trials / sharing / 3) << "the trials say too little";
}

}  // namespace saltus::enclose::test
