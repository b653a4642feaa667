#include <saltus/front/modelica/hybrid_model.hpp>

#include <saltus/core/assertion.hpp>
#include <saltus/core/error.hpp>
#include <saltus/model/sparsity.hpp>
#include <saltus/model/unknown_slopes.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace saltus::modelica {

namespace {

DelayLines lines_for(const Layout& layout) {
  DelayLines lines(layout.delays.size());
  for (std::size_t k = 0; k < lines.size(); ++k)
    if (!layout.delays[k].discrete) lines[k] = std::make_shared<DelayLine>();
  return lines;
}

constexpr int         lanes         = 4;
constexpr std::size_t most_compared = 16;

template <class T, class Load>
void run(const model::Program& program, std::vector<T>& work, Load&& load) {
  if (work.size() < program.registers() + 1) work.resize(program.registers() + 1);
  program.run<T>(load, std::span<T>(work));
}

std::vector<int> components_in(const model::Dag& dag, model::Node root) {
  std::vector<int>                components;
  std::vector<model::Node>        open{root};
  std::unordered_set<model::Node> met;
  while (!open.empty()) {
    const model::Node n = open.back();
    open.pop_back();
    if (!met.insert(n).second) continue;
    if (dag[n].op == model::Op::variable) components.push_back(dag[n].a);
    for (const model::Node operand : dag.operands(n)) open.push_back(operand);
  }
  std::sort(components.begin(), components.end());
  return components;
}

}  // namespace

// ---- the smooth system of a mode ------------------------------------------------------------------------------------

class HybridModel::LockedEquations final : public model::Equations, public model::UnknownSlopes {
 public:
  explicit LockedEquations(HybridModel& owner) : owner_(owner) {}
  void use(Kept& mode, std::span<const double> q) {
    mode_ = &mode;
    q_.assign(q.begin(), q.end());
  }
  std::size_t           size() const override { return owner_.size(); }
  model::Form           form() const override { return owner_.form(); }
  const model::Pattern& pattern() const override { return owner_.now_->pattern; }
  bool differential(std::size_t i) const override { return static_cast<int>(i) < owner_.layout().states; }
  int  slope_of(std::size_t i) const override { return owner_.layout().slope_of[i]; }
  bool open_values_stay() const override { return true; }

  void rhs(double t, std::span<const double> x, std::span<double> dx) override { evaluate(t, x, {}, dx); }
  void residual(double t, std::span<const double> x, std::span<const double> dx, std::span<double> r) override {
    evaluate(t, x, dx, r);
    if (form() == model::Form::explicit_ode)
      for (std::size_t i = 0; i < r.size(); ++i) r[i] = dx[i] - r[i];
  }

  void jacobian(double t, std::span<const double> x, std::span<const double> dx, std::span<double> f_x,
                std::span<double> f_dx) override {
    const bool implicit = form() == model::Form::implicit_dae;
    if (!implicit) f_dx = {};
    const model::Program& program = mode_->values.tape();
    if (mode_->slopes.evaluate(owner_.catalogue_.dag, mode_->equations, program.registers(), owner_.now_->pattern,
                               owner_.now_->pattern_version, owner_.code_, owner_.numbers_, {t, x, dx, q_}, f_x, f_dx))
      return;
    std::fill(f_x.begin(), f_x.end(), 0.0);
    std::fill(f_dx.begin(), f_dx.end(), 0.0);
    using T = Dual<double, lanes>;
    for (const auto& r : owner_.now_->plan.runs) {
      lane_x_.assign(x.size(), -1);
      lane_dx_.assign(x.size(), -1);
      for (const auto& s : r.seeds_x) lane_x_[static_cast<std::size_t>(s.column)] = s.lane;
      for (const auto& s : r.seeds_dx) lane_dx_[static_cast<std::size_t>(s.column)] = s.lane;
      const auto seeded = [](double v, int lane) {
        T d(v);
        if (lane >= 0) d.d[static_cast<std::size_t>(lane)] = 1;
        return d;
      };
      run<T>(program, dual_, [&](const model::Program::Input& in) -> T {
        const auto i = static_cast<std::size_t>(in.index);
        switch (in.kind) {
          case model::Op::time: return T(t);
          case model::Op::variable: return seeded(x[i], lane_x_[i]);
          case model::Op::derivative: return seeded(dx[i], lane_dx_[i]);
          default: return T(q_[i]);
        }
      });
      const auto pick = [&](const auto& picks, std::span<double> to) {
        for (const auto& p : picks)
          to[static_cast<std::size_t>(p.entry)] =
              program.output<T>(static_cast<std::size_t>(p.row), dual_).d[static_cast<std::size_t>(p.lane)];
      };
      pick(r.picks_x, f_x);
      if (implicit) pick(r.picks_dx, f_dx);
    }
  }

