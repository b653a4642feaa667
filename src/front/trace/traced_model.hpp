#pragma once
// traced_model.hpp: a user's C++ class as a model::Model.

#include <saltus/front/trace/events.hpp>
#include <saltus/front/trace/shape.hpp>
#include <saltus/model/model.hpp>
#include <saltus/model/sparsity.hpp>

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
    catalogue_ = other.catalogue_;
    pattern_   = other.pattern_;
    colour_    = other.colour_;
    colours_   = other.colours_;
    by_id_.resize(other.by_id_.size());
    for (const auto& [key, mode] : other.modes_) {
      auto& copy = modes_[key]                   = std::make_unique<Kept>(*mode);
      by_id_[static_cast<std::size_t>(copy->id)] = copy.get();
    }
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
    plain_discrete(q, key_.discrete);
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

  const model::Mode& remember(std::size_t of_equations) {
    auto mode           = std::make_unique<Kept>();
    mode->id            = static_cast<int>(modes_.size());
    mode->lock          = key_.lock;
    mode->discrete      = key_.discrete;
    mode->of_equations  = of_equations;
    mode->consultations = tracer_.consultations;
    for (const auto& w : tracer_.whens)
      mode->whens.push_back({w.trigger, w.condition, w.start, w.period, w.initial, w.terminal,
                             !w.name.empty()                             ? std::string(w.name)
                             : w.trigger == model::When::Trigger::sample ? "sample"
                                                                         : catalogue_.text(w.condition)});
    for (const TracedReal& r : out_traced_) mode->equations.push_back(r.value().node());
    model::complete(*mode, catalogue_, n_, is_implicit);
    if (model::join(pattern_, mode->pattern)) colours_ = model::colour_columns(pattern_, colour_);
    by_id_.push_back(mode.get());
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
      q_dual_current_ = false;
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
      auto &xs = owner_.x_dual_, &ds = owner_.dx_dual_;
      for (std::size_t i = 0; i < x.size(); ++i) {
        xs[i] = x[i];
        if constexpr (is_implicit) ds[i] = dx[i];
      }
      differentiate(t, xs, f_x);
      if constexpr (is_implicit) differentiate(t, ds, f_dx);
    }

    void rate(double t, std::span<const double> x, std::span<const double> dx, std::span<const double> v,
              std::span<double> r) override {
      using D           = Dual<double, jacobian_lanes>;
      const auto moving = [](double value, double rate) {
        D d(value);
        d.d[0] = rate;
        return LockedDual(d);
      };
      for (std::size_t i = 0; i < x.size(); ++i) {
        owner_.x_dual_[i]  = moving(x[i], v[i]);
        owner_.dx_dual_[i] = dx[i];
      }
      Locked::lock = mode_->lock.data();
      owner_.template equations<LockedDual>(moving(t, 1), owner_.x_dual_.data(), owner_.dx_dual_.data(), q_dual(),
                                            owner_.out_dual_.data());
      for (std::size_t i = 0; i < r.size(); ++i) r[i] = owner_.out_dual_[i].value().d[0];
    }

   private:
    /// Only Jacobians need it, and explicit methods need none.
    const MemoryOf<M, LockedDual>& q_dual() {
      if (!q_dual_current_)
        q_dual_ = load_memory<LockedDual>(q_, [&](int i) { return LockedDual(q_[static_cast<std::size_t>(i)]); });
      q_dual_current_ = true;
      return q_dual_;
    }

    void run(double t, const double* x, const double* dx, double* out) {
      // A locked real is a double with operators, nothing else: the user's code works on the caller's memory.
      static_assert(sizeof(LockedReal) == sizeof(double) && std::is_trivially_copyable_v<LockedReal>);
      Locked::lock = mode_->lock.data();
      owner_.template equations<LockedReal>(t, reinterpret_cast<const LockedReal*>(x),
                                            reinterpret_cast<const LockedReal*>(dx), q_real_,
                                            reinterpret_cast<LockedReal*>(out));
    }

    /// Columns of one colour share a lane; `jacobian_lanes` colours share a run of the model.
    void differentiate(double t, std::vector<LockedDual>& seeded, std::span<double> values) {
      using D            = Dual<double, jacobian_lanes>;
      const auto& p      = owner_.pattern_;
      const auto& colour = owner_.colour_;
      for (int first = 0; first < owner_.colours_; first += jacobian_lanes) {
        const auto seed = [&](double one) {
          for (std::size_t j = 0; j < seeded.size(); ++j) {
            const int lane = colour[j] - first;
            if (lane < 0 || lane >= jacobian_lanes) continue;
            D v                                 = seeded[j].value();
            v.d[static_cast<std::size_t>(lane)] = one;
            seeded[j]                           = LockedDual(v);
          }
        };
        seed(1);
        Locked::lock = mode_->lock.data();
        owner_.template equations<LockedDual>(LockedDual(t), owner_.x_dual_.data(), owner_.dx_dual_.data(), q_dual(),
                                              owner_.out_dual_.data());
        seed(0);
        for (std::size_t j = 0; j < seeded.size(); ++j) {
          const int lane = colour[j] - first;
          if (lane < 0 || lane >= jacobian_lanes) continue;
          for (int k = p.column_begin[j]; k < p.column_begin[j + 1]; ++k)
            values[static_cast<std::size_t>(k)] =
                owner_.out_dual_[static_cast<std::size_t>(p.row[static_cast<std::size_t>(k)])]
                    .value()
                    .d[static_cast<std::size_t>(lane)];
        }
      }
    }

    TracedModel&            owner_;
    const model::Mode*      mode_ = nullptr;
    MemoryOf<M, LockedReal> q_real_{};
    MemoryOf<M, LockedDual> q_dual_{};
    bool                    q_dual_current_ = false;
    std::vector<double>     q_;
  };

  M                                    model_;
  std::size_t                          n_;
  model::Catalogue                     catalogue_;
  Tracer                               tracer_;
  Key                                  key_;
  std::map<Key, std::unique_ptr<Kept>> modes_;
  std::vector<const Kept*>             by_id_;
  model::Pattern                       pattern_;  ///< of all modes together ...
  std::vector<int>                     colour_;   ///< ... and the colours of its columns
  int                                  colours_ = 0;
  std::vector<TracedReal>              x_traced_, dx_traced_, out_traced_;
  std::vector<LockedDual>              x_dual_, dx_dual_, out_dual_;
  std::vector<FiringReal>              x_firing_, dx_firing_;
  LockedEquations                      equations_;
};

}  // namespace saltus::trace
