// declare.cpp: variables, parameters and constants with their attributes (elaborator.hpp).
//
// Method     a component is dealt with when its name is first asked for, so that parameters are computed in the order of
//            their dependence; one that is asked for while it is being computed is part of a cycle.

#include <saltus/front/modelica/elaborator.hpp>
#include <saltus/front/modelica/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace saltus::modelica {

namespace {

Type type_of(Kind kind) {
  switch (kind) {
    case Kind::integer: return Type::integer;
    case Kind::boolean: return Type::boolean;
    case Kind::enumeration: return Type::enumeration;
    default: return Type::real;
  }
}

/// Calls visit(name of element, element) for each scalar of an array or a record.
template <class Visit>
void visit_scalars(const std::string& name, const Value& v, const Tree& tree, Visit&& visit) {
  if (v.kind == Kind::array) {
    const auto& dims = v.more->dims;
    for (std::size_t i = 0; i < v.more->items.size(); ++i) {
      std::string subscript;
      std::size_t rest = i;
      for (std::size_t d = dims.size(); d-- > 0; rest /= static_cast<std::size_t>(dims[d]))
        subscript =
            std::to_string(rest % static_cast<std::size_t>(dims[d]) + 1) + (subscript.empty() ? "" : ",") + subscript;
      visit_scalars(fmt::format("{}[{}]", name, subscript), v.more->items[i], tree, visit);
    }
  } else if (v.kind == Kind::record) {
    for (std::size_t i = 0; i < v.more->items.size(); ++i)
      visit_scalars(fmt::format("{}.{}", name, tree.text(v.more->names[i])), v.more->items[i], tree, visit);
  } else {
    visit(name, v);
  }
}

}  // namespace

Elaborator::Elaborator(const Tree& tree, std::span<const Setting> settings, Problems& problems, FlatModel& model)
    : Evaluator(tree, &problems, &model), settings_(settings), used_settings_(settings.size()),
      entry_of_(tree.names.size(), -1) {
  for (std::size_t k = 0; k < settings.size(); ++k) setting_of_[settings[k].name] = k;
}

void Elaborator::run() {
  const ClassDefinition& m = *tree_.model;
  model_->name             = text(m.name);
  model_->description      = tree_.text(m.description);
  model_->source           = &tree_.source;
  experiment();
  entries_.reserve(m.components.size() + tree_.constants.size());
  for (const bool of_package : {true, false})
    for (const Component& c : of_package ? tree_.constants : m.components) {
      int& at = entry_of_[static_cast<std::size_t>(c.name)];
      if (at >= 0 && !entries_[static_cast<std::size_t>(at)].of_package)
        problems_->report({.code     = "S0602",
                           .headline = fmt::format("`{}` is declared twice", text(c.name)),
                           .place    = c.place,
                           .length   = c.length,
                           .notes    = {fmt::format("it is also declared in {}",
                                                    model_->line(entries_[static_cast<std::size_t>(at)].component->place))},
                           .help     = "remove one of them, or give it another name"});
      at = static_cast<int>(entries_.size());
      entries_.push_back({.component = &c, .of_package = of_package});
    }
  for (Entry& e : entries_) {
    if (problems_->full()) return;
    try {
      ensure(e);
    } catch (const Failed&) {
    } catch (const CannotExpand& why) {
      problems_->report({.code     = "S0605",
                         .headline = fmt::format("`{}` cannot be computed: {}", text(e.component->name), why.why),
                         .place    = e.component->place,
                         .length   = e.component->length});
    }
  }
  unused_settings();
  mark_discrete();
  const auto guarded_part = [&](Place place, Place length, const auto& part) {
    if (problems_->full()) return;
    try {
      part();
    } catch (const Failed&) {
    } catch (const CannotExpand& why) {
      problems_->report({.code     = "S0608",
                         .headline = fmt::format("Saltus cannot expand this: {}", why.why),
                         .place    = place,
                         .length   = length});
    }
    state_ = State{};
    end_.clear();
    assigning_      = false;
    frame_.function = nullptr;
    frame_.events   = true;
  };
  for (Entry& e : entries_) {  // Real x = e is an equation
    const Component& c = *e.component;
    if (c.value == nullptr || c.variability >= Variability::parameter || e.state != Entry::State::done) continue;
    if (e.value.kind == Kind::object || e.value.kind == Kind::string) continue;
    guarded_part(c.place, c.length, [&] {
      Pairs           pairs;
      const Statement s{.kind = Statement::Kind::equation, .place = c.place, .length = c.length};
      match(e.value, evaluate(*c.value), s, pairs);
      add(pairs, false);
    });
  }
  for (const Section& section : m.sections) {
    frame_.at_initial = section.initial;
    if (section.kind == Section::Kind::algorithm) {
      guarded_part(section.body.empty() ? m.place : section.body[0]->place,
                   section.body.empty() ? m.length : section.body[0]->length, [&] { algorithm(section); });
      continue;
    }
    for (const Statement* s : section.body)
      guarded_part(s->place, s->length, [&] {
        Pairs pairs;
        equation(*s, pairs);
        add(pairs, section.initial);
      });
  }
}

