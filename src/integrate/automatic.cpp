#include <saltus/integrate/automatic.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace saltus::integrate {

namespace {

/// Measured over the gallery: below this tolerance the higher order needs fewer evaluations, above it more.
constexpr double tight = 3e-8;
/// Where a stay between two events takes no more steps than this, the stages of a high order are computed in vain.
constexpr int short_stay = 2, many_short_stays = 4, long_stay = 6;

/// The stability interval of both pairs ends between 3.3 (tsit5) and 6 (dop853); a step that the controller holds there
/// sways about it. Accuracy keeps |h| |J| of smooth problems below 2 at the loosest tolerances.
constexpr double limit_of_stability = 2.6;
constexpr int    every              = 3;  ///< steps: looking at each one would cost a tenth of a small model's step
constexpr int    enough             = 3;  ///< suspicious looks
constexpr int    pardon             = 2;  ///< harmless looks in a row that make up for them

constexpr const char* names[] = {"tsit5", "dop853", "radau"};

}  // namespace

Automatic::Automatic(Make make, model::Form form, double tolerance)
    : make_(std::move(make)), form_(form), tolerance_(tolerance), first_(form == model::Form::implicit_dae ? radau
                                                                         : tolerance < tight               ? dop853
                                                                                                           : tsit5),
      current_(first_) {
  forget();
}

Automatic::Automatic(const Automatic& o)
    : Method(o), make_(o.make_), form_(o.form_), tolerance_(o.tolerance_), first_(o.first_), current_(o.current_),
      stiff_(o.stiff_), mode_(o.mode_), suspicious_(o.suspicious_), harmless_(o.harmless_), steps_(o.steps_),
      stay_(o.stay_), short_stays_(o.short_stays_), pair_(o.pair_), equations_(o.equations_), direction_(o.direction_),
      used_(o.used_), name_(o.name_), reasons_(o.reasons_) {
  for (std::size_t k = 0; k < made_.size(); ++k)
    if (o.made_[k]) made_[k] = o.made_[k]->clone();
}

void Automatic::forget() {
  stiff_.clear();
  suspicious_ = harmless_ = steps_ = stay_ = short_stays_ = 0;
  pair_                                                   = first_;
  used_.clear();
  name_.clear();
  reasons_.clear();
  current_ = first_;
  explain(form_ == model::Form::implicit_dae ? "radau: the model is implicit"
          : first_ == dop853                 ? fmt::format("dop853: the tolerance {} is tight", tolerance_)
                                             : fmt::format("tsit5: explicit, tolerance {}", tolerance_));
  use(first_);
}

void Automatic::explain(const std::string& why) { reasons_ += (reasons_.empty() ? "" : "; ") + why; }

Method& Automatic::use(Kind kind) {
  if (!made_[kind]) made_[kind] = make_(kind);
  current_ = kind;
  if (std::find(used_.begin(), used_.end(), kind) == used_.end()) {
    used_.push_back(kind);
    name_ += (name_.empty() ? "" : ", ") + std::string(names[kind]);
  }
  return now();
}

std::vector<std::string> Automatic::used() const {
  std::vector<std::string> all;
  for (const Kind kind : used_) all.emplace_back(names[kind]);
  return all;
}

int Automatic::in_use() const {
  return static_cast<int>(std::find(used_.begin(), used_.end(), current_) - used_.begin());
}

void Automatic::restart(model::Equations& equations, double t, std::span<const double> x, std::span<const double> dx,
                        int direction, Resume resume) {
  equations_      = &equations;
  direction_      = direction;
  const auto mode = static_cast<std::size_t>(mode_);
  if (mode >= stiff_.size()) stiff_.resize(mode + 1, 0);
  if (first_ == dop853) {
    short_stays_ = stay_ <= short_stay ? short_stays_ + 1 : 0;
    if (pair_ == dop853 && short_stays_ >= many_short_stays) {
      pair_ = tsit5;
      explain(fmt::format("tsit5 from t = {:.6g}: an event every other step", t));
    } else if (pair_ == tsit5 && stay_ >= long_stay) {
      pair_ = dop853;
    }
    stay_ = 0;
  }
  const Kind   wanted = stiff_[mode] != 0 ? radau : pair_;
  const double length = next_step();
  if (wanted != current_ || resume == Resume::fresh) suspicious_ = harmless_ = 0;
  const bool another = wanted != current_;
  use(wanted).restart(equations, t, x, dx, direction, another ? Resume::fresh : resume);
  if (another && resume == Resume::keep_step && length > 0) now().suggest_step(length);
}

void Automatic::rebind(model::Equations& equations) {
  equations_ = &equations;
  for (auto& method : made_)
    if (method) method->rebind(equations);
}

void Automatic::commit() {
  ++stay_;
  const bool   look = current_ != radau && ++steps_ % every == 0;
  const double size = look ? now().stiffness() : 0.0;  // of the step that is still pending
  now().commit();
  if (!look) return;
  if (size < limit_of_stability) {
    if (++harmless_ >= pardon) suspicious_ = 0;
    return;
  }
  harmless_ = 0;
  if (++suspicious_ >= enough) go_over_to_radau();
}

void Automatic::go_over_to_radau() {
  const Method& before = now();
  const double  length = before.next_step();
  const auto    mode   = static_cast<std::size_t>(mode_);
  if (mode >= stiff_.size()) stiff_.resize(mode + 1, 0);
  stiff_[mode] = 1;
  explain(fmt::format("radau in mode {} from t = {:.6g}: stability, not accuracy, limits the steps of {} to {:.3g}",
                      mode_, before.t(), names[current_], length));
  const auto t = before.t();
  use(radau).restart(*equations_, t, before.x(), before.dx(), direction_, Resume::fresh);
  now().suggest_step(4 * length);
}

const Counters& Automatic::counters() const {
  counters_ = {};
  for (const auto& method : made_) {
    if (method) counters_ += method->counters();
  }
  return counters_;
}

}  // namespace saltus::integrate
