// What radau claims beyond the common suite: stiffness, DAEs, reuse of matrices, sparse algebra.

#include "systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace saltus::integrate {
namespace {

using namespace testing;

TEST(Radau, StiffnessDoesNotCostSteps) {
  ExplicitSystem stiff{1, [](double t, auto x, auto dx) { dx[0] = -1e6 * (x[0] - std::cos(t)) - std::sin(t); },
                       [](double, auto, auto f_x) { f_x[0] = -1e6; }};
  auto           method = make_radau(same_tolerance(1e-6, 1), {});
  method->restart(stiff, 0, Vector{1}, Vector{0}, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 10));
  EXPECT_LT(method->counters().steps, 100);  // a method bounded by stability would need 3 million
  EXPECT_LT(method->counters().rejected, 10);
}

TEST(Radau, ATransientSmallerThanTheToleranceIsSteppedOver) {
  // After an event x lies a little beside the slow solution, and x' = f(x) multiplies that by the stiffness.
  ExplicitSystem stiff{1, [](double t, auto x, auto dx) { dx[0] = -1e6 * (x[0] - std::cos(t)) - std::sin(t); },
                       [](double, auto, auto f_x) { f_x[0] = -1e6; }};
  auto           method = make_radau(same_tolerance(1e-6, 1), {});
  const Vector   x{std::cos(1.0) + 1e-7};
  method->restart(stiff, 1, x, stiff.slope(1, x), 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 3));
  EXPECT_LT(method->counters().steps, 60);
}

// Robertson's reactions, as three rates and with the sum of the concentrations in place of the third.
ExplicitSystem robertson() {
  return {3,
          [](double, auto x, auto dx) {
            dx[0] = -0.04 * x[0] + 1e4 * x[1] * x[2];
            dx[2] = 3e7 * x[1] * x[1];
            dx[1] = -dx[0] - dx[2];
          },
          [](double, auto x, auto f_x) {
            f_x[0] = -0.04, f_x[1] = 0.04, f_x[2] = 0;
            f_x[3] = 1e4 * x[2], f_x[4] = -1e4 * x[2] - 6e7 * x[1], f_x[5] = 6e7 * x[1];
            f_x[6] = 1e4 * x[1], f_x[7] = -1e4 * x[1], f_x[8] = 0;
          }};
}
ImplicitSystem robertson_dae() {
  return {{true, true, false},
          [](double, auto x, auto dx, auto r) {
            r[0] = dx[0] + 0.04 * x[0] - 1e4 * x[1] * x[2];
            r[1] = dx[1] - 0.04 * x[0] + 1e4 * x[1] * x[2] + 3e7 * x[1] * x[1];
            r[2] = x[0] + x[1] + x[2] - 1;
          },
          [](double, auto x, auto, auto f_x, auto f_dx) {
            f_x[0] = 0.04, f_x[1] = -0.04, f_x[2] = 1;
            f_x[3] = -1e4 * x[2], f_x[4] = 1e4 * x[2] + 6e7 * x[1], f_x[5] = 1;
            f_x[6] = -1e4 * x[1], f_x[7] = 1e4 * x[1], f_x[8] = 1;
            std::fill(f_dx.begin(), f_dx.end(), 0.0);
            f_dx[0] = f_dx[4] = 1;
          }};
}

struct Reference {
  double t, y1, y2, y3;
};
// Hairer & Wanner, Solving ODEs II, section IV.1 (t = 40); Mazzia & Magherini, Test Set for IVP Solvers, problem ROBER
// (t = 1e11, 11 digits).
constexpr Reference references[]{{40, 0.7158270687194, 9.185534764558e-6, 0.2841637457458},
                                 {1e11, 0.2083340149701255e-7, 0.8333360770334713e-13, 0.9999999791665050}};

