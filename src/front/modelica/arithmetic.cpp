// arithmetic.cpp: operators of the language on numbers and arrays (evaluator.hpp).

#include <saltus/front/modelica/evaluator.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace saltus::modelica {

std::string_view to_text(Kind kind) {
  switch (kind) {
    case Kind::nothing: return "nothing";
    case Kind::real: return "Real";
    case Kind::integer: return "Integer";
    case Kind::boolean: return "Boolean";
    case Kind::enumeration: return "enumeration";
    case Kind::string: return "String";
    case Kind::array: return "array";
    case Kind::record: return "record";
    case Kind::object: return "external object";
    case Kind::function: return "function";
  }
  return "?";
}

std::string Evaluator::describe(const Value& v) const {
  if (v.kind == Kind::array) return fmt::format("{}[{}]", to_text(v.more->element), fmt::join(v.more->dims, ", "));
  if (v.kind == Kind::record && v.more->type != nullptr) return fmt::format("record {}", text(v.more->type->name));
  return std::string(to_text(v.kind));
}

// ---- numbers --------------------------------------------------------------------------------------------------------

Node Evaluator::node(const Value& v) {
  if (!v.known()) return v.node;
  return model_->graph.constant(v.number);
}

Value Evaluator::from_node(Kind kind, Node n) {
  const auto& graph = model_->graph;
  if (graph.is_constant(n)) return number(kind, graph.value(n));
  return {.kind = kind, .node = n};
}

Value Evaluator::unary(Op op, Kind kind, const Value& a) {
  if (a.known()) return number(kind, apply(op, a.number));
  return from_node(kind, model_->graph.unary(op, a.node));
}

Value Evaluator::binary(Op op, Kind kind, const Value& a, const Value& b) {
  if (a.known() && b.known()) return number(kind, apply(op, a.number, b.number));
  return from_node(kind, model_->graph.binary(op, node(a), node(b)));
}

/// Relations and jumps inside of a function make no events.
Value Evaluator::quiet(Value v) {
  if (frame_.events || v.known()) return v;
  return unary(Op::no_event, v.kind, v);
}

Value Evaluator::jump(Op op, Kind kind, const Value& a, const Value& b) { return quiet(binary(op, kind, a, b)); }

/// if condition then yes else no, of anything that has the same shape in both.
Value Evaluator::choose(const Value& condition, const Value& yes, const Value& no) {
  if (condition.known()) return condition.number != 0 ? yes : no;
  if (yes.kind == Kind::nothing) return no;
  if (no.kind == Kind::nothing) return yes;
  if (yes.is_number() && no.is_number()) {
    const Kind kind = yes.kind == Kind::integer && no.kind == Kind::real ? Kind::real : yes.kind;
    if (yes.known() && no.known() && yes.number == no.number) return number(kind, yes.number);
    return from_node(kind, model_->graph.conditional(condition.node, node(yes), node(no)));
  }
  if (yes.more == no.more) return yes;
  if (yes.kind != no.kind || yes.more == nullptr || no.more == nullptr)
    throw CannotExpand{"its branches have values of different types"};
  if (yes.kind == Kind::string) {
    if (yes.more->text == no.more->text) return yes;
    throw CannotExpand{"a text depends on the time"};
  }
  if (yes.more->dims != no.more->dims || yes.more->items.size() != no.more->items.size())
    throw CannotExpand{"the size of an array depends on the time"};
  if (yes.kind == Kind::object || yes.kind == Kind::function) throw CannotExpand{"an object depends on the time"};
  Value out = yes;
  auto& to  = own(out);
  for (std::size_t i = 0; i < to.items.size(); ++i) to.items[i] = choose(condition, to.items[i], no.more->items[i]);
  if (no.more->element == Kind::real && to.element == Kind::integer) to.element = Kind::real;
  return out;
}

double Evaluator::known_number(const Value& v, const Expression& e, std::string_view what) {
  if (!v.is_number()) fail("S0603", e, fmt::format("{} is to be a number, not {}", what, describe(v)));
  if (!v.known()) {
    if (frame_.function != nullptr) throw CannotExpand{fmt::format("{} depends on the time", what)};
    fail("S0605", e, fmt::format("{} is to be known before the run, but depends on variables", what),
         "let it depend on parameters and constants only");
  }
  return v.number;
}

