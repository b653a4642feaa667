// consistent.cpp: consistent initialisation.
//
// Problem    F(t, x, x') = 0, n equations, for n chosen unknowns w among the components of x and x'.
// Method     Newton on the row-scaled system with a step that is halved until the scaled residual falls; when the
//            residual has reached the rounding level of its own terms the point is a solution.
// Reference  Deuflhard, Newton Methods for Nonlinear Problems, Springer 2011, chapter 3 (damping by natural monotonicity).
// Invariant  x and x' are only changed when a solution was found.
// Cost       one residual per trial, one Jacobian and factorisation per iteration.
// Departure  a singular matrix is not regularised: the equations and unknowns that cause it are named instead. Only where
//            the equations say that open values stay is the shortest step taken, if there is one.

#include <saltus/events/consistent.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace saltus::events {

using model::Equations;
using model::Form;

namespace {

constexpr double      eps               = std::numeric_limits<double>::epsilon();
constexpr int         most_iterations   = 50;
constexpr int         most_halvings     = 30;
constexpr double      negligible_step   = 1e-3;  // in units of what counts
constexpr std::size_t largest_diagnosis = 400;   // a rank-revealing decomposition is dense

bool finite(std::span<const double> v) {
  return std::all_of(v.begin(), v.end(), [](double x) { return std::isfinite(x); });
}

bool smaller_magnitude(double a, double b) { return std::abs(a) < std::abs(b); }

std::vector<int> largest_three(std::span<const double> v) {
  std::vector<int> order(v.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return std::abs(v[a]) > std::abs(v[b]); });
  order.resize(std::min<std::size_t>(3, order.size()));
  return order;
}

}  // namespace

void Consistency::usual(const Equations& equations, Unknowns& unknowns) {
  const std::size_t n = equations.size();
  unknowns.value.assign(n, 0);
  unknowns.slope.assign(n, 0);
  for (std::size_t i = 0; i < n; ++i) (equations.differential(i) ? unknowns.slope : unknowns.value)[i] = 1;
}

// The Newton matrix: column i is dF/dx_i or dF/dx'_i. When both x_i and x'_i are unknown another component has neither,
// and takes a column of its own; this only happens at the start, where the pattern is made for it.
bool Consistency::assemble(Equations& equations, double t, std::span<const double> x, std::span<const double> dx,
                           const Unknowns& w) {
  const auto& p = equations.pattern();
  fx_.resize(p.nonzeros());
  fdx_.resize(p.nonzeros());
  if (equations.form() == Form::explicit_ode) {
    throw BugInSaltus("consistent.cpp: an explicit system is consistent by evaluation");
  }
  equations.jacobian(t, x, dx, fx_, fdx_);
  if (!finite(fx_) || !finite(fdx_)) return false;

  model::Pattern& made = made_;
  made.n               = p.n;
  made.column_begin.assign(1, 0);
  made.row.clear();
  matrix_.clear();
  const auto column = [&](std::size_t i, const std::vector<double>& values) {
    for (int k = p.column_begin[i]; k < p.column_begin[i + 1]; ++k) {
      made.row.push_back(p.row[static_cast<std::size_t>(k)]);
      matrix_.push_back(values[static_cast<std::size_t>(k)]);
    }
    made.column_begin.push_back(static_cast<int>(made.row.size()));
  };
  for (std::size_t i = 0; i < p.n; ++i) {
    if (w.value[i]) column(i, fx_);
    if (w.slope[i]) column(i, fdx_);
  }
  if (!solver_ || !(made == pattern_)) {
    pattern_ = made;
    solver_  = integrate::make_real_solver(
         pattern_, LinearSolverChoice::automatic,
        equations.open_values_stay() ? integrate::Singular::least_norm : integrate::Singular::fails);
  }
  row_scale_.assign(p.n, 0);
  for (std::size_t k = 0; k < matrix_.size(); ++k) {
    double& s = row_scale_[static_cast<std::size_t>(pattern_.row[k])];
    s         = std::max(s, std::abs(matrix_[k]));
  }
  for (double& s : row_scale_) s = s > 0 ? 1 / s : 1;
  for (std::size_t k = 0; k < matrix_.size(); ++k) matrix_[k] *= row_scale_[static_cast<std::size_t>(pattern_.row[k])];
  // What rounding leaves of a residual whose terms are F_x x and F_x' x'.
  rounding_.assign(p.n, 0);
  for (std::size_t j = 0; j < p.n; ++j)
    for (int k = p.column_begin[j]; k < p.column_begin[j + 1]; ++k) {
      const auto i = static_cast<std::size_t>(p.row[static_cast<std::size_t>(k)]);
      rounding_[i] +=
          16 * eps * row_scale_[i] *
          (std::abs(fx_[static_cast<std::size_t>(k)] * x[j]) + std::abs(fdx_[static_cast<std::size_t>(k)] * dx[j]));
    }
  return true;
}

