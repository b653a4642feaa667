#include <saltus/front/modelica/event_sources.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace saltus::modelica {

namespace {

/// How an expression changes between events.
enum Degree : unsigned char { stays, affine, freely };  // affine: in time

class Sources {
 public:
  explicit Sources(const SortedModel& model) : m_(model), g_(model.flat.graph) {
    for (const Block& b : model.blocks)
      for (const auto& a : b.assignments) value_of_.emplace(a.variable, a.value);
  }

  std::vector<EventSource> all() {
    const auto& flat = m_.flat;
    for (const FlatEquation& e : flat.equations) look({e.left, e.right}, e.place);
    for (const Reinit& r : flat.reinits) look({r.condition, r.value}, r.place);
    for (const Check& c : flat.checks) look({c.condition}, c.place);
    std::stable_sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) { return a.place < b.place; });
    return std::move(found_);
  }

 private:
  void look(std::initializer_list<Node> roots, Place place) {
    place_ = place;
    for (const Node n : roots) visit(n, false);
  }

  void visit(Node n, bool quiet) {
    if (!(quiet ? met_quietly_ : met_).insert(n).second) return;
    const Graph::Entry e = g_[n];
    note(n, e, quiet);
    const bool inner = quiet || e.op == Op::no_event || (e.op == Op::smooth && e.b > 0);
    g_.visit_operands(n, [&](Node operand) { visit(operand, inner); });
  }

  void note(Node n, const Graph::Entry& e, bool quiet) {
    const auto add = [&](const char* kind, Degree d, bool silent) {
      if (d == stays) return;
      const std::string text = m_.flat.text(n);
      const auto known = std::find_if(found_.begin(), found_.end(), [&](const auto& s) { return s.text == text; });
      if (known != found_.end()) known->quiet = known->quiet && silent;
      else found_.push_back({text, kind, place_, d == affine, silent});
    };
    if (is_relation(e.op)) return add("relation", std::max(degree(e.a), degree(e.b)), quiet);
    switch (e.op) {
      case Op::sample: return add("sample", affine, false);
      case Op::floor:
      case Op::ceil: return add("jump", degree(e.a), quiet);
      case Op::div:
      case Op::mod:
      case Op::rem: return add("jump", degree(e.b) == stays ? degree(e.a) : freely, quiet);
      case Op::absolute:
      case Op::sign: return add("kink", degree(e.a), true);
      case Op::minimum:
      case Op::maximum: return add("kink", std::max(degree(e.a), degree(e.b)), true);
      default: return;
    }
  }

  Degree degree(Node n) {
    if (const auto known = degrees_.find(n); known != degrees_.end()) return known->second;
    degrees_[n]        = freely;  // while it is looked at: what depends on itself is solved for
    return degrees_[n] = compute(n);
  }
  Degree compute(Node n) {
    const Graph::Entry e = g_[n];
    switch (e.op) {
      case Op::time: return affine;
      case Op::variable: return of_variable(e.a);
      case Op::negate:
      case Op::no_event:
      case Op::smooth: return degree(e.a);
      case Op::add:
      case Op::subtract: return std::max(degree(e.a), degree(e.b));
      case Op::multiply: return degree(e.a) == stays ? degree(e.b) : degree(e.b) == stays ? degree(e.a) : freely;
      case Op::divide: return degree(e.b) == stays ? degree(e.a) : freely;
      case Op::conditional: return std::max(degree(e.b), degree(e.c));
      case Op::floor:
      case Op::ceil:
      case Op::sign:
      case Op::div:
      case Op::logical_and:
      case Op::logical_or:
      case Op::logical_not: return stays;  // the pieces are numbers
      case Op::absolute: return degree(e.a);
      case Op::minimum:
      case Op::maximum: return std::max(degree(e.a), degree(e.b));
      case Op::delay: return freely;
      default: break;
    }
    if (is_leaf(e.op) || is_relation(e.op)) return stays;
    bool fixed = true;
    g_.visit_operands(n, [&](Node operand) { fixed = fixed && degree(operand) == stays; });
    return fixed ? stays : freely;
  }
  Degree of_variable(Variable v) {
    const Alias& a = m_.alias[static_cast<std::size_t>(v)];
    if (a.of < 0) return stays;
    const FlatVariable& x = m_.flat.variables[static_cast<std::size_t>(a.of)];
    if (x.discrete || x.input || x.free_parameter) return stays;
    const auto at = value_of_.find(a.of);
    return at == value_of_.end() ? freely : degree(at->second);
  }

  const SortedModel&                 m_;
  const Graph&                       g_;
  std::unordered_map<Variable, Node> value_of_;  ///< of variables that are explicit
  std::unordered_map<Node, Degree>   degrees_;
  std::unordered_set<Node>           met_, met_quietly_;
  Place                              place_ = 0;
  std::vector<EventSource>           found_;
};

}  // namespace

std::vector<EventSource> event_sources(const SortedModel& model) { return Sources(model).all(); }

}  // namespace saltus::modelica
