#pragma once
// simulate.hpp: from a model to a run in one call.

#include <saltus/front/blackbox/black_box.hpp>
#include <saltus/front/trace/table.hpp>
#include <saltus/front/trace/traced_model.hpp>
#include <saltus/simulate/simulation.hpp>

#include <concepts>
#include <memory>
#include <utility>
#include <vector>

namespace saltus {

/// A C++ model as the engine's value. Use it when the same model is simulated many times or with a Simulation.
template <class M>
requires(!std::same_as<M, BlackBox>) std::unique_ptr<model::Model> make_model(M m, std::size_t size = 0) {
  return std::make_unique<trace::TracedModel<M>>(std::move(m), size);
}

/// The numbers of a State<double> or Vars<double> in order of declaration.
template <class S>
std::vector<double> values_of(const S& state) {
  if constexpr (std::same_as<S, std::vector<double>>) {
    return state;
  } else {
    std::vector<double> x;
    trace::for_each_leaf(state, [&](const double& leaf) { x.push_back(leaf); });
    return x;
  }
}

/// Simulates a model from `initial` (a State<double>, a Vars<double>, or a std::vector<double> for span models).
template <class M>
requires(!std::same_as<M, BlackBox>) Run
    simulate(const M& m, const trace::InitialOf<M>& initial, const Options& options) {
  std::vector<double> x     = values_of(initial);
  auto                model = make_model(m, x.size());
  return simulate(std::move(model), Start{.x = std::move(x)}, options);
}

/// For a readable message only: initial values of another type than the model's.
template <class M, class Wrong>
requires(!std::same_as<M, BlackBox> && !std::derived_from<M, model::Model> && trace::is_struct_shape<M> &&
         !std::convertible_to<const Wrong&, trace::InitialOf<M>>) Run simulate(const M&, const Wrong&, const Options&) {
  static_assert(sizeof(Wrong) == 0,
                "saltus: the initial values of this model are its State<double> or Vars<double>: write "
                "simulate(model, {.member = value, ...}, options)");
  throw;
}

/// The same with discrete variables that start otherwise than Memory says: `simulate(Heater{}, {.T = 20}, {.on = true}, ...)`.
template <class M>
requires trace::HasMemory<M> Run simulate(const M& m, const trace::InitialOf<M>& initial,
                                          const trace::MemoryOf<M, double>& memory, const Options& options) {
  Start start{.x = values_of(initial)};
  trace::for_each_leaf(memory, [&](const auto& leaf) { start.discrete.push_back(static_cast<double>(leaf)); });
  auto model = make_model(m, start.x.size());
  return simulate(std::move(model), std::move(start), options);
}

/// Simulates a black box from x.
inline Run simulate(BlackBox box, std::vector<double> x, const Options& options) {
  return simulate(make_model(std::move(box)), Start{.x = std::move(x)}, options);
}

}  // namespace saltus
