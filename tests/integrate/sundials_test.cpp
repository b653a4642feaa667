// What is particular to the multistep methods of SUNDIALS; methods_test.cpp has what they share with all others.

#include "systems.hpp"

#include <saltus/integrate/linear_solver.hpp>
#include <saltus/integrate/sundials_solver.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace saltus::integrate {
namespace {

using namespace testing;
using sundials::Advanced;
using sundials::Formula;

/// Diffusion along a chain of n cells between 1 and 0, as x' = f or as F = 0 with the flux into each cell as an algebraic
/// variable. Sparse, stiff for large n.
model::Pattern chain_pattern(std::size_t n, bool skewed) {
  model::Pattern pattern{.n = n, .column_begin = {0}, .row = {}};
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = j > 0 ? j - 1 : 0; i <= std::min(j + 1, n - 1); ++i)
      pattern.row.push_back(static_cast<int>(i));
    if (skewed && j + 3 < n) pattern.row.push_back(static_cast<int>(j + 3));
    pattern.column_begin.push_back(static_cast<int>(pattern.row.size()));
  }
  return pattern;
}
/// `skew` adds a coupling to the third neighbour, which enlarges the pattern.
ExplicitSystem chain(std::size_t n, double rate, double skew = 0) {
  return {chain_pattern(n, skew != 0),
          [=](double, auto x, auto dx) {
            for (std::size_t i = 0; i < n; ++i) {
              dx[i] = rate * ((i > 0 ? x[i - 1] : 1.0) - 2 * x[i] + (i + 1 < n ? x[i + 1] : 0.0));
              if (skew != 0 && i >= 3) dx[i] += skew * x[i - 3];
            }
          },
          [=](double, auto, auto f_x) {
            std::size_t k = 0;
            for (std::size_t j = 0; j < n; ++j) {
              for (std::size_t i = j > 0 ? j - 1 : 0; i <= std::min(j + 1, n - 1); ++i)
                f_x[k++] = rate * (i == j ? -2 : 1);
              if (skew != 0 && j + 3 < n) f_x[k++] = skew;
            }
          }};
}

/// x_i' = y_i, 0 = y_i - rate (x_(i-1) - 2 x_i + x_(i+1)); variables x_0 y_0 x_1 y_1 ...
class ImplicitChain final : public model::Equations {
 public:
  ImplicitChain(std::size_t cells, double rate) : cells_(cells), rate_(rate) {
    pattern_.n = 2 * cells;
    pattern_.column_begin.push_back(0);
    const auto row = [&](std::size_t i) { pattern_.row.push_back(static_cast<int>(i)); };
    for (std::size_t j = 0; j < cells; ++j) {
      if (j > 0) row(2 * j - 1);
      row(2 * j), row(2 * j + 1);
      if (j + 1 < cells) row(2 * j + 3);
      pattern_.column_begin.push_back(static_cast<int>(pattern_.row.size()));
      row(2 * j), row(2 * j + 1);
      pattern_.column_begin.push_back(static_cast<int>(pattern_.row.size()));
    }
  }
  std::size_t           size() const override { return 2 * cells_; }
  model::Form           form() const override { return model::Form::implicit_dae; }
  const model::Pattern& pattern() const override { return pattern_; }
  bool                  differential(std::size_t i) const override { return i % 2 == 0; }
  void rhs(double, std::span<const double>, std::span<double>) override { throw std::logic_error("no rhs"); }
  void residual(double, std::span<const double> x, std::span<const double> dx, std::span<double> r) override {
    for (std::size_t i = 0; i < cells_; ++i) {
      r[2 * i]     = dx[2 * i] - x[2 * i + 1];
      r[2 * i + 1] = x[2 * i + 1] - flow(x, i);
    }
  }
  void jacobian(double, std::span<const double>, std::span<const double>, std::span<double> f_x,
                std::span<double> f_dx) override {
    std::size_t k   = 0;
    const auto  set = [&](double x, double dx) { f_x[k] = x, f_dx[k++] = dx; };
    for (std::size_t j = 0; j < cells_; ++j) {
      if (j > 0) set(-rate_, 0);
      set(0, 1), set(2 * rate_, 0);
      if (j + 1 < cells_) set(-rate_, 0);
      set(-1, 0), set(1, 0);
    }
  }
  double flow(std::span<const double> x, std::size_t i) const {
    return rate_ * ((i > 0 ? x[2 * i - 2] : 1.0) - 2 * x[2 * i] + (i + 1 < cells_ ? x[2 * i + 2] : 0.0));
  }

