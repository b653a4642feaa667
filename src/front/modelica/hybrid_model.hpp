#pragma once
// hybrid_model.hpp: a sorted model as the engine knows models (model/model.hpp).
//
// Discrete variables v of the language are functions of relations and of pre(...). What the engine stores is pre(v) alone:
// the values from before. At an event it looks for the mode that relations and pre(...) demand; once that has come to
// rest, the `when` with trigger `holds` makes pre(v) := v and performs reinit, and the search begins anew, until
// pre(v) = v for all of them (Modelica Language Specification, section 8.6 and appendix B).
//
// Where states are a matter of choice there are several Variants of the model, each with a vector x of its own; one of them
// is in use. They share the discrete variables, and a mode has the same number in all of them (docs/decisions/0027).

#include <saltus/front/modelica/evaluation.hpp>
#include <saltus/front/modelica/exchange.hpp>
#include <saltus/front/modelica/lower.hpp>

#include <saltus/core/dual.hpp>
#include <saltus/model/model.hpp>
#include <saltus/model/remembering.hpp>

#include <map>
#include <memory>

namespace saltus::modelica {

class HybridModel final : public model::Model, public model::Remembering {
 public:
  explicit HybridModel(std::shared_ptr<const SortedModel> sorted);
  HybridModel(const HybridModel& other);
  ~HybridModel() override;

  std::unique_ptr<model::Model> clone() const override { return std::make_unique<HybridModel>(*this); }
  std::string                   name() const override { return sorted().flat.name; }
  model::Form                   form() const override {
    return layout().implicit ? model::Form::implicit_dae : model::Form::explicit_ode;
  }
  std::size_t             size() const override { return layout().size(); }
  const model::Catalogue& catalogue() const override { return catalogue_; }
  std::vector<double>     nominal() const override;
  std::vector<double>     initial_discrete() const override;
  bool                    rigorous() const override { return true; }

  const model::Mode& mode_at(double t, std::span<const double> x, std::span<const double> dx, std::span<const double> q,
                             std::span<const int> prefix, std::vector<model::Sign>& signs) override;
  bool               fits(const model::Mode& mode, std::span<const double> q) const override;
  const model::Mode& mode(int id) const override;
  int                modes() const override { return modes_; }
  model::Equations&  equations(const model::Mode& mode, std::span<const double> q) override;
  void act(const model::Mode& mode, double t, std::span<double> x, std::span<const double> dx, std::span<double> q,
           std::span<const char> fired, model::ResetRequest& request) override;
  void use_machine_code(bool wanted) override { code_.want(wanted); }
  void make_code_at_once() { code_.at_once(); }  ///< for tests: see CodeMaker
  std::string evaluation() const override;
  /// All variables of the flat model but hidden ones, aliases included.
  std::vector<std::string> observed() const override;
  void observe(const model::Mode& mode, double t, std::span<const double> x, std::span<const double> q,
               std::span<double> values) override;

  void   begins() override;
  double farthest(double t) const override;
  bool   passed(const model::Mode& mode, const model::Passage& passage, std::span<double> q) override;
  void   happened(double t) override;

  /// Before the run delay(e, T) is what e is at its start: in an initial problem that is looked for. Makes the delayed
  /// values in q what the expressions are at the point; false: they were.
  bool take_delayed(double t, std::span<const double> x, std::span<double> q);

  /// Of all variables of sorted(), hidden ones too.
  std::vector<double> values(double t, std::span<const double> x, std::span<const double> q);
  /// Changes to a variant with other states where those in use determine the others badly.
  std::optional<model::OtherVariables> reconsider(const model::Mode& mode, double t, std::span<const double> x,
                                                  std::span<const double> q, std::span<const model::Sign> signs) override;
  void                                 rewind() override;

  /// What the model said on its way: the first time that each warning was due, and why it ended itself.
  struct Remark {
    int         check;  ///< of sorted().flat.checks
    double      t;
    std::string text;
  };
  const std::vector<Remark>& remarks() const { return remarks_; }

  /// Of the variant in use.
  const SortedModel& sorted() const { return *now_->sorted; }
  const Layout&      layout() const { return now_->layout; }