  void rate(double t, std::span<const double> x, std::span<const double> dx, std::span<const double> v,
            std::span<double> r) override {
    along(t, 1, x, dx, v, {}, r);
  }
  void directional(double t, std::span<const double> x, std::span<const double> dx, std::span<const double> v,
                   std::span<const double> w, std::span<double> r) override {
    along(t, 0, x, dx, v, w, r);
    if (form() == model::Form::explicit_ode)
      for (std::size_t i = 0; i < r.size(); ++i) r[i] = w[i] - r[i];
  }

 private:
  void evaluate(double t, std::span<const double> x, std::span<const double> dx, std::span<double> out) {
    const auto values = mode_->values.values(owner_.catalogue_.dag, owner_.code_, owner_.numbers_, {t, x, dx, q_});
    std::copy(values.begin(), values.end(), out.begin());
  }
  void along(double t, double dt, std::span<const double> x, std::span<const double> dx, std::span<const double> v,
             std::span<const double> w, std::span<double> r) {
    using T                       = Dual<double>;
    const model::Program& program = mode_->values.tape();
    run<T>(program, rate_, [&](const model::Program::Input& in) -> T {
      const auto i = static_cast<std::size_t>(in.index);
      switch (in.kind) {
        case model::Op::time: return T(t, {dt});
        case model::Op::variable: return T(x[i], {v[i]});
        case model::Op::derivative: return T(dx[i], {w.empty() ? 0.0 : w[i]});
        default: return T(q_[i]);
      }
    });
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = program.output<T>(i, rate_).d[0];
  }

  HybridModel&                     owner_;
  Kept*                            mode_ = nullptr;
  std::vector<double>              q_;
  std::vector<Dual<double, lanes>> dual_;
  std::vector<Dual<double>>        rate_;
  std::vector<int>                 lane_x_, lane_dx_;
};

// ---- the model ------------------------------------------------------------------------------------------------------

HybridModel::Variant::Variant(std::shared_ptr<const SortedModel> model, int number, const DelayLines& lines)
    : sorted(std::move(model)), layout(*sorted), lowering(*sorted, layout, lines), scope(number) {}

HybridModel::Variant::Variant(const Variant& o, const DelayLines& lines)
    : sorted(o.sorted), layout(o.layout), lowering(*sorted, layout, lines, o.lowering), scope(o.scope),
      pattern(o.pattern), pattern_x(o.pattern_x), pattern_dx(o.pattern_dx), pattern_version(o.pattern_version),
      plan(o.plan), alarm(o.alarm), hopeless(o.hopeless) {
  by_id.resize(o.by_id.size());
  for (const auto& [key, mode] : o.modes) {
    auto& copy = modes[key]                   = std::make_unique<Kept>(*mode);
    by_id[static_cast<std::size_t>(copy->id)] = copy.get();
  }
  for (const Kept* mode : o.recent) recent.push_back(by_id[static_cast<std::size_t>(mode->id)]);
}

HybridModel::HybridModel(std::shared_ptr<const SortedModel> sorted)
    : equations_(std::make_unique<LockedEquations>(*this)) {
  const Layout first(*sorted);
  lines_ = lines_for(first);
  steps_.resize(first.delays.size());
  delay_times_.assign(first.delays.size(), 0.0);
  variants_.push_back(std::make_unique<Variant>(std::move(sorted), 0, lines_));
  use(0);
  const auto& variables = this->sorted().flat.variables;
  for (std::size_t v = 0; v < variables.size(); ++v)
    if (!variables[v].hidden) shown_.push_back(static_cast<Variable>(v));
  for (std::size_t k = 0; k < layout().slots(); ++k) {
    const Variable v = layout().of_slot[k];
    // What the translation added is nobody's variable, and has no name.
    const bool own = v >= 0 && !variables[static_cast<std::size_t>(v)].hidden;
    catalogue_.names.discrete.push_back(own ? variables[static_cast<std::size_t>(v)].name : "");
  }
}

