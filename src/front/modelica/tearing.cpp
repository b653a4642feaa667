// tearing.cpp: a block of equations that hold together, as a sequence of assignments with few iteration variables.
//
// Problem    n equations for n unknowns of which none can come first. If some of the unknowns were known, the others would
//            follow one after the other by isolating them; what is left over are residuals. Few of them is good, none of
//            the divisions may be by zero.
// Method     an equation with one unknown left that can be isolated gives it; an unknown that occurs in one remaining
//            equation only, and can be isolated there, is computed last; otherwise one unknown is assumed to be known: the
//            one that makes most equations ready to give another one, then the one that occurs most often.
// Reference  Cellier & Kofman, Continuous System Simulation, 2006, section 7.7; Elmqvist & Otter, ESM 1994.
// Invariant  discrete variables are given by their own equations and never assumed. As many residuals as iteration variables.
// Cost       a pass over the remaining equations for each iteration variable.
// Departure  an unknown is isolated only where its coefficient is provably never zero (a number, mostly), and only while a
//            bound on how much an error of an iteration variable is magnified on the way stays moderate: a ladder of forty
//            resistors could be computed from one current, but not with sixteen digits.

#include <saltus/front/modelica/system.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>

namespace saltus::modelica {
namespace {

// How an expression depends on the unknowns of a block while conditions are held: 0 not, 1 linearly, 2 otherwise.
class Degree {
 public:
  Degree(System& system, std::vector<bool> unknown) : s_(system), unknown_(std::move(unknown)) {}

  int operator()(Node n) {
    const Graph& g     = s_.model.graph;
    const auto   order = s_.walk.operands_first(g, n);
    parts_.assign(order.size(), {});
    for (std::size_t k = 0; k < order.size(); ++k) {
      const Graph::Entry& e    = g[order[k]];
      const auto          of   = [&](Node operand) { return parts_[s_.walk.slot(operand)]; };
      Part&               part = parts_[k];
      int                 most = 0;
      g.visit_operands(order[k], [&](Node operand) {
        most          = std::max(most, of(operand).degree);
        part.branches = part.branches || of(operand).branches;
      });
      part.degree = most == 0 ? 0 : 2;
      switch (e.op) {
        case Op::variable: {
          const Type type = s_.model.variables[e.a].type;
          part.degree     = unknown_[e.a] && (type == Type::real || type == Type::integer) ? 1 : 0;
          break;
        }
        case Op::negate:
        case Op::add:
        case Op::subtract: part.degree = most; break;
        case Op::multiply: part.degree = std::min(2, of(e.a).degree + of(e.b).degree); break;
        case Op::divide: part.degree = of(e.b).degree == 0 ? of(e.a).degree : 2; break;
        case Op::conditional: part.degree = std::max(of(e.b).degree, of(e.c).degree); break;
        case Op::absolute:
        case Op::minimum:
        case Op::maximum:
          part.degree   = most;
          part.branches = part.branches || most > 0;
          break;
        case Op::mod:
        case Op::rem:
          part.degree   = of(e.b).degree == 0 ? of(e.a).degree : 2;
          part.branches = part.branches || most > 0;
          break;
        case Op::no_event:  // conditions in here are not held
          part.degree = part.branches ? 2 : most;
          break;
        case Op::smooth: part.degree = e.b > 0 && part.branches ? 2 : most; break;
        case Op::sign:
        case Op::floor:
        case Op::ceil:
        case Op::div:
        case Op::less:
        case Op::less_equal:
        case Op::equal:
        case Op::not_equal:
          part.degree   = 0;
          part.branches = part.branches || most > 0;
          break;
        case Op::logical_not:
        case Op::logical_and:
        case Op::logical_or: part.degree = 0; break;
        default: break;
      }
    }
    return parts_.back().degree;
  }

