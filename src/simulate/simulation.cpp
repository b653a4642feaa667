// simulation.cpp: the loop that owns the run.

#include <saltus/simulate/simulation.hpp>

#include <saltus/core/nearest_name.hpp>
#include <saltus/events/isolate.hpp>
#include <saltus/events/locate.hpp>
#include <saltus/events/schedule.hpp>
#include <saltus/events/settle.hpp>
#include <saltus/integrate/method.hpp>
#include <saltus/simulate/recorder.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace saltus {

using events::Flip;
using events::HybridState;
using events::NotSettled;
using model::Form;
using model::Mode;
using model::Sign;
using model::SurfaceId;
using model::When;

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
/// Changes closer together than this many units in the last place of t are one instant.
constexpr double same_instant = 16;
/// Polishing puts a surface of algebraic variables beyond zero by this fraction of its size over the step, so that the
/// re-initialisation in the new mode cannot flip it back.
constexpr double polish_margin = 1e-11;

/// Everything wrong with the input, in one message.
void check(const model::Model& model, const Start& start, const Options& o) {
  std::vector<std::string> wrong;
  const auto               bad = [&](std::string text) { wrong.push_back(std::move(text)); };
  const std::size_t        n = model.size();
  if (start.x.size() != n)
    bad(fmt::format("S0101: {} initial values for {} variables ({}). Give one for each.", start.x.size(), n,
                    fmt::join(model.catalogue().names.variables, ", ")));
  if (!start.dx.empty() && start.dx.size() != n)
    bad(fmt::format("S0101: {} initial derivatives for {} variables. Give one for each, or none.", start.dx.size(), n));
  if (!start.discrete.empty() && start.discrete.size() != model.catalogue().names.discrete.size())
    bad(fmt::format("S0101: {} initial values for {} discrete variables. Give one for each, or none.", start.discrete.size(),
                    model.catalogue().names.discrete.size()));
  for (std::size_t i = 0; i < start.x.size(); ++i)
    if (!std::isfinite(start.x[i]))
      bad(fmt::format("S0102: the initial value of {} is {}. It must be a number.",
                      i < n ? model.catalogue().names.variables[i] : std::to_string(i), start.x[i]));
  for (std::size_t i = 0; i < start.dx.size(); ++i)
    if (!std::isfinite(start.dx[i]))
      bad(fmt::format("S0102: the initial derivative of {} is {}. It must be a number.",
                      i < n ? model.catalogue().names.variables[i] : std::to_string(i), start.dx[i]));
  const auto& discrete = model.catalogue().names.discrete;
  for (std::size_t i = 0; i < start.discrete.size(); ++i)
    if (!std::isfinite(start.discrete[i]))
      bad(fmt::format("S0102: the initial value of {} is {}. It must be a number.", i < discrete.size() ? discrete[i] : std::to_string(i), start.discrete[i]));
  if (!std::isfinite(o.t_start) || !std::isfinite(o.t_end))
    bad(fmt::format("S0103: the time span is {} to {}. Both ends must be finite.", o.t_start, o.t_end));
  if (!(o.rtol >= 0) || !std::isfinite(o.rtol)) bad(fmt::format("S0104: rtol is {}. It must be zero or positive.", o.rtol));
  if (!(o.atol >= 0) || !std::isfinite(o.atol)) bad(fmt::format("S0104: atol is {}. It must be zero or positive.", o.atol));
  const bool no_atol = o.atol_each.empty() ? o.atol == 0 : std::all_of(o.atol_each.begin(), o.atol_each.end(), [](double a) { return a == 0; });
  if (o.rtol == 0 && no_atol) bad("S0104: rtol and atol are both zero. One of them must be positive.");
  if (!o.atol_each.empty() && o.atol_each.size() != n)
    bad(fmt::format("S0104: atol_each has {} entries for {} variables.", o.atol_each.size(), n));
  for (const double a : o.atol_each)
    if (!(a >= 0)) bad(fmt::format("S0104: an entry of atol_each is {}. All must be zero or positive.", a));
  if (!(o.largest_step > 0)) bad(fmt::format("S0105: largest_step is {}. It must be positive.", o.largest_step));
  if (!(o.first_step >= 0)) bad(fmt::format("S0105: first_step is {}. It must be positive, or 0 for an automatic choice.", o.first_step));
  if (o.output == Output::grid && !(o.interval > 0)) bad(fmt::format("S0106: the output interval is {}. It must be positive.", o.interval));
  if (model.form() == Form::implicit_dae && (o.method == MethodChoice::tsit5 || o.method == MethodChoice::dop853))
    bad(fmt::format("S0112: {} integrates explicit models x' = f(t, x) only, and this one is implicit. Use radau or automatic.", to_text(o.method)));
  if (model.form() == Form::explicit_ode && !start.fixed.empty())
    bad("S0113: `fixed` is for implicit models; the start of an explicit one is always given by its values.");
  std::vector<std::string> known;
  for (const auto& name : model.catalogue().names.variables) {
    known.push_back(name);
    known.push_back("der(" + name + ")");
  }
  for (const auto& f : start.fixed)
    if (std::find(known.begin(), known.end(), f) == known.end())
      bad(fmt::format("S0114: `fixed` names \"{}\", which is no variable or derivative.{}", f, did_you_mean(f, known)));
  if (!wrong.empty()) throw InputError(fmt::format("{}", fmt::join(wrong, "\n")));
}