void Elaborator::experiment() {
  const ClassDefinition& m = *tree_.model;
  for (const Modifier& a : m.annotation) {
    if (words_(a.name) != Word::experiment) continue;
    for (const Modifier& n : a.nested) {
      if (n.value == nullptr) continue;
      try {
        const Value v = evaluate(*n.value);
        if (!v.is_number() || !v.known()) continue;
        switch (words_(n.name)) {
          case Word::StartTime: model_->experiment.start = v.number; break;
          case Word::StopTime: model_->experiment.stop = v.number; break;
          case Word::Tolerance:
            if (!(v.number > 0))
              fail("S0605", *n.value, fmt::format("the tolerance is to be positive, not {}", v.number), "1e-6 is usual");
            model_->experiment.tolerance = v.number;
            break;
          case Word::Interval: model_->experiment.interval = v.number; break;
          default: break;
        }
      } catch (const Failed&) {}
    }
    if (const auto& x = model_->experiment; x.stop < x.start)
      problems_->report({.code     = "S0605",
                         .headline = fmt::format("StopTime = {} is before StartTime = {}", x.stop, x.start),
                         .place    = a.place,
                         .length   = static_cast<Place>(text(a.name).size()),
                         .help     = "give a later StopTime; `saltus run --stop` runs backward in time"});
  }
}

// ---- components -----------------------------------------------------------------------------------------------------

void Elaborator::fail_in_cycle(const Entry& entry) {
  std::string cycle;
  for (auto at = std::find(busy_.begin(), busy_.end(), &entry); at != busy_.end(); ++at)
    cycle += fmt::format("`{}` needs ", text((*at)->component->name));
  fail("S0605", entry.component->place, entry.component->length,
       fmt::format("`{}` depends on itself: {}`{}`", text(entry.component->name), cycle, text(entry.component->name)),
       "give one of them a number");
}

Value& Elaborator::ensure(Entry& entry) {
  switch (entry.state) {
    case Entry::State::done: return entry.value;
    case Entry::State::lost: throw Failed{};
    case Entry::State::busy: fail_in_cycle(entry);
    case Entry::State::fresh: break;
  }
  entry.state        = Entry::State::busy;
  const Component& c = *entry.component;
  busy_.push_back(&entry);
  // A declaration is evaluated by itself, whatever is being evaluated now.
  State      state  = std::exchange(state_, State{});
  Frame      frame  = std::exchange(frame_, Frame{});
  auto       end    = std::exchange(end_, {});
  const bool was    = std::exchange(assigning_, false);
  const auto resume = [&] {
    state_ = std::move(state), frame_ = frame, end_ = std::move(end), assigning_ = was;
    busy_.pop_back();
  };
  try {
    const TypeInfo t         = type(c.type, c.place, c.length);
    const bool     is_number = t.kind >= Kind::real && t.kind <= Kind::enumeration;
    if (c.variability >= Variability::parameter || t.kind == Kind::object || t.kind == Kind::string) {
      evaluate_parameter(entry);
    } else if (is_number || t.kind == Kind::record) {
      std::vector<int> dims = sizes(c);
      if (std::find(dims.begin(), dims.end(), -1) != dims.end()) {
        if (c.value == nullptr)
          fail("S0603", c.place, c.length, fmt::format("the size of `{}` is not known", text(c.name)));
        entry.state   = Entry::State::done;  // Real x[:] = {...}: the value tells
        const Value v = evaluate(*c.value);
        if (v.kind != Kind::array)
          fail("S0603", c.place, c.length, fmt::format("`{}` is an array, its value is {}", text(c.name), describe(v)));
        dims = v.more->dims;
      }
      if (!is_number || !dims.empty()) {
        entry.value = declare(std::string(text(c.name)), t, dims, modifiers_of(c), c, false);
      } else {
        const Attributes a = attributes(modifiers_of(c), t.kind);
        entry.value        = declare_scalar(std::string(text(c.name)), t.kind, a, 0, c, false);
      }
    } else {
      fail("S0603", c.place, c.length, fmt::format("`{}` cannot be of type {}", text(c.name), to_text(t.kind)));
    }
    entry.state = Entry::State::done;
  } catch (...) {
    entry.state = Entry::State::lost;
    resume();
    throw;
  }
  resume();
  return entry.value;
}

