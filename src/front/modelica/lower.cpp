#include <saltus/front/modelica/lower.hpp>

#include <saltus/core/error.hpp>
#include <saltus/front/modelica/common_factor.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace saltus::modelica {

using model::Comparison;

// ---- layout ---------------------------------------------------------------------------------------------------------

namespace {

/// Which expressions change at events only: those of discrete variables, and of variables that are made of them.
class Steadiness {
 public:
  explicit Steadiness(const SortedModel& model) : model_(model), value_(model.flat.variables.size(), -1) {
    for (const Block& b : model.blocks)
      if (b.iteration.empty())
        for (const auto& a : b.assignments) value_[static_cast<std::size_t>(a.variable)] = a.value;
  }
  bool operator()(Node root) const {
    std::vector<Node> open{root};
    std::vector<char> met(model_.flat.graph.size(), 0);
    while (!open.empty()) {
      const Node n = open.back();
      open.pop_back();
      if (std::exchange(met[static_cast<std::size_t>(n)], 1) != 0) continue;
      const Graph::Entry e = model_.flat.graph[n];
      if (e.op == Op::time) return false;
      if (e.op == Op::delay) open.push_back(model_.flat.delays[static_cast<std::size_t>(e.a)].expression);
      if (e.op == Op::variable) {
        const Variable of = model_.alias[static_cast<std::size_t>(e.a)].of;
        if (of < 0 || model_.flat.variables[static_cast<std::size_t>(of)].discrete) continue;
        if (value_[static_cast<std::size_t>(of)] < 0) return false;
        open.push_back(value_[static_cast<std::size_t>(of)]);
      }
      model_.flat.graph.visit_operands(n, [&](Node operand) { open.push_back(operand); });
    }
    return true;
  }

 private:
  const SortedModel& model_;
  std::vector<Node>  value_;  ///< by variable: what it is assigned, if it is
};

}  // namespace

Layout::Layout(const SortedModel& model) {
  const auto& variables = model.flat.variables;
  component.assign(variables.size(), -1);
  slot.assign(variables.size(), -1);
  const auto place = [&](Variable v) {
    component[static_cast<std::size_t>(v)] = static_cast<int>(of_component.size());
    of_component.push_back(v);
  };
  for (const Variable v : model.states) place(v);
  for (std::size_t v = 0; v < variables.size(); ++v)
    if (variables[v].free_parameter && model.alias[v].of == static_cast<Variable>(v)) place(static_cast<Variable>(v));
  states = static_cast<int>(of_component.size());
  for (const Block& b : model.blocks)
    for (const Variable v : b.iteration) place(v);
  implicit = static_cast<int>(of_component.size()) > states;
  if (of_component.empty()) {  // the engine wants something to integrate
    of_component.push_back(-1);
    states = 1;
  }
  slope_of.assign(of_component.size(), -1);
  for (std::size_t i = 0; i < of_component.size(); ++i) {
    const Variable v     = of_component[i];
    const Variable named = v < 0 ? -1 : variables[static_cast<std::size_t>(v)].derivative;
    const Variable slope = named < 0 ? -1 : model.alias[static_cast<std::size_t>(named)].of;
    const int      at    = slope < 0 ? -1 : component[static_cast<std::size_t>(slope)];
    if (at >= states) slope_of[static_cast<std::size_t>(at)] = static_cast<int>(i);
  }
  // Every discrete variable whose past is asked for.
  for (std::size_t n = 0; n < model.flat.graph.size(); ++n) {
    const auto& e = model.flat.graph[static_cast<Node>(n)];
    if (e.op != Op::previous || model.alias[static_cast<std::size_t>(e.a)].of != e.a) continue;
    if (!variables[static_cast<std::size_t>(e.a)].discrete)
      continue;  // of a continuous variable: its value before reinit
    slot[static_cast<std::size_t>(e.a)] = static_cast<int>(of_slot.size());
    of_slot.push_back(e.a);
  }
  initial_flag          = static_cast<int>(of_slot.size());
  first_sample_flag     = initial_flag + 1;
  samples               = static_cast<int>(model.flat.samples.size());
  int              next = first_sample_flag + samples;
  const Steadiness steady(model);
  for (const Delay& d : model.flat.delays) {
    delays.push_back({steady(d.expression), next, next + 1, next + 2, next + 3});
    next += 4;
  }
  of_slot.resize(static_cast<std::size_t>(next), -1);
}

