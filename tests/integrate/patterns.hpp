#pragma once
// patterns.hpp: sparse patterns and the products with them, for the tests of linear algebra.

#include <saltus/model/equations.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numeric>
#include <random>
#include <set>
#include <span>
#include <vector>

namespace saltus::integrate::testing {

/// From (row, column) pairs, in any order.
inline model::Pattern pattern_of(std::size_t n, const std::set<std::pair<int, int>>& column_row) {
  model::Pattern pattern{.n = n, .column_begin = {0}, .row = {}};
  auto           at = column_row.begin();
  for (int j = 0; j < static_cast<int>(n); ++j) {
    for (; at != column_row.end() && at->first == j; ++at) pattern.row.push_back(at->second);
    pattern.column_begin.push_back(static_cast<int>(pattern.row.size()));
  }
  return pattern;
}

inline model::Pattern banded_pattern(int n, int lower, int upper) {
  model::Pattern pattern{.n = static_cast<std::size_t>(n), .column_begin = {0}, .row = {}};
  for (int j = 0; j < n; ++j) {
    for (int i = std::max(0, j - upper); i <= std::min(n - 1, j + lower); ++i) pattern.row.push_back(i);
    pattern.column_begin.push_back(static_cast<int>(pattern.row.size()));
  }
  return pattern;
}
inline model::Pattern tridiagonal(int n) { return banded_pattern(n, 1, 1); }

/// A diagonal and about `per_column` entries more in each column.
inline model::Pattern random_pattern(int n, int per_column, std::mt19937_64& rng) {
  std::uniform_int_distribution any{0, n - 1};
  std::set<std::pair<int, int>> entries;
  for (int j = 0; j < n; ++j) {
    entries.insert({j, j});
    for (int k = 0; k < per_column; ++k) entries.insert({j, any(rng)});
  }
  return pattern_of(static_cast<std::size_t>(n), entries);
}

/// Neighbours on a square grid of side x side points.
inline model::Pattern grid_pattern(int side) {
  std::set<std::pair<int, int>> entries;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const int i = y * side + x;
      entries.insert({i, i});
      if (x > 0) entries.insert({i, i - 1}), entries.insert({i - 1, i});
      if (y > 0) entries.insert({i, i - side}), entries.insert({i - side, i});
    }
  return pattern_of(static_cast<std::size_t>(side * side), entries);
}

/// The same graph with its unknowns in another order: entry (i, j) moves to (order_i, order_j).
inline model::Pattern reordered(const model::Pattern& pattern, const std::vector<int>& order) {
  std::set<std::pair<int, int>> entries;
  for (std::size_t j = 0; j < pattern.n; ++j)
    for (int k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k)
      entries.insert({order[j], order[static_cast<std::size_t>(pattern.row[static_cast<std::size_t>(k)])]});
  return pattern_of(pattern.n, entries);
}

inline std::vector<int> shuffled(std::size_t n, std::mt19937_64& rng) {
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), rng);
  return order;
}

template <class Visit>
void each_entry(const model::Pattern& pattern, Visit&& visit) {
  for (std::size_t j = 0; j < pattern.n; ++j)
    for (int k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k)
      visit(static_cast<std::size_t>(pattern.row[static_cast<std::size_t>(k)]), j, static_cast<std::size_t>(k));
}

template <class Scalar>
std::vector<Scalar> product(const model::Pattern& pattern, const std::vector<Scalar>& values,
                            const std::vector<Scalar>& x) {
  std::vector<Scalar> result(pattern.n);
  each_entry(pattern, [&](std::size_t i, std::size_t j, std::size_t k) { result[i] += values[k] * x[j]; });
  return result;
}

template <class Scalar>
Scalar draw(std::mt19937_64& rng) {
  std::uniform_real_distribution uniform{-1.0, 1.0};
  if constexpr (std::is_same_v<Scalar, double>) return uniform(rng);
  else {
    const double re = uniform(rng);
    return {re, uniform(rng)};
  }
}
template <class Scalar>
std::vector<Scalar> draw(std::size_t n, std::mt19937_64& rng) {
  std::vector<Scalar> v(n);
  for (Scalar& x : v) x = draw<Scalar>(rng);
  return v;
}

template <class Scalar>
double largest(const std::vector<Scalar>& v) {
  double size = 0;
  for (const Scalar& x : v) size = std::max(size, std::isnan(std::abs(x)) ? INFINITY : std::abs(x));
  return size;
}
template <class Scalar>
double distance(const std::vector<Scalar>& a, const std::vector<Scalar>& b) {
  std::vector<Scalar> d(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) d[i] = a[i] - b[i];
  return largest(d);
}

}  // namespace saltus::integrate::testing
