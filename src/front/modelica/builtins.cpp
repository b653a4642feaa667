// builtins.cpp: the functions that the language itself defines (evaluator.hpp).
//
// Reference  Modelica Language Specification 3.6, sections 3.7 (operators with function syntax) and 10.3 (arrays).

#include <saltus/front/modelica/evaluator.hpp>
#include <saltus/front/modelica/names.hpp>

#include <fmt/format.h>
#include <fmt/printf.h>

#include <algorithm>
#include <cmath>

namespace saltus::modelica {

/// The k-th argument, or the one of this name; null: absent.
const Expression* Evaluator::argument(const Expression& e, std::size_t k, std::string_view name) const {
  if (k < e.args.size()) return e.args[k];
  for (const auto& [n, value] : e.named)
    if (text(n) == name) return value;
  return nullptr;
}

namespace {

/// Elementary functions with one Real argument.
std::optional<Op> elementary(Word w) {
  switch (w) {
    case Word::sqrt: return Op::sqrt;
    case Word::exp: return Op::exp;
    case Word::log: return Op::log;
    case Word::log10: return Op::log10;
    case Word::sin: return Op::sin;
    case Word::cos: return Op::cos;
    case Word::tan: return Op::tan;
    case Word::asin: return Op::asin;
    case Word::acos: return Op::acos;
    case Word::atan: return Op::atan;
    case Word::sinh: return Op::sinh;
    case Word::cosh: return Op::cosh;
    case Word::tanh: return Op::tanh;
    default: return std::nullopt;
  }
}

bool is_quantity(const Value& v) { return v.kind == Kind::real || v.kind == Kind::integer; }

}  // namespace

Value Evaluator::call_expression(const Expression& e) {
  if (local(e.name) == nullptr && class_named(e.name) == nullptr)
    if (auto v = builtin(e)) return *v;
  Values out = outputs(e, 1);
  if (out.empty()) fail("S0603", e, fmt::format("`{}` has no output", text(e.name)));
  return out[0];
}

std::optional<Value> Evaluator::builtin(const Expression& e) {
  const Word w = words_(e.name);
  if (w == Word::none || e.quoted) return std::nullopt;
  const auto need = [&](std::size_t least, std::size_t most) {
    const std::size_t n = e.args.size() + e.named.size();
    if (n >= least && n <= most) return;
    fail("S0604", e,
         fmt::format("`{}` has {} argument{}, not {}", text(e.name),
                     least == most ? std::to_string(least) : fmt::format("{} to {}", least, most), most == 1 ? "" : "s",
                     n));
  };
  const auto quantity = [&](const Expression& x) {
    Value v = evaluate(x);
    if (element_kind(v) != Kind::real && element_kind(v) != Kind::integer)
      fail("S0603", x, fmt::format("`{}` is for numbers, not for {}", text(e.name), describe(v)));
    return v;
  };
  if (const auto op = elementary(w)) {
    need(1, 1);
    return each(quantity(*e.args[0]), Kind::real, [&](const Value& x) { return unary(*op, Kind::real, x); });
  }
  switch (w) {
    case Word::abs:
    case Word::sign: {
      need(1, 1);
      const Value a = quantity(*e.args[0]);
      return each(a, w == Word::sign ? Kind::integer : element_kind(a), [&](const Value& x) {
        return quiet(w == Word::abs ? unary(Op::absolute, x.kind, x) : unary(Op::sign, Kind::integer, x));
      });
    }
    case Word::floor:
    case Word::ceil:
    case Word::integer: {
      need(1, 1);
      const Kind kind = w == Word::integer ? Kind::integer : Kind::real;
      return each(quantity(*e.args[0]), kind, [&](Value x) {
        if (x.kind == Kind::integer) {
          x.kind = kind;
          return x;
        }
        return quiet(unary(w == Word::ceil ? Op::ceil : Op::floor, kind, x));
      });
    }
    case Word::atan2: {
      need(2, 2);
      return binary(Op::atan2, Kind::real, quantity(*e.args[0]), quantity(*e.args[1]));
    }
    case Word::div:
    case Word::mod:
    case Word::rem: {
      need(2, 2);
      const Value a = quantity(*e.args[0]), b = quantity(*e.args[1]);
      if (a.kind == Kind::array || b.kind == Kind::array) fail("S0603", e, "scalars expected");
      const Kind kind = a.kind == Kind::integer && b.kind == Kind::integer ? Kind::integer : Kind::real;
      return jump(w == Word::div ? Op::div : w == Word::mod ? Op::mod : Op::rem, kind, a, b);
    }
    case Word::min:
    case Word::max: {
      need(1, 2);
      if (e.args.size() == 1) return reduction(w, evaluate(*e.args[0]), e);
      const Value a = evaluate(*e.args[0]), b = evaluate(*e.args[1]);
      if (!a.is_number() || !b.is_number())
        fail("S0603", e,
             fmt::format("`{}` is for two numbers, not for {} and {}", text(e.name), describe(a), describe(b)));
      const Kind kind = a.kind == Kind::integer && b.kind == Kind::real ? Kind::real : a.kind;
      return quiet(binary(w == Word::min ? Op::minimum : Op::maximum, kind, a, b));
    }
    case Word::der: need(1, 1); return derivative(evaluate(*e.args[0]), e);
    case Word::pre:
    case Word::edge:
    case Word::change: {
      need(1, 1);
      const bool was = std::exchange(assigning_, false);  // pre(v) is the value before the algorithm
      Value      before;
      try {
        before = previous(evaluate(*e.args[0]), *e.args[0]);
      } catch (...) {
        assigning_ = was;
        throw;
      }
      assigning_ = was;
      if (w == Word::pre) return before;
      const Value now = evaluate(*e.args[0]);
      if (now.kind == Kind::array) fail("S0603", e, fmt::format("`{}` is for scalars", text(e.name)));
      return w == Word::edge ? logic(Op::logical_and, now, negation(before)) : logic(Op::not_equal, now, before);
    }
    case Word::initial:
    case Word::terminal:
      if (model_ == nullptr) fail("S0604", e, fmt::format("`{}` is not for functions", text(e.name)));
      return Value{.kind = Kind::boolean, .node = model_->graph.leaf(w == Word::initial ? Op::initial : Op::terminal)};
    case Word::sample: need(2, 2); return sample(e);
    case Word::delay: need(2, 3); return delay(e);
    case Word::noEvent: {
      need(1, 1);
      const Value v = evaluate(*e.args[0]);
      return each(v, element_kind(v), [&](const Value& x) { return x.is_number() ? unary(Op::no_event, x.kind, x) : x; });
    }
    case Word::smooth: {
      need(2, 2);
      const int   order = static_cast<int>(known_number(evaluate(*e.args[0]), *e.args[0], "the order of smooth"));
      const Value v     = evaluate(*e.args[1]);
      const auto  wrap  = [&](const Value& x) {
        return !x.is_number() || x.known() ? x : from_node(x.kind, model_->graph.unary(Op::smooth, x.node, order));
      };
      if (v.kind == Kind::record) {
        Value out = v;
        change_numbers(out, [&](Value& x) { x = wrap(x); });
        return out;
      }
      return each(v, element_kind(v), wrap);
    }
    case Word::homotopy: {
      const Expression* actual = argument(e, 0, "actual");
      if (actual == nullptr) fail("S0604", e, "homotopy(actual, simplified) has no actual value");
      const Expression* simplified = argument(e, 1, "simplified");
      return simplified == nullptr ? evaluate(*actual) : homotopy(evaluate(*actual), evaluate(*simplified));
    }
    case Word::pure: need(1, 1); return evaluate(*e.args[0]);
    case Word::semiLinear: {
      need(3, 3);
      const Value x = quantity(*e.args[0]), up = quantity(*e.args[1]), down = quantity(*e.args[2]);
      const Value forward = relation(Operator::greater_equal, x, real(0), e);
      return choose(forward, binary(Op::multiply, Kind::real, up, x), binary(Op::multiply, Kind::real, down, x));
    }
    case Word::String: return as_string(e);
    case Word::Integer: {
      need(1, 1);
      Value v = evaluate(*e.args[0]);
      if (v.kind != Kind::enumeration && v.kind != Kind::integer)
        fail("S0603", e, fmt::format("Integer(...) is for enumerations, not for {}", describe(v)),
             "integer(...) rounds down");
      v.kind = Kind::integer;
      return v;
    }
    case Word::sum:
    case Word::product: need(1, 1); return reduction(w, evaluate(*e.args[0]), e);
    case Word::getInstanceName: return text_value(model_ != nullptr ? model_->name : "");
    case Word::size:
    case Word::ndims: {
      need(1, 2);
      const Value v = evaluate(*e.args[0]);
      if (w == Word::ndims) return integer(rank(v));
      if (e.args.size() == 1) {
        Values items;
        if (v.kind == Kind::array)
          for (const int d : v.more->dims) items.push_back(integer(d));
        const int n = static_cast<int>(items.size());
        return array({n}, std::move(items), Kind::integer);
      }
      const int d = static_cast<int>(known_number(evaluate(*e.args[1]), *e.args[1], "the dimension"));
      if (d < 1 || d > rank(v)) fail("S0603", e, fmt::format("{} has no dimension {}", describe(v), d));
      return integer(v.more->dims[static_cast<std::size_t>(d - 1)]);
    }
    case Word::cardinality:
    case Word::spatialDistribution: fail("S0608", e, fmt::format("Saltus does not have `{}` yet", text(e.name)));
    default: break;
  }
  if (w < Word::sum || w > Word::promote) return std::nullopt;
  Values a;
  for (const Expression* x : e.args) a.push_back(evaluate(*x));
  return builtin_array(w, e, a);
}

std::optional<Value> Evaluator::builtin_array(Word w, const Expression& e, const Values& a) {
  const auto need = [&](bool right, std::string_view what) {
    if (!right) fail("S0604", e, fmt::format("`{}` is called as {}", text(e.name), what));
  };
  const auto whole = [&](std::size_t k) {
    const double n = known_number(a[k], *e.args[k], "the size of an array");
    if (n < 0) fail("S0603", *e.args[k], fmt::format("an array cannot have the size {:g}", n));
    return static_cast<int>(n);
  };
  const auto filled = [&](const Value& with, std::size_t from) {
    std::vector<int> dims;
    std::size_t      count = 1;
    for (std::size_t k = from; k < a.size(); ++k) {
      dims.push_back(whole(k));
      count *= static_cast<std::size_t>(dims.back());
    }
    if (with.kind != Kind::array) return array(std::move(dims), Values(count, with), with.kind);
    Values items;
    for (std::size_t k = 0; k < count; ++k) items.insert(items.end(), with.more->items.begin(), with.more->items.end());
    dims.insert(dims.end(), with.more->dims.begin(), with.more->dims.end());
    return array(std::move(dims), std::move(items), with.more->element);
  };
  const auto at = [](const Value& m, int i, int j) -> const Value& {
    return m.more->items[static_cast<std::size_t>(i * m.more->dims[1] + j)];
  };
  switch (w) {
    case Word::fill: need(a.size() >= 2, "fill(value, n, ...)"); return filled(a[0], 1);
    case Word::zeros: need(!a.empty(), "zeros(n, ...)"); return filled(integer(0), 0);
    case Word::ones: need(!a.empty(), "ones(n, ...)"); return filled(integer(1), 0);
    case Word::identity:
    case Word::diagonal: {
      need(a.size() == 1 && (w == Word::identity || rank(a[0]) == 1),
           w == Word::identity ? "identity(n)" : "diagonal(vector)");
      const int  n    = w == Word::identity ? whole(0) : a[0].more->dims[0];
      const Kind kind = w == Word::identity ? Kind::integer : element_kind(a[0]);
      Values     items(static_cast<std::size_t>(n * n), number(kind, 0));
      for (int i = 0; i < n; ++i)
        items[static_cast<std::size_t>(i * (n + 1))] =
            w == Word::identity ? integer(1) : a[0].more->items[static_cast<std::size_t>(i)];
      return array({n, n}, std::move(items), kind);
    }
    case Word::linspace: {
      need(a.size() == 3, "linspace(from, to, n)");
      const int n = whole(2);
      if (n < 2) fail("S0603", e, fmt::format("linspace makes two values at least, not {}", n));
      Values items;
      for (int i = 0; i < n; ++i) {
        const Value step = binary(Op::subtract, Kind::real, a[1], a[0]);
        items.push_back(
            binary(Op::add, Kind::real, a[0],
                   binary(Op::divide, Kind::real, binary(Op::multiply, Kind::real, step, real(i)), real(n - 1))));
      }
      return array({n}, std::move(items), Kind::real);
    }
    case Word::cat: {
      need(a.size() >= 2, "cat(dimension, array, ...)");
      return concatenate(static_cast<int>(known_number(a[0], *e.args[0], "the dimension")), {a.begin() + 1, a.end()}, e);
    }
    case Word::array: return make_array(a, e);
    case Word::transpose:
    case Word::symmetric: {
      need(a.size() == 1 && rank(a[0]) == 2, fmt::format("{}(matrix)", text(e.name)));
      const int n = a[0].more->dims[0], m = a[0].more->dims[1];
      Values    items;
      if (w == Word::symmetric && n != m) fail("S0603", e, fmt::format("{} is not square", describe(a[0])));
      for (int i = 0; i < (w == Word::transpose ? m : n); ++i)
        for (int j = 0; j < (w == Word::transpose ? n : m); ++j)
          items.push_back(w == Word::transpose || i > j ? at(a[0], j, i) : at(a[0], i, j));
      return array(w == Word::transpose ? std::vector{m, n} : std::vector{n, m}, std::move(items), element_kind(a[0]));
    }
    case Word::outerProduct: {
      need(a.size() == 2 && rank(a[0]) == 1 && rank(a[1]) == 1, "outerProduct(vector, vector)");
      Values items;
      for (const Value& x : a[0].more->items)
        for (const Value& y : a[1].more->items) items.push_back(scalar_arithmetic(Operator::multiply, x, y, e));
      const Kind kind = items.empty() ? Kind::real : items[0].kind;
      return array({a[0].more->dims[0], a[1].more->dims[0]}, std::move(items), kind);
    }
    case Word::cross:
    case Word::skew: {
      const std::size_t wanted = w == Word::cross ? 2 : 1;
      bool              right  = a.size() == wanted;
      for (const Value& x : a) right = right && rank(x) == 1 && x.more->dims[0] == 3;
      need(right, w == Word::cross ? "cross(x, y) of two vectors with three elements"
                                   : "skew(x) of a vector with three elements");
      const auto& x = a[0].more->items;
      if (w == Word::skew) {
        const auto  minus = [&](const Value& v) { return unary(Op::negate, v.kind, v); };
        const Value zero_ = number(element_kind(a[0]), 0);
        return array({3, 3}, {zero_, minus(x[2]), x[1], x[2], zero_, minus(x[0]), minus(x[1]), x[0], zero_},
                     element_kind(a[0]));
      }
      const auto& y = a[1].more->items;
      Values      items;
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        items.push_back(scalar_arithmetic(Operator::subtract, scalar_arithmetic(Operator::multiply, x[j], y[k], e),
                                          scalar_arithmetic(Operator::multiply, x[k], y[j], e), e));
      }
      const Kind kind = items[0].kind;
      return array({3}, std::move(items), kind);
    }
    case Word::scalar:
      need(a.size() == 1, "scalar(array)");
      if (a[0].kind != Kind::array) return a[0];
      if (a[0].more->items.size() != 1) fail("S0603", e, fmt::format("{} has not one element", describe(a[0])));
      return a[0].more->items[0];
    case Word::vector: {
      need(a.size() == 1, "vector(array)");
      if (a[0].kind != Kind::array) return array({1}, {a[0]}, a[0].kind);
      return array({static_cast<int>(a[0].more->items.size())}, a[0].more->items, element_kind(a[0]));
    }
    case Word::matrix:
    case Word::promote: {
      need(a.size() == (w == Word::matrix ? 1u : 2u), w == Word::matrix ? "matrix(array)" : "promote(array, n)");
      const int        n     = w == Word::matrix ? 2 : whole(1);
      std::vector<int> dims  = a[0].kind == Kind::array ? a[0].more->dims : std::vector<int>{};
      Values           items = a[0].kind == Kind::array ? a[0].more->items : Values{a[0]};
      while (static_cast<int>(dims.size()) < n) dims.push_back(1);
      if (static_cast<int>(dims.size()) > n) dims.resize(static_cast<std::size_t>(n));
      return array(std::move(dims), std::move(items), element_kind(a[0]));
    }
    default: return std::nullopt;
  }
}