template <class System>
void expect_robertson(System system, const Vector& dx) {
  for (const auto& reference : references) {
    // y1 and y2 end at 1e-8 and 1e-13, so an absolute tolerance far below those is what gives them digits.
    auto method = make_radau({1e-7, {1e-14, 1e-19, 1e-10}}, {});
    method->restart(system, 0, Vector{1, 0, 0}, dx, 1, Resume::fresh);
    ASSERT_TRUE(run(*method, reference.t));
    EXPECT_NEAR(method->x()[0], reference.y1, 1e-6 * reference.y1);
    EXPECT_NEAR(method->x()[1], reference.y2, 1e-6 * reference.y2);
    EXPECT_NEAR(method->x()[2], reference.y3, 1e-6 * reference.y3);
    EXPECT_LT(method->counters().steps, 2000);
  }
}
TEST(Radau, RobertsonAsAnOdeMatchesTheReference) { expect_robertson(robertson(), {-0.04, 0.04, 0}); }
TEST(Radau, RobertsonAsADaeMatchesTheReference) { expect_robertson(robertson_dae(), {-0.04, 0.04, 0}); }

TEST(Radau, AlgebraicVariablesAreConsistentAtEveryStepEnd) {
  ImplicitSystem nonlinear{
      {true, false},  // x' = -y, y^3 + y = x
      [](double, auto x, auto dx, auto r) { r[0] = dx[0] + x[1], r[1] = x[1] * x[1] * x[1] + x[1] - x[0]; },
      [](double, auto x, auto, auto f_x, auto f_dx) {
        f_x[0] = 0, f_x[1] = -1, f_x[2] = 1, f_x[3] = 3 * x[1] * x[1] + 1;
        f_dx[0] = 1, f_dx[1] = f_dx[2] = f_dx[3] = 0;
      }};
  const double tolerance = 1e-7;
  auto         method    = make_radau(same_tolerance(tolerance, 2), {});
  method->restart(nonlinear, 0, Vector{10, 2}, Vector{-2, 0}, 1, Resume::fresh);
  while (method->t() != 10) {
    const auto step = method->step(10);
    ASSERT_TRUE(step);
    const double h = step->h;
    method->commit();
    Vector r(2);
    nonlinear.residual(method->t(), method->x(), method->dx(), r);
    const double newton = 0.001 * tolerance * 11 * 13;  // kappa times weight times |F_x|
    EXPECT_NEAR(r[1], 0, newton);
    EXPECT_NEAR(r[0], 0, newton / h);
  }
}

TEST(Radau, DaeConvergesWithTheOrderOfTheMethodInBothKindsOfVariables) {
  // x' = -x + y, 0 = y - x/2 - cos t: linear with constant coefficients, so that Newton is exact.
  ImplicitSystem linear{
      {true, false},
      [](double t, auto x, auto dx, auto r) { r[0] = dx[0] + x[0] - x[1], r[1] = x[1] - 0.5 * x[0] - std::cos(t); },
      [](double, auto, auto, auto f_x, auto f_dx) {
        f_x[0] = 1, f_x[1] = -0.5, f_x[2] = -1, f_x[3] = 1;
        f_dx[0] = 1, f_dx[1] = f_dx[2] = f_dx[3] = 0;
      }};
  const auto x_at = [](double t) { return 0.4 * std::cos(t) + 0.8 * std::sin(t) + 0.6 * std::exp(-0.5 * t); };
  double     error[2][2];
  for (int k = 0; k < 2; ++k) {
    const double h      = 0.5 / (1 << k);
    auto         method = make_radau({0, {1e6, 1e6}}, {.largest = h, .first = h});
    method->restart(linear, 0, Vector{1, 1.5}, Vector{0.5, 0}, 1, Resume::fresh);
    ASSERT_TRUE(run(*method, 4));
    error[k][0] = std::abs(method->x()[0] - x_at(4));
    error[k][1] = std::abs(method->x()[1] - 0.5 * x_at(4) - std::cos(4.0));
  }
  EXPECT_NEAR(std::log2(error[0][0] / error[1][0]), 5, 0.5);
  EXPECT_NEAR(std::log2(error[0][1] / error[1][1]), 5, 0.5);
}