HybridModel::HybridModel(const HybridModel& other)
    : Model(other), Remembering(other), lines_(other.lines_), steps_(other.steps_), delay_times_(other.delay_times_),
      catalogue_(other.catalogue_), modes_(other.modes_), id_of_(other.id_of_), code_(other.code_),
      equations_(std::make_unique<LockedEquations>(*this)), shown_(other.shown_), remarks_(other.remarks_) {
  // Programs of the copy read the original's lines, and both would write them.
  for (const auto& line : lines_)
    if (line != nullptr && other.modes_ > 0)
      throw InputError(
          "S0608: a simulation of a model with delay(...) cannot be copied yet. Make a second one from the text.");
  for (const auto& v : other.variants_) variants_.push_back(std::make_unique<Variant>(*v, lines_));
  now_ = variants_[static_cast<std::size_t>(other.now_->scope)].get();
}

void HybridModel::use(std::size_t variant) {
  now_             = variants_[variant].get();
  catalogue_.scope = now_->scope;
  catalogue_.names.variables.clear();
  for (const Variable v : layout().of_component)
    catalogue_.names.variables.push_back(v < 0 ? "clock" : sorted().flat.variables[static_cast<std::size_t>(v)].name);
}

void HybridModel::rewind() { use(0); }

std::vector<double> HybridModel::nominal() const {
  std::vector<double> sizes;
  for (const Variable v : layout().of_component) sizes.push_back(v < 0 ? 1.0 : modelica::nominal(sorted().flat, v));
  return sizes;
}

HybridModel::~HybridModel() = default;

std::vector<double> HybridModel::initial_discrete() const {
  std::vector<double> q(layout().slots(), 0.0);
  for (std::size_t k = 0; k < q.size(); ++k)
    if (const Variable v = layout().of_slot[k]; v >= 0)
      q[k] = sorted().flat.variables[static_cast<std::size_t>(v)].start;
  q[static_cast<std::size_t>(layout().initial_flag)] = 1;
  for (const auto& d : layout().delays) q[static_cast<std::size_t>(d.next)] = DelayLine::never;
  return q;
}

/// Keeps what it has computed until `fits` asks about other values: checks share their expressions.
double HybridModel::discrete_value(model::Node n, std::span<const double> q) const {
  const auto& e = catalogue_.dag[n];
  if (e.op == model::Op::constant) return e.value;
  if (e.op == model::Op::discrete) return q[static_cast<std::size_t>(e.a)];
  const auto at = static_cast<std::size_t>(n);
  if (asked_[at] == question_) return answers_[at];
  const auto compute = [&] {
    if (e.op == model::Op::pow_int) return std::pow(discrete_value(e.a, q), e.b);
    if (e.op == model::Op::call) {
      std::vector<double> in;
      for (const model::Node operand : catalogue_.dag.operands(n)) in.push_back(discrete_value(operand, q));
      return catalogue_.dag.function(e.b).value(in);
    }
    if (model::is_unary(e.op)) return model::apply(e.op, discrete_value(e.a, q));
    return model::apply(e.op, discrete_value(e.a, q), discrete_value(e.b, q));
  };
  answers_[at] = compute();
  asked_[at]   = question_;
  return answers_[at];
}

bool HybridModel::holds(const DiscreteCheck& check, std::span<const double> q) const {
  const double a = discrete_value(check.a, q), b = discrete_value(check.b, q);
  return model::holds(check.op, a > b ? 1 : a < b ? -1 : 0) == check.truth;
}

bool HybridModel::fits(const model::Mode& mode, std::span<const double> q) const {
  const auto& checks = static_cast<const Kept&>(mode).lowered.checks;
  ++question_;
  if (asked_.size() < catalogue_.dag.size()) asked_.resize(catalogue_.dag.size(), 0), answers_.resize(asked_.size());
  return std::all_of(checks.begin(), checks.end(), [&](const DiscreteCheck& c) { return holds(c, q); });
}

HybridModel::Key HybridModel::key_of(const LoweredModel& lowered) {
  Key key;
  for (const auto& c : lowered.consultations) {
    key.push_back(c.condition);
    key.push_back(c.value);
  }
  for (const auto& c : lowered.checks) key.insert(key.end(), {c.a, c.b, static_cast<int>(c.op), c.truth ? 1 : 0});
  return key;
}

