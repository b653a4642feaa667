// differentiate.cpp: derivatives of expressions as expressions.
//
// Method     the chain rule, operands first, each shared part once. What jumps (relations, floor, sign) is constant between
//            events; what has a kink (abs, min, max) has the derivative of the branch that holds; conditions stay what they
//            are, so the derivative changes branch at the same events.
// Cost       linear in the number of distinct nodes.

#include <saltus/front/modelica/differentiate.hpp>

#include <saltus/front/modelica/structure.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace saltus::modelica {
namespace {

bool constant_between_events(Op op) {
  switch (op) {
    case Op::constant:
    case Op::previous:
    case Op::sample:
    case Op::initial:
    case Op::terminal:
    case Op::sign:
    case Op::floor:
    case Op::ceil:
    case Op::div:
    case Op::logical_not:
    case Op::logical_and:
    case Op::logical_or: return true;
    default: return is_relation(op);
  }
}

/// Step of a central difference of a function that names no derivative: balances rounding against the third derivative.
double difference_step(double at) {
  return std::cbrt(std::numeric_limits<double>::epsilon()) * std::max(1.0, std::abs(at));
}

}  // namespace

std::optional<Node> Derivation::operator()(Node n) {
  const Graph& graph = model_.graph;
  const Node   zero  = model_.graph.constant(0);
  culprit_           = -1;
  if (memo_.size() < graph.size()) memo_.resize(graph.size(), -1);
  // Nothing below a relation is visited: a variable that occurs there only must not get a derivative.
  const auto order = walk_.operands_first(graph, n, [&](Node at) {
    if (memo_[at] < 0 && constant_between_events(graph[at].op)) memo_[at] = zero;
    return memo_[at] < 0;
  });
  for (const Node at : order) {
    const Op   op   = graph[at].op;
    const bool leaf = op == Op::variable || op == Op::time || op == Op::delay;
    const Node made = leaf ? of_leaf_(at) : of_operation(at);
    if (made < 0) {
      culprit_ = at;
      return std::nullopt;
    }
    memo_[at] = made;
  }
  return memo_[n];
}

Node Derivation::of_operation(Node n) {
  Graph&             g       = model_.graph;
  const Graph::Entry e       = g[n];
  const auto         times   = [&](Node a, Node b) { return g.binary(Op::multiply, a, b); };
  const auto         over    = [&](Node a, Node b) { return g.binary(Op::divide, a, b); };
  const auto         plus    = [&](Node a, Node b) { return g.binary(Op::add, a, b); };
  const auto         minus   = [&](Node a, Node b) { return g.binary(Op::subtract, a, b); };
  const auto         number  = [&](double v) { return g.constant(v); };
  const auto         squared = [&](Node a) { return g.binary(Op::multiply, a, a); };
  const Node         zero    = number(0);

  if (e.op == Op::call) return of_call(n);
  bool all_zero = true;  // saves building what would fold away, and 0 * infinity
  if (e.op == Op::conditional) {
    all_zero = of(e.b) == zero && of(e.c) == zero;
  } else {
    g.visit_operands(n, [&](Node operand) { all_zero = all_zero && of(operand) == zero; });
  }
  if (all_zero) return zero;

  const Node a = e.a, b = e.b, da = of(a);
  switch (e.op) {
    case Op::negate: return g.unary(Op::negate, da);
    case Op::sqrt: return over(da, times(number(2), n));
    case Op::exp: return times(n, da);
    case Op::log: return over(da, a);
    case Op::log10: return over(da, times(number(std::numbers::ln10), a));
    case Op::sin: return times(g.unary(Op::cos, a), da);
    case Op::cos: return g.unary(Op::negate, times(g.unary(Op::sin, a), da));
    case Op::tan: return times(plus(number(1), squared(n)), da);
    case Op::asin: return over(da, g.unary(Op::sqrt, minus(number(1), squared(a))));
    case Op::acos: return g.unary(Op::negate, over(da, g.unary(Op::sqrt, minus(number(1), squared(a)))));
    case Op::atan: return over(da, plus(number(1), squared(a)));
    case Op::sinh: return times(g.unary(Op::cosh, a), da);
    case Op::cosh: return times(g.unary(Op::sinh, a), da);
    case Op::tanh: return times(minus(number(1), squared(n)), da);
    case Op::absolute: return g.conditional(g.binary(Op::less, a, zero), g.unary(Op::negate, da), da);
    case Op::no_event: return g.unary(Op::no_event, da);
    case Op::smooth: return g.unary(Op::smooth, da, std::max(0, e.b - 1));
    case Op::add: return plus(da, of(b));
    case Op::subtract: return minus(da, of(b));
    case Op::multiply: return plus(times(da, b), times(a, of(b)));
    case Op::divide: return over(minus(da, times(n, of(b))), b);
    case Op::power: return of_power(e);
    case Op::atan2: return over(minus(times(b, da), times(a, of(b))), plus(squared(a), squared(b)));
    case Op::minimum: return g.conditional(g.binary(Op::less, b, a), of(b), da);
    case Op::maximum: return g.conditional(g.binary(Op::less, a, b), of(b), da);
    // a - floor(a / b) * b, and a - trunc(a / b) * b; the integer part keeps its value between events.
    case Op::mod: return minus(da, times(g.unary(Op::floor, over(a, b)), of(b)));
    case Op::rem: return minus(da, times(g.binary(Op::div, a, b), of(b)));
    case Op::conditional: return g.conditional(a, of(b), of(e.c));
    default: return -1;
  }
}

