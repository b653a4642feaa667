// dense_solver.cpp: LU of the full matrix with partial pivoting.
//
// Method     a plain loop by columns that passes over zeros of both factors, as long as the matrix fits into the nearest
//            caches. Eigen's blocked LU is faster beyond, and slower before: 3 times for complex matrices of 16, by its
//            dispatch and its complex products.
// Reference  Golub & Van Loan, Matrix Computations, section 3.4.
// Cost       2/3 n^3 operations; n^2 numbers. No allocation after construction with the plain loop; Eigen blocks large
//            products on the heap.

#include <saltus/integrate/arithmetic.hpp>
#include <saltus/integrate/linear_solvers.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <utility>
#include <vector>

namespace saltus::integrate {

namespace {

/// Measured: docs/decisions/0013-linear-solvers.md.
template <class Scalar>
constexpr std::size_t largest_plain = std::same_as<Scalar, double> ? 64 : 256;

template <class Scalar>
class PlainSolver final : public LinearSolver<Scalar> {
 public:
  explicit PlainSolver(const model::Pattern& pattern)
      : n_(pattern.n), a_(n_ * n_), pivot_(n_), inverse_(n_), rows_(n_ + 1) {
    for (std::size_t j = 0; j < n_; ++j)
      for (int k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k)
        place_.push_back(j * n_ + static_cast<std::size_t>(pattern.row[static_cast<std::size_t>(k)]));
  }

  std::unique_ptr<LinearSolver<Scalar>> clone() const override { return std::make_unique<PlainSolver>(*this); }
  std::string                           description() const override { return "dense"; }

  bool factorize(std::span<const Scalar> values) override {
    std::fill(a_.begin(), a_.end(), Scalar(0));
    for (std::size_t k = 0; k < place_.size(); ++k) a_[place_[k]] = values[k];
    for (std::size_t j = 0; j < n_; ++j) {
      Scalar*     column = &a_[j * n_];
      std::size_t p      = j;
      double      size   = rough_size(column[j]);
      for (std::size_t i = j + 1; i < n_; ++i)
        if (const double s = rough_size(column[i]); s > size) size = s, p = i;
      if (!(size > 0) || !std::isfinite(size)) return false;
      pivot_[j] = p;
      if (p != j)
        for (std::size_t c = 0; c < n_; ++c) std::swap(a_[c * n_ + j], a_[c * n_ + p]);
      inverse_[j]        = reciprocal(column[j]);
      std::size_t filled = 0;
      for (std::size_t i = j + 1; i < n_; ++i) {
        rows_[filled] = i;
        filled += column[i] != Scalar(0) ? 1 : 0;
        column[i] = times(column[i], inverse_[j]);
      }
      const bool thin = thinness * filled < n_ - j;
      for (std::size_t c = j + 1; c < n_ && filled > 0; ++c) {
        Scalar*      other = &a_[c * n_];
        const Scalar u     = other[j];
        if (u == Scalar(0)) continue;
        if (thin)
          for (std::size_t k = 0; k < filled; ++k) other[rows_[k]] -= times(column[rows_[k]], u);
        else
          for (std::size_t i = j + 1; i < n_; ++i) other[i] -= times(column[i], u);
      }
    }
    return true;
  }

  void solve(std::span<Scalar> b, const Product<Scalar>*) override {
    for (std::size_t j = 0; j < n_; ++j)  // all exchanges first: L is stored in its final order
      if (pivot_[j] != j) std::swap(b[j], b[pivot_[j]]);
    for (std::size_t j = 0; j < n_; ++j) {
      const Scalar* column = &a_[j * n_];
      for (std::size_t i = j + 1; i < n_; ++i) b[i] -= times(column[i], b[j]);
    }
    for (std::size_t j = n_; j-- > 0;) {
      const Scalar* column = &a_[j * n_];
      b[j]                 = times(b[j], inverse_[j]);
      for (std::size_t i = 0; i < j; ++i) b[i] -= times(column[i], b[j]);
    }
  }

 private:
  std::size_t              n_;
  std::vector<Scalar>      a_;      ///< by columns
  std::vector<std::size_t> pivot_;  ///< row that row j was exchanged with
  std::vector<Scalar>      inverse_;
  std::vector<std::size_t> place_;  ///< of each value in a_
  std::vector<std::size_t> rows_;   ///< of a column below the diagonal: those that are not zero

  /// A column is gone through by its rows when they are so many times fewer: the whole column goes several at a time.
  static constexpr std::size_t thinness = 3;
};

template <class Scalar>
class DenseSolver final : public LinearSolver<Scalar> {
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

 public:
  explicit DenseSolver(const model::Pattern& pattern)
      : pattern_(pattern), matrix_(Matrix::Zero(size(), size())), lu_(size()), b_(size()) {}

  std::unique_ptr<LinearSolver<Scalar>> clone() const override { return std::make_unique<DenseSolver>(*this); }
  std::string                           description() const override { return "dense"; }

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

  void solve(std::span<Scalar> b, const Product<Scalar>*) override {
    Eigen::Map<Vector> x(b.data(), size());
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
  Vector                      b_;
};

}  // namespace

template <class Scalar>
std::unique_ptr<LinearSolver<Scalar>> make_dense_solver(const model::Pattern& pattern) {
  if (pattern.n <= largest_plain<Scalar>) return std::make_unique<PlainSolver<Scalar>>(pattern);
  return std::make_unique<DenseSolver<Scalar>>(pattern);
}
template std::unique_ptr<LinearSolver<double>>               make_dense_solver(const model::Pattern&);
template std::unique_ptr<LinearSolver<std::complex<double>>> make_dense_solver(const model::Pattern&);

}  // namespace saltus::integrate
