#pragma once
// lower.hpp: the sorted model under one set of truth values, as expressions of the engine.
//
// Problem    the engine wants smooth equations, and surfaces whose signs say how long they hold.
// Method     go through the blocks in order with numbers at hand, and take at each `if`, abs, floor, ... the branch that
//            the relations select: a relation on continuous variables is consulted (the engine watches its surface); one
//            on discrete variables is decided by their values and noted, so that the mode is known to fit them.
//            What comes out for a discrete variable v is what pre(v) becomes once everything has settled.
// Cost       linear in the graph; only for modes that have not been met.

#include <saltus/front/modelica/delay_line.hpp>
#include <saltus/front/modelica/structure.hpp>

#include <saltus/model/model.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace saltus::modelica {

/// Where the variables of a sorted model are in the engine's vectors.
struct Layout {
  explicit Layout(const SortedModel& model);

  std::vector<int>      component;         ///< by variable: in x, or -1
  std::vector<int>      slot;              ///< by variable: of pre(v) in the discrete variables, or -1
  std::vector<Variable> of_component;      ///< states and free parameters first, then iteration variables; -1: a clock
  std::vector<int>      slope_of;          ///< by component: whose derivative this iteration variable is, or -1
  std::vector<Variable> of_slot;           ///< -1: a flag
  int                   states       = 0;  ///< components that have a derivative
  int                   initial_flag = -1, first_sample_flag = -1, samples = 0;
  /// Of delay(e, T), by index: what it reads now.
  struct DelaySlots {
    bool discrete;  ///< e is: `value` is what is read, and `present` what e is; else `value` is e before the run
    int  value, present;
    int  piece;  ///< of the delay line that is read
    int  next;   ///< the instant at which e jumped next
  };
  std::vector<DelaySlots> delays;
  bool                    implicit = false;  ///< there are iteration variables
  /// Values of the flag of a sample: it is due, or will be once initial() is over.
  static constexpr int now = 1, after_initialisation = 2;

  std::size_t size() const { return of_component.size(); }
  std::size_t slots() const { return of_slot.size(); }
};

/// A value under a lock, with its number at the point where it was met.
struct Lowered {
  model::Node node  = -1;
  double      value = 0;
};

/// Where in the flat model a truth value is asked for, and what it is: the same under any choice of states.
struct Truth {
  Node node;
  int  part;   ///< of what is asked there
  int  value;  ///< 0 or 1, or the number of a piece
  auto operator<=>(const Truth&) const = default;
};

/// A truth value that is to be kept, and on which side of its surface it was.
struct KnownTruth {
  Truth       truth;
  model::Sign sign;  ///< of a - b; of a piece: no matter
};

/// A relation between discrete values that was met on the way.
struct DiscreteCheck {
  model::Node       a, b;
  model::Comparison op;
  bool              truth;
};

/// Everything that a lock makes of the model.
struct LoweredModel {
  std::vector<model::Consultation> consultations;
  std::vector<Truth>               truths;  ///< by consultation what was asked, then the pieces that were found
  std::vector<DiscreteCheck>       checks;
  std::vector<model::Node>         equations;  ///< right-hand sides, or residuals, one per component
  std::vector<model::Node>         values;     ///< by variable; -1 for aliases
  struct Update {
    int         slot;
    model::Node value;
  };
  std::vector<Update> updates;  ///< pre(v) := v
  struct Reset {
    int         component;
    model::Node value;
  };
  std::vector<Reset> resets;           ///< reinit
  bool               pending = false;  ///< something is to be updated
  std::vector<int>   failing;          ///< checks (asserts) that do not hold, in this mode and at this point
  bool               terminate = false;
  std::vector<int>   terminating;                          ///< checks that end the run
  std::vector<std::pair<std::string, model::Node>> shown;  ///< in the messages of those checks: words, and their value
  std::vector<model::Node> initial_residuals;              ///< of the initial equations, when they were asked for
  std::vector<int>         initial_rows;  ///< where they are from: initial equation k, or -1 - v for a fixed start of v
  std::vector<model::Node> delayed;       ///< by delay: its expression, now
  std::vector<model::Node> delay_times;
  std::vector<model::PropositionId> arrivals;      ///< by delay: the next jump has come through
  std::vector<Update>               initial_past;  ///< pre(v) as the initial equations say, likewise
  std::vector<model::Node>          choices;  ///< entries of SortedModel::choices, in order, when they were asked for
};