// ---- dependence -----------------------------------------------------------------------------------------------------

unsigned char Dependence::of(const model::Dag& dag, model::Node n) {
  // Operands come before what is made of them.
  for (auto k = static_cast<model::Node>(known_.size()); k <= n; ++k) {
    const auto&   e = dag[k];
    unsigned char d = 0;
    if (e.op == model::Op::time) d = time;
    else if (e.op == model::Op::variable || e.op == model::Op::derivative) d = state;
    else if (e.op == model::Op::discrete) d = discrete;
    else
      for (const model::Node operand : dag.operands(k)) d |= known_[static_cast<std::size_t>(operand)];
    known_.push_back(d);
  }
  return known_[static_cast<std::size_t>(n)];
}

// ---- the way through the model --------------------------------------------------------------------------------------

LoweredModel Lowering::operator()(model::Catalogue& catalogue, const Point& point, std::span<const int> prefix,
                                  std::vector<model::Sign>& signs, More more, std::span<const KnownTruth> known) {
  catalogue_ = &catalogue;
  point_     = point;
  prefix_    = prefix;
  signs_     = &signs;
  known_     = known;
  pieces_.clear();
  signs.resize(std::max(signs.size(), catalogue.surfaces().size()), model::unknown_sign);
  out_ = {};
  value_.assign(model_.flat.variables.size(), {});
  numbers_.assign(model_.flat.graph.size(), {});
  truths_.assign(model_.flat.graph.size(), -1);
  quiet_ = 0;
  for (const Block& b : model_.blocks) run(b);
  finish();
  out_.truths.insert(out_.truths.end(), pieces_.begin(), pieces_.end());
  if (more == More::initial_equations) add_initial_equations();
  if (more == More::choices)
    for (const StateChoice& choice : model_.choices)
      for (const auto& entry : choice.entries) out_.choices.push_back(number(entry.value).node);
  return std::move(out_);
}

void Lowering::add_initial_equations() {
  const auto difference = [&](const Lowered& a, const Lowered& b) {
    return binary(model::Op::sub, a, b, a.value - b.value).node;
  };
  // pre(v) = e, or v = e for a variable that only keeps its value: what the past is.
  const auto slot_of = [&](Node n) {
    const Graph::Entry& e = model_.flat.graph[n];
    return e.op == Op::previous || e.op == Op::variable ? layout_.slot[static_cast<std::size_t>(e.a)] : -1;
  };
  const auto hold = [&](int row, const Lowered& a, const Lowered& b) {
    out_.initial_rows.push_back(row);
    out_.initial_residuals.push_back(difference(a, b));
  };
  for (std::size_t k = 0; k < model_.initial.size(); ++k) {
    const FlatEquation& e = model_.initial[k];
    if (const int slot = slot_of(e.left); slot >= 0) out_.initial_past.push_back({slot, number(e.right).node});
    else if (const int other = slot_of(e.right); other >= 0) out_.initial_past.push_back({other, number(e.left).node});
    else hold(static_cast<int>(k), number(e.left), number(e.right));
  }
  const auto& variables = model_.flat.variables;
  for (std::size_t v = 0; v < variables.size(); ++v) {  // start values that are fixed, of variables that are no states
    if (!variables[v].fixed || variables[v].discrete || model_.alias[v].of != static_cast<Variable>(v)) continue;
    const int c = layout_.component[v];
    if (c >= 0 && c < layout_.states) continue;
    hold(-1 - static_cast<int>(v), variable(static_cast<Variable>(v)), constant(variables[v].start));
  }
}

void Lowering::run(const Block& block) {
  for (const auto& a : block.assignments) { value_[static_cast<std::size_t>(a.variable)] = number(a.value); }
}

