#pragma once
// linear_solver.hpp: factorise a matrix, solve with it; the seam behind which all linear algebra of the methods lives.
//
// Problem    A x = b for one A and many b, A square with a fixed pattern, real or complex.
// Method     four ways, each in a file of its own: dense_solver.cpp, banded_solver.cpp, klu_solver.cpp, gmres_solver.cpp.
//            Around any of them, where a singular matrix is no mistake: least_norm_solver.cpp.
// Invariant  what depends on the pattern alone (orderings, symbolic analysis, memory) is done once per pattern. No
//            solver answers wrongly in silence: factorize says false, or solve gives values that are not finite.
// Cost       no allocation after the first factorisation, except where KLU has to choose its pivots anew.
// Departure  a matrix counts as singular when a pivot is exactly zero: Newton's method judges everything else.

#include <saltus/integrate/linear_solver_choice.hpp>
#include <saltus/model/equations.hpp>

#include <complex>
#include <memory>
#include <span>
#include <string>

namespace saltus::integrate {

/// A v without A. For solvers that multiply instead of eliminating.
template <class Scalar>
class Product {
 public:
  virtual ~Product()                                                                 = default;
  virtual void operator()(std::span<const Scalar> v, std::span<Scalar> result) const = 0;
};

template <class Scalar>
class LinearSolver {
 public:
  virtual ~LinearSolver()                             = default;
  virtual std::unique_ptr<LinearSolver> clone() const = 0;  ///< gives the same bits

  /// "dense", "banded (2, 2)", "sparse", "gmres".
  virtual std::string description() const = 0;
  /// Whether `solve` makes use of a product.
  virtual bool multiplies() const { return false; }

  /// Values in the order of the pattern. False when the matrix is singular to working precision or not finite.
  virtual bool factorize(std::span<const Scalar> values) = 0;
  /// Replaces b by A^-1 b. With a product, a solver that multiplies takes A from there, and the factorised matrix,
  /// which should be close to it, only speeds it up.
  virtual void solve(std::span<Scalar> b, const Product<Scalar>* product = nullptr) = 0;
};

/// What `automatic` means for a pattern; any other choice is itself.
LinearSolverChoice resolve(LinearSolverChoice choice, const model::Pattern& pattern);

/// What becomes of a singular matrix.
enum class Singular { fails, least_norm };

/// Makes solvers for one pattern, which share what depends on the pattern alone: the choice, the ordering of a band, the
/// symbolic analysis of KLU.
class SolverMaker {
 public:
  explicit SolverMaker(const model::Pattern& pattern, LinearSolverChoice choice = LinearSolverChoice::automatic,
                       Singular singular = Singular::fails);

  std::unique_ptr<LinearSolver<double>>               real() const;
  std::unique_ptr<LinearSolver<std::complex<double>>> complex() const;

 private:
  struct Shared;
  std::shared_ptr<const Shared> shared_;
};

std::unique_ptr<LinearSolver<double>>               make_real_solver(const model::Pattern& pattern,
                                                                     LinearSolverChoice    choice = LinearSolverChoice::automatic,
                                                                     Singular              singular = Singular::fails);
std::unique_ptr<LinearSolver<std::complex<double>>> make_complex_solver(
    const model::Pattern& pattern, LinearSolverChoice choice = LinearSolverChoice::automatic);

}  // namespace saltus::integrate
