// functions.cpp: functions of the text and the statements of algorithms (evaluator.hpp).

#include <saltus/front/modelica/evaluator.hpp>
#include <saltus/front/modelica/externals.hpp>
#include <saltus/front/modelica/names.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace saltus::modelica {

namespace {

constexpr int    deepest_recursion     = 250;
constexpr int    longest_expansion     = 20000;  ///< turns of one loop on values that are not known
constexpr double longest_computation   = 2e7;    ///< turns of a while loop on numbers
constexpr double longest_while_running = 1e6;    ///< the same in a function that is called in every step

bool is_true(std::span<const Modifier> annotation, const Words& words, Word what) {
  for (const Modifier& m : annotation)
    if (words(m.name) == what)
      return m.value != nullptr && m.value->kind == Expression::Kind::boolean && m.value->number != 0;
  return false;
}

}  // namespace

// ---- calls ----------------------------------------------------------------------------------------------------------

Values Evaluator::outputs(const Expression& e, std::size_t wanted) {
  if (e.kind != Expression::Kind::call) return {evaluate(e)};
  const ClassDefinition* c = nullptr;
  if (const Local* l = local(e.name); l != nullptr && l->value.kind == Kind::function) {
    // A function as an argument: what was bound goes by name, the rest in order.
    const Value            f  = l->value;
    const ClassDefinition& of = *f.more->type;
    Values                 given;
    for (const Expression* a : e.args) given.push_back(evaluate(*a));
    Values      all;
    std::size_t next = 0;
    for (const Component& input : of.components) {
      if (input.causality != Causality::input) continue;
      const auto bound = std::find(f.more->names.begin(), f.more->names.end(), input.name);
      if (bound != f.more->names.end())
        all.push_back(f.more->items[static_cast<std::size_t>(bound - f.more->names.begin())]);
      else all.push_back(next < given.size() ? given[next++] : Value{});
    }
    return call(of, std::move(all), &e, wanted);
  }
  c = class_named(e.name);
  if (c == nullptr) {
    if (auto v = builtin(e)) return {*v};
    auto all = Words::built_in();
    for (const ClassDefinition* f : tree_.classes)
      if (f->kind == ClassDefinition::Kind::function) all.push_back(text(f->name));
    const auto near = nearest(text(e.name), all);
    for (const auto word : {"Clock", "hold", "previous", "subSample", "superSample", "shiftSample", "backSample",
                            "noClock", "interval", "firstTick"})
      if (!e.quoted && text(e.name) == word)
        fail("S0608", e, fmt::format("Saltus does not have clocks, and `{}` belongs to them", word),
             "write `when sample(start, interval) then ... end when;`");
    fail("S0604", e, fmt::format("there is no function `{}`", text(e.name)),
         !near.empty() ? fmt::format("did you mean `{}`?", near)
         : e.quoted
             ? "the tool that exported this model has left the function out: OpenModelica leaves out functions "
               "that only functions call, and Saltus supplies those of the Modelica Standard Library that it has; "
               "copy the definition of this one into the text, before the model"
             : "");
  }
  switch (c->kind) {
    case ClassDefinition::Kind::record: return {construct(*c, e)};
    case ClassDefinition::Kind::function: return call(*c, arguments(*c, e), &e, wanted);
    case ClassDefinition::Kind::external_object:
      for (const ClassDefinition* inner : c->classes)
        if (text(inner->name) == "constructor") {
          Values out = call(*inner, arguments(*inner, e), &e, 1);
          if (!out.empty() && out[0].kind == Kind::object) out[0].more->type = c;
          return out;
        }
      fail("S0604", e, fmt::format("`{}` has no constructor", text(c->name)));
    case ClassDefinition::Kind::type:
      if (e.args.size() == 1) return {evaluate(*e.args[0])};
      [[fallthrough]];
    default: fail("S0604", e, fmt::format("`{}` is not a function", text(e.name)));
  }
}

