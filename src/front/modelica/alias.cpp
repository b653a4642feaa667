// alias.cpp: variables that are another one, its negative, or a number.
//
// Problem    most equations of a model made of components say a = b, a = -b, a + b = 0 or a = 3. They cost time in
//            everything that follows, and a = b between two states makes the index one higher than it need be.
// Method     union-find over variables with a sign on each link; equations that are linear with constant coefficients are
//            looked at again and again until none of them ties two variables or fixes one; then the graph is rebuilt, and
//            once more if numbers that became known made further equations of that kind.
// Invariant  the root of a set is a discrete variable if one is in it, so pre(...) exists; a variable that is known from
//            outside (an input, a free parameter) is always a root.
// Departure  der(x) = v stays an equation: v may be a state of its own, and it is solved by copying anyway. If x is y, then
//            der(x) is der(y); if x is a number, der(x) is zero.

#include <saltus/front/modelica/alias.hpp>

#include <saltus/front/modelica/occurrence.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace saltus::modelica {
namespace {

constexpr int most_rounds = 10;  ///< of rebuilding; each one needs a number found in the one before

// From outside; changes at events only; has a derivative.
enum Trait : unsigned { known = 1, discrete = 2, state = 4 };

class Aliases {
 public:
  Aliases(FlatModel& model, Problems& problems) : model_(model), problems_(problems) {
    links_.resize(model.variables.size());
    for (std::size_t v = 0; v < links_.size(); ++v) links_[v].of = static_cast<Variable>(v);
    members_.resize(links_.size());
    for (std::size_t v = 0; v < links_.size(); ++v) {
      const FlatVariable& x = model.variables[v];
      members_[v]           = {static_cast<Variable>(v)};
      traits_.push_back((x.input || x.free_parameter ? known : 0u) | (x.discrete ? discrete : 0u) |
                        (x.derivative >= 0 && !frozen(x) ? state : 0u));
    }
    freeze();
  }

  /// Whether something new was found. Equations that were used up are removed.
  bool                      gather();
  void                      choose_representatives();
  void                      replace();
  const std::vector<Alias>& links() const { return links_; }

 private:
  // What keeps its value between events has the derivative zero.
  static bool frozen(const FlatVariable& x) { return x.discrete || x.input || x.free_parameter; }
  void        freeze() {
           for (const FlatVariable& x : model_.variables) {
             if (x.derivative >= 0 && frozen(x)) links_[x.derivative] = {.of = -1};
    }
  }
  bool               use(const Occurrences& sum);
  bool               unite(Variable a, Variable b, int sign);
  bool               fix(Variable v, double value);
  Alias              find(Variable v);
  bool               same_kind(Variable a, Variable b, int sign) const;
  std::array<int, 7> merit(Variable v) const;
  void               merge_attributes(Variable root, const std::vector<Variable>& members);