void Lowering::finish() {
  auto&      dag  = catalogue_->dag;
  const auto leaf = [&](model::Op op, std::size_t i) { return dag.leaf(op, static_cast<int>(i)); };
  // Rows: one for each derivative, then those of the blocks.
  for (std::size_t i = 0; i < static_cast<std::size_t>(layout_.states); ++i) {
    const Variable v = layout_.of_component[i];
    Lowered        slope{dag.constant(0), 0};
    if (v >= 0 && !model_.flat.variables[static_cast<std::size_t>(v)].free_parameter)
      slope = variable(model_.flat.variables[static_cast<std::size_t>(v)].derivative);
    out_.equations.push_back(layout_.implicit ? dag.binary(model::Op::sub, leaf(model::Op::derivative, i), slope.node)
                                              : slope.node);
  }
  for (const Block& b : model_.blocks) {
    std::vector<int> unknowns;
    for (const Variable v : b.iteration) unknowns.push_back(layout_.component[static_cast<std::size_t>(v)]);
    for (const auto& r : b.residuals)
      out_.equations.push_back(without_common_factor(dag, number(r.value).node, unknowns));
  }

  out_.values.assign(model_.flat.variables.size(), -1);
  for (std::size_t v = 0; v < out_.values.size(); ++v)
    if (model_.alias[v].of == static_cast<Variable>(v)) out_.values[v] = variable(static_cast<Variable>(v)).node;

  // What the past becomes.
  for (std::size_t k = 0; k < layout_.of_slot.size(); ++k) {
    if (static_cast<int>(k) >= layout_.first_sample_flag + layout_.samples) break;
    const Variable v      = layout_.of_slot[k];
    const bool     sample = static_cast<int>(k) >= layout_.first_sample_flag;
    const Lowered  was    = discrete(static_cast<int>(k));
    const bool     due    = sample && relate(Comparison::equal, was, constant(Layout::after_initialisation));
    const Lowered  is     = v >= 0 ? variable(v) : constant(due ? Layout::now : 0);
    if (is.node == was.node) continue;
    out_.updates.push_back({static_cast<int>(k), is.node});
    const bool by_state = (dependence_.of(dag, is.node) & (Dependence::state | Dependence::time)) != 0;
    if (by_state || relate(Comparison::not_equal, is, was)) out_.pending = true;
  }
  for (std::size_t k = 0; k < layout_.delays.size(); ++k) {
    const auto&   slots = layout_.delays[k];
    const Lowered is    = number(model_.flat.delays[k].expression);
    if (slots.discrete) {
      const Lowered was = discrete(slots.present);
      out_.updates.push_back({slots.present, is.node});
      if (relate(Comparison::not_equal, is, was)) out_.pending = true;
    }
    out_.delayed.push_back(is.node);
    out_.delay_times.push_back(number(model_.flat.delays[k].time).node);
    out_.arrivals.push_back(
        condition(Comparison::greater_equal, delayed_instant(static_cast<int>(k)), discrete(slots.next), {}, [&, k] {
          const Delay& d = model_.flat.delays[k];
          return fmt::format("delay({}, {}) jumps", model_.flat.text(d.expression), model_.flat.text(d.time));
        }));
  }
  for (const Reinit& r : model_.flat.reinits)
    if (truth(r.condition)) {
      const int c = layout_.component[static_cast<std::size_t>(r.state)];
      if (c >= 0) out_.resets.push_back({c, number(r.value).node});
      out_.pending = true;
    }
  for (std::size_t k = 0; k < model_.flat.checks.size(); ++k) {
    const Check& c    = model_.flat.checks[k];
    const bool   ends = c.kind == Check::Kind::terminate;
    if (truth(c.condition) != ends) continue;
    out_.terminate = out_.terminate || ends;
    (ends ? out_.terminating : out_.failing).push_back(static_cast<int>(k));
    ++quiet_;
    for (const auto& [words, node] : c.shown) out_.shown.emplace_back(words, number(node).node);
    --quiet_;
  }
}

Lowered Lowering::variable(Variable v) {
  const auto i = static_cast<std::size_t>(v);
  if (value_[i].node >= 0) return value_[i];
  if (const Alias& a = model_.alias[i]; a.of != v) {
    if (a.of < 0) return value_[i] = constant(a.offset);
    const Lowered of = variable(a.of);
    return value_[i] = a.sign > 0 ? of : unary(model::Op::neg, of, -of.value);
  }
  if (const int c = layout_.component[i]; c >= 0)
    return value_[i] = {catalogue_->dag.leaf(model::Op::variable, c), point_.x[static_cast<std::size_t>(c)]};
  const FlatVariable& x = model_.flat.variables[i];
  if (x.input) return value_[i] = constant(x.start);
  throw BugInSaltus(fmt::format("lower.cpp: {} is used before it is known", x.name));
}