/// For whoever calls a function wrongly.
std::string Evaluator::signature(const ClassDefinition& f) const {
  std::string inputs;
  for (const Component& c : f.components)
    if (c.causality == Causality::input)
      inputs += fmt::format("{}{}{}", inputs.empty() ? "" : ", ", text(c.name), c.value != nullptr ? " = ..." : "");
  return fmt::format("it is called as {}({})", text(f.name), inputs);
}

/// The values of all inputs; `nothing` where the default is to be taken.
Values Evaluator::arguments(const ClassDefinition& of, const Expression& e) {
  Values            out;
  std::vector<Name> names;
  for (const Component& c : of.components)
    if (c.causality == Causality::input) names.push_back(c.name);
  if (e.args.size() > names.size())
    fail("S0604", e,
         fmt::format("`{}` has {} argument{}, not {}", text(e.name), names.size(), names.size() == 1 ? "" : "s",
                     e.args.size()),
         signature(of));
  out.resize(names.size());
  for (std::size_t k = 0; k < e.args.size(); ++k) {
    const Expression& a = *e.args[k];
    const auto*       f = a.kind == Expression::Kind::reference && a.parts.empty() && local(a.name) == nullptr
                              ? class_named(a.name)
                              : nullptr;
    if (f != nullptr && f->kind == ClassDefinition::Kind::function) {  // a function as an argument
      out[k]            = {.kind = Kind::function};
      out[k].more       = std::make_shared<Compound>();
      out[k].more->type = f;
    } else {
      out[k] = evaluate(a);
    }
  }
  for (const auto& [name, value] : e.named) {
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end())
      fail("S0604", e, fmt::format("`{}` has no argument `{}`", text(e.name), text(name)), signature(of));
    Value& to = out[static_cast<std::size_t>(at - names.begin())];
    if (to.kind != Kind::nothing)
      fail("S0604", e, fmt::format("the argument `{}` of `{}` is given twice", text(name), text(e.name)), signature(of));
    to = evaluate(*value);
  }
  return out;
}

Value Evaluator::construct(const ClassDefinition& record, const Expression& e) {
  Value v{.kind = Kind::record};
  v.more       = std::make_shared<Compound>();
  v.more->type = &record;
  if (e.args.size() > record.components.size())
    fail("S0604", e,
         fmt::format("the record `{}` has {} fields, not {}", text(record.name), record.components.size(), e.args.size()));
  for (std::size_t k = 0; k < record.components.size(); ++k) {
    const Component&  c    = record.components[k];
    const Expression* from = k < e.args.size() ? e.args[k] : nullptr;
    for (const auto& [name, value] : e.named)
      if (name == c.name) from = value;
    const TypeInfo& t = type(c.type, c.place, c.length);
    Value           value;
    if (from == nullptr) from = c.value;
    if (from == nullptr) value = blank(t, sizes(c), &c);
    else value = evaluate(*from);
    if (t.kind == Kind::real && from != nullptr) value = coerce(std::move(value), Kind::real, *from);
    v.more->names.push_back(c.name);
    v.more->items.push_back(std::move(value));
  }
  return v;
}

Values Evaluator::call(const ClassDefinition& f, Values given, const Expression* at, std::size_t) {
  // A function of scalars is called for each element of arrays.
  std::size_t  k     = 0;
  const Value* shape = nullptr;
  for (const Component& c : f.components) {
    if (c.causality != Causality::input || k >= given.size()) continue;
    const int declared = static_cast<int>(c.dimensions.size());
    if (given[k].kind == Kind::array && declared == 0 && type(c.type, c.place, c.length).aliases.empty() &&
        shape == nullptr)
      shape = &given[k];
    ++k;
  }
  if (shape == nullptr) return run(f, given, at);
  const auto          dims = shape->more->dims;
  std::vector<Values> results;
  const std::size_t   count = shape->more->items.size();
  for (std::size_t i = 0; i < count; ++i) {
    Values one = given;
    k          = 0;
    for (const Component& c : f.components) {
      if (c.causality != Causality::input) continue;
      if (one[k].kind == Kind::array && c.dimensions.empty() && one[k].more->dims == dims)
        one[k] = Value(one[k].more->items[i]);
      ++k;
    }
    results.push_back(run(f, one, at));
  }
  Values out;
  for (std::size_t o = 0; count > 0 && o < results[0].size(); ++o) {
    Values items;
    for (Values& r : results) items.push_back(r[o]);
    const Kind kind = element_kind(items[0]);
    out.push_back(array(dims, std::move(items), kind));
  }
  return out;
}