  FlatModel&                         model_;
  Problems&                          problems_;
  std::vector<Alias>                 links_;
  std::vector<std::vector<Variable>> members_;  ///< of a root
  std::vector<unsigned>              traits_;   ///< of a root: of any of its members
};

Alias Aliases::find(Variable v) {
  int      sign = 1;
  Variable root = v;
  while (links_[root].of >= 0 && links_[root].of != root) {
    sign *= links_[root].sign;
    root = links_[root].of;
  }
  // Shorten the way: every variable passed points to the root.
  int rest = sign;
  for (Variable at = v; at != root;) {
    const Alias link = links_[at];
    links_[at]       = {.of = root, .sign = rest};
    rest *= link.sign;
    at = link.of;
  }
  if (links_[root].of < 0) return {.of = -1, .sign = 1, .offset = sign * links_[root].offset + 0.0};
  return {.of = root, .sign = sign};
}

bool Aliases::same_kind(Variable a, Variable b, int sign) const {
  const auto number = [](Type t) { return t == Type::real || t == Type::integer; };
  const Type s = model_.variables[a].type, t = model_.variables[b].type;
  return number(s) && number(t) ? true : s == t && sign > 0;
}

// a = sign * b for two roots.
bool Aliases::unite(Variable a, Variable b, int sign) {
  if (!same_kind(a, b, sign)) return false;
  if (traits_[a] & traits_[b] & known) return false;
  // The derivative of what changes at events only, or from outside, is not the derivative that the equations mean.
  const unsigned traits = traits_[a] | traits_[b];
  if (traits & state && traits & (discrete | known)) return false;
  if (members_[a].size() < members_[b].size()) std::swap(a, b);
  links_[b] = {.of = a, .sign = sign};
  members_[a].insert(members_[a].end(), members_[b].begin(), members_[b].end());
  members_[b].clear();
  traits_[a] = traits;
  return true;
}

bool Aliases::fix(Variable v, double value) {
  if (!std::isfinite(value) || traits_[v] & known) return false;
  links_[v] = {.of = -1, .sign = 1, .offset = value + 0.0};  // no negative zero
  return true;
}

// Uses an equation 0 = constant + sum of factor * variable, if it ties two variables or fixes one.
bool Aliases::use(const Occurrences& sum) {
  struct Term {
    Variable root   = -1;
    double   factor = 0;
  };
  std::array<Term, 3> terms;
  std::size_t         count    = 0;
  double              constant = sum.constant;
  for (const Occurrence& o : sum.variables) {
    if (model_.variables[o.variable].derivative_of >= 0) return false;
    const Alias a = find(o.variable);
    if (a.of < 0) {
      constant += o.factor * a.offset;
      continue;
    }
    const auto end  = terms.begin() + static_cast<std::ptrdiff_t>(count);
    const auto seen = std::find_if(terms.begin(), end, [&](const Term& t) { return t.root == a.of; });
    if (seen != end) {
      seen->factor += o.factor * a.sign;
      continue;
    }
    if (count == 2) return false;
    terms[count++] = {a.of, o.factor * a.sign};
  }
  if (count == 2 && terms[1].factor == 0) count = 1;
  if (count == 2 && terms[0].factor == 0) terms[0] = terms[1], count = 1;
  if (count == 1 && terms[0].factor != 0) return fix(terms[0].root, -constant / terms[0].factor);
  if (count != 2 || constant != 0) return false;
  if (terms[0].factor == -terms[1].factor) return unite(terms[0].root, terms[1].root, 1);
  if (terms[0].factor == terms[1].factor) return unite(terms[0].root, terms[1].root, -1);
  return false;
}

/// By node: whether it is a sum of variables with constant factors. Operands come before what uses them.
std::vector<char> linear_nodes(const Graph& graph) {
  std::vector<char> out(graph.size(), 0);
  for (std::size_t n = 0; n < graph.size(); ++n) {
    const Graph::Entry& e = graph[static_cast<Node>(n)];
    const auto          a = [&] { return out[static_cast<std::size_t>(e.a)]; };
    const auto          b = [&] { return out[static_cast<std::size_t>(e.b)]; };
    switch (e.op) {
      case Op::constant:
      case Op::variable: out[n] = 1; break;
      case Op::negate: out[n] = a(); break;
      case Op::add:
      case Op::subtract: out[n] = a() && b(); break;
      case Op::multiply: out[n] = (graph.is_constant(e.a) && b()) || (graph.is_constant(e.b) && a()); break;
      case Op::divide: out[n] = graph.is_constant(e.b) && a(); break;
      default: break;
    }
  }
  return out;
}

bool Aliases::gather() {
  Occurring                                        occurring(model_);
  std::vector<std::pair<std::size_t, Occurrences>> linear;
  const std::vector<char>                          sums = linear_nodes(model_.graph);
  for (std::size_t k = 0; k < model_.equations.size(); ++k) {
    const FlatEquation& e = model_.equations[k];
    if (e.initial || !sums[static_cast<std::size_t>(e.left)] || !sums[static_cast<std::size_t>(e.right)]) continue;
    Occurrences sum = occurring(model_.graph.binary(Op::subtract, e.left, e.right));
    if (sum.linear && !sum.variables.empty()) linear.emplace_back(k, std::move(sum));
  }
  std::vector<bool> used(model_.equations.size());
  bool              found = false;
  for (bool more = true; more;) {
    more = false;
    std::erase_if(linear, [&](const auto& candidate) {
      const auto& [k, sum] = candidate;
      if (!use(sum)) return false;
      used[k] = true;
      more    = true;
      return true;
    });
    found = found || more;
  }
  std::size_t kept = 0;
  for (std::size_t k = 0; k < model_.equations.size(); ++k) {
    if (!used[k]) model_.equations[kept++] = model_.equations[k];
  }
  model_.equations.resize(kept);
  return found;
}

// What makes a variable the one that stays, most important first.
std::array<int, 7> Aliases::merit(Variable v) const {
  const FlatVariable& x = model_.variables[v];
  return {x.input || x.free_parameter,
          x.discrete,
          x.derivative >= 0,
          static_cast<int>(x.state_select),
          x.fixed,
          x.start_given,
          !x.hidden};
}

void Aliases::merge_attributes(Variable root, const std::vector<Variable>& members) {
  FlatVariable&       r          = model_.variables[root];
  const FlatVariable* given      = nullptr;
  int                 given_sign = 1;
  for (const Variable m : members) {
    FlatVariable& x    = model_.variables[m];
    const int     sign = find(m).sign;
    r.state_select     = std::max(r.state_select, x.state_select);
    r.discrete         = r.discrete || x.discrete;
    r.minimum          = std::max(r.minimum, sign > 0 ? x.minimum : -x.maximum);
    r.maximum          = std::min(r.maximum, sign > 0 ? x.maximum : -x.minimum);
    if (r.nominal == 1) r.nominal = x.nominal;
    if (!x.fixed && !x.start_given) continue;
    if (given && given->fixed && x.fixed && given_sign * given->start != sign * x.start && !x.discrete) {
      problems_.report({.code     = "S0609",
                        .headline = fmt::format("`{}` and `{}` are the same variable with two fixed start values",
                                                given->name, x.name),
                        .place    = x.place,
                        .notes    = {fmt::format("{} = {}, {} = {}", given->name, given->start, x.name, x.start)},
                        .help     = "fix one of them"});
    }
    // Fixed before given, and the representative's own before another's.
    if (!given || (x.fixed && !given->fixed) || (m == root && x.fixed == given->fixed)) given = &x, given_sign = sign;
  }
  if (!given) return;
  const double start = given_sign * given->start;
  const bool   fixed = given->fixed;
  r.start            = start;
  r.start_given      = true;
  r.fixed            = fixed;
}

void Aliases::choose_representatives() {
  for (std::size_t v = 0; v < members_.size(); ++v) {
    const std::vector<Variable> members = std::move(members_[v]);
    members_[v].clear();
    if (links_[v].of < 0) {
      for (const Variable m : members) {
        if (m != static_cast<Variable>(v)) links_[m] = find(m);
      }
      continue;
    }
    if (members.size() < 2) continue;
    Variable best = members.front();
    for (const Variable m : members) {
      if (merit(m) > merit(best)) best = m;
    }
    const int turn = find(best).sign;
    for (const Variable m : members) find(m);  // each one link from the root that was
    for (const Variable m : members) links_[m] = {.of = best, .sign = links_[m].sign * turn};
    links_[best] = {.of = best, .sign = 1};
    merge_attributes(best, members);
  }
  // Derivatives follow what they are the derivatives of.
  for (std::size_t v = 0; v < links_.size(); ++v) {
    const FlatVariable& x = model_.variables[v];
    if (x.derivative < 0) continue;
    const Alias a = find(static_cast<Variable>(v));
    if (a.of == static_cast<Variable>(v)) continue;
    const Variable d = x.derivative;
    if (a.of < 0) {
      links_[d] = {.of = -1};
      continue;
    }
    const Variable of = model_.derivative(a.of);  // x is void from here on
    if (static_cast<std::size_t>(of) == links_.size()) links_.push_back({.of = of});
    links_[d] = {.of = of, .sign = a.sign};
  }
}

void Aliases::replace() {
  Graph&     g           = model_.graph;
  const auto replacement = [&](Node leaf) {
    const Graph::Entry e = g[leaf];
    if (e.op != Op::variable && e.op != Op::previous) return leaf;
    const Alias a = links_[e.a].of == e.a ? links_[e.a] : find(e.a);
    if (a.of < 0) return g.constant(a.offset);
    const Node kept = g.leaf(e.op, a.of);
    return a.sign > 0 ? kept : g.unary(Op::negate, kept);
  };
  std::vector<Node> memo;
  const auto        renew = [&](Node& n) { n = g.rebuild(n, memo, replacement); };
  for (FlatEquation& e : model_.equations) renew(e.left), renew(e.right);
  for (Delay& d : model_.delays) renew(d.expression), renew(d.time);
  for (Check& c : model_.checks) renew(c.condition);
  for (Sampling& p : model_.samples) {
    if (p.first >= 0) renew(p.first);
  }
  for (Reinit& r : model_.reinits) {
    renew(r.condition), renew(r.value);
    const Alias a = find(r.state);
    if (a.of < 0) continue;  // reported by what sorts: it is no state
    r.state = a.of;
    if (a.sign < 0) r.value = g.unary(Op::negate, r.value);
  }
}

}  // namespace

std::vector<Alias> eliminate_aliases(FlatModel& model, Problems& problems) {
  std::vector<Alias> total(model.variables.size());
  for (std::size_t v = 0; v < total.size(); ++v) total[v].of = static_cast<Variable>(v);
  for (int round = 0; round < most_rounds; ++round) {
    Aliases    aliases(model, problems);
    const bool found = aliases.gather();
    if (!found && round > 0) break;  // the first round also replaces derivatives that are zero
    aliases.choose_representatives();
    aliases.replace();
    for (std::size_t v = total.size(); v < model.variables.size(); ++v)
      total.push_back({.of = static_cast<Variable>(v)});
    for (Alias& a : total) {
      if (a.of < 0) continue;
      const Alias next = aliases.links()[a.of];
      a                = next.of < 0 ? Alias{.of = -1, .sign = 1, .offset = a.sign * next.offset + 0.0}
                                     : Alias{.of = next.of, .sign = a.sign * next.sign};
    }
  }
  return total;
}

}  // namespace saltus::modelica
