#include <saltus/integrate/incomplete_lu.hpp>

#include <saltus/integrate/arithmetic.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

namespace saltus::integrate {

namespace {
constexpr std::size_t none         = std::numeric_limits<std::size_t>::max();
constexpr double      large_enough = 0.1;  // of the largest entry of the column, for a pivot
}  // namespace

template <class Scalar>
IncompleteLu<Scalar>::IncompleteLu(const model::Pattern& pattern)
    : pattern_(pattern), where_(pattern.n, none), lu_(pattern.nonzeros()), inverse_(pattern.n), work_(pattern.n) {}

template <class Scalar>
bool IncompleteLu<Scalar>::factorize(std::span<const Scalar> values) {
  if (!row_of_.empty() && eliminate(values)) return true;
  // The first time, or values that ask for other pivots.
  if (!assign_rows(values, large_enough) && !assign_rows(values, 0)) {
    row_of_.clear();
    return false;
  }
  arrange();
  return eliminate(values);
}

template <class Scalar>
bool IncompleteLu<Scalar>::assign_rows(std::span<const Scalar> values, double threshold) {
  const std::size_t n = pattern_.n;
  eligible_.assign(values.size(), 0);
  row_of_.assign(n, -1);
  column_of_.assign(n, -1);
  for (std::size_t j = 0; j < n; ++j) {
    const auto first   = static_cast<std::size_t>(pattern_.column_begin[j]);
    const auto last    = static_cast<std::size_t>(pattern_.column_begin[j + 1]);
    double     largest = 0;
    for (std::size_t k = first; k < last; ++k) largest = std::max(largest, rough_size(values[k]));
    for (std::size_t k = first; k < last; ++k) {
      const double size = rough_size(values[k]);
      eligible_[k]      = size > 0 && size >= threshold * largest ? 1 : 0;
      if (eligible_[k] != 0 && pattern_.row[k] == static_cast<int>(j))
        row_of_[j] = column_of_[j] = static_cast<int>(j);  // the diagonal, where it will do
    }
  }
  next_.assign(n, 0);
  visited_.assign(n, none);
  for (std::size_t j = 0; j < n; ++j)
    if (row_of_[j] < 0 && !find_path(j)) return false;
  return true;
}

/// Depth first from an unassigned column to a free row; every assignment along the path moves on by one.
template <class Scalar>
bool IncompleteLu<Scalar>::find_path(std::size_t start) {
  path_.assign(1, start);
  visited_[start] = start;
  next_[start]    = static_cast<std::size_t>(pattern_.column_begin[start]);
  while (!path_.empty()) {
    const std::size_t j   = path_.back();
    const auto        end = static_cast<std::size_t>(pattern_.column_begin[j + 1]);
    bool              on  = false;
    for (std::size_t& k = next_[j]; k < end && !on; ++k) {
      if (eligible_[k] == 0) continue;
      const int owner = column_of_[static_cast<std::size_t>(pattern_.row[k])];
      if (owner < 0) {
        for (std::size_t at = path_.size(); at-- > 0;) {
          const std::size_t c                                       = path_[at];
          const std::size_t entry                                   = at + 1 == path_.size() ? k : next_[c] - 1;
          row_of_[c]                                                = pattern_.row[entry];
          column_of_[static_cast<std::size_t>(pattern_.row[entry])] = static_cast<int>(c);
        }
        return true;
      }
      const auto other = static_cast<std::size_t>(owner);
      if (visited_[other] == start) continue;
      visited_[other] = start;
      next_[other]    = static_cast<std::size_t>(pattern_.column_begin[other]);
      path_.push_back(other);
      on = true;
    }
    if (!on) path_.pop_back();
  }
  return false;
}

/// Rows one after the other, row j being the one that column j was given.
template <class Scalar>
void IncompleteLu<Scalar>::arrange() {
  const std::size_t n = pattern_.n;
  row_begin_.assign(n + 1, 0);
  diagonal_.assign(n, 0);
  place_.resize(pattern_.nonzeros());
  column_.resize(pattern_.nonzeros());
  const auto row = [&](std::size_t k) {
    return static_cast<std::size_t>(column_of_[static_cast<std::size_t>(pattern_.row[k])]);
  };
  for (std::size_t k = 0; k < place_.size(); ++k) ++row_begin_[row(k) + 1];
  for (std::size_t i = 0; i < n; ++i) row_begin_[i + 1] += row_begin_[i];
  next_.assign(row_begin_.begin(), row_begin_.end() - 1);
  for (std::size_t j = 0; j < n; ++j)
    for (auto k = static_cast<std::size_t>(pattern_.column_begin[j]);
         k < static_cast<std::size_t>(pattern_.column_begin[j + 1]); ++k) {
      place_[k]          = next_[row(k)]++;
      column_[place_[k]] = static_cast<int>(j);
      if (row(k) == j) diagonal_[j] = place_[k];
    }
}

template <class Scalar>
bool IncompleteLu<Scalar>::eliminate(std::span<const Scalar> values) {
  for (std::size_t k = 0; k < values.size(); ++k) lu_[place_[k]] = values[k];
  bool regular = true;
  for (std::size_t i = 0; i < pattern_.n && regular; ++i) {
    for (std::size_t k = row_begin_[i]; k < row_begin_[i + 1]; ++k) where_[static_cast<std::size_t>(column_[k])] = k;
    for (std::size_t k = row_begin_[i]; k < diagonal_[i]; ++k) {
      const auto   above  = static_cast<std::size_t>(column_[k]);
      const Scalar factor = times(lu_[k], inverse_[above]);
      lu_[k]              = factor;
      for (std::size_t m = diagonal_[above] + 1; m < row_begin_[above + 1]; ++m)
        if (const std::size_t at = where_[static_cast<std::size_t>(column_[m])]; at != none)
          lu_[at] -= times(factor, lu_[m]);
    }
    for (std::size_t k = row_begin_[i]; k < row_begin_[i + 1]; ++k) where_[static_cast<std::size_t>(column_[k])] = none;
    const double size = rough_size(lu_[diagonal_[i]]);
    regular           = size > 0 && std::isfinite(size);
    inverse_[i]       = reciprocal(lu_[diagonal_[i]]);
  }
  return regular;
}

template <class Scalar>
void IncompleteLu<Scalar>::solve(std::span<Scalar> b) {
  const std::size_t n = pattern_.n;
  for (std::size_t i = 0; i < n; ++i) {
    Scalar sum = b[static_cast<std::size_t>(row_of_[i])];
    for (std::size_t k = row_begin_[i]; k < diagonal_[i]; ++k)
      sum -= times(lu_[k], work_[static_cast<std::size_t>(column_[k])]);
    work_[i] = sum;
  }
  for (std::size_t i = n; i-- > 0;) {
    Scalar sum = work_[i];
    for (std::size_t k = diagonal_[i] + 1; k < row_begin_[i + 1]; ++k)
      sum -= times(lu_[k], work_[static_cast<std::size_t>(column_[k])]);
    work_[i] = times(sum, inverse_[i]);
  }
  std::copy(work_.begin(), work_.end(), b.begin());
}

template class IncompleteLu<double>;
template class IncompleteLu<std::complex<double>>;

}  // namespace saltus::integrate
