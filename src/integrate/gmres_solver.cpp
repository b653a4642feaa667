// gmres_solver.cpp: Krylov iterations for systems whose LU would be too large.
//
// Method     restarted GMRES, preconditioned from the left by the incomplete LU of the matrix that was factorised last:
//            its residual M^-1 (b - A x) is then an error in x, whatever the units of the equations. A may be given as a
//            product, newer than that matrix. Modified Gram-Schmidt, Givens rotations.
// Reference  Saad & Schultz, SIAM J. Sci. Stat. Comput. 7 (1986) 856-869; Saad, Iterative Methods for Sparse Linear
//            Systems, 2nd edition, sections 6.5 and 9.3.
// Notation   r residual, v_j basis, h column of the Hessenberg matrix, g rotated right-hand side.
// Invariant  an x that is handed over has been put into the equations: its residual is small both preconditioned and,
//            with rows of equal size, as it stands. Otherwise the system is solved directly by KLU; description() says how
//            often. A system that is singular for KLU too gives values that are not finite.
// Cost       per iteration one product, one solution with M and (iterations + 1) sums over n; most_basis vectors. One more
//            product for the check. No allocation after the first solution, except for direct ones.

#include <saltus/integrate/arithmetic.hpp>
#include <saltus/integrate/incomplete_lu.hpp>
#include <saltus/integrate/linear_solvers.hpp>

#include <saltus/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace saltus::integrate {

namespace {

constexpr std::size_t most_basis  = 30;
constexpr int         most_cycles = 6;
/// Of the preconditioned residual: Newton's contraction is tested for 0.005, and error estimates take x as it is.
constexpr double reduction = 1e-8;
/// Of the residual itself with rows of equal size: M may be bad enough to make its own measure worthless.
constexpr double plain_reduction = 1e-5;

template <class Scalar>
double norm(std::span<const Scalar> v) {
  double sum = 0;
  for (const Scalar& x : v) sum += std::norm(x);
  return std::sqrt(sum);
}

inline double               conjugate(double a) { return a; }
inline std::complex<double> conjugate(const std::complex<double>& a) { return std::conj(a); }

/// Turns (a, b) with b >= 0 into (r, 0).
template <class Scalar>
struct Rotation {
  double c = 1;
  Scalar s = 0;

  Scalar aim(const Scalar& a, double b) {
    const double size = std::abs(a), r = std::hypot(size, b);
    if (r == 0) return *this = {}, Scalar(0);
    const Scalar phase = size > 0 ? a / size : Scalar(1);
    c                  = size / r;
    s                  = phase * (b / r);
    return phase * r;
  }
  void apply(Scalar& x, Scalar& y) const {
    const Scalar x_before = x;
    x                     = c * x + times(s, y);
    y                     = c * y - times(conjugate(s), x_before);
  }
};

template <class Scalar>
class GmresSolver final : public LinearSolver<Scalar> {
 public:
  explicit GmresSolver(const model::Pattern& pattern)
      : pattern_(pattern), ilu_(pattern), basis_(std::min(most_basis, pattern.n)), values_(pattern.nonzeros()),
        row_scale_(pattern.n), x_(pattern.n), residual_(pattern.n) {}
  GmresSolver(const GmresSolver& o)
      : pattern_(o.pattern_), ilu_(o.ilu_), basis_(o.basis_), values_(o.values_), row_scale_(o.row_scale_), x_(o.x_),
        residual_(o.residual_), direct_(o.direct_ ? o.direct_->clone() : nullptr), preconditions_(o.preconditions_),
        direct_ready_(o.direct_ready_), solutions_(o.solutions_), direct_solutions_(o.direct_solutions_) {}
  GmresSolver& operator=(const GmresSolver&) = delete;

  std::unique_ptr<LinearSolver<Scalar>> clone() const override { return std::make_unique<GmresSolver>(*this); }
  std::string                           description() const override {
    if (direct_solutions_ == 0) return "gmres";
    return fmt::format("gmres ({} of {} solutions by sparse)", direct_solutions_, solutions_);
  }
  bool multiplies() const override { return true; }

  bool factorize(std::span<const Scalar> values) override {
    if (!all_finite(values)) return false;
    values_.assign(values.begin(), values.end());
    direct_ready_ = false;
    std::fill(row_scale_.begin(), row_scale_.end(), 0.0);
    for (std::size_t k = 0; k < values_.size(); ++k) {
      double& size = row_scale_[static_cast<std::size_t>(pattern_.row[k])];
      size         = std::max(size, rough_size(values_[k]));
    }
    for (double& size : row_scale_) {
      if (size == 0) return false;
      size = 1 / size;
    }
    preconditions_ = ilu_.factorize(values_);
    return preconditions_ || factorize_directly();
  }

  void solve(std::span<Scalar> b, const Product<Scalar>* product) override {
    ++solutions_;
    if (preconditions_ && iterate(b, product)) {
      std::copy(x_.begin(), x_.end(), b.begin());
      return;
    }
    ++direct_solutions_;
    if (factorize_directly()) direct_->solve(b);
    else std::fill(b.begin(), b.end(), Scalar(std::numeric_limits<double>::quiet_NaN()));
  }

 private:
  bool factorize_directly() {
    if (direct_ready_) return true;
    if (!direct_) direct_ = make_klu_solver<Scalar>(analyze_klu(pattern_));
    return direct_ready_ = direct_->factorize(values_);
  }