Value Evaluator::reduction(Word w, const Value& a, const Expression& e) {
  if (a.is_number()) return a;
  if (a.kind != Kind::array) fail("S0603", e, fmt::format("`{}` is for arrays, not for {}", text(e.name), describe(a)));
  const Kind kind = element_kind(a);
  if (w != Word::sum && w != Word::product && w != Word::min && w != Word::max)
    fail("S0604", e, fmt::format("`{}` is not a reduction", text(e.name)), "sum, product, min and max are");
  if (a.more->items.empty()) {
    constexpr double largest = std::numeric_limits<double>::max();
    return number(kind, w == Word::sum ? 0 : w == Word::product ? 1 : w == Word::min ? largest : -largest);
  }
  Value out = a.more->items[0];
  for (std::size_t i = 1; i < a.more->items.size(); ++i) {
    const Value& x = a.more->items[i];
    switch (w) {
      case Word::sum: out = scalar_arithmetic(Operator::add, out, x, e); break;
      case Word::product: out = scalar_arithmetic(Operator::multiply, out, x, e); break;
      default: out = quiet(binary(w == Word::min ? Op::minimum : Op::maximum, kind, out, x));
    }
  }
  return out;
}

// ---- operators of models --------------------------------------------------------------------------------------------

Value Evaluator::derivative(const Value& v, const Expression& e) {
  if (v.kind == Kind::array || v.kind == Kind::record) {
    Value out = v;
    for (Value& x : own(out).items) x = derivative(x, e);
    if (out.kind == Kind::array) out.more->element = Kind::real;
    return out;
  }
  if (!is_quantity(v)) fail("S0603", e, fmt::format("der(...) is for Reals, not for {}", describe(v)));
  if (frame_.function != nullptr) fail("S0604", e, "der(...) is not for functions");
  if (v.known()) return real(0);
  const auto& entry = model_->graph[v.node];
  if (entry.op == Op::time) return real(1);
  if (entry.op == Op::negate)
    return unary(Op::negate, Kind::real, derivative({.kind = Kind::real, .node = entry.a}, e));
  Variable of = -1;
  if (entry.op == Op::variable) {
    of              = entry.a;
    const auto& var = model_->variables[static_cast<std::size_t>(of)];
    if (var.free_parameter) return real(0);
    if (var.discrete)
      fail("S0603", e, fmt::format("der({}): `{}` changes at events only", var.name, var.name),
           "only a Real that no `when` sets has a derivative; declare it without `discrete`");
  } else {
    of = hidden(fmt::format("${}", model_->text(v.node)), Type::real, v.node, e);
  }
  return {.kind = Kind::real, .node = model_->graph.variable(model_->derivative(of))};
}