Result<int, NotConsistent> Consistency::solve(Equations& equations, double t, std::span<double> x, std::span<double> dx,
                                              const Unknowns& w, std::span<const double> scale) {
  const std::size_t n      = equations.size();
  const auto        wanted = static_cast<std::size_t>(std::count(w.value.begin(), w.value.end(), 1) +
                                               std::count(w.slope.begin(), w.slope.end(), 1));
  if (wanted != n) {
    std::size_t differential = 0;
    for (std::size_t i = 0; i < n; ++i) differential += equations.differential(i) ? 1 : 0;
    return NotConsistent{NotConsistent::Cause::wrong_number, {}, {}, 0, n + differential - wanted, differential};
  }

  for (auto* v : {&r_, &delta_, &r_try_}) v->resize(n);
  x_try_.assign(x.begin(), x.end());
  dx_try_.assign(dx.begin(), dx.end());
  std::vector<double>& xs          = x_try_;
  std::vector<double>& ds          = dx_try_;
  int                  evaluations = 1;
  equations.residual(t, xs, ds, r_);
  if (!finite(r_)) {
    NotConsistent failure{NotConsistent::Cause::not_finite, {}, {}, std::numeric_limits<double>::quiet_NaN()};
    for (std::size_t i = 0; i < n; ++i)
      if (!std::isfinite(r_[i])) failure.equations.push_back(static_cast<int>(i));
    return failure;
  }

  const auto apply = [&](double factor) {  // w += factor * delta
    std::size_t k = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (w.value[i]) xs[i] += factor * delta_[k++];
      if (w.slope[i]) ds[i] += factor * delta_[k++];
    }
  };
  // How far a step moves the unknowns, in units of what counts. A slope counts like the value it changes by per unit.
  const auto size_of_step = [&] {
    double      size = 0;
    std::size_t k    = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (w.value[i]) size = std::max(size, std::abs(delta_[k++]) / (scale[i] + eps * std::abs(xs[i])));
      if (w.slope[i])
        size = std::max(size, std::abs(delta_[k++]) / (scale[i] * 1.0 + 1e-3 * scale[i] * std::abs(ds[i])));
    }
    return size;
  };
  const auto scaled_norm = [&](const std::vector<double>& r) {
    double norm = 0;
    for (std::size_t i = 0; i < n; ++i) norm = std::max(norm, std::abs(r[i]) * row_scale_[i]);
    return norm;
  };

  const auto at_rounding = [&](const std::vector<double>& r) {
    for (std::size_t i = 0; i < n; ++i)
      if (!(std::abs(r[i]) * row_scale_[i] <= rounding_[i])) return false;
    return true;
  };

  double before = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    if (!assemble(equations, t, xs, ds, w) || !solver_->factorize(matrix_)) return diagnose(equations, w);
    for (std::size_t i = 0; i < n; ++i) delta_[i] = -r_[i] * row_scale_[i];
    solver_->solve(delta_);
    if (!finite(delta_)) return diagnose(equations, w);

    const double size = size_of_step(), norm = scaled_norm(r_);
    if (norm == 0) break;
    double factor   = 1;
    int    halvings = 0;
    for (;; ++halvings) {
      apply(factor);
      equations.residual(t, xs, ds, r_try_);
      ++evaluations;
      if (finite(r_try_) && (scaled_norm(r_try_) <= (1 - 0.25 * factor) * norm || size <= 1e-6 || at_rounding(r_try_)))
        break;
      apply(-factor);
      if (halvings == most_halvings) break;
      factor *= 0.5;
    }
    // Terms that cancel inside an equation leave a residual that nothing reduces. Where equations are made by putting others
    // into them, a current through an open switch cancels terms far larger than all of its neighbours.
    const auto unmoved = [&] {
      const double largest = std::abs(*std::max_element(xs.begin(), xs.end(), smaller_magnitude));
      const double change  = std::abs(*std::max_element(delta_.begin(), delta_.end(), smaller_magnitude));
      return equations.open_values_stay() && change <= 1e-9 * largest;
    };
    if (halvings == most_halvings && (size <= negligible_step || unmoved())) break;
    if (halvings == most_halvings) {
      NotConsistent failure{NotConsistent::Cause::no_solution, {}, {}, norm};
      for (std::size_t i = 0; i < n; ++i) r_try_[i] = r_[i] * row_scale_[i];
      failure.equations = largest_three(r_try_);
      return failure;
    }
    std::swap(r_, r_try_);
    if (factor == 1 && (size <= 1e-9 || at_rounding(r_) || (size <= negligible_step && size >= 0.5 * before))) break;
    before = size;
    if (iteration + 1 == most_iterations) {
      NotConsistent failure{NotConsistent::Cause::no_solution, {}, {}, norm};
      failure.equations = largest_three(r_);
      return failure;
    }
  }
  std::copy(xs.begin(), xs.end(), x.begin());
  std::copy(ds.begin(), ds.end(), dx.begin());
  return evaluations;
}