Lowered Lowering::discrete(int slot) {
  return {catalogue_->dag.leaf(model::Op::discrete, slot), point_.q[static_cast<std::size_t>(slot)]};
}

/// The graph folds constants; then the node knows the number better.
Lowered Lowering::made(model::Node n, double v) const {
  const auto& e = catalogue_->dag[n];
  return {n, e.op == model::Op::constant ? e.value : v};
}

// ---- numbers --------------------------------------------------------------------------------------------------------

Lowered Lowering::number(Node n) {
  if (numbers_.size() <= static_cast<std::size_t>(n)) numbers_.resize(model_.flat.graph.size());
  if (const Lowered& known = numbers_[static_cast<std::size_t>(n)]; known.node >= 0) return known;
  const Lowered result                         = compute(n);
  return numbers_[static_cast<std::size_t>(n)] = result;
}

Lowered Lowering::power(const Lowered& a, const Lowered& b) {
  const auto&  e = catalogue_->dag[b.node];
  const double v = std::pow(a.value, b.value);
  if (e.op == model::Op::constant && e.value == std::trunc(e.value) && std::abs(e.value) <= 64)
    return made(catalogue_->dag.pow_int(a.node, static_cast<int>(e.value)), v);
  if (e.op == model::Op::constant && e.value == 0.5) return unary(model::Op::sqrt, a, std::sqrt(a.value));
  return binary(model::Op::pow, a, b, v);
}

