// S-04: a pair of crossings that comes together and vanishes, rung by rung.
//
//   g = sin(pi t) - A t,  A = A* - 10^-k: around t* = 2.459024032956761 it is close to a parabola of height
//   t* 10^-k and curvature pi^2 sin(pi t*) = pi^2 A* t*, so its roots are t* -+ sqrt(2 * 10^-k / (pi^2 A*)).
//
// A pair that is deeper than the error of the solution is found; one that is not, or that is missed, is never missed
// silently: there is a graze.

#include <saltus/saltus.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace saltus {
namespace {

constexpr double touching_slope = 0.403300554264834, touching_time = 2.459024032956761;

struct TimeForm {  // y' = 0: nothing but the certificate keeps a step from jumping over the pair
  double A;
  template <class Real>
  struct State {
    Real y;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>&) const {
    return {0};
  }
  template <class Real>
  void events(Events<Real>& on, Real t, State<Real>&) const {
    on.watch(sin(std::numbers::pi * t) - A * t > 0);
  }
};

struct StateForm {
  double A;
  template <class Real>
  struct State {
    Real y1, y2;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {std::numbers::pi * s.y2, -std::numbers::pi * s.y1};
  }
  template <class Real>
  void events(Events<Real>& on, Real t, State<Real>& s) const {
    on.watch(s.y1 - A * t > 0);
  }
};

enum class Form { time, states };

saltus::Run solve(Form form, double A, double tolerance, MethodChoice method) {
  const Options options{.t_end = 3, .rtol = tolerance, .atol = tolerance, .method = method};
  return form == Form::time ? simulate(TimeForm{A}, {.y = 0}, options)
                            : simulate(StateForm{A}, {.y1 = 0, .y2 = 1}, options);
}

/// The events near the touching point; the sine comes down through the line at 0.88 before that.
std::vector<double> near_touching(const saltus::Run& run) {
  std::vector<double> times;
  for (const Event& e : run.events())
    if (std::abs(e.t - touching_time) < 0.1) times.push_back(e.t);
  return times;
}

std::string said(const saltus::Run& run) {
  std::string text = run.outcome().message() + "\n";
  for (const Event& e : run.events()) text += to_text(e) + "\n";
  for (const Graze& g : run.grazes()) text += to_text(g) + "\n";
  return text;
}

class Ladder : public ::testing::TestWithParam<std::tuple<Form, MethodChoice>> {
 protected:
  Form         form   = std::get<0>(GetParam());
  MethodChoice method = std::get<1>(GetParam());
};

constexpr double tolerances[] = {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12};

TEST_P(Ladder, PairsDownToTenToTheMinusEightAreFoundAtTightTolerances) {
  for (int k = 2; k <= 8; ++k)
    for (const double tolerance : {1e-10, 1e-11, 1e-12}) {
      SCOPED_TRACE(fmt::format("k = {}, tolerance {}", k, tolerance));
      const double offset = std::pow(10.0, -k);
      const auto   run    = solve(form, touching_slope - offset, tolerance, method);
      const auto   pair   = near_touching(run);
      ASSERT_EQ(pair.size(), 2u) << said(run);
      const double half_gap = std::sqrt(2 * offset / (std::numbers::pi * std::numbers::pi * touching_slope));
      // The next term of the expansion moves both roots by about half_gap^2. The error e of y1 moves a root by
      // e / |g'|, |g'| = pi^2 A* t* half_gap: 1e-9 / (9.8 * 7e-5) = 1.5e-6 at the lowest rung; 50 tolerances allowed.
      const double allowed =
          half_gap * half_gap + (form == Form::states ? 50 * tolerance / (9.8 * half_gap) : 0) + 1e-14 / half_gap;
      EXPECT_NEAR(pair[0], touching_time - half_gap, allowed);
      EXPECT_NEAR(pair[1], touching_time + half_gap, allowed);
    }
}

TEST_P(Ladder, WhatIsNotFoundIsNeverSilent) {
  for (int k = 2; k <= 12; ++k)
    for (const double tolerance : tolerances) {
      const auto run  = solve(form, touching_slope - std::pow(10.0, -k), tolerance, method);
      const auto pair = near_touching(run);
      ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
      EXPECT_TRUE(pair.size() == 2 || pair.empty()) << "k = " << k << ", tolerance " << tolerance << ": an odd number\n"
                                                    << said(run);
      if (pair.size() == 2) continue;
      EXPECT_FALSE(run.grazes().empty()) << "k = " << k << ", tolerance " << tolerance << ": missed in silence\n"
                                         << said(run);
    }
}

// No error of a solution: only rounding, some 1e-15, limits the time form.
TEST(TimeForm, FindsEveryRungAtEveryTolerance) {
  for (const MethodChoice method : {MethodChoice::tsit5, MethodChoice::dop853, MethodChoice::radau})
    for (int k = 2; k <= 12; ++k)
      for (const double tolerance : tolerances) {
        const auto run = solve(Form::time, touching_slope - std::pow(10.0, -k), tolerance, method);
        EXPECT_EQ(near_touching(run).size(), 2u) << "k = " << k << ", tolerance " << tolerance << "\n" << said(run);
      }
}

TEST_P(Ladder, AboveTheTangentThereIsNoPair) {
  for (int k = 2; k <= (form == Form::time ? 12 : 8); ++k) {
    const auto run = solve(form, touching_slope + std::pow(10.0, -k), 1e-10, method);
    EXPECT_TRUE(near_touching(run).empty()) << "k = " << k << "\n" << said(run);
    EXPECT_EQ(run.events().size(), 1u) << said(run);
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, Ladder,
                         ::testing::Combine(::testing::Values(Form::time, Form::states),
                                            ::testing::Values(MethodChoice::tsit5, MethodChoice::dop853,
                                                              MethodChoice::radau)),
                         [](const auto& it) {
                           return std::string(std::get<0>(it.param) == Form::time ? "time" : "states") + "_" +
                                  std::string(to_text(std::get<1>(it.param)));
                         });

}  // namespace
}  // namespace saltus
