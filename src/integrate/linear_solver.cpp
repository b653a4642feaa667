#include <saltus/integrate/linear_solver.hpp>

#include <saltus/core/error.hpp>

#include <Eigen/Dense>
#include <Eigen/SparseLU>

#include <cmath>

namespace saltus::integrate {

namespace {

template <class Scalar>
using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

template <class Scalar>
class DenseSolver final : public LinearSolver<Scalar> {
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

 public:
  explicit DenseSolver(const model::Pattern& pattern)
      : pattern_(pattern), matrix_(Matrix::Zero(size(), size())), lu_(size()), b_(size()) {}

  std::unique_ptr<LinearSolver<Scalar>> clone() const override { return std::make_unique<DenseSolver>(*this); }

  bool factorize(std::span<const Scalar> values) override {
    for (std::size_t j = 0; j < pattern_.n; ++j)
      for (int k = pattern_.column_begin[j]; k < pattern_.column_begin[j + 1]; ++k)
        matrix_(pattern_.row[static_cast<std::size_t>(k)], static_cast<Eigen::Index>(j)) =
            values[static_cast<std::size_t>(k)];
    lu_.compute(matrix_);
    for (Eigen::Index i = 0; i < size(); ++i) {
      const double pivot = std::abs(lu_.matrixLU()(i, i));
      if (!(pivot > 0) || !std::isfinite(pivot)) return false;
    }
    return true;
  }

  void solve(std::span<Scalar> b) override {
    Eigen::Map<Vector<Scalar>> x(b.data(), size());
    b_.noalias() = lu_.permutationP() * x;
    lu_.matrixLU().template triangularView<Eigen::UnitLower>().solveInPlace(b_);
    lu_.matrixLU().template triangularView<Eigen::Upper>().solveInPlace(b_);
    x = b_;
  }

 private:
  Eigen::Index size() const { return static_cast<Eigen::Index>(pattern_.n); }

  model::Pattern              pattern_;
  Matrix                      matrix_;
  Eigen::PartialPivLU<Matrix> lu_;
  Vector<Scalar>              b_;
};

template <class Scalar>
class SparseSolver final : public LinearSolver<Scalar> {
  using Matrix = Eigen::SparseMatrix<Scalar, Eigen::ColMajor, int>;

 public:
  explicit SparseSolver(const model::Pattern& pattern)
      : SparseSolver(Eigen::Map<const Matrix>(static_cast<Eigen::Index>(pattern.n), static_cast<Eigen::Index>(pattern.n),
                                              static_cast<Eigen::Index>(pattern.nonzeros()), pattern.column_begin.data(),
                                              pattern.row.data(), std::vector<Scalar>(pattern.nonzeros()).data()),
                     false) {}
  SparseSolver(Matrix matrix, bool factorized) : matrix_(std::move(matrix)), factorized_(factorized) {
    lu_.analyzePattern(matrix_);
    if (factorized_) lu_.factorize(matrix_);
  }

  std::unique_ptr<LinearSolver<Scalar>> clone() const override {
    return std::make_unique<SparseSolver>(matrix_, factorized_);
  }

  bool factorize(std::span<const Scalar> values) override {
    factorized_ = false;
    for (const Scalar& value : values)
      if (!std::isfinite(std::abs(value))) return false;
    std::copy(values.begin(), values.end(), matrix_.valuePtr());
    lu_.factorize(matrix_);
    return factorized_ = lu_.info() == Eigen::Success;
  }

  void solve(std::span<Scalar> b) override {
    SALTUS_ASSERT(factorized_);
    Eigen::Map<Vector<Scalar>> x(b.data(), matrix_.rows());
    x = lu_.solve(x).eval();
  }

 private:
  Matrix                                              matrix_;
  Eigen::SparseLU<Matrix, Eigen::COLAMDOrdering<int>> lu_;
  bool                                                factorized_;
};

template <class Scalar>
std::unique_ptr<LinearSolver<Scalar>> make_solver(const model::Pattern& pattern) {
  if (prefers_sparse(pattern)) return std::make_unique<SparseSolver<Scalar>>(pattern);
  return std::make_unique<DenseSolver<Scalar>>(pattern);
}

}  // namespace

std::unique_ptr<LinearSolver<double>> make_real_solver(const model::Pattern& pattern) {
  return make_solver<double>(pattern);
}
std::unique_ptr<LinearSolver<std::complex<double>>> make_complex_solver(const model::Pattern& pattern) {
  return make_solver<std::complex<double>>(pattern);
}

}  // namespace saltus::integrate
