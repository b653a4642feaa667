#pragma once
// run_text.hpp: from the text of a model to its run.

#include <saltus/front/modelica/elaborate.hpp>
#include <saltus/front/modelica/initial.hpp>
#include <saltus/front/modelica/parser.hpp>
#include <saltus/front/modelica/structure.hpp>
#include <saltus/simulate/simulation.hpp>

#include <memory>
#include <stdexcept>
#include <string>

namespace saltus::modelica::test {

/// Runs the model; what is wrong with the text is thrown.
inline Run run_text(const std::string& text, const Options& options) {
  const auto tree = parse(Source("model.mo", text));
  const auto fail = [&] { throw std::runtime_error(tree->problems.text()); };
  if (!tree->problems.none()) fail();
  auto flat = elaborate(*tree, {}, tree->problems);
  if (!flat || !tree->problems.none()) fail();
  auto sorted = sort(std::move(*flat), tree->problems);
  if (!sorted || !tree->problems.none()) fail();
  auto       model   = std::make_unique<HybridModel>(std::make_shared<const SortedModel>(std::move(*sorted)));
  const auto initial = find_initial(*model, 0);
  Simulation simulation(std::move(model), {.x = initial.x, .discrete = initial.q}, options);
  simulation.run();
  return simulation.result();
}

/// The same up to `t_end`.
inline Run run_text(const std::string& text, double t_end, double tolerance = 1e-8) {
  return run_text(text, {.t_end = t_end, .rtol = tolerance, .atol = tolerance});
}

}  // namespace saltus::modelica::test
