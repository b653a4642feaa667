#include <saltus/front/modelica/structure.hpp>

#include <saltus/front/modelica/alias.hpp>
#include <saltus/front/modelica/evaluate.hpp>
#include <saltus/front/modelica/system.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace saltus::modelica {

System::System(FlatModel& of, std::vector<Alias> aliases) : model(of), alias(std::move(aliases)), occurring(of) {
  for (int e = 0; e < static_cast<int>(model.equations.size()); ++e) occurs.push_back(occurring(residual(e)));
  discrete_of.assign(model.equations.size(), -1);
  derivative.assign(model.equations.size(), -1);
  derivative_of.assign(model.equations.size(), -1);
}

void System::append(const FlatEquation& equation, int of) {
  const auto index = static_cast<int>(model.equations.size());
  model.equations.push_back(equation);
  occurs.push_back(occurring(residual(index)));
  discrete_of.push_back(-1);
  derivative.push_back(-1);
  derivative_of.push_back(of);
  derivative[of] = index;
}

namespace {

int times_differentiated(const System& system) {
  int most = 0;
  for (int e = 0; e < static_cast<int>(system.derivative_of.size()); ++e) {
    int times = 0;
    for (int at = e; system.derivative_of[at] >= 0; at = system.derivative_of[at]) ++times;
    most = std::max(most, times);
  }
  return most;
}

// reinit needs a state: something that the equations do not determine anyway.
bool check_reinits(const System& system, Problems& problems) {
  bool good = true;
  for (const Reinit& r : system.model.reinits) {
    if (system.kept(r.state) && system.state[r.state]) continue;
    good = false;
    problems.report({.code     = "S0607",
                     .headline = fmt::format("reinit({0}, ...) has no effect: `{0}` is no state",
                                             system.model.variables[r.state].name),
                     .place    = r.place,
                     .help     = "the equations determine it from other states; reinit one of those, or give it "
                                 "stateSelect = StateSelect.always"});
  }
  return good;
}

std::optional<std::vector<Block>> choose_and_sort(System& system, SortedModel& out, double t,
                                                  const std::vector<double>& values, std::span<const Variable> states,
                                                  Problems& problems) {
  out.choices = choose_states(system, t, values, states);
  if (!check_reinits(system, problems)) return std::nullopt;
  return make_blocks(system, problems);
}

std::vector<Variable> states_of(const System& system) {
  std::vector<Variable> states;
  for (std::size_t v = 0; v < system.state.size(); ++v) {
    if (system.state[v]) states.push_back(static_cast<Variable>(v));
  }
  return states;
}

// What is left to say once there are blocks.
void complete(SortedModel& out, const System& system, std::vector<Block> blocks) {
  out.blocks = std::move(blocks);
  out.states = states_of(system);
  // Variables that were made on the way are none of the aliases.
  while (out.alias.size() < out.flat.variables.size())
    out.alias.push_back({.of = static_cast<Variable>(out.alias.size())});
  out.index            = times_differentiated(system);
  out.counts           = {};
  out.counts.equations = static_cast<int>(out.flat.equations.size());
  for (std::size_t v = 0; v < out.alias.size(); ++v) {
    if (out.alias[v].of != static_cast<Variable>(v)) ++out.counts.aliases;
  }
  for (const Block& b : out.blocks) {
    const auto size = static_cast<int>(b.iteration.size() + b.assignments.size());
    out.counts.unknowns += size;
    out.counts.largest_block = std::max(out.counts.largest_block, size);
  }
}

// In terms of the equations as they are written, if those do not fit; otherwise of what is left of them without aliases.
void explain_imbalance(SortedModel& out, const std::vector<FlatEquation>& written, Problems& problems) {
  const auto left = std::exchange(out.flat.equations, written);
  std::erase_if(out.flat.equations, [](const FlatEquation& e) { return e.initial; });
  std::vector<Alias> none;
  for (std::size_t v = 0; v < out.flat.variables.size(); ++v) none.push_back({.of = static_cast<Variable>(v)});
  System plain(out.flat, std::move(none));
  if (!balance(plain, &problems)) return;
  out.flat.equations = left;
  System system(out.flat, out.alias);
  balance(system, &problems);
}

// Gives what is assigned, and has no start value of its own, the value that follows from the others.
void follow(const FlatModel& model, const std::vector<Block>& blocks, std::vector<double>& values) {
  values.resize(model.variables.size(), 0.0);
  Evaluation at(model, values);
  for (const Block& block : blocks) {
    for (const auto& a : block.assignments) {
      if (model.variables[a.variable].start_given) continue;
      if (const double value = at(a.value); std::isfinite(value)) at.values[a.variable] = value;
    }
  }
  values = std::move(at.values);
}

// A velocity v = der(x) that the model would like to have as a state, but does not differentiate itself: an acceleration that
// nobody uses makes it a candidate (Modelica Language Specification, section 4.9.7.1: `prefer` also concerns these).
void differentiate_wishes(FlatModel& model, const std::vector<Alias>& alias) {
  const auto is_variable = [&](Node n) { return model.graph[n].op == Op::variable; };
  for (std::size_t e = 0, last = model.equations.size(); e < last; ++e) {
    const FlatEquation equation = model.equations[e];
    if (!is_variable(equation.left) || !is_variable(equation.right)) continue;
    Variable v = model.graph[equation.left].a, d = model.graph[equation.right].a;
    if (model.variables[v].derivative_of >= 0) std::swap(v, d);
    const FlatVariable& x = model.variables[v];
    if (model.variables[d].derivative_of < 0 || x.derivative_of >= 0 || x.derivative >= 0 || x.discrete || x.input)
      continue;
    if (x.state_select < StateSelect::prefer || alias[v].of != v) continue;
    FlatVariable unused;
    unused.name                  = "acceleration of " + x.name;
    const Variable rate          = model.derivative(v);
    const auto     at            = static_cast<Variable>(model.variables.size());
    model.variables[rate].hidden = unused.hidden = true;
    model.variables.push_back(std::move(unused));
    model.equations.push_back({.left   = model.graph.leaf(Op::variable, at),
                               .right  = model.graph.leaf(Op::variable, rate),
                               .place  = equation.place,
                               .length = equation.length});
  }
}

}  // namespace