Elaborator::Modifiers Elaborator::modifiers_of(const Component& c) {
  Modifiers   out;
  const auto& aliases = type(c.type, c.place, c.length).aliases;
  for (std::size_t k = aliases.size(); k-- > 0;)
    if (!aliases[k]->modifiers.empty()) out.push_back(aliases[k]->modifiers);
  if (!c.modifiers.empty()) out.push_back(c.modifiers);
  return out;
}

Elaborator::Attributes Elaborator::attributes(const Modifiers& modifiers, Kind kind) {
  Attributes a;
  const auto number_of = [&](const Modifier& m, Kind wanted, Attribute& to) {
    Value v = evaluate(*m.value);
    if (wanted == Kind::real) v = coerce(std::move(v), Kind::real, *m.value);
    if (element_kind(v) != wanted && !(wanted == Kind::integer && element_kind(v) == Kind::enumeration))
      fail("S0603", *m.value,
           fmt::format("the attribute `{}` is {}, not {}", text(m.name), to_text(wanted), describe(v)));
    to.value = std::move(v);
  };
  for (const auto& list : modifiers)
    for (const Modifier& m : list) {
      if (m.value == nullptr) continue;
      switch (words_(m.name)) {
        case Word::start: number_of(m, kind, a.start); break;
        case Word::fixed: number_of(m, Kind::boolean, a.fixed); break;
        case Word::nominal: number_of(m, Kind::real, a.nominal); break;
        case Word::min: number_of(m, kind, a.minimum); break;
        case Word::max: number_of(m, kind, a.maximum); break;
        case Word::stateSelect: number_of(m, Kind::enumeration, a.select); break;
        case Word::unit:
          if (m.value->kind == Expression::Kind::string) a.unit = text(m.value->name);
          break;
        case Word::quantity:
        case Word::displayUnit:
        case Word::unbounded: break;
        default:
          if (!text(m.name).starts_with("__"))
            fail("S0602", m.place, static_cast<Place>(text(m.name).size()),
                 fmt::format("there is no attribute `{}`", text(m.name)),
                 "start, fixed, min, max, nominal, stateSelect, unit, quantity and displayUnit are the attributes");
      }
    }
  return a;
}

Value Elaborator::declare(const std::string& name, const TypeInfo& t, std::span<const int> dims,
                          const Modifiers& modifiers, const Component& c, bool parameter) {
  if (t.kind == Kind::record) {
    if (!dims.empty()) {
      std::size_t count = 1;
      for (const int d : dims) count *= static_cast<std::size_t>(d);
      Value       out = array({dims.begin(), dims.end()}, Values(count, integer(0)), Kind::record);
      std::size_t k   = 0;
      visit_scalars(name, Value(out), tree_, [&](const std::string& element, const Value&) {
        own(out).items[k++] = declare(element, t, {}, modifiers, c, parameter);
      });
      return out;
    }
    Value v{.kind = Kind::record};
    v.more       = std::make_shared<Compound>();
    v.more->type = t.definition;
    for (const Component& f : t.definition->components) {
      const TypeInfo inner    = type(f.type, f.place, f.length);
      Modifiers      to_field = modifiers_of(f);
      for (const auto& list : modifiers)
        for (const Modifier& m : list)
          if (m.name == f.name && !m.nested.empty()) to_field.push_back(m.nested);
      v.more->names.push_back(f.name);
      v.more->items.push_back(declare(fmt::format("{}.{}", name, text(f.name)), inner, sizes(f), to_field, c, parameter));
    }
    return v;
  }
  if (t.kind < Kind::real || t.kind > Kind::enumeration)
    fail("S0608", c.place, c.length, fmt::format("Saltus does not have variables of type {} yet", to_text(t.kind)));
  const Attributes a = attributes(modifiers, t.kind);
  if (dims.empty()) return declare_scalar(name, t.kind, a, 0, c, parameter);
  std::size_t count = 1;
  for (const int d : dims) count *= static_cast<std::size_t>(d);
  for (const Attribute* x : {&a.start, &a.fixed, &a.nominal, &a.minimum, &a.maximum})
    if (x->value.kind == Kind::array && x->value.more->items.size() != count)
      fail("S0603", c.place, c.length,
           fmt::format("an attribute of `{}` has {} elements, not {}", name, x->value.more->items.size(), count));
  Values      items;
  std::size_t k     = 0;
  Value       shape = array({dims.begin(), dims.end()}, Values(count, zero(t.kind)), t.kind);
  visit_scalars(name, shape, tree_, [&](const std::string& element, const Value&) {
    items.push_back(declare_scalar(element, t.kind, a, k++, c, parameter));
  });
  return array({dims.begin(), dims.end()}, std::move(items), t.kind);
}

