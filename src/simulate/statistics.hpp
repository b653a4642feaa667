#pragma once
// statistics.hpp: what a run cost. Counts only: the same input gives the same statistics on every machine, but for
// `evaluation`, which names what the machine allows.

#include <string>

namespace saltus {

struct Statistics {
  std::string method;         ///< or methods, in the order in which they came into use
  std::string choice;         ///< why: what `automatic` knew, or "as asked"
  std::string linear_solver;  ///< "dense", "banded (2, 2)", "sparse", "gmres"; empty for explicit methods
  std::string certificate;  ///< "rigorous", or "numerical" when a relation is a black box, or "none: ..." and what was done
  std::string detection;        ///< as in Options
  std::string surface_control;  ///< as in Options
  std::string evaluation;  ///< of text models: "code in 2 of 3 modes", "tape, as asked", or "tape: " and why; else empty
  long        steps = 0, rejected = 0;
  long        rhs = 0, residuals = 0, jacobians = 0, factorizations = 0, newton_iterations = 0;
  long        restarts            = 0;
  long        surface_evaluations = 0;         ///< values of g, during location and settling
  long        enclosures          = 0;         ///< Taylor models of g over a piece of a step
  long        events = 0, silent_changes = 0;  ///< silent: a relation changed and no condition did
  long        passes = 0, grazes = 0, modes = 0;
  long        state_changes = 0;  ///< by models that can choose their states

  bool operator==(const Statistics&) const = default;
};

std::string to_text(const Statistics& statistics);

}  // namespace saltus
