// Modes whose equations are not finite beyond their border: no step gets there, and the run goes on all the same.

#include "models.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace saltus {
namespace {

class Border : public ::testing::TestWithParam<MethodChoice> {};

struct Plunge {  // x' = -1 - sqrt(x) while x > 0, -1 from there: it gets there at t = 2 (1 - ln 2)
  template <class Real>
  struct State {
    Real x;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    if (s.x > 0.0) return {-1.0 - sqrt(s.x)};
    return {Real(-1.0)};
  }
};

TEST_P(Border, IsCrossedWhereOnlyTheOtherSideHasEquations) {
  const auto run = simulate(Plunge{}, {.x = 1}, {.t_end = 2, .rtol = 1e-9, .atol = 1e-9, .method = GetParam()});
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  ASSERT_EQ(run.events().size(), 1u);
  const double arrival = 2 * (1 - std::numbers::ln2);
  EXPECT_NEAR(run.events()[0].t, arrival, 1e-8);
  EXPECT_NEAR(run.final("x"), arrival - 2, 1e-8);
  EXPECT_TRUE(run.grazes().empty());
}

struct Torricelli {  // h' = -sqrt(h), h = (1 - t/2)^2, dry at t = 2; rain from t = 3
  template <class Real>
  struct State {
    Real h;
  };
  template <class Real>
  State<Real> operator()(Real t, const State<Real>& s) const {
    const Real rain = t > 3.0 ? 1.0 : 0.0;
    return {rain - sqrt(max(s.h, Real(0.0)))};
  }
};

TEST_P(Border, ATankThatRunsDryStaysDryUntilItRains) {
  const auto run = simulate(Torricelli{}, {.h = 1}, {.t_end = 5, .rtol = 1e-8, .atol = 1e-8, .method = GetParam()});
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_NEAR(run.trajectory().value("h", 3, Side::left), 0, 1e-12);
  // h' = 1 - sqrt(h): with s = sqrt(h), -2 (s + ln(1 - s)) = t.
  double low = 0, high = 1;
  while (high - low > 1e-14) {
    const double s                                = 0.5 * (low + high);
    (-2 * (s + std::log(1 - s)) < 2 ? low : high) = s;
  }
  EXPECT_NEAR(run.final("h"), low * low, 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Methods, Border,
                         ::testing::Values(MethodChoice::tsit5, MethodChoice::dop853, MethodChoice::radau,
                                           MethodChoice::automatic));

struct Guarded {  // the relation has nothing to do with the root
  template <class Real>
  struct State {
    Real x, y;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    const Real more = s.y > 0.5 ? 1.0 : 2.0;
    return {-1.0 - sqrt(s.x), more};
  }
};

TEST(NoBorder, AnEndOfTheEquationsWithoutARelationIsAnEnd) {
  const auto run = simulate(Guarded{}, {.x = 1, .y = 0}, {.t_end = 2});
  EXPECT_EQ(run.outcome().reason, Outcome::Reason::not_finite);
  EXPECT_NEAR(run.outcome().t, 2 * (1 - std::numbers::ln2), 1e-5);
}

}  // namespace
}  // namespace saltus
