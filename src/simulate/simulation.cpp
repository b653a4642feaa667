// simulation.cpp: the loop that owns the run.

#include <saltus/simulate/simulation.hpp>

#include <saltus/events/controlled_strategy.hpp>
#include <saltus/events/detect.hpp>
#include <saltus/events/polish.hpp>
#include <saltus/events/settle.hpp>
#include <saltus/integrate/automatic.hpp>
#include <saltus/integrate/method.hpp>
#include <saltus/model/remembering.hpp>
#include <saltus/simulate/explain.hpp>
#include <saltus/simulate/recorder.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace saltus {

using events::Found;
using events::HybridState;
using model::Form;
using model::Mode;
using model::Sign;

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

/// The absolute tolerance of each variable, in its own units.
std::vector<double> absolute_tolerances(const model::Model& model, const Options& o) {
  if (!o.atol_each.empty()) return o.atol_each;
  std::vector<double> each = model.nominal();
  each.resize(model.size(), 1.0);
  for (double& a : each) a *= o.atol;
  return each;
}

/// A method for the variables of a model, `each` with its tolerance, and `more` that stand for surfaces.
std::unique_ptr<integrate::Method> make_plain_method(const std::vector<double>& each, Form form, const Options& o,
                                                     std::size_t more) {
  integrate::Tolerances tolerances{o.rtol, each};
  tolerances.absolute.resize(each.size() + more, o.atol);
  const integrate::StepLimits limits{o.largest_step, o.first_step};
  switch (o.method) {
    case MethodChoice::tsit5: return integrate::make_tsit5(std::move(tolerances), limits);
    case MethodChoice::dop853: return integrate::make_dop853(std::move(tolerances), limits);
    case MethodChoice::radau: return integrate::make_radau(std::move(tolerances), limits, o.linear_solver);
    case MethodChoice::bdf: return integrate::make_bdf(std::move(tolerances), limits, o.linear_solver);
    case MethodChoice::adams: return integrate::make_adams(std::move(tolerances), limits);
    case MethodChoice::automatic: break;
  }
  const bool is_explicit = form == Form::explicit_ode && o.surface_control != SurfaceControl::algebraic;
  return is_explicit ? integrate::make_tsit5(std::move(tolerances), limits)
                     : integrate::make_radau(std::move(tolerances), limits, o.linear_solver);
}

std::unique_ptr<integrate::Method> make_automatic(const model::Model& model, const std::vector<double>& each,
                                                  const Options& o) {
  const auto make = [each, form = model.form(), o](integrate::Automatic::Kind kind) {
    Options chosen = o;
    chosen.method  = kind == integrate::Automatic::tsit5    ? MethodChoice::tsit5
                     : kind == integrate::Automatic::dop853 ? MethodChoice::dop853
                                                            : MethodChoice::radau;
    return make_plain_method(each, form, chosen, 0);
  };
  double tolerance = o.rtol > 0 ? o.rtol : o.atol;
  if (o.rtol == 0)
    for (const double a : o.atol_each) tolerance = std::min(tolerance, a);
  return std::make_unique<integrate::Automatic>(make, model.form(), tolerance);
}

std::unique_ptr<integrate::Method> make_method(const model::Model& model, const std::vector<double>& each,
                                               const Options& o) {
  std::optional<events::Appended> appended;
  switch (o.surface_control) {
    case SurfaceControl::none:
      if (o.method == MethodChoice::automatic) return make_automatic(model, each, o);
      return make_plain_method(each, model.form(), o, 0);
    case SurfaceControl::differential: appended = events::Appended::differential; break;
    case SurfaceControl::algebraic: appended = events::Appended::algebraic; break;
    case SurfaceControl::quadrature: break;
  }
  return std::make_unique<events::ControlledMethod>(
      [each, form = model.form(), o](std::size_t more) { return make_plain_method(each, form, o, more); }, appended,
      o.atol, o.rtol);
}