/// A variable that the text does not have, equal to an expression.
Variable Evaluator::hidden(std::string name, Type type, Node value, const Expression& e) {
  if (const auto at = hidden_.find(value); at != hidden_.end()) return at->second;
  const auto v = static_cast<Variable>(model_->variables.size());
  model_->variables.push_back({.name        = std::move(name),
                               .type        = type,
                               .discrete    = type != Type::real,
                               .unit        = {},
                               .description = {},
                               .place       = e.place,
                               .hidden      = true});
  model_->equations.push_back({.left = model_->graph.variable(v), .right = value, .place = e.place, .length = e.length});
  hidden_.emplace(value, v);
  return v;
}

Value Evaluator::previous(const Value& v, const Expression& e) {
  if (v.kind == Kind::array || v.kind == Kind::record) {
    Value out = v;
    for (Value& x : own(out).items) x = previous(x, e);
    return out;
  }
  if (v.known()) return v;
  if (frame_.function != nullptr) fail("S0604", e, "pre(...) is not for functions");
  const auto& entry = model_->graph[v.node];
  if (entry.op != Op::variable)
    fail("S0603", e, fmt::format("pre(...) is for a variable, not for {}", model_->text(v.node)));
  const auto& var = model_->variables[static_cast<std::size_t>(entry.a)];
  if (var.free_parameter) return v;
  if (!var.discrete && var.type == Type::real && state_.path.known() && !frame_.at_initial)
    fail("S0603", e,
         fmt::format("pre({0}): `{0}` changes continuously and has a value from before only inside of `when`", var.name),
         fmt::format("write `{}`, or declare it `discrete` and set it in a `when`", var.name));
  return {.kind = v.kind, .node = model_->graph.previous(entry.a)};
}