Values Evaluator::run(const ClassDefinition& f, Values& given, const Expression* at) {
  const bool on_numbers = std::all_of(given.begin(), given.end(), [](const Value& v) { return known(v); });
  if (model_ != nullptr && !folding_ && is_impure(f)) return opaque(f, given, at);
  if (f.external != nullptr && !on_numbers) return opaque(f, given, at);
  if (model_ == nullptr || on_numbers) return expand(f, given, at);
  const std::size_t checks = model_->checks.size();
  const Values      kept   = given;  // what is expanded moves its arguments
  try {
    return expand(f, given, at);
  } catch (const CannotExpand&) {
    model_->checks.resize(checks);
    return opaque(f, kept, at);
  }
}

Values Evaluator::expand(const ClassDefinition& f, Values& given, const Expression* at) {
  const Place place = at != nullptr ? at->place : f.place, length = at != nullptr ? at->length : f.length;
  if (depth_ >= deepest_recursion)
    fail("S0604", place, length, fmt::format("`{}` calls itself more than {} times", text(f.name), deepest_recursion),
         "let it return without calling itself, or a function that calls it, for some argument");
  if (f.is_partial) fail("S0604", place, length, fmt::format("`{}` is partial: it has no algorithm", text(f.name)));

  struct Restore {
    Evaluator&       of;
    State            state;
    Frame            frame;
    std::vector<int> end;
    bool             assigning;
    ~Restore() {
      of.state_ = std::move(state), of.frame_ = frame, of.end_ = std::move(end), of.assigning_ = assigning;
      --of.depth_;
    }
  };
  ++depth_;
  Restore restore{*this, std::move(state_), frame_, std::move(end_), assigning_};
  state_      = State{};
  state_.path = restore.state.path;
  end_.clear();
  assigning_      = false;
  frame_.function = &f;
  frame_.events   = restore.frame.events && is_true(f.annotation, words_, Word::GenerateEvents);

  std::size_t k = 0;
  state_.locals.reserve(f.components.size() + 4);
  for (const Component& c : f.components) {
    Local l{.name = c.name, .value = {}, .declared = &c, .ready = false};
    if (c.causality == Causality::input && k < given.size()) {
      Value& v = given[k++];
      if (v.kind != Kind::nothing) {
        const TypeInfo& t = type(c.type, c.place, c.length);
        if (t.kind == Kind::real && element_kind(v) == Kind::integer)
          v = coerce(std::move(v), Kind::real, at != nullptr ? *at : Expression{});
        if (t.kind != element_kind(v) && !(v.kind == Kind::array && v.more->items.empty()) && t.kind != Kind::function)
          fail("S0603", place, length,
               fmt::format("the argument `{}` of `{}` is {}, not {}", text(c.name), text(f.name), to_text(t.kind),
                           describe(v)));
        l.value = std::move(v);
        l.ready = true;
      } else if (c.value == nullptr) {
        fail("S0604", place, length, fmt::format("the argument `{}` of `{}` is missing", text(c.name), text(f.name)),
             signature(f));
      }
    }
    state_.locals.push_back(std::move(l));
  }
  if (problems_ != nullptr) check_sizes(f, place, length);  // a call that was checked is not checked again as it runs
  for (std::size_t i = 0; i < state_.locals.size(); ++i)
    if (!state_.locals[i].ready) prepare(state_.locals[i]);

  if (f.external != nullptr) {
    run_external(f, at);
  } else {
    for (const Section& s : f.sections) execute(s.body);
  }
  Values out;
  for (std::size_t i = 0; i < f.components.size(); ++i)
    if (f.components[i].causality == Causality::output) out.push_back(std::move(state_.locals[i].value));
  return out;
}