 private:
  std::size_t    cells_;
  double         rate_;
  model::Pattern pattern_;
};

class Multistep : public ::testing::TestWithParam<std::string> {
 protected:
  static auto make(double tolerance, std::size_t n, StepLimits limits = {}) {
    return make_method(GetParam(), same_tolerance(tolerance, n), limits);
  }
};

// ---- the polynomial -------------------------------------------------------------------------------------------------

/// Steps with the solver itself and compares the polynomial with its own interpolation inside the step.
template <class Make>
void expect_the_interpolant(model::Equations& system, Vector x, const Vector& dx, double t_end, Make&& make) {
  const std::size_t n = x.size();
  sundials::Problem problem;
  problem.equations  = &system;
  problem.tolerances = same_tolerance(1e-6, n);
  const auto solver  = make(problem);
  solver->begin(0, x, dx, 1e-4);
  Vector c(8 * n), there(n);
  int    steps = 0, highest = 0;
  for (double t = 0; t != t_end; ++steps) {
    ASSERT_EQ(solver->advance(t_end, 1e-14), Advanced::done);
    const double      h = solver->t() - t;
    const int         q = sundials::polynomial(*solver, t, h, x, c);
    const DenseOutput step{.t0 = t, .h = h, .degree = q, .n = n, .c = c};
    for (const double theta : {0.0, 0.2, 0.5, 0.77, 1.0}) {
      solver->derivative(t + theta * h, 0, there);  // a few roundings of the largest term, which is x
      for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(step.at(i, theta), there[i], 1e-14 * (1 + std::abs(there[i])));
      solver->derivative(t + theta * h, 1, there);
      for (std::size_t i = 0; i < n; ++i)
        EXPECT_NEAR(step.slope(i, theta), there[i], 1e-13 * (1 + std::abs(there[i])) / std::min(1.0, h));
    }
    highest = std::max(highest, q);
    x.assign(solver->x().begin(), solver->x().end());
    t = solver->t();
  }
  EXPECT_GT(steps, 50);
  EXPECT_GE(highest, 4);
}

TEST(SundialsPolynomial, IsThatOfAdamsInsideTheStepAndContinuous) {
  auto system = van_der_pol(2);
  expect_the_interpolant(system, {2, 0}, {0, -2}, 5, [](auto& p) { return make_cvode(p, Formula::adams); });
}
TEST(SundialsPolynomial, IsThatOfBdfInsideTheStepAndContinuous) {
  auto system = van_der_pol(2);
  expect_the_interpolant(system, {2, 0}, {0, -2}, 5, [](auto& p) { return make_cvode(p, Formula::bdf); });
}
TEST(SundialsPolynomial, IsThatOfIdaInsideTheStepAndContinuous) {
  auto system = index_1_dae();
  expect_the_interpolant(system, {1, 1}, {0, 0}, 5, [](auto& p) { return sundials::make_ida(p); });
}

TEST(Bdf, OrderGoesUpToFiveAndThatOfAdamsUpToSeven) {
  for (const auto& [name, limit] : {std::pair("bdf", 5), std::pair("adams", 7)}) {
    auto system = oscillator();
    auto method = make_method(name, same_tolerance(1e-11, 2));
    method->restart(system, 0, Vector{1, 0}, Vector{0, -1}, 1, Resume::fresh);
    int highest = 0;
    ASSERT_TRUE(run(*method, 10, [&](const DenseOutput& step) { highest = std::max(highest, step.degree); }));
    EXPECT_EQ(highest, limit) << name;
  }
}

// ---- the committed point --------------------------------------------------------------------------------------------

TEST_P(Multistep, StepWithoutCommitBeginsAnewAtTheCommittedPoint) {
  auto system = van_der_pol(1);
  auto method = make(1e-7, 2);
  method->restart(system, 0, Vector{2, 0}, Vector{0, -2}, 1, Resume::fresh);
  for (int k = 0; k < 50; ++k) {
    ASSERT_TRUE(method->step(10));
    method->commit();
  }
  const double t = method->t();
  const Vector x(method->x().begin(), method->x().end());
  const auto   first = method->step(10);
  ASSERT_TRUE(first);
  const double there = first->at(0, 0.5), middle = t + first->h / 2;
  EXPECT_EQ(method->t(), t);
  const auto again = method->step(middle);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->t0, t);
  EXPECT_EQ(again->degree, 1);
  EXPECT_EQ(again->at(0, 0), x[0]);
  method->commit();
  ASSERT_TRUE(run(*method, middle));
  EXPECT_NEAR(method->x()[0], there, 1e-7);
}

