#include <saltus/model/sparsity.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace saltus::model {

void list_surfaces(Mode& mode, const Catalogue& catalogue) {
  mode.surfaces.clear();
  mode.searched.clear();
  mode.timed.clear();
  mode.samples.clear();
  const std::size_t                      known = catalogue.surfaces().size();
  std::vector<std::pair<SurfaceId, Use>> asked;
  std::vector<int>                       count(known, 0);
  const auto                             ask = [&](PropositionId p, Use use) {
    const std::size_t first = asked.size();
    catalogue.visit_relations(p, [&](RelationId r) {
      const SurfaceId s = catalogue.relation(r).surface;
      const bool      again = std::any_of(asked.begin() + static_cast<std::ptrdiff_t>(first), asked.end(),
                                                                      [&](const auto& a) { return a.first == s; });
      if (again) return;
      if (count[static_cast<std::size_t>(s)]++ == 0) mode.surfaces.push_back(s);
      asked.push_back({s, use});
    });
  };
  for (std::size_t k = 0; k < mode.consultations.size(); ++k)
    ask(mode.consultations[k].condition, {static_cast<int>(k), false});
  for (std::size_t k = 0; k < mode.whens.size(); ++k) {
    if (mode.whens[k].trigger == When::Trigger::sample) mode.samples.push_back(static_cast<int>(k));
    else ask(mode.whens[k].condition, {static_cast<int>(k), true});
  }

  for (const SurfaceId s : mode.surfaces) {
    const Surface& g = catalogue.surface(s);
    if (g.of_time && !g.black_box) mode.timed.push_back(s);
    else if (!g.constant) mode.searched.push_back(s);
  }
  mode.discrete_matters = std::any_of(mode.surfaces.begin(), mode.surfaces.end(), [&](SurfaceId s) {
    return catalogue.surface(s).black_box || catalogue.surface(s).g.depends_on(Op::discrete);
  });
  mode.uses_begin.assign(known + 1, 0);
  for (std::size_t s = 0; s < known; ++s) mode.uses_begin[s + 1] = mode.uses_begin[s] + count[s];
  mode.uses.resize(asked.size());
  std::vector<int> next(mode.uses_begin.begin(), mode.uses_begin.end() - 1);
  for (const auto& [s, use] : asked) mode.uses[static_cast<std::size_t>(next[static_cast<std::size_t>(s)]++)] = use;
}

void complete(Mode& mode, const Catalogue& catalogue, std::size_t n, bool implicit) {
  list_surfaces(mode, catalogue);

  // Jacobian patterns, from what each equation depends on.
  std::vector<std::vector<int>> rows_x(n), rows_dx(n);
  std::vector<int>              seen_by(catalogue.dag.size(), -1);  // node -> last equation that met it
  std::vector<Node>             stack;
  mode.differential.assign(n, implicit ? 0 : 1);
  for (std::size_t i = 0; i < mode.equations.size(); ++i) {
    const int row = static_cast<int>(i);
    stack.assign(1, mode.equations[i]);
    while (!stack.empty()) {
      const Node node = stack.back();
      stack.pop_back();
      if (std::exchange(seen_by[static_cast<std::size_t>(node)], row) == row) continue;
      const auto& e = catalogue.dag[node];
      if (e.op == Op::variable) rows_x[static_cast<std::size_t>(e.a)].push_back(row);
      if (e.op == Op::derivative) {
        rows_dx[static_cast<std::size_t>(e.a)].push_back(row);
        mode.differential[static_cast<std::size_t>(e.a)] = 1;
      }
      for (const Node operand : catalogue.dag.operands(node)) stack.push_back(operand);
    }
  }
  const auto compress = [n](const std::vector<std::vector<int>>& rows) {  // rows come in order, each once
    Pattern p{n, {0}, {}};
    for (const auto& column : rows) {
      p.row.insert(p.row.end(), column.begin(), column.end());
      p.column_begin.push_back(static_cast<int>(p.row.size()));
    }
    return p;
  };
  mode.pattern = compress(rows_x);
  if (!implicit) return;
  mode.pattern_x  = mode.pattern;
  mode.pattern_dx = compress(rows_dx);
  join(mode.pattern, mode.pattern_dx);
}

bool join(Pattern& pattern, const Pattern& other) {
  if (pattern.n == 0) {
    pattern = other;
    return true;
  }
  Pattern joined{pattern.n, {0}, {}};
  for (std::size_t j = 0; j < pattern.n; ++j) {
    const auto column = [&](const Pattern& p) {
      return std::pair(p.row.begin() + p.column_begin[j], p.row.begin() + p.column_begin[j + 1]);
    };
    const auto [a, a_end] = column(pattern);
    const auto [b, b_end] = column(other);
    std::set_union(a, a_end, b, b_end, std::back_inserter(joined.row));
    joined.column_begin.push_back(static_cast<int>(joined.row.size()));
  }
  const bool grew = joined.nonzeros() > pattern.nonzeros();
  pattern         = std::move(joined);
  return grew;
}

int colour_columns(const Pattern& pattern, std::vector<int>& colour) {
  const std::size_t             n = pattern.n;
  std::vector<std::vector<int>> columns_of_row(n);
  for (std::size_t j = 0; j < n; ++j)
    for (int k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k)
      columns_of_row[static_cast<std::size_t>(pattern.row[static_cast<std::size_t>(k)])].push_back(static_cast<int>(j));
  colour.assign(n, -1);
  std::vector<int> taken_by;  // colour -> last column that found it taken
  int              colours = 0;
  for (std::size_t j = 0; j < n; ++j) {
    taken_by.resize(static_cast<std::size_t>(colours) + 1, -1);
    for (int k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k)
      for (const int other : columns_of_row[static_cast<std::size_t>(pattern.row[static_cast<std::size_t>(k)])])
        if (colour[static_cast<std::size_t>(other)] >= 0)
          taken_by[static_cast<std::size_t>(colour[static_cast<std::size_t>(other)])] = static_cast<int>(j);
    int c = 0;
    while (c < colours && taken_by[static_cast<std::size_t>(c)] == static_cast<int>(j)) ++c;
    colour[j] = c;
    colours   = std::max(colours, c + 1);
  }
  return colours;
}

}  // namespace saltus::model