const HybridModel::Kept* HybridModel::recognise(std::span<const double> q, std::span<const model::Sign> signs) const {
  auto& recent = now_->recent;
  for (std::size_t k = 0; k < recent.size() && k < most_compared; ++k) {
    const Kept& mode  = *recent[k];
    const auto  known = [&](model::SurfaceId s) {
      const auto i = static_cast<std::size_t>(s);
      return i < signs.size() && signs[i] != model::unknown_sign;
    };
    const auto same = [&](const model::Consultation& c) { return catalogue_.truth(c.condition, signs) == c.holds; };
    if (!std::all_of(mode.surfaces.begin(), mode.surfaces.end(), known)) continue;
    if (!std::all_of(mode.consultations.begin(), mode.consultations.end(), same) || !fits(mode, q)) continue;
    std::rotate(recent.begin(), recent.begin() + static_cast<std::ptrdiff_t>(k),
                recent.begin() + static_cast<std::ptrdiff_t>(k) + 1);
    return &mode;
  }
  return nullptr;
}

const model::Mode& HybridModel::mode_at(double t, std::span<const double> x, std::span<const double> dx,
                                        std::span<const double> q, std::span<const int> prefix,
                                        std::vector<model::Sign>& signs) {
  if (prefix.empty())
    if (const Kept* known = recognise(q, signs)) return *known;
  LoweredModel lowered = now_->lowering(catalogue_, {t, x, dx, q}, prefix, signs);
  Key          key     = key_of(lowered);
  if (const auto known = now_->modes.find(key); known != now_->modes.end()) return *known->second;
  return remember(std::move(key), std::move(lowered));
}

const model::Mode& HybridModel::mode(int id) const {
  const auto i       = static_cast<std::size_t>(id);
  const auto present = [&](const Variant& v) { return i < v.by_id.size() && v.by_id[i] != nullptr; };
  if (present(*now_)) return *now_->by_id[i];
  for (const auto& v : variants_)
    if (present(*v)) return *v->by_id[i];
  throw BugInSaltus(fmt::format("hybrid_model.cpp: there is no mode {}", id));
}

/// The same truth values in another variant are the same mode to whoever counts modes.
int HybridModel::number_of(const LoweredModel& lowered) {
  if (!sorted().reduced) return modes_++;
  std::vector<Truth> meaning = lowered.truths;
  for (const auto& c : lowered.checks) {  // nodes of the engine's graph: no nodes of the flat model
    meaning.push_back({-1 - c.a, c.b, 4 * static_cast<int>(c.op) + (c.truth ? 1 : 0)});
  }
  std::sort(meaning.begin(), meaning.end());
  meaning.erase(std::unique(meaning.begin(), meaning.end()), meaning.end());
  const auto [at, inserted] = id_of_.try_emplace(std::move(meaning), modes_);
  const auto i              = static_cast<std::size_t>(at->second);
  if (!inserted && (i >= now_->by_id.size() || now_->by_id[i] == nullptr)) return at->second;
  return modes_++;
}

const model::Mode& HybridModel::remember(Key key, LoweredModel lowered) {
  auto mode           = std::make_unique<Kept>();
  mode->id            = number_of(lowered);
  mode->consultations = lowered.consultations;
  for (const auto& c : lowered.consultations) mode->lock.push_back(c.value);
  mode->equations  = lowered.equations;
  const bool wrong = std::any_of(lowered.failing.begin(), lowered.failing.end(),
                                 [&](int k) { return check(k).kind == Check::Kind::error; });
  mode->whens.push_back({.trigger   = model::When::Trigger::holds,
                         .condition = catalogue_.constant(lowered.pending || lowered.terminate || wrong),
                         .terminal  = lowered.terminate,
                         .name      = "discrete variables"});
  for (const Sampling& s : sorted().flat.samples)
    mode->whens.push_back({.trigger = model::When::Trigger::sample,
                           .start   = s.start,
                           .period  = s.interval,
                           .initial = true,
                           .name    = fmt::format("sample({:g}, {:g})", s.start, s.interval)});
  for (std::size_t k = 0; k < lowered.arrivals.size(); ++k)
    mode->whens.push_back({.trigger   = model::When::Trigger::becomes_true,
                           .condition = lowered.arrivals[k],
                           .name = fmt::format("delay({}, ...)", sorted().flat.text(sorted().flat.delays[k].expression))});
  const bool implicit = layout().implicit;
  model::complete(*mode, catalogue_, size(), implicit);
  Variant& v    = *now_;
  bool     grew = model::join(v.pattern, mode->pattern);
  if (implicit) {
    grew = model::join(v.pattern_x, mode->pattern_x) || grew;
    grew = model::join(v.pattern_dx, mode->pattern_dx) || grew;
  }
  if (grew) {
    v.plan.make(v.pattern, implicit ? v.pattern_x : v.pattern, v.pattern_dx, lanes);
    ++v.pattern_version;
  }
  mode->values = HotNodes(catalogue_.dag, mode->equations);
  std::vector<model::Node> actions;
  for (const auto& u : lowered.updates) actions.push_back(u.value);
  for (const auto& r : lowered.resets) actions.push_back(r.value);
  mode->actions                    = model::Program(catalogue_.dag, actions);
  std::vector<model::Node> delayed = lowered.delayed;
  delayed.insert(delayed.end(), lowered.delay_times.begin(), lowered.delay_times.end());
  mode->delayed = model::Program(catalogue_.dag, delayed);
  mode->lowered = std::move(lowered);
  const auto id = static_cast<std::size_t>(mode->id);
  if (v.by_id.size() <= id) v.by_id.resize(id + 1, nullptr);
  v.by_id[id] = mode.get();
  v.recent.insert(v.recent.begin(), mode.get());
  return *(v.modes[std::move(key)] = std::move(mode));
}

