#pragma once
// stage_matrices.hpp: the Jacobians of the equations, and the two matrices that a Radau step factorises.
//
// Problem    sigma F_x' + F_x for one real and one complex sigma, for both forms of the equations.
// Method     for the explicit form F = x' - f, so F_x' = I and F_x = -f_x. The stored pattern is that of the equations
//            joined with the diagonal; values move from one to the other by a list of positions.
// Invariant  the symbolic analysis lives as long as the pattern of the equations does not change.
// Departure  an entry of a Jacobian that is not finite (sqrt at 0) counts as zero: the Newton iteration then decides
//            whether the step can be made, and it asks for residuals only.

#include <saltus/integrate/linear_solver.hpp>
#include <saltus/integrate/shifted_product.hpp>

#include <complex>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace saltus::integrate {

class StageMatrices {
 public:
  explicit StageMatrices(LinearSolverChoice solver = LinearSolverChoice::automatic) : solver_(solver) {}
  StageMatrices(const StageMatrices& other);
  StageMatrices& operator=(const StageMatrices&) = delete;

  /// Prepares for these equations; keeps the symbolic analysis when the pattern is the same.
  void match(const model::Equations& equations);

  void evaluate_jacobians(model::Equations& equations, double t, std::span<const double> x, std::span<const double> dx);

  /// Factorises real F_x' + F_x and complex F_x' + F_x. False when one of them is singular.
  bool factorize(double real, std::complex<double> complex);

  void solve_real(std::span<double> b) { solve(*real_, real_shift_, b); }
  void solve_complex(std::span<std::complex<double>> b) { solve(*complex_, complex_shift_, b); }

  /// Where a step begins: solvers that multiply linearise there, even while the Jacobians are older.
  void stand_at(model::Equations& equations, double t, std::span<const double> x, std::span<const double> dx) {
    if (real_->multiplies()) here_.stand_at(equations, t, x, dx);
  }

  /// Of the solvers, for statistics.
  std::string description() const { return real_ ? real_->description() : ""; }

  /// result = F_x' v.
  void multiply_f_dx(std::span<const double> v, std::span<double> result) const;

 private:
  template <class Scalar>
  void solve(LinearSolver<Scalar>& solver, Scalar shift, std::span<Scalar> b) {
    if (!solver.multiplies() || !here_.known()) return solver.solve(b);
    const ShiftedProduct<Scalar> product(here_, shift);
    solver.solve(b, &product);
  }

  LinearSolverChoice                    solver_;
  model::Form                           form_ = model::Form::explicit_ode;
  model::Pattern                        pattern_;              ///< of the equations
  std::vector<double>                   f_x_, f_dx_;           ///< in the order of pattern_
  std::vector<std::size_t>              position_, diagonal_;  ///< of each entry, and of (i, i), in the joined pattern
  std::vector<double>                   real_values_;
  std::vector<std::complex<double>>     complex_values_;
  std::unique_ptr<LinearSolver<double>> real_;
  std::unique_ptr<LinearSolver<std::complex<double>>> complex_;
  double                                              real_shift_    = 0;
  std::complex<double>                                complex_shift_ = 0;
  Linearization                                       here_;  ///< for solvers that multiply
};

}  // namespace saltus::integrate