std::unique_ptr<events::Strategy> make_plain_strategy(events::Surfaces& surfaces, DetectionChoice choice) {
  switch (choice) {
    case DetectionChoice::certified: break;
    case DetectionChoice::sign_change: return events::make_sign_change(surfaces);
    case DetectionChoice::derivative_sign: return events::make_derivative_sign(surfaces);
    case DetectionChoice::polynomial_bounds: return events::make_polynomial_bounds(surfaces);
  }
  return events::make_certified(surfaces);
}

std::unique_ptr<events::Strategy> make_strategy(events::Surfaces& surfaces, const events::ControlledMethod* controlled,
                                                DetectionChoice choice) {
  if (controlled == nullptr) return make_plain_strategy(surfaces, choice);
  return std::make_unique<events::ControlledStrategy>(
      surfaces, *controlled, [&](events::Surfaces& z) { return make_plain_strategy(z, choice); });
}

/// What may be relied on, in words.
std::string certificate(const model::Model& model, const Options& o) {
  switch (o.detection) {
    case DetectionChoice::certified: break;
    case DetectionChoice::sign_change: return "none: sign changes at the ends of steps only";
    case DetectionChoice::derivative_sign: return "none: sign changes and one extremum per step only";
    case DetectionChoice::polynomial_bounds: return "none: roots of a polynomial in place of g only";
  }
  const std::string strength = model.rigorous() ? "rigorous" : "numerical";
  return o.surface_control == SurfaceControl::none ? strength
                                                   : strength + ", for the polynomial of g under error control";
}

}  // namespace

/// Where events come much faster than steps would go, most of a step is computed in vain, and every surface that changes
/// somewhere in it is looked at closely. Steps that reach a few events ahead cost as many evaluations and no more.
struct Crowd {
  double gap      = 0;  ///< between events, a running mean
  int    in_a_row = 0;  ///< steps that ended with an event, without one that did not

  void   event_after(double way) { gap = in_a_row++ == 0 ? way : gap + 0.1 * (way - gap); }
  void   step_without() { in_a_row = 0; }
  bool   is_one() const { return in_a_row >= 16 && gap > 0; }
  double reach() const { return 8 * gap; }
};

/// Near t = 0 a step can be far shorter than the rounding of the run's end, and a run of such steps does not get there.
struct Pace {
  static constexpr long look_every = 10'000;

  long   steps = 0;  ///< at the last look
  double t     = 0;

  /// The steps since the last look, if they were many and got nowhere; else 0.
  long in_vain(long steps_now, double t_now, double span) {
    const long made = steps_now - steps;
    if (made < look_every) return 0;
    const bool nowhere = std::abs(t_now - t) <= static_cast<double>(made) * std::numeric_limits<double>::epsilon() * span;
    *this              = {steps_now, t_now};
    return nowhere ? made : 0;
  }
};

/// |h| at both ends of the last stay in a mode. A mode that begins with a shock cannot bear at once what it bears later.
struct StepsOfMode {
  double first = std::numeric_limits<double>::infinity();  ///< not to begin with more than that
  double last  = 0;                                        ///< 0: not known

  void began(double h, bool rejected) {
    if (rejected) first = h;
    else if (h >= first) first = 2 * h;
  }
};

struct Simulation::Engine {
  Engine(std::unique_ptr<model::Model> m, Start s, Options o)
      : model(std::move(m)), start(std::move(s)), options(std::move(o)), atol(absolute_tolerances(*model, options)),
        method(make_method(*model, atol, options)), recorder(*model, options) {
    model->use_machine_code(options.evaluation == EvaluationChoice::code);
    surfaces.of(model->catalogue());
    rewind();
  }

