#pragma once
// linear_solver.hpp: factorise a matrix, solve with it; the seam behind which dense and sparse algebra live.
//
// Problem    A x = b for one A and many b, A square with a fixed pattern, real or complex.
// Method     dense: LU with partial pivoting. Sparse: supernodal LU with partial pivoting on a COLAMD ordering; the
//            ordering and the symbolic analysis depend on the pattern alone and are made once.
// Reference  Golub & Van Loan, Matrix Computations, section 3.4; Demmel et al., SIAM J. Matrix Anal. Appl. 20 (1999)
//            720-755 (SuperLU); Davis et al., ACM Trans. Math. Softw. 30 (2004) 353-376 (COLAMD). Both LUs are Eigen's.
// Cost       dense: no allocation after construction while n is small (Eigen blocks large products on the heap).
//            Sparse: every factorisation and solution allocates inside Eigen.
// Departure  Eigen's SparseLU cannot be copied; a clone analyses and factorises again, which gives the same bits.

#include <saltus/model/equations.hpp>

#include <complex>
#include <memory>
#include <span>

namespace saltus::integrate {

template <class Scalar>
class LinearSolver {
 public:
  virtual ~LinearSolver()                             = default;
  virtual std::unique_ptr<LinearSolver> clone() const = 0;

  /// Values in the order of the pattern. False when the matrix is singular to working precision or not finite.
  virtual bool factorize(std::span<const Scalar> values) = 0;
  /// Replaces b by A^-1 b.
  virtual void solve(std::span<Scalar> b) = 0;
};

/// Sparse factorisation pays from here on: small or well filled matrices are faster as dense ones.
inline bool prefers_sparse(const model::Pattern& pattern) {
  const auto n = static_cast<double>(pattern.n);
  return pattern.n >= 30 && static_cast<double>(pattern.nonzeros()) <= 0.2 * n * n;
}

/// Dense or sparse by `prefers_sparse`.
std::unique_ptr<LinearSolver<double>>               make_real_solver(const model::Pattern& pattern);
std::unique_ptr<LinearSolver<std::complex<double>>> make_complex_solver(const model::Pattern& pattern);

}  // namespace saltus::integrate