TEST(Radau, ExplicitAndImplicitFormOfOneSystemTakeTheSameSteps) {
  auto           ode = van_der_pol(5);
  ImplicitSystem dae{{true, true},
                     [&](double t, auto x, auto dx, auto r) { ode.residual(t, x, dx, r); },
                     [&](double t, auto x, auto dx, auto f_x, auto f_dx) {
                       ode.jacobian(t, x, dx, f_x, {});
                       for (auto& v : f_x) v = -v;
                       f_dx[0] = f_dx[3] = 1, f_dx[1] = f_dx[2] = 0;
                     }};
  // Of one order: the implicit form does not trust the slopes it starts with, which is enough to choose orders otherwise.
  auto as_ode = make_method("radau3", same_tolerance(1e-6, 2)), as_dae = make_method("radau3", same_tolerance(1e-6, 2));
  as_ode->restart(ode, 0, Vector{2, 0}, Vector{0, -2}, 1, Resume::fresh);
  as_dae->restart(dae, 0, Vector{2, 0}, Vector{0, -2}, 1, Resume::fresh);
  ASSERT_TRUE(run(*as_ode, 10) && run(*as_dae, 10));
  EXPECT_NEAR(static_cast<double>(as_ode->counters().steps), static_cast<double>(as_dae->counters().steps), 3);
  EXPECT_NEAR(as_ode->x()[0], as_dae->x()[0], 1e-6);
}

TEST(Radau, ALinearSystemNeedsOneJacobianAndFewFactorisations) {
  auto system = oscillator();
  auto method = make_radau(same_tolerance(1e-8, 2), {});
  method->restart(system, 0, Vector{1, 0}, Vector{0, -1}, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 62.8));
  const auto& counters = method->counters();
  EXPECT_EQ(counters.jacobians, 1);
  EXPECT_LE(counters.factorizations, 15);
  EXPECT_LE(counters.newton_iterations, 1.1 * static_cast<double>(counters.steps));
  // Seven evaluations and a look at the end of the step; error control costs none.
  EXPECT_LE(counters.rhs, 7 * counters.newton_iterations + counters.steps);
}

/// x' = -rate x + source, y = x^2, where an event changes the source, the rate or x.
struct Switched {
  double         rate = 1, source = 1;
  ImplicitSystem system() {
    return {{true, false},
            [this](double, auto x, auto dx, auto r) { r[0] = dx[0] + rate * x[0] - source, r[1] = x[1] - x[0] * x[0]; },
            [this](double, auto x, auto, auto f_x, auto f_dx) {
              f_x[0] = rate, f_x[1] = -2 * x[0], f_x[2] = 0, f_x[3] = 1;
              f_dx[0] = 1, f_dx[1] = f_dx[2] = f_dx[3] = 0;
            }};
  }
};

TEST(Radau, AnEventThatLeavesTheJacobianAloneCostsNeitherJacobianNorFactorisation) {
  double         source = 0;
  ExplicitSystem tank{2,
                      [&](double, auto x, auto dx) { dx[0] = source - x[0], dx[1] = source + 999 * x[0] - 1000 * x[1]; },
                      [](double, auto, auto f_x) { f_x[0] = -1, f_x[1] = 999, f_x[2] = 0, f_x[3] = -1000; }};
  auto           method = make_radau(same_tolerance(1e-6, 2), {});
  Vector         x{1, 1}, dx{-1, 0};
  method->restart(tank, 0, x, dx, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 0.05));
  long jacobians = 0, factorizations = 0, evaluations = 0;
  for (int k = 1; k <= 100; ++k) {  // the hundred jumps of gallery:disturbed_stiff_pair, and a source that switches
    if (k == 10) {
      jacobians      = method->counters().jacobians;
      factorizations = method->counters().factorizations;
      evaluations    = method->counters().rhs;
    }
    source = k % 2;
    x      = {method->x()[0] + 1, method->x()[0] + 1};
    dx     = tank.slope(0.05 * k, x);
    method->restart(tank, 0.05 * k, x, dx, 1, Resume::keep_step);
    ASSERT_TRUE(run(*method, 0.05 * (k + 1)));
  }
  EXPECT_EQ(method->counters().jacobians, jacobians);
  EXPECT_EQ(method->counters().factorizations, factorizations);
  EXPECT_LE(method->counters().rhs - evaluations, 91 * 5) << "one iteration, a look at the end, an error estimate";
}

