#pragma once
// ordering.hpp: an ordering of the unknowns that makes the band of a matrix narrow.
//
// Problem    a permutation p, the same for rows and columns, such that entries (p_i, p_j) lie near the diagonal.
// Method     reverse Cuthill-McKee on the graph of A + A^T: breadth first from a node at the edge of the graph,
//            neighbours in the order of their degree. Kept only where it is better than the order that is there.
// Reference  George & Liu, Computer Solution of Large Sparse Positive Definite Systems, Prentice-Hall 1981, chapter 4.
// Cost       linear in the number of entries, but for the sorting of neighbours.

#include <saltus/model/equations.hpp>

#include <vector>

namespace saltus::integrate {

struct BandOrdering {
  std::vector<int> position;              ///< of each unknown; empty: as it is
  int              lower = 0, upper = 0;  ///< how far entries lie below and above the diagonal

  double band() const { return 1.0 + lower + upper; }
};

BandOrdering band_ordering(const model::Pattern& pattern);

}  // namespace saltus::integrate