Value Evaluator::sample(const Expression& e) {
  if (frame_.function != nullptr) fail("S0604", e, "sample(...) is not for functions");
  const Value  start    = evaluate(*e.args[0]);
  const double interval = known_number(evaluate(*e.args[1]), *e.args[1], "the interval of sample");
  if (!is_quantity(start))
    fail("S0603", *e.args[0], fmt::format("sample begins at a time, not at {}", describe(start)));
  if (!(interval > 0))
    fail("S0605", *e.args[1], fmt::format("the interval of sample is to be positive, not {}", interval));
  const Sampling made{
      .start = start.known() ? start.number : model_->experiment.start, .interval = interval, .first = start.node};
  auto&      all   = model_->samples;
  const auto at    = std::find_if(all.begin(), all.end(), [&](const Sampling& s) {
    return s.start == made.start && s.interval == made.interval && s.first == made.first;
  });
  const int  index = static_cast<int>(at - all.begin());
  if (at == all.end()) all.push_back(made);
  return {.kind = Kind::boolean, .node = model_->graph.leaf(Op::sample, index)};
}

/// The actual value, but in a model that is eased. There, arrays go element by element.
Value Evaluator::homotopy(const Value& actual, const Value& simplified) {
  if (model_ == nullptr || frame_.function != nullptr || modelica::known(actual)) return actual;
  model_->has_homotopy = true;
  if (!model_->eased) return actual;
  if (actual.more != nullptr && simplified.more != nullptr && actual.more->items.size() == simplified.more->items.size()) {
    Value out = actual;
    for (std::size_t k = 0; k < actual.more->items.size(); ++k)
      own(out).items[k] = homotopy(actual.more->items[k], simplified.more->items[k]);
    return out;
  }
  if (!is_quantity(actual) || !is_quantity(simplified)) return actual;
  if (model_->ease < 0) {
    model_->ease       = static_cast<Variable>(model_->variables.size());
    FlatVariable& ease = model_->variables.emplace_back();
    ease.name          = "homotopy";
    ease.input = ease.hidden = true;
    ease.start               = 1;
  }
  Graph&     g = model_->graph;
  const Node a = node(actual), s = node(simplified);
  const Node between =
      g.binary(Op::add, s, g.binary(Op::multiply, g.variable(model_->ease), g.binary(Op::subtract, a, s)));
  return {.kind = Kind::real, .node = between};
}