TEST(Radau, AnEventThatChangesTheJacobianIsNoticedByTheIteration) {
  Switched model;
  auto     system = model.system();
  auto     method = make_radau(same_tolerance(1e-8, 2), {});
  method->restart(system, 0, Vector{1, 1}, Vector{0, 0}, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 1));
  for (int k = 1; k <= 20; ++k) {
    model.rate     = k % 2 == 1 ? 100 : 1;
    const double x = k % 3 == 0 ? -1 : 2, xe = model.source / model.rate;
    method->restart(system, k, Vector{x, x * x}, Vector{model.source - model.rate * x, 0}, 1, Resume::keep_step);
    ASSERT_TRUE(run(*method, k + 1));
    const double at_end = xe + (x - xe) * std::exp(-model.rate);
    EXPECT_NEAR(method->x()[0], at_end, 2e-8) << k;
    EXPECT_NEAR(method->x()[1], at_end * at_end, 6e-8) << k;
  }
}

TEST(Radau, ModesThatAlternateFindTheirFactorsAgain) {
  // Two linear modes, ten stays in each. Where a Jacobian carried over an event has failed once, the next ones are
  // evaluated at once, and come out as one of two known ones.
  double         rate = 1;
  ExplicitSystem follow{1, [&](double t, auto x, auto dx) { dx[0] = 1 - rate * (x[0] - t); },
                        [&](double, auto, auto f_x) { f_x[0] = -rate; }};
  auto           method = make_radau(same_tolerance(1e-6, 1), {.largest = 0.01, .first = 0.01});
  method->restart(follow, 0, Vector{0}, Vector{1}, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 0.1));
  for (int k = 1; k < 20; ++k) {
    rate = k % 2 == 1 ? 1e4 : 1;
    method->restart(follow, 0.1 * k, Vector{0.1 * k}, Vector{1}, 1, Resume::keep_step);
    ASSERT_TRUE(run(*method, 0.1 * (k + 1)));
    EXPECT_NEAR(method->x()[0], method->t(), 1e-9);
  }
  EXPECT_LE(method->counters().jacobians, 20);
  EXPECT_EQ(method->counters().factorizations, 2);
}

TEST(Radau, TheStepAndTheOrderOfAModeAreTakenUpAgain) {
  auto   smooth = oscillator();
  double large  = 0;
  auto   method = make_radau(same_tolerance(1e-10, 2), {});
  method->restart(smooth, 0, Vector{1, 0}, Vector{0, -1}, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 30));
  large = method->next_step();
  // A short stay in a mode with short steps of low order, then back.
  ExplicitSystem rough{2, [](double t, auto x, auto dx) { dx[0] = 50 * std::abs(std::sin(300 * t)) - x[0], dx[1] = 0; },
                       [](double, auto, auto f_x) { f_x[0] = -1, f_x[1] = f_x[2] = f_x[3] = 0; }};
  method->restart(rough, 30, Vector{1, 0}, rough.slope(30, {1, 0}), 1, Resume::keep_step);
  ASSERT_TRUE(run(*method, 30.2));
  method->restart(smooth, 30.2, Vector{1, 0}, Vector{0, -1}, 1, Resume::keep_step);
  EXPECT_LT(method->next_step(), large / 10);
  method->suggest_step(large);
  const long rejected = method->counters().rejected;
  const auto step     = method->step(60);
  ASSERT_TRUE(step);
  EXPECT_NEAR(step->h, large, 1e-12);
  EXPECT_EQ(step->degree, 7);
  EXPECT_EQ(method->counters().rejected, rejected);
}