  /// A copy stands where the original stands. Modes and the method's equations belong to the copied model.
  Engine(const Engine& o)
      : model(o.model->clone()), start(o.start), options(o.options), atol(o.atol), method(o.method->clone()),
        surfaces(o.surfaces), state(o.state), scale(o.scale), recorder(o.recorder), outcome(o.outcome),
        started(o.started), events_at_once(o.events_at_once), last_event_time(o.last_event_time),
        counters_before(o.counters_before), replaced(o.replaced), steps_of_mode(o.steps_of_mode),
        rejected_before(o.rejected_before), entered(o.entered), crowd(o.crowd), pace(o.pace) {
    surfaces.of(model->catalogue());
    recorder.belong_to(*model);
    settling.take_counters(o.settling.counters());
    polish.take_counter(o.polish.residuals());
    detection.take_counter(o.detection.silent_changes());
    if (state.mode == nullptr) return;
    state.mode = &model->mode(o.state.mode->id);
    if (controlled != nullptr) controlled->watch(model->catalogue(), state.mode->surfaces, state.q);
    method->rebind(model->equations(*state.mode, state.q));
    detection.plan(state);
  }

  /// Back to the start. Memory is kept.
  void rewind() {
    if (!recorder.state_changes().empty()) {
      model->rewind();
      replace_method();
      replaced = {};
    }
    state.t         = options.t_start;
    state.direction = options.t_end >= options.t_start ? 1 : -1;
    state.horizon   = options.t_end != options.t_start ? std::abs(options.t_end - options.t_start) : 1.0;
    state.mode      = nullptr;
    state.x.assign(start.x.begin(), start.x.end());
    state.dx.assign(start.x.size(), 0.0);
    std::copy(start.dx.begin(), start.dx.end(), state.dx.begin());
    if (start.discrete.empty()) start.discrete = model->initial_discrete();
    state.q.assign(start.discrete.begin(), start.discrete.end());
    state.signs.clear();
    state.x_noise.resize(state.x.size());
    for (std::size_t i = 0; i < state.x.size(); ++i) state.x_noise[i] = events::representation * std::abs(state.x[i]);

    outcome         = Outcome{.t = state.t};
    started         = false;
    events_at_once  = 0;
    last_event_time = std::numeric_limits<double>::quiet_NaN();
    counters_before = method->counters();
    recorder.clear(counters_before.rejected);
    settling.take_counters({});
    polish.take_counter(0);
    detection.take_counter(0);
    surfaces.forget();
    std::fill(steps_of_mode.begin(), steps_of_mode.end(), StepsOfMode{});
    crowd = {};
    pace  = {0, state.t};
    if (automatic != nullptr) automatic->forget();
  }

  // ---- the main loop ----

  const Outcome& run_until(double t_asked) {
    t_stop = nearer(t_asked, options.t_end);
    if (!started && !begin()) return outcome;
    while (running() && before(state.t, t_stop)) {
      if (steps() >= options.most_steps) return stop(explain.too_many_steps(steps(), method->next_step()));
      if (const long made = pace.in_vain(steps(), state.t, std::abs(t_stop - options.t_start)); made > 0)
        return stop(explain.steps_in_vain(made, method->next_step()));

      double t_limit = nearer(t_stop, detection.next_due());  // time events need no search
      if (past != nullptr && state.direction > 0) t_limit = std::min(t_limit, past->farthest(state.t));
      const auto step = method->step(t_limit);  // error-controlled, dense output
      if (!step) {
        if (crosses_border(step.error())) continue;
        return stop(explain(step.error()));
      }
      if (std::exchange(entered, false)) here().began(std::abs(step->h), method->counters().rejected > rejected_before);

      update_scale();
      auto found = detection.first_event(*step, state, scale);  // in (t, t + h]
      if (!found) return stop_before(found.error(), *step);     // a failed search is not "no event"

      accept(*step, *found);                                    // to t + h if nothing happened
      if (!found->nothing) settle(*found);                      // event iteration, x⁻ to x⁺
      if (running() && state.t != options.t_end) reconsider();  // whether x still consists of the right variables
      if (watcher && running() && told_to_stop()) return stop(explain.cancelled());
    }
    if (running()) finish();
    return outcome;
  }

  bool running() const { return outcome.reason == Outcome::Reason::reached_end; }

