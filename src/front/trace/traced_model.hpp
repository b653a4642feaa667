#pragma once
// traced_model.hpp: a user's C++ class as a model::Model.

#include <saltus/front/trace/events.hpp>
#include <saltus/model/jacobian_plan.hpp>
#include <saltus/front/trace/shape.hpp>
#include <saltus/model/model.hpp>
#include <saltus/model/sparsity.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace saltus::trace {

template <class M>
class TracedModel final : public model::Model {
  static_assert(check_shape<M>());
  static constexpr Shape shape       = shape_of<M>();
  static constexpr bool  is_implicit = is_implicit_shape<M>;
  static constexpr bool  is_struct   = is_struct_shape<M>;
  static_assert(
      EventsShape<M, TracedReal>::any || !requires { &M::template events<TracedReal>; },
      "saltus: events() must be `template <class Real> void events(saltus::Events<Real>& on, Real t, State<Real>& s) "
      "const` "
      "(with a last argument `Memory<Real>& q` if the model has Memory)");

 public:
  /// n is the number of components; for structs it is known and the argument is ignored.
  explicit TracedModel(M m, std::size_t n = 0) : model_(std::move(m)), n_(n), equations_(*this) {
    if constexpr (is_struct) {
      catalogue_.names.variables = leaf_names<StateOf<M, double>>();
      n_                         = catalogue_.names.variables.size();
    } else {
      if constexpr (HasNames<M>) catalogue_.names.variables = model_.names();
      for (std::size_t i = catalogue_.names.variables.size(); i < n_; ++i)
        catalogue_.names.variables.push_back("x[" + std::to_string(i) + "]");
    }
    if constexpr (HasMemory<M>) catalogue_.names.discrete = leaf_names<MemoryOf<M, double>>();
    x_traced_.resize(n_);
    dx_traced_.resize(n_);
    out_traced_.resize(n_);
    x_dual_.resize(n_);
    dx_dual_.resize(n_);
    out_dual_.resize(n_);
  }
  /// A copy knows the same surfaces and modes by the same numbers.
  TracedModel(const TracedModel& other) : TracedModel(other.model_, other.n_) {
    catalogue_  = other.catalogue_;
    pattern_    = other.pattern_;
    pattern_x_  = other.pattern_x_;
    pattern_dx_ = other.pattern_dx_;
    plan_       = other.plan_;
    by_id_.resize(other.by_id_.size());
    for (const auto& [key, mode] : other.modes_) {
      auto& copy = modes_[key]                   = std::make_unique<Kept>(*mode);
      by_id_[static_cast<std::size_t>(copy->id)] = copy.get();
    }
    for (const auto& [discrete, family] : other.families_)
      for (const Kept* mode : family) families_[discrete].push_back(by_id_[static_cast<std::size_t>(mode->id)]);
  }

  std::unique_ptr<model::Model> clone() const override { return std::make_unique<TracedModel>(*this); }
  std::string                   name() const override { return "model"; }
  model::Form form() const override { return is_implicit ? model::Form::implicit_dae : model::Form::explicit_ode; }
  std::size_t size() const override { return n_; }
  const model::Catalogue& catalogue() const override { return catalogue_; }
  bool                    rigorous() const override { return true; }

  std::vector<double> initial_discrete() const override {
    std::vector<double> q;
    if constexpr (HasMemory<M>) {
      MemoryOf<M, double> memory{};
      for_each_leaf(memory, [&](auto& leaf) { q.push_back(static_cast<double>(leaf)); });
    }
    return q;
  }