std::unique_ptr<integrate::Method> make_method(const model::Model& model, const Options& o) {
  integrate::Tolerances tolerances{o.rtol, o.atol_each.empty() ? std::vector<double>(model.size(), o.atol) : o.atol_each};
  const integrate::StepLimits limits{o.largest_step, o.first_step};
  switch (o.method) {
    case MethodChoice::tsit5: return integrate::make_tsit5(std::move(tolerances), limits);
    case MethodChoice::dop853: return integrate::make_dop853(std::move(tolerances), limits);
    case MethodChoice::radau: return integrate::make_radau(std::move(tolerances), limits);
    case MethodChoice::automatic: break;
  }
  return model.form() == Form::explicit_ode ? integrate::make_tsit5(std::move(tolerances), limits)
                                            : integrate::make_radau(std::move(tolerances), limits);
}

}  // namespace

struct Simulation::Engine {
  Engine(std::unique_ptr<model::Model> m, Start s, Options o)
      : model(std::move(m)), start(std::move(s)), options(std::move(o)), method(make_method(*model, options)),
        settling(*model, surfaces, scale, options.most_passes), isolation(surfaces), recorder(*model, options) {
    rewind();
  }

  /// A copy stands where the original stands. Modes and the method's equations belong to the copied model.
  Engine(const Engine& o)
      : model(o.model->clone()), start(o.start), options(o.options), method(o.method->clone()), surfaces(o.surfaces), scale(o.scale),
        settling(*model, surfaces, scale, options.most_passes), isolation(surfaces), state(o.state), recorder(o.recorder),
        outcome(o.outcome), started(o.started), silent_changes(o.silent_changes), polish_residuals(o.polish_residuals),
        events_at_once(o.events_at_once), before_rewind(o.before_rewind), last_event_time(o.last_event_time),
        three_domains(o.three_domains), step_of_mode(o.step_of_mode) {
    if (!started) return;
    surfaces.of(model->catalogue());
    state.mode = &model->mode(o.state.mode->id);
    settling.take_counters(o.settling.counters());
    method->rebind(model->equations(*state.mode, state.q));
    plan();
  }

  void rewind() {
    recorder.clear();
    state.t         = options.t_start;
    state.direction = options.t_end >= options.t_start ? 1 : -1;
    state.x.assign(start.x.begin(), start.x.end());
    state.dx.assign(start.x.size(), 0.0);
    std::copy(start.dx.begin(), start.dx.end(), state.dx.begin());
    if (start.discrete.empty()) start.discrete = model->initial_discrete();
    state.q.assign(start.discrete.begin(), start.discrete.end());
    state.signs.clear();
    state.mode = nullptr;
    state.horizon = options.t_end != options.t_start ? std::abs(options.t_end - options.t_start) : 1.0;
    std::fill(step_of_mode.begin(), step_of_mode.end(), 0.0);
    state.x_noise.resize(state.x.size());
    for (std::size_t i = 0; i < state.x.size(); ++i) state.x_noise[i] = events::representation * std::abs(state.x[i]);
    outcome         = Outcome{.t = state.t};
    started         = false;
    silent_changes  = 0;
    events_at_once  = 0;
    last_event_time = std::numeric_limits<double>::quiet_NaN();
    before_rewind   = counted();
    surfaces.of(model->catalogue());
  }

  // ---- the main loop ----

  /// The model is the user's code and may throw: that ends the run, and the trajectory so far is kept.
  const Outcome& run_until(double t) {
    try {
      return advance(t);
    } catch (const BugInSaltus&) {
      throw;
    } catch (const std::exception& e) {
      return end(Outcome::Reason::model_threw, {}, std::string("it says: ") + e.what());
    }
  }