TEST(Radau, AJacobianThatIsNotFiniteAtTheBorderDoesNotStopTheStep) {
  // x' = sqrt(|x|) + 1 - x from 0: the derivative of the root is infinite at the start.
  ExplicitSystem border{
      1, [](double, auto x, auto dx) { dx[0] = std::sqrt(std::abs(x[0])) + 1 - x[0]; },
      [](double, auto x, auto f_x) { f_x[0] = std::copysign(0.5 / std::sqrt(std::abs(x[0])), x[0]) - 1; }};
  auto radau = make_radau(same_tolerance(1e-6, 1), {}), tsit5 = make_tsit5(same_tolerance(1e-8, 1), {});
  radau->restart(border, 0, Vector{0}, Vector{1}, 1, Resume::fresh);
  tsit5->restart(border, 0, Vector{0}, Vector{1}, 1, Resume::fresh);
  ASSERT_TRUE(run(*radau, 2) && run(*tsit5, 2));
  EXPECT_NEAR(radau->x()[0], tsit5->x()[0], 2e-6);
}

/// u_t = u_xx on n points, fixed ends, and u' = -u^3 to make it nonlinear.
ExplicitSystem diffusion(std::size_t n, model::Pattern pattern) {
  const double scale = static_cast<double>((n + 1) * (n + 1)) / 100;
  const auto   rhs   = [n, scale](double, std::span<const double> u, std::span<double> du) {
    for (std::size_t i = 0; i < n; ++i) {
      const double left = i > 0 ? u[i - 1] : 0, right = i + 1 < n ? u[i + 1] : 0;
      du[i] = scale * (left - 2 * u[i] + right) - u[i] * u[i] * u[i];
    }
  };
  const auto jacobian = [n, scale, pattern](double, std::span<const double> u, std::span<double> f_u) {
    for (std::size_t j = 0; j < n; ++j)
      for (int k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k) {
        const int gap                    = std::abs(pattern.row[static_cast<std::size_t>(k)] - static_cast<int>(j));
        f_u[static_cast<std::size_t>(k)] = gap == 0 ? -2 * scale - 3 * u[j] * u[j] : gap == 1 ? scale : 0;
      }
  };
  return {pattern, rhs, jacobian};
}

TEST(Radau, SparseAndDenseAlgebraGiveTheSameTrajectory) {
  constexpr int  n = 100;
  model::Pattern thin{.n = n, .column_begin = {0}, .row = {}};
  for (int j = 0; j < n; ++j) {
    for (int i = std::max(0, j - 1); i <= std::min(n - 1, j + 1); ++i) thin.row.push_back(i);
    thin.column_begin.push_back(static_cast<int>(thin.row.size()));
  }
  Vector u(n);
  for (std::size_t i = 0; i < n; ++i) u[i] = std::sin(3.14159 * static_cast<double>(i + 1) / (n + 1)) + (i % 7 == 0);
  Vector ends[2];
  long   steps[2];
  for (int k = 0; k < 2; ++k) {
    auto system = diffusion(n, k == 0 ? thin : full_pattern(n));
    auto method = make_radau(same_tolerance(1e-6, n), {});
    method->restart(system, 0, u, system.slope(0, u), 1, Resume::fresh);
    for (int s = 0; s < 5; ++s) {
      ASSERT_TRUE(method->step(1));
      method->commit();
    }
    method = method->clone();  // also across a clone, which factorises a sparse matrix again
    ASSERT_TRUE(run(*method, 1));
    ends[k].assign(method->x().begin(), method->x().end());
    steps[k] = method->counters().steps;
  }
  EXPECT_EQ(steps[0], steps[1]);
  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(ends[0][i], ends[1][i], 1e-9);
}