/// What a node of the engine's graph depends on.
class Dependence {
 public:
  enum : unsigned char { time = 1, state = 2, discrete = 4 };
  unsigned char of(const model::Dag& dag, model::Node n);

 private:
  std::vector<unsigned char> known_;
};

using DelayLines = std::vector<std::shared_ptr<DelayLine>>;

class Lowering {
 public:
  Lowering(const SortedModel& model, const Layout& layout, const DelayLines& lines)
      : model_(model), layout_(layout), lines_(lines) {}
  /// For a copy of the catalogue that `other` works on.
  Lowering(const SortedModel& model, const Layout& layout, const DelayLines& lines, const Lowering& other)
      : model_(model), layout_(layout), lines_(lines), functions_(other.functions_) {}

  struct Point {
    double                  t = 0;
    std::span<const double> x, dx, q;
  };
  /// What is wanted beyond what a mode is.
  enum class More { nothing, initial_equations, choices };
  /// Consultation k takes the value prefix[k] as long as the prefix lasts; then `known` decides, where it says something,
  /// then known signs, then the point.
  LoweredModel operator()(model::Catalogue& catalogue, const Point& point, std::span<const int> prefix,
                          std::vector<model::Sign>& signs, More more = More::nothing,
                          std::span<const KnownTruth> known = {});

 private:
  Lowered           number(Node n);
  bool              truth(Node n);
  Lowered           compute(Node n);
  bool              decide(Node n);
  bool              relate(model::Comparison op, const Lowered& a, const Lowered& b, Node asked_by = -1, int part = 0);
  bool              consult(model::Comparison op, const Lowered& a, const Lowered& b, Node asked_by, int part,
                            std::optional<model::Sign> as_before);
  bool              is_past(Node n);
  const KnownTruth* known(Node n, int part) const;
  model::PropositionId condition(model::Comparison op, const Lowered& a, const Lowered& b,
                                 std::optional<model::Sign> as_before, const std::function<std::string()>& text);
  Lowered              called(Node n);
  Lowered              delayed(int k);
  Lowered              delayed_instant(int k);
  int                  piece(const Lowered& x, Node n);
  Lowered              variable(Variable v);
  Lowered              discrete(int slot);
  Lowered              constant(double v) { return {catalogue_->dag.constant(v), v}; }
  Lowered unary(model::Op op, const Lowered& a, double v) { return made(catalogue_->dag.unary(op, a.node), v); }
  Lowered binary(model::Op op, const Lowered& a, const Lowered& b, double v) {
    return made(catalogue_->dag.binary(op, a.node, b.node), v);
  }
  Lowered made(model::Node n, double v) const;
  Lowered power(const Lowered& a, const Lowered& b);
  void    run(const Block& block);
  void    add_initial_equations();
  void    finish();

  const SortedModel&                 model_;
  const Layout&                      layout_;
  const DelayLines&                  lines_;
  model::Catalogue*                  catalogue_ = nullptr;
  Point                              point_;
  std::span<const int>               prefix_;
  std::vector<model::Sign>*          signs_ = nullptr;
  std::span<const KnownTruth>        known_;   ///< sorted by truth
  std::vector<Truth>                 pieces_;  ///< found so far
  LoweredModel                       out_;
  std::map<std::pair<int, int>, int> functions_;  ///< function and output, in the engine's graph
  Dependence                         dependence_;
  std::vector<Lowered>               value_;      ///< by variable
  std::vector<Lowered>               numbers_;    ///< by node; node -1: not met in this run
  std::vector<signed char>           truths_;     ///< by node; -1: not met
  std::vector<signed char>           past_;       ///< by node, see is_past; -1: not known yet
  int                                quiet_ = 0;  ///< inside noEvent or smooth
};

}  // namespace saltus::modelica