  /// Initialisation at t_start. False when the run ends there already.
  bool begin() {
    started = true;
    update_scale();
    std::optional<events::Consistency::Unknowns> unknowns;
    if (!start.fixed.empty()) unknowns = unknowns_of(start.fixed);
    remember_left_limit();
    if (past != nullptr) past->begins();
    const auto done = settling.start(state, unknowns ? &*unknowns : nullptr, happenings);
    if (!done) {
      recorder.point(state);
      stop(explain(done.error()));
      return false;
    }
    if (happenings.fired.empty()) {
      recorder.point(state);
    } else {
      recorder.event(happenings.terminal ? Event::Kind::terminal : Event::Kind::initial, state.t, state, x_minus,
                     q_minus, scale, state.mode->id, happenings);
    }
    go_on(integrate::Resume::fresh);
    if (options.first_step > 0) method->suggest_step(options.first_step);
    if (happenings.terminal) stop(explain.ended_by(happenings));
    if (running()) reconsider();
    return running();
  }

  /// Where the model asks for other variables, it goes on in these: the same point, the same mode, and no event.
  void reconsider() {
    if (explicit_only() || !options.atol_each.empty()) return;  // others may need what was not asked for
    auto others = model->reconsider(*state.mode, state.t, state.x, state.q, state.signs);
    if (!others) return;
    const double length = method->next_step();
    recorder.variables_are_others(state.t, *others);
    state.x     = std::move(others->x);
    state.dx    = std::move(others->dx);
    state.signs = std::move(others->signs);
    state.mode  = others->mode;
    state.fresh.assign(model->catalogue().surfaces().size(), 1);  // whatever is at zero has not left it yet
    auto noise = model->nominal();                                // a value is as accurate as what it was computed from
    noise.resize(state.x.size(), 1.0);
    for (std::size_t i = 0; i < noise.size(); ++i)
      noise[i] = events::representation * std::max(std::abs(state.x[i]), noise[i]);
    state.x_noise = std::move(noise);
    if (model->form() == Form::explicit_ode) model->equations(*state.mode, state.q).rhs(state.t, state.x, state.dx);
    replace_method();
    update_scale();
    go_on(integrate::Resume::fresh);
    if (length > 0) method->suggest_step(length);
  }

  /// Another method of the same kind, for another x.
  void replace_method() {
    integrate::Counters spent = method->counters();
    replaced.methods          = methods();
    replaced.choice           = choice();
    replaced.linear_solver    = method->linear_solver();
    replaced.counters += spent;
    atol       = absolute_tolerances(*model, options);
    method     = make_method(*model, atol, options);
    controlled = dynamic_cast<events::ControlledMethod*>(method.get());
    automatic  = dynamic_cast<integrate::Automatic*>(method.get());
    recorder.method_is_another();
  }

  bool explicit_only() const {
    return options.method == MethodChoice::tsit5 || options.method == MethodChoice::dop853 ||
           options.method == MethodChoice::adams;
  }

  /// The method takes over at the state.
  void go_on(integrate::Resume resume) {
    const auto modes = static_cast<std::size_t>(model->modes());
    if (steps_of_mode.size() < modes) steps_of_mode.resize(modes);
    if (controlled != nullptr) controlled->watch(model->catalogue(), state.mode->surfaces, state.q);
    if (automatic != nullptr) automatic->in_mode(state.mode->id);
    method->restart(model->equations(*state.mode, state.q), state.t, state.x, state.dx, state.direction, resume);
    double known = here().last > 0 ? here().last : method->next_step();
    known        = std::min(known, here().first);
    if (crowd.is_one()) known = std::min(known, crowd.reach());
    if (known > 0) method->suggest_step(known);
    entered         = true;
    rejected_before = method->counters().rejected;
    detection.plan(state);
  }
  StepsOfMode& here() { return steps_of_mode[static_cast<std::size_t>(state.mode->id)]; }