/// A diode with an exponential law charges a capacitor from a voltage of 50 Hz: x is the voltage of the capacitor, y that
/// of the diode.
struct DiodeRectifier {
  static double  current(double v) { return 1e-12 * (std::exp(v / 0.026) - 1); }
  static double  conductance(double v) { return 1e-12 * std::exp(v / 0.026) / 0.026; }
  ImplicitSystem system{{true, false},
                        [](double t, auto x, auto dx, auto r) {
                          r[0] = 1e-3 * dx[0] + x[0] / 100 - current(x[1]);
                          r[1] = 10 * std::cos(314.159 * t) - x[1] - 0.1 * current(x[1]) - x[0];
                        },
                        [](double, auto x, auto, auto f_x, auto f_dx) {
                          const double g = conductance(x[1]);
                          f_x[0] = 0.01, f_x[1] = -1, f_x[2] = -g, f_x[3] = -1 - 0.1 * g;
                          f_dx[0] = 1e-3, f_dx[1] = f_dx[2] = f_dx[3] = 0;
                        }};
  /// Consistent at t = 0 with an empty capacitor: 10 = v + 0.1 i(v).
  static double start() {
    double v = 0.9;
    for (int k = 0; k < 100; ++k) v += (10 - v - 0.1 * current(v)) / (1 + 0.1 * conductance(v));
    return v;
  }
  std::unique_ptr<Method> make(double tolerance) {
    auto method = make_radau(same_tolerance(tolerance, 2), {});
    method->restart(system, 0, Vector{0, start()}, Vector{current(start()) / 1e-3, 0}, 1, Resume::fresh);
    return method;
  }
};

TEST(Radau, AComponentThatConvergesSlowlyIsNotHiddenByALargeOneThatConvergesAtOnce) {
  // The voltage of the capacitor is found in one Newton iteration, that of the diode is not. A contraction measured in
  // the norm once left the diode inconsistent, and no step from there was small enough.
  double at_end[4];
  for (int k = 0; k < 4; ++k) {
    DiodeRectifier rectifier;
    auto           method = rectifier.make(std::pow(10.0, -4 - 2 * k));
    ASSERT_TRUE(run(*method, 0.1)) << "tolerance " << std::pow(10.0, -4 - 2 * k);
    at_end[k] = method->x()[0];
  }
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(at_end[k], at_end[3], 10.3 * std::pow(10.0, -4 - 2 * k));
}

TEST(Radau, ADiodeThatBeginsOrEndsToConductWithinAStepIsConsistentAtItsEnd) {
  // Long steps meet the knee of the law anywhere. A first iterate accepted on evidence from before the knee, or with a
  // matrix from beyond it, was wrong by up to 30 tolerances at some of these.
  for (int k = 0; k <= 120; ++k) {
    const double   tolerance = std::pow(10.0, -3 - k / 20.0);
    DiodeRectifier rectifier;
    auto           method = rectifier.make(tolerance);
    ASSERT_TRUE(run(*method, 0.1,
                    [&](const DenseOutput& step) {
                      Vector x(2), dx(2), r(2);
                      step.at(1, x);
                      step.slope(1, dx);
                      rectifier.system.residual(step.t1(), x, dx, r);
                      EXPECT_NEAR(r[1] / (1 + 0.1 * DiodeRectifier::conductance(x[1])), 0,
                                  0.1 * tolerance * (1 + std::abs(x[1])));
                    }))
        << "tolerance " << tolerance;
  }
}

// References: Mazzia & Magherini, Test Set for IVP Solvers, problems VDPOL and OREGO.
TEST(Radau, VanDerPolWithAThousandMatchesTheReferenceAtEveryTolerance) {
  for (int digits = 4; digits <= 12; ++digits) {
    const double tolerance = std::pow(10.0, -digits);
    auto         method    = make_radau(same_tolerance(tolerance, 2), {});
    auto         system    = van_der_pol(1000);
    method->restart(system, 0, Vector{2, 0}, Vector{0, -2}, 1, Resume::fresh);
    ASSERT_TRUE(run(*method, 2000)) << tolerance;
    EXPECT_NEAR(method->x()[0], 1.706167732170469, tolerance + 1e-12);
    EXPECT_NEAR(method->x()[1], -0.8928097010248125e-3, tolerance);
    EXPECT_LT(method->counters().steps, 900);
  }
}

