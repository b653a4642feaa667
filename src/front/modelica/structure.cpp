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

std::optional<std::vector<Block>> choose_and_sort(System& system, SortedModel& out, const std::vector<double>& values,
                                                  Problems& problems) {
  out.choices = choose_states(system, values);
  if (!check_reinits(system, problems)) return std::nullopt;
  return make_blocks(system, problems);
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

}  // namespace

std::optional<SortedModel> sort(FlatModel model, Problems& problems, std::vector<double> values) {
  SortedModel out;
  out.flat           = std::move(model);
  const auto written = out.flat.equations;
  out.alias          = eliminate_aliases(out.flat, problems);
  for (FlatEquation& e : out.flat.equations) {
    if (e.initial) out.initial.push_back(e);
  }
  std::erase_if(out.flat.equations, [](const FlatEquation& e) { return e.initial; });
  if (!problems.none()) return std::nullopt;

  System system(out.flat, out.alias);
  if (!balance(system)) {
    explain_imbalance(out, written, problems);
    return std::nullopt;
  }
  if (!reduce_index(system, problems)) return std::nullopt;
  const bool at_start = values.empty();
  if (at_start) values = start_values(out.flat);
  auto blocks = choose_and_sort(system, out, values, problems);
  if (blocks && at_start && !out.choices.empty()) {
    // Most variables have no start value of their own; the blocks give them one, and the choice may be a better one.
    follow(out.flat, *blocks, values);
    blocks = choose_and_sort(system, out, values, problems);
  }
  if (!blocks) return std::nullopt;
  out.blocks = std::move(*blocks);

  // Variables that were made on the way are none of the aliases.
  while (out.alias.size() < out.flat.variables.size())
    out.alias.push_back({.of = static_cast<Variable>(out.alias.size())});
  for (std::size_t v = 0; v < system.state.size(); ++v) {
    if (system.state[v]) out.states.push_back(static_cast<Variable>(v));
  }
  out.index            = times_differentiated(system);
  out.counts.equations = static_cast<int>(out.flat.equations.size());
  for (std::size_t v = 0; v < out.alias.size(); ++v) {
    if (out.alias[v].of != static_cast<Variable>(v)) ++out.counts.aliases;
  }
  for (const Block& b : out.blocks) {
    const auto size = static_cast<int>(b.iteration.size() + b.assignments.size());
    out.counts.unknowns += size;
    out.counts.largest_block = std::max(out.counts.largest_block, size);
  }
  return out;
}

}  // namespace saltus::modelica