 private:
  struct Part {
    int  degree   = 0;
    bool branches = false;  ///< a condition in it depends on the unknowns
  };
  System&           s_;
  std::vector<bool> unknown_;
  std::vector<Part> parts_;
};

// Bound on |d assigned / d iteration variable|, both in units of their nominal values. Residuals lose as many digits.
constexpr double most_magnified = 1e5, nearly_bad = 1e-3;

class Tearing {
 public:
  Tearing(System& system, const std::vector<int>& equations, const std::vector<Variable>& unknowns, Problems& problems)
      : s_(system), equations_(equations), unknowns_(unknowns), problems_(problems) {}

  std::optional<Block> run() {
    prepare();
    while (open_equations_ > 0) {
      causalize();
      if (open_unknowns_ == 0) break;
      if (assume_one()) continue;
      report_loop(discrete_loop());
      return std::nullopt;
    }
    return result();
  }

 private:
  struct Edge {
    int    to;         ///< an unknown
    double factor;     ///< its coefficient, if it is constant; otherwise 0
    bool   candidate;  ///< perhaps to be isolated
    bool   plain() const { return factor != 0; }
  };

  void prepare() {
    const int                         n = static_cast<int>(equations_.size());
    std::unordered_map<Variable, int> local;
    for (int j = 0; j < n; ++j) local.emplace(unknowns_[j], j);
    of_equation_.resize(equations_.size());
    of_unknown_.resize(equations_.size());
    for (int i = 0; i < n; ++i) {
      const Variable discrete = s_.discrete_of[equations_[i]];
      for (const Occurrence& o : s_.occurs[equations_[i]].variables) {
        const auto found = local.find(o.variable);
        if (found == local.end()) continue;
        const bool candidate = discrete >= 0 ? o.variable == discrete : s_.smooth(o);
        of_equation_[i].push_back({found->second, o.otherwise ? 0.0 : o.factor, candidate});
        of_unknown_[found->second].push_back(i);
      }
    }
    for (int i = 0; i < n; ++i) {
      left_in_equation_.push_back(static_cast<int>(of_equation_[i].size()));
      left_for_unknown_.push_back(static_cast<int>(of_unknown_[i].size()));
    }
    equation_done_.assign(equations_.size(), false);
    unknown_done_.assign(equations_.size(), false);
    gain_.assign(equations_.size(), 0.0);
    open_equations_ = open_unknowns_ = n;
    for (int i = 0; i < n; ++i) ready_equations_.push_back(i), ready_unknowns_.push_back(i);
  }

  bool discrete(int unknown) const { return s_.model.variables[unknowns_[unknown]].discrete; }

  // Unknown j from equation i, if it can be isolated there. Asked for often: kept.
  std::optional<Node> isolated(int i, int j) {
    const auto edge = std::ranges::find(of_equation_[i], j, &Edge::to);
    if (!edge->candidate) return std::nullopt;
    const auto key           = static_cast<std::int64_t>(i) * static_cast<std::int64_t>(equations_.size()) + j;
    const auto [found, made] = isolated_.try_emplace(key);
    if (made) found->second = isolate(s_.model.graph, s_.walk, s_.model.equations[equations_[i]], unknowns_[j]);
    return found->second;
  }
  // The same without building it.
  bool can_isolate(int i, const Edge& edge) {
    return edge.candidate && (edge.plain() || isolated(i, edge.to).has_value());
  }

  const Edge* only_unknown(int i) const {
    for (const Edge& edge : of_equation_[i]) {
      if (!unknown_done_[edge.to]) return &edge;
    }
    return nullptr;
  }

  double nominal(int j) const { return std::abs(s_.model.variables[unknowns_[j]].nominal); }
  // Coefficients that are no constants count as one.
  double magnified(int i, const Edge& own) const {
    double sum = 0;
    for (const Edge& edge : of_equation_[i]) {
      if (edge.to != own.to) sum += (edge.plain() ? std::abs(edge.factor) : 1) * gain_[edge.to] * nominal(edge.to);
    }
    return sum / ((own.plain() ? std::abs(own.factor) : 1) * nominal(own.to));
  }