// Residuals carry the rounding of their terms, with signs that nobody knows; two guesses show its size in the solution.
void Consistency::raise_noise(const Unknowns& w, std::span<double> noise) {
  const std::size_t n = noise.size();
  if (!solver_ || rounding_.size() != n) return;
  for (int guess = 0; guess < 2; ++guess) {
    for (std::size_t i = 0; i < n; ++i) delta_[i] = (guess == 1 && i % 2 == 1 ? -1 : 1) * rounding_[i] / 16;
    solver_->solve(delta_);
    std::size_t k = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (w.value[i]) {
        const double error = std::abs(delta_[k++]);
        if (error > noise[i] && std::isfinite(error)) noise[i] = error;
      }
      if (w.slope[i]) ++k;
    }
  }
}

// F_x' x'' + F_y y' = -(F_t + F_x x'), with the matrix of the usual unknowns.
bool Consistency::differentiate(Equations& equations, double t, std::span<const double> x, std::span<double> dx,
                                std::span<double> ddx) {
  const std::size_t n = equations.size();
  usual(equations, usual_);
  if (!assemble(equations, t, x, dx, usual_) || !solver_->factorize(matrix_)) return false;
  delta_.resize(n);
  x_try_.assign(n, 0);  // the direction: x' for differential variables; the algebraic ones are what we look for
  for (std::size_t i = 0; i < n; ++i)
    if (usual_.slope[i]) x_try_[i] = dx[i];
  equations.rate(t, x, dx, x_try_, delta_);
  for (std::size_t i = 0; i < n; ++i) delta_[i] *= -row_scale_[i];
  if (!finite(delta_)) return false;
  solver_->solve(delta_);
  if (!finite(delta_)) return false;
  for (std::size_t i = 0; i < n; ++i) {
    ddx[i] = usual_.slope[i] ? delta_[i] : 0;
    if (!usual_.slope[i]) dx[i] = delta_[i];
  }
  return true;
}

// A singular Newton matrix: which unknowns are not determined, and which equations say the same.
NotConsistent Consistency::diagnose(Equations& equations, const Unknowns& w) const {
  NotConsistent     failure{NotConsistent::Cause::singular, {}, {}};
  const std::size_t n = equations.size();
  if (n > largest_diagnosis || pattern_.n != n || matrix_.size() != pattern_.row.size() || !finite(matrix_))
    return failure;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
  for (std::size_t j = 0; j < n; ++j)
    for (int k = pattern_.column_begin[j]; k < pattern_.column_begin[j + 1]; ++k)
      a(pattern_.row[static_cast<std::size_t>(k)], static_cast<Eigen::Index>(j)) = matrix_[static_cast<std::size_t>(k)];
  Eigen::FullPivLU<Eigen::MatrixXd> lu(a);
  lu.setThreshold(1e-10);
  const Eigen::MatrixXd free = lu.kernel(), same = lu.compute(a.transpose()).setThreshold(1e-10).kernel();
  std::vector<int>      unknown;
  for (std::size_t i = 0; i < n; ++i) {
    if (w.value[i]) unknown.push_back(static_cast<int>(i));
    if (w.slope[i]) unknown.push_back(static_cast<int>(n + i));
  }
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(n); ++i) {
    if (free.row(i).cwiseAbs().maxCoeff() > 1e-6) failure.variables.push_back(unknown[static_cast<std::size_t>(i)]);
    if (same.row(i).cwiseAbs().maxCoeff() > 1e-6) failure.equations.push_back(static_cast<int>(i));
  }
  return failure;
}

}  // namespace saltus::events