  const Outcome& advance(double t) {
    t_stop = nearer(t, options.t_end);
    if (!started && !begin()) return outcome;
    while (outcome.ok() && outcome.reason != Outcome::Reason::terminal_event && before(state.t, t_stop)) {
      const double t_limit = nearer(t_stop, schedule.next());          // time events need no search
      if (method->counters().steps - before_rewind.steps >= options.most_steps) return stopped_by_steps();
      const auto   step    = method->step(t_limit);                    // error-controlled, dense output
      if (!step) return stopped(step.error());

      const auto found = first_event(*step);                           // in (t, t + h]
      if (!found) return stopped(found.error(), *step);                // a failed search is not "no event"

      accept(*step, *found);                                           // to t + h if nothing happened
      if (found->nothing) continue;

      if (!settle(*found)) return outcome;                             // event iteration, x⁻ to x⁺
    }
    if (outcome.reason == Outcome::Reason::reached_end) finish();
    return outcome;
  }

  /// Initialisation at t_start. False when the run ends there already.
  bool begin() {
    started = true;
    update_scale();
    std::optional<events::Consistency::Unknowns> unknowns;
    if (!start.fixed.empty()) unknowns = unknowns_of(start.fixed);
    recorder_x_minus.assign(state.x.begin(), state.x.end());
    recorder_q_minus.assign(state.q.begin(), state.q.end());
    const auto done = settling.start(state, unknowns ? &*unknowns : nullptr, happenings);
    if (!done) {
      recorder.point(state);
      stopped(done.error());
      return false;
    }
    if (happenings.fired.empty()) recorder.point(state);
    else
      recorder.event(happenings.terminal ? Event::Kind::terminal : Event::Kind::initial, state.t, state, recorder_x_minus, recorder_q_minus,
                     state.mode->id, happenings);
    go_on(integrate::Resume::fresh);
    if (options.first_step > 0) method->suggest_step(options.first_step);
    if (happenings.terminal) end_by(happenings);
    return outcome.ok();
  }

  /// The method takes over at the state.
  void go_on(integrate::Resume resume) {
    note_three_domains();
    if (step_of_mode.size() < static_cast<std::size_t>(model->modes())) step_of_mode.resize(static_cast<std::size_t>(model->modes()), 0.0);
    method->restart(model->equations(*state.mode, state.q), state.t, state.x, state.dx, state.direction, resume);
    if (const double known = step_of_mode[static_cast<std::size_t>(state.mode->id)]; known > 0) method->suggest_step(known);
    plan();
  }
  void plan() { schedule.plan(model->catalogue(), *state.mode, state.t, state.direction, state.q, state.signs, state.ticks); }

  // ---- detection ----

  struct Found {
    bool   nothing   = true;   ///< no condition changes in this step: t + h is reached
    bool   by_state  = false;  ///< a state surface is involved
    double theta     = 1, theta_left = 1;
    double t         = 0, t_left = 0;
  };