  const model::Mode& mode_at(double t, std::span<const double> x, std::span<const double> dx, std::span<const double> q,
                             std::span<const int> prefix, std::vector<model::Sign>& signs) override {
    plain_discrete(q, key_.discrete);
    if (prefix.empty())
      if (const model::Mode* known = recognise(signs)) return *known;
    tracer_.begin(catalogue_, prefix, signs);
    const Bound bound(Tracer::current, &tracer_);
    auto&       dag = catalogue_.dag;
    for (std::size_t i = 0; i < n_; ++i) {
      x_traced_[i] = TracedReal(Symbol(dag.leaf(model::Op::variable, static_cast<int>(i)), x[i]));
      if constexpr (is_implicit)
        dx_traced_[i] = TracedReal(Symbol(dag.leaf(model::Op::derivative, static_cast<int>(i)), dx[i]));
    }
    const TracedReal time(Symbol(dag.time(), t));
    auto             memory = load_memory<TracedReal>(
        q, [&](int i) { return TracedReal(Symbol(dag.leaf(model::Op::discrete, i), q[static_cast<std::size_t>(i)])); });
    equations<TracedReal>(time, x_traced_.data(), dx_traced_.data(), memory, out_traced_.data());
    const std::size_t of_equations = tracer_.consultations.size();
    declare_events(time, memory);
    signs.assign(tracer_.signs.begin(), tracer_.signs.end());

    key_.lock.clear();
    for (const auto& c : tracer_.consultations) key_.lock.push_back(c.value);
    if (const auto known = modes_.find(key_); known != modes_.end()) return *known->second;
    return remember(of_equations);
  }

  bool fits(const model::Mode& mode, std::span<const double> q) const override {
    const auto& plain = static_cast<const Kept&>(mode).discrete;
    std::size_t i = 0, k = 0;
    bool        same = true;
    if constexpr (HasMemory<M>) {
      MemoryOf<M, FiringReal> memory{};
      for_each_leaf(memory, [&](const auto& leaf) {
        if constexpr (!std::same_as<std::remove_cvref_t<decltype(leaf)>, FiringReal>) same = same && plain[k++] == q[i];
        ++i;
      });
    }
    return same;
  }

  const model::Mode& mode(int id) const override { return *by_id_[static_cast<std::size_t>(id)]; }
  int                modes() const override { return static_cast<int>(by_id_.size()); }

  model::Equations& equations(const model::Mode& mode, std::span<const double> q) override {
    equations_.use(mode, q);
    return equations_;
  }

  void act(const model::Mode& mode, double t, std::span<double> x, std::span<const double> dx, std::span<double> q,
           std::span<const char> fired, model::ResetRequest& request) override {
    if constexpr (EventsShape<M, FiringReal>::any) {
      x_firing_.resize(n_);
      dx_firing_.resize(n_);
      for (std::size_t i = 0; i < n_; ++i) {
        x_firing_[i]  = x[i];
        dx_firing_[i] = dx[i];
      }
      auto memory  = load_memory<FiringReal>(q, [&](int i) { return FiringReal(q[static_cast<std::size_t>(i)]); });
      Firing::lock = mode.lock.data() + consultations_of_equations(mode);
      FiringCall         call{fired.data(), 0, fired.size(), nullptr, n_, &request};
      Events<FiringReal> on(&call);
      call_events(on, FiringReal(t), x_firing_.data(), dx_firing_.data(), memory,
                  [&](auto* first) { call.state = reinterpret_cast<const FiringReal*>(first); });
      for (std::size_t i = 0; i < n_; ++i) x[i] = x_firing_[i].value();
      store_memory(memory, q);
    }
  }

 private:
  // ---- the user's functions, for any scalar ----

  template <class Real>
  void equations(const Real& t, const Real* x, const Real* dx, const MemoryOf<M, Real>& q, Real* out) const {
    if constexpr (shape == Shape::explicit_struct) {
      // A struct of reals lies in memory like an array of them: no copies on the way in and out.
      const auto& s = view<StateOf<M, Real>>(x);
      if constexpr (requires { model_(t, s); }) ::new (static_cast<void*>(out)) StateOf<M, Real>(model_(t, s));
      else ::new (static_cast<void*>(out)) StateOf<M, Real>(model_(t, s, q));
    } else if constexpr (shape == Shape::implicit_struct) {
      const auto &y = view<StateOf<M, Real>>(x), &dy = view<StateOf<M, Real>>(dx);
      auto&       r = *::new (static_cast<void*>(out)) StateOf<M, Real>{};
      if constexpr (requires { model_(t, y, dy, r); }) model_(t, y, dy, r);
      else model_(t, y, dy, q, r);
    } else if constexpr (shape == Shape::explicit_span) {
      const std::span<const Real> s(x, n_);
      const std::span<Real>       slope(out, n_);
      if constexpr (std::invocable<const M&, Real, std::span<const Real>, std::span<Real>>) model_(t, s, slope);
      else model_(t, s, q, slope);
    } else {
      const std::span<const Real> y(x, n_), dy(dx, n_);
      const std::span<Real>       r(out, n_);
      if constexpr (std::invocable<const M&, Real, std::span<const Real>, std::span<const Real>, std::span<Real>>)
        model_(t, y, dy, r);
      else model_(t, y, dy, q, r);
    }
  }

