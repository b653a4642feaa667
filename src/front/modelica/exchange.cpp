#include <saltus/front/modelica/exchange.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace saltus::modelica {

void Exchange::begin(std::size_t dependent, std::size_t chosen) {
  rows_  = dependent;
  width_ = dependent + chosen;
  a_.assign(rows_ * width_, 0.0);
}

/// [A_d | A_c] becomes [I | M]. False: a pivot is no more than rounding.
bool Exchange::eliminate() {
  constexpr double rounding = 1e-13;
  for (std::size_t i = 0; i < rows_; ++i) {  // rows of size one, so that pivots can be compared
    double largest = 0;
    for (std::size_t j = 0; j < width_; ++j) largest = std::max(largest, std::abs(at(i, j)));
    if (!(largest > 0) || !std::isfinite(largest)) return false;
    for (std::size_t j = 0; j < width_; ++j) at(i, j) /= largest;
  }
  for (std::size_t k = 0; k < rows_; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < rows_; ++i)
      if (std::abs(at(i, k)) > std::abs(at(pivot, k))) pivot = i;
    if (!(std::abs(at(pivot, k)) > rounding)) return false;
    if (pivot != k)
      for (std::size_t j = k; j < width_; ++j) std::swap(at(k, j), at(pivot, j));
    for (std::size_t j = k + 1; j < width_; ++j) at(k, j) /= at(k, k);
    for (std::size_t i = 0; i < rows_; ++i) {
      const double factor = at(i, k);
      if (i == k || factor == 0) continue;
      for (std::size_t j = k + 1; j < width_; ++j) at(i, j) -= factor * at(k, j);
    }
  }
  return true;
}

Exchange::Best Exchange::best(std::span<const double> size) {
  if (!eliminate()) return {.gain = std::numeric_limits<double>::infinity()};
  Best found;
  for (std::size_t i = 0; i < rows_; ++i)
    for (std::size_t j = rows_; j < width_; ++j)
      if (const double gain = std::abs(at(i, j)) * size[j] / size[i]; gain > found.gain) found = {i, j - rows_, gain};
  return found;
}

}  // namespace saltus::modelica
