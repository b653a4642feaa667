// equations.cpp: equations of a model, also those of `if`, `for` and `when` (elaborator.hpp).

#include <saltus/front/modelica/elaborator.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace saltus::modelica {

void Elaborator::add(const Pairs& pairs, bool initial) {
  for (const Pair& p : pairs)
    model_->equations.push_back(
        {.left = p.left, .right = p.right, .place = p.place, .length = p.length, .initial = initial});
}

void Elaborator::equations(std::span<const Statement* const> body, Pairs& out) {
  for (const Statement* s : body) equation(*s, out);
}

void Elaborator::equation(const Statement& s, Pairs& out) {
  switch (s.kind) {
    case Statement::Kind::equation: {
      if (s.left->kind == Expression::Kind::tuple) {
        const Values values = outputs(*s.right, s.left->args.size());
        if (values.size() < s.left->args.size())
          fail("S0603", *s.left,
               fmt::format("{} outputs expected, but there are {}", s.left->args.size(), values.size()));
        for (std::size_t k = 0; k < s.left->args.size(); ++k)
          if (s.left->args[k] != nullptr) match(evaluate(*s.left->args[k]), values[k], s, out);
        return;
      }
      const Value left = evaluate(*s.left);
      return match(left, evaluate(*s.right), s, out);
    }
    case Statement::Kind::call:
      switch (s.left->quoted ? Word::none : words_(s.left->name)) {
        case Word::assert_:
        case Word::terminate: return check(*s.left);
        case Word::reinit: return reinitialise(*s.left);
        default: outputs(*s.left, 0); return;
      }
    case Statement::Kind::conditional: return if_equation(s, 0, out);
    case Statement::Kind::loop: {
      const std::size_t depth = state_.locals.size();
      iterate(
          s.iterators, [&] { equations(s.branches[0].body, out); }, nullptr);
      state_.locals.resize(depth);
      return;
    }
    case Statement::Kind::when: refuse_when(s); return when_equation(s);
    default: fail("S0601", s.place, s.length, "this statement belongs to an algorithm, not to equations");
  }
}

/// left = right of anything, scalar by scalar.
void Elaborator::match(const Value& left, const Value& right, const Statement& s, Pairs& out) {
  if (left.is_number() && right.is_number()) {
    const auto quantity = [](const Value& v) { return v.kind == Kind::real || v.kind == Kind::integer; };
    const bool boolean  = left.kind == Kind::boolean || right.kind == Kind::boolean;
    if (left.kind != right.kind && !(quantity(left) && quantity(right)))
      fail("S0603", s.place, s.length,
           fmt::format("the left side is {}, the right side is {}", describe(left), describe(right)),
           boolean ? "a Boolean is a comparison such as `x > 0`; `if b then 1 else 0` is a number" : "");
    // An Integer may be equal to a Real variable, which it then determines; a Real expression cannot determine it.
    const auto whole = [&](const Value& v) { return v.kind == Kind::integer && !v.known(); };
    const auto real  = [&](const Value& v) {
      return v.kind == Kind::real && (v.known() || model_->graph[v.node].op != Op::variable);
    };
    const auto is_variable = [&](const Value& v) { return model_->graph[v.node].op == Op::variable; };
    if ((whole(left) && is_variable(left) && real(right)) || (whole(right) && is_variable(right) && real(left)))
      fail("S0603", s.place, s.length,
           fmt::format("the left side is {}, the right side is {}", describe(left), describe(right)),
           "`integer(...)` rounds down, `div(a, b)` divides Integers");
    if (left.known() && right.known() && left.number == right.number) return;  // says nothing
    out.push_back({node(left), node(right), s.place, s.length});
    return;
  }
  if (left.kind == Kind::array && right.kind == Kind::array) {
    if (left.more->dims != right.more->dims)
      fail("S0603", s.place, s.length,
           fmt::format("the left side is {}, the right side is {}", describe(left), describe(right)));
    for (std::size_t k = 0; k < left.more->items.size(); ++k) match(left.more->items[k], right.more->items[k], s, out);
    return;
  }
  if (left.kind == Kind::record && right.kind == Kind::record) {
    const auto &a = left.more->names, &b = right.more->names;
    if (a.size() != b.size())
      fail("S0603", s.place, s.length,
           fmt::format("the left side is {} with {} fields, the right side is {} with {}", describe(left), a.size(),
                       describe(right), b.size()));
    for (std::size_t k = 0; k < a.size(); ++k) {
      const auto at = a[k] == no_name ? b.end() : std::find(b.begin(), b.end(), a[k]);
      match(left.more->items[k], right.more->items[at == b.end() ? k : static_cast<std::size_t>(at - b.begin())], s, out);
    }
    return;
  }
  if (left.kind == Kind::string && right.kind == Kind::string) return;
  fail("S0603", s.place, s.length,
       fmt::format("the left side is {}, the right side is {}", describe(left), describe(right)));
}