Node Derivation::of_power(const Graph::Entry& e) {
  Graph&     g    = model_.graph;
  const Node zero = g.constant(0), da = of(e.a), db = of(e.b);
  Node       sum = zero;
  if (da != zero) {
    const Node lower = g.binary(Op::power, e.a, g.binary(Op::subtract, e.b, g.constant(1)));
    sum              = g.binary(Op::multiply, g.binary(Op::multiply, e.b, lower), da);
  }
  if (db != zero) {
    const Node grown = g.binary(Op::multiply, g.binary(Op::power, e.a, e.b), g.unary(Op::log, e.a));
    sum              = g.binary(Op::add, sum, g.binary(Op::multiply, grown, db));
  }
  return sum;
}

Node Derivation::of_call(Node n) {
  Graph&                  g = model_.graph;
  const Graph::Entry      e = g[n];
  const std::vector<Node> arguments(g.arguments(n).begin(), g.arguments(n).end());
  const Node              zero = g.constant(0);
  Node                    sum  = zero;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const Node inner = of(arguments[k]);
    if (inner == zero) continue;
    if (!model_.functions[e.a].pure) return -1;
    const int  f     = partial_function(model_, e.a, e.b, static_cast<int>(k));
    const Node outer = g.call(f, 0, arguments);
    sum              = g.binary(Op::add, sum, g.binary(Op::multiply, outer, inner));
  }
  return sum;
}

int partial_function(FlatModel& model, int function, int output, int input) {
  OpaqueFunction&   f     = model.functions[function];
  const std::size_t which = static_cast<std::size_t>(output) * f.inputs + input;
  if (f.partials.empty()) f.partials.assign(static_cast<std::size_t>(f.inputs) * f.outputs, -1);
  if (f.partials[which] >= 0) return f.partials[which];

  OpaqueFunction made;
  made.name   = fmt::format("d{}[{}]/d[{}]", f.name, output + 1, input + 1);
  made.inputs = f.inputs;
  if (f.derivative) {
    made.value = [derivative = f.derivative, output, input](std::span<const double> in, std::span<double> out) {
      out[0] = derivative(in, output, input);
    };
  } else {
    made.value = [value = f.value, outputs = f.outputs, output, input](std::span<const double> in, std::span<double> out) {
      std::vector<double> at(in.begin(), in.end()), high(outputs), low(outputs);
      const double        h = difference_step(at[input]);
      at[input]             = in[input] + h;
      value(at, high);
      at[input] = in[input] - h;
      value(at, low);
      out[0] = (high[output] - low[output]) / (2 * h);
    };
  }
  const auto index  = static_cast<int>(model.functions.size());
  f.partials[which] = index;
  model.functions.push_back(std::move(made));  // f is void from here on
  return index;
}

std::optional<Node> partial(FlatModel& model, Node n, Variable v) {
  const Node zero = model.graph.constant(0), one = model.graph.constant(1), leaf = model.graph.variable(v);
  Derivation derivation(model, [=](Node at) { return at == leaf ? one : zero; });
  return derivation(n);
}

TimeDerivative::TimeDerivative(FlatModel& model, Problems& problems)
    : model_(model), problems_(problems), derivation_(model, [this](Node leaf) { return of_leaf(leaf); }) {}

Node TimeDerivative::of_leaf(Node leaf) {
  Graph&             g = model_.graph;
  const Graph::Entry e = g[leaf];
  if (e.op == Op::time) return g.constant(1);
  if (e.op == Op::delay) return of_delay(e.a);
  const FlatVariable& v = model_.variables[e.a];
  if (v.discrete || v.input || v.free_parameter) return g.constant(0);
  return g.variable(model_.derivative(e.a));
}

// d/dt e(t - T) = e'(t - T) (1 - T')
Node TimeDerivative::of_delay(int index) {
  Graph&      g          = model_.graph;
  const Delay line       = model_.delays[index];
  const Node  expression = differentiate(model_, line.expression, problems_, place_);
  const Node  time       = expression < 0 ? -1 : differentiate(model_, line.time, problems_, place_);
  if (time < 0) return -1;
  if (g.is_constant(expression, 0)) return g.constant(0);
  model_.delays.push_back({expression, line.time, line.longest});
  const Node delayed = g.delay(static_cast<int>(model_.delays.size()) - 1);
  return g.binary(Op::multiply, delayed, g.binary(Op::subtract, g.constant(1), time));
}

Node TimeDerivative::operator()(Node n, Place place) {
  place_ = place;
  if (const auto made = derivation_(n)) return *made;
  problems_.report(
      {.code     = "S0607",
       .headline = fmt::format("`{}` has no derivative with respect to time", model_.text(derivation_.culprit())),
       .place    = place,
       .label    = "this equation must be differentiated to find how its variables change",
       .help     = "make the function pure, or keep it out of equations that tie states together"});
  return -1;
}

Node differentiate(FlatModel& model, Node n, Problems& problems, Place place) {
  return TimeDerivative(model, problems)(n, place);
}

}  // namespace saltus::modelica
