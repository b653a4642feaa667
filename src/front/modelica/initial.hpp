#pragma once
// initial.hpp: where a model starts.
//
// Problem    start values that are fixed, initial equations and the equations of the model, for states, iteration
//            variables and free parameters, under truth values that depend on the solution.
// Method     under fixed truth values equation by equation, then by blocks, then as a whole, by damped Newton; and again as
//            long as the solution demands other truth values: all at once, or one at a time. Where conditions
//            are missing, start values count as fixed: those that the model gives first, and only where that leaves the
//            rest determined (elimination with the columns in that order).
// Reference  Modelica Language Specification, section 8.6.

#include <saltus/front/modelica/hybrid_model.hpp>

#include <string>
#include <vector>

namespace saltus::modelica {

struct InitialPoint {
  std::vector<double>      x, q;
  std::vector<std::string> assumed;  ///< variables whose start value was taken although it is not fixed
};

/// InputError S0609 with names and residuals when there is none.
InitialPoint find_initial(HybridModel& model, double t);

}  // namespace saltus::modelica