  void multiply(std::span<const Scalar> v, std::span<Scalar> result, const Product<Scalar>* product) const {
    if (product != nullptr) return (*product)(v, result);
    std::fill(result.begin(), result.end(), Scalar(0));
    for (std::size_t j = 0; j < pattern_.n; ++j)
      for (int k = pattern_.column_begin[j]; k < pattern_.column_begin[j + 1]; ++k)
        result[static_cast<std::size_t>(pattern_.row[static_cast<std::size_t>(k)])] +=
            times(values_[static_cast<std::size_t>(k)], v[j]);
  }

  /// residual_ = b - A x, and its size with rows of equal size.
  double plain_residual(std::span<const Scalar> b, const Product<Scalar>* product) {
    multiply(x_, residual_, product);
    for (std::size_t i = 0; i < pattern_.n; ++i) residual_[i] = b[i] - residual_[i];
    return scaled_norm(residual_);
  }
  double scaled_norm(std::span<const Scalar> v) const {
    double sum = 0;
    for (std::size_t i = 0; i < pattern_.n; ++i) sum += row_scale_[i] * row_scale_[i] * std::norm(v[i]);
    return std::sqrt(sum);
  }

  /// x_ = A^-1 b. False when it does not converge.
  bool iterate(std::span<const Scalar> b, const Product<Scalar>* product) {
    const std::size_t n = pattern_.n;
    v_.resize((basis_ + 1) * n);
    std::fill(x_.begin(), x_.end(), Scalar(0));
    residual_.assign(b.begin(), b.end());
    const double size_of_b = scaled_norm(b);
    double       first     = 0;
    for (int cycle = 0;; ++cycle) {
      const double plain = cycle == 0 ? size_of_b : plain_residual(b, product);
      ilu_.solve(residual_);
      const double size = norm<Scalar>(residual_);
      if (cycle == 0) first = size;
      if (!std::isfinite(size) || !std::isfinite(plain)) return false;
      if (size <= reduction * first && plain <= plain_reduction * size_of_b) return true;
      if (cycle == most_cycles) return false;
      extend(size, 0.3 * reduction * first, product);
    }
  }

  /// One cycle: adds to x_ the best correction from the Krylov space of residual_.
  void extend(double size, double wanted, const Product<Scalar>* product) {
    const std::size_t n      = pattern_.n;
    const auto        vector = [&](std::size_t j) { return std::span<Scalar>(v_.data() + j * n, n); };
    for (std::size_t i = 0; i < n; ++i) v_[i] = residual_[i] / size;
    g_[0]             = size;
    std::size_t steps = 0;
    for (; steps < basis_; ++steps) {
      auto&      h = h_[steps];
      const auto w = vector(steps + 1);
      multiply(vector(steps), w, product);
      ilu_.solve(w);
      for (std::size_t j = 0; j <= steps; ++j) {
        const auto v   = vector(j);
        Scalar     dot = 0;
        for (std::size_t i = 0; i < n; ++i) dot += times_conjugate(v[i], w[i]);
        for (std::size_t i = 0; i < n; ++i) w[i] -= times(dot, v[i]);
        h[j] = dot;
      }
      const double left = norm<Scalar>(w);
      if (left > 0)
        for (Scalar& x : w) x /= left;
      for (std::size_t j = 0; j < steps; ++j) rotation_[j].apply(h[j], h[j + 1]);
      h[steps]      = rotation_[steps].aim(h[steps], left);
      g_[steps + 1] = 0;
      rotation_[steps].apply(g_[steps], g_[steps + 1]);
      if (std::abs(g_[steps + 1]) <= wanted || left == 0) {
        ++steps;
        break;
      }
    }
    for (std::size_t j = steps; j-- > 0;) {  // back substitution
      for (std::size_t k = j + 1; k < steps; ++k) g_[j] -= times(h_[k][j], g_[k]);
      g_[j] = h_[j][j] != Scalar(0) ? g_[j] / h_[j][j] : Scalar(0);
    }
    for (std::size_t j = 0; j < steps; ++j) {
      const auto v = vector(j);
      for (std::size_t i = 0; i < n; ++i) x_[i] += times(g_[j], v[i]);
    }
  }

  model::Pattern                        pattern_;
  IncompleteLu<Scalar>                  ilu_;
  std::size_t                           basis_;
  std::vector<Scalar>                   values_;
  std::vector<double>                   row_scale_;  ///< one over the largest entry of each row
  std::vector<Scalar>                   x_, residual_, v_;
  std::unique_ptr<LinearSolver<Scalar>> direct_;
  bool                                  preconditions_ = false, direct_ready_ = false;
  long                                  solutions_ = 0, direct_solutions_ = 0;

  std::array<std::array<Scalar, most_basis + 1>, most_basis> h_{};  ///< columns
  std::array<Rotation<Scalar>, most_basis>                   rotation_{};
  std::array<Scalar, most_basis + 1>                         g_{};
};

}  // namespace

template <class Scalar>
std::unique_ptr<LinearSolver<Scalar>> make_gmres_solver(const model::Pattern& pattern) {
  return std::make_unique<GmresSolver<Scalar>>(pattern);
}
template std::unique_ptr<LinearSolver<double>>               make_gmres_solver(const model::Pattern&);
template std::unique_ptr<LinearSolver<std::complex<double>>> make_gmres_solver(const model::Pattern&);

}  // namespace saltus::integrate