model::Equations& HybridModel::equations(const model::Mode& mode, std::span<const double> q) {
  equations_->use(*now_->by_id[static_cast<std::size_t>(mode.id)], q);
  return *equations_;
}

void HybridModel::act(const model::Mode& mode, double t, std::span<double> x, std::span<const double> dx,
                      std::span<double> q, std::span<const char> fired, model::ResetRequest&) {
  const Kept& kept = static_cast<const Kept&>(mode);
  for (const int k : kept.lowered.failing)
    if (check(k).kind == Check::Kind::error) throw AssertionFailed(said(kept, k, t, x, q));
  for (const int k : kept.lowered.terminating) remark(kept, k, t, x, q);
  const bool initial = q[static_cast<std::size_t>(layout().initial_flag)] != 0;
  const auto at      = [&](int slot) -> double& { return q[static_cast<std::size_t>(slot)]; };
  for (std::size_t k = 0; k < layout().delays.size(); ++k)  // a jump comes through
    if (fired[1 + static_cast<std::size_t>(layout().samples) + k] != 0) {
      const auto& d = layout().delays[k];
      if (d.discrete) {
        at(d.value) = steps_[k].take();
        at(d.next)  = steps_[k].next();
      } else {
        at(d.piece) += 1;
        at(d.next) = lines_[k]->beginning(static_cast<int>(at(d.piece)) + 1);
      }
    }
  if (fired[0] != 0) {  // at rest: the present becomes the past
    const auto          values = numbers_.all(kept.actions, t, x, dx, q);
    std::vector<double> present;
    for (const auto& d : layout().delays) present.push_back(at(d.present));
    std::size_t k = 0;
    for (const auto& u : kept.lowered.updates) q[static_cast<std::size_t>(u.slot)] = values[k++];
    for (const auto& r : kept.lowered.resets) x[static_cast<std::size_t>(r.component)] = values[k++];
    for (std::size_t i = 0; i < layout().delays.size(); ++i) {
      const auto& d = layout().delays[i];
      if (!d.discrete || (!initial && at(d.present) == present[i])) continue;
      if (initial) at(d.value) = at(d.present);  // so it has been for ever
      else steps_[i].add(t, at(d.present));
      at(d.next) = steps_[i].next();
    }
  }
  for (std::size_t k = 1; k <= static_cast<std::size_t>(layout().samples); ++k)
    if (fired[k] != 0)
      q[static_cast<std::size_t>(layout().first_sample_flag) + k - 1] =
          initial ? Layout::after_initialisation : Layout::now;
}

// ---- the past -------------------------------------------------------------------------------------------------------

double HybridModel::sensible_delay(std::size_t k, double time, double t) const {
  const Delay& d = sorted().flat.delays[k];
  if (time >= 0 && time <= d.longest * (1 + 1e-12)) return time;
  throw std::runtime_error(fmt::format("delay({}, T) at t = {:g}: T is {:g} and must lie between 0 and {:g}",
                                       sorted().flat.text(d.expression), t, time, d.longest));
}

void HybridModel::begins() {
  for (const auto& line : lines_)
    if (line != nullptr) *line = {};
  for (auto& s : steps_) s.clear();
}

