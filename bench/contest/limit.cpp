// limit.cpp: the least that a run can cost: the same method, told in advance when the events are and what they do.
//
// A plain loop that steps to each known time, performs the transition there and restarts the method. No surfaces, no
// certificates, no settling, no log. Restarts follow the policy of Saltus (keep the step; what a mode could bear when it
// was last left), so that the difference is detection and nothing else.

#include "contestant.hpp"
#include "methods.hpp"
#include "script.hpp"

#include <algorithm>
#include <cmath>

namespace saltus::bench {
namespace {

class LimitEntry final : public Entry {
 public:
  LimitEntry(const problems::Problem& p, double tolerance, MethodChoice method)
      : problem_(p), model_(p.make()), stage_(*model_, tolerance),
        method_(make_bare(method, integrate::Tolerances{tolerance, std::vector<double>(model_->size(), tolerance)})) {
    auto rehearsal = rehearse(p, *model_);
    opening_       = std::move(rehearsal.opening);
    transitions_   = std::move(rehearsal.transitions);
    direction_     = p.t_end >= p.t_start ? 1 : -1;
    x_.resize(opening_.x.size());
    dx_.resize(opening_.x.size());
    q_.resize(opening_.q.size());
    step_of_mode_.resize(static_cast<std::size_t>(model_->modes()));
    run();  // grows what has to grow
  }

  Answer check() override {
    const auto before = method_->counters();
    extra_            = 0;
    run();
    const auto& c = method_->counters();
    Answer      a{.finished = trouble_.empty(), .trouble = trouble_, .t = t_};
    for (const Transition& k : transitions_) a.event_times.push_back(k.t);
    a.x    = x_;
    a.q    = q_;
    a.work = {c.steps - before.steps, c.rejected - before.rejected,
              c.rhs - before.rhs + c.residuals - before.residuals + extra_, c.jacobians - before.jacobians, 0};
    return a;
  }

  void run() override {
    std::copy(opening_.x.begin(), opening_.x.end(), x_.begin());
    std::copy(opening_.dx.begin(), opening_.dx.end(), dx_.begin());
    std::copy(opening_.q.begin(), opening_.q.end(), q_.begin());
    std::fill(step_of_mode_.begin(), step_of_mode_.end(), 0.0);
    t_    = opening_.t;
    mode_ = opening_.mode;
    restart(integrate::Resume::fresh);
    for (const Transition& k : transitions_) {
      if (!step_to(k.t)) return;
      const int cost = stage_.perform(k, x_, dx_, q_);
      if (cost < 0) return fail("no consistent values");
      extra_ += cost;
      step_of_mode_[static_cast<std::size_t>(mode_->id)] = method_->next_step();
      mode_                                              = k.mode;
      if (k.terminal || t_ == problem_.t_end) return;
      auto& equations = model_->equations(*mode_, q_);
      if (equations.form() == model::Form::explicit_ode) {
        equations.rhs(t_, x_, dx_);
        ++extra_;
      }
      restart(integrate::Resume::keep_step);
    }
    step_to(problem_.t_end);
  }
  std::span<const double> x() const override { return x_; }

 private:
  bool step_to(double t) {
    while (t_ != t) {
      if (!method_->step(t)) {
        fail("the method gave up");
        return false;
      }
      method_->commit();
      t_ = method_->t();
    }
    std::copy(method_->x().begin(), method_->x().end(), x_.begin());
    std::copy(method_->dx().begin(), method_->dx().end(), dx_.begin());
    return true;
  }
  void restart(integrate::Resume resume) {
    method_->restart(model_->equations(*mode_, q_), t_, x_, dx_, direction_, resume);
    if (const double known = step_of_mode_[static_cast<std::size_t>(mode_->id)]; known > 0)
      method_->suggest_step(known);
  }
  void fail(std::string why) { trouble_ = std::move(why); }

  const problems::Problem&           problem_;
  std::unique_ptr<model::Model>      model_;
  Stage                              stage_;
  std::unique_ptr<integrate::Method> method_;
  Opening                            opening_;
  std::vector<Transition>            transitions_;
  std::vector<double>                x_, dx_, q_, step_of_mode_;
  double                             t_         = 0;
  int                                direction_ = 1;
  const model::Mode*                 mode_      = nullptr;
  long                               extra_     = 0;
  std::string                        trouble_;
};

class Limit final : public Contestant {
 public:
  explicit Limit(MethodChoice method) : Contestant("limit " + std::string(to_text(method))), method_(method) {}

  bool                   applies(const problems::Problem& p) const override { return suits(method_, p.implicit); }
  std::unique_ptr<Entry> enter(const problems::Problem& p, double tolerance) const override {
    return std::make_unique<LimitEntry>(p, tolerance, method_);
  }

 private:
  MethodChoice method_;
};

}  // namespace

void add_limits(Contestants& to) {
  for (const MethodChoice m : own_methods()) to.push_back(std::make_unique<Limit>(m));
}

}  // namespace saltus::bench
