#include <saltus/events/detect.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace saltus::events {

using model::Sign;
using model::SurfaceId;
using model::When;

namespace {
constexpr double eps = std::numeric_limits<double>::epsilon();
}

void Detection::plan(const HybridState& s) {
  schedule_.plan(model_.catalogue(), *s.mode, s.t, s.direction, s.q, s.signs, s.ticks);
}

Result<Found, SurfaceNotFinite> Detection::first_event(const integrate::DenseOutput& step, HybridState& s,
                                                       std::span<const double> error) {
  const double t1  = step.t1();
  const bool   due = schedule_.next() == t1;
  surfaces_.look_at(step, s.q, s.x_noise);
  strategy_->begin(step, error, model_.catalogue().three_domains());
  strategy_->sift(s.mode->searched, s.signs, s.fresh, suspects_);  // most are nowhere near zero
  flips_.clear();
  ticking_.clear();
  if (suspects_.empty() && !due) return Found{.t = t1, .t_left = t1};
  outlook_.assign(suspects_.size(), {});

  const double band = same_instant * eps * std::max(std::abs(step.t0), std::abs(t1)) / std::abs(step.h);
  for (double from = 0;;) {
    signs_before_.assign(s.signs.begin(), s.signs.end());
    const auto theta = earliest_flips(s, from, band);
    if (!theta) return theta.error();
    if (flips_.empty() && !due) {
      for (const SurfaceId id : suspects_) {
        char& fresh = s.fresh[static_cast<std::size_t>(id)];
        if (fresh != 0 && strategy_->has_departed(id, s.signs[static_cast<std::size_t>(id)])) fresh = 0;
      }
      return Found{.t = t1, .t_left = t1};
    }

    Found found{.nothing = false, .by_state = !flips_.empty(), .theta = *theta, .t = t1, .t_left = t1};
    if (due && found.theta + band >= 1) found.theta = 1;
    if (found.theta < 1) found.t = step.t0 + found.theta * step.h;
    double left = 1;
    changed_.clear();
    for (const Flip& f : flips_) {
      s.signs[static_cast<std::size_t>(f.surface)] = f.after;
      changed_.push_back(f.surface);
      left = std::min(left, f.theta_left);
    }
    if (left < 1) found.t_left = step.t0 + left * step.h;
    if (due && found.theta == 1) take_due(t1, s);

    if (conditions_change(s)) {
      for (const Flip& f : flips_) strategy_->judge_pair(f);
      return found;
    }
    take_over(s);
    for (std::size_t k = 0; k < outlook_.size(); ++k)
      if (std::any_of(flips_.begin(), flips_.end(), [&](const Flip& f) { return f.surface == suspects_[k]; }))
        outlook_[k] = {};
    ++silent_changes_;  // relations changed and no condition did: go on within the step
    if (found.theta == 1) return Found{.t = t1, .t_left = t1};
    from = found.theta;
  }
}

/// Leaves in flips_ the surfaces that change first after `from`, all within one instant, and returns where; 1 if none.
Result<double, SurfaceNotFinite> Detection::earliest_flips(const HybridState& s, double from, double band) {
  flips_.clear();
  double                          first = 1;
  std::optional<SurfaceNotFinite> wall;  // nobody can see beyond it, but what comes before it counts
  for (std::size_t k = 0; k < suspects_.size(); ++k) {
    const SurfaceId id  = suspects_[k];
    Outlook&        out = outlook_[k];
    const double    to  = std::min(1.0, first + band);
    if (!out.flip && out.free_to < to) {
      const auto flip = strategy_->next_flip(id, s.signs[static_cast<std::size_t>(id)], from, to,
                                             s.fresh[static_cast<std::size_t>(id)] != 0);
      if (!flip) {
        if (!wall || flip.error().theta < wall->theta) wall = flip.error();
        first = std::min(first, wall->theta);
        continue;
      }
      out = {to, *flip};
    }
    if (out.flip) {
      flips_.push_back(*out.flip);
      first = std::min(first, out.flip->theta_right);
    }
  }
  if (wall && (flips_.empty() || first >= wall->theta)) return *wall;
  std::erase_if(flips_, [&](const Flip& f) { return f.theta_left > first + band; });
  for (const Flip& f : flips_) first = std::max(first, f.theta_right);
  return flips_.empty() ? 1.0 : first;
}

/// Surfaces of time and samples that are due at t: 3 * 0.1 and 0.3 are the same instant.
void Detection::take_due(double t, HybridState& s) {
  for (const auto& d : schedule_.all()) {
    if (std::abs(d.time - t) > same_instant * eps * std::abs(t)) continue;
    if (d.surface >= 0) {
      s.signs[static_cast<std::size_t>(d.surface)] = d.after;
      changed_.push_back(d.surface);
      suspects_.push_back(d.surface);
    } else {
      ticking_.push_back(d.when);
      s.ticks[static_cast<std::size_t>(d.when)] += s.direction;
    }
  }
}

/// Whether the signs that changed demand another mode or fire a `when`.
bool Detection::conditions_change(const HybridState& s) const {
  const auto& catalogue = model_.catalogue();
  if (!ticking_.empty()) return true;
  for (const Flip& f : flips_)
    if (f.after == 0) return true;  // a domain of its own: let the settling decide
  for (const SurfaceId id : changed_)
    for (const model::Use& use : s.mode->uses_of(id)) {
      const auto k = static_cast<std::size_t>(use.position);
      if (!use.by_when) {
        const auto& c = s.mode->consultations[k];
        if (catalogue.truth(c.condition, s.signs) != c.holds) return true;
        continue;
      }
      const When& w     = s.mode->whens[k];
      const bool  truth = catalogue.truth(w.condition, s.signs), was = s.when_truth[k] != 0;
      if (w.trigger == When::Trigger::holds     ? truth
          : w.trigger == When::Trigger::changes ? truth != was
                                                : truth && !was)
        return true;
    }
  return false;
}

/// Falling edges: the `when` is armed again.
void Detection::take_over(HybridState& s) const {
  for (const SurfaceId id : changed_)
    for (const model::Use& use : s.mode->uses_of(id))
      if (use.by_when) {
        const auto k    = static_cast<std::size_t>(use.position);
        s.when_truth[k] = model_.catalogue().truth(s.mode->whens[k].condition, s.signs) ? 1 : 0;
      }
}

bool Detection::adopt(std::span<const Sign> signs, HybridState& s) {
  flips_.clear();
  ticking_.clear();
  changed_.clear();
  suspects_ = s.mode->surfaces;
  signs_before_.assign(s.signs.begin(), s.signs.end());
  for (const SurfaceId id : s.mode->surfaces)
    if (signs[static_cast<std::size_t>(id)] != s.signs[static_cast<std::size_t>(id)]) changed_.push_back(id);
  s.signs.assign(signs.begin(), signs.end());
  if (conditions_change(s)) return true;
  take_over(s);
  return false;
}

}  // namespace saltus::events