/// Arrays are to have the sizes that the inputs declare.
void Evaluator::check_sizes(const ClassDefinition& f, Place place, Place length) {
  for (std::size_t i = 0; i < f.components.size(); ++i) {
    const Component& c = f.components[i];
    if (c.causality != Causality::input || c.dimensions.empty() || !state_.locals[i].ready) continue;
    const Value v    = state_.locals[i].value;
    const auto  fits = [&] {
      if (v.kind != Kind::array) return !v.is_number();
      if (v.more->items.empty()) return true;
      const std::vector<int> wanted = dimensions(c.dimensions);
      if (wanted.size() > v.more->dims.size()) return false;
      for (std::size_t d = 0; d < wanted.size(); ++d)
        if (wanted[d] >= 0 && wanted[d] != v.more->dims[d]) return false;
      return true;
    };
    if (fits()) continue;
    std::string wanted;
    for (const Expression* d : c.dimensions)
      wanted += (wanted.empty() ? "" : ", ") +
                (d->kind == Expression::Kind::colon ? ":" : fmt::format("{}", dimensions({&d, 1})[0]));
    fail("S0603", place, length,
         fmt::format("the argument `{}` of `{}` is {}[{}], not {}", text(c.name), text(f.name),
                     to_text(type(c.type, c.place, c.length).kind), wanted, describe(v)));
  }
}

/// Gives a local variable its declared value, or a blank one.
void Evaluator::prepare(Local& l) {
  const auto       k = static_cast<std::size_t>(&l - state_.locals.data());
  const Component& c = *l.declared;
  l.ready            = true;  // a variable that asks for itself finds nothing
  const TypeInfo& t  = type(c.type, c.place, c.length);
  Value           v;
  if (c.value != nullptr) {
    v = evaluate(*c.value);
    if (t.kind == Kind::real) v = coerce(std::move(v), Kind::real, *c.value);
  } else {
    v = blank(t, sizes(c), &c);
    for (const Modifier& m : c.modifiers)  // a record with modified fields
      if (v.kind == Kind::record && m.value != nullptr)
        for (std::size_t i = 0; i < v.more->names.size(); ++i)
          if (v.more->names[i] == m.name) own(v).items[i] = evaluate(*m.value);
  }
  state_.locals[k].value = std::move(v);
}

void Evaluator::run_external(const ClassDefinition& f, const Expression* at) {
  const External& x = *f.external;
  Values          given;
  for (const Expression* a : x.arguments) given.push_back(evaluate(*a));
  const std::string name(x.function == no_name ? text(f.name) : text(x.function));
  const Place       place = at != nullptr ? at->place : f.place, length = at != nullptr ? at->length : f.length;
  ExternalCall      made{.name = name, .arguments = given, .result = {}, .problem = {}, .externals = *externals_};
  if (!call_external(made)) {
    if (made.problem.empty())
      fail("S0608", place, length, fmt::format("Saltus does not have the external function `{}` yet", name),
           "functions written in C are not called; those of the Modelica Standard Library are built in one by one");
    fail(made.code, place, length, fmt::format("{}: {}", name, made.problem));
  }
  if (x.result != nullptr) assign(*x.result, made.result);
  for (std::size_t k = 0; k < given.size(); ++k) {
    const Expression& a = *x.arguments[k];
    if (a.kind != Expression::Kind::reference) continue;
    if (Local* l = local(a.name); l != nullptr && l->declared != nullptr && l->declared->causality == Causality::output)
      l->value = given[k];
  }
}