/// Instants that are asked for have to be over; and where the past has a corner, a step ends.
double HybridModel::farthest(double t) const {
  double limit = DelayLine::never;
  for (std::size_t k = 0; k < lines_.size(); ++k) {
    if (lines_[k] == nullptr) continue;
    const double time = delay_times_[k], longest = sorted().flat.delays[k].longest;
    limit = std::min(limit, t + std::max(0.9 * time, 1e-3 * longest));
    if (const double corner = lines_[k]->next_corner(t - time) + time; corner > t) limit = std::min(limit, corner);
  }
  return limit;
}

bool HybridModel::passed(const model::Mode& mode, const model::Passage& passage, std::span<double> q) {
  const std::size_t n = lines_.size();
  if (n == 0) return false;
  if (passage.t1 < passage.t0)
    throw std::runtime_error("delay(...) asks for the past, and a run backward in time does not know it");
  const model::Program& program = static_cast<const Kept&>(mode).delayed;
  const auto            when    = DelayLine::instants(passage.t0, passage.t1);
  std::vector<double>   x(size()), values(n * DelayLine::points);
  for (std::size_t j = 0; j < when.size(); ++j) {
    passage.at(when[j], x);
    const auto all = numbers_.all(program, when[j], x, {}, q);
    for (std::size_t k = 0; k < n; ++k) values[k * DelayLine::points + j] = all[k];
    for (std::size_t k = 0; k < n; ++k) delay_times_[k] = sensible_delay(k, all[n + k], when[j]);
  }
  bool news = false;
  for (std::size_t k = 0; k < n; ++k) {
    if (lines_[k] == nullptr) continue;
    const auto& d = layout().delays[k];
    lines_[k]->add(passage.t0, passage.t1,
                   std::span<const double, DelayLine::points>(&values[k * DelayLine::points], DelayLine::points));
    lines_[k]->forget_before(passage.t0 - 1.1 * sorted().flat.delays[k].longest);
    double&      next = q[static_cast<std::size_t>(d.next)];
    const double jump = lines_[k]->beginning(static_cast<int>(q[static_cast<std::size_t>(d.piece)]) + 1);
    news              = news || jump != next;
    next              = jump;
  }
  return news;
}

void HybridModel::happened(double) {
  for (const auto& line : lines_)
    if (line != nullptr) line->may_jump();
}

bool HybridModel::take_delayed(double t, std::span<const double> x, std::span<double> q) {
  if (lines_.empty()) return false;
  std::vector<model::Sign> signs;
  const LoweredModel       lowered = now_->lowering(catalogue_, {t, x, {}, q}, {}, signs);
  std::vector<model::Node> nodes   = lowered.delayed;
  nodes.insert(nodes.end(), lowered.delay_times.begin(), lowered.delay_times.end());
  const auto now     = numbers_.all(model::Program(catalogue_.dag, nodes), t, x, {}, q);
  bool       changed = false;
  for (std::size_t k = 0; k < lines_.size(); ++k) {
    double& was = q[static_cast<std::size_t>(layout().delays[k].value)];
    changed     = changed || std::abs(now[k] - was) > 1e-12 * (std::abs(now[k]) + std::abs(was));
    was         = now[k];
    q[static_cast<std::size_t>(layout().delays[k].present)] = now[k];
    delay_times_[k]                                         = sensible_delay(k, now[lines_.size() + k], t);
  }
  return changed;
}

// ---- what users see -------------------------------------------------------------------------------------------------

std::string HybridModel::evaluation() const {
  if (!code_.wanted()) return "tape, as asked";
  std::size_t with_code = 0, all = 0;
  for (const auto& v : variants_)
    for (const Kept* m : v->by_id) {
      if (m == nullptr) continue;
      ++all;
      with_code += m->values.has_code() ? 1 : 0;
    }
  if (with_code == 0 && !code_.reason().empty()) return "tape: " + code_.reason();
  return fmt::format("code in {} of {} modes", with_code, all) +
         (code_.reason().empty() ? "" : ", then tape: " + code_.reason());
}

