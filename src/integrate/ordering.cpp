#include <saltus/integrate/ordering.hpp>

#include <algorithm>
#include <cstddef>

namespace saltus::integrate {

namespace {

void measure_band(const model::Pattern& pattern, BandOrdering& ordering) {
  ordering.lower = ordering.upper = 0;
  const auto place                = [&](int i) {
    return ordering.position.empty() ? i : ordering.position[static_cast<std::size_t>(i)];
  };
  for (std::size_t j = 0; j < pattern.n; ++j)
    for (int k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k) {
      const int below = place(pattern.row[static_cast<std::size_t>(k)]) - place(static_cast<int>(j));
      ordering.lower  = std::max(ordering.lower, below);
      ordering.upper  = std::max(ordering.upper, -below);
    }
}

/// A + A^T without its diagonal, as lists of neighbours one after the other.
struct Graph {
  std::vector<int> begin, neighbour;

  explicit Graph(const model::Pattern& p) : begin(p.n + 1, 0) {
    const auto each_edge = [&](auto&& visit) {
      for (std::size_t j = 0; j < p.n; ++j)
        for (int k = p.column_begin[j]; k < p.column_begin[j + 1]; ++k)
          if (const int i = p.row[static_cast<std::size_t>(k)]; i != static_cast<int>(j)) {
            visit(static_cast<std::size_t>(i), static_cast<int>(j));
            visit(j, i);
          }
    };
    each_edge([&](std::size_t from, int) { ++begin[from + 1]; });
    for (std::size_t i = 0; i < p.n; ++i) begin[i + 1] += begin[i];
    neighbour.resize(static_cast<std::size_t>(begin[p.n]));
    std::vector<int> next(begin.begin(), begin.end() - 1);
    each_edge([&](std::size_t from, int to) { neighbour[static_cast<std::size_t>(next[from]++)] = to; });
  }
  int degree(int i) const { return begin[static_cast<std::size_t>(i) + 1] - begin[static_cast<std::size_t>(i)]; }
};

class CuthillMcKee {
 public:
  explicit CuthillMcKee(const model::Pattern& pattern) : graph_(pattern), level_(pattern.n, unseen) {}

  /// Positions in reverse order of the visit.
  std::vector<int> positions() {
    const std::size_t n = level_.size();
    std::vector<int>  position(n, -1);
    int               next = static_cast<int>(n);
    for (std::size_t i = 0; i < n; ++i) {
      if (position[i] >= 0) continue;
      visit(node_at_the_edge(static_cast<int>(i)), true);
      for (const int k : order_) position[static_cast<std::size_t>(k)] = --next;
    }
    return position;
  }

 private:
  static constexpr int unseen = -1;

  /// Breadth first into order_; returns the number of levels. Levels are kept until `forget`.
  int visit(int root, bool by_degree) {
    order_.assign(1, root);
    level_[static_cast<std::size_t>(root)] = 0;
    for (std::size_t at = 0; at < order_.size(); ++at) {
      const auto        i     = static_cast<std::size_t>(order_[at]);
      const std::size_t first = order_.size();
      for (int k = graph_.begin[i]; k < graph_.begin[i + 1]; ++k) {
        const int to = graph_.neighbour[static_cast<std::size_t>(k)];
        if (level_[static_cast<std::size_t>(to)] != unseen) continue;
        level_[static_cast<std::size_t>(to)] = level_[i] + 1;
        order_.push_back(to);
      }
      if (by_degree)
        std::sort(order_.begin() + static_cast<std::ptrdiff_t>(first), order_.end(), [&](int a, int b) {
          return graph_.degree(a) != graph_.degree(b) ? graph_.degree(a) < graph_.degree(b) : a < b;
        });
    }
    return level_[static_cast<std::size_t>(order_.back())] + 1;
  }
  void forget() {
    for (const int i : order_) level_[static_cast<std::size_t>(i)] = unseen;
  }

  /// George and Liu's search: to the far end, and back, while that makes the graph look longer.
  int node_at_the_edge(int root) {
    constexpr int most_searches = 8;
    int           levels        = 0;
    for (int search = 0; search < most_searches; ++search) {
      const int found = visit(root, false);
      const int last  = level_[static_cast<std::size_t>(order_.back())];
      int       far   = order_.back();
      for (auto i = order_.rbegin(); i != order_.rend() && level_[static_cast<std::size_t>(*i)] == last; ++i)
        if (graph_.degree(*i) < graph_.degree(far)) far = *i;
      forget();
      if (found <= levels) break;
      levels = found;
      root   = far;
    }
    return root;
  }

  Graph            graph_;
  std::vector<int> level_, order_;
};

}  // namespace

BandOrdering band_ordering(const model::Pattern& pattern) {
  BandOrdering as_is;
  measure_band(pattern, as_is);
  constexpr double narrow = 5;  // nothing to gain
  if (as_is.band() <= narrow) return as_is;
  BandOrdering reordered{.position = CuthillMcKee(pattern).positions()};
  measure_band(pattern, reordered);
  return reordered.band() < as_is.band() ? reordered : as_is;
}

}  // namespace saltus::integrate
