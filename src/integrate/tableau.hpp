#pragma once
// tableau.hpp: Runge-Kutta coefficients that prove their order while they are compiled.
//
// Problem    a tableau (c, a) with weights b is of order p when every rooted tree t with up to p nodes satisfies
//              sum_i b_i g_i(t) = theta^|t| / density(t),      theta = 1 for the end of the step.
// Method     all rooted trees by their level sequences; g from the leaves to the root.
// Reference  Hairer, Norsett & Wanner, Solving ODEs I, section II.2 (the conditions); Beyer & Hedetniemi, SIAM J.
//            Comput. 9 (1980) 706-712 (the enumeration).
// Notation   Butcher's a, b, c. A level sequence lists the depth of each node in depth-first order: 0 1 2 1 is a root
//            with two children, the first of which has one child.
// Cost       compile time only: 200 trees for order 8.

#include <array>
#include <cstddef>

namespace saltus::integrate {

template <std::size_t stages>
using Weights = std::array<double, stages>;

template <std::size_t stages>
struct Tableau {
  Weights<stages>                     c{};
  std::array<Weights<stages>, stages> a{};
};

namespace detail {

inline constexpr int largest_tree = 8;

/// A rooted tree with `nodes` nodes as its level sequence.
struct Tree {
  int                           nodes = 0;
  std::array<int, largest_tree> level{};
};

/// The first tree: a path from the root.
constexpr Tree tall_tree(int nodes) {
  Tree tree{nodes, {}};
  for (int v = 0; v < nodes; ++v) tree.level[static_cast<std::size_t>(v)] = v;
  return tree;
}

/// The next tree; false after the last one, in which every node hangs on the root.
constexpr bool advance(Tree& tree) {
  auto& level = tree.level;
  int   last  = tree.nodes - 1;
  while (last > 0 && level[static_cast<std::size_t>(last)] == 1) --last;
  if (last <= 0) return false;
  int copied_from = last - 1;
  while (level[static_cast<std::size_t>(copied_from)] != level[static_cast<std::size_t>(last)] - 1) --copied_from;
  const int period = last - copied_from;
  for (int v = last; v < tree.nodes; ++v)
    level[static_cast<std::size_t>(v)] = level[static_cast<std::size_t>(v - period)];
  return true;
}

constexpr double magnitude(double v) { return v < 0 ? -v : v; }

/// How many entries each row of a has, zeros at its end not counted.
template <std::size_t stages>
constexpr std::array<std::size_t, stages> row_lengths(const Tableau<stages>& tableau) {
  std::array<std::size_t, stages> length{};
  for (std::size_t i = 0; i < stages; ++i)
    for (std::size_t j = 0; j < stages; ++j)
      if (tableau.a[i][j] != 0) length[i] = j + 1;
  return length;
}

/// The residual of one order condition.
template <std::size_t stages>
constexpr double condition(const Tree& tree, const Weights<stages>& b, const Tableau<stages>& tableau,
                           const std::array<std::size_t, stages>& row_length, double theta) {
  std::array<Weights<stages>, largest_tree> g{};
  std::array<int, largest_tree>             size{};
  for (std::size_t v = 0; v < static_cast<std::size_t>(tree.nodes); ++v) {
    size[v] = 1;
    for (auto& g_i : g[v]) g_i = 1;
  }
  double density = 1, power = 1;
  for (auto v = static_cast<std::size_t>(tree.nodes); v-- > 0;) {
    density *= size[v];
    power *= theta;
    if (v == 0) break;
    std::size_t parent = v - 1;
    while (tree.level[parent] != tree.level[v] - 1) --parent;
    size[parent] += size[v];
    if (size[v] == 1) {  // a leaf: A 1 = c. Half of all nodes are leaves, and compilers limit constant evaluation.
      for (std::size_t i = 0; i < stages; ++i) g[parent][i] *= tableau.c[i];
      continue;
    }
    for (std::size_t i = 0; i < stages; ++i) {
      double        sum = 0;
      const double *a = tableau.a[i].data(), *g_v = g[v].data();
      for (const double* a_end = a + row_length[i]; a != a_end;) sum += *a++ * *g_v++;
      g[parent][i] *= sum;
    }
  }
  double sum = 0;
  for (std::size_t i = 0; i < stages; ++i) sum += b[i] * g[0][i];
  return sum - power / density;
}

}  // namespace detail

/// The largest residual of the conditions of exactly order p.
template <std::size_t stages>
constexpr double defect_of_order(int p, const Weights<stages>& b, const Tableau<stages>& tableau, double theta = 1) {
  const auto row_length = detail::row_lengths(tableau);
  double     largest    = 0;
  auto       tree       = detail::tall_tree(p);
  do {
    const double residual = detail::magnitude(detail::condition(tree, b, tableau, row_length, theta));
    if (residual > largest) largest = residual;
  } while (detail::advance(tree));
  return largest;
}

/// Residuals below this are rounding of published coefficients; the first violated order of the tableaux here misses
/// by more than 1e-5.
inline constexpr double coefficient_rounding = 1e-11;

/// Whether (b, tableau) is of order `p` at theta and not of order p + 1.
template <std::size_t stages>
constexpr bool has_order(int p, const Weights<stages>& b, const Tableau<stages>& tableau, double theta = 1) {
  for (int q = 1; q <= p; ++q)
    if (!(defect_of_order(q, b, tableau, theta) < coefficient_rounding)) return false;
  return p == detail::largest_tree || defect_of_order(p + 1, b, tableau, theta) > 100 * coefficient_rounding;
}

/// Whether c_i is the sum of row i of a.
template <std::size_t stages>
constexpr bool nodes_are_row_sums(const Tableau<stages>& tableau) {
  for (std::size_t i = 0; i < stages; ++i) {
    double sum = -tableau.c[i];
    for (const double a_ij : tableau.a[i]) sum += a_ij;
    if (!(detail::magnitude(sum) < coefficient_rounding)) return false;
  }
  return true;
}

}  // namespace saltus::integrate