Lowered Lowering::compute(Node n) {
  const Graph::Entry e     = model_.flat.graph[n];
  const auto         a     = [&] { return number(e.a); };
  const auto         b     = [&] { return number(e.b); };
  const auto         plain = [&](model::Op op) {
    const Lowered x = a();
    return unary(op, x, apply(e.op, x.value));
  };
  const auto pair = [&](model::Op op) {
    const Lowered x = a(), y = b();
    return binary(op, x, y, apply(e.op, x.value, y.value));
  };
  /// Where a kink is, events are not what the user asked for; the mode changes all the same.
  const auto kink = [&](Comparison op, const Lowered& x, const Lowered& y, int part = 0) {
    ++quiet_;
    const bool holds = relate(op, x, y, n, part);
    --quiet_;
    return holds;
  };
  const auto magnitude = [&](const Lowered& x, int part = 0) {
    return kink(Comparison::greater_equal, x, constant(0), part) ? x : unary(model::Op::neg, x, -x.value);
  };
  const auto floor_of = [&](const Lowered& x) { return constant(piece(x, n)); };
  switch (e.op) {
    case Op::constant: return constant(e.value);
    case Op::time: return {catalogue_->dag.time(), point_.t};
    case Op::variable: return variable(e.a);
    case Op::previous: {
      const Alias& alias = model_.alias[static_cast<std::size_t>(e.a)];
      if (alias.of < 0) return constant(alias.offset);
      if (layout_.slot[static_cast<std::size_t>(alias.of)] < 0) return variable(e.a);
      const Lowered was = discrete(layout_.slot[static_cast<std::size_t>(alias.of)]);
      return alias.sign > 0 ? was : unary(model::Op::neg, was, -was.value);
    }
    case Op::sample:
      return constant(relate(Comparison::equal, discrete(layout_.first_sample_flag + e.a), constant(Layout::now)) ? 1
                                                                                                                  : 0);
    case Op::initial: return discrete(layout_.initial_flag);
    case Op::terminal: return constant(0);
    case Op::negate: return plain(model::Op::neg);
    case Op::sqrt: return plain(model::Op::sqrt);
    case Op::exp: return plain(model::Op::exp);
    case Op::log: return plain(model::Op::log);
    case Op::log10: return plain(model::Op::log10);
    case Op::sin: return plain(model::Op::sin);
    case Op::cos: return plain(model::Op::cos);
    case Op::tan: return plain(model::Op::tan);
    case Op::asin: return plain(model::Op::asin);
    case Op::acos: return plain(model::Op::acos);
    case Op::atan: return plain(model::Op::atan);
    case Op::sinh: return plain(model::Op::sinh);
    case Op::cosh: return plain(model::Op::cosh);
    case Op::tanh: return plain(model::Op::tanh);
    case Op::add: return pair(model::Op::add);
    case Op::subtract: return pair(model::Op::sub);
    case Op::multiply: return pair(model::Op::mul);
    case Op::divide: return pair(model::Op::div);
    case Op::atan2: return pair(model::Op::atan2);
    case Op::power: {
      const Lowered x = a();
      return power(x, b());
    }
    case Op::absolute: {
      if (const Graph::Entry of = model_.flat.graph[e.a]; of.op == Op::divide) {  // no sign of a pole is asked for
        const Lowered x = magnitude(number(of.a)), y = magnitude(number(of.b), 1);
        return binary(model::Op::div, x, y, x.value / y.value);
      }
      return magnitude(a());
    }
    case Op::sign: {
      const Lowered x = a();
      if (kink(Comparison::greater, x, constant(0))) return constant(1);
      return constant(kink(Comparison::less, x, constant(0), 1) ? -1 : 0);
    }
    case Op::minimum:
    case Op::maximum: {
      const Lowered x = a(), y = b();
      return kink(e.op == Op::minimum ? Comparison::less_equal : Comparison::greater_equal, x, y) ? x : y;
    }
    case Op::floor: return floor_of(a());
    case Op::ceil: {
      const Lowered x = a();
      return constant(-piece(unary(model::Op::neg, x, -x.value), n));
    }
    case Op::div:
    case Op::mod:
    case Op::rem: {
      const Lowered x = a(), y = b();
      const Lowered ratio = binary(model::Op::div, x, y, x.value / y.value);
      Lowered       whole = floor_of(ratio);
      if (e.op != Op::mod && whole.value < 0 && !(ratio.value == whole.value)) whole = constant(whole.value + 1);
      if (e.op == Op::div) return whole;
      const Lowered part = binary(model::Op::mul, whole, y, whole.value * y.value);
      return binary(model::Op::sub, x, part, x.value - part.value);
    }
    case Op::no_event: {
      ++quiet_;
      const Lowered x = a();
      --quiet_;
      return x;
    }
    case Op::smooth: {
      quiet_ += e.b > 0 ? 1 : 0;
      const Lowered x = a();
      quiet_ -= e.b > 0 ? 1 : 0;
      return x;
    }
    case Op::conditional: return truth(e.a) ? b() : number(e.c);
    case Op::call: return called(n);
    case Op::delay: return delayed(e.a);
    default: return constant(truth(n) ? 1 : 0);
  }
}

/// A function that the engine cannot look into.
Lowered Lowering::called(Node n) {
  const Graph::Entry       e = model_.flat.graph[n];
  std::vector<model::Node> operands;
  std::vector<double>      values;
  for (const Node operand : model_.flat.graph.arguments(n)) {
    const Lowered x = number(operand);
    operands.push_back(x.node);
    values.push_back(x.value);
  }
  const auto [at, inserted] = functions_.try_emplace({e.a, e.b}, -1);
  if (inserted) {
    const OpaqueFunction& f = model_.flat.functions[static_cast<std::size_t>(e.a)];
    auto                  g = std::make_shared<model::Function>();
    g->name                 = f.name;
    g->value                = [&f, output = e.b,
                out = std::vector<double>(static_cast<std::size_t>(f.outputs))](std::span<const double> in) mutable {
      f.value(in, out);
      return out[static_cast<std::size_t>(output)];
    };
    g->slope = [&f, output = e.b, value = g->value](std::span<const double> in, int i) {
      if (f.derivative) return f.derivative(in, output, i);
      std::vector<double> moved(in.begin(), in.end());
      double&             x = moved[static_cast<std::size_t>(i)];
      const double        h = 6e-6 * std::max(1e-3, std::abs(x)), middle = x;
      x                  = middle + h;
      const double above = value(moved);
      x                  = middle - h;
      return (above - value(moved)) / (2 * h);
    };
    at->second = catalogue_->dag.add(std::move(g));
  }
  const model::Node node = catalogue_->dag.call(at->second, operands);
  return {node, catalogue_->dag.function(at->second).value(values)};
}

