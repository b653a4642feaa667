// The suite that every one-step method passes, and those of its cases that multistep methods pass as well (AnyMethod;
// sundials_test.cpp has the rest). What differs between them is in `Claims`, taken from the headers of their files.

#include "systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace saltus::integrate {
namespace {

using namespace testing;

struct Claims {
  std::string name;
  int         end_order      = 0;      ///< global error at step ends: O(h^p)
  int         inside_order   = 0;      ///< global error inside the steps
  int         estimate_order = 0;      ///< error estimate of one step
  int         exact_inside   = 0;      ///< highest power of t that the polynomial reproduces
  double      coarse         = 0;      ///< a step length at which the order shows, on a time scale of 1
  bool        smooth         = false;  ///< the slope is continuous across steps
  double      slack          = 0.5;    ///< of an observed order
};
void PrintTo(const Claims& claims, std::ostream* out) { *out << claims.name; }

class Methods : public ::testing::TestWithParam<Claims> {
 protected:
  static auto make(double tolerance, std::size_t n, StepLimits limits = {}) {
    return make_method(GetParam().name, same_tolerance(tolerance, n), limits);
  }
  /// Steps of one fixed length: the tolerance is so loose that only the limits decide.
  static auto make_fixed(double h, std::size_t n) {
    return make_method(GetParam().name, {0, Vector(n, 1e6)}, {.largest = h, .first = h});
  }
};

/// What holds for multistep methods too.
class AnyMethod : public Methods {};

/// x'' = -x + cos(2t)/2 from (1, 0); linear, so that the Newton iteration of an implicit method is exact.
ExplicitSystem forced() {
  return {2, [](double t, auto x, auto dx) { dx[0] = x[1], dx[1] = -x[0] + 0.5 * std::cos(2 * t); },
          [](double, auto, auto f_x) { f_x[0] = 0, f_x[1] = -1, f_x[2] = 1, f_x[3] = 0; }};
}
double forced_at(double t) { return (7 * std::cos(t) - std::cos(2 * t)) / 6; }

struct Errors {
  double end = 0, inside = 0;
};
Errors errors_with_fixed_step(Method& method) {
  auto system = forced();
  method.restart(system, 0, Vector{1, 0}, Vector{0, -0.5}, 1, Resume::fresh);
  Errors errors;
  EXPECT_TRUE(run(method, 8, [&](const DenseOutput& step) {
    for (int k = 1; k < 20; ++k) {
      const double theta = k / 20.0;
      errors.inside      = std::max(errors.inside, std::abs(step.at(0, theta) - forced_at(step.t0 + theta * step.h)));
    }
    errors.end = std::max(errors.end, std::abs(step.at(0, 1) - forced_at(step.t1())));
  }));
  return errors;
}

TEST_P(Methods, EndPointAndPolynomialConvergeWithTheStatedOrders) {
  const double h      = GetParam().coarse;
  const Errors coarse = errors_with_fixed_step(*make_fixed(h, 2));
  const Errors fine   = errors_with_fixed_step(*make_fixed(h / 2, 2));
  EXPECT_NEAR(std::log2(coarse.end / fine.end), GetParam().end_order, GetParam().slack);
  EXPECT_NEAR(std::log2(coarse.inside / fine.inside), GetParam().inside_order, GetParam().slack);
}

TEST_P(Methods, ErrorEstimateShrinksWithTheStatedOrder) {
  auto         system = forced();
  const double t0 = 0.3, h                                                          = GetParam().coarse / 2;
  const Vector x{forced_at(t0), (-7 * std::sin(t0) + 2 * std::sin(2 * t0)) / 6}, dx = system.slope(t0, x);
  double       norm[2];
  for (int k = 0; k < 2; ++k) {
    auto method = make_fixed(h / (1 << k), 2);
    method->restart(system, t0, x, dx, 1, Resume::fresh);
    ASSERT_TRUE(method->step(t0 + 10));
    norm[k]             = method->error_norm();
    const auto estimate = method->error_estimate();
    EXPECT_DOUBLE_EQ(std::max(std::abs(estimate[0]), std::abs(estimate[1])), norm[k] * 1e6);
  }
  EXPECT_NEAR(std::log2(norm[0] / norm[1]), GetParam().estimate_order, 0.5);
}

TEST_P(Methods, PolynomialsUpToTheOrderAreExact) {
  const int      p = GetParam().end_order, q = GetParam().exact_inside;
  ExplicitSystem powers{
      2, [p, q](double t, auto, auto dx) { dx[0] = p * std::pow(t, p - 1), dx[1] = q * std::pow(t, q - 1); },
      [](double, auto, auto f_x) { std::fill(f_x.begin(), f_x.end(), 0.0); }};
  auto method = make_fixed(1.0, 2);
  method->restart(powers, 0, Vector{0, 0}, Vector{0, 0}, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 1, [&](const DenseOutput& step) {
    ASSERT_EQ(step.h, 1.0);
    for (const double theta : {0.1, 0.3, 0.5, 0.7, 0.9}) EXPECT_NEAR(step.at(1, theta), std::pow(theta, q), 1e-13);
  }));
  EXPECT_NEAR(method->x()[0], 1, 1e-14);
  EXPECT_NEAR(method->x()[1], 1, 1e-14);
}