TEST_P(Multistep, CloneGoesOnFromTheSamePointWithinTheToleranceAndDoesNotDisturbTheOriginal) {
  auto   system = van_der_pol(1);
  Vector ends[2];
  for (const bool cloned : {false, true}) {
    auto method = make(1e-7, 2);
    method->restart(system, 0, Vector{2, 0}, Vector{0, -2}, 1, Resume::fresh);
    for (int k = 0; k < 50; ++k) {
      ASSERT_TRUE(method->step(5));
      method->commit();
    }
    ASSERT_TRUE(method->step(5));
    std::unique_ptr<Method> clone;
    if (cloned) {
      clone = method->clone();
      clone->commit();  // it carries the pending step
      ASSERT_TRUE(run(*clone, 5));
    }
    method->commit();
    ASSERT_TRUE(run(*method, 5));
    ends[cloned].assign(method->x().begin(), method->x().end());
    if (cloned) {
      EXPECT_NEAR(clone->x()[0], ends[1][0], 1e-6);
      EXPECT_GT(clone->counters().steps, method->counters().steps) << "the clone starts again at order 1";
    }
  }
  EXPECT_EQ(ends[0], ends[1]);
}

TEST_P(Multistep, ThereAndBackAgain) {
  auto   system = oscillator();
  auto   method = make(1e-8, 2);
  Vector x{1, 0}, dx{0, -1};
  method->restart(system, 0, x, dx, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 10));
  x.assign(method->x().begin(), method->x().end());
  dx.assign(method->dx().begin(), method->dx().end());
  method->restart(system, 10, x, dx, -1, Resume::keep_step);
  ASSERT_TRUE(run(*method, 0));
  EXPECT_NEAR(method->x()[0], 1, 1e-7);
  EXPECT_NEAR(method->x()[1], 0, 1e-7);
}

TEST_P(Multistep, AWayThatTakesMoreThanOneStepAndLessThanTwoIsHalved) {
  auto system = oscillator();
  auto method = make(1e-6, 2);
  method->restart(system, 0, Vector{1, 0}, Vector{0, -1}, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 5));
  const double limit = 5 + 1.02 * method->next_step();
  const auto   first = method->step(limit);
  ASSERT_TRUE(first);
  EXPECT_NEAR(first->h, 0.5 * (limit - 5), 1e-12) << "no sliver is left";
}

TEST_P(Multistep, LimitsOnTheStepAreKept) {
  auto system = oscillator();
  auto method = make(1e-3, 2, {.largest = 0.01, .first = 1e-3});
  method->restart(system, 0, Vector{1, 0}, Vector{0, -1}, 1, Resume::fresh);
  double first = 0, largest = 0;
  ASSERT_TRUE(run(*method, 1, [&](const DenseOutput& step) {
    if (first == 0) first = step.h;
    largest = std::max(largest, step.h);
  }));
  EXPECT_DOUBLE_EQ(first, 1e-3);
  EXPECT_LE(largest, 0.01 * (1 + 1e-12));
  EXPECT_GE(largest, 0.0099);
}

// ---- cost of a restart ----------------------------------------------------------------------------------------------

TEST_P(Multistep, ARestartCostsAtMostFiftyEvaluations) {
  auto       system = oscillator();
  const auto cost   = [&](double apart) {
    auto   method = make(1e-6, 2);
    Vector x{1, 0}, dx{0, -1};
    method->restart(system, 0, x, dx, 1, Resume::fresh);
    double event = apart;
    while (method->t() < 40) {
      const auto step = method->step(40);
      EXPECT_TRUE(step);
      if (event > step->t1()) {
        method->commit();
        continue;
      }
      step->at((event - step->t0) / step->h, x);
      dx = system.slope(event, x);
      method->restart(system, event, x, dx, 1, Resume::keep_step);
      event += apart;
    }
    EXPECT_NEAR(method->x()[0], std::cos(40.0), 2e-5);
    return method->counters();
  };
  const auto without = cost(1000), with = cost(2.1);
  ASSERT_EQ(with.restarts, 20);
  EXPECT_LE(with.rhs - without.rhs, 19 * 50);
}