Lowered Lowering::delayed_instant(int k) {
  const Lowered time{catalogue_->dag.time(), point_.t},
      delay = number(model_.flat.delays[static_cast<std::size_t>(k)].time);
  return binary(model::Op::sub, time, delay, time.value - delay.value);
}

/// What an expression was: a discrete variable, or a function of the instant that the delay line knows.
Lowered Lowering::delayed(int k) {
  const auto& slots = layout_.delays[static_cast<std::size_t>(k)];
  if (slots.discrete) return discrete(slots.value);
  const auto [at, inserted] = functions_.try_emplace({-1 - k, 0}, -1);
  if (inserted) {
    const auto& line = lines_[static_cast<std::size_t>(k)];
    auto        g    = std::make_shared<model::Function>();
    g->name  = fmt::format("delay of {}", model_.flat.text(model_.flat.delays[static_cast<std::size_t>(k)].expression));
    g->value = [line](std::span<const double> in) { return line->value(in[0], static_cast<int>(in[2]), in[1]); };
    g->slope = [line](std::span<const double> in, int i) {
      if (i == 0) return line->slope(in[0], static_cast<int>(in[2]));
      return i == 1 && line->beginning(0) >= in[0] ? 1.0 : 0.0;
    };
    at->second = catalogue_->dag.add(std::move(g));
  }
  const Lowered     instant = delayed_instant(k), before = discrete(slots.value), piece = discrete(slots.piece);
  const model::Node node = catalogue_->dag.call(at->second, std::array{instant.node, before.node, piece.node});
  return {node, catalogue_->dag.function(at->second).value(std::array{instant.value, before.value, piece.value})};
}

// ---- truth ----------------------------------------------------------------------------------------------------------

bool Lowering::truth(Node n) {
  if (truths_.size() <= static_cast<std::size_t>(n)) truths_.resize(model_.flat.graph.size(), -1);
  if (const auto known = truths_[static_cast<std::size_t>(n)]; known >= 0) return known != 0;
  const bool t                         = decide(n);
  truths_[static_cast<std::size_t>(n)] = t ? 1 : 0;
  return t;
}

bool Lowering::decide(Node n) {
  const Graph::Entry e = model_.flat.graph[n];
  switch (e.op) {
    case Op::logical_not: return !truth(e.a);
    // Both are asked, since each relation is an event of its own; but where values from before the event decide, the
    // other side cannot matter until they change, and its relations are nobody's concern.
    case Op::logical_and:
    case Op::logical_or: {
      const bool decisive = e.op == Op::logical_or;
      for (const Node side : {e.a, e.b})
        if (is_past(side) && truth(side) == decisive) return decisive;
      const bool a = truth(e.a), b = truth(e.b);
      return decisive ? a || b : a && b;
    }
    case Op::less: return relate(Comparison::less, number(e.a), number(e.b), n);
    case Op::less_equal: return relate(Comparison::less_equal, number(e.a), number(e.b), n);
    case Op::equal: return relate(Comparison::equal, number(e.a), number(e.b), n);
    case Op::not_equal: return relate(Comparison::not_equal, number(e.a), number(e.b), n);
    case Op::conditional: return truth(e.a) ? truth(e.b) : truth(e.c);
    case Op::no_event: {
      ++quiet_;
      const bool t = truth(e.a);
      --quiet_;
      return t;
    }
    default: return relate(Comparison::not_equal, number(n), constant(0), n);
  }
}

/// Whether an expression is made of values from before the event alone.
bool Lowering::is_past(Node n) {
  if (past_.size() < model_.flat.graph.size()) past_.resize(model_.flat.graph.size(), -1);
  signed char& known = past_[static_cast<std::size_t>(n)];
  if (known >= 0) return known != 0;
  const Graph::Entry e      = model_.flat.graph[n];
  bool               result = true;
  switch (e.op) {
    case Op::time:
    case Op::variable:  // may be a matter of the very relations that would not be asked
    case Op::delay:
    case Op::call: result = false; break;
    case Op::previous: result = model_.flat.variables[static_cast<std::size_t>(e.a)].discrete; break;
    default: model_.flat.graph.visit_operands(n, [&](Node operand) { result = result && is_past(operand); });
  }
  past_[static_cast<std::size_t>(n)] = result ? 1 : 0;
  return result;
}