  /// The step has happened, up to the event if there is one: the state moves there, to its left limit.
  void accept(const integrate::DenseOutput& step, Found& found) {
    if (!found.nothing || step.t1() == t_stop) note_rounding(step);
    const bool polished = !found.nothing && polish(step, detection.flips(), scale, state, found);
    for (const auto& c : detection.contacts())
      if (found.nothing || !before(found.t, c.t) || c.kind == events::NearContact::Kind::undecidable_pair)
        recorder.contact(c, 1e-6 * std::abs(step.h));

    recorder.piece(step, found.t, *state.mode, state.q);
    if (follower) follower({step.t0, found.t, step, state.q});
    if (options.history) recorder.step(*method, in_use(), step.t0, found.t - step.t0);
    state.t = found.t;
    if (found.theta == 1 && !polished) {
      method->commit();
      std::copy(method->x().begin(), method->x().end(), state.x.begin());
      std::copy(method->dx().begin(), method->dx().end(), state.dx.begin());
    } else if (!polished) {
      step.at(found.theta, state.x);
      step.slope(found.theta, state.dx);
    }
    if (past != nullptr) remember(step, found.t);
    if (!found.nothing) return;
    crowd.step_without();
    recorder.reached(state);
    if (state.t == detection.next_due()) detection.plan(state);  // it came and changed nothing
  }

  /// Beyond its border a mode may have no equations (-1 - sqrt(x) while x > 0), so that no step gets there: they become
  /// shorter and shorter before it. A surface that the flow takes to zero within the last one tried is crossed there.
  bool crosses_border(const integrate::StepFailure& failure) {
    const double            reach = 4 * std::abs(failure.h);
    const events::FlowPoint point{state.t, state.x, state.dx, {}, state.q, state.x_noise, 0};
    double                  way = 0;
    signs.assign(state.signs.begin(), state.signs.end());
    for (const model::SurfaceId id : state.mode->searched) {
      if (model->catalogue().surface(id).uses_derivative) continue;
      const auto   p    = surfaces.at_point(id, point, true);
      auto&        sign = signs[static_cast<std::size_t>(id)];
      const double to = sign * p.value < 0 ? 0 : -p.value / (state.direction * p.rate);  // 0: within rounding, it is over
      if (sign == 0 || !(to >= 0 && to <= reach) || !(sign * state.direction * p.rate <= 0)) continue;
      sign                  = static_cast<Sign>(-sign);
      way                   = std::max(way, to);
      surfaces.approach(id) = 0;  // it arrives
    }
    if (signs == state.signs || !detection.adopt(signs, state)) return false;
    for (std::size_t i = 0; i < state.x.size(); ++i) {
      const double change = state.direction * way * state.dx[i];
      state.x[i] += change;
      state.x_noise[i] = std::max(state.x_noise[i], std::abs(change));
    }
    method->suggest_step(1e-8 * std::abs(options.t_end - options.t_start));  // what failed says nothing of other modes
    settle({.nothing = false, .by_state = true, .t = state.t, .t_left = state.t});
    return true;
  }

  void remember(const integrate::DenseOutput& step, double t) {
    const model::Passage passage{step.t0, t,
                                 [&](double at, std::span<double> x) { step.at((at - step.t0) / step.h, x); }};
    if (past->passed(*state.mode, passage, state.q)) detection.plan(state);
  }