TEST(Bdf, AlgebraicVariablesDoNotShortenTheFirstStep) {
  // y' is about -1 and handed over as 0, which the share of a tolerance of 1e-6 bears for 1e-8. With y' from the
  // differentiated equations the error is O(h^2).
  auto         system = index_1_dae();
  auto         method = make_bdf(same_tolerance(1e-6, 2), {});
  const Vector x      = index_1_dae_at(1);
  method->restart(system, 1, x, Vector{x[1] - x[0], 0}, 1, Resume::fresh);
  const auto step = method->step(10);
  ASSERT_TRUE(step);
  EXPECT_GT(step->h, 1e-5);
  EXPECT_EQ(method->counters().rejected, 0);
}

// ---- Newton matrices ------------------------------------------------------------------------------------------------

TEST(Bdf, SparseEquationsGiveTheSolutionOfRadau) {
  constexpr std::size_t n      = 200;
  auto                  system = chain(n, 4000);
  const Vector          x(n, 0.0);
  auto                  method = make_bdf(same_tolerance(1e-7, n), {}), other = make_radau(same_tolerance(1e-9, n), {});
  for (auto* m : {method.get(), other.get()}) {
    m->restart(system, 0, x, system.slope(0, x), 1, Resume::fresh);
    ASSERT_TRUE(run(*m, 1));
  }
  EXPECT_EQ(method->linear_solver(), "sparse");
  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(method->x()[i], other->x()[i], 1e-6);
  EXPECT_LT(method->counters().jacobians, method->counters().steps / 5);
}

TEST(Bdf, SparseImplicitEquationsGiveTheSolutionOfTheExplicitOnes) {
  constexpr std::size_t cells = 60;
  ImplicitChain         system(cells, 500);
  auto                  plain = chain(cells, 500);
  Vector                x(2 * cells, 0.0), dx(2 * cells, 0.0), z(cells, 0.0);
  dx[0] = x[1] = 500;
  auto method = make_bdf(same_tolerance(1e-7, 2 * cells), {}), other = make_bdf(same_tolerance(1e-7, cells), {});
  method->restart(system, 0, x, dx, 1, Resume::fresh);
  other->restart(plain, 0, z, plain.slope(0, z), 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 1) && run(*other, 1));
  EXPECT_EQ(method->linear_solver(), "sparse");
  for (std::size_t i = 0; i < cells; ++i) EXPECT_NEAR(method->x()[2 * i], other->x()[i], 1e-6);
}

TEST(Bdf, LinearSolversAreThoseOfSundialsAndGiveTheSameSolution) {
  constexpr std::size_t n      = 20;
  auto                  system = chain(n, 100);
  const Vector          x(n, 0.0);
  Vector                ends[2];
  for (const auto choice : {LinearSolverChoice::dense, LinearSolverChoice::sparse}) {
    auto method = make_bdf(same_tolerance(1e-7, n), {}, choice);
    method->restart(system, 0, x, system.slope(0, x), 1, Resume::fresh);
    ASSERT_TRUE(run(*method, 1));
    EXPECT_EQ(method->linear_solver(), to_text(choice));
    ends[choice == LinearSolverChoice::sparse].assign(method->x().begin(), method->x().end());
  }
  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(ends[0][i], ends[1][i], 1e-7);
  for (const auto choice : {LinearSolverChoice::banded, LinearSolverChoice::gmres})
    EXPECT_THROW(make_bdf(same_tolerance(1e-7, n), {}, choice), InputError);
}

TEST(Bdf, EquationsOfSeveralPatternsTakeTurns) {
  constexpr std::size_t n      = 60;
  auto                  narrow = chain(n, 100), wide = chain(n, 100, 5);
  ASSERT_NE(narrow.pattern(), wide.pattern());
  Vector ends[2];
  for (auto& end : ends) {
    const bool by_bdf = &end == &ends[0];
    auto       method = by_bdf ? make_bdf(same_tolerance(1e-8, n), {}) : make_radau(same_tolerance(1e-9, n), {});
    Vector     x(n, 0.0);
    for (int k = 0; k < 6; ++k) {
      auto& system = k % 2 == 0 ? narrow : wide;
      method->restart(system, k, x, system.slope(k, x), 1, Resume::fresh);
      ASSERT_TRUE(run(*method, k + 1));
      x.assign(method->x().begin(), method->x().end());
    }
    end = x;
  }
  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(ends[0][i], ends[1][i], 1e-6 * (1 + std::abs(ends[1][i])));
}