/// The message of a check with the values of now, and where it stands.
std::string HybridModel::said(const Kept& mode, int k, double t, std::span<const double> x, std::span<const double> q) {
  const Check& c    = check(k);
  std::string  text = c.message;
  for (const auto& [words, node] : mode.lowered.shown) {
    const double value = numbers_.all(model::Program(catalogue_.dag, {node}), t, x, {}, q)[0];
    for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at))
      text.replace(at, words.size(), fmt::format("{:.6g}", value));
  }
  const std::string line = sorted().flat.line(c.place);
  if (line.empty()) return text;
  if (c.kind == Check::Kind::terminate) return fmt::format("{} ({})", text, line);
  // if way then condition else true: the way led here, and the condition is what the user wrote.
  const Graph& graph     = sorted().flat.graph;
  Node         condition = c.condition;
  while (graph[condition].op == Op::conditional && graph.is_constant(graph[condition].c, 1))
    condition = graph[condition].b;
  return fmt::format("{}\n{}: `{}` does not hold", text, line, sorted().flat.text(condition));
}

void HybridModel::remark(const Kept& mode, int k, double t, std::span<const double> x, std::span<const double> q) {
  if (check(k).kind == Check::Kind::error) return;
  const auto known = [&](const Remark& r) { return r.check == k; };
  if (std::any_of(remarks_.begin(), remarks_.end(), known)) return;
  remarks_.push_back({k, t, said(mode, k, t, x, q)});
}

std::vector<std::string> HybridModel::observed() const {
  std::vector<std::string> names;
  for (const Variable v : shown_) names.push_back(sorted().flat.variables[static_cast<std::size_t>(v)].name);
  return names;
}

void HybridModel::observe(const model::Mode& mode, double t, std::span<const double> x, std::span<const double> q,
                          std::span<double> values) {
  Kept& kept = *now_->by_id[static_cast<std::size_t>(mode.id)];
  for (const int k : kept.lowered.failing) remark(kept, k, t, x, q);
  if (kept.observed.empty()) {
    std::vector<model::Node> nodes;
    for (const Variable v : shown_) {
      const Alias& a = sorted().alias[static_cast<std::size_t>(v)];
      nodes.push_back(a.of < 0 ? catalogue_.dag.constant(a.offset) : kept.lowered.values[static_cast<std::size_t>(a.of)]);
    }
    kept.observed = HotNodes(catalogue_.dag, std::move(nodes));
  }
  const auto found = kept.observed.values(catalogue_.dag, code_, numbers_, {t, x, {}, q});
  for (std::size_t k = 0; k < found.size(); ++k)
    values[k] = sorted().alias[static_cast<std::size_t>(shown_[k])].sign * found[k];
}

std::vector<double> HybridModel::values(double t, std::span<const double> x, std::span<const double> q) {
  std::vector<model::Sign> signs;
  return values(static_cast<const Kept&>(mode_at(t, x, {}, q, {}, signs)), t, x, q);
}

// ---- other states ---------------------------------------------------------------------------------------------------

std::vector<double> HybridModel::values(const Kept& mode, double t, std::span<const double> x, std::span<const double> q) {
  const SortedModel&       model = sorted();
  std::vector<model::Node> nodes;
  for (const Alias& a : model.alias)
    nodes.push_back(a.of < 0 ? catalogue_.dag.constant(a.offset) : mode.lowered.values[static_cast<std::size_t>(a.of)]);
  const auto          found = numbers_.all(model::Program(catalogue_.dag, nodes), t, x, {}, q);
  std::vector<double> values(found.begin(), found.end());
  for (std::size_t v = 0; v < values.size(); ++v) values[v] *= model.alias[v].of < 0 ? 1 : model.alias[v].sign;
  return values;
}

/// The most that an exchange of a state for a dependent variable would gain.
double HybridModel::gain(Kept& mode, double t, std::span<const double> x, std::span<const double> q) {
  if (mode.choices.outputs() == 0) {
    std::vector<model::Sign> signs;
    mode.choices = model::Program(
        catalogue_.dag, now_->lowering(catalogue_, {t, x, {}, q}, mode.lock, signs, Lowering::More::choices).choices);
  }
  const auto  values = numbers_.all(mode.choices, t, x, {}, q);
  double      most   = 0;
  std::size_t k      = 0;
  for (const StateChoice& choice : sorted().choices) {
    exchange_.begin(choice.dependent.size(), choice.chosen.size());
    for (const auto& e : choice.entries)
      exchange_.at(static_cast<std::size_t>(e.row), static_cast<std::size_t>(e.column)) = values[k++];
    const double best = exchange_.best(choice.sizes).gain;
    if (!(std::isinf(best) && now_->hopeless)) most = std::max(most, best);
  }
  return most;
}

