#pragma once
// matching.hpp: which equation determines which unknown.

#include <span>
#include <vector>

namespace saltus::modelica {

/// Rows and the columns that each of them could determine.
struct Bipartite {
  int                           columns = 0;
  std::vector<std::vector<int>> rows;
};

struct Matching {
  std::vector<int> of_row, of_column;  ///< -1: none
  bool             perfect() const;
};

/// A matching with as many pairs as there can be, which keeps the columns of `given` matched (perhaps to other rows).
Matching match(const Bipartite& graph, Matching given = {});

/// Dulmage and Mendelsohn's coarse decomposition: what is over-determined (more rows than columns) and what is
/// under-determined. Neither depends on which maximum matching is given.
struct Imbalance {
  std::vector<int> over_rows, over_columns, under_rows, under_columns;
};
Imbalance imbalance(const Bipartite& graph, const Matching& matching);

/// Strongly connected components of the graph row -> row that determines one of its columns; what is needed comes first.
/// `uses[r]`: all columns that occur in row r.
std::vector<std::vector<int>> components(const std::vector<std::vector<int>>& uses, std::span<const int> row_of_column);

}  // namespace saltus::modelica