  void close_unknown(int j) {
    unknown_done_[j] = true;
    --open_unknowns_;
    for (const int i : of_unknown_[j]) {
      if (--left_in_equation_[i] == 1 && !equation_done_[i]) ready_equations_.push_back(i);
    }
  }
  void close_equation(int i) {
    equation_done_[i] = true;
    --open_equations_;
    for (const Edge& edge : of_equation_[i]) {
      if (--left_for_unknown_[edge.to] == 1 && !unknown_done_[edge.to]) ready_unknowns_.push_back(edge.to);
    }
  }

  void causalize() {
    while (!ready_equations_.empty() || !ready_unknowns_.empty()) {
      if (!ready_equations_.empty()) {
        const int i = ready_equations_.back();
        ready_equations_.pop_back();
        if (equation_done_[i] || left_in_equation_[i] != 1) continue;
        const Edge edge = *only_unknown(i);
        if (!can_isolate(i, edge)) continue;
        const double gain = magnified(i, edge);
        if (gain > most_magnified && !discrete(edge.to)) continue;
        gain_[edge.to] = gain;
        first_.emplace_back(i, edge.to);
        close_equation(i), close_unknown(edge.to);
        continue;
      }
      const int j = ready_unknowns_.back();
      ready_unknowns_.pop_back();
      if (unknown_done_[j] || left_for_unknown_[j] != 1) continue;
      const int  i    = *std::ranges::find_if(of_unknown_[j], [&](int e) { return !equation_done_[e]; });
      const Edge edge = *std::ranges::find(of_equation_[i], j, &Edge::to);
      if (!can_isolate(i, edge)) continue;
      last_.emplace_back(i, j);
      close_equation(i), close_unknown(j);
    }
  }

  bool assume_one() {
    // By unknown: equations that would give another one at once; equations where it cannot be isolated itself.
    // First of all those that were not isolated because too much would be magnified: then that way goes on.
    std::vector<int> blocked(equations_.size()), opens(equations_.size()), stubborn(equations_.size());
    for (std::size_t i = 0; i < equations_.size(); ++i) {
      if (equation_done_[i]) continue;
      std::vector<const Edge*> left;
      for (const Edge& edge : of_equation_[i]) {
        if (unknown_done_[edge.to]) continue;
        if (!edge.plain()) ++stubborn[edge.to];
        if (left.size() < 3) left.push_back(&edge);
      }
      if (left.size() == 1 && can_isolate(static_cast<int>(i), *left[0])) blocked[left[0]->to] = 1;
      if (left.size() != 2) continue;
      if (can_isolate(static_cast<int>(i), *left[1])) ++opens[left[0]->to];
      if (can_isolate(static_cast<int>(i), *left[0])) ++opens[left[1]->to];
    }
    int  best  = -1;
    auto merit = [&](int j) {
      const FlatVariable& v = s_.model.variables[unknowns_[j]];
      return std::tuple(blocked[j], opens[j], left_for_unknown_[j], stubborn[j], v.start_given, v.derivative_of < 0, -j);
    };
    for (int j = 0; j < static_cast<int>(unknowns_.size()); ++j) {
      if (unknown_done_[j] || discrete(j)) continue;
      if (best < 0 || merit(j) > merit(best)) best = j;
    }
    if (best < 0) return false;
    assume(best);
    close_unknown(best);
    if (blocked[best] != 0) start_afresh();
    return true;
  }

  void assume(int j) {
    iteration_.push_back(j);
    gain_[j] = 1;
  }

  // What leads on from here and is nearly as bad is assumed as well: otherwise each of the next ones would be blocked too.
  void start_afresh() {
    std::vector<bool> bad(unknowns_.size());
    for (std::size_t i = 0; i < equations_.size(); ++i) {
      if (equation_done_[i] || left_in_equation_[i] == 0) continue;
      for (const Edge& edge : of_equation_[i]) {
        if (gain_[edge.to] > nearly_bad * most_magnified && !discrete(edge.to)) bad[edge.to] = true;
      }
    }
    std::erase_if(first_, [&](const std::pair<int, int>& assigned) {
      const auto [i, j] = assigned;
      if (!bad[j]) return false;
      assume(j);
      equation_done_[i] = false;  // a residual from now on
      ++open_equations_;
      return true;
    });
  }

