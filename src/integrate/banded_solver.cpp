// banded_solver.cpp: LU within a band, with partial pivoting.
//
// Method     by columns; exchanges of rows widen the upper band by the lower one at most. Columns are stored one after
//            the other with room for that. After a factorisation without exchanges the upper band is as wide as before,
//            and the solution stops there.
// Reference  Golub & Van Loan, Matrix Computations, section 4.3; the storage is that of LAPACK's gbtrf.
// Notation   lower, upper: bands of A in the order chosen; a(i, j) is at column(j)[diagonal_ + i - j].
//            Narrow bands are solved with loops of fixed length over copies of L and D^-1 U, one row after the other: there
//            the time is that of one product and one sum after the other, and of memory.
// Cost       n lower (lower + upper) multiplications, n (2 lower + upper + 1) numbers; no allocation after construction.

#include <saltus/integrate/arithmetic.hpp>
#include <saltus/integrate/linear_solvers.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace saltus::integrate {

namespace {

using Index = std::ptrdiff_t;

constexpr int most_lower = 3, most_widest = 6;  // of a band that counts as narrow

template <class Scalar>
class BandedSolver final : public LinearSolver<Scalar> {
 public:
  BandedSolver(const model::Pattern& pattern, const BandOrdering& ordering)
      : n_(static_cast<Index>(pattern.n)), lower_(ordering.lower), upper_(ordering.upper), diagonal_(lower_ + upper_),
        stride_(2 * lower_ + upper_ + 1), widest_(upper_), position_(ordering.position),
        a_(static_cast<std::size_t>(n_ * stride_)), inverse_(pattern.n), pivot_(pattern.n),
        work_(pattern.n + most_lower + 1) {
    const auto place = [&](int i) { return position_.empty() ? i : position_[static_cast<std::size_t>(i)]; };
    for (std::size_t j = 0; j < pattern.n; ++j)
      for (int k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k) {
        const Index row = place(pattern.row[static_cast<std::size_t>(k)]), column = place(static_cast<int>(j));
        place_.push_back(static_cast<std::size_t>(column * stride_ + diagonal_ + row - column));
      }
  }

  std::unique_ptr<LinearSolver<Scalar>> clone() const override { return std::make_unique<BandedSolver>(*this); }
  std::string description() const override { return fmt::format("banded ({}, {})", lower_, upper_); }

  bool factorize(std::span<const Scalar> values) override {
    std::fill(a_.begin(), a_.end(), Scalar(0));
    for (std::size_t k = 0; k < place_.size(); ++k) a_[place_[k]] = values[k];
    widest_    = upper_;
    Index last = 0;  // the last column that the rows met so far reach
    for (Index j = 0; j < n_; ++j) {
      Scalar*     below = at(j, j);
      const Index rows  = std::min(lower_, n_ - 1 - j);
      Index       p     = 0;
      double      size  = rough_size(below[0]);
      for (Index i = 1; i <= rows; ++i)
        if (const double s = rough_size(below[i]); s > size) size = s, p = i;
      if (!(size > 0) || !std::isfinite(size)) return false;
      pivot_[static_cast<std::size_t>(j)] = p;
      last                                = std::max(last, std::min(n_ - 1, j + upper_ + p));
      if (p != 0)
        for (Index c = j; c <= last; ++c) std::swap(*at(j, c), *at(j + p, c));
      widest_                               = std::max(widest_, last - j);
      const Scalar inverse                  = reciprocal(below[0]);
      inverse_[static_cast<std::size_t>(j)] = inverse;
      for (Index i = 1; i <= rows; ++i) below[i] = times(below[i], inverse);
      for (Index c = j + 1; c <= last; ++c) {
        Scalar*      other = at(j, c);
        const Scalar u     = other[0];
        for (Index i = 1; i <= rows; ++i) other[i] -= times(below[i], u);
      }
    }
    if (narrow()) copy_narrow();
    return true;
  }

  void solve(std::span<Scalar> b, const Product<Scalar>*) override {
    if (position_.empty()) std::copy(b.begin(), b.end(), work_.begin());
    else
      for (std::size_t i = 0; i < b.size(); ++i) work_[static_cast<std::size_t>(position_[i])] = b[i];
    if (narrow()) solve_narrow();
    else solve_wide();
    if (position_.empty()) std::copy_n(work_.begin(), b.size(), b.begin());
    else
      for (std::size_t i = 0; i < b.size(); ++i) b[i] = work_[static_cast<std::size_t>(position_[i])];
  }

 private:
  Scalar*       at(Index i, Index j) { return &a_[static_cast<std::size_t>(j * stride_ + diagonal_ + i - j)]; }
  const Scalar* at(Index i, Index j) const { return &a_[static_cast<std::size_t>(j * stride_ + diagonal_ + i - j)]; }