  /// From the left limit to the right limit, and on from there.
  void settle(const Found& found) {
    const Mode& mode_before = *state.mode;
    remember_left_limit();
    update_scale();
    if (method->next_step() > 0) state.horizon = method->next_step();
    const auto done = settling.settle(state, detection.instant(), happenings);
    if (!done) {
      stop(explain(done.error()));
      return;
    }
    if (happenings.nothing()) {
      detection.count_silent();
      recorder.reached(state);
    } else {
      const auto kind = happenings.terminal ? Event::Kind::terminal
                        : found.by_state    ? Event::Kind::state
                                            : Event::Kind::time;
      recorder.event(kind, found.t_left, state, x_minus, q_minus, scale, mode_before.id, happenings);
    }
    if (past != nullptr) past->happened(state.t);
    const double clock = std::max(std::abs(state.t), std::abs(options.t_end - options.t_start));
    if (last_event_time == last_event_time) crowd.event_after(std::abs(state.t - last_event_time));
    const bool stuck = std::abs(state.t - last_event_time) <= events::same_instant * eps * clock;
    events_at_once   = stuck ? events_at_once + 1 : 0;
    last_event_time  = state.t;
    if (happenings.terminal) {
      stop(explain.ended_by(happenings));
    } else if (events_at_once > options.most_events_at_once) {
      stop(explain.no_progress(happenings, events_at_once));
    } else {
      steps_of_mode[static_cast<std::size_t>(mode_before.id)].last = method->next_step();
      go_on(integrate::Resume::keep_step);
    }
  }

  /// At the end of the run: a surface that reaches zero exactly there has changed there.
  void finish() {
    outcome.t = state.t;
    signs.assign(state.signs.begin(), state.signs.end());
    model::SurfaceId culprit = -1;
    if (state.t != options.t_start && settling.right_limits(state, state.mode->surfaces, signs, culprit) &&
        signs != state.signs && detection.adopt(signs, state))
      settle({.nothing = false, .by_state = true, .t = state.t, .t_left = state.t});
    recorder.close(state);
  }

  const Outcome& stop(Outcome why) {
    outcome = std::move(why);
    recorder.close(state);
    return outcome;
  }
  /// A relation cannot be evaluated within the step; the trajectory up to there is sound.
  const Outcome& stop_before(const events::SurfaceNotFinite& wall, const integrate::DenseOutput& step) {
    if (wall.theta_finite > 0) {
      state.t = step.t0 + wall.theta_finite * step.h;
      recorder.piece(step, state.t, *state.mode, state.q);
      if (follower) follower({step.t0, state.t, step, state.q});
      if (options.history) recorder.step(*method, in_use(), step.t0, state.t - step.t0);
      step.at(wall.theta_finite, state.x);
    }
    return stop(explain(wall));
  }

  bool told_to_stop() {
    try {
      return !watcher({state.t, steps(), recorder.events(), recorder.trajectory()});
    } catch (...) {  // not the model's: run_until throws it again
      watcher_threw = std::current_exception();
      return true;
    }
  }

  // ---- small things ----

  bool   before(double a, double b) const { return state.direction > 0 ? a < b : a > b; }
  double nearer(double a, double b) const { return state.direction > 0 ? std::min(a, b) : std::max(a, b); }
  long   steps() const { return replaced.counters.steps + method->counters().steps - counters_before.steps; }

  void update_scale() {
    scale.resize(state.x.size());
    for (std::size_t i = 0; i < scale.size(); ++i) scale[i] = atol[i] + options.rtol * std::abs(state.x[i]);
  }
  void remember_left_limit() {
    x_minus.assign(state.x.begin(), state.x.end());
    q_minus.assign(state.q.begin(), state.q.end());
  }
  /// A value of the polynomial is as accurate as the largest term of its sum.
  void note_rounding(const integrate::DenseOutput& step) {
    double* const noise = state.x_noise.data();
    for (std::size_t i = 0; i < step.n; ++i) noise[i] = 0;
    for (int k = 0; k <= step.degree; ++k) {
      const double* row = step.c.data() + static_cast<std::size_t>(k) * step.n;
      for (std::size_t i = 0; i < step.n; ++i) noise[i] += events::representation * std::abs(row[i]);
    }
  }
  events::Consistency::Unknowns unknowns_of(const std::vector<std::string>& fixed) {
    events::Consistency::Unknowns u{std::vector<char>(state.x.size(), 1), std::vector<char>(state.x.size(), 1)};
    // Derivatives of algebraic variables do not occur; the mode at the start says which those are.
    const Mode& mode = model->mode_at(state.t, state.x, state.dx, state.q, {}, signs);
    for (std::size_t i = 0; i < state.x.size(); ++i) {
      const std::string& name = model->catalogue().names.variables[i];
      if (mode.differential[i] == 0) u.slope[i] = 0;
      for (const auto& f : fixed) {
        if (f == name) u.value[i] = 0;
        if (f == "der(" + name + ")") u.slope[i] = 0;
      }
    }
    return u;
  }