Value Evaluator::coerce(Value v, Kind kind, const Expression& e) {
  const Kind from = element_kind(v);
  if (from == kind || kind == Kind::nothing) return v;
  if (kind == Kind::real && (from == Kind::integer)) {
    if (v.kind != Kind::array) {
      v.kind = Kind::real;
      return v;
    }
    auto& to   = own(v);
    to.element = Kind::real;
    for (Value& x : to.items) x.kind = Kind::real;
    return v;
  }
  if (v.kind == Kind::array && v.more->items.empty()) return v;
  // Integer variables of functions hold whole Reals in what some tools print; enumerations are numbers there, too.
  if (kind == Kind::integer && from == Kind::enumeration) return v;
  fail("S0603", e, fmt::format("{} expected, not {}", to_text(kind), describe(v)),
       kind == Kind::integer && from == Kind::real ? "integer(...) rounds down" : "");
}

// ---- operators ------------------------------------------------------------------------------------------------------

Value Evaluator::operation(const Expression& e) {
  const Value a = evaluate(*e.args[0]);
  switch (e.op) {
    case Operator::plus: return a;
    case Operator::negate:
      return each(a, element_kind(a), [&](const Value& x) {
        if (x.kind != Kind::real && x.kind != Kind::integer)
          fail("S0603", e, fmt::format("a number expected after `-`, not {}", describe(a)));
        return unary(Op::negate, x.kind, x);
      });
    case Operator::logical_not:
      return each(a, Kind::boolean, [&](const Value& x) {
        if (x.kind != Kind::boolean)
          fail("S0603", e, fmt::format("a Boolean expected after `not`, not {}", describe(a)));
        return negation(x);
      });
    case Operator::logical_and:
    case Operator::logical_or: {
      const bool conjunction = e.op == Operator::logical_and;
      if (a.kind == Kind::boolean && a.known() && (a.number != 0) != conjunction) return a;
      Guards guards(*this);
      if (a.is_number() && !a.known()) guards.become(a, conjunction);
      const Value b = evaluate(*e.args[1]);
      for (const Value* x : {&a, &b})
        if (element_kind(*x) != Kind::boolean)
          fail("S0603", e, fmt::format("`{}` is for Booleans, not for {}", conjunction ? "and" : "or", describe(*x)));
      if (a.kind == Kind::array && b.kind == Kind::array && a.more->dims == b.more->dims) {
        Value out = a;
        for (std::size_t i = 0; i < a.more->items.size(); ++i)
          own(out).items[i] = logic(conjunction ? Op::logical_and : Op::logical_or, a.more->items[i], b.more->items[i]);
        return out;
      }
      if (a.kind == Kind::array || b.kind == Kind::array)
        fail("S0603", e, fmt::format("{} and {} have different sizes", describe(a), describe(b)));
      return logic(conjunction ? Op::logical_and : Op::logical_or, a, b);
    }
    case Operator::less:
    case Operator::less_equal:
    case Operator::greater:
    case Operator::greater_equal:
    case Operator::equal:
    case Operator::not_equal: return relation(e.op, a, evaluate(*e.args[1]), e);
    default: return arithmetic(e.op, a, evaluate(*e.args[1]), e);
  }
}

Value Evaluator::relation(Operator op, const Value& a, const Value& b, const Expression& e) {
  if (a.kind == Kind::string && b.kind == Kind::string) {
    const int c = a.more->text.compare(b.more->text);
    switch (op) {
      case Operator::less: return boolean(c < 0);
      case Operator::less_equal: return boolean(c <= 0);
      case Operator::greater: return boolean(c > 0);
      case Operator::greater_equal: return boolean(c >= 0);
      case Operator::equal: return boolean(c == 0);
      default: return boolean(c != 0);
    }
  }
  const auto is_quantity = [](const Value& v) { return v.kind == Kind::real || v.kind == Kind::integer; };
  if (!a.is_number() || !b.is_number() || (a.kind != b.kind && !(is_quantity(a) && is_quantity(b))))
    fail("S0603", e, fmt::format("{} and {} cannot be compared", describe(a), describe(b)));
  Value out;
  switch (op) {
    case Operator::less: out = logic(Op::less, a, b); break;
    case Operator::less_equal: out = logic(Op::less_equal, a, b); break;
    case Operator::greater: out = logic(Op::less, b, a); break;
    case Operator::greater_equal: out = logic(Op::less_equal, b, a); break;
    case Operator::equal: out = logic(Op::equal, a, b); break;
    default: out = logic(Op::not_equal, a, b); break;
  }
  return quiet(out);
}