// ---- statements -----------------------------------------------------------------------------------------------------

void Evaluator::execute(std::span<const Statement* const> body) {
  for (std::size_t i = 0; i < body.size(); ++i) {
    execute(*body[i]);
    if (state_.returned.is(1) || state_.left.is(1)) return;
    if (state_.returned.known() && state_.left.known()) continue;
    if (i + 1 < body.size()) guarded([&] { execute(body.subspan(i + 1)); });
    return;
  }
}

void Evaluator::guarded(const std::function<void()>& rest) {
  const Value stop = stopped(), path = state_.path;
  State       before = state_;
  state_.returned = state_.left = boolean(false);
  state_.path                   = logic(Op::logical_and, path, negation(stop));
  rest();
  State after = std::move(state_);
  merge(stop, before, after, state_);
  state_.path = path;
}

void Evaluator::merge(const Value& condition, State& yes, State& no, State& to) {
  State out;
  out.locals.reserve(yes.locals.size());
  for (std::size_t k = 0; k < yes.locals.size(); ++k) {
    Local l = std::move(yes.locals[k]);
    if (k < no.locals.size()) {
      if (!l.ready) l = std::move(no.locals[k]);
      else if (no.locals[k].ready) l.value = choose(condition, l.value, no.locals[k].value);
    }
    out.locals.push_back(std::move(l));
  }
  out.overlay.reserve(yes.overlay.size());
  for (std::size_t k = 0; k < yes.overlay.size(); ++k)
    out.overlay.push_back(choose(condition, yes.overlay[k], no.overlay[k]));
  out.returned = choose(condition, yes.returned, no.returned);
  out.left     = choose(condition, yes.left, no.left);
  to           = std::move(out);
}

void Evaluator::execute(const Statement& s) {
  switch (s.kind) {
    case Statement::Kind::equation:
    case Statement::Kind::assignment: {
      if (s.left->kind != Expression::Kind::tuple) return assign(*s.left, evaluate(*s.right));
      const Values out = outputs(*s.right, s.left->args.size());
      if (out.size() < s.left->args.size())
        fail("S0603", *s.left, fmt::format("{} outputs expected, but there are {}", s.left->args.size(), out.size()));
      for (std::size_t k = 0; k < s.left->args.size(); ++k)
        if (s.left->args[k] != nullptr) assign(*s.left->args[k], out[k]);
      return;
    }
    case Statement::Kind::call:
      switch (s.left->quoted ? Word::none : words_(s.left->name)) {
        case Word::assert_:
        case Word::terminate: return check(*s.left);
        case Word::reinit: return reinitialise(*s.left);
        default: outputs(*s.left, 0); return;
      }
    case Statement::Kind::when: refuse_when(s); return execute_branches(s, 0);
    case Statement::Kind::conditional: return execute_branches(s, 0);
    case Statement::Kind::loop: return execute_loop(s);
    case Statement::Kind::repetition: return execute_while(s);
    case Statement::Kind::leave: state_.left = boolean(true); return;
    case Statement::Kind::give_back: state_.returned = boolean(true); return;
  }
}

void Evaluator::execute_branches(const Statement& s, std::size_t branch) {
  if (branch >= s.branches.size()) return;
  const auto& b = s.branches[branch];
  if (b.condition == nullptr) return execute(b.body);
  Value c = evaluate(*b.condition);
  if (s.kind == Statement::Kind::when) c = from_node(Kind::boolean, edge_of(c, *b.condition));
  if (c.kind != Kind::boolean)
    fail("S0603", *b.condition, fmt::format("a condition is a Boolean, not {}", describe(c)));
  if (c.known()) return c.number != 0 ? execute(b.body) : execute_branches(s, branch + 1);

  const Value path  = state_.path;
  State       start = state_;
  state_.path       = logic(Op::logical_and, path, c);
  execute(b.body);
  State yes   = std::move(state_);
  state_      = std::move(start);
  state_.path = logic(Op::logical_and, path, negation(c));
  execute_branches(s, branch + 1);
  State no = std::move(state_);
  merge(c, yes, no, state_);
  state_.path = path;
}