TEST_P(AnyMethod, PolynomialMeetsBothEndsOfTheStep) {
  auto system = van_der_pol(2);
  auto method = make(1e-6, 2);
  method->restart(system, 0, Vector{2, 0}, Vector{0, -2}, 1, Resume::fresh);
  Vector x{2, 0}, dx{0, -2};
  ASSERT_TRUE(run(*method, 5, [&](const DenseOutput& step) {
    auto after = method->clone();
    after->commit();
    for (std::size_t i = 0; i < 2; ++i) {
      const double x_scale = 1e-14 * 5, dx_scale = 1e-12 * 20 / std::min(1.0, step.h);
      EXPECT_EQ(step.at(i, 0), x[i]);
      EXPECT_NEAR(step.at(i, 1), after->x()[i], x_scale);
      EXPECT_NEAR(step.slope(i, 1), after->dx()[i], dx_scale);
      EXPECT_NEAR(step.slope(i, 0), dx[i], GetParam().smooth ? dx_scale : 1e-3);
    }
    x.assign(after->x().begin(), after->x().end());
    dx.assign(after->dx().begin(), after->dx().end());
  }));
}

TEST_P(AnyMethod, EndDerivativeSatisfiesTheEquations) {
  auto system = van_der_pol(2);
  auto method = make(1e-8, 2);
  method->restart(system, 0, Vector{2, 0}, Vector{0, -2}, 1, Resume::fresh);
  for (int k = 0; k < 50; ++k) {
    const auto step = method->step(100);
    ASSERT_TRUE(step);
    const double h = step->h;
    method->commit();
    const Vector f = system.slope(method->t(), {method->x().begin(), method->x().end()});
    for (std::size_t i = 0; i < 2; ++i)  // an implicit method may be wrong by its Newton tolerance, divided by h
      EXPECT_NEAR(method->dx()[i], f[i], GetParam().smooth ? 0 : 0.02 * 3e-8 / h);
  }
}

TEST_P(AnyMethod, StepToALimitEndsOnItsBits) {
  auto system = oscillator();
  for (const double t0 : {-0.3, 0.0, 0.1, 1e5 / 3})
    for (const double way : {0.4, 1.0 / 3, 7.7, -0.4, -0.1}) {
      const double limit  = t0 + way;
      auto         method = make(1e-5, 2);
      method->restart(system, t0, Vector{1, 0}, Vector{0, -1}, way > 0 ? 1 : -1, Resume::fresh);
      double end = t0;
      ASSERT_TRUE(run(*method, limit, [&](const DenseOutput& step) { end = step.t1(); }));
      EXPECT_EQ(end, limit);
      EXPECT_EQ(method->t(), limit);
    }
}

