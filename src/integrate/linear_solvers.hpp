#pragma once
// linear_solvers.hpp: the solvers behind linear_solver.hpp, for the file that chooses among them, and for tests.
// Each is made for Scalar = double and std::complex<double>.

#include <saltus/integrate/linear_solver.hpp>
#include <saltus/integrate/ordering.hpp>

namespace saltus::integrate {

template <class Scalar>
std::unique_ptr<LinearSolver<Scalar>> make_dense_solver(const model::Pattern& pattern);

template <class Scalar>
std::unique_ptr<LinearSolver<Scalar>> make_banded_solver(const model::Pattern& pattern, const BandOrdering& ordering);

/// A pattern and what KLU makes of it; for any number of solvers, real and complex.
class KluAnalysis;
std::shared_ptr<const KluAnalysis> analyze_klu(const model::Pattern& pattern);

template <class Scalar>
std::unique_ptr<LinearSolver<Scalar>> make_klu_solver(std::shared_ptr<const KluAnalysis> analysis);

template <class Scalar>
std::unique_ptr<LinearSolver<Scalar>> make_gmres_solver(const model::Pattern& pattern);

/// As `regular`, and where the matrix is singular the shortest of the solutions, if there are any.
template <class Scalar>
std::unique_ptr<LinearSolver<Scalar>> make_least_norm_solver(const model::Pattern&                 pattern,
                                                             std::unique_ptr<LinearSolver<Scalar>> regular);

}  // namespace saltus::integrate