  // Only discrete variables are left: each of them needs another one.
  std::vector<int> discrete_loop() const {
    std::vector<int>              left, row_of_unknown(unknowns_.size(), -1);
    std::vector<std::vector<int>> needs;
    for (int i = 0; i < static_cast<int>(equations_.size()); ++i) {
      if (equation_done_[i] || s_.discrete_of[equations_[i]] < 0) continue;
      row_of_unknown[i] = static_cast<int>(left.size());  // equation i is matched with unknown i
      left.push_back(i);
      std::vector<int>& row = needs.emplace_back();
      for (const Edge& edge : of_equation_[i]) row.push_back(edge.to);
    }
    std::vector<int> loop;
    for (const std::vector<int>& group : components(needs, row_of_unknown)) {
      if (!loop.empty() && group.size() < 2) continue;
      loop.clear();
      for (const int k : group) loop.push_back(left[k]);
      if (loop.size() > 1) break;
    }
    return loop;
  }

  void report_loop(const std::vector<int>& loop) {
    const FlatEquation& first = s_.model.equations[equations_[loop.front()]];
    Problem             problem{.code = "S0606", .headline = {}, .place = first.place, .length = first.length};
    std::string         names;
    for (std::size_t k = 0; k < loop.size() && k < 8; ++k) {
      const FlatEquation& e = s_.model.equations[equations_[loop[k]]];
      const Variable      v = s_.discrete_of[equations_[loop[k]]];
      if (v >= 0) names += (names.empty() ? "`" : ", `") + s_.model.variables[v].name + "`";
      problem.notes.push_back(s_.model.quote(e));
    }
    problem.headline = loop.size() == 1 ? fmt::format("the discrete variable {} depends on itself", names)
                                        : fmt::format("the discrete variables {} depend on each other in a loop", names);
    problem.help     = "use pre(...) of one of them";
    problems_.report(std::move(problem));
  }

  Block result() {
    Block             block;
    std::vector<bool> unknown(s_.model.variables.size());
    for (const Variable v : unknowns_) {
      unknown[v]     = true;
      block.discrete = block.discrete || s_.model.variables[v].discrete;
    }
    Degree degree(s_, std::move(unknown));
    block.linear = true;
    for (const int e : equations_) block.linear = block.linear && degree(s_.residual(e)) <= 1;

    for (const int j : iteration_) block.iteration.push_back(unknowns_[j]);
    std::ranges::reverse(last_);
    for (const auto& list : {first_, last_}) {
      for (const auto& [i, j] : list)
        block.assignments.push_back({unknowns_[j], isolated(i, j).value(), equations_[i]});
    }
    for (std::size_t i = 0; i < equations_.size(); ++i) {
      if (!equation_done_[i]) block.residuals.push_back({s_.residual(equations_[i]), equations_[i]});
    }
    if (block.iteration.empty()) block.linear = false;  // nothing to solve for
    return block;
  }

  System&                                               s_;
  const std::vector<int>&                               equations_;
  const std::vector<Variable>&                          unknowns_;
  Problems&                                             problems_;
  std::vector<std::vector<Edge>>                        of_equation_;
  std::vector<std::vector<int>>                         of_unknown_;
  std::vector<int>                                      left_in_equation_, left_for_unknown_;
  std::vector<bool>                                     equation_done_, unknown_done_;
  std::vector<double>                                   gain_;  ///< by unknown: how much errors are magnified up to it
  int                                                   open_equations_ = 0, open_unknowns_ = 0;
  std::vector<int>                                      ready_equations_, ready_unknowns_, iteration_;
  std::vector<std::pair<int, int>>                      first_, last_;  ///< (equation, unknown)
  std::unordered_map<std::int64_t, std::optional<Node>> isolated_;
};

}  // namespace

std::optional<Block> tear(System& system, const std::vector<int>& equations, const std::vector<Variable>& unknown_of,
                          Problems& problems) {
  return Tearing(system, equations, unknown_of, problems).run();
}

}  // namespace saltus::modelica