  Result<Found, events::SurfaceNotFinite> first_event(const integrate::DenseOutput& step) {
    surfaces.look_at(step, state.q, state.x_noise);
    update_scale();
    isolation.contacts().clear();
    isolation.begin(step, scale, three_domains);
    signs_before.assign(state.signs.begin(), state.signs.end());
    ticking.clear();

    const double t1   = step.t1();
    const double band = same_instant * eps * std::max(std::abs(step.t0), std::abs(t1)) / std::abs(step.h);
    double       from = 0;
    for (;;) {
      // The earliest change of any pending surface, and all that change at the same instant.
      flips.clear();
      double first = 1;
      std::optional<events::SurfaceNotFinite> wall;  // nobody can see beyond it, but what comes before it counts
      for (const SurfaceId s : state.mode->surfaces) {
        const model::Surface& g = model->catalogue().surface(s);
        if (g.of_time || g.constant) continue;
        const auto flip = isolation.next_flip(s, state.signs[static_cast<std::size_t>(s)], from, std::min(1.0, first + band));
        if (!flip) {
          if (!wall || flip.error().theta < wall->theta) wall = flip.error();
          first = std::min(first, wall->theta);
          continue;
        }
        if (!flip->has_value()) continue;
        flips.push_back(**flip);
        first = std::min(first, (*flip)->theta_right);
      }
      if (wall && (flips.empty() || first >= wall->theta)) return *wall;
      std::erase_if(flips, [&](const Flip& f) { return f.theta_left > first + band; });

      const bool due = schedule.next() == t1;
      if (flips.empty() && !due) return Found{.t = t1, .t_left = t1};
      Found found{.nothing = false, .by_state = !flips.empty(), .theta = 1, .theta_left = 1, .t = t1, .t_left = t1};
      if (!flips.empty()) {
        found.theta = found.theta_left = 0;
        for (const Flip& f : flips) {
          if (f.theta_right >= found.theta) found.theta = f.theta_right;
          found.theta_left = found.theta_left == 0 ? f.theta_left : std::min(found.theta_left, f.theta_left);
        }
        if (due && found.theta + band >= 1) found.theta = 1;
        found.t      = found.theta == 1 ? t1 : step.t0 + found.theta * step.h;
        found.t_left = step.t0 + found.theta_left * step.h;
      }
      for (const Flip& f : flips) state.signs[static_cast<std::size_t>(f.surface)] = f.after;
      if (found.theta == 1 && due) take_due(t1);

      if (conditions_change()) {
        for (const Flip& f : flips) isolation.judge_pair(f);
        return found;
      }
      // Silent: relations changed and no condition did. Go on within the step.
      ++silent_changes;
      signs_before.assign(state.signs.begin(), state.signs.end());
      if (found.theta == 1) {
        if (due) plan_again = true;
        return Found{.t = t1, .t_left = t1};
      }
      from = found.theta;
    }
  }

  /// Surfaces of time and samples that are due at t: 3 * 0.1 and 0.3 are the same instant.
  void take_due(double t) {
    for (const auto& d : schedule.all()) {
      if (std::abs(d.time - t) > same_instant * eps * std::abs(t)) continue;
      if (d.surface >= 0) {
        state.signs[static_cast<std::size_t>(d.surface)] = d.after;
      } else {
        ticking.push_back(d.when);
        long& k = state.ticks[static_cast<std::size_t>(d.when)];
        k += state.direction;
      }
    }
  }

  /// Whether the signs demand another mode or fire a `when`. Notes falling edges on the way.
  bool conditions_change() {
    const auto& catalogue = model->catalogue();
    bool        changes = !ticking.empty();
    for (const Flip& f : flips) changes = changes || f.after == 0;  // a domain of its own: let the settling decide
    for (const auto& c : state.mode->consultations) changes = changes || catalogue.truth(c.condition, state.signs) != c.holds;
    for (std::size_t k = 0; k < state.mode->whens.size() && !changes; ++k) {
      const When& w = state.mode->whens[k];
      if (w.trigger == When::Trigger::sample) continue;
      const bool truth = catalogue.truth(w.condition, state.signs), was = state.when_truth[k] != 0;
      changes = w.trigger == When::Trigger::changes ? truth != was : truth && !was;
    }
    if (!changes)
      for (std::size_t k = 0; k < state.mode->whens.size(); ++k)
        state.when_truth[k] = catalogue.truth(state.mode->whens[k].condition, state.signs) ? 1 : 0;
    return changes;
  }

  // ---- accepting a step, up to the event if there is one ----

  void accept(const integrate::DenseOutput& step, Found& found) {
    if (!found.nothing || step.t1() == t_stop) {
      for (std::size_t i = 0; i < state.x.size(); ++i) {  // Horner's sum is as accurate as its largest term
        double size = 0;
        for (int k = 0; k <= step.degree; ++k) size += std::abs(step.coefficient(k, i));
        state.x_noise[i] = events::representation * size;
      }
    }
    if (!found.nothing) polish(step, found);
    for (const auto& c : isolation.contacts())
      if (found.nothing || !before(found.t, c.t) || c.kind == events::NearContact::Kind::undecidable_pair) recorder.contact(c, 1e-6 * std::abs(step.h));
    if (found.nothing) {
      recorder.piece(step, step.t1(), state.q);
      method->commit();
      state.t = method->t();
      std::copy(method->x().begin(), method->x().end(), state.x.begin());
      std::copy(method->dx().begin(), method->dx().end(), state.dx.begin());
      recorder.reached(state);
      if (std::exchange(plan_again, false)) plan();
    } else {
      recorder.piece(step, found.t, state.q);
      state.t = found.t;
      if (!polished) {
        if (found.theta == 1) {
          method->commit();
          std::copy(method->x().begin(), method->x().end(), state.x.begin());
          std::copy(method->dx().begin(), method->dx().end(), state.dx.begin());
        } else {
          step.at(found.theta, state.x);
          step.slope(found.theta, state.dx);
        }
      }
    }
  }
  void accept(const integrate::DenseOutput& step, const Found& found) {
    Found moved = found;
    accept(step, moved);
    located = moved;
  }

