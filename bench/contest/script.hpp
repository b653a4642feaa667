#pragma once
// script.hpp: what happens at the events of a run, so that it can be done again without finding or deciding anything.
//
// A transition is the part of an event that no solver can do without: the actions of the model, the switch to the new
// equations, and, for an implicit model, consistent values under them.

#include "witness.hpp"

#include <saltus/events/consistent.hpp>
#include <saltus/problems/problem.hpp>

#include <span>
#include <vector>

namespace saltus::bench {

struct Transition {
  double             t = 0;
  std::vector<Act>   acts{};              ///< in order
  const model::Mode* mode     = nullptr;  ///< afterwards
  bool               terminal = false;
};

/// Where a run starts, after initialisation.
struct Opening {
  double              t = 0;
  std::vector<double> x, dx, q;
  const model::Mode*  mode = nullptr;
};

/// Performs transitions on a state.
class Stage {
 public:
  Stage(model::Model& model, double tolerance) : model_(model), tolerance_(tolerance) {}

  /// From x⁻ to x⁺. For implicit models dx becomes consistent too; explicit solvers evaluate it themselves.
  /// Returns the evaluations that this took, or a negative number when there are no consistent values.
  int perform(const Transition& transition, std::span<double> x, std::span<double> dx, std::span<double> q);
  /// Consistent values of derivatives and algebraic variables in a mode.
  int make_consistent(const model::Mode& mode, double t, std::span<double> x, std::span<double> dx,
                      std::span<const double> q);

 private:
  model::Model&                 model_;
  double                        tolerance_;
  events::Consistency           consistency_;
  events::Consistency::Unknowns unknowns_;
  std::vector<double>           scale_;
  model::ResetRequest           request_;
};

/// A whole run as a script.
struct Rehearsal {
  Opening                 opening;
  std::vector<Transition> transitions;
};
/// One run of Saltus with a witness, fine enough that no event is in doubt; the times are the exact ones where the
/// problem knows them. Modes are those of `model`. InputError when the run does not end well.
Rehearsal rehearse(const problems::Problem& problem, model::Model& model);

}  // namespace saltus::bench