  std::vector<ModeRecord> mode_log() const {
    std::vector<ModeRecord> log;
    for (int id = 0; id < model->modes(); ++id) {
      ModeRecord&                    record = log.emplace_back(ModeRecord{.id = id, .conditions = {}});
      std::set<model::PropositionId> listed;
      for (const auto& c : model->mode(id).consultations)
        if (listed.insert(c.condition).second)
          record.conditions.push_back({model->catalogue().text(c.condition), c.holds});
      for (const auto& g : model->mode(id).given) {
        const std::string& name = model->catalogue().names.discrete[static_cast<std::size_t>(g.variable)];
        if (g.logical) record.conditions.push_back({name, g.value != 0});
        else record.conditions.push_back({fmt::format("{} == {}", name, g.value), true});
      }
    }
    return log;
  }

  std::unique_ptr<events::Strategy> chosen_strategy() { return make_strategy(surfaces, controlled, options.detection); }

  /// All methods that came into use, those that were replaced by others of their kind included.
  std::vector<std::string> methods() const {
    std::vector<std::string> names = replaced.methods;
    for (auto& name : method->used())
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
    return names;
  }
  int in_use() const {
    if (replaced.methods.empty()) return method->in_use();
    const auto all = methods();
    const auto now = method->used()[static_cast<std::size_t>(method->in_use())];
    return static_cast<int>(std::find(all.begin(), all.end(), now) - all.begin());
  }
  std::string choice() const {
    const std::string now = automatic != nullptr ? automatic->reasons() : "as asked";
    if (replaced.choice.empty() || replaced.choice == now) return now;
    return replaced.choice.ends_with(now) ? replaced.choice : replaced.choice + "; " + now;
  }

  Run result() const {
    integrate::Counters c = method->counters();
    c += replaced.counters;
    const auto& b       = counters_before;
    const auto& settled = settling.counters();
    Statistics  s;
    s.method = replaced.methods.empty() ? std::string(method->name()) : fmt::format("{}", fmt::join(methods(), ", "));
    s.choice = choice();
    s.linear_solver       = method->linear_solver().empty() ? replaced.linear_solver : method->linear_solver();
    s.certificate         = certificate(*model, options);
    s.detection           = std::string(to_text(options.detection));
    s.surface_control     = std::string(to_text(options.surface_control));
    s.evaluation          = model->evaluation();
    s.steps               = c.steps - b.steps;
    s.rejected            = c.rejected - b.rejected;
    s.rhs                 = c.rhs - b.rhs + settled.rhs;
    s.residuals           = c.residuals - b.residuals + settled.residuals + polish.residuals();
    s.jacobians           = c.jacobians - b.jacobians;
    s.factorizations      = c.factorizations - b.factorizations;
    s.newton_iterations   = c.newton_iterations - b.newton_iterations;
    s.restarts            = c.restarts - b.restarts;
    s.surface_evaluations = surfaces.counters().evaluations;
    s.enclosures          = surfaces.counters().enclosures;
    s.events              = recorder.events();
    s.silent_changes      = detection.silent_changes();
    s.passes              = settled.passes;
    s.grazes              = recorder.grazes();
    s.modes               = model->modes();
    s.state_changes       = static_cast<long>(recorder.state_changes().size());
    Course course{.methods = methods(), .state_changes = recorder.state_changes()};
    if (options.history) {
      course.history = recorder.history();
      course.modes   = mode_log();
    }
    return Run(recorder.trajectory(), recorder.event_log(*model), recorder.graze_log(*model), std::move(s), outcome,
               std::move(course));
  }