  /// A surface of algebraic variables or derivatives is located on polynomials that satisfy the equations only
  /// approximately. Find the crossing for consistent values instead, and go beyond it by a margin.
  void polish(const integrate::DenseOutput& step, Found& found) {
    polished = false;
    if (model->form() != Form::implicit_dae) return;
    const Flip* leading = nullptr;
    for (const Flip& f : flips)
      if (depends_on_solved(f.surface) && (leading == nullptr || f.theta_right > leading->theta_right)) leading = &f;
    auto& equations = model->equations(*state.mode, state.q);
    const auto consistent_at = [&](double theta) {
      step.at(theta, state.x);
      step.slope(theta, state.dx);
      events::Consistency::usual(equations, usual);
      const auto done = settling.consistency().solve(equations, step.t0 + theta * step.h, state.x, state.dx, usual, scale);
      if (done) polish_residuals += *done;
      return done.has_value();
    };
    if (leading == nullptr) {  // still: the actions see consistent values
      polished = consistent_at(found.theta);
      return;
    }
    const SurfaceId s = leading->surface;
    const int  side   = leading->before != 0 ? leading->before : -leading->after;
    const auto size   = surfaces.range(s, 0, 1, false);
    const double margin = polish_margin * std::max(std::abs(size.lo), std::abs(size.hi));
    const auto y_at = [&](double theta) {  // the surface with consistent values; NaN when there are none
      if (!consistent_at(theta)) return std::numeric_limits<double>::quiet_NaN();
      return side * surfaces.at_point(s, {step.t0 + theta * step.h, state.x, state.dx, {}, state.q, state.x_noise, 0}).value;
    };
    double theta = found.theta;
    bool   done  = false;
    for (int i = 0; i < 5 && !done; ++i) {  // Newton, with the slope of the polynomial: enough where g is nearly linear
      const double y = y_at(theta), slope = side * surfaces.slope(s, theta);
      if (std::isnan(y)) return;
      done = y <= -0.5 * margin && y >= -2 * margin;
      if (done || !(slope < 0)) break;
      theta = std::clamp(theta - (y + margin) / slope, 0.0, 1.0);
    }
    if (!done) {  // a flat or bent g: bracket the change of side in growing strides, then close in
      double a = found.theta, b = found.theta, stride = 1e-9;
      double ya = y_at(a), yb = ya;
      while (ya < 0 && a > 0) { a = std::max(0.0, a - stride); ya = y_at(a); stride *= 8; }
      while (yb >= 0 && b < 1) { b = std::min(1.0, b + stride); yb = y_at(b); stride *= 8; }
      if (!(ya >= 0 && yb < 0)) return;
      const auto bracket = events::locate(y_at, {a, b}, ya, yb, polish_margin);
      if (!bracket) return;
      theta = std::min(bracket->b + polish_margin, 1.0);
      if (!consistent_at(theta)) return;
    }
    polished    = true;
    found.theta = theta;
    found.t     = theta == 1 ? step.t1() : step.t0 + theta * step.h;
    if (before(found.t, found.t_left)) found.t_left = found.t;
  }

  bool depends_on_solved(SurfaceId s) const {
    const model::Surface& g = model->catalogue().surface(s);
    if (g.black_box || g.uses_derivative) return true;
    for (const auto& in : g.g.inputs())
      if (in.kind == model::Op::variable && state.mode->differential[static_cast<std::size_t>(in.index)] == 0) return true;
    return false;
  }

  // ---- settling ----

  bool settle(const Found&) {
    const Found&      found       = located;
    const Mode* const mode_before = state.mode;
    recorder_x_minus.assign(state.x.begin(), state.x.end());
    recorder_q_minus.assign(state.q.begin(), state.q.end());
    update_scale();
    state.horizon   = method->next_step();
    const auto done = settling.settle(state, signs_before, ticking, happenings);
    if (!done) {
      recorder.close(state);
      stopped(done.error());
      return false;
    }
    if (!happenings.nothing()) {
      const auto kind = happenings.terminal ? Event::Kind::terminal : found.by_state ? Event::Kind::state : Event::Kind::time;
      recorder.event(kind, found.t_left, state, recorder_x_minus, recorder_q_minus, mode_before->id, happenings);
      const bool stuck = std::abs(state.t - last_event_time) <= same_instant * eps * std::abs(state.t);
      events_at_once   = stuck ? events_at_once + 1 : 0;
      last_event_time  = state.t;
      if (events_at_once > options.most_events_at_once) {
        stop_without_progress();
        return false;
      }
    } else {
      ++silent_changes;
      recorder.reached(state);
    }
    step_of_mode[static_cast<std::size_t>(mode_before->id)] = method->next_step();
    go_on(integrate::Resume::keep_step);
    if (happenings.terminal) end_by(happenings);
    return outcome.ok() && !happenings.terminal;
  }