Value Evaluator::scalar_arithmetic(Operator op, const Value& a, const Value& b, const Expression& e) {
  if (a.kind == Kind::string && b.kind == Kind::string && (op == Operator::add || op == Operator::element_add))
    return text_value(a.more->text + b.more->text);
  const auto is_quantity = [](const Value& v) { return v.kind == Kind::real || v.kind == Kind::integer; };
  if (!is_quantity(a) || !is_quantity(b))
    fail("S0603", e, fmt::format("this operator is for numbers, not for {} and {}", describe(a), describe(b)),
         a.kind == Kind::boolean || b.kind == Kind::boolean ? "`if b then 1 else 0` makes a number of a Boolean" : "");
  const Kind kind = a.kind == Kind::integer && b.kind == Kind::integer ? Kind::integer : Kind::real;
  switch (op) {
    case Operator::add:
    case Operator::element_add: return binary(Op::add, kind, a, b);
    case Operator::subtract:
    case Operator::element_subtract: return binary(Op::subtract, kind, a, b);
    case Operator::multiply:
    case Operator::element_multiply: return binary(Op::multiply, kind, a, b);
    case Operator::divide:
    case Operator::element_divide: return binary(Op::divide, Kind::real, a, b);
    default: return binary(Op::power, Kind::real, a, b);
  }
}

Value Evaluator::arithmetic(Operator op, const Value& a, const Value& b, const Expression& e) {
  const bool va = a.kind == Kind::array, vb = b.kind == Kind::array;
  if (!va && !vb) return scalar_arithmetic(op, a, b, e);
  const Kind kind       = op == Operator::divide || op == Operator::element_divide || op == Operator::power ||
                            op == Operator::element_power || element_kind(a) == Kind::real ||
                            element_kind(b) == Kind::real
                              ? Kind::real
                              : element_kind(a);
  const bool by_element = op >= Operator::element_add && op <= Operator::element_power;
  if (op == Operator::multiply && va && vb) return product(a, b, e);
  if (op == Operator::power) {
    const double n = known_number(b, *e.args[1], "the exponent of a matrix");
    if (rank(a) != 2 || a.more->dims[0] != a.more->dims[1] || n < 0 || n != std::floor(n))
      fail("S0603", e, fmt::format("{} ^ {} is not defined", describe(a), describe(b)));
    const int size = a.more->dims[0];
    Values    identity(static_cast<std::size_t>(size * size), real(0));
    for (int i = 0; i < size; ++i) identity[static_cast<std::size_t>(i * (size + 1))] = real(1);
    Value out = array({size, size}, std::move(identity), Kind::real);
    for (int k = 0; k < static_cast<int>(n); ++k) out = product(out, a, e);
    return out;
  }
  if (va && vb) {
    if (a.more->dims != b.more->dims || (op == Operator::divide))
      fail("S0603", e, fmt::format("{} and {} do not fit together here", describe(a), describe(b)));
    Values items;
    items.reserve(a.more->items.size());
    for (std::size_t i = 0; i < a.more->items.size(); ++i)
      items.push_back(scalar_arithmetic(op, a.more->items[i], b.more->items[i], e));
    return array(a.more->dims, std::move(items), kind);
  }
  if (!by_element && op != Operator::multiply && !(op == Operator::divide && va))
    fail("S0603", e, fmt::format("{} and {} do not fit together here", describe(a), describe(b)),
         "operators with a dot in front (.+) work on each element");
  if (va) return each(a, kind, [&](const Value& x) { return scalar_arithmetic(op, x, b, e); });
  return each(b, kind, [&](const Value& x) { return scalar_arithmetic(op, a, x, e); });
}

