// blocks.cpp: the order in which unknowns can be computed, and what must be solved together.
//
// Method     match equations with unknowns (states are known by now); the strongly connected components of "needs" are the
//            blocks. One equation for one unknown is solved by isolating the unknown where that is safe; everything else is
//            torn (tearing.cpp), and solved at once where its coefficients are numbers (explicit.cpp).
// Invariant  a block uses only what is known or comes before it, and its own unknowns.

#include <saltus/front/modelica/system.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace saltus::modelica {
namespace {

void report_singular(System& s, const Bipartite& graph, const Matching& m, const std::vector<Variable>& unknowns,
                     Problems& problems) {
  const Imbalance found = imbalance(graph, m);
  Problem         problem{.code = "S0607", .headline = "the equations do not determine how all variables change"};
  if (!found.over_rows.empty()) {
    const FlatEquation& e = s.model.equations[found.over_rows.front()];
    problem.place         = e.place;
    problem.length        = e.length;
    problem.label         = "this one, or a derivative of it, is too much";
  }
  std::string names;
  for (std::size_t k = 0; k < found.under_columns.size() && k < 8; ++k) {
    names += (k > 0 ? ", `" : "`") + s.model.variables[unknowns[found.under_columns[k]]].name + "`";
  }
  if (!names.empty()) problem.notes.push_back("not determined: " + names);
  problem.help = "look for equations that say the same twice, or whose coefficients cancel";
  problems.report(std::move(problem));
}

}  // namespace

std::optional<std::vector<Block>> make_blocks(System& s, Problems& problems) {
  std::vector<Variable> unknowns;
  std::vector<int>      column_of(s.model.variables.size(), -1);
  for (int v = 0; v < static_cast<int>(s.model.variables.size()); ++v) {
    if (!s.unknown(v)) continue;
    column_of[v] = static_cast<int>(unknowns.size());
    unknowns.push_back(v);
  }
  Bipartite                     solvable{.columns = static_cast<int>(unknowns.size()), .rows = {}};
  std::vector<std::vector<int>> uses(s.model.equations.size());
  solvable.rows.resize(s.model.equations.size());
  for (std::size_t e = 0; e < uses.size(); ++e) {
    for (const Occurrence& o : s.occurs[e].variables) {
      const int column = column_of[o.variable];
      if (column < 0) continue;
      uses[e].push_back(column);
      if (s.discrete_of[e] < 0 && s.smooth(o)) solvable.rows[e].push_back(column);
    }
    if (s.discrete_of[e] >= 0) solvable.rows[e] = {column_of[s.discrete_of[e]]};
  }
  const Matching m = match(solvable);
  if (!m.perfect()) {
    report_singular(s, solvable, m, unknowns, problems);
    return std::nullopt;
  }
  std::vector<Block> blocks;
  for (const std::vector<int>& equations : components(uses, m.of_column)) {
    std::vector<Variable> own;
    for (const int e : equations) own.push_back(unknowns[m.of_row[e]]);
    if (equations.size() == 1) {
      if (const auto value = isolate(s.model.graph, s.walk, s.model.equations[equations[0]], own[0])) {
        Block block;
        block.assignments = {{own[0], *value, equations[0]}};
        block.discrete    = s.discrete_of[equations[0]] >= 0;
        blocks.push_back(std::move(block));
        continue;
      }
    }
    auto block = tear(s, equations, own, problems);
    if (!block && problems.full()) return std::nullopt;
    if (!block) continue;
    make_explicit(s, *block);
    blocks.push_back(std::move(*block));
  }
  if (!problems.none()) return std::nullopt;
  return blocks;
}

}  // namespace saltus::modelica