  /// At the end of the run: a surface that reaches zero exactly there has changed there.
  void finish() {
    outcome.t = state.t;
    flips.clear();
    ticking.clear();
    signs_before.assign(state.signs.begin(), state.signs.end());
    SurfaceId culprit = -1;
    found_signs.assign(state.signs.begin(), state.signs.end());
    if (started && method->next_step() > 0) state.horizon = method->next_step();
    if (settling.right_limits(state, found_signs, culprit) && found_signs != state.signs && state.t != options.t_start) {
      state.signs = found_signs;
      if (conditions_change()) {
        located = {.nothing = false, .by_state = true, .t = state.t, .t_left = state.t};
        settle(located);
      }
    }
    recorder.close(state);
  }

  // ---- ends ----

  const Outcome& end(Outcome::Reason reason, std::vector<std::string> names, std::string detail) {
    outcome = {reason, state.t, std::move(names), std::move(detail)};
    recorder.close(state);
    return outcome;
  }
  void end_by(const events::Happenings& h) {
    std::vector<std::string> names;
    for (const int k : h.fired)
      if (state.mode->whens[static_cast<std::size_t>(k)].terminal) names.push_back(state.mode->whens[static_cast<std::size_t>(k)].name);
    end(Outcome::Reason::terminal_event, std::move(names), "");
  }
  const Outcome& stopped_by_steps() {
    return end(Outcome::Reason::too_many_steps, {}, fmt::format("{} steps; the next one would be {:.3g} long; {}\n  help: raise Options::most_steps, "
               "loosen the tolerance, or try the method radau if the equations are stiff.", options.most_steps, method->next_step(), values()));
  }
  std::string variable(std::size_t i) const { return model->catalogue().names.variables[i]; }
  std::string values() const {
    std::string text = "values:";
    for (std::size_t i = 0; i < std::min<std::size_t>(8, state.x.size()); ++i) text += fmt::format(" {} = {:.6g}", variable(i), state.x[i]);
    return state.x.size() > 8 ? text + " ..." : text;
  }

