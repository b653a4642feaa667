#include <saltus/events/consistent.hpp>
#include <saltus/front/trace/traced_model.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace saltus::events {
namespace {

/// Nothing known about any surface.
std::vector<model::Sign>& fresh() {
  static std::vector<model::Sign> signs;
  signs.clear();
  return signs;
}

using Cause = NotConsistent::Cause;

struct RootDae {  // x' = y, y^2 = x
  template <class Real>
  struct Vars {
    Real x, y;
  };
  template <class Real>
  void operator()(Real, const Vars<Real>& v, const Vars<Real>& d, Vars<Real>& r) const {
    r.x = d.x - v.y;
    r.y = v.y * v.y - v.x;
  }
};
struct Twice {  // the second equation says what the first says
  template <class Real>
  struct Vars {
    Real x, y, z;
  };
  template <class Real>
  void operator()(Real, const Vars<Real>& v, const Vars<Real>& d, Vars<Real>& r) const {
    r.x = d.x + v.x;
    r.y = v.y + v.z - v.x;
    r.z = 2 * v.y + 2 * v.z - 2 * v.x;
  }
};
struct Impossible {  // y^2 = -1
  template <class Real>
  struct Vars {
    Real x, y;
  };
  template <class Real>
  void operator()(Real, const Vars<Real>& v, const Vars<Real>& d, Vars<Real>& r) const {
    r.x = d.x - v.y;
    r.y = v.y * v.y + 1;
  }
};

template <class M>
struct Fixture {
  explicit Fixture(std::vector<double> start)
      : x(std::move(start)), dx(x.size(), 0.0), scale(x.size(), 1e-8), model(M{}) {
    equations = &model.equations(model.mode_at(0, x, dx, {}, {}, fresh()), {});
    Consistency::usual(*equations, unknowns);
  }
  Result<int, NotConsistent> solve() { return consistency.solve(*equations, 0, x, dx, unknowns, scale); }
  std::vector<double>        x, dx, scale;
  trace::TracedModel<M>      model;
  model::Equations*          equations;
  Consistency                consistency;
  Consistency::Unknowns      unknowns;
};

TEST(Consistency, SolvesForDerivativesAndAlgebraicVariablesAndKeepsTheRest) {
  Fixture<RootDae> s({4, 1});
  ASSERT_TRUE(s.solve().has_value());
  EXPECT_EQ(s.x[0], 4);
  EXPECT_NEAR(s.x[1], 2, 1e-14);
  EXPECT_NEAR(s.dx[0], 2, 1e-14);
}

TEST(Consistency, StaysOnTheBranchOfTheGuess) {
  Fixture<RootDae> s({4, -1});
  ASSERT_TRUE(s.solve().has_value());
  EXPECT_NEAR(s.x[1], -2, 1e-14);
}

TEST(Consistency, TakesAnySensibleSubsetAsGiven) {  // given x' = 3: y = 3, x = 9
  Fixture<RootDae> s({1, 1});
  s.dx[0]    = 3;
  s.unknowns = {{1, 1}, {0, 0}};
  ASSERT_TRUE(s.solve().has_value());
  EXPECT_NEAR(s.x[0], 9, 1e-12);
  EXPECT_NEAR(s.x[1], 3, 1e-12);
}

TEST(Consistency, CountsWhatIsGiven) {
  Fixture<RootDae> s({1, 1});
  s.unknowns   = {{1, 1}, {1, 0}};
  const auto r = s.solve();
  ASSERT_FALSE(r.has_value());
  EXPECT_EQ(r.error().cause, Cause::wrong_number);
}

TEST(Consistency, NamesTheEquationsAndUnknownsOfASingularProblem) {
  Fixture<Twice> s({1, 0, 0});
  const auto     r = s.solve();
  ASSERT_FALSE(r.has_value());
  EXPECT_EQ(r.error().cause, Cause::singular);
  EXPECT_EQ(r.error().equations, (std::vector<int>{1, 2}));
  EXPECT_EQ(r.error().variables, (std::vector<int>{1, 2}));
}

TEST(Consistency, LeavesTheValuesAloneWhenThereIsNoSolution) {
  Fixture<Impossible> s({4, 1});
  const auto          r = s.solve();
  ASSERT_FALSE(r.has_value());
  EXPECT_EQ(s.x, (std::vector<double>{4, 1}));
}

TEST(Consistency, DifferentiatesTheAlgebraicVariablesAlongTheFlow) {  // y^2 = x, x' = y: y' = x'/(2y) = 1/2, x'' = y' = 1/2
  Fixture<RootDae> s({4, 1});
  ASSERT_TRUE(s.solve().has_value());
  std::vector<double> ddx(2);
  ASSERT_TRUE(s.consistency.differentiate(*s.equations, 0, s.x, s.dx, ddx));
  EXPECT_NEAR(s.dx[1], 0.5, 1e-12);
  EXPECT_NEAR(ddx[0], 0.5, 1e-12);
}

}  // namespace
}  // namespace saltus::events
