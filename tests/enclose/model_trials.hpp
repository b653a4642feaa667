#pragma once
// model_trials.hpp: random functions inside random models, pushed through an operation and judged by Arb.
//
// A trial draws a function f(sigma) = p(sigma) + shift with |shift| <= r and a sigma, and asks whether the true value of
// the operation at f(sigma) can lie within r' of the resulting polynomial at sigma. Four trials share a model.

#include "verified.hpp"

#include <gtest/gtest.h>

namespace saltus::enclose::test {

inline constexpr int sharing = 4;

template <int D>
void expect_invariant(const TaylorModel<D>& y) {
  ASSERT_TRUE(y.r >= 0);
  for (double c : y.c) ASSERT_TRUE(y.informative() ? std::isfinite(c) : c == 0);
}

/// truth(y, x) may leave y without a finite value (outside of the domain): then the model must not claim one, unless the
/// ball of x merely touches the border.
template <int D, class F, class Truth, class Outside>
void model_encloses(F f, Truth truth, Centre centre, Outside outside, std::uint64_t seed) {
  Random        random(seed);
  Abscissae     at(random);
  Referee       referee;
  Polynomial<D> px, py;
  Ball          x, y, p, shift;
  int           informative = 0;
  for (int i = 0; i < trials / sharing; ++i) {
    const auto model  = random_model<D>(random, centre);
    const auto result = f(model);
    expect_invariant(result);
    if (testing::Test::HasFatalFailure()) return;
    px.set(model);
    py.set(result);
    informative += result.informative();
    for (int j = 0; j < sharing; ++j) {
      const int where = random.below(Abscissae::count);
      arb_set_d(shift, random_shift(random, model.r));
      px.evaluate(x, shift, at, where);
      if (!result.informative()) continue;
      ASSERT_FALSE(outside(x)) << "finite radius " << result.r << " outside of the domain, model " << i;
      truth(y, x);
      if (!arb_is_finite(y)) continue;
      py.evaluate(p, nullptr, at, where);
      arb_sub(p, p, y, bits);
      ASSERT_FALSE(referee.proven_larger(p, result.r))
          << "D = " << D << ", sigma = " << at.sigma(where) << ", c0 = " << model.c[0]
          << ", r = " << model.r << " -> c0 = " << result.c[0] << ", r = " << result.r << ", model " << i;
    }
  }
  EXPECT_GT(informative, trials / sharing / 3) << "the trials say too little";
}

template <int D, class F, class Truth>
void model_encloses_two(F f, Truth truth, Centre centre_a, Centre centre_b, std::uint64_t seed) {
  Random        random(seed);
  Abscissae     at(random);
  Referee       referee;
  Polynomial<D> pa, pb, py;
  Ball          a, b, y, p, shift;
  int           informative = 0;
  for (int i = 0; i < trials / sharing; ++i) {
    const auto ma = random_model<D>(random, centre_a), mb = random_model<D>(random, centre_b);
    const auto result = f(ma, mb);
    expect_invariant(result);
    if (testing::Test::HasFatalFailure()) return;
    informative += result.informative();
    if (!result.informative()) continue;
    pa.set(ma);
    pb.set(mb);
    py.set(result);
    for (int j = 0; j < sharing; ++j) {
      const int where = random.below(Abscissae::count);
      arb_set_d(shift, random_shift(random, ma.r));
      pa.evaluate(a, shift, at, where);
      arb_set_d(shift, random_shift(random, mb.r));
      pb.evaluate(b, shift, at, where);
      truth(y, a, b);
      if (!arb_is_finite(y)) continue;
      py.evaluate(p, nullptr, at, where);
      arb_sub(p, p, y, bits);
      ASSERT_FALSE(referee.proven_larger(p, result.r))
          << "D = " << D << ", sigma = " << at.sigma(where) << ", c0 = " << ma.c[0] << ", " << mb.c[0] << " -> "
          << result.c[0] << " +- " << result.r << ", model " << i;
    }
  }
  EXPECT_GT(informative, trials / sharing / 3) << "the trials say too little";
}

}  // namespace saltus::enclose::test
