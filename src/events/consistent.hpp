#pragma once
// consistent.hpp: values of (x', y) that satisfy the equations, at the start and after every reset.

#include <saltus/core/result.hpp>
#include <saltus/integrate/linear_solver.hpp>
#include <saltus/model/equations.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace saltus::events {

/// Why no consistent values were found.
struct NotConsistent {
  enum class Cause {
    not_finite,    ///< a residual is NaN or infinite at the first guess
    singular,      ///< the equations do not determine the unknowns
    no_solution,   ///< Newton stopped at a point that is no solution
    wrong_number,  ///< as many unknowns as equations are needed
  } cause;
  std::vector<int> equations;  ///< the worst residuals, or those that depend on each other
  std::vector<int> variables;  ///< the unknowns concerned; i for x_i or y_i, n + i for x'_i
  double           residual = 0;
  std::size_t      given = 0, needed = 0;  ///< for wrong_number
};

/// Solves F(t, x, x') = 0 for a chosen set of unknowns by damped Newton with row and column scaling.
class Consistency {
 public:
  /// Which unknowns: for each component, whether x_i and whether x'_i is solved for; n in total.
  struct Unknowns {
    std::vector<char> value, slope;
  };
  /// The usual choice: derivatives of the differential variables, values of the algebraic ones.
  static void usual(const model::Equations& equations, Unknowns& unknowns);

  /// Replaces the unknowns in x and dx. `scale` is the size at which a component counts (its tolerance).
  /// Returns the number of residual evaluations.
  Result<int, NotConsistent> solve(model::Equations& equations, double t, std::span<double> x, std::span<double> dx,
                                   const Unknowns& unknowns, std::span<const double> scale);

  /// Raises `noise` (per component) to what rounding in the equations makes of the values that the last `solve` found.
  void raise_noise(const Unknowns& unknowns, std::span<double> noise);

  /// The derivative of the unknowns along the flow: slopes of the algebraic variables (into dx, where they are free) and
  /// second derivatives of the differential ones (into ddx), from the differentiated equations. Uses the point and the
  /// matrix of the last `solve` with the usual unknowns. False when the matrix is singular.
  bool differentiate(model::Equations& equations, double t, std::span<const double> x, std::span<double> dx,
                     std::span<double> ddx);

 private:
  bool          assemble(model::Equations& equations, double t, std::span<const double> x, std::span<const double> dx,
                         const Unknowns& unknowns);
  NotConsistent diagnose(model::Equations& equations, const Unknowns& unknowns) const;

  model::Pattern                                   pattern_, made_;
  std::unique_ptr<integrate::LinearSolver<double>> solver_;
  std::vector<double> fx_, fdx_, matrix_, row_scale_, rounding_, r_, delta_, x_try_, dx_try_, r_try_;
  Unknowns            usual_;
};

}  // namespace saltus::events