// ---- if -------------------------------------------------------------------------------------------------------------

void Elaborator::if_equation(const Statement& s, std::size_t branch, Pairs& out) {
  if (branch >= s.branches.size()) return;
  const auto& b = s.branches[branch];
  if (b.condition == nullptr) return equations(b.body, out);
  const Value c = evaluate(*b.condition);
  if (c.kind != Kind::boolean)
    fail("S0603", *b.condition, fmt::format("a condition is a Boolean, not {}", describe(c)));
  if (c.known()) return c.number != 0 ? equations(b.body, out) : if_equation(s, branch + 1, out);
  const Value path = state_.path;
  Pairs       yes, no;
  state_.path = logic(Op::logical_and, path, c);
  equations(b.body, yes);
  state_.path = logic(Op::logical_and, path, negation(c));
  if_equation(s, branch + 1, no);
  state_.path = path;
  combine(c, yes, no, s, out);
}

/// One equation for each pair of equations of the branches: those with the same left side belong together, the others
/// become residuals in the order of the text.
void Elaborator::combine(const Value& c, Pairs& yes, Pairs& no, const Statement& s, Pairs& out) {
  if (yes.size() != no.size())
    fail("S0606", s.place, s.length,
         fmt::format("the branches of this `if` have {} and {} equations", yes.size(), no.size()),
         "each branch is to have the same number, also `else`");
  auto&             g = model_->graph;
  std::vector<bool> taken(no.size());
  const auto        take = [&](Node left) -> const Pair* {
    for (std::size_t k = 0; k < no.size(); ++k)
      if (!taken[k] && no[k].left == left) {
        taken[k] = true;
        return &no[k];
      }
    return nullptr;
  };
  Pairs rest;
  for (const Pair& p : yes) {
    if (const Pair* other = take(p.left))
      out.push_back({p.left, g.conditional(c.node, p.right, other->right), p.place, p.length});
    else rest.push_back(p);
  }
  std::size_t k = 0;
  for (const Pair& p : rest) {
    while (taken[k]) ++k;
    const Pair& q = no[k++];
    if (p.right == q.right) {
      out.push_back({g.conditional(c.node, p.left, q.left), p.right, p.place, p.length});
    } else {
      const Node a = g.binary(Op::subtract, p.left, p.right), b = g.binary(Op::subtract, q.left, q.right);
      out.push_back({g.constant(0), g.conditional(c.node, a, b), p.place, p.length});
    }
  }
}

// ---- when -----------------------------------------------------------------------------------------------------------

/// Where the language has no `when`.
void Evaluator::refuse_when(const Statement& s) {
  if (frame_.function != nullptr)
    fail("S0601", s.place, s.length, "`when` does not belong into a function", "a function knows no events: use `if`");
  if (frame_.at_initial)
    fail("S0601", s.place, s.length, "`when` does not belong into initial equations or algorithms",
         "what holds at the start is written without it");
  if (!state_.path.known())
    fail("S0601", s.place, s.length, "`when` cannot stand inside of `if` or another `when`",
         "write it on its own, and join the conditions with `and`");
}

