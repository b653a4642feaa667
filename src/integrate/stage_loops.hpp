#pragma once
// stage_loops.hpp: sums over the stages of a Radau step, for all components.
//
// Problem    s vectors of length n, one after the other, are combined into others by small matrices. In large systems that
//            takes as long as the linear algebra.
// Method     the loop over components is the innermost one and nothing in it depends on its neighbours, so the compiler
//            makes vector instructions of it; the loop over stages is unrolled. Where several results come from the same
//            vectors, blocks of components go through all of it while they are in the nearest cache.

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace saltus::integrate {

/// Components that go through a transformation together.
inline constexpr std::size_t block_size = 128;

/// Calls action(first, count) for block after block of 0 ... n - 1.
template <class Action>
void each_block(std::size_t n, Action&& action) {
  for (std::size_t first = 0; first < n; first += block_size) action(first, std::min(block_size, n - first));
}

/// to[i] = sum over k of w[k] from[k stride + i].
template <std::size_t s>
inline void weighted_sum(std::array<double, s> w, const double* from, std::size_t stride, double* __restrict to,
                         std::size_t count) {
  [&]<std::size_t... k>(std::index_sequence<k...>) {
    for (std::size_t i = 0; i < count; ++i) to[i] = (... + (w[k] * from[k * stride + i]));
  }
  (std::make_index_sequence<s>{});
}

template <std::size_t s>
constexpr std::array<double, s> scaled(std::array<double, s> row, double factor) {
  for (double& v : row) v *= factor;
  return row;
}

}  // namespace saltus::integrate