double nominal(const FlatModel& model, Variable v) {
  double value = model.variables[v].nominal;
  while (value == 1 && model.variables[v].derivative_of >= 0) {
    v     = model.variables[v].derivative_of;
    value = model.variables[v].nominal;
  }
  return value == 0 ? 1.0 : std::abs(value);
}

std::optional<SortedModel> sort(FlatModel model, Problems& problems) {
  SortedModel out;
  out.flat           = std::move(model);
  const auto written = out.flat.equations;
  out.alias          = eliminate_aliases(out.flat, problems);
  for (FlatEquation& e : out.flat.equations) {
    if (e.initial) out.initial.push_back(e);
  }
  std::erase_if(out.flat.equations, [](const FlatEquation& e) { return e.initial; });
  if (!problems.none()) return std::nullopt;
  differentiate_wishes(out.flat, out.alias);

  System system(out.flat, out.alias);
  if (!balance(system)) {
    explain_imbalance(out, written, problems);
    return std::nullopt;
  }
  if (!reduce_index(system, problems)) return std::nullopt;
  std::vector<double> values = start_values(out.flat);
  auto                blocks = choose_and_sort(system, out, 0, values, {}, problems);
  if (blocks && !out.choices.empty()) {
    // Most variables have no start value of their own; the blocks give them one, and the choice may be a better one.
    follow(out.flat, *blocks, values);
    blocks = choose_and_sort(system, out, 0, values, {}, problems);
  }
  if (!blocks) return std::nullopt;
  complete(out, system, std::move(*blocks));
  if (!out.choices.empty())
    out.reduced = std::make_shared<const ReducedModel>(
        ReducedModel{out.flat, system.alias, out.initial, system.discrete_of, system.derivative, system.derivative_of});
  return out;
}

std::shared_ptr<const SortedModel> sort_again(const SortedModel& before, double t, std::vector<double> values) {
  if (!before.reduced) return nullptr;
  const ReducedModel& reduced = *before.reduced;
  const Source        nowhere("", "");
  Problems            problems(nowhere);  // of this choice, not of the model
  auto                out = std::make_shared<SortedModel>();
  out->flat               = reduced.flat;
  out->alias              = reduced.alias;
  out->initial            = reduced.initial;
  out->reduced            = before.reduced;
  System system(out->flat, out->alias);
  system.discrete_of   = reduced.discrete_of;
  system.derivative    = reduced.derivative;
  system.derivative_of = reduced.derivative_of;
  values.resize(out->flat.variables.size(), 0.0);
  auto blocks = choose_and_sort(system, *out, t, values, before.states, problems);
  if (!blocks || !problems.none() || states_of(system) == before.states) return nullptr;
  complete(*out, system, std::move(*blocks));
  return out;
}

}  // namespace saltus::modelica
