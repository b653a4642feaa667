#include <saltus/front/trace/traced_model.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

namespace saltus::trace {
namespace {

/// Nothing known about any surface.
std::vector<model::Sign>& fresh() {
  static std::vector<model::Sign> signs;
  signs.clear();
  return signs;
}

enum class Gear { low, high };

struct Vehicle {
  template <class Real>
  struct State {
    Real x, v;
  };
  template <class Real>
  struct Memory {
    Real force  = 2.0;
    Gear gear   = Gear::low;
    int  shifts = 0;
    bool lamp   = false;
  };
  template <class Real>
  State<Real> operator()(Real t, const State<Real>& s, const Memory<Real>& q) const {
    Real drag = abs(s.v) * s.v;
    if (q.gear == Gear::high) drag = 2 * drag;
    return {s.v, q.force - drag + cos(t)};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    on.when(s.v >= 1.5, [&] {
      q.gear = Gear::high;
      ++q.shifts;
      q.lamp  = bool(s.x > 0);
      q.force = q.force / 2;
    });
    on.every(0, 0.1, [&] { s.x = 0; });
  }
};

TEST(Memory, KeepsRealsEnumsIntsAndBoolsThroughAnAction) {
  TracedModel<Vehicle> model(Vehicle{});
  std::vector<double>  x{1, 2}, dx{0, 0}, q = model.initial_discrete();
  EXPECT_EQ(q, (std::vector<double>{2, 0, 0, 0}));
  EXPECT_EQ(model.catalogue().names.discrete, (std::vector<std::string>{"force", "gear", "shifts", "lamp"}));
  const auto& mode = model.mode_at(0, x, dx, q, {}, fresh());
  ASSERT_EQ(mode.whens.size(), 2u);
  EXPECT_EQ(mode.whens[0].name, "v >= 1.5");
  const char          fired[] = {1, 0};
  model::ResetRequest request;
  model.act(mode, 0, x, dx, q, fired, request);
  EXPECT_EQ(q, (std::vector<double>{1, 1, 1, 1}));
  EXPECT_EQ(x, (std::vector<double>{1, 2}));
}

TEST(Modes, AreOnePerLockAndPlainDiscreteValues) {
  TracedModel<Vehicle> model(Vehicle{});
  std::vector<double>  x{1, 2}, dx{0, 0}, q = model.initial_discrete();
  const auto&          a = model.mode_at(0, x, dx, q, {}, fresh());
  q[0]                   = 77;  // a Real: an input of the equations, not of the mode
  EXPECT_EQ(&model.mode_at(0, x, dx, q, {}, fresh()), &a);
  q[1] = 1;  // the gear changes the equations
  EXPECT_NE(&model.mode_at(0, x, dx, q, {}, fresh()), &a);
  x[1] = -2;  // and so does the kink of abs
  EXPECT_EQ(model.modes(), 2);
  model.mode_at(0, x, dx, q, {}, fresh());
  EXPECT_EQ(model.modes(), 3);
}

TEST(Copies, KnowTheSameSurfacesAndModesByTheSameNumbers) {
  TracedModel<Vehicle> model(Vehicle{});
  std::vector<double>  x{1, 2}, dx{0, 0}, q = model.initial_discrete();
  model.mode_at(0, x, dx, q, {}, fresh());
  const auto copy = model.clone();
  EXPECT_EQ(copy->modes(), 1);
  EXPECT_EQ(copy->mode(0).lock, model.mode(0).lock);
  EXPECT_EQ(copy->catalogue().surfaces().size(), model.catalogue().surfaces().size());
  EXPECT_NE(&copy->mode(0), &model.mode(0));
}

struct Chain {  // F_i couples neighbours; implicit, with every elementary function
  void operator()(auto t, auto y, auto dy, auto r) const {
    const std::size_t n = y.size();
    for (std::size_t i = 0; i < n; ++i) {
      const auto left = i > 0 ? y[i - 1] : y[i], right = i + 1 < n ? y[i + 1] : y[i];
      r[i] = dy[i] * (2 + sin(y[i])) + exp(-left * left) * cos(t) - atan(right) + tanh(y[i]) / (1 + y[i] * y[i]) +
             sqrt(2 + left) + log(3 + right) + pow(y[i], 3) + pow(2 + y[i], 1.5) + cosh(y[i]) - sinh(left) +
             hypot(y[i], left + 2) + atan2(right, y[i] + 3) + cbrt(4 + y[i]) + asin(y[i] / 4) + acos(left / 4) +
             tan(y[i] / 3) + log10(5 + y[i]);
    }
  }
};

class JacobianProperty : public testing::TestWithParam<unsigned> {};

TEST_P(JacobianProperty, AgreesWithCentralDifferencesOnItsPattern) {
  constexpr std::size_t                  n = 9;
  TracedModel<Chain>                     model(Chain{}, n);
  std::mt19937_64                        rng{GetParam()};
  std::uniform_real_distribution<double> uniform{-0.9, 0.9};
  std::vector<double>                    y(n), dy(n);
  for (auto* v : {&y, &dy})
    for (double& e : *v) e = uniform(rng);
  const auto& mode = model.mode_at(0.3, y, dy, {}, {}, fresh());
  auto&       eq   = model.equations(mode, {});
  const auto& p    = eq.pattern();
  EXPECT_EQ(p.nonzeros(), 3 * n - 2);  // tridiagonal
  std::vector<double> fx(p.nonzeros()), fdx(p.nonzeros()), plus(n), minus(n);
  eq.jacobian(0.3, y, dy, fx, fdx);
  const double h = 1e-5;
  for (std::size_t j = 0; j < n; ++j) {
    const auto difference = [&](std::vector<double>& moved) {
      const double at = moved[j];
      moved[j]        = at + h;
      eq.residual(0.3, y, dy, plus);
      moved[j] = at - h;
      eq.residual(0.3, y, dy, minus);
      moved[j] = at;
    };
    for (const auto& [moved, values] : {std::pair{&y, &fx}, std::pair{&dy, &fdx}}) {
      difference(*moved);
      std::vector<double> column(n, 0.0);
      for (int k = p.column_begin[j]; k < p.column_begin[j + 1]; ++k) column[p.row[k]] = (*values)[k];
      for (std::size_t i = 0; i < n; ++i)  // truncation h^2 and rounding eps / h: 1e-9 of terms of size 10
        EXPECT_NEAR(column[i], (plus[i] - minus[i]) / (2 * h), 1e-7) << i << " " << j;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, JacobianProperty, testing::Range(0u, 20u));

struct Dae {
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

TEST(Differential, AreTheVariablesWhoseDerivativeOccurs) {
  TracedModel<Dae>          model(Dae{});
  const std::vector<double> y{1, 1}, dy{0, 0};
  const auto&               mode = model.mode_at(0, y, dy, {}, {}, fresh());
  EXPECT_EQ(mode.differential, (std::vector<char>{1, 0}));
}

// ---- derivatives ----

/// Each equation depends on its own slope, on the next one in every third, and on its neighbours and a far one.
struct Wide {
  template <class Real>
  void operator()(Real t, std::span<const Real> x, std::span<const Real> dx, std::span<Real> r) const {
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; ++i) {
      r[i] = (2 + sin(x[i])) * dx[i] - x[(i + 1) % n] * x[(i + n / 2) % n] + cos(t * x[i]);
      if (i % 3 == 0) r[i] = r[i] + 0.5 * dx[(i + 1) % n] * dx[i];
    }
  }
};
struct WideExplicit {
  template <class Real>
  void operator()(Real t, std::span<const Real> x, std::span<Real> dx) const {
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; ++i) dx[i] = sin(t * x[i]) - x[(i + 1) % n] * x[(i + n / 2) % n];
  }
};

/// Products with the Jacobians, products in a direction, and differences of the residual all agree.
template <class M>
void expect_derivatives_to_agree() {
  constexpr std::size_t          n = 23;
  TracedModel<M>                 model(M{}, n);
  std::mt19937_64                rng{1};
  std::uniform_real_distribution uniform{-1.0, 1.0};
  const auto                     draw = [&] {
    std::vector<double> v(n);
    for (double& each : v) each = uniform(rng);
    return v;
  };
  const auto  x = draw(), dx = draw(), v = draw(), w = draw();
  const auto& mode      = model.mode_at(0.7, x, dx, {}, {}, fresh());
  auto&       equations = model.equations(mode, {});
  const bool  implicit  = model.form() == model::Form::implicit_dae;

  const auto&         p = equations.pattern();
  std::vector<double> f_x(p.nonzeros()), f_dx(implicit ? p.nonzeros() : 0), by_matrix(n), by_product(n), by_difference(n);
  for (int twice = 0; twice < 2; ++twice) equations.jacobian(0.7, x, dx, f_x, f_dx);  // nothing is left from before
  if (!implicit) by_matrix = w;
  for (std::size_t j = 0; j < n; ++j)
    for (int k = p.column_begin[j]; k < p.column_begin[j + 1]; ++k) {
      const auto   entry = static_cast<std::size_t>(k);
      const double sum   = implicit ? f_x[entry] * v[j] + f_dx[entry] * w[j] : -f_x[entry] * v[j];
      by_matrix[static_cast<std::size_t>(p.row[entry])] += sum;
    }
  equations.directional(0.7, x, dx, v, w, by_product);
  equations.model::Equations::directional(0.7, x, dx, v, w, by_difference);  // what black boxes get
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_NEAR(by_product[i], by_matrix[i], 1e-14 * 10);
    EXPECT_NEAR(by_product[i], by_difference[i], 1e-7);
  }
}
TEST(Derivatives, OfMatricesProductsAndDifferencesAgree) {
  expect_derivatives_to_agree<Wide>();
  expect_derivatives_to_agree<WideExplicit>();
}

TEST(Derivatives, SlopesShareTheRunsOfValues) {
  // F_x: three diagonals; F_x': one. Four directions are one run.
  model::Pattern x{6, {0}, {}}, dx{6, {0}, {}};
  for (int j = 0; j < 6; ++j) {
    for (int i = std::max(0, j - 1); i <= std::min(5, j + 1); ++i) x.row.push_back(i);
    dx.row.push_back(j);
    x.column_begin.push_back(static_cast<int>(x.row.size()));
    dx.column_begin.push_back(j + 1);
  }
  model::JacobianPlan plan;
  plan.make(x, x, dx, 4);
  ASSERT_EQ(plan.runs.size(), 1u);
  EXPECT_EQ(plan.runs[0].picks_x.size(), x.nonzeros());
  EXPECT_EQ(plan.runs[0].picks_dx.size(), dx.nonzeros());
  plan.make(x, x, dx, 3);
  EXPECT_EQ(plan.runs.size(), 2u);
}

struct ThrowsOnce {
  bool* armed;
  template <class Real>
  void operator()(Real, std::span<const Real> x, std::span<Real> dx) const {
    for (std::size_t i = 0; i < x.size(); ++i) dx[i] = (1.0 + static_cast<double>(i)) * x[i];
    if (*armed) throw std::runtime_error("once");
  }
};
TEST(Derivatives, AreRightAfterTheModelHasThrown) {
  bool                    armed = false;
  TracedModel<ThrowsOnce> model(ThrowsOnce{&armed}, 3);
  std::vector<double>     x{1, 2, 3}, f_x(3);
  auto&                   equations = model.equations(model.mode_at(0, x, x, {}, {}, fresh()), {});
  armed                             = true;
  EXPECT_THROW(equations.jacobian(0, x, x, f_x, {}), std::runtime_error);
  armed = false;
  equations.jacobian(0, x, x, f_x, {});
  EXPECT_EQ(f_x, (std::vector<double>{1, 2, 3}));
}

}  // namespace
}  // namespace saltus::trace
