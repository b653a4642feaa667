// matching.cpp: which equation determines which unknown, and in which order.
//
// Method     Hopcroft and Karp's maximum matching after a greedy start; alternating searches from what stayed unmatched;
//            Tarjan's strongly connected components. No recursion: chains of equations are long.
// Reference  Hopcroft & Karp, SIAM J. Comput. 2 (1973) 225-231; Dulmage & Mendelsohn, Can. J. Math. 10 (1958) 517-534;
//            Tarjan, SIAM J. Comput. 1 (1972) 146-160.
// Cost       O(edges * sqrt(rows)) and O(edges).

#include <saltus/front/modelica/matching.hpp>

#include <algorithm>

namespace saltus::modelica {

bool Matching::perfect() const { return std::ranges::count(of_row, -1) == 0 && std::ranges::count(of_column, -1) == 0; }

namespace {

class HopcroftKarp {
 public:
  HopcroftKarp(const Bipartite& graph, Matching& m) : graph_(graph), m_(m) {}

  void run() {
    while (layer()) {
      next_.assign(graph_.rows.size(), 0);
      for (int r = 0; r < static_cast<int>(graph_.rows.size()); ++r) {
        if (m_.of_row[r] < 0) augment(r);
      }
    }
  }

 private:
  // Distances of rows from the unmatched ones along alternating paths; whether a free column is in reach.
  bool layer() {
    distance_.assign(graph_.rows.size(), -1);
    queue_.clear();
    for (int r = 0; r < static_cast<int>(graph_.rows.size()); ++r) {
      if (m_.of_row[r] < 0) distance_[r] = 0, queue_.push_back(r);
    }
    bool free = false;
    for (std::size_t k = 0; k < queue_.size(); ++k) {
      const int r = queue_[k];
      for (const int c : graph_.rows[r]) {
        const int owner = m_.of_column[c];
        if (owner < 0) {
          free = true;
        } else if (distance_[owner] < 0) {
          distance_[owner] = distance_[r] + 1;
          queue_.push_back(owner);
        }
      }
    }
    return free;
  }

  void augment(int root) {
    path_.assign(1, root);
    while (!path_.empty()) {
      const int r       = path_.back();
      bool      deeper  = false;
      auto&     columns = graph_.rows[r];
      while (next_[r] < columns.size()) {
        const int c     = columns[next_[r]];
        const int owner = m_.of_column[c];
        if (owner < 0) {
          for (std::size_t k = path_.size(); k-- > 0;) {  // each row takes the column that led on from it
            const int taken     = graph_.rows[path_[k]][next_[path_[k]]];
            m_.of_row[path_[k]] = taken;
            m_.of_column[taken] = path_[k];
          }
          for (const int at : path_) ++next_[at];
          return;
        }
        if (distance_[owner] == distance_[r] + 1) {
          path_.push_back(owner);
          deeper = true;
          break;
        }
        ++next_[r];
      }
      if (deeper) continue;
      distance_[r] = -1;  // a dead end for everybody in this phase
      path_.pop_back();
      if (!path_.empty()) ++next_[path_.back()];
    }
  }

  const Bipartite&         graph_;
  Matching&                m_;
  std::vector<int>         distance_, queue_, path_;
  std::vector<std::size_t> next_;
};

}  // namespace

Matching match(const Bipartite& graph, Matching given) {
  Matching m = std::move(given);
  m.of_row.resize(graph.rows.size(), -1);
  m.of_column.resize(static_cast<std::size_t>(graph.columns), -1);
  // Rows with few columns first: they have the least choice.
  std::vector<int> order(graph.rows.size());
  for (std::size_t r = 0; r < order.size(); ++r) order[r] = static_cast<int>(r);
  std::ranges::stable_sort(order, {}, [&](int r) { return graph.rows[r].size(); });
  for (const int r : order) {
    if (m.of_row[r] >= 0) continue;
    for (const int c : graph.rows[r]) {
      if (m.of_column[c] >= 0) continue;
      m.of_row[r]    = c;
      m.of_column[c] = r;
      break;
    }
  }
  HopcroftKarp(graph, m).run();
  return m;
}

Imbalance imbalance(const Bipartite& graph, const Matching& matching) {
  const int                     rows = static_cast<int>(graph.rows.size());
  std::vector<std::vector<int>> of_column(static_cast<std::size_t>(graph.columns));
  for (int r = 0; r < rows; ++r) {
    for (const int c : graph.rows[r]) of_column[c].push_back(r);
  }
  Imbalance out;
  // Alternating search from the unmatched of one side; gives what is reached on both sides.
  const auto search = [](const auto& edges, const auto& own, const auto& others, auto& here, auto& there) {
    std::vector<bool> seen(own.size()), seen_there(others.size());
    for (int v = 0; v < static_cast<int>(own.size()); ++v) {
      if (own[v] < 0) seen[v] = true, here.push_back(v);
    }
    for (std::size_t k = 0; k < here.size(); ++k) {
      const int at = here[k];  // `here` grows
      for (const int w : edges[at]) {
        if (seen_there[w]) continue;
        seen_there[w] = true;
        there.push_back(w);
        if (const int partner = others[w]; partner >= 0 && !seen[partner])
          seen[partner] = true, here.push_back(partner);
      }
    }
  };
  search(graph.rows, matching.of_row, matching.of_column, out.over_rows, out.over_columns);
  search(of_column, matching.of_column, matching.of_row, out.under_columns, out.under_rows);
  return out;
}

std::vector<std::vector<int>> components(const std::vector<std::vector<int>>& uses, std::span<const int> row_of_column) {
  const int                     n = static_cast<int>(uses.size());
  std::vector<int>              number(uses.size(), -1), low(uses.size(), 0), stack;
  std::vector<std::size_t>      next(uses.size(), 0);
  std::vector<bool>             open(uses.size());
  std::vector<std::vector<int>> out;
  std::vector<int>              path;
  int                           count = 0;
  for (int root = 0; root < n; ++root) {
    if (number[root] >= 0) continue;
    path.assign(1, root);
    while (!path.empty()) {
      const int r = path.back();
      if (number[r] < 0) {
        number[r] = low[r] = count++;
        stack.push_back(r);
        open[r] = true;
      }
      bool deeper = false;
      while (next[r] < uses[r].size()) {
        const int to = row_of_column[uses[r][next[r]]];
        if (to >= 0 && number[to] < 0) {
          path.push_back(to);
          deeper = true;
          break;
        }
        if (to >= 0 && open[to]) low[r] = std::min(low[r], low[to]);
        ++next[r];
      }
      if (deeper) continue;
      path.pop_back();
      if (low[r] != number[r]) continue;
      std::vector<int> component;
      for (int at = -1; at != r;) {
        at = stack.back();
        stack.pop_back();
        open[at] = false;
        component.push_back(at);
      }
      std::ranges::sort(component);
      out.push_back(std::move(component));
    }
  }
  return out;
}

}  // namespace saltus::modelica