Value Elaborator::declare_scalar(std::string name, Kind kind, const Attributes& a, std::size_t element,
                                 const Component& c, bool parameter) {
  FlatVariable v{.name           = std::move(name),
                 .type           = type_of(kind),
                 .discrete       = kind != Kind::real || c.variability == Variability::discrete,
                 .free_parameter = parameter,
                 .input          = c.causality == Causality::input && c.value == nullptr,
                 .unit           = a.unit,
                 .description    = std::string(tree_.text(c.description)),
                 .place          = c.place};
  const auto   number_in = [&](const Attribute& from, double& to) {
    if (!from.given()) return false;
    const Value x = from.of(element);
    if (x.is_number() && x.known()) to = x.number;
    return true;
  };
  v.start       = kind == Kind::enumeration ? 1 : 0;
  v.start_given = number_in(a.start, v.start);
  double fixed  = 0;
  number_in(a.fixed, fixed);
  v.fixed = fixed != 0;
  number_in(a.nominal, v.nominal);
  number_in(a.minimum, v.minimum);
  number_in(a.maximum, v.maximum);
  if (!v.start_given) v.start = std::clamp(v.start, std::min(v.minimum, v.maximum), std::max(v.minimum, v.maximum));
  double select = 3;
  number_in(a.select, select);
  v.state_select = static_cast<StateSelect>(static_cast<int>(select) - 1);
  if (const auto s = setting(v.name, TypeInfo{.kind = kind}, c)) {
    v.start       = s->number;
    v.start_given = true;
  } else if (v.start_given && v.fixed && !a.start.of(element).known()) {
    // A start value that the initial problem determines is an equation of it.
    model_->equations.push_back({.left    = model_->graph.variable(static_cast<Variable>(model_->variables.size())),
                                 .right   = a.start.of(element).node,
                                 .place   = c.place,
                                 .length  = c.length,
                                 .initial = true});
    v.fixed = false;
  }
  const auto made = static_cast<Variable>(model_->variables.size());
  model_->variables.push_back(std::move(v));
  return {.kind = kind, .node = model_->graph.variable(made)};
}

// ---- parameters and constants ---------------------------------------------------------------------------------------