void Evaluator::execute_loop(const Statement& s) {
  const std::function<void(std::size_t)> nest = [&](std::size_t depth) {
    if (depth == s.iterators.size()) return execute(s.branches[0].body);
    const Iterator& i = s.iterators[depth];
    if (i.range == nullptr)
      fail("S0608", s.place, s.length,
           fmt::format("Saltus does not find the range of the iterator `{}` by itself yet", text(i.name)),
           "write `for i in 1:n loop`");
    const Values items = elements_of(*i.range);
    if (items.size() > longest_expansion && frame_.function != nullptr && model_ != nullptr && !folding_) {
      bool all = true;
      for (const Local& l : state_.locals) all = all && known(l.value);
      if (!all) throw CannotExpand{"a loop is too long to be expanded"};
    }
    const std::size_t slot = state_.locals.size();
    state_.locals.push_back({.name = i.name, .value = {}});
    const std::function<void(std::size_t)> from = [&](std::size_t k) {
      for (; k < items.size(); ++k) {
        state_.locals[slot].value = items[k];
        nest(depth + 1);
        if (state_.returned.is(1) || state_.left.is(1)) return;
        if (state_.returned.known() && state_.left.known()) continue;
        if (k + 1 < items.size()) guarded([&] { from(k + 1); });
        return;
      }
    };
    from(0);
    state_.locals.resize(slot);
  };
  nest(0);
  state_.left = boolean(false);
}

void Evaluator::execute_while(const Statement& s) {
  for (double turns = 0;; ++turns) {
    const Value c = evaluate(*s.branches[0].condition);
    if (c.kind != Kind::boolean)
      fail("S0603", *s.branches[0].condition, fmt::format("a condition is a Boolean, not {}", describe(c)));
    if (!c.known()) throw CannotExpand{"how often its `while` runs depends on the time"};
    if (c.number == 0) break;
    if (turns > (problems_ != nullptr ? longest_computation : longest_while_running))
      fail("S0605", s.place, s.length, fmt::format("this loop does not end: {:g} turns", turns),
           "let its body change what the condition tests");
    execute(s.branches[0].body);
    if (!state_.returned.known() || !state_.left.known())
      throw CannotExpand{"where its `while` ends depends on the time"};
    if (state_.returned.number != 0 || state_.left.number != 0) break;
  }
  state_.left = boolean(false);
}

// ---- assignments ----------------------------------------------------------------------------------------------------

std::vector<Evaluator::Step> Evaluator::steps(const Expression& target) {
  std::vector<Step> out;
  if (!target.args.empty()) out.push_back({.subscripts = target.args});
  for (const auto& part : target.parts) {
    out.push_back({.field = part.name});
    if (!part.subscripts.empty()) out.push_back({.subscripts = part.subscripts});
  }
  return out;
}

void Evaluator::assign(const Expression& target, const Value& value) {
  if (target.kind != Expression::Kind::reference) fail("S0603", target, "only a variable can be assigned");
  const Expression* to = &target;
  if (local(to->name) == nullptr && to->expanded != nullptr && local(to->expanded->name) != nullptr) to = to->expanded;
  Local* l = local(to->name);
  if (l == nullptr) return assign_component(target, value);
  if (l->declared != nullptr && l->declared->causality == Causality::input)
    fail("S0603", target, fmt::format("`{}` is an input and cannot be assigned", text(to->name)));
  const auto k = static_cast<std::size_t>(l - state_.locals.data());
  if (!l->ready) prepare(*l);
  Value held = std::move(state_.locals[k].value);  // alone, so that writing does not copy
  try {
    assign_into(held, steps(*to), *to, value);
  } catch (...) {
    state_.locals[k].value = std::move(held);
    throw;
  }
  state_.locals[k].value = std::move(held);
}