HybridModel::Variant& HybridModel::variant_of(std::shared_ptr<const SortedModel> sorted) {
  for (const auto& v : variants_)
    if (v->sorted->states == sorted->states) return *v;
  return *variants_.emplace_back(std::make_unique<Variant>(std::move(sorted), static_cast<int>(variants_.size()), lines_));
}

std::optional<model::OtherVariables> HybridModel::reconsider(const model::Mode& mode, double t,
                                                             std::span<const double> x, std::span<const double> q,
                                                             std::span<const model::Sign> signs) {
  if (sorted().choices.empty()) return std::nullopt;
  Kept&        kept = *now_->by_id[static_cast<std::size_t>(mode.id)];
  const double most = gain(kept, t, x, q);
  if (!(most > now_->alarm)) return std::nullopt;
  const std::vector<double> known = values(kept, t, x, q);
  auto                      other = sort_again(sorted(), t, known);
  if (other == nullptr) {  // nothing is better: ask again when it has become much worse
    if (std::isinf(most)) now_->hopeless = true;
    else now_->alarm = 2 * most;
    return std::nullopt;
  }
  model::OtherVariables change;
  const auto            names_missing_in = [](const SortedModel& from, const SortedModel& in) {
    std::vector<std::string> names;
    for (const Variable v : from.states)
      if (std::find(in.states.begin(), in.states.end(), v) == in.states.end())
        names.push_back(from.flat.variables[static_cast<std::size_t>(v)].name);
    return names;
  };
  change.left   = names_missing_in(sorted(), *other);
  change.joined = names_missing_in(*other, sorted());

  std::vector<KnownTruth> truths;
  for (std::size_t k = 0; k < kept.lowered.truths.size(); ++k) {
    const Truth& truth = kept.lowered.truths[k];
    // Nodes beyond those of the reduced model mean something else in each variant.
    if (truth.node >= static_cast<Node>(sorted().reduced->flat.graph.size())) continue;
    model::Sign side = model::unknown_sign;
    if (k < kept.consultations.size())
      catalogue_.visit_relations(kept.consultations[k].condition, [&](model::RelationId r) {
        const auto& relation = catalogue_.relation(r);
        side = static_cast<model::Sign>(relation.orientation * signs[static_cast<std::size_t>(relation.surface)]);
      });
    truths.push_back({truth, side});
  }
  std::sort(truths.begin(), truths.end(), [](const auto& a, const auto& b) { return a.truth < b.truth; });
  use(static_cast<std::size_t>(variant_of(std::move(other)).scope));
  const auto value_of = [&](Variable v) {
    return v >= 0 && static_cast<std::size_t>(v) < known.size() ? known[static_cast<std::size_t>(v)] : 0.0;
  };
  for (int i = 0; i < static_cast<int>(size()); ++i) {
    const Variable v = layout().of_component[static_cast<std::size_t>(i)];
    change.x.push_back(value_of(v));
    change.dx.push_back(i < layout().states ? value_of(sorted().flat.variables[static_cast<std::size_t>(v)].derivative)
                                            : 0.0);
  }
  LoweredModel lowered =
      now_->lowering(catalogue_, {t, change.x, change.dx, q}, {}, change.signs, Lowering::More::nothing, truths);
  Key        key    = key_of(lowered);
  const auto before = now_->modes.find(key);
  change.mode = before != now_->modes.end() ? before->second.get() : &remember(std::move(key), std::move(lowered));
  return change;
}

HybridModel::InitialSystem HybridModel::initial_system(double t, std::span<const double> x, std::span<const double> q,
                                                       std::vector<model::Sign>& signs) {
  InitialSystem system;
  LoweredModel  lowered = now_->lowering(catalogue_, {t, x, {}, q}, {}, signs, Lowering::More::initial_equations);
  system.key            = key_of(lowered);
  std::vector<model::Node> roots(lowered.equations.begin() + layout().states, lowered.equations.end());
  roots.insert(roots.end(), lowered.initial_residuals.begin(), lowered.initial_residuals.end());
  system.residuals = model::Program(catalogue_.dag, roots);
  for (const model::Node root : roots) system.uses.push_back(components_in(catalogue_.dag, root));
  std::vector<model::Node> past;
  for (const auto& p : lowered.initial_past) {
    system.slots.push_back(p.slot);
    past.push_back(p.value);
  }
  system.past          = model::Program(catalogue_.dag, past);
  system.rows          = std::move(lowered.initial_rows);
  system.consultations = std::move(lowered.consultations);
  return system;
}

}  // namespace saltus::modelica
