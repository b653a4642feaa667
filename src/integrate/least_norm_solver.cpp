// least_norm_solver.cpp: the shortest solution where there are several.
//
// Problem    A x = b where A may be singular, and b is such that there are solutions all the same.
// Method     another solver, as long as it finds A regular. Otherwise a complete orthogonal decomposition of A with rows
//            and columns of size one, so that units do not matter.
// Reference  Golub & Van Loan, Matrix Computations, section 5.4.
// Invariant  where there is no solution the answer is not finite.
// Cost       that of the other solver; a singular matrix costs a dense decomposition, about 8 times LU, and allocates.

#include <saltus/integrate/linear_solvers.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace saltus::integrate {

namespace {

constexpr std::size_t largest_singular = 400;    // unknowns: the decomposition is dense
constexpr double      rank_threshold   = 1e-13;  // pivots, relative to the largest: what rounding leaves of zero
constexpr double      solved           = 1e-7;   // part of |A| |x| + |b| that a residual may be

template <class Scalar>
class LeastNormSolver final : public LinearSolver<Scalar> {
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
  using Sizes  = Eigen::VectorXd;

 public:
  LeastNormSolver(const model::Pattern& pattern, std::unique_ptr<LinearSolver<Scalar>> regular)
      : pattern_(pattern), regular_(std::move(regular)) {}

  std::unique_ptr<LinearSolver<Scalar>> clone() const override {
    auto copy       = std::make_unique<LeastNormSolver>(pattern_, regular_->clone());
    copy->singular_ = singular_, copy->a_ = a_, copy->row_ = row_, copy->column_ = column_;
    copy->decomposition_ = decomposition_;
    return copy;
  }
  std::string description() const override { return regular_->description(); }
  bool        multiplies() const override { return regular_->multiplies(); }

  bool factorize(std::span<const Scalar> values) override {
    singular_ = !regular_->factorize(values);
    if (!singular_) return true;
    if (pattern_.n > largest_singular) return false;
    const auto n = static_cast<Eigen::Index>(pattern_.n);
    a_           = Matrix::Zero(n, n);
    for (std::size_t j = 0; j < pattern_.n; ++j)
      for (int k = pattern_.column_begin[j]; k < pattern_.column_begin[j + 1]; ++k)
        a_(pattern_.row[static_cast<std::size_t>(k)], static_cast<Eigen::Index>(j)) = values[static_cast<std::size_t>(k)];
    if (!a_.allFinite()) return false;
    const auto inverse = [](double size) { return size > 0 ? 1 / size : 1.0; };
    row_               = a_.cwiseAbs().rowwise().maxCoeff().unaryExpr(inverse);
    a_                 = row_.asDiagonal() * a_;
    column_            = a_.cwiseAbs().colwise().maxCoeff().transpose().unaryExpr(inverse);
    a_                 = a_ * column_.asDiagonal();
    decomposition_.setThreshold(rank_threshold);
    decomposition_.compute(a_);
    return true;
  }

  void solve(std::span<Scalar> b, const Product<Scalar>* product) override {
    if (!singular_) return regular_->solve(b, product);
    Eigen::Map<Vector> x(b.data(), static_cast<Eigen::Index>(b.size()));
    const Vector       right = row_.asDiagonal() * x;
    const Vector       found = decomposition_.solve(right);
    const Sizes        size  = a_.cwiseAbs() * found.cwiseAbs() + right.cwiseAbs();
    const Sizes        left  = (a_ * found - right).cwiseAbs();
    if ((left.array() <= solved * size.maxCoeff()).all()) x = column_.asDiagonal() * found;
    else x.setConstant(Scalar(std::numeric_limits<double>::quiet_NaN()));
  }

 private:
  model::Pattern                                 pattern_;
  std::unique_ptr<LinearSolver<Scalar>>          regular_;
  bool                                           singular_ = false;
  Matrix                                         a_;  ///< scaled
  Sizes                                          row_, column_;
  Eigen::CompleteOrthogonalDecomposition<Matrix> decomposition_;
};

}  // namespace

template <class Scalar>
std::unique_ptr<LinearSolver<Scalar>> make_least_norm_solver(const model::Pattern&                 pattern,
                                                             std::unique_ptr<LinearSolver<Scalar>> regular) {
  return std::make_unique<LeastNormSolver<Scalar>>(pattern, std::move(regular));
}
template std::unique_ptr<LinearSolver<double>>               make_least_norm_solver(const model::Pattern&,
                                                                                    std::unique_ptr<LinearSolver<double>>);
template std::unique_ptr<LinearSolver<std::complex<double>>> make_least_norm_solver(
    const model::Pattern&, std::unique_ptr<LinearSolver<std::complex<double>>>);

}  // namespace saltus::integrate
