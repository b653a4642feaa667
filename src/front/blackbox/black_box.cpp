#include <saltus/front/blackbox/black_box.hpp>

#include <saltus/core/error.hpp>
#include <saltus/model/sparsity.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace saltus {
namespace {

using model::Comparison;
using model::Form;
using model::Mode;
using model::Sign;
using model::When;

class BlackBoxModel final : public model::Model {
 public:
  explicit BlackBoxModel(BlackBox box) : box_(std::move(box)), equations_(*this) {
    catalogue_.names.variables = box_.variables;
    catalogue_.names.discrete  = box_.discrete;
    for (const Guard& guard : box_.guards) {
      const auto surface =
          catalogue_.black_box(guard.name, [g = guard.g](double t, std::span<const double> x, std::span<const double>,
                                                         std::span<const double> q) { return g(t, x, q); });
      conditions_.push_back(catalogue_.leaf(catalogue_.relation_on(surface, Comparison::greater, guard.name + " > 0")));
    }
  }
  BlackBoxModel(const BlackBoxModel& other) : BlackBoxModel(other.box_) {
    by_id_.resize(other.by_id_.size());
    for (const auto& [lock, mode] : other.modes_) {
      auto& copy = modes_[lock]                  = std::make_unique<Mode>(*mode);
      by_id_[static_cast<std::size_t>(copy->id)] = copy.get();
    }
  }

  std::unique_ptr<model::Model> clone() const override { return std::make_unique<BlackBoxModel>(*this); }
  std::string                   name() const override { return "black box"; }
  Form                          form() const override { return box_.rhs ? Form::explicit_ode : Form::implicit_dae; }
  std::size_t                   size() const override { return box_.variables.size(); }
  const model::Catalogue&       catalogue() const override { return catalogue_; }
  std::vector<double>           initial_discrete() const override { return box_.discrete_start; }
  bool                          rigorous() const override { return false; }
  bool                          fits(const Mode&, std::span<const double>) const override { return true; }
  const Mode&                   mode(int id) const override { return *by_id_[static_cast<std::size_t>(id)]; }
  int                           modes() const override { return static_cast<int>(by_id_.size()); }

  // The lock has one entry per guard; guards that switch nothing have a constant one.
  const Mode& mode_at(double t, std::span<const double> x, std::span<const double>, std::span<const double> q,
                      std::span<const int> prefix, std::vector<Sign>& signs) override {
    lock_.clear();
    signs.resize(box_.guards.size(), model::unknown_sign);
    for (std::size_t k = 0; k < box_.guards.size(); ++k) {
      if (signs[k] == model::unknown_sign) {
        const double g = box_.guards[k].g(t, x, q);
        signs[k]       = static_cast<Sign>(g > 0 ? 1 : g < 0 ? -1 : 0);
      }
      if (!box_.guards[k].switches) lock_.push_back(0);
      else if (k < prefix.size()) lock_.push_back(prefix[k]);
      else lock_.push_back(signs[k] > 0 ? 1 : 0);
    }
    if (const auto known = modes_.find(lock_); known != modes_.end()) return *known->second;
    return remember();
  }

  model::Equations& equations(const Mode& mode, std::span<const double> q) override {
    equations_.use(mode, q);
    return equations_;
  }

  void act(const Mode&, double t, std::span<double> x, std::span<const double>, std::span<double> q,
           std::span<const char> fired, model::ResetRequest&) override {
    for (std::size_t k = 0; k < fired.size(); ++k)
      if (fired[k] != 0 && box_.guards[k].reset) box_.guards[k].reset(t, x, q);
  }

 private:
  const Mode& remember() {
    auto mode  = std::make_unique<Mode>();
    mode->id   = static_cast<int>(modes_.size());
    mode->lock = lock_;
    for (std::size_t k = 0; k < box_.guards.size(); ++k) {
      const Guard& guard = box_.guards[k];
      if (guard.switches) mode->consultations.push_back({conditions_[k], lock_[k] != 0, lock_[k], false});
      When when;
      when.trigger   = guard.change == Change::either ? When::Trigger::changes : When::Trigger::becomes_true;
      when.condition = guard.change == Change::becomes_false
                           ? catalogue_.proposition({model::Proposition::Kind::negation, conditions_[k], 0})
                           : conditions_[k];
      when.initial   = guard.initial;
      when.terminal  = guard.terminal;
      when.name      = guard.name;
      mode->whens.push_back(std::move(when));
    }
    model::list_surfaces(*mode, catalogue_);
    const std::size_t n = size();
    mode->pattern.n     = n;
    for (std::size_t j = 0; j <= n; ++j) mode->pattern.column_begin.push_back(static_cast<int>(j * n));
    for (std::size_t k = 0; k < n * n; ++k) mode->pattern.row.push_back(static_cast<int>(k % n));
    mode->differential.assign(n, 1);
    for (std::size_t i = 0; i < box_.differential.size(); ++i) mode->differential[i] = box_.differential[i] ? 1 : 0;
    by_id_.push_back(mode.get());
    return *(modes_[lock_] = std::move(mode));
  }