void Elaborator::evaluate_parameter(Entry& entry) {
  const Component&  c = *entry.component;
  const TypeInfo    t = type(c.type, c.place, c.length);
  const std::string name(text(c.name));
  const bool        was = std::exchange(folding_, true);
  struct Back {
    bool &to, was;
    ~Back() { to = was; }
  } back{folding_, was};
  const bool      is_number = t.kind >= Kind::real && t.kind <= Kind::enumeration;
  const Modifiers modifiers = modifiers_of(c);

  std::vector<int> dims = sizes(c);
  Value            v;
  bool             free = false;
  if (c.variability == Variability::parameter && (is_number || t.kind == Kind::record))
    for (const auto& list : modifiers)
      for (const Modifier& m : list)
        if (words_(m.name) == Word::fixed && m.value != nullptr) {
          const Value fixed = evaluate(*m.value);
          visit_numbers(fixed, [&](const Value& x) { free = x.is(0); });
        }
  // What is set for an unknown of the initial problem is its guess: declare_scalar takes it.
  if (dims.empty() && !free && (is_number || t.kind == Kind::string))
    if (const auto s = setting(name, t, c)) v = *s;
  if (v.kind == Kind::nothing && c.value != nullptr && !free) {
    v = evaluate(*c.value);
    if (t.kind == Kind::real || (t.kind == Kind::integer && element_kind(v) == Kind::real))
      v = coerce(std::move(v), t.kind, *c.value);
    if (element_kind(v) != t.kind && !(v.kind == Kind::array && v.more->items.empty()) &&
        !(t.kind == Kind::integer && element_kind(v) == Kind::enumeration))
      fail("S0603", *c.value, fmt::format("`{}` is {}, its value is {}", name, to_text(t.kind), describe(v)));
    if (v.kind != Kind::array && !dims.empty() && v.is_number()) {  // `each` value of an array
      std::size_t count = 1;
      for (const int d : dims) count *= static_cast<std::size_t>(std::max(d, 0));
      v = array(dims, Values(count, v), t.kind);
    }
    if (static_cast<std::size_t>(rank(v)) != dims.size())
      fail("S0603", *c.value, fmt::format("`{}` has {} dimensions, its value is {}", name, dims.size(), describe(v)));
    for (std::size_t d = 0; d < dims.size(); ++d)
      if (dims[d] >= 0 && dims[d] != v.more->dims[d])
        fail("S0603", *c.value,
             fmt::format("the size {} of `{}` is {}, its value has {}", d + 1, name, dims[d], v.more->dims[d]));
    check_parameter(v, c);
  }
  if (v.kind == Kind::nothing && !free && c.value == nullptr) {
    if (t.kind == Kind::record) {
      v = blank(t, dims, &c);
    } else if (is_number) {
      const Attributes a = attributes(modifiers, t.kind);
      if (!a.start.given() && c.variability == Variability::constant)
        fail("S0605", c.place, c.length, fmt::format("the constant `{}` has no value", name));
      if (!a.start.given())
        fail("S0605", c.place, c.length, fmt::format("the parameter `{}` has no value", name),
             fmt::format("write a value in the model, or run with --set '{}=...'", name));
      v = a.start.value;
      if (!dims.empty() && v.kind != Kind::array) {
        std::size_t count = 1;
        for (const int d : dims) count *= static_cast<std::size_t>(std::max(d, 0));
        v = array(dims, Values(count, v), t.kind);
      }
    } else if (t.kind == Kind::string && c.variability >= Variability::parameter) {
      v = text_value("");
    } else {
      fail("S0608", c.place, c.length, fmt::format("Saltus does not have variables of type {} yet", to_text(t.kind)),
           "a String or an external object is to be a parameter with a value");
    }
  }
  if (free || (v.kind != Kind::nothing && !known(v) && t.kind != Kind::object)) {
    // An unknown of the initial problem, with its value as an equation if it has one.
    if (free && std::find(dims.begin(), dims.end(), -1) != dims.end())
      fail("S0603", c.place, c.length, fmt::format("the size of `{}` is not known", name));
    const Value unknown = declare(name, t, v.kind == Kind::array ? v.more->dims : dims, modifiers, c, true);
    if (free && c.value != nullptr) v = evaluate(*c.value);
    if (v.kind != Kind::nothing) {
      Pairs           pairs;
      const Statement s{.kind = Statement::Kind::equation, .place = c.place, .length = c.length};
      match(unknown, v, s, pairs);
      add(pairs, true);
    }
    entry.value = unknown;
    return;
  }
  if (!dims.empty() || t.kind == Kind::record) apply_settings(name, v, t, c);
  list_parameter(name, v, c);
  entry.value = std::move(v);
}

/// A parameter may depend on parameters that the initial problem determines, not on variables.
void Elaborator::check_parameter(const Value& v, const Component& c) {
  visit_numbers(v, [&](const Value& x) {
    if (x.known()) return;
    std::vector<Node>        stack{x.node};
    std::unordered_set<Node> seen;
    while (!stack.empty()) {
      const Node n = stack.back();
      stack.pop_back();
      if (!seen.insert(n).second) continue;
      const auto& e = model_->graph[n];
      if (e.op == Op::variable && !model_->variables[static_cast<std::size_t>(e.a)].free_parameter)
        fail("S0605", *c.value,
             fmt::format("`{}` does not change, but its value depends on the variable `{}`", text(c.name),
                         model_->variables[static_cast<std::size_t>(e.a)].name),
             "declare it without `parameter` or `constant`");
      if (e.op == Op::time)
        fail("S0605", *c.value, fmt::format("`{}` does not change, but its value depends on the time", text(c.name)));
      model_->graph.visit_operands(n, [&](Node o) { stack.push_back(o); });
    }
  });
}