  template <class Real, class Located>
  void call_events(Events<Real>& on, const Real& t, Real* x, const Real* dx, MemoryOf<M, Real>& q,
                   Located&& located) const {
    const auto call = [&](auto& s, const auto& d) {
      if constexpr (EventsShape<M, Real>::memory) model_.events(on, t, s, q);
      else if constexpr (EventsShape<M, Real>::slopes_memory) model_.events(on, t, s, d, q);
      else if constexpr (EventsShape<M, Real>::plain) model_.events(on, t, s);
      else model_.events(on, t, s, d);
    };
    if constexpr (is_struct) {
      auto       s = load<StateOf<M, Real>>(x);
      const auto d = load<StateOf<M, Real>>(dx);
      located(&s);
      call(s, d);
      std::memcpy(static_cast<void*>(x), &s, sizeof s);
    } else {
      std::span<Real> s(x, n_);
      located(x);
      call(s, std::span<Real>(const_cast<Real*>(dx), n_));
    }
  }

  void declare_events(const TracedReal& t, MemoryOf<M, TracedReal>& q) {
    if constexpr (EventsShape<M, TracedReal>::any) {
      Events<TracedReal> on;
      call_events(on, t, x_traced_.data(), dx_traced_.data(), q, [](auto*) {});
    }
  }

  template <class S, class Real>
  static const S& view(const Real* from) {
    static_assert(sizeof(S) % sizeof(Real) == 0 && alignof(S) == alignof(Real) && std::is_trivially_copyable_v<S>);
    return *std::launder(reinterpret_cast<const S*>(from));
  }
  template <class S, class Real>
  static S load(const Real* from) {
    static_assert(sizeof(S) % sizeof(Real) == 0 && std::is_trivially_copyable_v<S>);
    S s;
    std::memcpy(static_cast<void*>(&s), from, sizeof s);
    return s;
  }

  // ---- discrete variables: numbers of type Real are inputs of the graph, all others belong to the lock ----

  template <class Real, class Make>
  static MemoryOf<M, Real> load_memory(std::span<const double> q, Make&& make) {
    MemoryOf<M, Real> memory{};
    if constexpr (HasMemory<M>) {
      int i = 0;
      for_each_leaf(memory, [&](auto& leaf) {
        using Leaf = std::remove_cvref_t<decltype(leaf)>;
        if constexpr (std::same_as<Leaf, Real>) leaf = make(i);
        else leaf = static_cast<Leaf>(q[static_cast<std::size_t>(i)]);
        ++i;
      });
    }
    return memory;
  }
  static void store_memory(const MemoryOf<M, FiringReal>& memory, std::span<double> q) {
    if constexpr (HasMemory<M>) {
      std::size_t i = 0;
      for_each_leaf(memory, [&](const auto& leaf) {
        if constexpr (std::same_as<std::remove_cvref_t<decltype(leaf)>, FiringReal>) q[i++] = leaf.value();
        else q[i++] = static_cast<double>(leaf);
      });
    }
  }
  static void plain_discrete(std::span<const double> q, std::vector<double>& plain) {
    plain.clear();
    if constexpr (HasMemory<M>) {
      MemoryOf<M, FiringReal> memory{};
      std::size_t             i = 0;
      for_each_leaf(memory, [&](const auto& leaf) {
        if constexpr (!std::same_as<std::remove_cvref_t<decltype(leaf)>, FiringReal>) plain.push_back(q[i]);
        ++i;
      });
    }
  }