  std::unique_ptr<model::Model>      model;
  model::Remembering*                past = dynamic_cast<model::Remembering*>(model.get());  ///< null: it needs none
  Start                              start;
  Options                            options;
  std::vector<double>                atol;  ///< of each component of x
  std::unique_ptr<integrate::Method> method;
  events::ControlledMethod*          controlled = dynamic_cast<events::ControlledMethod*>(method.get());
  integrate::Automatic*              automatic  = dynamic_cast<integrate::Automatic*>(method.get());
  events::Surfaces                   surfaces;
  HybridState                        state;
  std::vector<double>                scale;  ///< the tolerance of each component, in its own units
  events::Detection                  detection{*model, surfaces, chosen_strategy()};
  events::Settling                   settling{*model, surfaces, scale, options.most_passes};
  events::Polish                     polish{*model, surfaces, settling.consistency()};
  Explain                            explain{*model, state};
  Recorder                           recorder;
  Outcome                            outcome;
  events::Happenings                 happenings;
  bool                               started         = false;
  int                                events_at_once  = 0;
  double                             t_stop          = 0;  ///< of the current call of run_until
  double                             last_event_time = std::numeric_limits<double>::quiet_NaN();
  integrate::Counters                counters_before;  ///< of the method, from runs before the last rewind
  /// What methods did that were replaced because x consists of other variables since.
  struct Replaced {
    std::vector<std::string> methods       = {};
    std::string              choice        = {};
    std::string              linear_solver = {};
    integrate::Counters      counters      = {};
  } replaced;
  std::vector<Sign>        signs;
  std::vector<double>      x_minus, q_minus;
  std::vector<StepsOfMode> steps_of_mode;
  long                     rejected_before = 0;      ///< when the mode was entered
  bool                     entered         = false;  ///< and no step has been made since
  Crowd                    crowd;
  Pace                     pace;
  Watcher                  watcher;
  Follower                 follower;
  std::exception_ptr       watcher_threw;
};

Simulation::Simulation(std::unique_ptr<model::Model> model, Start start, Options options) {
  check_input(*model, start, options);
  engine_ = std::make_unique<Engine>(std::move(model), std::move(start), std::move(options));
}
Simulation::Simulation(const Simulation& other) : engine_(std::make_unique<Engine>(*other.engine_)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(const Simulation& other) {
  if (this != &other) engine_ = std::make_unique<Engine>(*other.engine_);
  return *this;
}
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation()                                = default;

// The model is the user's code and may throw: that ends the run, and the trajectory so far is kept.
const Outcome& Simulation::run_until(double t) {
  if (std::isnan(t)) throw InputError("S0116: run_until was given NaN instead of a time.");
  try {
    engine_->run_until(t);
  } catch (const BugInSaltus&) { throw; } catch (const std::exception& e) {
    engine_->stop(engine_->explain.threw(e.what()));
  }
  if (engine_->watcher_threw) std::rethrow_exception(std::exchange(engine_->watcher_threw, nullptr));
  return engine_->outcome;
}
const Outcome&          Simulation::run() { return run_until(engine_->options.t_end); }
double                  Simulation::t() const { return engine_->state.t; }
std::span<const double> Simulation::x() const { return engine_->state.x; }
std::span<const double> Simulation::discrete() const { return engine_->state.q; }
const model::Model&     Simulation::model() const { return *engine_->model; }
const model::Mode*      Simulation::mode() const { return engine_->state.mode; }
Run                     Simulation::result() const { return engine_->result(); }
void                    Simulation::watch(Watcher watcher) { engine_->watcher = std::move(watcher); }
void                    Simulation::follow(Follower follower) { engine_->follower = std::move(follower); }
void                    Simulation::rewind() { engine_->rewind(); }

Run simulate(std::unique_ptr<model::Model> model, Start start, const Options& options) {
  Simulation simulation(std::move(model), std::move(start), options);
  simulation.run();
  return simulation.result();
}

}  // namespace saltus
