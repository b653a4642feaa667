#include <saltus/front/modelica/hybrid_model.hpp>

#include <saltus/core/error.hpp>
#include <saltus/model/sparsity.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace saltus::modelica {

namespace {

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

std::span<const double> NodeValues::all(const model::Program& program, double t, std::span<const double> x,
                                        std::span<const double> dx, std::span<const double> q) {
  run<double>(program, work_, [&](const model::Program::Input& in) {
    const auto i = static_cast<std::size_t>(in.index);
    switch (in.kind) {
      case model::Op::time: return t;
      case model::Op::variable: return x[i];
      case model::Op::derivative: return dx.empty() ? 0.0 : dx[i];
      default: return q[i];
    }
  });
  out_.resize(program.outputs());
  for (std::size_t k = 0; k < out_.size(); ++k) out_[k] = program.output<double>(k, work_);
  return out_;
}

// ---- the smooth system of a mode ------------------------------------------------------------------------------------

class HybridModel::LockedEquations final : public model::Equations {
 public:
  explicit LockedEquations(HybridModel& owner) : owner_(owner) {}
  void use(const Kept& mode, std::span<const double> q) {
    mode_ = &mode;
    q_.assign(q.begin(), q.end());
  }
  std::size_t           size() const override { return owner_.size(); }
  model::Form           form() const override { return owner_.form(); }
  const model::Pattern& pattern() const override { return owner_.now_->pattern; }
  bool differential(std::size_t i) const override { return static_cast<int>(i) < owner_.layout().states; }
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
    std::fill(f_x.begin(), f_x.end(), 0.0);
    if (implicit) std::fill(f_dx.begin(), f_dx.end(), 0.0);
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
      run<T>(mode_->program, dual_, [&](const model::Program::Input& in) -> T {
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
              mode_->program.output<T>(static_cast<std::size_t>(p.row), dual_).d[static_cast<std::size_t>(p.lane)];
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
    const auto values = owner_.numbers_.all(mode_->program, t, x, dx, q_);
    std::copy(values.begin(), values.end(), out.begin());
  }
  void along(double t, double dt, std::span<const double> x, std::span<const double> dx, std::span<const double> v,
             std::span<const double> w, std::span<double> r) {
    using T = Dual<double>;
    run<T>(mode_->program, rate_, [&](const model::Program::Input& in) -> T {
      const auto i = static_cast<std::size_t>(in.index);
      switch (in.kind) {
        case model::Op::time: return T(t, {dt});
        case model::Op::variable: return T(x[i], {v[i]});
        case model::Op::derivative: return T(dx[i], {w.empty() ? 0.0 : w[i]});
        default: return T(q_[i]);
      }
    });
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = mode_->program.output<T>(i, rate_).d[0];
  }

  HybridModel&                     owner_;
  const Kept*                      mode_ = nullptr;
  std::vector<double>              q_;
  std::vector<Dual<double, lanes>> dual_;
  std::vector<Dual<double>>        rate_;
  std::vector<int>                 lane_x_, lane_dx_;
};

// ---- the model ------------------------------------------------------------------------------------------------------

HybridModel::Variant::Variant(std::shared_ptr<const SortedModel> model, int number)
    : sorted(std::move(model)), layout(*sorted), lowering(*sorted, layout), scope(number) {}

HybridModel::Variant::Variant(const Variant& o)
    : sorted(o.sorted), layout(o.layout), lowering(*sorted, layout, o.lowering), scope(o.scope), pattern(o.pattern),
      pattern_x(o.pattern_x), pattern_dx(o.pattern_dx), plan(o.plan), alarm(o.alarm), hopeless(o.hopeless) {
  by_id.resize(o.by_id.size());
  for (const auto& [key, mode] : o.modes) {
    auto& copy = modes[key]                   = std::make_unique<Kept>(*mode);
    by_id[static_cast<std::size_t>(copy->id)] = copy.get();
  }
  for (const Kept* mode : o.recent) recent.push_back(by_id[static_cast<std::size_t>(mode->id)]);
}

HybridModel::HybridModel(std::shared_ptr<const SortedModel> sorted)
    : equations_(std::make_unique<LockedEquations>(*this)) {
  variants_.push_back(std::make_unique<Variant>(std::move(sorted), 0));
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
    : Model(other), catalogue_(other.catalogue_), modes_(other.modes_), id_of_(other.id_of_),
      equations_(std::make_unique<LockedEquations>(*this)), shown_(other.shown_) {
  for (const auto& v : other.variants_) variants_.push_back(std::make_unique<Variant>(*v));
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
  return q;
}

double HybridModel::discrete_value(model::Node n, std::span<const double> q) const {
  const auto& e = catalogue_.dag[n];
  switch (e.op) {
    case model::Op::constant: return e.value;
    case model::Op::discrete: return q[static_cast<std::size_t>(e.a)];
    case model::Op::pow_int: return std::pow(discrete_value(e.a, q), e.b);
    default: break;
  }
  if (e.op == model::Op::call) {
    std::vector<double> in;
    for (const model::Node operand : catalogue_.dag.operands(n)) in.push_back(discrete_value(operand, q));
    return catalogue_.dag.function(e.b).value(in);
  }
  if (model::is_unary(e.op)) return model::apply(e.op, discrete_value(e.a, q));
  return model::apply(e.op, discrete_value(e.a, q), discrete_value(e.b, q));
}

bool HybridModel::holds(const DiscreteCheck& check, std::span<const double> q) const {
  const double a = discrete_value(check.a, q), b = discrete_value(check.b, q);
  return model::holds(check.op, a > b ? 1 : a < b ? -1 : 0) == check.truth;
}

bool HybridModel::fits(const model::Mode& mode, std::span<const double> q) const {
  const auto& checks = static_cast<const Kept&>(mode).lowered.checks;
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
  mode->equations = lowered.equations;
  mode->whens.push_back({.trigger   = model::When::Trigger::holds,
                         .condition = catalogue_.constant(lowered.pending || lowered.terminate),
                         .terminal  = lowered.terminate,
                         .name      = "discrete variables"});
  for (const Sampling& s : sorted().flat.samples)
    mode->whens.push_back({.trigger = model::When::Trigger::sample,
                           .start   = s.start,
                           .period  = s.interval,
                           .initial = true,
                           .name    = fmt::format("sample({:g}, {:g})", s.start, s.interval)});
  const bool implicit = layout().implicit;
  model::complete(*mode, catalogue_, size(), implicit);
  Variant& v    = *now_;
  bool     grew = model::join(v.pattern, mode->pattern);
  if (implicit) {
    grew = model::join(v.pattern_x, mode->pattern_x) || grew;
    grew = model::join(v.pattern_dx, mode->pattern_dx) || grew;
  }
  if (grew) v.plan.make(v.pattern, implicit ? v.pattern_x : v.pattern, v.pattern_dx, lanes);
  mode->program = model::Program(catalogue_.dag, mode->equations);
  std::vector<model::Node> actions;
  for (const auto& u : lowered.updates) actions.push_back(u.value);
  for (const auto& r : lowered.resets) actions.push_back(r.value);
  mode->actions = model::Program(catalogue_.dag, actions);
  mode->lowered = std::move(lowered);
  const auto id = static_cast<std::size_t>(mode->id);
  if (v.by_id.size() <= id) v.by_id.resize(id + 1, nullptr);
  v.by_id[id] = mode.get();
  v.recent.insert(v.recent.begin(), mode.get());
  return *(v.modes[std::move(key)] = std::move(mode));
}

model::Equations& HybridModel::equations(const model::Mode& mode, std::span<const double> q) {
  equations_->use(static_cast<const Kept&>(mode), q);
  return *equations_;
}

void HybridModel::act(const model::Mode& mode, double t, std::span<double> x, std::span<const double> dx,
                      std::span<double> q, std::span<const char> fired, model::ResetRequest&) {
  const Kept& kept = static_cast<const Kept&>(mode);
  for (const int k : kept.lowered.failing) {
    const Check& c = sorted().flat.checks[static_cast<std::size_t>(k)];
    if (c.kind == Check::Kind::error) throw std::runtime_error(c.message);
  }
  const bool initial = q[static_cast<std::size_t>(layout().initial_flag)] != 0;
  if (fired[0] != 0) {  // at rest: the present becomes the past
    const auto  values = numbers_.all(kept.actions, t, x, dx, q);
    std::size_t k      = 0;
    for (const auto& u : kept.lowered.updates) q[static_cast<std::size_t>(u.slot)] = values[k++];
    for (const auto& r : kept.lowered.resets) x[static_cast<std::size_t>(r.component)] = values[k++];
  }
  for (std::size_t k = 1; k < fired.size(); ++k)
    if (fired[k] != 0)
      q[static_cast<std::size_t>(layout().first_sample_flag) + k - 1] =
          initial ? Layout::after_initialisation : Layout::now;
}

std::vector<std::string> HybridModel::observed() const {
  std::vector<std::string> names;
  for (const Variable v : shown_) names.push_back(sorted().flat.variables[static_cast<std::size_t>(v)].name);
  return names;
}

void HybridModel::observe(const model::Mode& mode, double t, std::span<const double> x, std::span<const double> q,
                          std::span<double> values) {
  Kept& kept = *now_->by_id[static_cast<std::size_t>(mode.id)];
  if (kept.observed.outputs() == 0) {
    std::vector<model::Node> nodes;
    for (const Variable v : shown_) {
      const Alias& a = sorted().alias[static_cast<std::size_t>(v)];
      nodes.push_back(a.of < 0 ? catalogue_.dag.constant(a.offset) : kept.lowered.values[static_cast<std::size_t>(a.of)]);
    }
    kept.observed = model::Program(catalogue_.dag, nodes);
  }
  const auto found = numbers_.all(kept.observed, t, x, {}, q);
  for (std::size_t k = 0; k < found.size(); ++k)
    values[k] = sorted().alias[static_cast<std::size_t>(shown_[k])].sign * found[k];
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
  return *variants_.emplace_back(std::make_unique<Variant>(std::move(sorted), static_cast<int>(variants_.size())));
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
