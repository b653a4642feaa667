#include "plant.hpp"

#include <saltus/events/detect.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace saltus::bench {

using model::Form;
using model::Sign;
using model::SurfaceId;

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
/// SUNDIALS locates a root to within 100 eps (|t| + |h|), and others are no better: the state is known to that only.
constexpr double root_width = 100 * eps;

}  // namespace

GalleryPlant::GalleryPlant(const problems::Problem& problem, double tolerance)
    : problem_(problem), model_(problem.make()), tolerance_(tolerance), stage_(*model_, tolerance) {
  surfaces_.of(model_->catalogue());
}

void GalleryPlant::g(double t, const double* x, const double* dx, double* values) {
  for (std::size_t k = 0; k < thresholds_.size(); ++k) {
    const Threshold& h = thresholds_[k];
    values[k] = h.i >= 0 ? h.weight * x[h.i] + h.constant : interpret(model_->catalogue().surface(pending_[k]), t, x, dx);
  }
}

double GalleryPlant::interpret(const model::Surface& s, double t, const double* x, const double* dx) {
  const auto q = this->q();
  if (s.black_box) return s.black_box(t, {x, model_->size()}, {dx, dx == nullptr ? 0 : model_->size()}, q);
  return s.g.operator()<double>(
      [&](const model::Program::Input& in) {
        const auto i = static_cast<std::size_t>(in.index);
        switch (in.kind) {
          case model::Op::time: return t;
          case model::Op::variable: return x[i];
          case model::Op::derivative: return dx[i];
          default: return q[i];
        }
      },
      registers_);
}

// ---- deciding -------------------------------------------------------------------------------------------------------

bool GalleryPlant::record() {
  replaying_   = false;
  evaluations_ = 0;
  line_        = 0;
  script_.clear();
  event_times_.clear();
  trouble_.clear();
  const auto& p    = problem_;
  state_           = {};
  state_.t         = p.t_start;
  state_.direction = p.t_end >= p.t_start ? 1 : -1;
  state_.horizon   = std::abs(p.t_end - p.t_start);
  state_.x         = p.start.x;
  state_.dx.assign(state_.x.size(), 0.0);
  std::copy(p.start.dx.begin(), p.start.dx.end(), state_.dx.begin());
  state_.q = p.start.discrete.empty() ? model_->initial_discrete() : p.start.discrete;
  state_.x_noise.resize(state_.x.size());
  scale_.resize(state_.x.size());
  update_noise(0);
  if (!p.start.fixed.empty()) {
    trouble_ = "starts from values that only Saltus' initialisation can use";
    return false;
  }
  if (!settling_.start(state_, nullptr, happenings_)) {
    trouble_ = "initialisation failed";
    return false;
  }
  opening_ = {state_.t, state_.x, state_.dx, state_.q, state_.mode};
  enter(*state_.mode, state_.q);
  schedule_.plan(model_->catalogue(), *state_.mode, state_.t, state_.direction, state_.q, state_.signs, state_.ticks);
  first_stop_ = next_stop();
  return true;
}

double GalleryPlant::next_stop() const {
  if (replaying_) return line_ == 0 ? first_stop_ : script_[line_ - 1].next_stop;
  return state_.direction > 0 ? std::min(schedule_.next(), problem_.t_end) : std::max(schedule_.next(), problem_.t_end);
}

GalleryPlant::Next GalleryPlant::arrived(double t, double h, std::span<double> x, std::span<double> dx,
                                         std::span<const int> directions) {
  if (replaying_) return line_ < script_.size() ? follow(script_[line_++], x, dx) : Next::lost;
  Line       line;
  const Next next = decide(t, h, x, dx, directions, line);
  line.next_stop  = next_stop();
  script_.push_back(std::move(line));
  return next;
}

GalleryPlant::Next GalleryPlant::decide(double t, double h, std::span<double> x, std::span<double> dx,
                                        std::span<const int> directions, Line& line) {
  state_.t = t;
  std::copy(x.begin(), x.end(), state_.x.begin());
  if (dx.empty()) equations_->rhs(t, state_.x, state_.dx);
  else std::copy(dx.begin(), dx.end(), state_.dx.begin());
  if (h != 0) state_.horizon = std::abs(h);
  update_noise(h);
  notes_.acts.clear();
  q_before_  = state_.q;
  dx_before_ = state_.dx;

  before_.assign(state_.signs.begin(), state_.signs.end());
  signs_.assign(state_.signs.begin(), state_.signs.end());
  ticking_.clear();
  zero_domain_ = false;
  bool changes = take_roots(directions);
  changes      = take_due(t) || changes;
  if (t == problem_.t_end) changes = take_end() || changes;
  changed_.clear();
  for (const SurfaceId id : state_.mode->surfaces)
    if (signs_[static_cast<std::size_t>(id)] != before_[static_cast<std::size_t>(id)]) changed_.push_back(id);
  state_.signs      = signs_;
  changes           = changes && conditions_change();
  const bool at_end = t == problem_.t_end;
  schedule_.plan(model_->catalogue(), *state_.mode, t, state_.direction, state_.q, state_.signs, state_.ticks);
  if (!changes) {
    line.silent = true;
    return at_end ? Next::end : Next::go_on;
  }

  if (!settling_.settle(state_, {before_, changed_, state_.mode->surfaces, ticking_}, happenings_)) {
    trouble_ = "the event iteration failed";
    return Next::lost;
  }
  if (!happenings_.nothing()) event_times_.push_back(t);
  // What is decided is now done as the replay will do it, so that both are the same run to the last bit.
  line.transition   = {t, notes_.acts, state_.mode, happenings_.terminal};
  state_.q          = q_before_;
  const auto slopes = dx.empty() ? std::span<double>(dx_before_) : dx;
  const int  cost   = stage_.perform(line.transition, x, slopes, state_.q);
  if (cost < 0) {
    trouble_ = "no consistent values after an event";
    return Next::lost;
  }
  evaluations_ += cost;
  std::copy(x.begin(), x.end(), state_.x.begin());
  if (!dx.empty()) std::copy(dx.begin(), dx.end(), state_.dx.begin());
  enter(*state_.mode, state_.q);
  schedule_.plan(model_->catalogue(), *state_.mode, t, state_.direction, state_.q, state_.signs, state_.ticks);
  return happenings_.terminal || at_end ? Next::end : Next::restart;
}