  class Equations final : public model::Equations {
   public:
    explicit Equations(BlackBoxModel& owner) : owner_(owner) {}
    void use(const Mode& mode, std::span<const double> q) {
      mode_ = &mode;
      q_.assign(q.begin(), q.end());
    }
    std::size_t           size() const override { return owner_.size(); }
    Form                  form() const override { return owner_.form(); }
    const model::Pattern& pattern() const override { return mode_->pattern; }
    bool                  differential(std::size_t i) const override { return mode_->differential[i] != 0; }

    void rhs(double t, std::span<const double> x, std::span<double> dx) override {
      owner_.box_.rhs(t, x, frozen(), dx);
    }
    void residual(double t, std::span<const double> x, std::span<const double> dx, std::span<double> r) override {
      if (owner_.box_.residual) return owner_.box_.residual(t, x, dx, frozen(), r);
      rhs(t, x, r);
      for (std::size_t i = 0; i < r.size(); ++i) r[i] = dx[i] - r[i];
    }
    void jacobian(double t, std::span<const double> x, std::span<const double> dx, std::span<double> f_x,
                  std::span<double> f_dx) override {
      if (owner_.box_.jacobian) return owner_.box_.jacobian(t, x, dx, frozen(), f_x, f_dx);
      if (owner_.box_.rhs) {
        differences(x, f_x, [&](std::span<const double> y, std::span<double> out) { rhs(t, y, out); });
      } else {
        differences(x, f_x, [&](std::span<const double> y, std::span<double> out) { residual(t, y, dx, out); });
        differences(dx, f_dx, [&](std::span<const double> d, std::span<double> out) { residual(t, x, d, out); });
      }
    }

   private:
    Frozen frozen() const { return {q_, mode_->lock}; }

    /// Forward differences, column by column: the step balances rounding against curvature.
    template <class F>
    void differences(std::span<const double> at, std::span<double> values, F&& f) {
      const std::size_t n = at.size();
      moved_.assign(at.begin(), at.end());
      base_.resize(n);
      other_.resize(n);
      f(at, base_);
      for (std::size_t j = 0; j < n; ++j) {
        const double step = std::sqrt(std::numeric_limits<double>::epsilon()) * std::max(std::abs(at[j]), 1e-3);
        moved_[j]         = at[j] + step;
        f(moved_, other_);
        for (std::size_t i = 0; i < n; ++i) values[j * n + i] = (other_[i] - base_[i]) / (moved_[j] - at[j]);
        moved_[j] = at[j];
      }
    }
    BlackBoxModel&      owner_;
    const Mode*         mode_ = nullptr;
    std::vector<double> q_, moved_, base_, other_;
  };

  BlackBox                                     box_;
  model::Catalogue                             catalogue_;
  std::vector<model::PropositionId>            conditions_;
  model::Lock                                  lock_;
  std::map<model::Lock, std::unique_ptr<Mode>> modes_;
  std::vector<const Mode*>                     by_id_;
  Equations                                    equations_;
};

}  // namespace

std::unique_ptr<model::Model> make_model(BlackBox box) {
  std::vector<std::string> wrong;
  if (box.variables.empty()) wrong.push_back("S0120: a black box needs at least one variable name.");
  if (static_cast<bool>(box.rhs) == static_cast<bool>(box.residual))
    wrong.push_back("S0121: give a black box either `rhs` (x' = f) or `residual` (F = 0), not both and not neither.");
  if (!box.differential.empty() && box.differential.size() != box.variables.size())
    wrong.push_back(fmt::format("S0122: `differential` has {} entries for {} variables.", box.differential.size(),
                                box.variables.size()));
  if (box.discrete.size() != box.discrete_start.size())
    wrong.push_back(fmt::format("S0123: {} discrete variables and {} start values.", box.discrete.size(),
                                box.discrete_start.size()));
  for (std::size_t k = 0; k < box.guards.size(); ++k) {
    if (!box.guards[k].g)
      wrong.push_back(fmt::format("S0124: guard {} (\"{}\") has no function g.", k, box.guards[k].name));
    if (box.guards[k].name.empty()) box.guards[k].name = fmt::format("guard {}", k);
  }
  if (!wrong.empty()) throw InputError(fmt::format("{}", fmt::join(wrong, "\n")));
  return std::make_unique<BlackBoxModel>(std::move(box));
}

}  // namespace saltus
