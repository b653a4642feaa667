#pragma once
// systems.hpp: small systems with known solutions, for the tests of the integration methods.

#include "patterns.hpp"

#include <saltus/integrate/method.hpp>
#include <saltus/model/equations.hpp>

#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace saltus::integrate::testing {

using Vector = std::vector<double>;

inline model::Pattern full_pattern(std::size_t n) {
  model::Pattern pattern{.n = n, .column_begin = {0}, .row = {}};
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) pattern.row.push_back(static_cast<int>(i));
    pattern.column_begin.push_back(static_cast<int>(pattern.row.size()));
  }
  return pattern;
}

/// x' = f(t, x), with f_x in the order of the pattern (by columns).
class ExplicitSystem : public model::Equations {
 public:
  using Rhs      = std::function<void(double t, std::span<const double> x, std::span<double> dx)>;
  using Jacobian = std::function<void(double t, std::span<const double> x, std::span<double> f_x)>;

  ExplicitSystem(std::size_t n, Rhs rhs, Jacobian jacobian)
      : ExplicitSystem(full_pattern(n), std::move(rhs), std::move(jacobian)) {}
  ExplicitSystem(model::Pattern pattern, Rhs rhs, Jacobian jacobian)
      : pattern_(std::move(pattern)), rhs_(std::move(rhs)), jacobian_(std::move(jacobian)) {}

  std::size_t           size() const override { return pattern_.n; }
  model::Form           form() const override { return model::Form::explicit_ode; }
  const model::Pattern& pattern() const override { return pattern_; }
  void                  rhs(double t, std::span<const double> x, std::span<double> dx) override { rhs_(t, x, dx); }
  void residual(double t, std::span<const double> x, std::span<const double> dx, std::span<double> r) override {
    rhs_(t, x, r);
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = dx[i] - r[i];
  }
  void jacobian(double t, std::span<const double> x, std::span<const double>, std::span<double> f_x,
                std::span<double>) override {
    jacobian_(t, x, f_x);
  }
  bool differential(std::size_t) const override { return true; }

  Vector slope(double t, const Vector& x) {
    Vector dx(size());
    rhs_(t, x, dx);
    return dx;
  }

 private:
  model::Pattern pattern_;
  Rhs            rhs_;
  Jacobian       jacobian_;
};

/// F(t, x, x') = 0 on a full pattern.
class ImplicitSystem : public model::Equations {
 public:
  using Residual =
      std::function<void(double t, std::span<const double> x, std::span<const double> dx, std::span<double> r)>;
  using Jacobian = std::function<void(double t, std::span<const double> x, std::span<const double> dx,
                                      std::span<double> f_x, std::span<double> f_dx)>;

  ImplicitSystem(std::vector<bool> differential, Residual residual, Jacobian jacobian)
      : pattern_(full_pattern(differential.size())), differential_(std::move(differential)),
        residual_(std::move(residual)), jacobian_(std::move(jacobian)) {}

  std::size_t           size() const override { return pattern_.n; }
  model::Form           form() const override { return model::Form::implicit_dae; }
  const model::Pattern& pattern() const override { return pattern_; }
  void rhs(double, std::span<const double>, std::span<double>) override { throw std::logic_error("no rhs"); }
  void residual(double t, std::span<const double> x, std::span<const double> dx, std::span<double> r) override {
    residual_(t, x, dx, r);
  }
  void jacobian(double t, std::span<const double> x, std::span<const double> dx, std::span<double> f_x,
                std::span<double> f_dx) override {
    jacobian_(t, x, dx, f_x, f_dx);
  }
  bool differential(std::size_t i) const override { return differential_[i]; }

 private:
  model::Pattern    pattern_;
  std::vector<bool> differential_;
  Residual          residual_;
  Jacobian          jacobian_;
};

/// x'' = -x from (1, 0): (cos t, -sin t).
inline ExplicitSystem oscillator() {
  return {2, [](double, auto x, auto dx) { dx[0] = x[1], dx[1] = -x[0]; },
          [](double, auto, auto f_x) { f_x[0] = 0, f_x[1] = -1, f_x[2] = 1, f_x[3] = 0; }};
}
inline Vector oscillator_at(double t) { return {std::cos(t), -std::sin(t)}; }