  const Outcome& stopped(const integrate::StepFailure& f) {
    using Cause = integrate::StepFailureCause;
    const std::string where = fmt::format("last step tried: {:.3g}; {}\n  ", f.h, values());
    switch (f.cause) {
      case Cause::step_too_small:
        return end(Outcome::Reason::step_too_small, {variable(f.component)},
                   where + "help: the error of this variable cannot be made small enough. The solution may grow without bound here, or "
                           "switch in a way that the model hides from Saltus (a condition computed outside of Real). A looser tolerance may help.");
      case Cause::newton_failed:
        return end(Outcome::Reason::newton_failed, {variable(f.component)},
                   where + "help: the Jacobian may be singular here (index above 1?), or the model leaves its domain.");
      case Cause::not_finite: break;
    }
    return end(Outcome::Reason::not_finite, {variable(f.component)},
               where + "help: the equation of this variable gives NaN or infinity for every step that was tried. Look for a division "
                       "by zero or a root or logarithm of a negative number; a guard (`if`, `max`) can keep the model inside its domain.");
  }
  const Outcome& stopped(const events::SurfaceNotFinite& f, const integrate::DenseOutput& step) {
    if (f.theta_finite > 0) {  // the trajectory up to the border is sound
      state.t = step.t0 + f.theta_finite * step.h;
      recorder.piece(step, state.t, state.q);
      step.at(f.theta_finite, state.x);
    }
    return end(Outcome::Reason::relation_not_finite, {model->catalogue().surface(f.surface).text},
               fmt::format("within the step from here on; {}\n  help: the relation cannot be evaluated there, so nobody can say whether "
                           "it changes. Keep its arguments inside their domain.", values()));
  }
  const Outcome& stopped(const NotSettled& f) {
    const auto& catalogue = model->catalogue();
    std::vector<std::string> names;
    switch (f.cause) {
      case NotSettled::Cause::cycle: {
        for (const auto r : f.relations) names.push_back(catalogue.relation(r).text);
        for (const int k : f.whens) names.push_back("when " + state.mode->whens[static_cast<std::size_t>(k)].name);
        const std::string help =
            f.whens.empty()
                ? "help: each value of these conditions makes the other one true. Either both sides push towards the border (sliding motion, "
                  "which is not handled yet: add hysteresis or a mode for the border), or the conditions contradict each other."
                : "help: an action makes its own condition true again at the same instant. Let the action change what the condition tests.";
        return end(Outcome::Reason::did_not_settle, std::move(names), fmt::format("after {} passes; {}\n  {}", f.passes, values(), help));
      }
      case NotSettled::Cause::not_finite:
        return end(Outcome::Reason::not_finite, {variable(f.component)}, values() + "\n  help: the equation of this variable gives NaN or infinity at this point.");
      case NotSettled::Cause::relation_not_finite:
        return end(Outcome::Reason::relation_not_finite, {catalogue.surface(f.surface).text}, values() + "\n  help: keep the arguments of the relation inside their domain.");
      case NotSettled::Cause::action_threw:
        return end(Outcome::Reason::model_threw, {"when " + state.mode->whens[static_cast<std::size_t>(f.whens.front())].name}, "it says: " + f.what);
      case NotSettled::Cause::not_consistent: break;
    }
    return end(Outcome::Reason::not_consistent, names_of(f.inconsistency, names), describe(f.inconsistency));
  }
  std::vector<std::string> names_of(const events::NotConsistent& f, std::vector<std::string> names) const {
    for (const int v : f.variables)
      names.push_back(static_cast<std::size_t>(v) < state.x.size() ? variable(static_cast<std::size_t>(v))
                                                                   : "der(" + variable(static_cast<std::size_t>(v) - state.x.size()) + ")");
    for (const int e : f.equations) names.push_back(fmt::format("equation {}", e + 1));
    return names;
  }
  std::string describe(const events::NotConsistent& f) const {
    using Cause = events::NotConsistent::Cause;
    switch (f.cause) {
      case Cause::wrong_number:
        return fmt::format("{} values are given and {} are needed: one for each differential variable.\n  help: change `fixed`, or keep() and "
                           "solve_for() in the action, so that as many values are solved for as there are equations.", f.given, f.needed);
      case Cause::singular:
        return values() + "\n  help: the equations named do not determine the unknowns named (they say the same, or the index is above 1). "
                          "Fix other values, or look for an equation that is missing or twice there.";
      case Cause::not_finite: return values() + "\n  help: the residual of the equations named is NaN or infinite at the first guess. Give a start inside the domain.";
      case Cause::no_solution: break;
    }
    return fmt::format("{}\n  help: Newton's method stops with a scaled residual of {:.3g} in the equations named. Give a better first guess, "
                       "or check that the given values can satisfy the equations at all.", values(), f.residual);
  }
  void stop_without_progress() {
    std::vector<std::string> names;
    for (const auto& c : happenings.changes) names.push_back(model->catalogue().relation(c.relation).text);
    if (names.empty())
      for (const int k : happenings.fired) names.push_back("when " + state.mode->whens[static_cast<std::size_t>(k)].name);
    end(Outcome::Reason::no_progress, std::move(names),
        fmt::format("{} events within the rounding of time; {}\n  help: the events accumulate at this time (Zeno), or both sides push towards the "
                    "border. Give the model a rest mode or hysteresis.", events_at_once, values()));
  }

  // ---- small things ----

  bool   before(double a, double b) const { return state.direction > 0 ? a < b : a > b; }
  double nearer(double a, double b) const { return state.direction > 0 ? std::min(a, b) : std::max(a, b); }
  void   update_scale() {
    scale.resize(state.x.size());
    for (std::size_t i = 0; i < scale.size(); ++i)
      scale[i] = (options.atol_each.empty() ? options.atol : options.atol_each[i]) + options.rtol * std::abs(state.x[i]);
  }
  void note_three_domains() {
    const auto& s = model->catalogue().surfaces();
    three_domains.resize(s.size());
    for (std::size_t i = 0; i < s.size(); ++i) three_domains[i] = s[i].three_domains ? 1 : 0;
  }
  events::Consistency::Unknowns unknowns_of(const std::vector<std::string>& fixed) const {
    events::Consistency::Unknowns u{std::vector<char>(state.x.size(), 1), std::vector<char>(state.x.size(), 1)};
    // Derivatives of algebraic variables do not occur; the mode at the start says which those are.
    std::vector<Sign> signs;
    const Mode&       mode = model->mode_at(state.t, state.x, state.dx, state.q, {}, signs);
    for (std::size_t i = 0; i < state.x.size(); ++i) {
      if (mode.differential[i] == 0) u.slope[i] = 0;
      for (const auto& f : fixed) {
        if (f == variable(i)) u.value[i] = 0;
        if (f == "der(" + variable(i) + ")") u.slope[i] = 0;
      }
    }
    return u;
  }