/// The roots that the solver saw; where a relation has a domain of its own at zero, it is entered.
bool GalleryPlant::take_roots(std::span<const int> directions) {
  bool any = false;
  for (std::size_t k = 0; k < directions.size(); ++k) {
    if (directions[k] == 0) continue;
    const SurfaceId id    = pending_[k];
    Sign&           sign  = signs_[static_cast<std::size_t>(id)];
    const Sign      after = static_cast<Sign>(directions[k] > 0 ? 1 : -1);
    if (sign == after) continue;  // it only leaves the zero of the last event
    const bool enters_zero = model_->catalogue().three_domains()[static_cast<std::size_t>(id)] != 0 && sign != 0;
    sign                   = enters_zero ? Sign(0) : after;
    zero_domain_           = zero_domain_ || enters_zero;
    any                    = true;
  }
  return any;
}

/// What is due at t: surfaces of time and samples, as Detection takes them.
bool GalleryPlant::take_due(double t) {
  bool any = false;
  for (const auto& d : schedule_.all()) {
    if (std::abs(d.time - t) > events::same_instant * eps * std::abs(t)) continue;
    if (d.surface >= 0) {
      signs_[static_cast<std::size_t>(d.surface)] = d.after;
    } else {
      ticking_.push_back(d.when);
      state_.ticks[static_cast<std::size_t>(d.when)] += state_.direction;
    }
    any = true;
  }
  return any;
}

/// At the end of the run a surface that has just reached zero has changed.
bool GalleryPlant::take_end() {
  SurfaceId culprit = -1;
  return settling_.right_limits(state_, state_.mode->surfaces, signs_, culprit) && signs_ != before_;
}

/// Whether the new signs demand another mode or fire a `when`; if not, falling edges are taken over. As Detection does.
bool GalleryPlant::conditions_change() {
  if (!ticking_.empty() || zero_domain_) return true;
  const auto& catalogue = model_->catalogue();
  for (const auto& c : state_.mode->consultations)
    if (catalogue.truth(c.condition, state_.signs) != c.holds) return true;
  const auto& whens = state_.mode->whens;
  for (std::size_t k = 0; k < whens.size(); ++k) {
    if (whens[k].trigger == model::When::Trigger::sample) continue;
    const bool truth = catalogue.truth(whens[k].condition, state_.signs), was = state_.when_truth[k] != 0;
    if (whens[k].trigger == model::When::Trigger::changes ? truth != was : truth && !was) return true;
  }
  for (std::size_t k = 0; k < whens.size(); ++k)
    if (whens[k].trigger != model::When::Trigger::sample)
      state_.when_truth[k] = catalogue.truth(whens[k].condition, state_.signs) ? 1 : 0;
  return false;
}

void GalleryPlant::enter(const model::Mode& mode, std::span<const double> q) {
  const auto& catalogue = model_->catalogue();
  equations_            = &model_->equations(mode, q);
  pending_.clear();
  thresholds_.clear();
  for (const SurfaceId id : mode.surfaces) {
    const model::Surface& g = catalogue.surface(id);
    if (g.of_time || g.constant) continue;
    pending_.push_back(id);
    Threshold h;
    if (g.affine && g.affine->terms.size() == 1 && g.affine->terms[0].input.kind == model::Op::variable)
      h = {g.affine->terms[0].input.index, g.affine->terms[0].weight, g.affine->constant};
    thresholds_.push_back(h);
    registers_.resize(std::max(registers_.size(), g.g.registers() + 1));
  }
}

void GalleryPlant::update_noise(double h) {
  for (std::size_t i = 0; i < state_.x.size(); ++i) {
    scale_[i]         = tolerance_ + tolerance_ * std::abs(state_.x[i]);
    state_.x_noise[i] = events::representation * std::abs(state_.x[i]) +
                        root_width * (std::abs(state_.t) + std::abs(h)) * std::abs(state_.dx[i]);
  }
}

// ---- following the script --------------------------------------------------------------------------------------------

void GalleryPlant::replay() {
  replaying_   = true;
  evaluations_ = 0;
  line_        = 0;
  q_           = opening_.q;
  enter(*opening_.mode, q_);
}

GalleryPlant::Next GalleryPlant::follow(const Line& line, std::span<double> x, std::span<double> dx) {
  const bool last = line_ == script_.size();
  if (line.silent) return last ? Next::end : Next::go_on;
  // Explicit solvers know no x', and explicit models' actions do not look at it.
  const int cost = stage_.perform(line.transition, x, dx.empty() ? std::span<double>(state_.dx) : dx, q_);
  if (cost < 0) return Next::lost;
  evaluations_ += cost;
  enter(*line.transition.mode, q_);
  return last ? Next::end : Next::restart;
}

}  // namespace saltus::bench
