// names.cpp: what names and types mean (evaluator.hpp).

#include <saltus/front/modelica/names.hpp>

#include <saltus/core/nearest_name.hpp>
#include <saltus/front/modelica/evaluator.hpp>
#include <saltus/front/modelica/externals.hpp>
#include <saltus/front/modelica/library.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

namespace saltus::modelica {

std::string_view nearest(std::string_view wrong, const std::vector<std::string_view>& names) {
  // Of one letter everything is one letter away.
  std::size_t least = (wrong.size() < 2 ? 0 : wrong.size() < 5 ? 1 : std::max<std::size_t>(2, wrong.size() / 3)) + 1;
  std::string_view best;
  for (const auto name : names) {
    const std::size_t gap = name.size() > wrong.size() ? name.size() - wrong.size() : wrong.size() - name.size();
    if (gap >= least) continue;
    if (const std::size_t distance = edit_distance(wrong, name); distance < least) {
      least = distance;
      best  = name;
    }
  }
  return best;
}

Evaluator::Evaluator(const Tree& tree, Problems* problems, FlatModel* model)
    : tree_(tree), problems_(problems), model_(model), words_(tree.names), externals_(std::make_shared<Externals>()),
      classes_(tree.names.size(), nullptr) {
  externals_->folder = std::filesystem::path(tree.source.name()).parent_path().string();
  for (const ClassDefinition* c : tree.library) classes_[static_cast<std::size_t>(c->name)] = c;
  for (const ClassDefinition* c : tree.classes) classes_[static_cast<std::size_t>(c->name)] = c;
}

void Evaluator::fail(const char* code, Place place, Place length, std::string headline, std::string help,
                     std::string label) {
  if (problems_ != nullptr)
    problems_->report({.code     = code,
                       .headline = std::move(headline),
                       .place    = place,
                       .length   = length,
                       .label    = std::move(label),
                       .notes    = {},
                       .help     = std::move(help)});
  else failure_ = fmt::format("{} (line {})", headline, tree_.source.position(place).line);
  throw Failed{};
}

Value Evaluator::evaluate(const Expression& e) {
  using E = Expression::Kind;
  switch (e.kind) {
    case E::real: return modelica::real(e.number);
    case E::integer: return modelica::integer(e.number);
    case E::boolean: return modelica::boolean(e.number != 0);
    case E::string: return text_value(std::string(text(e.name)));
    case E::reference: return reference(e);
    case E::call: return call_expression(e);
    case E::operation: return operation(e);
    case E::conditional: {
      for (std::size_t k = 0; k + 1 < e.args.size(); k += 2) {
        const Value c = evaluate(*e.args[k]);
        if (c.kind != Kind::boolean)
          fail("S0603", *e.args[k], fmt::format("a condition is a Boolean, not {}", describe(c)));
        if (c.known()) {
          if (c.number != 0) return evaluate(*e.args[k + 1]);
          continue;
        }
        // The rest, from the last branch backwards.
        Guards             guards(*this);
        Values             values;
        std::vector<Value> conditions{c};
        guards.become(c, true);
        values.push_back(evaluate(*e.args[k + 1]));
        guards.last(false);
        std::size_t j = k + 2;
        for (; j + 1 < e.args.size(); j += 2) {
          const Value next = evaluate(*e.args[j]);
          if (next.kind != Kind::boolean)
            fail("S0603", *e.args[j], fmt::format("a condition is a Boolean, not {}", describe(next)));
          if (next.is(0)) continue;
          if (next.is(1)) {
            ++j;
            break;
          }
          conditions.push_back(next);
          guards.become(next, true);
          values.push_back(evaluate(*e.args[j + 1]));
          guards.last(false);
        }
        Value out = evaluate(*e.args[std::min(j, e.args.size() - 1)]);
        for (std::size_t i = conditions.size(); i-- > 0;) {
          if (element_kind(values[i]) != element_kind(out) &&
              !(element_kind(values[i]) == Kind::real && element_kind(out) == Kind::integer) &&
              !(element_kind(values[i]) == Kind::integer && element_kind(out) == Kind::real))
            fail("S0603", e, fmt::format("the branches of `if` are {} and {}", describe(values[i]), describe(out)));
          if (values[i].kind == Kind::string) return values[i];  // of a message: the first one will do
          out = choose(conditions[i], values[i], out);
        }
        return out;
      }
      return evaluate(*e.args.back());
    }
    case E::array: {
      Values items;
      items.reserve(e.args.size());
      for (const Expression* x : e.args) items.push_back(evaluate(*x));
      return make_array(std::move(items), e);
    }
    case E::concatenation: {
      Values rows;
      for (const Expression* row : e.args) {
        Values parts;
        for (const Expression* x : row->args) {
          Value v = evaluate(*x);
          if (rank(v) == 0) v = modelica::array({1, 1}, {v}, v.kind);
          else if (rank(v) == 1) v = modelica::array({v.more->dims[0], 1}, v.more->items, v.more->element);
          parts.push_back(std::move(v));
        }
        rows.push_back(concatenate(2, parts, e));
      }
      return concatenate(1, rows, e);
    }
    case E::comprehension: return comprehension(e);
    case E::range: return range(e);
    case E::subscript: return subscript(evaluate(*e.args[0]), e.args.subspan(1), e);
    case E::field: return field(evaluate(*e.args[0]), e.name, e);
    case E::tuple: {
      if (e.args.size() == 1 && e.args[0] != nullptr) return evaluate(*e.args[0]);
      fail("S0603", e, "several values in parentheses stand for the outputs of a function only");
    }
    case E::partial_call: {
      const auto* c = class_named(e.name);
      if (c == nullptr) fail("S0604", e, fmt::format("there is no function `{}`", text(e.name)));
      Value v{.kind = Kind::function};
      v.more       = std::make_shared<Compound>();
      v.more->type = c;
      for (const auto& [name, value] : e.named) {
        v.more->names.push_back(name);
        v.more->items.push_back(evaluate(*value));
      }
      return v;
    }
    case E::colon: fail("S0603", e, "`:` stands in subscripts only");
    case E::end:
      if (end_.empty()) fail("S0603", e, "`end` stands for the last index in subscripts only");
      return modelica::integer(end_.back());
  }
  fail("S0608", e, "Saltus does not know this expression yet");
}

// ---- names ----------------------------------------------------------------------------------------------------------

Evaluator::Local* Evaluator::local(Name n) {
  for (std::size_t k = state_.locals.size(); k-- > 0;)
    if (state_.locals[k].name == n) return &state_.locals[k];
  return nullptr;
}

Value Evaluator::reference(const Expression& e) {
  if (Local* l = local(e.name); l != nullptr) {
    if (!l->ready) {
      const auto k = l - state_.locals.data();
      prepare(*l);
      l = &state_.locals[static_cast<std::size_t>(k)];
    }
    if (e.args.empty() && e.parts.empty()) return l->value;
    const Value base = l->value;
    return member(subscript(base, e.args, e), e, e.parts);
  }
  if (const Value* v = find(e.name); v != nullptr) {
    if (e.args.empty() && e.parts.empty()) return assigning_ ? sampled(*v) : *v;
    const Value base = assigning_ ? sampled(*v) : *v;
    return member(subscript(base, e.args, e), e, e.parts);
  }
  if (auto v = literal(e)) return *v;
  if (e.expanded != nullptr) {
    if (local(e.expanded->name) != nullptr || find(e.expanded->name) != nullptr) return reference(*e.expanded);
    return composed(*e.expanded);
  }
  if (!e.parts.empty()) {  // a.b.c is one name, or the field of something
    std::string name(text(e.name));
    for (std::size_t k = 0; k < e.parts.size(); ++k) {
      if (k > 0 ? !e.parts[k - 1].subscripts.empty() : !e.args.empty()) break;
      (name += '.') += text(e.parts[k].name);
      if (auto v = find_text(name)) {
        const Value base = assigning_ ? sampled(*v) : *v;
        return member(subscript(base, e.parts[k].subscripts, e), e, e.parts.subspan(k + 1));
      }
    }
  }
  return composed(e);
}

Value Evaluator::composed(const Expression& e) {
  // With known subscripts the element has a name: a.x[2].y. Otherwise all elements are gathered first.
  const auto known_text = [&](std::span<const Expression* const> subscripts, std::string& to) {
    if (subscripts.empty()) return true;
    std::string out = "[";
    for (const Expression* s : subscripts) {
      if (s->kind == Expression::Kind::colon) return false;
      const Value v = evaluate(*s);
      if (!v.is_number() || !v.known()) return false;
      if (out.size() > 1) out += ',';
      out += fmt::format("{:.0f}", v.number);
    }
    to += out + "]";
    return true;
  };
  const auto ends = [&](std::span<const Expression* const> subscripts) {
    return std::any_of(subscripts.begin(), subscripts.end(), [](const Expression* s) {
      const auto uses = [](const auto& self, const Expression& x) -> bool {
        if (x.kind == Expression::Kind::end) return true;
        return std::any_of(x.args.begin(), x.args.end(),
                           [&](const Expression* a) { return a != nullptr && self(self, *a); });
      };
      return uses(uses, *s);
    });
  };
  std::string name(text(e.name));
  bool        plain = !ends(e.args) && known_text(e.args, name);
  for (const auto& part : e.parts) {
    if (!plain) break;
    (name += '.') += text(part.name);
    plain = !ends(part.subscripts) && known_text(part.subscripts, name);
  }
  if (plain)
    if (auto v = find_text(name)) return assigning_ ? sampled(*v) : *v;
  if (auto v = find_text(text(e.name))) {
    const Value base = assigning_ ? sampled(*v) : *v;
    return member(subscript(base, e.args, e), e, e.parts);
  }
  if (plain)
    if (const auto v = library_constant(name)) return real(*v);
  unknown_name(e);
}

Value Evaluator::member(const Value& of, const Expression& e, std::span<const Expression::Part> parts) {
  Value v = of;
  for (const auto& part : parts) v = subscript(field(v, part.name, e), part.subscripts, e);
  return v;
}

Value Evaluator::field(const Value& of, Name name, const Expression& e) {
  if (of.kind == Kind::array && of.more->element == Kind::record) {
    Kind   kind = Kind::real;
    Values items;
    for (const Value& x : of.more->items) items.push_back(field(x, name, e));
    if (!items.empty()) kind = element_kind(items[0]);
    if (!items.empty() && items[0].kind == Kind::array) return make_array(std::move(items), e);
    return array(of.more->dims, std::move(items), kind);
  }
  if (of.kind != Kind::record) fail("S0603", e, fmt::format("{} has no field `{}`", describe(of), text(name)));
  const auto& names = of.more->names;
  const auto  at    = std::find(names.begin(), names.end(), name);
  if (at == names.end()) {
    std::vector<std::string_view> all;
    for (const Name n : names) all.push_back(text(n));
    const auto near = nearest(text(name), all);
    fail("S0602", e, fmt::format("{} has no field `{}`", describe(of), text(name)),
         near.empty() ? fmt::format("it has {}", fmt::join(all, ", ")) : fmt::format("did you mean `{}`?", near));
  }
  return of.more->items[static_cast<std::size_t>(at - names.begin())];
}

/// time, and literals of enumerations.
std::optional<Value> Evaluator::literal(const Expression& e) {
  if (!e.quoted && e.parts.empty() && e.args.empty() && words_(e.name) == Word::time) {
    if (model_ == nullptr) fail("S0602", e, "`time` is not known inside of functions");
    return Value{.kind = Kind::real, .node = model_->graph.leaf(Op::time)};
  }
  if (e.parts.empty() || !e.args.empty() || !e.parts.back().subscripts.empty()) return std::nullopt;
  if (!e.quoted && e.parts.size() == 1) {
    constexpr std::string_view select[] = {"never", "avoid", "default", "prefer", "always"},
                               level[]  = {"error", "warning"};
    const auto find_in                  = [&](auto& list) -> std::optional<Value> {
      for (std::size_t k = 0; k < std::size(list); ++k)
        if (text(e.parts[0].name) == list[k]) return number(Kind::enumeration, static_cast<double>(k + 1));
      return std::nullopt;
    };
    if (words_(e.name) == Word::StateSelect) return find_in(select);
    if (words_(e.name) == Word::AssertionLevel) return find_in(level);
  }
  const ClassDefinition* c = class_named(e.name);
  for (std::size_t k = 0; c == nullptr && k + 1 < e.parts.size(); ++k) {  // A.B.literal without quotes
    std::string name(text(e.name));
    for (std::size_t i = 0; i <= k; ++i) (name += '.') += text(e.parts[i].name);
    for (const ClassDefinition* x : tree_.classes)
      if (text(x->name) == name) c = x;
  }
  if (c == nullptr || c->literals.empty()) return std::nullopt;
  const Name name = e.parts.back().name;
  const auto at   = std::find(c->literals.begin(), c->literals.end(), name);
  if (at == c->literals.end()) {
    std::vector<std::string_view> all;
    for (const Name n : c->literals) all.push_back(text(n));
    const auto near = nearest(text(name), all);
    fail("S0602", e, fmt::format("the enumeration `{}` has no literal `{}`", text(c->name), text(name)),
         near.empty() ? fmt::format("it has {}", fmt::join(all, ", ")) : fmt::format("did you mean `{}`?", near));
  }
  return number(Kind::enumeration, static_cast<double>(at - c->literals.begin() + 1));
}

std::vector<std::string_view> Evaluator::names_in_scope() const {
  std::vector<std::string_view> out;
  for (const Local& l : state_.locals) out.push_back(text(l.name));
  return out;
}

void Evaluator::unknown_name(const Expression& e) {
  std::string name(text(e.name));
  for (const auto& part : e.parts) (name += '.') += text(part.name);
  const auto near = nearest(name, names_in_scope());
  fail("S0602", e, fmt::format("there is no variable or parameter `{}`", name),
       near.empty() ? "" : fmt::format("did you mean `{}`?", near));
}

// ---- types ----------------------------------------------------------------------------------------------------------

const TypeInfo& Evaluator::type(Name name, Place place, Place length) {
  if (const auto at = types_.find(name); at != types_.end()) return at->second;
  TypeInfo out;
  if (const ClassDefinition* c = class_named(name); c != nullptr) {
    out.definition = c;
    switch (c->kind) {
      case ClassDefinition::Kind::record: out.kind = Kind::record; break;
      case ClassDefinition::Kind::external_object: out.kind = Kind::object; break;
      case ClassDefinition::Kind::function: out.kind = Kind::function; break;
      case ClassDefinition::Kind::type:
        if (!c->literals.empty()) {
          out.kind = Kind::enumeration;
        } else {
          out = type(c->base, c->place, c->length);
          out.aliases.insert(out.aliases.begin(), c);
        }
        break;
      default: break;
    }
  } else {
    switch (words_(name)) {
      case Word::Real: out.kind = Kind::real; break;
      case Word::Integer: out.kind = Kind::integer; break;
      case Word::Boolean: out.kind = Kind::boolean; break;
      case Word::String: out.kind = Kind::string; break;
      case Word::StateSelect:
      case Word::AssertionLevel: out.kind = Kind::enumeration; break;
      default: break;
    }
  }
  if (out.kind == Kind::nothing) {
    std::vector<std::string_view> all{"Real", "Integer", "Boolean", "String"};
    for (const ClassDefinition* c : tree_.classes)
      if (c->kind == ClassDefinition::Kind::type || c->kind == ClassDefinition::Kind::record)
        all.push_back(text(c->name));
    const auto near = nearest(text(name), all);
    fail("S0602", place, length, fmt::format("there is no type `{}`", text(name)),
         near.empty()
             ? "types of libraries are to be in the text: let a Modelica tool flatten the model, or write `Real`"
             : fmt::format("did you mean `{}`?", near));
  }
  return types_.emplace(name, std::move(out)).first->second;
}

/// Sizes; -1 where the value is to tell.
std::vector<int> Evaluator::dimensions(std::span<const Expression* const> of) {
  std::vector<int> out;
  for (const Expression* d : of) {
    if (d->kind == Expression::Kind::colon) {
      out.push_back(-1);
      continue;
    }
    if (d->kind == Expression::Kind::reference && d->parts.empty() && local(d->name) == nullptr) {
      if (const auto* c = class_named(d->name); c != nullptr && !c->literals.empty()) {
        out.push_back(static_cast<int>(c->literals.size()));
        continue;
      }
      if (!d->quoted && words_(d->name) == Word::Boolean) {
        out.push_back(2);
        continue;
      }
    }
    const double n = known_number(evaluate(*d), *d, "the size of an array");
    if (n < 0 || n != static_cast<int>(n)) fail("S0603", *d, fmt::format("an array cannot have the size {:g}", n));
    out.push_back(static_cast<int>(n));
  }
  return out;
}

std::vector<int> Evaluator::sizes(const Component& c) {
  std::vector<int> out = dimensions(c.dimensions);
  for (const ClassDefinition* alias : type(c.type, c.place, c.length).aliases)
    for (const int d : dimensions(alias->dimensions)) out.push_back(d);
  return out;
}

Value Evaluator::blank(const TypeInfo& t, std::span<const int> dims, const Component* declared) {
  if (!dims.empty()) {
    std::vector<int> all(dims.begin(), dims.end());
    std::size_t      count = 1;
    for (int& d : all) {
      d = std::max(d, 0);
      count *= static_cast<std::size_t>(d);
    }
    return array(std::move(all), Values(count, count > 0 ? blank(t, {}, declared) : Value{}), t.kind);
  }
  if (t.kind == Kind::string) return text_value("");
  if (t.kind != Kind::record) return t.kind < Kind::string ? zero(t.kind) : Value{.kind = Kind::nothing};
  Value v{.kind = Kind::record};
  v.more       = std::make_shared<Compound>();
  v.more->type = t.definition;
  for (const Component& c : t.definition->components) {
    v.more->names.push_back(c.name);
    const TypeInfo& inner = type(c.type, c.place, c.length);
    Value           value = c.value != nullptr ? evaluate(*c.value) : blank(inner, sizes(c), &c);
    v.more->items.push_back(std::move(value));
  }
  return v;
}

}  // namespace saltus::modelica
