#pragma once
// structure.hpp: from equations in any order to a sequence of small problems.
//
// Problem    which equation determines which unknown, in which order, and which of them only together? Which equations
//            must be differentiated first, and which variables remain as states?
// Method     alias elimination; Pantelides' algorithm for the equations to differentiate; dummy derivatives with
//            stateSelect; matching with a Dulmage-Mendelsohn diagnosis of what is too much or missing; Tarjan's blocks;
//            tearing.
// Reference  Pantelides, SIAM J. Sci. Stat. Comput. 9 (1988) 213-231; Mattsson & Soederlind, SIAM J. Sci. Comput. 14
//            (1993) 677-692; Pothen & Fan, ACM TOMS 16 (1990) 303-324; Tarjan, SIAM J. Comput. 1 (1972) 146-160.

#include <saltus/front/modelica/flat.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace saltus::modelica {

/// A variable that is another one, or its negative, or a number.
struct Alias {
  Variable of     = -1;  ///< -1: a constant
  int      sign   = 1;
  double   offset = 0;  ///< the number, if of = -1
};

/// One step of the sorted sequence.
struct Block {
  /// variable := expression. For the variables of a torn block these use its iteration variables.
  struct Assignment {
    Variable variable;
    Node     value;
    int      equation;  ///< of SortedModel::flat
  };
  struct Residual {
    Node value;  ///< is to be zero
    int  equation;
  };
  std::vector<Variable>   iteration;         ///< unknowns of the block that are solved for together; empty: explicit
  std::vector<Assignment> assignments;       ///< in order
  std::vector<Residual>   residuals;         ///< as many as iteration variables
  bool                    discrete = false;  ///< determines discrete variables (also)
  bool linear = false;  ///< the residuals are linear in the iteration variables (for fixed conditions)
};

/// Where the choice of states is one among several and depends on values (the pendulum in x and y): a run that comes close
/// to where `constraints` no longer determine `dependent` should sort again with the values it has then.
struct StateChoice {
  std::vector<Variable> chosen;       ///< states that could have been dependent
  std::vector<Variable> dependent;    ///< could have been states; the constraints give them
  std::vector<int>      constraints;  ///< equations, as many as `dependent`
  /// How the constraints depend on the variables: `dependent`, then `chosen`.
  struct Entry {
    int  row, column;
    Node value;
  };
  std::vector<Entry>  entries;
  std::vector<double> sizes;  ///< by column: nominal values, larger for what is less wanted as a state (exchange.hpp)

  /// From this gain on an exchange is due during a run. Choosing anew leaves none above 1.5, so that states do not change to
  /// and fro; y = -sqrt(1 - x^2) has a slope of 3 at 72 degrees. Between 1.5 and 5 it makes no difference to the number of
  /// steps; at 10 mechanisms come to a halt.
  static constexpr double alarm = 3;
};

/// The equations when their index has been reduced, and before states are chosen.
struct ReducedModel {
  FlatModel                 flat;
  std::vector<Alias>        alias;
  std::vector<FlatEquation> initial;
  std::vector<Variable>     discrete_of;                ///< by equation, as in system.hpp
  std::vector<int>          derivative, derivative_of;  ///< likewise
};

struct SortedModel {
  FlatModel                 flat;     ///< with the equations that were differentiated; aliases are replaced everywhere
  std::vector<Alias>        alias;    ///< by variable: of = itself when it is not one
  std::vector<Variable>     states;   ///< whose derivatives are unknowns
  std::vector<Block>        blocks;   ///< known: time, states, pre(...), inputs; unknown: everything else
  std::vector<FlatEquation> initial;  ///< initial equations, aliases replaced
  std::vector<StateChoice>  choices;  ///< of states, where they depend on values
  std::shared_ptr<const ReducedModel> reduced;    ///< if there are choices: for choosing again
  int                                 index = 0;  ///< how often an equation was differentiated
  /// The model with every homotopy(...) at `ease` between simplified (0) and actual (1): for the initial problem, where the
  /// actual one is too hard. Empty: the text has no homotopy.
  std::function<std::shared_ptr<SortedModel>()> eased;
  struct Counts {
    int equations = 0, unknowns = 0, aliases = 0, largest_block = 0;
  } counts;
};

/// What is wrong (too many equations, unknowns without one, index that cannot be reduced) goes to `problems`, with the
/// user's names and lines. Where states can be chosen, the choice is a good one at the start values.
std::optional<SortedModel> sort(FlatModel model, Problems& problems);

/// The same model with states that are a good choice at time t and `values`, by variable of `before.flat`. Variables and nodes of
/// `before.reduced` have the same numbers in both. Null: `before` has no choice, or has chosen these, or the equations
/// cannot be sorted with others.
std::shared_ptr<const SortedModel> sort_again(const SortedModel& before, double t, std::vector<double> values);

/// The nominal value of a variable; of a derivative, that of what it is a derivative of, unless it has its own.
double nominal(const FlatModel& model, Variable v);

/// The derivative of an expression with respect to time; derivatives of variables become variables of their own.
Node differentiate(FlatModel& model, Node n, Problems& problems, Place place);

}  // namespace saltus::modelica