TEST_P(AnyMethod, BackwardInTimeIsTheReversedSystemForward) {
  ExplicitSystem forward{1, [](double t, auto x, auto dx) { dx[0] = x[0] * std::cos(t) - x[0] * x[0]; },
                         [](double t, auto x, auto f_x) { f_x[0] = std::cos(t) - 2 * x[0]; }};
  ExplicitSystem reversed{1, [](double s, auto x, auto dx) { dx[0] = -(x[0] * std::cos(-s) - x[0] * x[0]); },
                          [](double s, auto x, auto f_x) { f_x[0] = -(std::cos(-s) - 2 * x[0]); }};
  auto           backward = make(1e-7, 1), mirror = make(1e-7, 1);
  const Vector   x{0.7};
  backward->restart(forward, 0, x, forward.slope(0, x), -1, Resume::fresh);
  mirror->restart(reversed, 0, x, reversed.slope(0, x), 1, Resume::fresh);
  while (backward->t() != -0.9) {
    const auto b = backward->step(-0.9), m = mirror->step(0.9);
    ASSERT_TRUE(b && m);
    EXPECT_EQ(b->h, -m->h);
    EXPECT_EQ(b->at(0, 0.37), m->at(0, 0.37));
    backward->commit();
    mirror->commit();
  }
  EXPECT_EQ(backward->x()[0], mirror->x()[0]);
}

TEST_P(Methods, ThereAndBackAgain) {
  auto   system = oscillator();
  auto   method = make(1e-8, 2);
  Vector x{1, 0}, dx{0, -1};
  method->restart(system, 0, x, dx, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 10));
  x.assign(method->x().begin(), method->x().end());
  dx.assign(method->dx().begin(), method->dx().end());
  method->restart(system, 10, x, dx, -1, Resume::keep_step);
  ASSERT_TRUE(run(*method, 0));
  EXPECT_NEAR(method->x()[0], 1, 2e-8);
  EXPECT_NEAR(method->x()[1], 0, 2e-8);
}

TEST_P(Methods, CloneContinuesWithTheSameBits) {
  auto system = van_der_pol(5);
  auto method = make(1e-6, 2);
  method->restart(system, 0, Vector{2, 0}, Vector{0, -2}, 1, Resume::fresh);
  for (int k = 0; k < 20; ++k) {
    ASSERT_TRUE(method->step(20));
    method->commit();
  }
  ASSERT_TRUE(method->step(20));  // a clone carries the pending step as well
  auto clone = method->clone();
  method->commit();
  ASSERT_TRUE(run(*method, 20));
  const Vector end(method->x().begin(), method->x().end());
  const long   steps = method->counters().steps;
  method.reset();
  clone->commit();
  ASSERT_TRUE(run(*clone, 20));
  EXPECT_EQ(Vector(clone->x().begin(), clone->x().end()), end);
  EXPECT_EQ(clone->counters().steps, steps);
}

TEST_P(Methods, StepWithoutCommitStartsFromTheCommittedPointAgain) {
  auto system = van_der_pol(1);
  auto method = make(1e-7, 2);
  method->restart(system, 0, Vector{2, 0}, Vector{0, -2}, 1, Resume::fresh);
  for (int k = 0; k < 5; ++k) {
    ASSERT_TRUE(method->step(10));
    method->commit();
  }
  const double t     = method->t();
  const auto   first = method->step(10);
  ASSERT_TRUE(first);
  const double h = first->h, there = first->at(0, 0.5);
  const auto   shorter = method->step(t + h / 2);
  ASSERT_TRUE(shorter);
  EXPECT_EQ(shorter->t0, t);
  EXPECT_EQ(shorter->t1(), t + h / 2);
  EXPECT_NEAR(shorter->at(0, 1), there, 1e-7);
  EXPECT_GE(method->next_step(), 0.9 * h) << "a limit shortens this step, not the next one";
  const auto again = method->step(10);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->h, h);
  EXPECT_NEAR(again->at(0, 0.5), there, GetParam().smooth ? 0 : 1e-9);
}