Value Evaluator::delay(const Expression& e) {
  if (frame_.function != nullptr) fail("S0604", e, "delay(...) is not for functions");
  const Value what = evaluate(*e.args[0]), time = evaluate(*e.args[1]);
  if (!is_quantity(what) || !is_quantity(time)) fail("S0603", e, "delay(expression, time) is for numbers");
  const Value longest = e.args.size() > 2 ? evaluate(*e.args[2]) : time;
  if (what.known() || (time.known() && known_number(time, e, "the delay") == 0)) return what;
  model_->delays.push_back(
      {.expression = node(what), .time = node(time), .longest = known_number(longest, e, "the longest delay")});
  return {.kind = Kind::real, .node = model_->graph.delay(static_cast<int>(model_->delays.size() - 1))};
}

/// String(x, ...): of a known value as the language says; of another one its expression, for messages.
Value Evaluator::as_string(const Expression& e) {
  const Expression* what = argument(e, 0, "");
  if (what == nullptr) fail("S0604", e, "String(...) has no argument");
  const Value v = evaluate(*what);
  if (v.kind == Kind::string) return v;
  if (!v.is_number()) fail("S0603", e, fmt::format("String(...) is for scalars, not for {}", describe(v)));
  if (!v.known()) {
    std::string words = fmt::format("<{}>", model_->text(v.node));
    shown_.emplace_back(words, v.node);
    return text_value(std::move(words));
  }
  const auto option = [&](std::string_view name, double otherwise) {
    for (const auto& [n, x] : e.named)
      if (text(n) == name) return known_number(evaluate(*x), *x, name);
    return otherwise;
  };
  std::string out;
  if (v.kind == Kind::boolean) {
    out = v.number != 0 ? "true" : "false";
  } else if (v.kind == Kind::enumeration) {
    out                      = fmt::format("{}", v.number);
    const ClassDefinition* c = what->kind == Expression::Kind::reference ? class_named(what->name) : nullptr;
    if (c != nullptr && v.number >= 1 && v.number <= static_cast<double>(c->literals.size()))
      out = text(c->literals[static_cast<std::size_t>(v.number) - 1]);
  } else if (v.kind == Kind::integer) {
    out = fmt::format("{:.0f}", v.number);
  } else {
    out = fmt::format("{:.{}g}", v.number, static_cast<int>(option("significantDigits", 6)));
  }
  const auto length = static_cast<std::size_t>(std::max(0.0, option("minimumLength", 0)));
  if (out.size() < length)
    out.insert(option("leftJustified", 1) != 0 ? out.size() : 0, std::string(length - out.size(), ' '));
  return text_value(std::move(out));
}

