#include <saltus/front/trace/traced_model.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

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

}  // namespace
}  // namespace saltus::trace