  /// The initial problem under the signs given, elsewhere under those of a point: equations of the blocks, then initial
  /// equations.
  struct InitialSystem {
    model::Program                   residuals;
    std::vector<std::vector<int>>    uses;  ///< by residual: the components that occur in it
    std::vector<int>                 rows;  ///< of the initial equations: LoweredModel::initial_rows
    std::vector<model::Consultation> consultations;
    std::vector<int>                 key;    ///< equal keys: the same truth values everywhere
    std::vector<int>                 slots;  ///< of pre(v) that initial equations give ...
    model::Program                   past;   ///< ... and what they are
  };
  InitialSystem initial_system(double t, std::span<const double> x, std::span<const double> q,
                               std::vector<model::Sign>& signs);

 private:
  struct Kept : model::Mode {
    LoweredModel   lowered;
    HotNodes       values;  ///< of the equations
    HotJacobian    slopes;
    model::Program actions;   ///< updates, then resets
    HotNodes       observed;  ///< made when it is first asked for
    model::Program delayed;   ///< expressions, then times
    model::Program choices;   ///< entries of StateChoice; likewise
  };
  using Key = std::vector<int>;
  /// The model with one choice of states.
  struct Variant {
    Variant(std::shared_ptr<const SortedModel> model, int scope, const DelayLines& lines);
    Variant(const Variant& other, const DelayLines& lines);

    std::shared_ptr<const SortedModel>   sorted;
    Layout                               layout;
    Lowering                             lowering;
    int                                  scope;  ///< of its relations in the catalogue
    std::map<Key, std::unique_ptr<Kept>> modes;
    std::vector<Kept*>                   by_id;   ///< null: not met in this variant
    mutable std::vector<const Kept*>     recent;  ///< the last met first
    model::Pattern                       pattern, pattern_x, pattern_dx;
    int                                  pattern_version = 0;  ///< counts how often it grew
    model::JacobianPlan                  plan;
    double alarm    = StateChoice::alarm;  ///< the gain from which on others are looked for; more, where there are none
    bool   hopeless = false;  ///< some constraints determine nothing, whatever is chosen: these do not count
  };
  class LockedEquations;

  const Kept*         recognise(std::span<const double> q, std::span<const model::Sign> signs) const;
  const model::Mode&  remember(Key key, LoweredModel lowered);
  int                 number_of(const LoweredModel& lowered);
  bool                holds(const DiscreteCheck& check, std::span<const double> q) const;
  double              discrete_value(model::Node n, std::span<const double> q) const;
  static Key          key_of(const LoweredModel& lowered);
  double              gain(Kept& mode, double t, std::span<const double> x, std::span<const double> q);
  std::vector<double> values(const Kept& mode, double t, std::span<const double> x, std::span<const double> q);
  double              sensible_delay(std::size_t k, double time, double t) const;
  const Check&        check(int k) const { return sorted().flat.checks[static_cast<std::size_t>(k)]; }
  std::string         said(const Kept& mode, int k, double t, std::span<const double> x, std::span<const double> q);
  void                remark(const Kept& mode, int k, double t, std::span<const double> x, std::span<const double> q);
  void                use(std::size_t variant);
  Variant&            variant_of(std::shared_ptr<const SortedModel> sorted);

  DelayLines                            lines_;  ///< by delay; of discrete expressions nothing
  std::vector<DelayedSteps>             steps_;  ///< by delay
  std::vector<double>                   delay_times_;
  std::vector<std::unique_ptr<Variant>> variants_;
  Variant*                              now_ = nullptr;
  model::Catalogue                      catalogue_;
  int                                   modes_ = 0;
  std::map<std::vector<Truth>, int>     id_of_;  ///< modes by what they mean, where there are variants
  CodeMaker                             code_;
  std::unique_ptr<LockedEquations>      equations_;
  NodeValues                            numbers_;
  Exchange                              exchange_;
  std::vector<Variable>                 shown_;  ///< variables that are observed
  std::vector<Remark>                   remarks_;
  mutable std::vector<double>           answers_;       ///< of discrete_value, by node
  mutable std::vector<unsigned>         asked_;         ///< with which question each of them was computed
  mutable unsigned                      question_ = 0;  ///< counts the discrete values that `fits` was asked about
};

}  // namespace saltus::modelica