  // ---- modes ----

  struct Key {
    model::Lock         lock;
    std::vector<double> discrete;
    bool operator<(const Key& other) const { return std::tie(lock, discrete) < std::tie(other.lock, other.discrete); }
  };
  struct Kept : model::Mode {
    std::size_t         of_equations = 0;
    std::vector<double> discrete;  ///< values of the discrete variables that are not Real
  };
  static std::size_t consultations_of_equations(const model::Mode& mode) {
    return static_cast<const Kept&>(mode).of_equations;
  }

  /// The mode of a model with these discrete variables and signs, if it is one of those met last: the signs of all its
  /// surfaces are known and its conditions hold. Then a trace would go the same way.
  const model::Mode* recognise(std::span<const model::Sign> signs) {
    const auto family = families_.find(key_.discrete);
    if (family == families_.end()) return nullptr;
    auto& modes = family->second;
    for (std::size_t k = 0; k < modes.size() && k < most_compared; ++k) {
      const Kept& mode = *modes[k];
      const bool  same = std::all_of(mode.surfaces.begin(), mode.surfaces.end(),
                                     [&](model::SurfaceId s) {
                                      const auto i = static_cast<std::size_t>(s);
                                      return i < signs.size() && signs[i] != model::unknown_sign;
                                    }) &&
                        std::all_of(mode.consultations.begin(), mode.consultations.end(),
                                    [&](const auto& c) { return catalogue_.truth(c.condition, signs) == c.holds; });
      if (!same) continue;
      std::rotate(modes.begin(), modes.begin() + static_cast<std::ptrdiff_t>(k),
                  modes.begin() + static_cast<std::ptrdiff_t>(k) + 1);
      return &mode;
    }
    return nullptr;
  }
  static constexpr std::size_t most_compared = 8;

  const model::Mode& remember(std::size_t of_equations) {
    auto mode           = std::make_unique<Kept>();
    mode->id            = static_cast<int>(modes_.size());
    mode->lock          = key_.lock;
    mode->discrete      = key_.discrete;
    mode->of_equations  = of_equations;
    mode->consultations = tracer_.consultations;
    if constexpr (HasMemory<M>) {
      MemoryOf<M, FiringReal> memory{};
      int                     i = 0;
      for_each_leaf(memory, [&](const auto& leaf) {
        using Leaf = std::remove_cvref_t<decltype(leaf)>;
        if constexpr (!std::same_as<Leaf, FiringReal>)
          mode->given.push_back({i, mode->discrete[mode->given.size()], std::same_as<Leaf, bool>});
        ++i;
      });
    }
    for (const auto& w : tracer_.whens)
      mode->whens.push_back({w.trigger, w.condition, w.start, w.period, w.initial, w.terminal,
                             !w.name.empty()                             ? std::string(w.name)
                             : w.trigger == model::When::Trigger::sample ? "sample"
                                                                         : catalogue_.text(w.condition)});
    for (const TracedReal& r : out_traced_) mode->equations.push_back(r.value().node());
    model::complete(*mode, catalogue_, n_, is_implicit);
    bool grew = model::join(pattern_, mode->pattern);
    if constexpr (is_implicit) {
      grew = model::join(pattern_x_, mode->pattern_x) || grew;
      grew = model::join(pattern_dx_, mode->pattern_dx) || grew;
    }
    if (grew) plan_.make(pattern_, is_implicit ? pattern_x_ : pattern_, pattern_dx_, jacobian_lanes);
    by_id_.push_back(mode.get());
    auto& family = families_[key_.discrete];
    family.insert(family.begin(), mode.get());
    return *(modes_[key_] = std::move(mode));
  }

  // ---- the smooth system of a mode ----

