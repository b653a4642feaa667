#include <saltus/simulate/recorder.hpp>

#include <cmath>

namespace saltus {

using events::HybridState;

Recorder::Recorder(model::Model& model, const Options& options)
    : model_(&model), output_(options.output), dense_(options.dense), t_start_(options.t_start),
      interval_(options.t_end >= options.t_start ? options.interval : -options.interval) {
  std::vector<std::string> names = model.observed();
  if (names.empty()) {
    names = model.catalogue().names.variables;
    names.insert(names.end(), model.catalogue().names.discrete.begin(), model.catalogue().names.discrete.end());
    trajectory_ = Trajectory(std::move(names), model.size());
  } else {
    observed_.resize(names.size());
    dense_      = false;  // polynomials are of the state
    trajectory_ = Trajectory(std::move(names), 0);
  }
  row_.resize(model.size());
  variables_.push_back({0, model.catalogue().names.variables});
}

void Recorder::variables_are_others(double t, const model::OtherVariables& others) {
  row_.resize(others.x.size());
  variables_.push_back({events_.size(), model_->catalogue().names.variables});
  state_changes_.push_back({t, others.left, others.joined});
}

void Recorder::row(double t, const model::Mode* mode, std::span<const double> x, std::span<const double> q) {
  if (observed_.empty()) return trajectory_.add_row(t, x, q);
  if (mode == nullptr) return;  // the run failed before there was anything to see
  model_->observe(*mode, t, x, q, observed_);
  trajectory_.add_row(t, observed_, {});
}

void Recorder::clear(long rejected) {
  history_.clear();
  rejected_ = rejected;
  trajectory_.clear();
  events_.clear();
  changes_.clear();
  fired_.clear();
  jumps_.clear();
  contacts_.clear();
  state_changes_.clear();
  variables_.resize(1);
  row_.resize(variables_.front().names.size());
  next_grid_ = 1;
  shaken_    = true;
}

void Recorder::point(const HybridState& s) { row(s.t, s.mode, s.x, s.q); }

void Recorder::piece(const integrate::DenseOutput& step, double t_end, const model::Mode& mode,
                     std::span<const double> q) {
  if (dense_) trajectory_.add_polynomial(step.t0, t_end, step.h, step.degree, step.c);
  grid_at_end_ = false;
  if (output_ != Output::grid) return;
  for (;; ++next_grid_) {
    const double t = t_start_ + static_cast<double>(next_grid_) * interval_;
    if (t == t_end) {  // that row is the state itself, or the two rows of an event
      grid_at_end_ = true;
      shaken_      = false;
      ++next_grid_;
      return;
    }
    if (interval_ > 0 ? t > t_end : t < t_end) return;
    shaken_ = false;
    step.at((t - step.t0) / step.h, row_);
    row(t, &mode, row_, q);
  }
}

void Recorder::step(const integrate::Method& method, int in_use, double t, double h) {
  const long rejected = method.counters().rejected;
  history_.push_back({t, h, method.order(), static_cast<int>(rejected - rejected_), in_use});
  rejected_ = rejected;
}

void Recorder::reached(const HybridState& s) {
  const bool between = output_ == Output::grid && shaken_ && !observed_.empty() && trajectory_.size() > 0 &&
                       trajectory_.times().back() != s.t;
  if (output_ == Output::steps || grid_at_end_ || between) point(s);
}

void Recorder::event(Event::Kind kind, double t_left, const HybridState& s, std::span<const double> x_minus,
                     std::span<const double> q_minus, std::span<const double> scale, int mode_before,
                     const events::Happenings& h) {
  // At the end of a run the left limit may be there already, as the last row of the step.
  const bool there =
      trajectory_.size() > 0 && trajectory_.times().back() == s.t && (events_.empty() || events_.back().t != s.t);
  if (!there) row(s.t, &model_->mode(mode_before), x_minus, q_minus);
  for (const auto& rest : h.rests) row(s.t, rest.mode, rest.x, rest.q);
  row(s.t, s.mode, s.x, s.q);
  shaken_ = true;
  Entry e{s.t, t_left, kind, h.passes, mode_before, s.mode->id, changes_.size(), 0, fired_.size(), 0, jumps_.size(), 0};
  changes_.insert(changes_.end(), h.changes.begin(), h.changes.end());
  fired_.insert(fired_.end(), h.fired.begin(), h.fired.end());
  const bool x_jumps = !std::equal(s.x.begin(), s.x.end(), x_minus.begin());
  for (std::size_t i = 0; x_jumps && i < s.x.size(); ++i)
    if (s.x[i] != x_minus[i] && (s.mode->differential[i] != 0 || std::abs(s.x[i] - x_minus[i]) > scale[i]))
      jumps_.push_back({i, x_minus[i], s.x[i]});  // algebraic variables are solved anew and jump by rounding, always
  for (std::size_t i = 0; i < s.q.size(); ++i)
    if (s.q[i] != q_minus[i]) jumps_.push_back({s.x.size() + i, q_minus[i], s.q[i]});
  e.changes_end = changes_.size();
  e.fired_end   = fired_.size();
  e.resets_end  = jumps_.size();
  events_.push_back(e);
}

// A contact on the border of two steps is seen from both sides.
void Recorder::contact(const events::NearContact& c, double t_scale) {
  if (!contacts_.empty()) {
    events::NearContact& last = contacts_.back();
    if (last.surface == c.surface && last.kind == c.kind && std::abs(last.t - c.t) <= t_scale) {
      if (c.depth < last.depth) last = c;
      return;
    }
  }
  contacts_.push_back(c);
}

void Recorder::close(const HybridState& s) {
  if (trajectory_.size() == 0 || trajectory_.times().back() != s.t) point(s);
}

EventLog Recorder::event_log(const model::Model& model) const {
  const auto& catalogue = model.catalogue();
  const auto* variables = variables_.data();
  const auto  name_of   = [&](std::size_t index) -> const std::string& {
    const std::size_t n = variables->names.size();
    return index < n ? variables->names[index] : catalogue.names.discrete[index - n];
  };
  EventLog log;
  for (const Entry& e : events_) {
    while (variables != &variables_.back() && (variables + 1)->first_event <= log.size()) ++variables;
    Event event{.t           = e.t,
                .t_left      = e.t_left,
                .kind        = e.kind,
                .passes      = e.passes,
                .mode_before = e.mode_before,
                .mode_after  = e.mode_after};
    for (std::size_t k = e.changes_begin; k < e.changes_end; ++k)
      event.relations.push_back({catalogue.relation(changes_[k].relation).text, changes_[k].becomes});
    for (std::size_t k = e.fired_begin; k < e.fired_end; ++k)
      event.whens.push_back(model.mode(e.mode_after).whens[static_cast<std::size_t>(fired_[k])].name);
    for (std::size_t k = e.resets_begin; k < e.resets_end; ++k)
      if (const std::string& name = name_of(jumps_[k].index); !name.empty())
        event.resets.push_back({name, jumps_[k].before, jumps_[k].after});
    log.push_back(std::move(event));
  }
  return log;
}

std::vector<Graze> Recorder::graze_log(const model::Model& model) const {
  std::vector<Graze> log;
  for (const auto& c : contacts_)
    log.push_back({static_cast<Graze::Kind>(c.kind), model.catalogue().surface(c.surface).text, c.t, c.depth});
  return log;
}

}  // namespace saltus