/// Scalar, matrix-vector and matrix products.
Value Evaluator::product(const Value& a, const Value& b, const Expression& e) {
  const auto &da = a.more->dims, &db = b.more->dims;
  if (da.size() > 2 || db.size() > 2 || da.back() != db.front())
    fail("S0603", e, fmt::format("{} * {} is not defined: the inner sizes differ", describe(a), describe(b)));
  const int  n = da.size() == 2 ? da[0] : 1, m = da.back(), p = db.size() == 2 ? db[1] : 1;
  const Kind kind = element_kind(a) == Kind::integer && element_kind(b) == Kind::integer ? Kind::integer : Kind::real;
  const auto at   = [](const Value& v, int i, int j, int width) -> const Value& {
    return v.more->items[static_cast<std::size_t>(i * width + j)];
  };
  Values items;
  items.reserve(static_cast<std::size_t>(n * p));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < p; ++j) {
      Value sum = number(kind, 0);
      for (int k = 0; k < m; ++k)
        sum = scalar_arithmetic(Operator::add, sum,
                                scalar_arithmetic(Operator::multiply, at(a, i, k, m), at(b, k, j, p), e), e);
      items.push_back(sum);
    }
  std::vector<int> dims;
  if (da.size() == 2) dims.push_back(n);
  if (db.size() == 2) dims.push_back(p);
  if (dims.empty()) return items[0];
  return array(std::move(dims), std::move(items), kind);
}

// ---- arrays ---------------------------------------------------------------------------------------------------------

Value Evaluator::make_array(Values items, const Expression& e) {
  if (items.empty()) return array({0}, {}, Kind::real);
  Kind kind = element_kind(items[0]);
  for (const Value& x : items) {
    if (kind == Kind::integer && element_kind(x) == Kind::real) kind = Kind::real;
    const auto quantity = [](Kind k) { return k == Kind::real || k == Kind::integer || k == Kind::nothing; };
    if (element_kind(x) != kind && !(quantity(kind) && quantity(element_kind(x))))
      fail("S0603", e,
           fmt::format("the elements of an array are to be alike, not {} and {}", describe(items[0]), describe(x)));
    if (rank(x) != rank(items[0]) || (x.kind == Kind::array && x.more->dims != items[0].more->dims))
      fail("S0603", e,
           fmt::format("the elements of an array are to be alike, not {} and {}", describe(items[0]), describe(x)));
  }
  std::vector<int> dims{static_cast<int>(items.size())};
  if (items[0].kind == Kind::array) {
    dims.insert(dims.end(), items[0].more->dims.begin(), items[0].more->dims.end());
    Values flat;
    flat.reserve(items.size() * items[0].more->items.size());
    for (const Value& x : items) {
      const Value y = kind == Kind::real ? coerce(x, kind, e) : x;
      flat.insert(flat.end(), y.more->items.begin(), y.more->items.end());
    }
    return array(std::move(dims), std::move(flat), kind);
  }
  for (Value& x : items) {
    if (element_kind(x) != kind) x = coerce(std::move(x), kind, e);
  }
  return array(std::move(dims), std::move(items), kind);
}

Value Evaluator::range(const Expression& e) {
  const Value  from = evaluate(*e.args[0]), to = evaluate(*e.args.back());
  const Value  step = e.args.size() == 3 ? evaluate(*e.args[1]) : number(from.kind, 1);
  const double a    = known_number(from, *e.args[0], "the begin of a range"),
               b    = known_number(to, *e.args.back(), "the end of a range"),
               s    = known_number(step, e, "the step of a range");
  if (s == 0) fail("S0603", e, "the step of this range is zero");
  const Kind kind = from.kind == Kind::real || to.kind == Kind::real || step.kind == Kind::real ? Kind::real : from.kind;
  const double     count = std::floor((b - a) / s + 1e-10);  // 0:0.1:1 has eleven elements
  constexpr double most  = 1e7;
  if (count > most) fail("S0603", e, fmt::format("this range has {:g} elements", count));
  Values items;
  for (int k = 0; k <= count; ++k) items.push_back(number(kind, a + k * s));
  const int n = static_cast<int>(items.size());
  return array({n}, std::move(items), kind);
}

Value Evaluator::concatenate(int dim, const Values& parts, const Expression& e) {
  const int  r = rank(parts[0]);
  const auto k = static_cast<std::size_t>(dim - 1);
  if (dim < 1 || dim > r) fail("S0603", e, fmt::format("{} has no dimension {}", describe(parts[0]), dim));
  std::vector<int> dims = parts[0].more->dims;
  dims[k]               = 0;
  Kind kind             = Kind::nothing;
  for (const Value& p : parts) {
    bool fits = rank(p) == r;
    for (std::size_t i = 0; fits && i < dims.size(); ++i) fits = i == k || p.more->dims[i] == parts[0].more->dims[i];
    if (!fits) fail("S0603", e, fmt::format("{} and {} cannot be joined", describe(parts[0]), describe(p)));
    dims[k] += p.more->dims[k];
    if (p.more->items.empty()) continue;
    if (kind == Kind::nothing || element_kind(p) == Kind::real) kind = element_kind(p);
  }
  if (kind == Kind::nothing) kind = element_kind(parts[0]);
  std::size_t outer = 1, inner = 1;
  for (std::size_t i = 0; i < dims.size(); ++i)
    (i < k ? outer : inner) *= i == k ? 1u : static_cast<std::size_t>(dims[i]);
  Values items;
  for (std::size_t o = 0; o < outer; ++o)
    for (const Value& p : parts) {
      const std::size_t width = inner * static_cast<std::size_t>(p.more->dims[k]);
      for (std::size_t i = 0; i < width; ++i) {
        items.push_back(p.more->items[o * width + i]);
        if (kind == Kind::real && items.back().kind == Kind::integer) items.back().kind = Kind::real;
      }
    }
  return array(std::move(dims), std::move(items), kind);
}