Value Evaluator::full_path() {
  Value path = state_.path;
  for (const auto& [condition, holds] : guards_)
    path = logic(Op::logical_and, path, holds ? condition : negation(condition));
  return path;
}

void Evaluator::check(const Expression& e) {
  const bool        terminates = words_(e.name) == Word::terminate;
  const Expression* condition  = terminates ? nullptr : argument(e, 0, "condition");
  const Expression* message    = argument(e, terminates ? 0 : 1, "message");
  const Expression* level      = terminates ? nullptr : argument(e, 2, "level");
  if ((!terminates && condition == nullptr) || message == nullptr)
    fail("S0604", e, terminates ? "terminate(message) has no message" : "assert(condition, message) has not both");
  const Value c = terminates ? boolean(false) : evaluate(*condition);
  if (c.kind != Kind::boolean) fail("S0603", *condition, fmt::format("a condition is a Boolean, not {}", describe(c)));
  if (c.is(1)) return;
  const Value path = full_path();
  if (path.is(0)) return;
  if (model_ == nullptr) {
    if (c.is(0)) {
      const Value said = evaluate(*message);
      fail("S0610", e, said.kind == Kind::string ? said.more->text : "an assertion fails");
    }
    return;
  }
  const bool  warns = level != nullptr && evaluate(*level).is(2);
  std::string words;
  shown_.clear();
  try {
    const Value text = evaluate(*message);
    if (text.kind == Kind::string) words = text.more->text;
  } catch (const CannotExpand&) { words = "(a message that depends on the time)"; }
  if (!terminates && c.is(0) && path.is(1) && !warns && !frame_.at_initial)
    fail("S0610", e, fmt::format("this assertion fails: {}", words), "the values of parameters decide it: change them");
  // Where the way does not lead here, nobody asks: relations of c are no events then, and its functions are not called.
  const Value holds = terminates ? path : choose(path, c, boolean(true));
  model_->checks.push_back({.kind      = terminates ? Check::Kind::terminate
                                         : warns    ? Check::Kind::warning
                                                    : Check::Kind::error,
                            .condition = node(holds),
                            .message   = std::move(words),
                            .place     = e.place,
                            .shown     = std::exchange(shown_, {})});
}

}  // namespace saltus::modelica
