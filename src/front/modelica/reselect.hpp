#pragma once
// reselect.hpp: other states for the rest of a run.
//
// Problem    a pendulum in x and y has one of them as a state, and y = -sqrt(1 - x^2) has no slope where it swings level.
//            No choice of states is good for ever.
// Method     sort the model again with the values at which the run has come to a halt, and take over what it knows there.
// Reference  Mattsson, Olsson & Elmqvist, Dynamic selection of states in Dymola, Modelica Workshop 2000.

#include <saltus/front/modelica/hybrid_model.hpp>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace saltus::modelica {

struct Reselected {
  std::shared_ptr<const SortedModel> sorted;
  std::vector<double>                x, q;  ///< of a HybridModel of it, at the same point
};

/// `text`: what `model` was sorted from. Nothing: the model has no choice, or would choose the same states again.
std::optional<Reselected> reselect(const FlatModel& text, HybridModel& model, double t, std::span<const double> x,
                                   std::span<const double> q, Problems& problems);

}  // namespace saltus::modelica