TEST_P(Multistep, OneBadComponentIsNotAveragedAway) {
  // 400 components, of which one moves. The root mean square would forgive it 20 times as much.
  constexpr std::size_t n = 400;
  model::Pattern        pattern{.n = n, .column_begin = {0}, .row = {}};
  for (std::size_t j = 0; j < n; ++j) {
    pattern.row.push_back(static_cast<int>(j));
    pattern.column_begin.push_back(static_cast<int>(j) + 1);
  }
  ExplicitSystem lonely{pattern,
                        [](double t, auto, auto dx) {
                          std::fill(dx.begin(), dx.end(), 0.0);
                          dx[7] = std::cos(t);
                        },
                        [](double, auto, auto f_x) { std::fill(f_x.begin(), f_x.end(), 0.0); }};
  ExplicitSystem alone{1, [](double t, auto, auto dx) { dx[0] = std::cos(t); },
                       [](double, auto, auto f_x) { f_x[0] = 0; }};
  auto           crowd = make(1e-6, n), single = make(1e-6, 1);
  Vector         x(n, 0.0), dx(n, 0.0);
  dx[7] = 1;
  crowd->restart(lonely, 0, x, dx, 1, Resume::fresh);
  single->restart(alone, 0, Vector{0}, Vector{1}, 1, Resume::fresh);
  ASSERT_TRUE(run(*crowd, 10) && run(*single, 10));
  EXPECT_EQ(crowd->x()[7], single->x()[0]);
  EXPECT_EQ(crowd->counters().steps, single->counters().steps);
}

// ---- failures -------------------------------------------------------------------------------------------------------

TEST_P(Multistep, AnExceptionOfTheModelArrivesAndTheMethodCanBeUsedAgain) {
  ExplicitSystem moody{1,
                       [](double t, auto x, auto dx) {
                         if (t > 0.5) throw std::domain_error("no further");
                         dx[0] = -x[0];
                       },
                       [](double, auto, auto f_x) { f_x[0] = -1; }};
  auto           method = make(1e-6, 1);
  method->restart(moody, 0, Vector{1}, Vector{-1}, 1, Resume::fresh);
  EXPECT_THROW(run(*method, 1), std::domain_error);
  method->restart(moody, 0, Vector{1}, Vector{-1}, 1, Resume::fresh);
  ASSERT_TRUE(run(*method, 0.4));
  EXPECT_NEAR(method->x()[0], std::exp(-0.4), 1e-6);
}

TEST_P(Multistep, FailuresPrintNothing) {
  ExplicitSystem blow_up{1, [](double, auto x, auto dx) { dx[0] = x[0] * x[0]; },
                         [](double, auto x, auto f_x) { f_x[0] = 2 * x[0]; }};
  auto           method = make(1e-6, 1);
  method->restart(blow_up, 0, Vector{1}, Vector{1}, 1, Resume::fresh);
  ::testing::internal::CaptureStderr();
  ::testing::internal::CaptureStdout();
  EXPECT_FALSE(run(*method, 2));
  EXPECT_EQ(::testing::internal::GetCapturedStderr() + ::testing::internal::GetCapturedStdout(), "");
}

TEST_P(Multistep, WithoutAnAbsoluteToleranceASmallValueIsFineAndZeroIsPassedOrNamed) {
  auto       system = oscillator();
  const auto method = make_method(GetParam(), {1e-6, Vector{1e-6, 0}});
  method->restart(system, 0, Vector{1, 1e-9}, Vector{1e-9, -1}, 1, Resume::fresh);
  EXPECT_TRUE(run(*method, 1));
  method->restart(system, 0, Vector{1, 0}, Vector{0, -1}, 1, Resume::fresh);
  const auto step = method->step(1);
  if (!step) {  // bdf; adams gets away from zero in a step so short that it corrects nothing
    EXPECT_EQ(step.error().component, 1u);
    return;
  }
  method->commit();
  ASSERT_TRUE(run(*method, 1));
  EXPECT_NEAR(method->x()[1], -std::sin(1.0), 1e-6);
}

TEST_P(Multistep, ALimitTheNextNumberAwayIsReached) {
  auto         system = oscillator();
  auto         method = make(1e-6, 2);
  const double t0     = 3.7;
  method->restart(system, t0, Vector{1, 0}, Vector{0, -1}, 1, Resume::fresh);
  for (const double limit : {std::nextafter(t0, 9.0), t0 + 1e-14, 4.0, std::nextafter(4.0, 9.0), 5.0}) {
    ASSERT_TRUE(run(*method, limit));
    EXPECT_EQ(method->t(), limit);
  }
  EXPECT_NEAR(method->x()[0], std::cos(5 - t0), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Both, Multistep, ::testing::Values("bdf", "adams"), [](const auto& made) { return made.param; });

}  // namespace
}  // namespace saltus::integrate
