// balance.cpp: as many equations as unknowns, everywhere; and which equations are too many, and which unknowns have none.
//
// Problem    a model with a wrong connection or a forgotten equation cannot be sorted. The count says that; people need to
//            know where.
// Method     a maximum matching between equations and unknowns, a variable and its derivatives being one unknown. A discrete
//            variable is matched with an equation that has it alone on one side. What can be reached from an unmatched
//            equation by alternating paths is the over-determined part, from an unmatched unknown the under-determined one.
// Reference  Dulmage & Mendelsohn, Can. J. Math. 10 (1958) 517-534; Pothen & Fan, ACM TOMS 16 (1990) 303-324.

#include <saltus/front/modelica/system.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace saltus::modelica {
namespace {

constexpr std::size_t most_listed = 8;  ///< of each kind in a message

std::string plural(std::size_t n, std::string_view what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); }

class Balance {
 public:
  Balance(System& system, Problems* problems) : s_(system), problems_(problems) {}

  bool run() {
    number_unknowns();
    const Matching m = match(graph(), discrete_first());
    if (!m.perfect()) {
      if (problems_ != nullptr) report(m);
      return false;
    }
    for (std::size_t e = 0; e < m.of_row.size(); ++e) {
      const Variable v  = unknowns_[m.of_row[e]];
      s_.discrete_of[e] = s_.continuous(v) ? -1 : v;
    }
    return true;
  }

 private:
  // A variable and its derivatives are one unknown, named by the variable.
  void number_unknowns() {
    const auto& variables = s_.model.variables;
    column_of_.assign(variables.size(), -1);
    for (std::size_t v = 0; v < variables.size(); ++v) {
      const auto variable = static_cast<Variable>(v);
      if (!s_.variable(variable) || (variables[v].derivative_of >= 0 && s_.kept(variables[v].derivative_of))) continue;
      for (Variable at = variable; at >= 0; at = variables[at].derivative)
        column_of_[at] = static_cast<int>(unknowns_.size());
      unknowns_.push_back(variable);
    }
  }

  Variable alone(Node side) const {
    const Graph& g = s_.model.graph;
    if (g[side].op == Op::negate) side = g[side].a;
    const Graph::Entry& e = g[side];
    return e.op == Op::variable && s_.variable(e.a) && !s_.continuous(e.a) ? e.a : -1;
  }

  const Bipartite& graph() {
    graph_.columns = static_cast<int>(unknowns_.size());
    for (std::size_t k = 0; k < s_.model.equations.size(); ++k) {
      const FlatEquation& e   = s_.model.equations[k];
      std::vector<int>&   row = graph_.rows.emplace_back();
      for (const Occurrence& o : s_.occurs[k].variables) {
        if (s_.smooth(o)) row.push_back(column_of_[o.variable]);
      }
      for (const Variable v : {alone(e.left), alone(e.right)}) {
        if (v >= 0) row.push_back(column_of_[v]);
      }
      std::ranges::sort(row);
      row.erase(std::unique(row.begin(), row.end()), row.end());
    }
    return graph_;
  }

  // `v = ...` is what a discrete variable wants; the other way round only if there is no such equation.
  Matching discrete_first() const {
    Matching m;
    m.of_row.assign(s_.model.equations.size(), -1);
    m.of_column.assign(unknowns_.size(), -1);
    for (std::size_t k = 0; k < s_.model.equations.size(); ++k) {
      const Variable v = alone(s_.model.equations[k].left);
      if (v < 0 || m.of_column[column_of_[v]] >= 0) continue;
      m.of_row[k]                = column_of_[v];
      m.of_column[column_of_[v]] = static_cast<int>(k);
    }
    return m;
  }

