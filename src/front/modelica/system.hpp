#pragma once
// system.hpp: the equations of a model while they are being sorted, and the steps that do it (structure.cpp calls them).

#include <saltus/front/modelica/matching.hpp>
#include <saltus/front/modelica/occurrence.hpp>
#include <saltus/front/modelica/structure.hpp>

namespace saltus::modelica {

struct System {
  FlatModel&         model;
  std::vector<Alias> alias;

  // By equation of the model.
  std::vector<Occurrences> occurs;       ///< in left - right
  std::vector<Variable>    discrete_of;  ///< the discrete variable that it determines; -1: it is a continuous equation
  std::vector<int>         derivative;   ///< the equation that is its derivative; -1: none
  std::vector<int>         derivative_of;  ///< the equation that it is the derivative of; -1: none

  // By variable.
  std::vector<bool> state;

  // Kept for their marks.
  Occurring occurring;
  Walk      walk;

  System(FlatModel& of, std::vector<Alias> aliases);

  bool kept(Variable v) const { return static_cast<std::size_t>(v) >= alias.size() || alias[v].of == v; }
  /// Determined by the equations, or a state.
  bool variable(Variable v) const { return kept(v) && !model.variables[v].input && !model.variables[v].free_parameter; }
  bool continuous(Variable v) const { return variable(v) && !model.variables[v].discrete; }
  /// What a continuous equation can be solved for, whatever else is known.
  bool smooth(const Occurrence& o) const { return o.smooth && continuous(o.variable); }
  /// An unknown of the sorted sequence.
  bool unknown(Variable v) const { return variable(v) && !state[v]; }
  Node residual(int equation) {
    return model.graph.binary(Op::subtract, model.equations[equation].left, model.equations[equation].right);
  }
  /// Appends the derivative of equation `of`.
  void append(const FlatEquation& equation, int of);
};

/// Gives each discrete variable its equation and makes sure that the rest can be matched at all. False: it cannot, and why
/// is told to `problems`, if there are any.
bool balance(System& system, Problems* problems = nullptr);

/// Appends derivatives of equations until every equation can be matched with a variable that no other equation has a
/// derivative of. False: reported.
bool reduce_index(System& system, Problems& problems);

/// Marks the states. `values`: of the variables at time t, where the choice must be a good one. `states`: the choice so far,
/// from which to change no more than that needs; empty: there is none.
std::vector<StateChoice> choose_states(System& system, double t, std::vector<double> values,
                                       std::span<const Variable> states);

/// The sequence of blocks. None: reported.
std::optional<std::vector<Block>> make_blocks(System& system, Problems& problems);

/// A block of equations that hold together, as few iteration variables as a heuristic finds. `unknown_of[k]` is matched with
/// `equations[k]`. None: discrete variables in a loop; reported.
std::optional<Block> tear(System& system, const std::vector<int>& equations, const std::vector<Variable>& unknown_of,
                          Problems& problems);

/// Replaces iteration variables of a linear block by assignments, where the coefficients are numbers.
void make_explicit(System& system, Block& block);

}  // namespace saltus::modelica
