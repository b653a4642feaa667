#pragma once
// flat.hpp: a model after names, types, arrays, records, functions and parameters have been dealt with: scalar variables
// and equations on one graph. elaborate.hpp makes it from a text; structure.hpp sorts it.

#include <saltus/front/modelica/graph.hpp>
#include <saltus/front/modelica/source.hpp>

#include <limits>
#include <optional>

namespace saltus::modelica {

enum class Type : std::uint8_t { real, integer, boolean, enumeration };
enum class StateSelect : std::uint8_t { never, avoid, standard, prefer, always };

struct FlatVariable {
  std::string name;  ///< the user's: a.b[2].c; der(...) for a derivative
  Type        type           = Type::real;
  bool        discrete       = false;  ///< changes at events only: not Real, or declared or assigned so
  bool        free_parameter = false;  ///< a parameter with fixed = false: an unknown of the initial problem only
  bool        input          = false;  ///< of the model as a whole: keeps its start value
  Variable    derivative     = -1;     ///< der of this variable
  Variable    derivative_of  = -1;
  double      start          = 0;
  bool        start_given    = false;
  bool        fixed          = false;
  double      nominal        = 1;
  double      minimum = -std::numeric_limits<double>::infinity(), maximum = std::numeric_limits<double>::infinity();
  StateSelect state_select = StateSelect::standard;
  std::string unit, description;
  Place       place  = 0;
  bool        hidden = false;  ///< made by the translation: not a result
};

/// left = right. `v = if edge then e else pre(v)` is what a when-equation has become.
struct FlatEquation {
  Node  left, right;
  Place place   = 0;
  Place length  = 1;
  bool  initial = false;  ///< of the initial problem only
};

/// reinit(state, value) whenever `condition` becomes true.
struct Reinit {
  Variable state;
  Node     condition, value;
  Place    place;
};

struct Sampling {
  double start, interval;
  Node   first = -1;  ///< the start as an expression of free parameters, where only the initial problem tells it
};

struct Delay {
  Node   expression, time;
  double longest;
};

/// assert, terminate: checked where `condition` (a Boolean node) is true in continuous time, or at events.
struct Check {
  enum class Kind : std::uint8_t { error, warning, terminate } kind;
  Node        condition;  ///< of an assert: what must hold; of terminate: when to end
  std::string message;    ///< with <expression> where a value was not known before the run
  Place       place;
  /// What stands in < > in the message.
  std::vector<std::pair<std::string, Node>> shown = {};
};

/// A function that is not expanded into the graph: tables, random numbers, loops whose length is not known in advance.
struct OpaqueFunction {
  std::string name;
  int         inputs = 0, outputs = 1;
  bool        pure = true;
  /// Why it last gave NaN; empty: it has not. None: it cannot tell.
  std::function<std::string()> failure = {};
  /// Evaluates all outputs.
  std::function<void(std::span<const double> in, std::span<double> out)> value;
  /// d out[output] / d in[input], if known; empty: by differences.
  std::function<double(std::span<const double> in, int output, int input)> derivative;
  /// The function that is d out[k] / d in[i], at k * inputs + i: index or -1; empty: none was needed yet.
  std::vector<int>                       partials = {};
  std::vector<std::pair<double, double>> jumps    = {};  ///< reserved for tables: where value or slope jumps
};

struct Experiment {
  double                start = 0, stop = 1;
  std::optional<double> tolerance, interval;
};

/// A parameter or constant, for --set, results and the report.
struct FlatParameter {
  std::string name;
  Type        type     = Type::real;
  double      value    = 0;
  bool        settable = true;  ///< not constant, not final, not structural
  std::string unit, description;
};

struct FlatModel {
  std::string                 name, description;
  const Source*               source = nullptr;  ///< lives as long as the model; none: it was made without a text
  Graph                       graph;
  std::vector<FlatVariable>   variables;
  std::vector<FlatParameter>  parameters;
  std::vector<FlatEquation>   equations;
  std::vector<Reinit>         reinits;
  std::vector<Sampling>       samples;
  std::vector<Delay>          delays;
  std::vector<Check>          checks;
  std::vector<OpaqueFunction> functions;
  Experiment                  experiment;
  /// homotopy(actual, simplified) was met. In a model that is eased, it is simplified + ease (actual - simplified).
  bool     has_homotopy = false, eased = false;
  Variable ease = -1;

  /// der(v) as a variable of its own.
  Variable    derivative(Variable v);
  std::string text(Node n) const;  ///< as a person would write it

  /// "line 5: `der(x) = -k*x`", as it is written there if that is one line.
  std::string quote(const FlatEquation& e) const;
  std::string line(Place place) const;  ///< "line 5", or nothing without a text
};

}  // namespace saltus::modelica