  class LockedEquations final : public model::Equations {
   public:
    explicit LockedEquations(TracedModel& owner) : owner_(owner) {}
    void use(const model::Mode& mode, std::span<const double> q) {
      mode_   = &mode;
      q_real_ = load_memory<LockedReal>(q, [&](int i) { return LockedReal(q[static_cast<std::size_t>(i)]); });
      if constexpr (HasMemory<M>) q_.assign(q.begin(), q.end());
      q_dual_current_ = q_rate_current_ = false;
    }
    std::size_t size() const override { return owner_.n_; }
    model::Form form() const override { return owner_.form(); }
    /// Of all modes met so far: an event changes values, and once the modes are known no longer the pattern, so that
    /// symbolic analyses and memory are kept.
    const model::Pattern& pattern() const override { return owner_.pattern_; }
    bool differential(std::size_t i) const override { return !is_implicit || mode_->differential[i] != 0; }

    void rhs(double t, std::span<const double> x, std::span<double> dx) override {
      run(t, x.data(), nullptr, dx.data());
    }
    void residual(double t, std::span<const double> x, std::span<const double> dx, std::span<double> r) override {
      run(t, x.data(), dx.data(), r.data());
      if constexpr (!is_implicit)
        for (std::size_t i = 0; i < r.size(); ++i) r[i] = dx[i] - r[i];
    }

    void jacobian(double t, std::span<const double> x, std::span<const double> dx, std::span<double> f_x,
                  std::span<double> f_dx) override {
      load(owner_.x_dual_, x);
      if constexpr (is_implicit) load(owner_.dx_dual_, dx);
      std::fill(f_x.begin(), f_x.end(), 0.0);
      if constexpr (is_implicit) std::fill(f_dx.begin(), f_dx.end(), 0.0);
      for (const model::JacobianPlan::Run& run : owner_.plan_.runs) {
        const Seeded seeded_x(owner_.x_dual_, run.seeds_x), seeded_dx(owner_.dx_dual_, run.seeds_dx);
        Locked::lock = mode_->lock.data();
        owner_.template equations<LockedDual>(LockedDual(t), owner_.x_dual_.data(), owner_.dx_dual_.data(), q_dual(),
                                              owner_.out_dual_.data());
        pick_up(run.picks_x, f_x);
        pick_up(run.picks_dx, f_dx);
      }
    }

    void rate(double t, std::span<const double> x, std::span<const double> dx, std::span<const double> v,
              std::span<double> r) override {
      along(t, 1, x, dx, v, {}, r);
    }
    void directional(double t, std::span<const double> x, std::span<const double> dx, std::span<const double> v,
                     std::span<const double> w, std::span<double> r) override {
      along(t, 0, x, dx, v, w, r);
      if constexpr (!is_implicit)
        for (std::size_t i = 0; i < r.size(); ++i) r[i] = w[i] - r[i];
    }

   private:
    /// Only derivatives need these two, and explicit methods need none.
    const MemoryOf<M, LockedDual>& q_dual() { return loaded<LockedDual>(q_dual_, q_dual_current_); }
    const MemoryOf<M, LockedRate>& q_rate() { return loaded<LockedRate>(q_rate_, q_rate_current_); }
    template <class Scalar>
    const MemoryOf<M, Scalar>& loaded(MemoryOf<M, Scalar>& memory, bool& current) {
      if (!current) memory = load_memory<Scalar>(q_, [&](int i) { return Scalar(q_[static_cast<std::size_t>(i)]); });
      current = true;
      return memory;
    }

    void run(double t, const double* x, const double* dx, double* out) {
      // A locked real is a double with operators, nothing else: the user's code works on the caller's memory.
      static_assert(sizeof(LockedReal) == sizeof(double) && std::is_trivially_copyable_v<LockedReal>);
      Locked::lock = mode_->lock.data();
      owner_.template equations<LockedReal>(t, reinterpret_cast<const LockedReal*>(x),
                                            reinterpret_cast<const LockedReal*>(dx), q_real_,
                                            reinterpret_cast<LockedReal*>(out));
    }