Value Evaluator::element(const Value& of, int first, const Expression& e) {
  const auto& dims = of.more->dims;
  if (first < 1 || first > dims[0]) fail("S0603", e, fmt::format("the index {} is outside of 1:{}", first, dims[0]));
  if (dims.size() == 1) return of.more->items[static_cast<std::size_t>(first - 1)];
  const std::size_t width = of.more->items.size() / static_cast<std::size_t>(dims[0]);
  const auto begin = of.more->items.begin() + static_cast<std::ptrdiff_t>(width * static_cast<std::size_t>(first - 1));
  return array({dims.begin() + 1, dims.end()}, Values(begin, begin + static_cast<std::ptrdiff_t>(width)),
               of.more->element);
}

Values Evaluator::elements_of(const Expression& e) {
  if (e.kind == Expression::Kind::reference && e.parts.empty() && e.args.empty() && local(e.name) == nullptr &&
      find(e.name) == nullptr) {
    Values out;  // for i in Boolean, for i in Enumeration
    if (words_(e.name) == Word::Boolean && !e.quoted) return {boolean(false), boolean(true)};
    if (const auto* c = class_named(e.name); c != nullptr && !c->literals.empty()) {
      for (std::size_t k = 1; k <= c->literals.size(); ++k)
        out.push_back(number(Kind::enumeration, static_cast<double>(k)));
      return out;
    }
  }
  const Value v = evaluate(e);
  if (v.kind != Kind::array) fail("S0603", e, fmt::format("an iterator runs over an array, not over {}", describe(v)));
  if (rank(v) == 1) return v.more->items;
  Values out;
  for (int k = 1; k <= v.more->dims[0]; ++k) out.push_back(element(v, k, e));
  return out;
}

void Evaluator::iterate(std::span<const Iterator> iterators, const std::function<void()>& body, const Expression* at) {
  if (iterators.empty()) return body();
  const Iterator& i = iterators.front();
  if (i.range == nullptr)
    fail("S0608", i.place, 1,
         fmt::format("Saltus does not find the range of the iterator `{}` by itself yet", text(i.name)),
         "write `for i in 1:n`");
  const Values      items = elements_of(*i.range);
  const std::size_t slot  = state_.locals.size();
  state_.locals.push_back({.name = i.name, .value = {}});
  for (const Value& x : items) {
    state_.locals[slot].value = x;
    iterate(iterators.subspan(1), body, at);
  }
  state_.locals.erase(state_.locals.begin() + static_cast<std::ptrdiff_t>(slot));
}

Value Evaluator::comprehension(const Expression& e) {
  const Word w = e.name == no_name ? Word::array : words_(e.name);
  if (w == Word::array) {
    // { f(i, j) for i in ..., j in ... }: the last iterator is the outermost dimension.
    const std::function<Value(std::size_t)> build = [&](std::size_t depth) -> Value {
      if (depth == 0) return evaluate(*e.args[0]);
      Values items;
      iterate(
          e.iterators.subspan(depth - 1, 1), [&] { items.push_back(build(depth - 1)); }, &e);
      return make_array(std::move(items), e);
    };
    return build(e.iterators.size());
  }
  Values items;
  iterate(
      e.iterators, [&] { items.push_back(evaluate(*e.args[0])); }, &e);
  if (items.empty()) return reduction(w, array({0}, {}, Kind::real), e);
  if (w == Word::sum && items[0].kind == Kind::array) {
    Value total = items[0];
    for (std::size_t i = 1; i < items.size(); ++i) total = arithmetic(Operator::add, total, items[i], e);
    return total;
  }
  return reduction(w, make_array(std::move(items), e), e);
}

