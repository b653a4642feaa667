// pantelides.cpp: which equations must be differentiated.
//
// Problem    equations that hold between states only (x^2 + y^2 = L^2) say nothing about derivatives until they are
//            differentiated; then the derivatives of all variables are determined.
// Method     match equations with variables that have no derivative (the highest ones); where that fails for an equation,
//            those that were reached in the attempt are too many for their variables: differentiate all of them and go on.
// Reference  Pantelides, SIAM J. Sci. Stat. Comput. 9 (1988) 213-231.
// Invariant  `balance` has shown that a matching exists if derivatives are not told from variables: the method ends.
// Departure  a maximum matching by Hopcroft and Karp comes first, so that only the equations that it leaves are looked at;
//            equations are differentiated at once, not only counted, so that what cancels is not there any more.

#include <saltus/front/modelica/differentiate.hpp>
#include <saltus/front/modelica/system.hpp>

#include <fmt/format.h>

namespace saltus::modelica {
namespace {

constexpr int most_derivatives = 16;  ///< of one equation; a chain of more would not survive numerically

class Pantelides {
 public:
  Pantelides(System& system, Problems& problems)
      : s_(system), problems_(problems), derivative_(system.model, problems) {}

  bool run() {
    const auto begin = static_cast<int>(s_.model.equations.size());
    start();
    for (int e = 0; e < begin; ++e) {
      if (s_.discrete_of[e] >= 0 || variable_of_[e] >= 0) continue;
      int at = e;
      for (int turns = 0; !augment(at); ++turns) {
        if (turns == most_derivatives) return give_up(e);
        if (!differentiate_coloured()) return false;
        at = s_.derivative[at];
      }
    }
    return true;
  }

 private:
  bool highest(const Occurrence& o) const { return s_.smooth(o) && s_.model.variables[o.variable].derivative < 0; }

  void start() {
    Bipartite graph{.columns = static_cast<int>(s_.model.variables.size()), .rows = {}};
    graph.rows.resize(s_.model.equations.size());
    for (std::size_t e = 0; e < graph.rows.size(); ++e) {
      if (s_.discrete_of[e] >= 0) continue;
      for (const Occurrence& o : s_.occurs[e].variables) {
        if (highest(o)) graph.rows[e].push_back(o.variable);
      }
    }
    Matching m   = match(graph);
    variable_of_ = std::move(m.of_row);
    equation_of_ = std::move(m.of_column);
    grow();
  }

  void grow() {
    variable_of_.resize(s_.model.equations.size(), -1);
    equation_of_.resize(s_.model.variables.size(), -1);
    equation_seen_.resize(s_.model.equations.size(), 0);
    variable_seen_.resize(s_.model.variables.size(), 0);
  }

  // Finds a variable for equation `root` by exchanging along an alternating path; what it met is coloured if there is none.
  bool augment(int root) {
    ++search_;
    equations_.assign(1, root);
    variables_.clear();
    equation_seen_[root] = search_;
    struct Level {
      int         equation;
      std::size_t next;
      Variable    via;  // leads on
    };
    std::vector<Level> path{{root, 0, -1}};
    while (!path.empty()) {
      Level&      at     = path.back();
      const auto& occurs = s_.occurs[at.equation].variables;
      if (at.next == 0) {  // look ahead for a free one
        for (const Occurrence& o : occurs) {
          if (!highest(o) || equation_of_[o.variable] >= 0) continue;
          at.via = o.variable;
          for (const Level& level : path) {
            variable_of_[level.equation] = level.via;
            equation_of_[level.via]      = level.equation;
          }
          return true;
        }
      }
      bool deeper = false;
      while (at.next < occurs.size()) {
        const Occurrence& o = occurs[at.next++];
        if (!highest(o) || variable_seen_[o.variable] == search_) continue;
        variable_seen_[o.variable] = search_;
        variables_.push_back(o.variable);
        const int owner = equation_of_[o.variable];
        if (equation_seen_[owner] == search_) continue;
        equation_seen_[owner] = search_;
        equations_.push_back(owner);
        at.via = o.variable;
        path.push_back({owner, 0, -1});  // `at` is void from here on
        deeper = true;
        break;
      }
      if (!deeper) path.pop_back();
    }
    return false;
  }

  bool differentiate_coloured() {
    FlatModel& model = s_.model;
    for (const Variable v : variables_) {
      const Variable d          = model.derivative(v);
      model.variables[d].hidden = true;
    }
    for (const int e : equations_) {
      const FlatEquation of   = model.equations[e];
      const Node         left = derivative_(of.left, of.place), right = left < 0 ? -1 : derivative_(of.right, of.place);
      if (right < 0) return false;
      s_.append({.left = left, .right = right, .place = of.place, .length = of.length}, e);
    }
    grow();
    for (const Variable v : variables_) {
      const Variable d              = model.variables[v].derivative;
      equation_of_[d]               = s_.derivative[equation_of_[v]];
      variable_of_[equation_of_[d]] = d;
    }
    return true;
  }

  bool give_up(int e) {
    const FlatEquation& equation = s_.model.equations[e];
    problems_.report(
        {.code     = "S0607",
         .headline = fmt::format("this equation would have to be differentiated more than {} times", most_derivatives),
         .place    = equation.place,
         .length   = equation.length,
         .notes    = {fmt::format("it is `{} = {}`", s_.model.text(equation.left), s_.model.text(equation.right))},
         .help     = "something that it constrains should perhaps be free"});
    return false;
  }

  System&               s_;
  Problems&             problems_;
  TimeDerivative        derivative_;
  std::vector<Variable> variable_of_;  ///< by equation
  std::vector<int>      equation_of_;  ///< by variable
  std::vector<int>      equations_;    ///< coloured by the last search
  std::vector<Variable> variables_;
  std::vector<unsigned> equation_seen_, variable_seen_;
  unsigned              search_ = 0;
};

}  // namespace

bool reduce_index(System& system, Problems& problems) { return Pantelides(system, problems).run(); }

}  // namespace saltus::modelica
