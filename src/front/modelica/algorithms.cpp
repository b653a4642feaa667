// algorithms.cpp: algorithms of a model as equations (elaborator.hpp).
//
// Method     the statements are executed on expressions. A variable that is assigned begins with its value before the
//            event, if it changes at events only, and with its start value otherwise; in the end it has one equation.

#include <saltus/front/modelica/elaborator.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace saltus::modelica {

/// The variable that is assigned, or the whole array or record of which some are.
Elaborator::Target Elaborator::target(const Expression& e) {
  const Expression& to    = e.expanded != nullptr && find(e.name) == nullptr ? *e.expanded : e;
  bool              exact = to.args.empty();
  for (const auto& part : to.parts) exact = exact && part.subscripts.empty();
  Value v = whole(to);
  for (const auto& part : to.parts) {
    if (v.kind != Kind::record && !(v.kind == Kind::array && v.more->element == Kind::record)) break;
    v = field(v, part.name, e);
  }
  Target out{.variables = {}, .exact = exact};
  visit_numbers(v, [&](const Value& x) {
    if (!x.known() && model_->graph[x.node].op == Op::variable) out.variables.push_back(model_->graph[x.node].a);
  });
  return out;
}

/// What a reference stands for without its subscripts and fields.
Value Elaborator::whole(const Expression& e) {
  if (const Value* v = find(e.name); v != nullptr) return *v;
  if (auto v = find_text(text(e.name))) return *v;
  std::string name(text(e.name));
  for (const auto& part : e.parts) {
    (name += '.') += text(part.name);
    if (auto v = find_text(name)) return *v;
  }
  unknown_name(e);
}

void Elaborator::assigned_in(std::span<const Statement* const> body, bool only_in_when, bool inside,
                             const std::function<void(const Target&)>& visit) {
  for (const Statement* s : body) {
    const bool within = inside || s->kind == Statement::Kind::when;
    const auto one    = [&](const Expression* e) {
      if (e == nullptr || (only_in_when && !inside)) return;
      if (e->kind == Expression::Kind::reference) visit(target(*e));
    };
    if (s->kind == Statement::Kind::assignment || s->kind == Statement::Kind::equation) {
      if (s->left->kind == Expression::Kind::tuple)
        for (const Expression* e : s->left->args) one(e);
      else one(s->left);
    }
    for (const auto& b : s->branches) assigned_in(b.body, only_in_when, within, visit);
  }
}

/// Reals that are assigned inside of `when` change at events only.
void Elaborator::mark_discrete() {
  for (const Section& section : tree_.model->sections)
    for (const Statement* s : section.body) {
      if (section.initial) continue;  // where `when` is a mistake
      const Statement* one[] = {s};
      try {
        assigned_in(one, true, false, [&](const Target& t) {
          for (const Variable v : t.variables) model_->variables[static_cast<std::size_t>(v)].discrete = true;
        });
      } catch (const Failed&) {}  // reported, and met again below
    }
}

void Elaborator::algorithm(const Section& s) {
  std::vector<Variable> order;
  std::vector<bool>     exact;
  slots_.clear();
  assigned_in(s.body, false, false, [&](const Target& t) {
    for (const Variable v : t.variables) {
      const auto [at, fresh] = slots_.emplace(v, order.size());
      if (fresh) {
        order.push_back(v);
        exact.push_back(t.exact);
      } else if (t.exact) {
        exact[at->second] = true;
      }
    }
  });
  state_ = State{};
  for (const Variable v : order) {
    const FlatVariable& var  = model_->variables[static_cast<std::size_t>(v)];
    const Kind          kind = var.type == Type::real      ? Kind::real
                               : var.type == Type::integer ? Kind::integer
                               : var.type == Type::boolean ? Kind::boolean
                                                           : Kind::enumeration;
    if (var.discrete && !var.free_parameter)
      state_.overlay.push_back({.kind = kind, .node = model_->graph.previous(v)});
    else state_.overlay.push_back(number(kind, var.start));
  }
  touched_.assign(order.size(), false);
  assigning_ = true;
  execute(s.body);
  assigning_          = false;
  const Statement* at = s.body.empty() ? nullptr : s.body[0];
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (!exact[k] && !touched_[k]) continue;
    model_->equations.push_back({.left    = model_->graph.variable(order[k]),
                                 .right   = node(state_.overlay[k]),
                                 .place   = at != nullptr ? at->place : 0,
                                 .length  = at != nullptr ? at->length : 1,
                                 .initial = s.initial});
  }
  slots_.clear();
}

/// Variables as the algorithm sees them by now.
Value Elaborator::sampled(const Value& v) {
  if (frame_.function != nullptr || slots_.empty()) return v;
  const auto now = [&](const Value& x) -> const Value* {
    if (x.known() || model_->graph[x.node].op != Op::variable) return nullptr;
    const auto at = slots_.find(model_->graph[x.node].a);
    return at == slots_.end() ? nullptr : &state_.overlay[at->second];
  };
  if (v.is_number()) {
    const Value* x = now(v);
    return x != nullptr ? *x : v;
  }
  if (v.kind != Kind::array && v.kind != Kind::record) return v;
  Value out = v;
  change_numbers(out, [&](Value& x) {
    if (const Value* y = now(x)) x = *y;
  });
  return out;
}

void Elaborator::assign_component(const Expression& target, const Value& value) {
  const Expression& to   = target.expanded != nullptr && find(target.name) == nullptr ? *target.expanded : target;
  const bool        was  = std::exchange(assigning_, false);
  const Value       base = whole(to);
  assigning_             = was;
  const auto put         = [&](const Value& variable, const Value& v) {
    if (variable.known() || model_->graph[variable.node].op != Op::variable)
      fail("S0603", target, fmt::format("`{}` cannot be assigned: it is a parameter or a constant", text(target.name)),
                   "declare it without `parameter` or `constant`, and with a start value");
    const auto at = slots_.find(model_->graph[variable.node].a);
    if (at == slots_.end()) fail("S0603", target, fmt::format("`{}` cannot be assigned here", text(target.name)));
    state_.overlay[at->second] = v;
    touched_[at->second]       = true;
  };
  if (base.is_number()) {
    Value v = value;
    if (v.kind != base.kind) v = coerce(std::move(v), base.kind, target);
    if (!v.is_number())
      fail("S0603", target, fmt::format("{} cannot be assigned to `{}`", describe(value), text(target.name)));
    return put(base, v);
  }
  // Write into the values of the whole, and put back what has changed.
  Value  now = sampled(base);
  Values before, variables;
  visit_numbers(now, [&](const Value& x) { before.push_back(x); });
  visit_numbers(base, [&](const Value& x) { variables.push_back(x); });
  std::vector<Step> way = steps(to);
  if (find(to.name) == nullptr && !to.parts.empty() && to.args.empty() && !find_text(text(to.name))) {
    std::string name(text(to.name));  // a.b.c: the parts that belong to the name of the whole
    for (const auto& part : to.parts) {
      (name += '.') += text(part.name);
      way.erase(way.begin());
      if (find_text(name)) break;
    }
  }
  assign_into(now, way, target, value);
  std::size_t k = 0;
  visit_numbers(now, [&](const Value& x) {
    if (k < before.size() && (x.node != before[k].node || x.number != before[k].number)) put(variables[k], x);
    ++k;
  });
  if (k != before.size())
    fail("S0603", target, fmt::format("{} does not fit into `{}`", describe(value), text(target.name)));
}

}  // namespace saltus::modelica