TEST_P(Methods, RestartKeepsTheFullStepWhenAskedAndCostsNoEvaluation) {
  auto system = oscillator();
  auto method = make(1e-8, 2);
  method->restart(system, 0, Vector{1, 0}, Vector{0, -1}, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 5));
  const double full = method->next_step();
  ASSERT_TRUE(method->step(5 + full / 100));  // clipped to a hundredth
  method->commit();
  EXPECT_GE(method->next_step(), full * (1 - 1e-12));

  const auto   before = method->counters();
  const double t      = method->t();
  const Vector x(method->x().begin(), method->x().end()), dx(method->dx().begin(), method->dx().end());
  const double kept = method->next_step();
  method->restart(system, t, x, dx, 1, Resume::keep_step);
  EXPECT_EQ(method->next_step(), kept);
  EXPECT_EQ(method->counters().rhs, before.rhs);
  EXPECT_EQ(method->counters().restarts, before.restarts + 1);
  const auto step = method->step(100);
  ASSERT_TRUE(step);
  EXPECT_NEAR(step->h, kept, 1e-12) << "full order and full step right after a restart";
}

TEST_P(Methods, ATrajectoryRestartedFromItsOwnPolynomialKeepsAccuracyAndStep) {
  // What an event that changes nothing does: leave a step somewhere inside and go on from its polynomial.
  auto   system = oscillator();
  auto   whole = make(1e-8, 2), pieces = make(1e-8, 2);
  Vector x{1, 0}, dx{0, -1};
  whole->restart(system, 0, x, dx, 1, Resume::fresh);
  ASSERT_TRUE(run(*whole, 10));
  pieces->restart(system, 0, x, dx, 1, Resume::fresh);
  double event = 0.37;
  while (pieces->t() != 10) {
    const auto step = pieces->step(10);
    ASSERT_TRUE(step);
    if (event > step->t1()) {
      pieces->commit();
      continue;
    }
    step->at((event - step->t0) / step->h, x);
    dx = system.slope(event, x);
    pieces->restart(system, event, x, dx, 1, Resume::keep_step);
    event += 0.37;
  }
  // Each restart takes over the error inside a step, which is up to 0.12 tolerances for radau: 27 * 0.12 * 1.8e-8.
  EXPECT_NEAR(pieces->x()[0], std::cos(10.0), 6e-8);
  const auto &with = pieces->counters(), &without = whole->counters();
  EXPECT_EQ(with.restarts, 28);
  EXPECT_LE(with.steps, without.steps + 28 + 3);
  EXPECT_LE(with.rejected, 3);
}

TEST_P(AnyMethod, TrialBeyondTheDomainIsRetriedCloser) {
  // x = (1 - t/2)^2 reaches the border of sqrt at t = 2; a first trial of length 8 steps over it.
  ExplicitSystem root{1, [](double, auto x, auto dx) { dx[0] = -std::sqrt(x[0]); },
                      [](double, auto x, auto f_x) { f_x[0] = -0.5 / std::sqrt(x[0]); }};
  auto           method = make_method(GetParam().name, same_tolerance(1e-6, 1), {.first = 8});
  method->restart(root, 0, Vector{1}, Vector{-1}, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 1.99));
  EXPECT_NEAR(method->x()[0], 0.005 * 0.005, 1e-6);
  EXPECT_GT(method->counters().rejected, 0);
}

TEST_P(AnyMethod, AFieldThatIsNotFiniteAnywhereAheadIsReportedWithItsComponent) {
  ExplicitSystem wall{2, [](double t, auto x, auto dx) { dx[0] = -x[0], dx[1] = t > 1 ? NAN : 1.0; },
                      [](double, auto, auto f_x) { f_x[0] = -1, f_x[1] = f_x[2] = f_x[3] = 0; }};
  auto           method = make(1e-6, 2);
  method->restart(wall, 0, Vector{1, 0}, Vector{-1, 1}, 1, Resume::fresh);
  Result<DenseOutput, StepFailure> step = method->step(2);
  for (int k = 0; k < 10000 && step && method->t() < 2; ++k) {
    method->commit();
    step = method->step(2);
  }
  ASSERT_FALSE(step);
  EXPECT_EQ(step.error().cause, StepFailureCause::not_finite);
  EXPECT_EQ(step.error().component, 1u);
  EXPECT_NEAR(step.error().t, 1, 1e-12) << "the border is approached from inside";
}

