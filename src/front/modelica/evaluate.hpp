#pragma once
// evaluate.hpp: the value of an expression for given values of the variables, one at a time: for the choice of states at
// the initial values and for tests. Runs evaluate compiled programs instead.

#include <saltus/front/modelica/flat.hpp>
#include <saltus/front/modelica/walk.hpp>

namespace saltus::modelica {

/// Relations are taken literally, initial() is true, sample and terminal are false, and a delay has not come to an effect
/// yet: delay(e, T) is e.
class Evaluation {
 public:
  Evaluation(const FlatModel& model, std::vector<double> values_of, double at = 0)
      : values(std::move(values_of)), time(at), model_(model) {}

  double operator()(Node n);

  std::vector<double> values;    ///< by variable
  std::vector<double> previous;  ///< pre(v), by variable; empty: v itself
  double              time;

 private:
  const FlatModel&    model_;
  Walk                walk_;
  std::vector<double> results_, in_, out_;
};

/// The start values of all variables.
std::vector<double> start_values(const FlatModel& model);

}  // namespace saltus::modelica