std::vector<Evaluator::Index> Evaluator::indices(const Value& of, std::span<const Expression* const> subscripts,
                                                 const Expression& e) {
  if (of.kind != Kind::array) fail("S0603", e, fmt::format("{} has no elements", describe(of)));
  const auto& dims = of.more->dims;
  if (subscripts.size() > dims.size())
    fail("S0603", e, fmt::format("{} subscripts for {}", subscripts.size(), describe(of)));
  std::vector<Index> index(dims.size());
  for (std::size_t d = 0; d < dims.size(); ++d) {
    if (d >= subscripts.size() || subscripts[d]->kind == Expression::Kind::colon) {
      for (int i = 0; i < dims[d]; ++i) index[d].chosen.push_back(i);
      continue;
    }
    end_.push_back(dims[d]);
    const Value v = evaluate(*subscripts[d]);
    end_.pop_back();
    const auto place = [&](const Value& x) {
      const int i = static_cast<int>(x.number) + (x.kind == Kind::boolean ? 1 : 0);
      if (i < 1 || i > dims[d])
        fail("S0603", *subscripts[d], fmt::format("the index {} is outside of 1:{}", i, dims[d]));
      return i - 1;
    };
    if (v.kind == Kind::array) {
      for (const Value& x : v.more->items) {
        known_number(x, *subscripts[d], "an index of a slice");
        index[d].chosen.push_back(place(x));
      }
    } else if (!v.is_number() || v.kind == Kind::real) {
      fail("S0603", *subscripts[d], fmt::format("an index is an Integer, not {}", describe(v)));
    } else {
      index[d].single = true;
      if (v.known()) index[d].chosen.push_back(place(v));
      else index[d].unknown = v;
    }
  }
  return index;
}

/// Where the selected elements are, in order.
std::vector<std::size_t> Evaluator::positions(const std::vector<Index>& index, const std::vector<int>& dims) {
  std::size_t count = 1;
  for (const Index& i : index) count *= i.chosen.size();
  std::vector<std::size_t> out(count), at(dims.size(), 0);
  for (std::size_t n = 0; n < count; ++n) {
    for (std::size_t d = 0; d < dims.size(); ++d)
      out[n] = out[n] * static_cast<std::size_t>(dims[d]) + static_cast<std::size_t>(index[d].chosen[at[d]]);
    for (std::size_t d = dims.size(); d-- > 0;) {
      if (++at[d] < index[d].chosen.size()) break;
      at[d] = 0;
    }
  }
  return out;
}

Value Evaluator::subscript(const Value& of, std::span<const Expression* const> subscripts, const Expression& e) {
  if (subscripts.empty()) return of;
  std::vector<Index>           index  = indices(of, subscripts, e);
  const auto&                  dims   = of.more->dims;
  const std::function<Value()> gather = [&]() -> Value {
    for (std::size_t d = 0; d < index.size(); ++d) {
      if (index[d].unknown.kind == Kind::nothing) continue;
      const Value at = std::exchange(index[d].unknown, Value{});
      Values      candidates;
      for (int i = 0; i < dims[d]; ++i) {
        index[d].chosen = {i};
        candidates.push_back(gather());
      }
      index[d].unknown = at;
      if (candidates.empty()) fail("S0603", e, "this array has no elements");
      // A balanced choice: an index that is out of range takes the nearest element.
      const std::function<Value(int, int)> pick = [&](int lo, int hi) -> Value {
        if (lo == hi) return candidates[static_cast<std::size_t>(lo)];
        const int    mid    = (lo + hi) / 2;
        const double border = mid + (at.kind == Kind::boolean ? 0 : 1);
        const Value  left   = logic(Op::less_equal, at, number(at.kind, border));
        return choose(unary(Op::no_event, Kind::boolean, left), pick(lo, mid), pick(mid + 1, hi));
      };
      return pick(0, static_cast<int>(candidates.size()) - 1);
    }
    std::vector<int> out_dims;
    for (const Index& i : index)
      if (!i.single) out_dims.push_back(static_cast<int>(i.chosen.size()));
    Values items;
    for (const std::size_t at : positions(index, dims)) items.push_back(of.more->items[at]);
    if (out_dims.empty()) return items[0];
    return array(std::move(out_dims), std::move(items), of.more->element);
  };
  return gather();
}

}  // namespace saltus::modelica
