#pragma once
// stage_matrices.hpp: the Jacobians of the equations, and the matrices that a Radau step factorises.
//
// Problem    sigma F_x' + F_x for one real and up to three complex sigma, for both forms of the equations.
// Method     for the explicit form F = x' - f, so F_x' = I and F_x = -f_x. The stored pattern is that of the equations
//            joined with the diagonal, or full in small systems unless another solver than the dense one was asked for;
//            values get there by a list of positions. A few Jacobians and a
//            few sets of factors are kept, the least recently used making room: an event that leads back to a mode, or
//            a step shortened for a while, finds what it left behind.
// Invariant  the symbolic analysis lives as long as the pattern of the equations does not change. Factors belong to one
//            Jacobian, by value: one that is evaluated anew and comes out the same is the same.
// Cost       solvers are made when they are first needed, at most kept_factors() sets of four; then nothing is allocated
//            here.
// Departure  an entry of a Jacobian that is not finite (sqrt at 0) counts as zero: the Newton iteration then decides
//            whether the step can be made, and it asks for residuals only.

#include <saltus/integrate/linear_solver.hpp>
#include <saltus/integrate/shifted_product.hpp>

#include <array>
#include <complex>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace saltus::integrate {

/// What the Newton iteration has learnt about one Jacobian. It does not depend on h, as long as the factors belong to h.
struct Convergence {
  double contraction = 0;  ///< of the last iteration that showed one
  double eta         = 1;  ///< contraction / (1 - contraction): evidence for a first iterate
  double at_h        = 0;  ///< |h| of that iteration
};

class StageMatrices {
 public:
  static constexpr std::size_t most_pairs = 3;

  explicit StageMatrices(LinearSolverChoice solver = LinearSolverChoice::automatic) : choice_(solver) {}
  StageMatrices(const StageMatrices& other);
  StageMatrices& operator=(const StageMatrices&) = delete;

  /// Prepares for these equations. Keeps everything and returns true when the form and the stored pattern are the same.
  bool match(const model::Equations& equations);

  /// Forgets all values, not the memory and the symbolic analyses.
  void forget();

  bool has_jacobian() const { return !jacobians_.empty() && jacobians_[current_jacobian_].id != 0; }

  /// Makes the Jacobian at this point the current one. False when it is the one that was current before.
  bool evaluate_jacobians(model::Equations& equations, double t, std::span<const double> x, std::span<const double> dx);

  /// Makes factors of the current Jacobian current that were made for these stages and this h, within `same_step`;
  /// false when there are none.
  bool find(std::size_t stages, double h, double same_step);

  /// Factorises real/h F_x' + F_x and complex[m]/h F_x' + F_x. False when one of them is singular.
  bool factorize(std::size_t stages, double h, double real, std::span<const std::complex<double>> complex);

  void solve_real(std::span<double> b) {
    const Factors& f = factors_[current_factors_];
    solve(*f.real, f.real_shift, b);
  }
  void solve_complex(std::size_t m, std::span<std::complex<double>> b) {
    const Factors& f = factors_[current_factors_];
    solve(*f.complex[m], f.complex_shift[m], b);
  }

  /// Where a step begins, once there are factors: solvers that multiply linearise there, even while the Jacobians are older.
  void stand_at(model::Equations& equations, double t, std::span<const double> x, std::span<const double> dx) {
    if (factors_[current_factors_].real->multiplies()) here_.stand_at(equations, t, x, dx);
  }

  /// Of the solvers, for statistics; empty before the first factorisation.
  std::string description() const;

  Convergence& convergence() { return jacobians_[current_jacobian_].convergence; }
  /// The h that the current factors belong to.
  double factorized_h() const { return factors_[current_factors_].h; }

  /// result = F_x' v.
  void multiply_f_dx(std::span<const double> v, std::span<double> result) const;

 private:
  struct Jacobian {
    std::vector<double> f_x, f_dx;  ///< in the order of the joined pattern
    Convergence         convergence;
    long                id      = 0;
    long                used_at = 0;
    bool                same_values(const Jacobian& o) const { return f_x == o.f_x && f_dx == o.f_dx; }
  };
  struct Factors {
    std::unique_ptr<LinearSolver<double>>                                       real;
    std::array<std::unique_ptr<LinearSolver<std::complex<double>>>, most_pairs> complex;
    double                                                                      real_shift = 0;
    std::array<std::complex<double>, most_pairs>                                complex_shift{};
    long                                                                        jacobian = 0;  ///< 0: none
    std::size_t                                                                 stages   = 0;
    double                                                                      h        = 0;
    long                                                                        used_at  = 0;
  };
  static Factors copy(const Factors& from);
  std::size_t    kept_factors() const { return pattern_.n <= 100 ? 4 : 2; }
  template <class Scalar>
  void assemble(Scalar sigma, std::vector<Scalar>& values) const;
  template <class Scalar>
  void solve(LinearSolver<Scalar>& solver, Scalar shift, std::span<Scalar> b) {
    if (!solver.multiplies() || !here_.known()) return solver.solve(b);
    const ShiftedProduct<Scalar> product(here_, shift);
    solver.solve(b, &product);
  }

  LinearSolverChoice                choice_;
  std::optional<SolverMaker>        maker_;  ///< for joined_
  model::Form                       form_ = model::Form::explicit_ode;
  model::Pattern                    pattern_, joined_;     ///< of the equations; and with the diagonal, or full
  std::vector<std::size_t>          position_, diagonal_;  ///< of each entry, and of (i, i), in the joined pattern
  std::vector<double>               real_values_;
  std::vector<std::complex<double>> complex_values_;

  Jacobian              evaluated_;  ///< in the order of the equations' pattern
  Jacobian              scratch_;
  std::vector<Jacobian> jacobians_;
  std::vector<Factors>  factors_;
  std::size_t           current_jacobian_ = 0, current_factors_ = 0;
  long                  last_id_ = 0, clock_ = 0;
  Linearization         here_;  ///< for solvers that multiply
};

}  // namespace saltus::integrate