TEST(Radau, RobertsonAsADaeMatchesTheReferenceAtEveryTolerance) {
  for (int digits = 4; digits <= 12; ++digits) {
    const double tolerance = std::pow(10.0, -digits);
    auto         method    = make_radau(same_tolerance(tolerance, 3), {});
    auto         system    = robertson_dae();
    method->restart(system, 0, Vector{1, 0, 0}, Vector{-0.04, 0.04, 0}, 1, Resume::fresh);
    ASSERT_TRUE(run(*method, 40)) << tolerance;
    EXPECT_NEAR(method->x()[0], references[0].y1, tolerance + 1e-12);
    EXPECT_NEAR(method->x()[1], references[0].y2, tolerance);
    EXPECT_NEAR(method->x()[2], references[0].y3, tolerance + 1e-12);
    EXPECT_LT(method->counters().steps, 200);
  }
}

/// From 1e-6 to 1e-10 an error of order k + 1 per step costs 10^(4 / (k + 1)) as many steps.
TEST(Radau, StepsOfANonlinearSystemFollowTheOrderOfThePolynomial) {
  for (const std::size_t stages : {3, 5, 7}) {
    double steps[2];
    for (int k = 0; k < 2; ++k) {
      auto system = van_der_pol(2);
      auto method =
          make_radau(same_tolerance(k == 0 ? 1e-6 : 1e-10, 2), {}, LinearSolverChoice::automatic, {stages, stages});
      method->restart(system, 0, Vector{2, 0}, Vector{0, -2}, 1, Resume::fresh);
      ASSERT_TRUE(run(*method, 30, [&](const DenseOutput& step) { ASSERT_EQ(step.degree, static_cast<int>(stages)); }));
      steps[k] = static_cast<double>(method->counters().steps);
    }
    EXPECT_NEAR(std::log10(steps[1] / steps[0]), 4.0 / static_cast<double>(stages + 1), 0.12) << stages << " stages";
  }
}

TEST(Radau, TightTolerancesAreMetWithFewStepsOfHighOrder) {
  auto system = oscillator();
  auto method = make_radau(same_tolerance(1e-12, 2), {});
  method->restart(system, 0, Vector{1, 0}, Vector{0, -1}, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 62.8));
  EXPECT_NEAR(method->x()[0], std::cos(62.8), 1e-12);
  EXPECT_LT(method->counters().steps, 250) << "three stages alone need 19000";
}

TEST(Radau, AFastTransientAfterAnEventCostsFewRejections) {
  // Quiet for a long time with steps of hundreds, then a jump that dies out within a second.
  ExplicitSystem heater{1, [](double, auto x, auto dx) { dx[0] = 1 - x[0]; },
                        [](double, auto, auto f_x) { f_x[0] = -1; }};
  auto           method = make_radau(same_tolerance(1e-6, 1), {});
  method->restart(heater, 0, Vector{0}, Vector{1}, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 1e4));
  ASSERT_GT(method->next_step(), 100);
  const long rejected = method->counters().rejected;
  method->restart(heater, 1e4, Vector{5}, Vector{-4}, 1, Resume::keep_step);
  ASSERT_TRUE(run(*method, 1e4 + 1));
  EXPECT_NEAR(method->x()[0], 1 + 4 * std::exp(-1.0), 2e-6);
  EXPECT_LE(method->counters().rejected - rejected, 3);
}