void Evaluator::assign_into(Value& target, std::span<const Step> way, const Expression& e, const Value& value) {
  if (way.empty()) {
    const Kind to = element_kind(target), from = element_kind(value);
    if (target.kind == Kind::record && value.kind == Kind::record && target.more->names != value.more->names) {
      auto& fields = own(target);  // two records with the same fields in another order
      for (std::size_t i = 0; i < fields.items.size(); ++i)
        assign_into(fields.items[i], {}, e, field(value, fields.names[i], e));
      return;
    }
    if (target.kind == Kind::nothing || to == from) target = value;
    else target = coerce(value, to, e);
    return;
  }
  const Step& step = way.front();
  const auto  rest = way.subspan(1);
  if (step.field != no_name) {
    if (target.kind == Kind::array && target.more->element == Kind::record) {
      auto& items = own(target).items;
      for (std::size_t i = 0; i < items.size(); ++i)
        assign_into(items[i], way, e, value.kind == Kind::array ? value.more->items.at(i) : value);
      return;
    }
    if (target.kind != Kind::record) fail("S0603", e, fmt::format("{} has no fields", describe(target)));
    auto&      to = own(target);
    const auto at = std::find(to.names.begin(), to.names.end(), step.field);
    if (at == to.names.end()) fail("S0602", e, fmt::format("{} has no field `{}`", describe(target), text(step.field)));
    return assign_into(to.items[static_cast<std::size_t>(at - to.names.begin())], rest, e, value);
  }
  std::vector<Index> index = indices(target, step.subscripts, e);
  for (std::size_t d = 0; d < index.size(); ++d) {
    if (index[d].unknown.kind == Kind::nothing) continue;
    const auto open =
        std::count_if(index.begin(), index.end(), [](const Index& i) { return i.unknown.kind != Kind::nothing; });
    if (open > 1) throw CannotExpand{"two indices depend on the time"};
    const Value at = std::exchange(index[d].unknown, Value{});
    auto&       to = own(target);
    for (int i = 0; i < to.dims[d]; ++i) {  // each element is the new one, or stays
      index[d].chosen      = {i};
      const auto  selected = positions(index, to.dims);
      const Value here     = unary(Op::no_event, Kind::boolean,
                                   logic(Op::equal, at, number(at.kind, i + (at.kind == Kind::boolean ? 0 : 1))));
      for (std::size_t k = 0; k < selected.size(); ++k) {
        Value changed = to.items[selected[k]];
        assign_into(changed, rest, e, value.kind == Kind::array ? value.more->items.at(k) : value);
        to.items[selected[k]] = choose(here, changed, to.items[selected[k]]);
      }
    }
    return;
  }
  auto&      to       = own(target);
  const auto selected = positions(index, to.dims);
  const bool single   = std::all_of(index.begin(), index.end(), [](const Index& i) { return i.single; });
  if (single) return assign_into(to.items[selected[0]], rest, e, value);
  if (value.kind != Kind::array || value.more->items.size() != selected.size())
    fail("S0603", e, fmt::format("{} does not fit into {} elements", describe(value), selected.size()));
  for (std::size_t k = 0; k < selected.size(); ++k) assign_into(to.items[selected[k]], rest, e, value.more->items[k]);
}

// ---- what only a model has ------------------------------------------------------------------------------------------

void Evaluator::assign_component(const Expression& target, const Value&) { unknown_name(target); }
Node Evaluator::edge_of(const Value&, const Expression& at) { fail("S0604", at, "`when` is not for functions"); }
void Evaluator::reinitialise(const Expression& call) { fail("S0604", call, "reinit(...) is not for functions"); }

}  // namespace saltus::modelica