  /// What the parts of the engine have counted since they were made.
  Statistics counted() const {
    Statistics  s;
    const auto& c = method->counters();
    s.steps = c.steps, s.rejected = c.rejected, s.rhs = c.rhs + settling.counters().rhs;
    s.residuals = c.residuals + settling.counters().residuals + polish_residuals;
    s.jacobians = c.jacobians, s.factorizations = c.factorizations, s.newton_iterations = c.newton_iterations, s.restarts = c.restarts;
    s.surface_evaluations = surfaces.counters().evaluations, s.enclosures = surfaces.counters().enclosures;
    s.passes = settling.counters().passes;
    return s;
  }

  Run result() const {
    Statistics s  = counted();
    s.method      = std::string(method->name());
    s.certificate = model->rigorous() ? "rigorous" : "numerical";
    for (const auto count : {&Statistics::steps, &Statistics::rejected, &Statistics::rhs, &Statistics::residuals, &Statistics::jacobians,
                             &Statistics::factorizations, &Statistics::newton_iterations, &Statistics::restarts,
                             &Statistics::surface_evaluations, &Statistics::enclosures, &Statistics::passes})
      s.*count -= before_rewind.*count;
    s.events = recorder.events(), s.silent_changes = silent_changes, s.grazes = recorder.grazes(), s.modes = model->modes();
    return Run(recorder.trajectory(), recorder.event_log(*model), recorder.graze_log(*model), std::move(s), outcome);
  }

  std::unique_ptr<model::Model>      model;
  Start                              start;
  Options                            options;
  std::unique_ptr<integrate::Method> method;
  events::Surfaces                   surfaces;
  std::vector<double>                scale;
  events::Settling                   settling;
  events::Isolation                  isolation;
  events::Schedule                   schedule;
  HybridState                        state;
  Recorder                           recorder;
  Outcome                            outcome;
  events::Happenings                 happenings;
  events::Consistency::Unknowns      usual;
  Found                              located;
  bool                               started = false, polished = false, plan_again = false;
  long                               silent_changes = 0, polish_residuals = 0;
  int                                events_at_once = 0;
  Statistics                         before_rewind;  ///< what the runs before the last rewind have counted
  double                             t_stop = 0;  ///< of the current call of run_until
  double                             last_event_time = std::numeric_limits<double>::quiet_NaN();
  std::vector<Flip>                  flips;
  std::vector<int>                   ticking;
  std::vector<Sign>                  signs_before, found_signs;
  std::vector<char>                  three_domains;
  std::vector<double>                step_of_mode;  ///< |h| with which each mode was last left: what it can bear
  std::vector<double>                recorder_x_minus, recorder_q_minus;
};

Simulation::Simulation(std::unique_ptr<model::Model> model, Start start, Options options) {
  check(*model, start, options);
  engine_ = std::make_unique<Engine>(std::move(model), std::move(start), std::move(options));
}
Simulation::Simulation(const Simulation& other) : engine_(std::make_unique<Engine>(*other.engine_)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(const Simulation& other) {
  if (this != &other) engine_ = std::make_unique<Engine>(*other.engine_);
  return *this;
}
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

const Outcome& Simulation::run_until(double t) { return engine_->run_until(t); }
const Outcome& Simulation::run() { return engine_->run_until(engine_->options.t_end); }
double                  Simulation::t() const { return engine_->state.t; }
std::span<const double> Simulation::x() const { return engine_->state.x; }
std::span<const double> Simulation::discrete() const { return engine_->state.q; }
Run                     Simulation::result() const { return engine_->result(); }
void                    Simulation::rewind() { engine_->rewind(); }

Run simulate(std::unique_ptr<model::Model> model, Start start, const Options& options) {
  Simulation simulation(std::move(model), std::move(start), options);
  simulation.run();
  return simulation.result();
}

}  // namespace saltus
