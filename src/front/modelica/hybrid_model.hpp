#pragma once
// hybrid_model.hpp: a sorted model as the engine knows models (model/model.hpp).
//
// Discrete variables v of the language are functions of relations and of pre(...). What the engine stores is pre(v) alone:
// the values from before. At an event it looks for the mode that relations and pre(...) demand; once that has come to
// rest, the `when` with trigger `holds` makes pre(v) := v and performs reinit, and the search begins anew, until
// pre(v) = v for all of them (Modelica Language Specification, section 8.6 and appendix B).

#include <saltus/front/modelica/lower.hpp>

#include <saltus/core/dual.hpp>
#include <saltus/model/jacobian_plan.hpp>
#include <saltus/model/model.hpp>

#include <map>
#include <memory>

namespace saltus::modelica {

/// Evaluates nodes of the engine's graph on plain numbers.
class NodeValues {
 public:
  double operator()(const model::Program& program, double t, std::span<const double> x, std::span<const double> dx,
                    std::span<const double> q);
  std::span<const double> all(const model::Program& program, double t, std::span<const double> x,
                              std::span<const double> dx, std::span<const double> q);

 private:
  std::vector<double> work_, out_;
};

class HybridModel final : public model::Model {
 public:
  explicit HybridModel(std::shared_ptr<const SortedModel> sorted);
  HybridModel(const HybridModel& other);
  ~HybridModel() override;

  std::unique_ptr<model::Model> clone() const override { return std::make_unique<HybridModel>(*this); }
  std::string                   name() const override { return sorted_->flat.name; }
  model::Form form() const override { return layout_.implicit ? model::Form::implicit_dae : model::Form::explicit_ode; }
  std::size_t size() const override { return layout_.size(); }
  const model::Catalogue& catalogue() const override { return catalogue_; }
  std::vector<double>     initial_discrete() const override;
  bool                    rigorous() const override { return true; }

  const model::Mode& mode_at(double t, std::span<const double> x, std::span<const double> dx, std::span<const double> q,
                             std::span<const int> prefix, std::vector<model::Sign>& signs) override;
  bool               fits(const model::Mode& mode, std::span<const double> q) const override;
  const model::Mode& mode(int id) const override { return *by_id_[static_cast<std::size_t>(id)]; }
  int                modes() const override { return static_cast<int>(by_id_.size()); }
  model::Equations&  equations(const model::Mode& mode, std::span<const double> q) override;
  void act(const model::Mode& mode, double t, std::span<double> x, std::span<const double> dx, std::span<double> q,
           std::span<const char> fired, model::ResetRequest& request) override;
  /// All variables of the flat model but hidden ones, aliases included.
  std::vector<std::string> observed() const override;
  void observe(const model::Mode& mode, double t, std::span<const double> x, std::span<const double> q,
               std::span<double> values) override;

  /// Of all variables of sorted(), hidden ones too.
  std::vector<double> values(double t, std::span<const double> x, std::span<const double> q);

  const SortedModel& sorted() const { return *sorted_; }
  const Layout&      layout() const { return layout_; }

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
    model::Program program;   ///< of the equations
    model::Program actions;   ///< updates, then resets
    model::Program observed;  ///< made when it is first asked for
  };
  class LockedEquations;
  using Key = std::vector<int>;

  const Kept*        recognise(std::span<const double> q, std::span<const model::Sign> signs) const;
  const model::Mode& remember(Key key, LoweredModel lowered);
  bool               holds(const DiscreteCheck& check, std::span<const double> q) const;
  double             discrete_value(model::Node n, std::span<const double> q) const;
  static Key         key_of(const LoweredModel& lowered);

  std::shared_ptr<const SortedModel>   sorted_;
  Layout                               layout_;
  Lowering                             lowering_;
  model::Catalogue                     catalogue_;
  std::map<Key, std::unique_ptr<Kept>> modes_;
  std::vector<Kept*>                   by_id_;
  mutable std::vector<const Kept*>     recent_;  ///< the last met first
  model::Pattern                       pattern_, pattern_x_, pattern_dx_;
  model::JacobianPlan                  plan_;
  std::unique_ptr<LockedEquations>     equations_;
  NodeValues                           numbers_;
  mutable std::vector<double>          answers_;       ///< of discrete_value, by node
  mutable std::vector<unsigned>        asked_;         ///< with which question each of them was computed
  mutable unsigned                     question_ = 0;  ///< counts the discrete values that `fits` was asked about
  std::vector<Variable>                shown_;         ///< variables that are observed
};

}  // namespace saltus::modelica