  std::string line(int equation) const { return s_.model.quote(s_.model.equations[equation]); }
  std::string name(int column) const { return s_.model.variables[unknowns_[column]].name; }
  std::string names(const std::vector<int>& columns) const {
    std::string out;
    for (std::size_t k = 0; k < columns.size() && k < most_listed; ++k)
      out += (k > 0 ? ", `" : "`") + name(columns[k]) + "`";
    if (columns.size() > most_listed) out += fmt::format(" and {} more", columns.size() - most_listed);
    return out;
  }
  /// What the translation added has one equation each, and is nobody's concern.
  std::string totals() const {
    const auto added = static_cast<std::size_t>(
        std::ranges::count_if(unknowns_, [&](Variable v) { return s_.model.variables[v].hidden; }));
    return fmt::format("the model has {} for {}", plural(s_.model.equations.size() - added, "equation"),
                       plural(unknowns_.size() - added, "unknown"));
  }
  /// Of equations, in the order of the text.
  std::vector<std::string> lines(std::vector<int> equations) const {
    std::ranges::stable_sort(equations, {}, [&](int e) { return s_.model.equations[e].place; });
    std::vector<std::string> out;
    for (std::size_t k = 0; k < equations.size() && k < most_listed; ++k) out.push_back(line(equations[k]));
    if (equations.size() > most_listed) out.push_back(fmt::format("and {} more", equations.size() - most_listed));
    return out;
  }
  /// v = if ... then ... else pre(v): what a `when` has become.
  bool is_when(int equation) const {
    const FlatEquation& e = s_.model.equations[equation];
    const Variable      v = alone(e.left);
    const Graph&        g = s_.model.graph;
    Node                n = e.right;
    while (g[n].op == Op::conditional) n = g[n].c;
    return v >= 0 && g[n].op == Op::previous && g[n].a == v;
  }

  void report(const Matching& m) {
    const Imbalance found = imbalance(graph_, m);
    if (!found.over_rows.empty()) report_over(found);
    if (!found.under_columns.empty()) report_under(found, m);
  }

  void report_over(const Imbalance& found) {
    const FlatEquation& first = s_.model.equations[found.over_rows.front()];
    Problem             problem{.code = "S0606", .headline = {}, .place = first.place, .length = first.length};
    if (found.over_columns.empty()) {
      problem.headline = fmt::format("{} determine{} nothing", plural(found.over_rows.size(), "equation"),
                                     found.over_rows.size() == 1 ? "s" : "");
      problem.label    = "no unknown is left in it";
      problem.help     = "it repeats or contradicts other equations, or names parameters only: remove it";
    } else {
      problem.headline = fmt::format("{} for {}: {}", plural(found.over_rows.size(), "equation"),
                                     plural(found.over_columns.size(), "unknown"), names(found.over_columns));
      problem.label    = "one of the equations that are too many";
      problem.help     = std::ranges::all_of(found.over_rows, [&](int e) { return is_when(e); })
                             ? "one variable, one `when`: join them with `elsewhen`"
                             : "remove an equation, or make a parameter or an input among them an unknown";
    }
    problem.notes = lines(found.over_rows);
    problem.notes.push_back(totals());
    problems_->report(std::move(problem));
  }

  void report_under(const Imbalance& found, const Matching& m) {
    std::vector<int> without, seldom;
    std::vector<int> uses(unknowns_.size());
    for (const auto& row : graph_.rows) {
      for (const int c : row) ++uses[c];
    }
    for (const int c : found.under_columns) {
      if (m.of_column[c] < 0) without.push_back(c);
      if (uses[c] <= 1) seldom.push_back(c);
    }
    const FlatVariable& first = s_.model.variables[unknowns_[without.front()]];
    Problem             problem{.code = "S0606", .headline = {}, .place = first.place};
    if (found.under_rows.empty()) {
      problem.headline = fmt::format("no equation determines {}", names(without));
    } else {
      problem.headline = fmt::format("{} for {}: {}", plural(found.under_rows.size(), "equation"),
                                     plural(found.under_columns.size(), "unknown"), names(found.under_columns));
    }
    problem.label  = "has no equation of its own";
    problem.length = static_cast<Place>(first.name.size());
    problem.notes  = lines(found.under_rows);
    if (!seldom.empty() && !found.under_rows.empty()) {
      problem.notes.push_back(fmt::format("in one equation or none: {}", names(seldom)));
    }
    if (first.discrete) {
      problem.notes.push_back(
          "a discrete variable needs an equation that has it alone on one side, or a when-equation");
    }
    problem.notes.push_back(totals());
    problem.help = fmt::format("add {}, or make {} a parameter or an input",
                               without.size() == 1 ? "an equation" : plural(without.size(), "equation"),
                               found.under_columns.size() == 1 ? "it" : "one of them");
    problems_->report(std::move(problem));
  }

  System&               s_;
  Problems*             problems_;
  std::vector<Variable> unknowns_;
  std::vector<int>      column_of_;  ///< by variable
  Bipartite             graph_;
};

}  // namespace

bool balance(System& system, Problems* problems) { return Balance(system, problems).run(); }

}  // namespace saltus::modelica
