// common_factor.cpp: residuals that a known quantity multiplies as a whole.
//
// Problem    m (h1 - h2) = 0, a balance of enthalpies that a mass flow m carries: nothing determines h1 where m passes
//            through zero, although its limit from either side is the same.
// Method     write the residual as a sum of products, and leave out the factors that all of them share.
// Invariant  where the factor is not zero the solutions are the same; a factor that depends on the unknowns stays, since
//            its zeros are solutions too.
// Cost       linear in the sums and products at the top of the residual; nothing is multiplied out.

#include <saltus/front/modelica/common_factor.hpp>

#include <algorithm>
#include <unordered_set>
#include <vector>

namespace saltus::modelica {

using model::Dag;
using model::Node;
using model::Op;

namespace {

constexpr std::size_t most_terms = 64;  // of a residual: longer ones stay as they are

struct Term {
  double            sign = 1;
  std::vector<Node> above, below;  ///< factors and divisors
};

void factors(const Dag& dag, Node n, bool inverted, Term& term) {
  const auto& e = dag[n];
  switch (e.op) {
    case Op::neg: term.sign = -term.sign; return factors(dag, e.a, inverted, term);
    case Op::mul: factors(dag, e.a, inverted, term); return factors(dag, e.b, inverted, term);
    case Op::div: factors(dag, e.a, inverted, term); return factors(dag, e.b, !inverted, term);
    default: (inverted ? term.below : term.above).push_back(n);
  }
}

void terms(const Dag& dag, Node n, double sign, std::vector<Term>& found) {
  if (found.size() > most_terms) return;
  const auto& e = dag[n];
  switch (e.op) {
    case Op::neg: return terms(dag, e.a, -sign, found);
    case Op::add: terms(dag, e.a, sign, found); return terms(dag, e.b, sign, found);
    case Op::sub: terms(dag, e.a, sign, found); return terms(dag, e.b, -sign, found);
    default: factors(dag, n, false, found.emplace_back(Term{.sign = sign, .above = {}, .below = {}}));
  }
}

bool depends_on(const Dag& dag, Node root, std::span<const int> components) {
  std::vector<Node>        open{root};
  std::unordered_set<Node> met;
  while (!open.empty()) {
    const Node n = open.back();
    open.pop_back();
    if (!met.insert(n).second) continue;
    if (dag[n].op == Op::variable && std::find(components.begin(), components.end(), dag[n].a) != components.end())
      return true;
    for (const Node operand : dag.operands(n)) open.push_back(operand);
  }
  return false;
}

Node product(Dag& dag, const Term& term) {
  Node n = dag.constant(term.sign);
  for (const Node f : term.above) n = dag.binary(Op::mul, n, f);
  for (const Node f : term.below) n = dag.binary(Op::div, n, f);
  return n;
}

}  // namespace

Node without_common_factor(Dag& dag, Node residual, std::span<const int> unknowns) {
  std::vector<Term> sum;
  terms(dag, residual, 1, sum);
  if (sum.size() > most_terms) return residual;
  bool any = false;
  for (const Node f : std::vector(sum.front().above)) {
    const auto has = [&](const Term& t) { return std::find(t.above.begin(), t.above.end(), f) != t.above.end(); };
    if (dag[f].op == Op::constant || !std::all_of(sum.begin(), sum.end(), has) || depends_on(dag, f, unknowns))
      continue;
    for (Term& t : sum) t.above.erase(std::find(t.above.begin(), t.above.end(), f));
    any = true;
  }
  if (!any) return residual;
  Node n = dag.constant(0);
  for (const Term& t : sum) n = dag.binary(Op::add, n, product(dag, t));
  return n;
}

}  // namespace saltus::modelica
