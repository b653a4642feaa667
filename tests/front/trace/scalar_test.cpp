#include <saltus/front/trace/table.hpp>
#include <saltus/front/trace/traced_model.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace saltus::trace {
namespace {

struct Nested {
  template <class Real>
  struct Arm {
    Real angle, speed;
  };
  template <class Real>
  struct State {
    Real                h;
    std::array<Real, 2> x;
    Arm<Real>           arm;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return s;
  }
};

TEST(Names, AreThoseOfTheSourceForMembersArraysAndStructs) {
  const TracedModel<Nested> model(Nested{});
  EXPECT_EQ(model.catalogue().names.variables,
            (std::vector<std::string>{"h", "x[0]", "x[1]", "arm.angle", "arm.speed"}));
}

TEST(Names, OfALocalStructAreFoundToo) {
  struct Local {
    double first, second;
  };
  EXPECT_EQ(leaf_names<Local>(), (std::vector<std::string>{"first", "second"}));
}

/// Nothing known about any surface.
std::vector<model::Sign>& fresh() {
  static std::vector<model::Sign> signs;
  signs.clear();
  return signs;
}

// A model whose only purpose is to hold one expression.
template <class F>
struct Expression {
  F f;
  template <class Real>
  struct State {
    Real a, b;
  };
  template <class Real>
  State<Real> operator()(Real t, const State<Real>& s) const {
    return {f(t, s.a, s.b), Real(0)};
  }
};

template <class F>
struct Traced {
  explicit Traced(F f, double a, double b, double t = 0.5) : model(Expression<F>{f}), x{a, b}, dx{0, 0}, time(t) {
    mode = &model.mode_at(t, x, dx, {}, {}, fresh());
  }
  std::string condition(std::size_t k) const { return model.catalogue().text(mode->consultations[k].condition); }
  double      value() {
         std::vector<double> out(2);
         model.equations(*mode, {}).rhs(time, x, out);
         return out[0];
  }
  TracedModel<Expression<F>> model;
  std::vector<double>        x, dx;
  double                     time;
  const model::Mode*         mode;
};

TEST(Relations, ReadAsTheUserWroteThem) {
  Traced t(
      [](auto time, auto a, auto b) {
        decltype(a) r = 0;
        if ((a > 2 * b || !(a - b <= 1)) && sin(time) < 0.5) r = a;
        return r;
      },
      3, 1);
  EXPECT_EQ(t.condition(0), "(a > 2*b || !(a - b <= 1)) && sin(t) < 0.5");
  EXPECT_EQ(t.mode->surfaces.size(), 3u);
}

TEST(Relations, BetweenTheSameTwoExpressionsShareOneSurface) {
  Traced t(
      [](auto, auto a, auto b) {
        decltype(a) r = 0;
        if (a > b) r = r + 1;
        if (b < a) r = r + 1;
        if (a - b >= 0) r = r + 1;
        if (0 < a - b) r = r + 1;
        return r;
      },
      2, 1);
  EXPECT_EQ(t.mode->consultations.size(), 4u);
  EXPECT_EQ(t.mode->surfaces.size(), 1u);
  EXPECT_EQ(t.value(), 4);
}

TEST(Conditions, EvaluateAllOperandsWhateverTheirValues) {
  const auto f = [](auto, auto a, auto b) {
    decltype(a) r = 0;
    if (a > 0 && b > 0) r = a;
    return r;
  };
  Traced no(f, -1, -1), yes(f, 1, 1);
  EXPECT_EQ(no.mode->surfaces.size(), 2u);
  EXPECT_EQ(yes.mode->surfaces.size(), 2u);
}

TEST(Lock, FixesTheBranchWhateverTheValuesAre) {
  Traced t(
      [](auto, auto a, auto b) {
        if (a > 0) return a;
        return b;
      },
      1, 5);
  t.x = {-3, 5};  // beyond the border, as a Newton iteration or a trial stage would be
  EXPECT_EQ(t.value(), -3);
}

TEST(NonsmoothFunctions, GiveTheValuesOfMathematics) {
  const auto value = [](auto f, double a, double b) { return Traced(f, a, b).value(); };
  for (const double a : {-2.5, -1.0, 0.0, 0.5, 3.0}) {
    for (const double b : {-1.5, 0.75, 2.0}) {
      EXPECT_EQ(value([](auto, auto x, auto) { return abs(x); }, a, b), std::abs(a));
      EXPECT_EQ(value([](auto, auto x, auto) { return sign(x); }, a, b), (a > 0) - (a < 0));
      EXPECT_EQ(value([](auto, auto x, auto y) { return max(x, y); }, a, b), std::max(a, b));
      EXPECT_EQ(value([](auto, auto x, auto y) { return min(x, y); }, a, b), std::min(a, b));
      EXPECT_EQ(value([](auto, auto x, auto) { return max(x, 0.25) + min(1, x); }, a, b),
                std::max(a, 0.25) + std::min(1.0, a));
      EXPECT_EQ(value([](auto, auto x, auto) { return floor(x); }, a, b), std::floor(a));
      EXPECT_EQ(value([](auto, auto x, auto) { return ceil(x); }, a, b), std::ceil(a));
      EXPECT_EQ(value([](auto, auto x, auto y) { return mod(x, y); }, a, b), a - b * std::floor(a / b));
      EXPECT_EQ(value([](auto, auto x, auto) { return clamp(x, -1.0, 1.0); }, a, b), std::clamp(a, -1.0, 1.0));
      EXPECT_EQ(value([](auto, auto x, auto y) { return select(x > y, x, y); }, a, b), std::max(a, b));
    }
  }
}

TEST(Table, InterpolatesLinearlyAndGoesOnBeyondItsEnds) {
  const Table table({0, 1, 3}, {0, 2, 0});
  const auto  at = [&](double x) { return Traced([&](auto, auto a, auto) { return table(a); }, x, 0).value(); };
  EXPECT_EQ(at(0.5), 1);
  EXPECT_EQ(at(2), 1);
  EXPECT_EQ(at(-1), -2);
  EXPECT_EQ(at(4), -1);
  EXPECT_EQ(at(1), 2);
  for (const double x : {-1.0, 0.3, 1.0, 2.7, 5.0}) EXPECT_EQ(at(x), table(x));
}

TEST(Table, RefusesPointsThatDoNotIncrease) {
  EXPECT_THROW(Table({0, 0}, {1, 2}), InputError);
  EXPECT_THROW(Table({0}, {1}), InputError);
  EXPECT_THROW(Table({0, 1}, {1}), InputError);
  EXPECT_THROW(Table({0, NAN}, {1, 2}), InputError);
}

TEST(Kinks, AreMarkedAndIfsAreNot) {
  Traced t(
      [](auto, auto a, auto b) {
        if (abs(a) < 1) return a;
        return max(a, b);
      },
      3, 1);
  ASSERT_EQ(t.mode->consultations.size(), 3u);
  EXPECT_TRUE(t.mode->consultations[0].kink);
  EXPECT_FALSE(t.mode->consultations[1].kink);
  EXPECT_TRUE(t.mode->consultations[2].kink);
}

TEST(TimeRelations, AreRecognisedWhereTheyAreAffineInTime) {
  Traced t(
      [](auto time, auto a, auto) {
        decltype(a) r = a;
        if (time >= 2) r = r + 1;
        if (3 * time - 1 < 5 / 2.0) r = r + 1;
        if (sin(time) > 0) r = r + 1;
        if (time * a > 1) r = r + 1;
        return r;
      },
      1, 1);
  const auto& surfaces = t.model.catalogue().surfaces();
  ASSERT_EQ(t.mode->surfaces.size(), 4u);
  EXPECT_TRUE(surfaces[t.mode->surfaces[0]].of_time);
  EXPECT_TRUE(surfaces[t.mode->surfaces[1]].of_time);
  EXPECT_FALSE(surfaces[t.mode->surfaces[2]].of_time);
  EXPECT_FALSE(surfaces[t.mode->surfaces[3]].of_time);
}

}  // namespace
}  // namespace saltus::trace