/// x' = rate (cos t - x).
inline ExplicitSystem relaxation(double rate) {
  return {1, [rate](double t, auto x, auto dx) { dx[0] = -rate * (x[0] - std::cos(t)); },
          [rate](double, auto, auto f_x) { f_x[0] = -rate; }};
}
/// From x(0) = 0.
inline Vector relaxation_at(double rate, double t) {
  const double a = rate * rate / (1 + rate * rate), b = rate / (1 + rate * rate);
  return {a * std::cos(t) + b * std::sin(t) - a * std::exp(-rate * t)};
}

/// x1' = x2, x2' = mu (1 - x1^2) x2 - x1.
inline ExplicitSystem van_der_pol(double mu) {
  return {2, [mu](double, auto x, auto dx) { dx[0] = x[1], dx[1] = mu * (1 - x[0] * x[0]) * x[1] - x[0]; },
          [mu](double, auto x, auto f_x) {
            f_x[0] = 0, f_x[1] = -2 * mu * x[0] * x[1] - 1, f_x[2] = 1, f_x[3] = mu * (1 - x[0] * x[0]);
          }};
}

/// x' = -x + y, 0 = y - cos(t) x from (1, 1): x = exp(sin t - t).
inline ImplicitSystem index_1_dae() {
  return {{true, false},
          [](double t, auto x, auto dx, auto r) { r[0] = dx[0] + x[0] - x[1], r[1] = x[1] - std::cos(t) * x[0]; },
          [](double t, auto, auto, auto f_x, auto f_dx) {
            f_x[0] = 1, f_x[1] = -std::cos(t), f_x[2] = -1, f_x[3] = 1;
            f_dx[0] = 1, f_dx[1] = 0, f_dx[2] = 0, f_dx[3] = 0;
          }};
}
inline Vector index_1_dae_at(double t) {
  const double x = std::exp(std::sin(t) - t);
  return {x, std::cos(t) * x};
}

/// u' = n^2 (neighbours - 2 u) + 10 u (1 - u) on n points, zero beyond them: stiff and thinly filled, also in disguise.
inline ExplicitSystem reaction_diffusion(int n) {
  const double stiffness = static_cast<double>(n) * n;
  return {tridiagonal(n),
          [=](double, auto x, auto dx) {
            for (std::size_t i = 0; i < x.size(); ++i) {
              const double left = i > 0 ? x[i - 1] : 0, right = i + 1 < x.size() ? x[i + 1] : 0;
              dx[i] = stiffness * (left - 2 * x[i] + right) + 10 * x[i] * (1 - x[i]);
            }
          },
          [=, p = tridiagonal(n)](double, auto x, auto f_x) {
            each_entry(p, [&](std::size_t i, std::size_t j, std::size_t k) {
              f_x[k] = i == j ? -2 * stiffness + 10 - 20 * x[i] : stiffness;
            });
          }};
}

inline Tolerances same_tolerance(double tolerance, std::size_t n) { return {tolerance, Vector(n, tolerance)}; }

/// One of the methods by name, so that a test parameter prints as a word; radau3 is radau with three stages only.
inline std::unique_ptr<Method> make_method(const std::string& name, Tolerances tolerances, StepLimits limits = {}) {
  if (name == "tsit5") return make_tsit5(std::move(tolerances), limits);
  if (name == "dop853") return make_dop853(std::move(tolerances), limits);
  if (name == "bdf") return make_bdf(std::move(tolerances), limits);
  if (name == "adams") return make_adams(std::move(tolerances), limits);
  if (name == "radau3") return make_radau(std::move(tolerances), limits, LinearSolverChoice::automatic, {3, 3});
  if (name == "radau5") return make_radau(std::move(tolerances), limits, LinearSolverChoice::automatic, {5, 5});
  if (name == "radau7") return make_radau(std::move(tolerances), limits, LinearSolverChoice::automatic, {7, 7});
  return make_radau(std::move(tolerances), limits);
}

/// Steps and commits until t_end; calls `look` at each step before it is committed.
template <class Look>
inline bool run(Method& method, double t_end, Look&& look) {
  while (method.t() != t_end) {
    const auto step = method.step(t_end);
    if (!step) return false;
    look(*step);
    method.commit();
  }
  return true;
}
inline bool run(Method& method, double t_end) {
  return run(method, t_end, [](const DenseOutput&) {});
}

}  // namespace saltus::integrate::testing
