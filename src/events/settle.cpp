// settle.cpp: the event iteration.
//
// Problem    at (t*, x⁻) with new signs of some surfaces: find (x⁺, q⁺, mode) such that under that mode nothing changes.
// Method     passes (t*, 0), (t*, 1), ...: take the mode that the signs demand; fire the whens that became true; make the
//            state consistent in that mode; look at every pending surface just after t* in that mode. Until at rest.
//            Where that goes in circles: a breadth-first search over single changes of contradicted conditions.
// Reference  the superdense time of Lee & Zheng, HSCC 2005; event iteration of the Modelica Language Specification 3.6,
//            appendix B; discontinuity sticking: Park & Barton 1996, Mao & Petzold 2002.
// Invariant  conditions of a pass are judged before its actions run, so the order of declaration does not matter to them.
// Departure  the truth after an instant is a *right limit*: a surface at zero, to within its rounding noise, has the sign
//            of its rate along the new flow. That is what "watched from t* + h_min on" computes, without an h_min.

#include <saltus/events/settle.hpp>

#include <saltus/events/detect.hpp>
#include <saltus/events/schedule.hpp>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>

namespace saltus::events {

using model::Form;
using model::Mode;
using model::Sign;
using model::SurfaceId;
using model::When;

namespace {

/// Derivatives of an implicit system come out of Newton's method and are this well known.
constexpr double newton_noise = 1e-10;

/// Modes that a search looks at: a few relations can change each other in many ways, but not in this many.
constexpr std::size_t most_searched = 200;

Sign sign_of(double v) { return static_cast<Sign>(v > 0 ? 1 : v < 0 ? -1 : 0); }

bool in_noise(const PointValue& p) { return std::abs(p.value) <= noise_factor * p.noise; }

/// A rate that is more than its own noise and leaves the noise of the value within a step.
bool decisive(const PointValue& p, double horizon) {
  return std::abs(p.rate) > noise_factor * p.rate_noise && std::abs(p.rate) * horizon > noise_factor * p.noise;
}

Sign right_limit(const PointValue& p, bool three_domains, int direction, double horizon) {
  if (!in_noise(p)) return sign_of(p.value);
  if (decisive(p, horizon)) return sign_of(p.rate * direction);
  return three_domains ? Sign(0) : sign_of(p.value);
}

/// The model has an event iteration of its own: relations keep their values until all their consequences are drawn.
bool has_level(const Mode& mode) {
  return std::any_of(mode.whens.begin(), mode.whens.end(),
                     [](const When& w) { return w.trigger == When::Trigger::holds; });
}

/// Whether a user would call these two modes. abs(y) < 1 consults the sign of y, and where nobody but that condition
/// sees it, its change is nobody's event; an `if` of the model itself always counts. A model with an event iteration of its
/// own says of each relation whether it is an event (noEvent, abs): there, only those count, and other conditions mean
/// other values of discrete variables.
bool differ(const Mode& a, const Mode& b) {
  if (&a == &b) return false;
  const bool levels = has_level(a);
  if (!levels && (a.equations.empty() || a.equations != b.equations)) return true;
  std::size_t i = 0, j = 0;
  for (;; ++i, ++j) {
    while (i < a.consultations.size() && a.consultations[i].kink) ++i;
    while (j < b.consultations.size() && b.consultations[j].kink) ++j;
    if (i == a.consultations.size() || j == b.consultations.size())
      return a.consultations.size() - i != b.consultations.size() - j;
    if (a.consultations[i].value != b.consultations[j].value) return true;
    if (levels && a.consultations[i].condition != b.consultations[j].condition) return true;
  }
}

bool waits_for_edge(const When& w) {
  return w.trigger == When::Trigger::becomes_true || w.trigger == When::Trigger::changes;
}

}  // namespace

Settling::Settling(model::Model& model, Surfaces& surfaces, const std::vector<double>& scale, int most_passes)
    : model_(model), surfaces_(surfaces), scale_(scale), most_passes_(most_passes) {}

// The sign of a surface is known while it is pending, and forgotten with the mode that asked for it.
void Settling::forget_others(HybridState& s) {
  exact_.assign(s.signs.size(), model::unknown_sign);
  for (const SurfaceId id : s.mode->surfaces)
    exact_[static_cast<std::size_t>(id)] = s.signs[static_cast<std::size_t>(id)];
  s.signs.swap(exact_);
}

/// The mode that the signs and discrete variables demand. A trace of the model is only needed when that is another one.
const Mode& Settling::demanded_mode(HybridState& s) {
  const auto& consultations = s.mode->consultations;
  const auto  holds         = [&](const model::Consultation& c) {
    return model_.catalogue().truth(c.condition, s.signs) == c.holds;
  };
  bool same = model_.fits(*s.mode, s.q);
  if (everything_) {
    same = same && std::all_of(consultations.begin(), consultations.end(), holds);
  } else {
    for (const SurfaceId id : changed_)
      for (const model::Use& use : s.mode->uses_of(id))
        same = same && (use.by_when || holds(consultations[static_cast<std::size_t>(use.position)]));
  }
  return same ? *s.mode : model_.mode_at(s.t, s.x, s.dx, s.q, {}, s.signs);
}

/// Another mode asks for other surfaces, and every condition is to be judged anew.
void Settling::enter(HybridState& s, const Mode& mode) {
  if (s.mode == &mode) return;
  s.mode      = &mode;
  everything_ = true;
  forget_others(s);
}

bool Settling::right_limits(HybridState& s, std::span<const SurfaceId> pending, std::span<Sign> signs,
                            SurfaceId& culprit) {
  const auto&             catalogue = model_.catalogue();
  const bool              implicit  = model_.form() == Form::implicit_dae;
  FlowPoint               point{s.t, s.x, s.dx, {}, s.q, s.x_noise, implicit ? newton_noise : 0.0};
  bool                    rates_known   = !implicit;
  const auto              three_domains = catalogue.three_domains();
  std::span<const double> noise         = s.x_noise;
  if (levels_ && implicit) {
    // Algebraic variables follow the time at once, and the instant is known to a few units in its last place.
    rates_known = true;
    take_rates(s, point);
    const double instant  = same_instant * std::numeric_limits<double>::epsilon() * std::abs(s.t);
    noise_                = s.x_noise;
    const auto& equations = model_.equations(*s.mode, s.q);
    for (std::size_t i = 0; i < noise_.size(); ++i)
      if (!equations.differential(i)) noise_[i] += instant * std::abs(point.dx[i]);
    noise = point.x_noise = noise_;
  }
  s.fresh.resize(catalogue.surfaces().size(), 0);
  surfaces_.take_clear_signs(pending, point, signs, s.fresh, unclear_);
  culprit = -1;
  for (const SurfaceId id : unclear_) {
    const bool three = three_domains[static_cast<std::size_t>(id)] != 0;
    // The equations hold a surface at zero only as well as they are solved.
    const bool held = three && signs[static_cast<std::size_t>(id)] == 0;
    point.x_noise   = held ? scale_ : noise;
    PointValue p    = surfaces_.at_point(id, point, false);
    if (!std::isfinite(p.value)) {
      if (culprit < 0) culprit = id;
      continue;
    }
    if (in_noise(p) && !rates_known) {  // now the slopes of the algebraic variables matter
      take_rates(s, point);
      rates_known = true;
      p           = surfaces_.at_point(id, point, false);
    }
    const Sign was   = signs[static_cast<std::size_t>(id)];
    const bool known = was != model::unknown_sign;
    if (frozen_ && in_noise(p) && known) continue;
    Sign sign = right_limit(p, three, s.direction, s.horizon);
    if (in_noise(p) && !decisive(p, s.horizon) && !three && !catalogue.surface(id).constant) {
      if (levels_) sign = keep_held_ && known ? was : Sign(0);  // held at zero, as far as anybody can tell
      sign = look_ahead(id, s, point, sign);
    }
    signs[static_cast<std::size_t>(id)]   = sign;
    s.fresh[static_cast<std::size_t>(id)] = in_noise(p) ? 1 : 0;
  }
  if (culprit < 0) return true;
  // `if y > 0 then (if log(y) > 1 ...`: what a mode asks behind a condition that no longer holds, nobody asks. Where
  // no condition fails by more than its noise, and none is about to, values say it.
  const auto& asked = s.mode->consultations;
  const auto  fails = [&](const auto& c) { return catalogue.truth(c.condition, signs) != c.holds; };
  if (std::any_of(asked.begin(), asked.end(), fails)) return true;
  point.x_noise = noise;
  for (const SurfaceId id : unclear_)
    if (const PointValue p = surfaces_.at_point(id, point, false); in_noise(p) && !decisive(p, s.horizon))
      signs[static_cast<std::size_t>(id)] = sign_of(p.value);
  return std::any_of(asked.begin(), asked.end(), fails);
}

/// Slopes of the algebraic variables and second derivatives, where the equations give them.
void Settling::take_rates(const HybridState& s, FlowPoint& point) {
  rates_ = s.dx;
  second_.assign(s.x.size(), 0);
  if (!consistency_.differentiate(model_.equations(*s.mode, s.q), s.t, s.x, rates_, second_)) return;
  point.dx  = rates_;
  point.ddx = second_;
}

/// Everything has settled with surfaces at zero as they were found: now those that the flow takes to another side count as
/// there, in changed_. False: one is not finite, likewise.
bool Settling::follow_the_flow(HybridState& s) {
  frozen_            = false;
  found_             = s.signs;
  SurfaceId  culprit = -1;
  const bool finite  = right_limits(s, s.mode->surfaces, found_, culprit);
  frozen_            = true;
  changed_.clear();
  if (!finite) {
    changed_.push_back(culprit);
    return false;
  }
  for (const SurfaceId id : s.mode->surfaces)
    if (const auto i = static_cast<std::size_t>(id); s.signs[i] != found_[i]) changed_.push_back(id);
  before_.assign(s.signs.begin(), s.signs.end());
  s.signs = found_;
  return true;
}

/// Changing all contradicted conditions together goes in circles: looks for a mode at rest by changing them one by one, the
/// fewest changes from `from` first. A leap changes others, too: where the flow comes to the end of one branch of solutions,
/// another branch may be anywhere. Leaves the state in the mode found; false: there is none within reach.
bool Settling::search(HybridState& s, const std::vector<Sign>& from, Reach reach) {
  const auto& catalogue = model_.catalogue();
  search_.assign(1, from);
  visited_.clear();
  const std::vector<double> x = s.x, dx = s.dx;
  const std::vector<Sign>   signs = s.signs;
  const Mode* const         mode  = s.mode;
  const auto                flip  = [&](const model::Consultation& c) {
    std::vector<Sign> trial = s.signs;
    catalogue.visit_relations(c.condition, [&](model::RelationId r) {
      const auto id = static_cast<std::size_t>(catalogue.relation(r).surface);
      if (const bool contradicted = trial[id] != found_[id]; contradicted) trial[id] = found_[id];
      else if (reach == Reach::leap) trial[id] = trial[id] > 0 ? Sign(-1) : Sign(1);
    });
                    search_.push_back(std::move(trial));
  };
  for (std::size_t k = 0; k < search_.size() && visited_.size() < most_searched; ++k) {
    s.x     = x;
    s.dx    = dx;
    s.signs = search_[k];
    s.mode  = &model_.mode_at(s.t, s.x, s.dx, s.q, {}, s.signs);
    if (std::find(visited_.begin(), visited_.end(), s.mode) != visited_.end()) continue;
    visited_.push_back(s.mode);
    ++counters_.passes;
    if (!make_consistent(s, nullptr)) continue;
    found_            = s.signs;
    SurfaceId culprit = -1;
    if (!right_limits(s, s.mode->surfaces, found_, culprit)) continue;
    bool at_rest = true;
    for (const auto& c : s.mode->consultations)
      if (catalogue.truth(c.condition, found_) != c.holds) {
        at_rest = false;
        flip(c);
      }
    if (at_rest) {
      s.signs = found_;
      forget_others(s);
      return true;
    }
    if (reach == Reach::leap)
      for (const auto& c : s.mode->consultations)
        if (catalogue.truth(c.condition, found_) == c.holds) flip(c);
  }
  s.x     = x;
  s.dx    = dx;
  s.signs = signs;
  s.mode  = mode;
  return false;
}

// Value and rate vanish: a contact of higher order, such as (y - 1)^3 at y = 1. Follow the flow for a short while by its
// Taylor polynomial of second order and take the first sign that shows. Where none does, the sign stays what it was.
Sign Settling::look_ahead(SurfaceId id, const HybridState& s, const FlowPoint& point, Sign undecided) {
  const std::size_t n = s.x.size();
  if (model_.form() == Form::explicit_ode) {
    second_.resize(n);
    model_.equations(*s.mode, s.q).rate(s.t, s.x, s.dx, s.dx, second_);
  }
  ahead_.resize(n);
  const double shortest = 64 * std::numeric_limits<double>::epsilon() * std::max(std::abs(s.t), s.horizon * 1e-6);
  for (double length = shortest; length <= 1e-3 * s.horizon; length *= 64) {
    const double d = length * s.direction;
    for (std::size_t i = 0; i < n; ++i) ahead_[i] = s.x[i] + d * (point.dx[i] + 0.5 * d * second_[i]);
    FlowPoint later    = point;
    later.t            = s.t + d;
    later.x            = ahead_;
    const PointValue p = surfaces_.at_point(id, later, false);
    if (std::isfinite(p.value) && !in_noise(p)) return sign_of(p.value);
  }
  return undecided;
}

Result<int, NotSettled> Settling::make_consistent(HybridState& s, const Consistency::Unknowns* unknowns) {
  auto& equations = model_.equations(*s.mode, s.q);
  if (model_.form() == Form::explicit_ode) {
    equations.rhs(s.t, s.x, s.dx);
    ++counters_.rhs;
    for (std::size_t i = 0; i < s.dx.size(); ++i)
      if (!std::isfinite(s.dx[i])) return NotSettled{.cause = NotSettled::Cause::not_finite, .component = i};
    return 1;
  }
  if (unknowns == nullptr) {
    Consistency::usual(equations, unknowns_);
    for (const int i : request_.keep) unknowns_.value[static_cast<std::size_t>(i)] = 0;
    for (const int i : request_.solve_for) unknowns_.value[static_cast<std::size_t>(i)] = 1;
    unknowns = &unknowns_;
  }
  const auto solved = consistency_.solve(equations, s.t, s.x, s.dx, *unknowns, scale_);
  if (!solved) return NotSettled{.cause = NotSettled::Cause::not_consistent, .inconsistency = solved.error()};
  counters_.residuals += *solved;
  if (levels_) consistency_.raise_noise(*unknowns, s.x_noise);
  return *solved;
}

// The truth of a `when`, and whether that is its edge.
void Settling::judge_when(std::size_t k, const Mode& mode, bool initial, HybridState& s) {
  const When& w     = mode.whens[k];
  const bool  truth = model_.catalogue().truth(w.condition, s.signs), was = s.when_truth[k] != 0;
  s.when_truth[k] = truth ? 1 : 0;
  const bool edge = w.trigger == When::Trigger::changes ? truth != was : truth && !was;
  if (!edge || (initial && !w.initial) || fired_[k] != 0) return;
  fired_[k] = 1;
  firing_.push_back(static_cast<int>(k));
}

// Relations whose change made a condition of `mode` change or a `when` of it fire.
void Settling::note_changes(const HybridState& s, const Mode& mode, Happenings& h) {
  const auto& catalogue = model_.catalogue();
  const auto  note      = [&](model::PropositionId p) {
    catalogue.visit_relations(p, [&](model::RelationId r) {
      const auto surface = static_cast<std::size_t>(catalogue.relation(r).surface);
      if (surface >= before_.size() || before_[surface] == model::unknown_sign) return;
      const bool now = catalogue.truth_of(r, s.signs);
      if (catalogue.truth_of(r, before_) == now) return;
      for (const auto& c : h.changes)
        if (c.relation == r && c.becomes == now) return;
      h.changes.push_back({r, now});
    });
  };
  const auto look = [&](const model::Use& use) {
    const auto k = static_cast<std::size_t>(use.position);
    if (use.by_when) {
      if (k < fired_.size() && fired_[k] != 0) note(mode.whens[k].condition);
    } else if (const auto& c = mode.consultations[k]; catalogue.truth(c.condition, s.signs) != c.holds) {
      note(c.condition);
    }
  };
  if (everything_) {
    for (std::size_t k = 0; k < mode.consultations.size(); ++k) look({static_cast<int>(k), false});
    for (std::size_t k = 0; k < mode.whens.size(); ++k)
      if (mode.whens[k].trigger != When::Trigger::sample) look({static_cast<int>(k), true});
    return;
  }
  touched_.clear();
  for (const SurfaceId id : changed_) {
    const auto uses = mode.uses_of(id);
    touched_.insert(touched_.end(), uses.begin(), uses.end());
  }
  std::sort(touched_.begin(), touched_.end(), [](const model::Use& a, const model::Use& b) {
    return std::pair(a.by_when, a.position) < std::pair(b.by_when, b.position);
  });
  for (const model::Use& use : touched_) look(use);
}

// An action that makes its own condition false has re-armed it, even if the flow makes it true again at once: that is a
// new edge. (A ball with e = 0: v := 0 makes v < 0 false, gravity makes it true.)
void Settling::rearm(HybridState& s, const Mode& mode) {
  const auto& catalogue = model_.catalogue();
  exact_                = s.signs;
  const FlowPoint after{s.t, s.x, s.dx, {}, s.q, s.x_noise, 0},
      before{s.t, x_before_, s.dx, {}, q_before_, s.x_noise, 0};
  rearmed_.clear();
  for (const int fired : firing_) {
    const auto k = static_cast<std::size_t>(fired);
    if (mode.whens[k].trigger != When::Trigger::becomes_true) continue;
    catalogue.visit_relations(mode.whens[k].condition, [&](model::RelationId r) {
      const SurfaceId id    = catalogue.relation(r).surface;
      const double    value = surfaces_.at_point(id, after, false).value;
      if (value != surfaces_.at_point(id, before, false).value) exact_[static_cast<std::size_t>(id)] = sign_of(value);
    });
    if (catalogue.truth(mode.whens[k].condition, exact_)) continue;
    s.when_truth[k] = 0;
    rearmed_.push_back(fired);
  }
}

std::optional<std::string> Settling::not_finite_after_action(const HybridState& s) const {
  const auto& names      = model_.catalogue().names;
  double      not_finite = 0;  // stays zero for finite numbers
  for (const double v : s.x) not_finite += 0 * v;
  for (const double v : s.q) not_finite += 0 * v;
  if (not_finite == 0) return std::nullopt;
  for (std::size_t i = 0; i < s.x.size(); ++i)
    if (!std::isfinite(s.x[i])) return "the action leaves " + names.variables[i] + " at a value that is not finite";
  for (std::size_t i = 0; i < s.q.size(); ++i)
    if (!std::isfinite(s.q[i])) return "the action leaves " + names.discrete[i] + " at a value that is not finite";
  return std::nullopt;
}

Result<int, NotSettled> Settling::start(HybridState& s, const Consistency::Unknowns* unknowns, Happenings& happenings) {
  happenings.clear();
  request_ = {};
  // Exact evaluation first. For an implicit model the consultations may depend on values that are not solved yet, so
  // mode and consistent values are found in turns; right limits come when the two agree.
  s.signs.clear();
  s.mode  = &model_.mode_at(s.t, s.x, s.dx, s.q, {}, s.signs);
  frozen_ = levels_ = has_level(*s.mode);
  visited_.clear();
  for (int pass = 0;; ++pass) {
    if (auto done = make_consistent(s, unknowns); !done) return done;
    SurfaceId culprit = -1;
    if (!right_limits(s, s.mode->surfaces, s.signs, culprit))
      return NotSettled{.cause = NotSettled::Cause::relation_not_finite, .surface = culprit};
    const Mode& next = model_.mode_at(s.t, s.x, s.dx, s.q, {}, s.signs);
    if (&next == s.mode) break;
    if (pass >= most_passes_ || std::find(visited_.begin(), visited_.end(), &next) != visited_.end()) {
      NotSettled failure{.cause = NotSettled::Cause::cycle, .passes = pass + 1};
      for (const auto& c : s.mode->consultations)
        if (model_.catalogue().truth(c.condition, s.signs) != c.holds)
          model_.catalogue().visit_relations(c.condition, [&](model::RelationId r) { failure.relations.push_back(r); });
      return failure;
    }
    visited_.push_back(s.mode);
    s.mode = &next;
  }
  const auto& whens = s.mode->whens;
  s.when_truth.assign(whens.size(), 0);
  s.ticks.assign(whens.size(), 0);
  fired_.assign(whens.size(), 0);
  ticking_.clear();
  for (std::size_t k = 0; k < whens.size(); ++k) {
    if (whens[k].trigger == When::Trigger::sample) {
      s.ticks[k] = Schedule::first_tick(whens[k], s.t, s.direction, whens[k].initial);
      if (whens[k].initial && s.ticks[k] >= 0 && Schedule::tick(whens[k], s.ticks[k]) == s.t) {
        ticking_.push_back(static_cast<int>(k));
        s.ticks[k] += s.direction;
      }
      continue;
    }
    s.when_truth[k] = model_.catalogue().truth(whens[k].condition, s.signs) ? 1 : 0;
    if (whens[k].initial && s.when_truth[k] != 0) s.when_truth[k] = 0;  // its edge is now
  }
  return iterate(s, {{}, {}, {}, ticking_}, true, happenings);
}

Result<int, NotSettled> Settling::settle(HybridState& s, const Instant& instant, Happenings& happenings) {
  happenings.clear();
  request_.keep.clear();
  request_.solve_for.clear();
  before_.assign(instant.before.begin(), instant.before.end());
  changed_.assign(instant.changed.begin(), instant.changed.end());
  everything_ = false;
  frozen_ = levels_ = has_level(*s.mode);
  return iterate(s, instant, false, happenings);
}

Result<int, NotSettled> Settling::iterate(HybridState& s, const Instant& instant, bool initial, Happenings& h) {
  const auto& catalogue = model_.catalogue();
  if (initial) {
    before_     = s.signs;
    everything_ = true;
  }
  rearmed_.clear();
  x_before_ = s.x;
  q_before_ = s.q;
  visited_.clear();
  followed_.clear();
  keep_held_                   = false;
  const Mode* const start_mode = s.mode;
  int               passes     = 0;
  bool              moved      = initial || model_.form() == Form::implicit_dae;  // any surface may be anywhere
  origin_                      = s.signs;

  for (int pass = 0; pass < most_passes_; ++pass) {
    ++counters_.passes;
    passes = pass + 1;
    // The mode that the signs demand, and the whens that became true.
    const Mode& next  = demanded_mode(s);
    const auto& whens = next.whens;
    if (&next != s.mode) everything_ = true;
    s.when_truth.resize(whens.size(), 0);
    s.ticks.resize(whens.size(), 0);
    fired_.assign(whens.size(), 0);
    firing_.clear();
    if (everything_) {
      for (std::size_t k = 0; k < whens.size(); ++k)
        if (waits_for_edge(whens[k])) judge_when(k, next, initial, s);
    } else {
      for (const SurfaceId id : changed_)
        for (const model::Use& use : next.uses_of(id))
          if (use.by_when && waits_for_edge(whens[static_cast<std::size_t>(use.position)]))
            judge_when(static_cast<std::size_t>(use.position), next, initial, s);
      for (const int k : rearmed_) judge_when(static_cast<std::size_t>(k), next, initial, s);
    }
    if (pass == 0)
      for (const int k : instant.ticking) {
        fired_[static_cast<std::size_t>(k)] = 1;
        firing_.push_back(k);
      }
    if (&next == s.mode && firing_.empty())
      for (std::size_t k = 0; k < whens.size(); ++k)
        if (whens[k].trigger == When::Trigger::holds && catalogue.truth(whens[k].condition, s.signs)) {
          fired_[k] = 1;
          firing_.push_back(static_cast<int>(k));
        }
    std::sort(firing_.begin(), firing_.end());
    const bool any = !firing_.empty();

    note_changes(s, *s.mode, h);
    if (&next == s.mode && !any && frozen_ && !follow_the_flow(s))
      return NotSettled{.cause   = NotSettled::Cause::relation_not_finite,
                        .surface = changed_.empty() ? -1 : changed_.front()};
    if (&next == s.mode && !any && frozen_ && !changed_.empty()) {
      if (std::find(followed_.begin(), followed_.end(), s.mode) != followed_.end()) {
        // Back where the flow has been followed from: what is held at zero now stays on the side that it came from; where
        // nothing is, this branch of solutions ends here.
        frozen_ = false;
        if (keep_held_ && !search(s, before_, Reach::leap)) break;
        frozen_    = true;
        keep_held_ = true;
        followed_.clear();
        visited_.clear();
        everything_ = true;
        continue;
      }
      followed_.push_back(s.mode);
      if (pass > 0) h.rests.push_back({s.mode, s.x, s.q});
      continue;
    }
    if (&next == s.mode && !any) {
      h.passes       = pass + 1;
      h.mode_changed = differ(*s.mode, *start_mode);
      return pass + 1;
    }
    if (!any && std::find(visited_.begin(), visited_.end(), &next) != visited_.end()) {
      if (!search(s, origin_, Reach::contradicted) && !(levels_ && search(s, origin_, Reach::leap))) break;
      moved       = true;
      everything_ = true;
      changed_.clear();
      visited_.clear();
      continue;
    }
    if (any) {
      visited_.clear();
      followed_.clear();
    }
    visited_.push_back(s.mode);
    everything_ = false;
    changed_.clear();
    enter(s, next);

    if (any) {
      for (const int k : firing_) {
        h.fired.push_back(k);
        h.terminal = h.terminal || whens[static_cast<std::size_t>(k)].terminal;
      }
      try {
        model_.act(next, s.t, s.x, s.dx, s.q, fired_, request_);
      } catch (const std::exception& e) {
        return NotSettled{.cause = NotSettled::Cause::action_threw, .whens = {h.fired.back()}, .what = e.what()};
      }
      if (const auto bad = not_finite_after_action(s)) {
        s.x = x_before_;
        s.q = q_before_;
        return NotSettled{.cause = NotSettled::Cause::action_threw, .whens = {h.fired.back()}, .what = *bad};
      }
      if (s.x != x_before_) {
        moved = true;
        for (std::size_t i = 0; i < s.x.size(); ++i)
          if (s.x[i] != x_before_[i])
            s.x_noise[i] = representation * std::abs(s.x[i]);  // a value that was set is exact
      }
      moved = moved || (s.mode->discrete_matters && s.q != q_before_);
      rearm(s, next);
      // Discrete variables may have changed: the mode they demand, with the signs as they are.
      enter(s, demanded_mode(s));
    } else {
      rearmed_.clear();
    }
    if (auto done = make_consistent(s, nullptr); !done) {
      // A mode without a solution on the way to others: look for one that has.
      if (!levels_ || !(search(s, origin_, Reach::contradicted) || search(s, origin_, Reach::leap))) return done;
      moved       = true;
      everything_ = true;
      visited_.clear();
      continue;
    }
    moved = moved || s.mode != start_mode;

    before_.assign(s.signs.begin(), s.signs.end());
    found_            = s.signs;
    SurfaceId culprit = -1;
    if (!right_limits(s, moved ? std::span<const SurfaceId>(s.mode->surfaces) : instant.suspects, found_, culprit))
      return NotSettled{.cause = NotSettled::Cause::relation_not_finite, .surface = culprit};
    if (any) origin_ = s.signs;
    s.signs = found_;
    if (s.signs != before_)
      for (const SurfaceId id : s.mode->surfaces)
        if (const auto i = static_cast<std::size_t>(id); s.signs[i] != before_[i]) changed_.push_back(id);
  }

  // Never at rest: name the relations that keep changing and the whens that keep firing.
  NotSettled failure{.cause = NotSettled::Cause::cycle, .passes = passes};
  for (const auto& c : h.changes)
    if (std::find(failure.relations.begin(), failure.relations.end(), c.relation) == failure.relations.end())
      failure.relations.push_back(c.relation);
  for (std::size_t k = 0; k < fired_.size(); ++k)
    if (fired_[k] != 0) failure.whens.push_back(static_cast<int>(k));
  return failure;
}

}  // namespace saltus::events