  void solve_wide() {
    Scalar* b = work_.data();
    for (Index j = 0; j < n_; ++j) {
      if (const Index p = pivot_[static_cast<std::size_t>(j)]; p != 0) std::swap(b[j], b[j + p]);
      const Scalar* below = at(j, j);
      const Index   rows  = std::min(lower_, n_ - 1 - j);
      for (Index i = 1; i <= rows; ++i) b[j + i] -= times(below[i], b[j]);
    }
    for (Index j = n_; j-- > 0;) {
      const Index   first = std::max<Index>(0, j - widest_);
      const Scalar* above = at(first, j);
      b[j]                = times(b[j], inverse_[static_cast<std::size_t>(j)]);
      for (Index i = first; i < j; ++i) b[i] -= times(above[i - first], b[j]);
    }
  }

  // ---- narrow bands ----

  bool narrow() const { return lower_ <= most_lower && lower_ + upper_ <= most_widest; }

  void copy_narrow() {
    l_.resize(static_cast<std::size_t>(n_ * lower_));
    u_.resize(static_cast<std::size_t>(n_ * (lower_ + upper_)));
    Scalar *l = l_.data(), *u = u_.data();
    for (Index j = 0; j < n_; ++j) {
      const Scalar* below = at(j, j);
      for (Index i = 1; i <= lower_; ++i) *l++ = below[i];  // zero beyond the last row: room that is never written
      for (Index c = j + 1; c <= j + widest_; ++c)
        *u++ = c < n_ ? times(*at(j, c), inverse_[static_cast<std::size_t>(j)]) : Scalar(0);
    }
  }

  void solve_narrow() {
    choose<most_lower>(lower_, [&]<int lower>() { forward<lower>(); });
    choose<most_widest>(widest_, [&]<int widest>() { backward<widest>(); });
  }
  /// Calls action<k>() for the k that equals `number`, 0 <= number <= most.
  template <int most, class Action>
  static void choose(Index number, Action&& action) {
    [&]<int... k>(std::integer_sequence<int, k...>) {
      (void)((number == k && (action.template operator()<k>(), true)) || ...);
    }
    (std::make_integer_sequence<int, most + 1>{});
  }

  /// work_ = D^-1 L^-1 P work_.
  template <int lower>
  void forward() {
    Scalar*       b = work_.data();
    const Scalar* l = l_.data();
    Scalar        window[lower + 1];
    std::copy_n(b, lower + 1, window);
    for (Index j = 0; j < n_; ++j, l += lower) {
      if (const Index p = pivot_[static_cast<std::size_t>(j)]; p != 0)
        for (int i = 1; i <= lower; ++i)
          if (p == i) std::swap(window[0], window[i]);
      const Scalar x = window[0];
      b[j]           = times(x, inverse_[static_cast<std::size_t>(j)]);
      for (int i = 1; i <= lower; ++i) window[i - 1] = window[i] - times(l[i - 1], x);
      window[lower] = b[j + lower + 1];
    }
  }
  /// work_ = (D^-1 U)^-1 work_.
  template <int widest>
  void backward() {
    Scalar*       b = work_.data();
    const Scalar* u = u_.data() + n_ * widest;
    Scalar        window[widest + 1]{};  // window[k] is x at j + k
    for (Index j = n_; j-- > 0;) {
      u -= widest;
      Scalar x = b[j];
      for (int k = widest; k >= 1; --k)
        x -= times(u[k - 1], window[k]);  // the newest last: only that has to be waited for
      for (int k = widest; k >= 2; --k) window[k] = window[k - 1];
      if constexpr (widest > 0) window[1] = x;
      b[j] = x;
    }
  }

  Index                    n_, lower_, upper_, diagonal_, stride_;
  Index                    widest_;    ///< upper band of U
  std::vector<int>         position_;  ///< of each unknown; empty: as it is
  std::vector<std::size_t> place_;     ///< of each value in a_
  std::vector<Scalar>      a_, inverse_;
  std::vector<Index>       pivot_;  ///< how far below row j the row is that it was exchanged with
  std::vector<Scalar>      work_;   ///< the right-hand side in the order of the band, and room beyond it
  std::vector<Scalar>      l_, u_;  ///< of narrow bands, by columns of L and by rows of D^-1 U
};

}  // namespace

template <class Scalar>
std::unique_ptr<LinearSolver<Scalar>> make_banded_solver(const model::Pattern& pattern, const BandOrdering& ordering) {
  return std::make_unique<BandedSolver<Scalar>>(pattern, ordering);
}
template std::unique_ptr<LinearSolver<double>> make_banded_solver(const model::Pattern&, const BandOrdering&);
template std::unique_ptr<LinearSolver<std::complex<double>>> make_banded_solver(const model::Pattern&,
                                                                                const BandOrdering&);

}  // namespace saltus::integrate