TEST_P(AnyMethod, BlowUpIsReportedWithItsComponent) {
  ExplicitSystem blow_up{2, [](double, auto x, auto dx) { dx[0] = -x[0], dx[1] = x[1] * x[1]; },
                         [](double, auto x, auto f_x) { f_x[0] = -1, f_x[1] = f_x[2] = 0, f_x[3] = 2 * x[1]; }};
  auto           method = make(1e-6, 2);
  method->restart(blow_up, 0, Vector{1, 1}, Vector{-1, 1}, 1, Resume::fresh);
  Result<DenseOutput, StepFailure> step = method->step(2);
  for (int k = 0; k < 100000 && step; ++k) {
    method->commit();
    step = method->step(2);
  }
  ASSERT_FALSE(step);
  EXPECT_EQ(step.error().component, 1u);
  EXPECT_NEAR(step.error().t, 1, 1e-5);
  EXPECT_LT(std::abs(step.error().h), 1e-12);
}

TEST_P(AnyMethod, SameInputGivesTheSameBits) {
  Vector ends[2];
  for (auto& end : ends) {
    auto system = van_der_pol(3);
    auto method = make(1e-6, 2);
    method->restart(system, 0, Vector{2, 0}, Vector{0, -2}, 1, Resume::fresh);
    ASSERT_TRUE(run(*method, 10));
    end.assign(method->x().begin(), method->x().end());
  }
  EXPECT_EQ(ends[0], ends[1]);
}

const auto name_of = [](const auto& made) { return made.param.name; };

const Claims tsit5{"tsit5", 5, 5, 5, 4, 0.125, true};
const Claims dop853{"dop853", 8, 8, 7, 7, 0.5, true};  // the larger of an estimate of order 8 at the end and 7 inside
const Claims radau3{"radau3", 5, 4, 4, 3, 0.125, false};
const Claims radau5{"radau5", 9, 6, 6, 5, 1, false};
// Between the steps at which order 13 begins to show and those at which rounding hides it there is a factor of two.
const Claims radau7{"radau7", 13, 8, 8, 7, 1.6, false, 1.2};
const Claims radau{"radau", 5, 4, 4, 3, 0.125, false};  // with such tolerances three stages are always the best choice
INSTANTIATE_TEST_SUITE_P(All, Methods, ::testing::Values(tsit5, dop853, radau3, radau5, radau7, radau), name_of);
INSTANTIATE_TEST_SUITE_P(OneStep, AnyMethod, ::testing::Values(tsit5, dop853, radau3, radau5, radau7, radau), name_of);

std::vector<Claims> multistep() {
  if (!has_sundials()) return {};
  return {{.name = "bdf", .smooth = false}, {.name = "adams", .smooth = false}};
}
INSTANTIATE_TEST_SUITE_P(Multistep, AnyMethod, ::testing::ValuesIn(multistep()), name_of);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(AnyMethod);

TEST(Tsit5, CostsSixEvaluationsPerTrialAndOneForAFreshStart) {
  auto system = van_der_pol(3);
  auto method = make_tsit5(same_tolerance(1e-6, 2), {});
  method->restart(system, 0, Vector{2, 0}, Vector{0, -2}, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 10));
  const auto& counters = method->counters();
  EXPECT_EQ(counters.rhs, 1 + 6 * (counters.steps + counters.rejected));
}

TEST(Dop853, CostsElevenEvaluationsPerTrialAndFourMorePerStep) {
  auto system = oscillator();
  auto method = make_dop853(same_tolerance(1e-8, 2), {});
  method->restart(system, 0, Vector{1, 0}, Vector{0, -1}, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 10));
  const auto& counters = method->counters();
  ASSERT_EQ(counters.rejected, 0);
  EXPECT_EQ(counters.rhs, 1 + 15 * counters.steps);
}

}  // namespace
}  // namespace saltus::integrate