    /// The derivative of the equations along (dt, v, w); an empty w is zero.
    void along(double t, double dt, std::span<const double> x, std::span<const double> dx, std::span<const double> v,
               std::span<const double> w, std::span<double> r) {
      const auto moving = [](double value, double rate) { return LockedRate(Dual<double>(value, {rate})); };
      auto&      xs     = owner_.x_rate_;
      auto&      ds     = owner_.dx_rate_;
      auto&      out    = owner_.out_rate_;
      for (auto* each : {&xs, &ds, &out}) each->resize(x.size());
      for (std::size_t i = 0; i < x.size(); ++i) {
        xs[i] = moving(x[i], v[i]);
        if constexpr (is_implicit) ds[i] = moving(dx[i], w.empty() ? 0.0 : w[i]);
      }
      Locked::lock = mode_->lock.data();
      owner_.template equations<LockedRate>(moving(t, dt), xs.data(), ds.data(), q_rate(), out.data());
      for (std::size_t i = 0; i < r.size(); ++i) r[i] = out[i].value().d[0];
    }

    // A dual is its value and its lanes, one after the other: this is where a lane is.
    static_assert(sizeof(LockedDual) == (1 + jacobian_lanes) * sizeof(double) && std::is_standard_layout_v<LockedDual>);
    static std::size_t place(int index, int lane) {
      return static_cast<std::size_t>(index) * (1 + jacobian_lanes) + 1 + static_cast<std::size_t>(lane);
    }
    static double* numbers(std::vector<LockedDual>& duals) { return reinterpret_cast<double*>(duals.data()); }

    /// Values only: all lanes of a vector are zero while it is not seeded.
    static void load(std::vector<LockedDual>& duals, std::span<const double> values) {
      double* to = numbers(duals);
      for (std::size_t i = 0; i < values.size(); ++i) to[i * (1 + jacobian_lanes)] = values[i];
    }
    /// Ones in some lanes, as long as it lives; the model may throw.
    class Seeded {
     public:
      Seeded(std::vector<LockedDual>& duals, const std::vector<model::JacobianPlan::Seed>& seeds)
          : duals_(duals), seeds_(seeds) {
        set(1);
      }
      Seeded(const Seeded&) = delete;
      ~Seeded() { set(0); }

     private:
      void set(double value) {
        for (const auto& s : seeds_) numbers(duals_)[place(s.column, s.lane)] = value;
      }
      std::vector<LockedDual>&                      duals_;
      const std::vector<model::JacobianPlan::Seed>& seeds_;
    };
    void pick_up(const std::vector<model::JacobianPlan::Pick>& picks, std::span<double> values) const {
      const double* from = numbers(owner_.out_dual_);
      for (const auto& p : picks) values[static_cast<std::size_t>(p.entry)] = from[place(p.row, p.lane)];
    }

    TracedModel&            owner_;
    const model::Mode*      mode_ = nullptr;
    MemoryOf<M, LockedReal> q_real_{};
    MemoryOf<M, LockedDual> q_dual_{};
    MemoryOf<M, LockedRate> q_rate_{};
    bool                    q_dual_current_ = false, q_rate_current_ = false;
    std::vector<double>     q_;
  };

  M                                                       model_;
  std::size_t                                             n_;
  model::Catalogue                                        catalogue_;
  Tracer                                                  tracer_;
  Key                                                     key_;
  std::map<Key, std::unique_ptr<Kept>>                    modes_;
  std::vector<const Kept*>                                by_id_;
  std::map<std::vector<double>, std::vector<const Kept*>> families_;  ///< by discrete variables, the last met first
  model::Pattern                                          pattern_;   ///< of all modes together ...
  model::Pattern          pattern_x_, pattern_dx_;  ///< ... implicit form: of F_x and F_x' by themselves ...
  model::JacobianPlan     plan_;                    ///< ... and how to evaluate it
  std::vector<TracedReal> x_traced_, dx_traced_, out_traced_;
  std::vector<LockedDual> x_dual_, dx_dual_, out_dual_;
  std::vector<LockedRate> x_rate_, dx_rate_, out_rate_;
  std::vector<FiringReal> x_firing_, dx_firing_;
  LockedEquations         equations_;
};

}  // namespace saltus::trace
