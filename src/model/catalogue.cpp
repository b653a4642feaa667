#include <saltus/model/catalogue.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <cmath>
#include <string_view>

namespace saltus::model {
namespace {

constexpr std::string_view symbols[] = {">", ">=", "<", "<=", "==", "!="};

/// 0: does not depend on time; 1: affine in time; 2: anything else. Variables and derivatives count as 2.
int degree_in_time(const Dag& dag, Node n, std::unordered_map<Node, int>& known);

int degree_of(const Dag& dag, Node n, std::unordered_map<Node, int>& known) {
  const auto& e      = dag[n];
  const auto  degree = [&](Node m) { return degree_in_time(dag, m, known); };
  switch (e.op) {
    case Op::constant:
    case Op::discrete: return 0;
    case Op::time: return 1;
    case Op::variable:
    case Op::derivative: return 2;
    case Op::neg: return degree(e.a);
    case Op::add:
    case Op::sub: return std::max(degree(e.a), degree(e.b));
    case Op::mul: return std::min(2, degree(e.a) + degree(e.b));
    case Op::div: return degree(e.b) == 0 ? degree(e.a) : 2;
    default: break;
  }
  const auto operands = dag.operands(n);
  return std::all_of(operands.begin(), operands.end(), [&](Node m) { return degree(m) == 0; }) ? 0 : 2;
}

int degree_in_time(const Dag& dag, Node n, std::unordered_map<Node, int>& known) {
  if (const auto at = known.find(n); at != known.end()) return at->second;
  const int degree = degree_of(dag, n, known);
  known.emplace(n, degree);
  return degree;
}

/// Adds factor * n to the form; false when n is not affine.
bool add_affine(const Dag& dag, Node n, double factor, AffineForm& form) {
  const auto& e        = dag[n];
  const auto  constant = [&](Node m) { return dag[m].op == Op::constant; };
  switch (e.op) {
    case Op::constant:
      form.roundings += (form.constant != 0) + (std::abs(factor) != 1);
      form.constant += factor * e.value;
      return true;
    case Op::time:
    case Op::variable:
    case Op::derivative:
    case Op::discrete: {
      const Program::Input input{e.op, e.op == Op::time ? 0 : e.a};
      for (auto& term : form.terms)
        if (term.input.kind == input.kind && term.input.index == input.index) {
          term.weight += factor;
          ++form.roundings;
          return true;
        }
      form.terms.push_back({input, factor});
      return true;
    }
    case Op::neg: return add_affine(dag, e.a, -factor, form);
    case Op::add: return add_affine(dag, e.a, factor, form) && add_affine(dag, e.b, factor, form);
    case Op::sub: return add_affine(dag, e.a, factor, form) && add_affine(dag, e.b, -factor, form);
    case Op::mul:
      form.roundings += 2;
      if (constant(e.a)) return add_affine(dag, e.b, factor * dag[e.a].value, form);
      return constant(e.b) && add_affine(dag, e.a, factor * dag[e.b].value, form);
    case Op::div: form.roundings += 2; return constant(e.b) && add_affine(dag, e.a, factor / dag[e.b].value, form);
    default: return false;
  }
}

}  // namespace

// The surface of a relation between a and b. Swapped operands and a difference compared with zero are the same surface:
// p > q, q < p and p - q > 0 all watch p - q.
SurfaceId Catalogue::surface_between(Node a, Node b, int& orientation, const std::string& text) {
  orientation = 1;
  if (dag.is_constant(a, 0)) {
    std::swap(a, b);
    orientation = -orientation;
  }
  if (dag.is_constant(b, 0)) {
    while (dag[a].op == Op::neg) {
      a           = dag[a].a;
      orientation = -orientation;
    }
    if (dag[a].op == Op::sub) {
      b = dag[a].b;
      a = dag[a].a;
    }
  }
  const bool a_constant = dag[a].op == Op::constant, b_constant = dag[b].op == Op::constant;
  if (a_constant != b_constant ? a_constant : a > b) {
    std::swap(a, b);
    orientation = -orientation;
  }
  const auto [at, inserted] = surface_of_.try_emplace({scope, a, b}, static_cast<SurfaceId>(surfaces_.size()));
  if (inserted) {
    Surface s;
    s.a    = a;
    s.b    = b;
    s.text = text;
    analyse(s);
    surfaces_.push_back(std::move(s));
    three_domains_.push_back(0);
  }
  return at->second;
}

void Catalogue::analyse(Surface& s) {
  const Node g = dag.binary(Op::sub, s.a, s.b);
  s.g          = Program(dag, g);
  if (s.text.empty()) s.text = dag.text(g, names);
  std::unordered_map<Node, int> known;
  const int                     degree = std::max(degree_in_time(dag, s.a, known), degree_in_time(dag, s.b, known));
  s.constant                           = degree == 0;
  s.of_time                            = degree == 1;
  s.uses_derivative                    = s.g.depends_on(Op::derivative);
  AffineForm form;
  if (add_affine(dag, g, 1, form)) s.affine = std::move(form);
  if (!s.g.has_calls()) return;
  s.black_box = [program = s.g, work = std::vector<double>(s.g.registers() + 1)](
                    double t, std::span<const double> x, std::span<const double> dx, std::span<const double> q) mutable {
    return program.operator()<double>(
        [&](const Program::Input& in) {
          const auto i = static_cast<std::size_t>(in.index);
          switch (in.kind) {
            case Op::time: return t;
            case Op::variable: return x[i];
            case Op::derivative: return dx[i];
            default: return q[i];
          }
        },
        std::span<double>(work));
  };
}

RelationId Catalogue::relation(Node a, Node b, Comparison op, const std::function<std::string()>& text) {
  const auto [at, inserted] = relation_of_.try_emplace({scope, a, b, op}, static_cast<RelationId>(relations_.size()));
  if (inserted) {
    int               orientation = 1;
    const std::string given       = text ? text() : std::string();
    const SurfaceId   s           = surface_between(a, b, orientation, given);
    if (op == Comparison::equal || op == Comparison::not_equal) three_domains_[static_cast<std::size_t>(s)] = 1;
    relations_.push_back({s, orientation, op,
                          !given.empty() ? given
                                         : fmt::format("{} {} {}", dag.text(a, names), symbols[static_cast<int>(op)],
                                                       dag.text(b, names))});
  }
  return at->second;
}

SurfaceId Catalogue::black_box(std::string name, BlackBoxGuard guard) {
  Surface s;
  s.text      = std::move(name);
  s.black_box = std::move(guard);
  surfaces_.push_back(std::move(s));
  three_domains_.push_back(0);
  return static_cast<SurfaceId>(surfaces_.size() - 1);
}

RelationId Catalogue::relation_on(SurfaceId surface, Comparison op, std::string text) {
  relations_.push_back({surface, 1, op, std::move(text)});
  return static_cast<RelationId>(relations_.size() - 1);
}

PropositionId Catalogue::proposition(Proposition p) {
  using Kind    = Proposition::Kind;
  const auto is = [&](int q, bool value) {
    const Proposition& x = propositions_[static_cast<std::size_t>(q)];
    return x.kind == Kind::constant && (x.a != 0) == value;
  };
  if (p.kind == Kind::conjunction) {
    if (is(p.a, false) || is(p.b, true)) return p.a;
    if (is(p.b, false) || is(p.a, true)) return p.b;
  } else if (p.kind == Kind::disjunction) {
    if (is(p.a, true) || is(p.b, false)) return p.a;
    if (is(p.b, true) || is(p.a, false)) return p.b;
  } else if (p.kind == Kind::negation) {
    if (is(p.a, true)) return constant(false);
    if (is(p.a, false)) return constant(true);
  }
  const auto [at, inserted] = proposition_of_.try_emplace({p.kind, p.a, p.b}, static_cast<int>(propositions_.size()));
  if (inserted) propositions_.push_back(p);
  return at->second;
}

bool Catalogue::truth(PropositionId p, std::span<const Sign> signs) const {
  const Proposition& x = propositions_[static_cast<std::size_t>(p)];
  switch (x.kind) {
    case Proposition::Kind::constant: return x.a != 0;
    case Proposition::Kind::relation: return truth_of(x.a, signs);
    case Proposition::Kind::conjunction: return truth(x.a, signs) && truth(x.b, signs);
    case Proposition::Kind::disjunction: return truth(x.a, signs) || truth(x.b, signs);
    case Proposition::Kind::negation: return !truth(x.a, signs);
  }
  return false;
}

std::string Catalogue::text(PropositionId p) const {
  const Proposition& x       = propositions_[static_cast<std::size_t>(p)];
  const auto         operand = [&](int q) {
    const auto kind     = propositions_[static_cast<std::size_t>(q)].kind;
    const bool compound = kind == Proposition::Kind::conjunction || kind == Proposition::Kind::disjunction;
    return compound && kind != x.kind ? "(" + text(q) + ")" : text(q);
  };
  switch (x.kind) {
    case Proposition::Kind::constant: return x.a != 0 ? "true" : "false";
    case Proposition::Kind::relation: return relation(x.a).text;
    case Proposition::Kind::conjunction: return operand(x.a) + " && " + operand(x.b);
    case Proposition::Kind::disjunction: return operand(x.a) + " || " + operand(x.b);
    case Proposition::Kind::negation: return "!(" + text(x.a) + ")";
  }
  return {};
}

}  // namespace saltus::model