void Elaborator::when_equation(const Statement& s) {
  // v = if edge 1 then e1 elseif edge 2 then e2 ... else pre(v)
  struct Case {
    Node                                   edge;
    std::vector<std::pair<Variable, Pair>> set;
  };
  std::vector<Case>     cases;
  std::vector<Variable> order;
  const Value           path = state_.path;
  for (const auto& b : s.branches) {
    const Node active = edge_of(evaluate(*b.condition), *b.condition);
    if (model_->graph.is_constant(active, 0)) continue;
    Case        made{.edge = active, .set = {}};
    const Value now   = from_node(Kind::boolean, active);
    const Value outer = state_.path;
    state_.path       = logic(Op::logical_and, outer, now);
    Pairs pairs;
    equations(b.body, pairs);
    state_.path = logic(Op::logical_and, outer, negation(now));  // elsewhen comes after it
    for (Pair& p : pairs) {
      const auto is_variable = [&](Node n) { return model_->graph[n].op == Op::variable; };
      if (!is_variable(p.left))
        fail("S0601", p.place, p.length, "an equation inside of `when` has a variable alone on its left side",
             "solve it for the variable that it determines");
      const Variable v = model_->graph[p.left].a;
      made.set.emplace_back(v, p);
      if (std::find(order.begin(), order.end(), v) == order.end()) order.push_back(v);
    }
    cases.push_back(std::move(made));
  }
  state_.path = path;
  // Branches that never happen: their variables keep their values.
  for (const auto& b : s.branches)
    for (const Statement* x : b.body)
      if (x->kind == Statement::Kind::equation && x->left->kind == Expression::Kind::reference)
        for (const Variable v : target(*x->left).variables)
          if (cases.empty() && std::find(order.begin(), order.end(), v) == order.end()) order.push_back(v);
  auto& g = model_->graph;
  for (const Variable v : order) {
    Node  value = g.previous(v);
    Place place = s.place, length = s.length;
    for (std::size_t k = cases.size(); k-- > 0;)
      for (const auto& [of, p] : cases[k].set)
        if (of == v) value = g.conditional(cases[k].edge, p.right, value), place = p.place, length = p.length;
    model_->equations.push_back({.left = g.variable(v), .right = value, .place = place, .length = length});
  }
}

/// When a condition, or one of several, becomes true.
Node Elaborator::edge_of(const Value& condition, const Expression& at) {
  if (condition.kind == Kind::array) {
    Node any = model_->graph.constant(0);
    for (const Value& c : condition.more->items) any = model_->graph.binary(Op::logical_or, any, edge(c, at));
    return any;
  }
  return edge(condition, at);
}

/// Nothing becomes true during initialisation: what is true then has always been so.
Node Elaborator::edge(const Value& c, const Expression& at) {
  auto&      g   = model_->graph;
  const auto run = [&](Node is, Node was_not) {
    const Node initial = g.leaf(Op::initial);
    return g.binary(Op::logical_and, g.binary(Op::logical_and, is, was_not), g.unary(Op::logical_not, initial));
  };
  if (c.kind != Kind::boolean) fail("S0603", at, fmt::format("a condition is a Boolean, not {}", describe(c)));
  if (c.known()) return g.constant(0);  // never changes, so it never becomes true
  const auto e = g[c.node];
  if (e.op == Op::initial || e.op == Op::sample) return c.node;
  if (e.op == Op::variable) return run(c.node, g.unary(Op::logical_not, g.previous(e.a)));
  if (e.op == Op::logical_not && g[e.a].op == Op::variable) return run(c.node, g.previous(g[e.a].a));
  const Variable v = hidden(fmt::format("${}", model_->text(c.node)), Type::boolean, c.node, at);
  return run(g.variable(v), g.unary(Op::logical_not, g.previous(v)));
}

void Elaborator::reinitialise(const Expression& e) {
  if (e.args.size() != 2) fail("S0604", e, fmt::format("reinit(state, value) has 2 arguments, not {}", e.args.size()));
  if (state_.path.known())
    fail("S0601", e, "reinit(...) belongs into a `when`", "write `when condition then reinit(...); end when;`");
  const bool  was = std::exchange(assigning_, false);
  const Value of  = evaluate(*e.args[0]);
  assigning_      = was;
  const Value to  = evaluate(*e.args[1]);
  Values      states, values;
  visit_numbers(of, [&](const Value& v) { states.push_back(v); });
  visit_numbers(to, [&](const Value& v) { values.push_back(v); });
  if (states.size() != values.size())
    fail("S0603", e, fmt::format("{} cannot be set to {}", describe(of), describe(to)));
  for (std::size_t k = 0; k < states.size(); ++k) {
    if (states[k].known() || model_->graph[states[k].node].op != Op::variable)
      fail("S0603", *e.args[0], "reinit(...) is for a variable",
           states[k].known() ? "a parameter or a number stays as it is" : "name the variable, and compute its new value");
    if (const auto& v = model_->variables[static_cast<std::size_t>(model_->graph[states[k].node].a)]; v.discrete)
      fail("S0603", *e.args[0], fmt::format("reinit(...) is for states, and `{}` changes at events only", v.name),
           fmt::format("write `{} = ...;` inside of the `when`", v.name));
    model_->reinits.push_back({.state     = model_->graph[states[k].node].a,
                               .condition = node(state_.path),
                               .value     = node(values[k]),
                               .place     = e.place});
  }
}

}  // namespace saltus::modelica