/// A relation that the engine watches; its sign is known from now on.
model::PropositionId Lowering::condition(Comparison op, const Lowered& a, const Lowered& b,
                                         std::optional<model::Sign> as_before, const std::function<std::string()>& text) {
  const auto              found    = static_cast<model::Sign>(a.value > b.value ? 1 : a.value < b.value ? -1 : 0);
  const model::RelationId r        = catalogue_->relation(a.node, b.node, op, text);
  const auto&             relation = catalogue_->relation(r);
  const auto              s        = static_cast<std::size_t>(relation.surface);
  if (s >= signs_->size()) signs_->resize(s + 1, model::unknown_sign);
  if ((*signs_)[s] == model::unknown_sign)  // what was at zero may be anywhere by rounding
    (*signs_)[s] = static_cast<model::Sign>(relation.orientation * as_before.value_or(found));
  return catalogue_->leaf(r);
}

// Parts of what a floor asks for: which piece it is, and its borders.
constexpr int piece_number = -1, piece_border = -2;

const KnownTruth* Lowering::known(Node n, int part) const {
  const Truth first{n, part, std::numeric_limits<int>::min()};
  const auto  at = std::lower_bound(known_.begin(), known_.end(), first,
                                    [](const KnownTruth& k, const Truth& t) { return k.truth < t; });
  return at == known_.end() || at->truth.node != n || at->truth.part != part ? nullptr : &*at;
}

bool Lowering::relate(Comparison op, const Lowered& a, const Lowered& b, Node asked_by, int part) {
  std::optional<model::Sign> as_before;
  if (const KnownTruth* k = known(asked_by, part)) as_before = k->sign;
  return consult(op, a, b, asked_by, part, as_before);
}

bool Lowering::consult(Comparison op, const Lowered& a, const Lowered& b, Node asked_by, int part,
                       std::optional<model::Sign> as_before) {
  const auto& dag   = catalogue_->dag;
  const auto  d     = static_cast<unsigned char>(dependence_.of(dag, a.node) | dependence_.of(dag, b.node));
  const int   found = a.value > b.value ? 1 : a.value < b.value ? -1 : 0;
  if (d == 0) return model::holds(op, found);
  if (d == Dependence::discrete) {
    const bool t = model::holds(op, found);
    out_.checks.push_back({a.node, b.node, op, t});
    return t;
  }
  const bool written = asked_by >= 0 && is_relation(model_.flat.graph[asked_by].op);
  const auto proposition =
      condition(op, a, b, as_before, [&] { return written ? model_.flat.text(asked_by) : std::string(); });
  const std::size_t k = out_.consultations.size();
  const bool        t = k < prefix_.size() ? prefix_[k] != 0 : catalogue_->truth(proposition, *signs_);
  out_.consultations.push_back({proposition, t, t ? 1 : 0, quiet_ > 0});
  out_.truths.push_back({asked_by, part, t ? 1 : 0});
  return t;
}

/// n with n <= x < n + 1, as long as the mode lasts; the jump to the next one is an event.
int Lowering::piece(const Lowered& x, Node asked_by) {
  const double v = std::floor(x.value);
  if (!(std::abs(v) < 2e9))
    throw InputError(fmt::format("S0107: floor of {}: the piece number must lie within +-2e9.", x.value));
  const KnownTruth*          as_before = known(asked_by, piece_number);
  std::optional<model::Sign> above, below;
  if (as_before != nullptr) above = model::Sign(1), below = model::Sign(-1);
  int n = as_before != nullptr ? as_before->truth.value : static_cast<int>(v);
  for (int tries = 0; tries < 2; ++tries) {  // a surface at zero has a sign that exact evaluation cannot see
    if (!consult(Comparison::greater_equal, x, constant(n), asked_by, piece_border, above)) --n;
    else if (!consult(Comparison::less, x, constant(n + 1), asked_by, piece_border, below)) ++n;
    else break;
  }
  pieces_.push_back({asked_by, piece_number, n});
  return n;
}

}  // namespace saltus::modelica