void Elaborator::list_parameter(const std::string& name, const Value& v, const Component& c) {
  std::string unit;
  for (const Modifier& m : c.modifiers)
    if (words_(m.name) == Word::unit && m.value != nullptr && m.value->kind == Expression::Kind::string)
      unit = text(m.value->name);
  bool structural = false;
  for (const Modifier& m : c.annotation)
    structural = structural || (words_(m.name) == Word::Evaluate && m.value != nullptr && m.value->number != 0);
  visit_scalars(name, v, tree_, [&](const std::string& element, const Value& x) {
    if (!x.is_number()) return;
    model_->parameters.push_back({.name        = element,
                                  .type        = type_of(x.kind),
                                  .value       = x.number,
                                  .settable    = c.variability == Variability::parameter && !c.is_final && !structural,
                                  .unit        = unit,
                                  .description = std::string(tree_.text(c.description))});
  });
}

// ---- settings -------------------------------------------------------------------------------------------------------

/// The value that somebody set from outside.
std::optional<Value> Elaborator::setting(const std::string& name, const TypeInfo& t, const Component& c) {
  if (settings_.empty()) return std::nullopt;
  const auto at = setting_of_.find(name);
  if (at == setting_of_.end()) return std::nullopt;
  used_settings_[at->second] = true;
  const std::string& words   = settings_[at->second].text;
  const auto         refuse  = [&](std::string why, std::string help = {}) {
    fail("S0605", c.place, c.length, fmt::format("`{}` cannot be set to `{}`: {}", name, words, why), std::move(help));
  };
  if (c.variability == Variability::constant) refuse("it is a constant");
  if (c.variability == Variability::parameter && c.is_final) refuse("it is final");
  for (const Modifier& m : c.annotation)
    if (words_(m.name) == Word::Evaluate && m.value != nullptr && m.value->number != 0)
      refuse("the tool that wrote the model has already used its value", "set it there and write the model anew");
  if (t.kind == Kind::string) return text_value(words);
  if (t.kind == Kind::boolean) {
    if (words == "true" || words == "false") return boolean(words == "true");
    refuse("it is a Boolean", "true and false are its values");
  }
  if (t.kind == Kind::enumeration && t.definition != nullptr)
    for (std::size_t k = 0; k < t.definition->literals.size(); ++k)
      if (text(t.definition->literals[k]) == words) return number(Kind::enumeration, static_cast<double>(k + 1));
  double     value = 0;
  const auto read  = std::from_chars(words.data(), words.data() + words.size(), value);
  if (read.ec != std::errc() || read.ptr != words.data() + words.size()) refuse("that is not a number");
  if (t.kind != Kind::real && value != static_cast<double>(static_cast<long long>(value)))
    refuse(fmt::format("it is {}", to_text(t.kind)));
  return number(t.kind, value);
}

void Elaborator::apply_settings(const std::string& name, Value& v, const TypeInfo& t, const Component& c) {
  if (settings_.empty()) return;
  std::unordered_map<std::string, Value> changed;
  visit_scalars(name, v, tree_, [&](const std::string& element, const Value& x) {
    if (!x.is_number()) return;
    if (const auto s =
            setting(element, TypeInfo{.kind = x.kind, .definition = t.kind == Kind::record ? nullptr : t.definition}, c))
      changed.emplace(element, *s);
  });
  if (changed.empty()) return;
  std::vector<std::string> names;
  visit_scalars(name, v, tree_, [&](const std::string& element, const Value& x) {
    if (x.is_number()) names.push_back(element);
  });
  std::size_t k = 0;
  change_numbers(v, [&](Value& x) {
    if (const auto at = changed.find(names[k++]); at != changed.end()) x = at->second;
  });
}

void Elaborator::unused_settings() {
  for (std::size_t k = 0; k < settings_.size(); ++k) {
    if (used_settings_[k]) continue;
    std::vector<std::string_view> all;
    for (const auto& p : model_->parameters)
      if (p.settable) all.push_back(p.name);
    for (const auto& v : model_->variables) all.push_back(v.name);
    const auto near = nearest(settings_[k].name, all);
    problems_->report({.code     = "S0602",
                       .headline = fmt::format("there is no parameter or variable `{}` to set", settings_[k].name),
                       .place    = tree_.model->place,
                       .length   = tree_.model->length,
                       .help     = near.empty() ? "" : fmt::format("did you mean `{}`?", near)});
  }
}

// ---- the way in -----------------------------------------------------------------------------------------------------

std::optional<FlatModel> elaborate(const Tree& tree, std::span<const Setting> settings, Problems& problems, bool eased) {
  if (tree.model == nullptr || !problems.none()) return std::nullopt;
  FlatModel model;
  model.eased = eased;
  Elaborator(tree, settings, problems, model).run();
  if (!problems.none()) return std::nullopt;
  return model;
}

}  // namespace saltus::modelica