TEST(Radau, OregonatorMatchesTheReference) {
  ExplicitSystem oregonator{3,
                            [](double, auto x, auto dx) {
                              dx[0] = 77.27 * (x[1] + x[0] * (1 - 8.375e-6 * x[0] - x[1]));
                              dx[1] = (x[2] - (1 + x[0]) * x[1]) / 77.27;
                              dx[2] = 0.161 * (x[0] - x[2]);
                            },
                            [](double, auto x, auto f_x) {
                              f_x[0] = 77.27 * (1 - 2 * 8.375e-6 * x[0] - x[1]), f_x[1] = -x[1] / 77.27, f_x[2] = 0.161;
                              f_x[3] = 77.27 * (1 - x[0]), f_x[4] = -(1 + x[0]) / 77.27, f_x[5] = 0;
                              f_x[6] = 0, f_x[7] = 1 / 77.27, f_x[8] = -0.161;
                            }};
  auto           method = make_radau(same_tolerance(1e-6, 3), {});
  const Vector   x{1, 2, 3}, reference{1.000814870318523, 1228.178521549917, 132.0554942846706};
  method->restart(oregonator, 0, x, oregonator.slope(0, x), 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 360));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(method->x()[i], reference[i], 1e-6 * (1 + reference[i]));
}

TEST(Radau, ADaeWhoseMatrixIsSingularIsReportedAndNotLoopedOn) {
  ImplicitSystem singular{{true, false},  // y occurs nowhere
                          [](double, auto x, auto dx, auto r) { r[0] = dx[0] + x[0], r[1] = 0; },
                          [](double, auto, auto, auto f_x, auto f_dx) {
                            std::fill(f_x.begin(), f_x.end(), 0.0), std::fill(f_dx.begin(), f_dx.end(), 0.0);
                            f_x[0] = f_dx[0] = 1;
                          }};
  auto           method = make_radau(same_tolerance(1e-6, 2), {});
  method->restart(singular, 0, Vector{1, 0}, Vector{-1, 0}, 1, Resume::fresh);
  const auto step = method->step(1);
  ASSERT_FALSE(step);
  EXPECT_EQ(step.error().cause, StepFailureCause::newton_failed);
}

// ---------------------------------------------------------------------------------------------- linear solvers

TEST(Radau, GivesTheSameTrajectoryWithEachLinearSolver) {
  constexpr int n = 60;
  const Vector  x(n, 0.5);
  Vector        reference;
  for (const auto choice :
       {LinearSolverChoice::dense, LinearSolverChoice::banded, LinearSolverChoice::sparse, LinearSolverChoice::gmres}) {
    SCOPED_TRACE(to_text(choice));
    auto system = reaction_diffusion(n);
    auto method = make_radau(same_tolerance(1e-7, n), {}, choice);
    EXPECT_EQ(method->linear_solver(), "");
    method->restart(system, 0, x, system.slope(0, x), 1, Resume::fresh);
    ASSERT_TRUE(run(*method, 0.3));
    EXPECT_EQ(method->linear_solver(), choice == LinearSolverChoice::banded ? "banded (1, 1)" : to_text(choice));
    if (reference.empty()) reference.assign(method->x().begin(), method->x().end());
    // Not the same bits: step lengths follow from Newton's contraction, which rounding decides near convergence.
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(method->x()[i], reference[i], 1e-7);
  }
}

TEST(Radau, ACopyInMidRunGoesOnAlikeWithEachLinearSolver) {
  constexpr int n = 60;
  for (const auto choice :
       {LinearSolverChoice::dense, LinearSolverChoice::banded, LinearSolverChoice::sparse, LinearSolverChoice::gmres}) {
    SCOPED_TRACE(to_text(choice));
    auto         system = reaction_diffusion(n), other = system;
    const Vector x(n, 0.5);
    auto         method = make_radau(same_tolerance(1e-6, n), {}, choice);
    method->restart(system, 0, x, system.slope(0, x), 1, Resume::fresh);
    for (int k = 0; k < 10; ++k) {
      ASSERT_TRUE(method->step(0.3));
      method->commit();
    }
    auto copy = method->clone();
    copy->rebind(other);
    ASSERT_TRUE(run(*method, 0.3));
    ASSERT_TRUE(run(*copy, 0.3));
    EXPECT_TRUE(std::equal(method->x().begin(), method->x().end(), copy->x().begin()));
  }
}

}  // namespace
}  // namespace saltus::integrate
