#include <saltus/integrate/linear_solver.hpp>

#include <saltus/integrate/linear_solvers.hpp>

#include <utility>

namespace saltus {

std::string_view to_text(LinearSolverChoice choice) {
  switch (choice) {
    case LinearSolverChoice::automatic: return "automatic";
    case LinearSolverChoice::dense: return "dense";
    case LinearSolverChoice::banded: return "banded";
    case LinearSolverChoice::sparse: return "sparse";
    case LinearSolverChoice::gmres: return "gmres";
  }
  return "";
}

}  // namespace saltus

namespace saltus::integrate {

namespace {

// Where each solver starts to pay: docs/decisions/0013-linear-solvers.md has the figures.
constexpr double always_dense = 8;    // unknowns
constexpr double mostly_dense = 30;   // unknowns, unless a band is narrow
constexpr double well_filled  = 0.1;  // of all entries: elimination fills the rest
constexpr double wide_band    = 33;   // diagonals: 16 on either side
constexpr double band_share   = 3;    // so many bands must fit side by side

struct Decision {
  LinearSolverChoice choice;
  BandOrdering       ordering;  ///< for a band
};

Decision decide(LinearSolverChoice asked, const model::Pattern& pattern) {
  using enum LinearSolverChoice;
  if (asked == banded) return {banded, band_ordering(pattern)};
  if (asked != automatic) return {asked, {}};
  const auto   n    = static_cast<double>(pattern.n);
  const double fill = static_cast<double>(pattern.nonzeros()) / (n * n);
  if (n <= always_dense) return {dense, {}};
  if (band_share * fill <= 1) {  // otherwise no ordering makes a narrow band
    BandOrdering ordering = band_ordering(pattern);
    if (ordering.band() <= wide_band && band_share * ordering.band() <= n) return {banded, std::move(ordering)};
  }
  if (n <= mostly_dense || fill > well_filled) return {dense, {}};
  return {sparse, {}};
}

}  // namespace

struct SolverMaker::Shared {
  model::Pattern                     pattern;
  Decision                           decision;
  std::shared_ptr<const KluAnalysis> analysis;  ///< for KLU
  Singular                           singular;

  template <class Scalar>
  std::unique_ptr<LinearSolver<Scalar>> make() const {
    if (singular == Singular::fails) return make_regular<Scalar>();
    return make_least_norm_solver<Scalar>(pattern, make_regular<Scalar>());
  }
  template <class Scalar>
  std::unique_ptr<LinearSolver<Scalar>> make_regular() const {
    switch (decision.choice) {
      case LinearSolverChoice::banded: return make_banded_solver<Scalar>(pattern, decision.ordering);
      case LinearSolverChoice::sparse: return make_klu_solver<Scalar>(analysis);
      case LinearSolverChoice::gmres: return make_gmres_solver<Scalar>(pattern);
      default: return make_dense_solver<Scalar>(pattern);
    }
  }
};

SolverMaker::SolverMaker(const model::Pattern& pattern, LinearSolverChoice choice, Singular singular) {
  Decision   decision = decide(choice, pattern);
  const bool sparse   = decision.choice == LinearSolverChoice::sparse;
  shared_             = std::make_shared<const Shared>(
      Shared{pattern, std::move(decision), sparse ? analyze_klu(pattern) : nullptr, singular});
}
std::unique_ptr<LinearSolver<double>>               SolverMaker::real() const { return shared_->make<double>(); }
std::unique_ptr<LinearSolver<std::complex<double>>> SolverMaker::complex() const {
  return shared_->make<std::complex<double>>();
}

LinearSolverChoice resolve(LinearSolverChoice choice, const model::Pattern& pattern) {
  return decide(choice, pattern).choice;
}

std::unique_ptr<LinearSolver<double>> make_real_solver(const model::Pattern& pattern, LinearSolverChoice choice,
                                                       Singular singular) {
  return SolverMaker(pattern, choice, singular).real();
}
std::unique_ptr<LinearSolver<std::complex<double>>> make_complex_solver(const model::Pattern& pattern,
                                                                        LinearSolverChoice    choice) {
  return SolverMaker(pattern, choice).complex();
}

}  // namespace saltus::integrate
