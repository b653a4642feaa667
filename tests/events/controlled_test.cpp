// Surfaces appended to the system of a mode: its Jacobians, and what the polynomials of z are worth.

#include <saltus/events/controlled_method.hpp>
#include <saltus/events/surfaces.hpp>
#include <saltus/front/trace/traced_model.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace saltus::events {
namespace {

/// Two relations that are curved in everything there is.
struct Pendulum {
  template <class Real>
  struct State {
    Real a, w;
  };
  template <class Real>
  State<Real> operator()(Real t, const State<Real>& s) const {
    Real push = 0;
    if (s.a * s.w + sin(3 * t) > 0.2) push = 0.1;
    if (exp(s.a) > 1.5 + t * s.w) push = 0.2;
    return {s.w, -9.8 * sin(s.a) + push};
  }
};
/// Relations on a differential variable, an algebraic one and a derivative.
struct Implicit {
  template <class Real>
  struct Vars {
    Real x, y;
  };
  template <class Real>
  void operator()(Real t, const Vars<Real>& v, const Vars<Real>& d, Vars<Real>& r) const {
    Real push = 0;
    if (v.x * v.y > 0.3 + cos(t)) push = 0.1;
    if (d.x * d.x + v.x > 5) push = 0.2;
    r.x = d.x * (1 + v.y * v.y) + v.x - push;
    r.y = v.y * v.y * v.y + v.y - v.x - t;
  }
};

template <class M>
struct Fixture {
  Fixture(Appended how, std::vector<double> start, std::vector<double> slope)
      : x(std::move(start)), dx(std::move(slope)), model(M{}), system(how) {
    std::vector<model::Sign> signs;
    mode = &model.mode_at(0.3, x, dx, {}, {}, signs);
    system.watch(model.catalogue(), mode->surfaces, {});
    system.of(model.equations(*mode, {}));
    for (std::size_t k = 0; k < mode->surfaces.size(); ++k) {
      x.push_back(0.1 + 0.2 * static_cast<double>(k));
      dx.push_back(0.5 - 0.1 * static_cast<double>(k));
    }
  }
  std::vector<double>   x, dx;
  trace::TracedModel<M> model;
  const model::Mode*    mode = nullptr;
  ControlledEquations   system;
};

/// Jacobians against central differences of the residual: step 1e-5, so an error of some 1e-10 of the third derivative.
template <class M>
void expect_jacobians_are_those_of_the_residual(Fixture<M> f) {
  const double      t = 0.3;
  const std::size_t n = f.system.size();
  const auto&       p = f.system.pattern();
  ASSERT_EQ(f.system.form(), model::Form::implicit_dae);
  ASSERT_EQ(p.n, n);
  std::vector<double> f_x(p.nonzeros()), f_dx(p.nonzeros()), high(n), low(n);
  f.system.jacobian(t, f.x, f.dx, f_x, f_dx);
  for (auto* v : {&f.x, &f.dx})
    for (std::size_t j = 0; j < n; ++j) {
      const double d = 1e-5, before = (*v)[j];
      (*v)[j] = before + d;
      f.system.residual(t, f.x, f.dx, high);
      (*v)[j] = before - d;
      f.system.residual(t, f.x, f.dx, low);
      (*v)[j] = before;
      std::vector<double> column(n, 0.0);
      for (int k = p.column_begin[j]; k < p.column_begin[j + 1]; ++k)
        column[static_cast<std::size_t>(p.row[static_cast<std::size_t>(k)])] =
            (v == &f.x ? f_x : f_dx)[static_cast<std::size_t>(k)];
      for (std::size_t i = 0; i < n; ++i)
        EXPECT_NEAR(column[i], (high[i] - low[i]) / (2 * d), 1e-7) << "row " << i << ", column " << j;
    }
}

TEST(ControlledEquations, JacobiansAreThoseOfTheResidual) {
  expect_jacobians_are_those_of_the_residual(Fixture<Pendulum>(Appended::algebraic, {0.4, -0.7}, {0.2, 0.3}));
  expect_jacobians_are_those_of_the_residual(Fixture<Implicit>(Appended::algebraic, {0.4, 0.6}, {-0.2, 0.3}));
  expect_jacobians_are_those_of_the_residual(Fixture<Implicit>(Appended::differential, {0.4, 0.6}, {-0.2, 0.3}));
}

TEST(ControlledEquations, ARelationOfADerivativeIsAlgebraicInEitherCase) {
  const Fixture<Implicit> f(Appended::differential, {0.4, 0.6}, {-0.2, 0.3});
  ASSERT_EQ(f.mode->surfaces.size(), 2u);
  EXPECT_TRUE(f.system.differential(2));
  EXPECT_FALSE(f.system.differential(3));
}

enum class How { differential, algebraic, quadrature };
class Polynomials : public testing::TestWithParam<How> {};

// Within a mode, from a common start: z and g(x) are both off by errors within the tolerance (1e-6), times what few
// dozens of steps add up to.
TEST_P(Polynomials, OfZStayWithTheSurface) {
  trace::TracedModel<Pendulum> model(Pendulum{});
  std::vector<double>          x{0.5, 0.0}, dx(2);
  std::vector<model::Sign>     signs;
  const auto&                  mode      = model.mode_at(0, x, dx, {}, {}, signs);
  auto&                        equations = model.equations(mode, {});
  equations.rhs(0, x, dx);

  const auto make = [](std::size_t more) {
    const integrate::Tolerances tolerances{1e-6, std::vector<double>(2 + more, 1e-6)};
    return GetParam() == How::algebraic ? integrate::make_radau(tolerances, {}) : integrate::make_tsit5(tolerances, {});
  };
  std::optional<Appended> appended;
  if (GetParam() == How::differential) appended = Appended::differential;
  if (GetParam() == How::algebraic) appended = Appended::algebraic;
  ControlledMethod method(make, appended, 1e-6, 1e-6);
  method.watch(model.catalogue(), mode.surfaces, {});
  method.restart(equations, 0, x, dx, 1, integrate::Resume::fresh);
  Surfaces surfaces;
  surfaces.of(model.catalogue());
  const std::vector<double> noise(2, 0.0);
  double                    worst = 0;
  while (method.t() < 2) {
    const auto step = method.step(2);
    ASSERT_TRUE(step.has_value());
    ASSERT_EQ(step->n, 2u);
    surfaces.look_at(*step, {}, noise);
    for (const model::SurfaceId s : mode.surfaces)
      for (const double theta : {0.0, 0.3, 0.7, 1.0})
        worst = std::max(
            worst, std::abs(method.surfaces_step().at(static_cast<std::size_t>(s), theta) - surfaces.value(s, theta)));
    method.commit();
  }
  EXPECT_LT(worst, 1e-5);
  EXPECT_GT(method.counters().steps, 10);
}

INSTANTIATE_TEST_SUITE_P(All, Polynomials, testing::Values(How::differential, How::algebraic, How::quadrature));

}  // namespace
}  // namespace saltus::events
