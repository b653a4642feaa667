#include <saltus/events/surfaces.hpp>

#include <saltus/core/dual.hpp>
#include <saltus/enclose/taylor_model.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace saltus::events {

using enclose::Interval;
using enclose::TaylorModel;
using model::Op;
using model::Program;
using model::Surface;
using model::SurfaceId;

namespace {

constexpr double u              = 0x1p-53;
constexpr double rounding_share = 64 * u;  // more than the rounding of a sum of 32 terms, or four times the noise of x
constexpr int    chebyshev_degree = 8;

using Noisy = TaylorModel<0>;

Noisy noisy(double v, double relative) { return Noisy({v}, std::abs(v) * relative); }

template <class T>
std::span<T> room(std::vector<T>& work, const Program& p) {
  if (work.size() < p.registers() + 1) work.resize(p.registers() + 1);
  return work;
}

}  // namespace

/// The Taylor model of one surface over a piece [a, b] of the step, and that of (b - a)/2 dg/dtheta over another one.
template <int D>
struct Surfaces::Kept {
  TaylorModel<D> value, change;
  double         a = 0, b = -1, change_a = 0, change_b = -1;

  void forget() { b = change_b = -1; }
  bool covers(double from, double to) const { return a <= from && to <= b; }
  bool change_covers(double from, double to) const { return change_a <= from && to <= change_b; }
};

struct Surfaces::Work {
  template <int D>
  struct Models {
    std::vector<TaylorModel<D>>       plain;
    std::vector<Dual<TaylorModel<D>>> dual;
    Kept<D>                           kept;
  };
  std::vector<double>          plain;
  std::vector<Dual<double>>    dual;
  std::vector<Dual<double, 4>> lanes;
  std::vector<Noisy>           noisy;
  std::vector<Dual<Noisy>>     noisy_dual;
  std::vector<double>          x, dx, lowest, highest;
  Models<4>                    models4;
  Models<7>                    models7;

  template <int D>
  Models<D>& models() {
    if constexpr (D == 4) return models4;
    else return models7;
  }
};

Surfaces::Surfaces() : work_(std::make_unique<Work>()) {}
Surfaces::~Surfaces() = default;
Surfaces::Surfaces(const Surfaces& other)
    : catalogue_(other.catalogue_), counters_(other.counters_), strides_(other.strides_),
      approaches_(other.approaches_), vain_looks_(other.vain_looks_), work_(std::make_unique<Work>()) {}
Surfaces& Surfaces::operator=(const Surfaces& other) {
  of(*other.catalogue_);
  counters_   = other.counters_;
  strides_    = other.strides_;
  approaches_ = other.approaches_;
  vain_looks_ = other.vain_looks_;
  return *this;
}

void Surfaces::of(const model::Catalogue& catalogue) {
  catalogue_ = &catalogue;
  affine_.clear();
  polynomials_.clear();
  current_ = -1;
}

void Surfaces::look_at(const integrate::DenseOutput& step, std::span<const double> q, std::span<const double> x_noise) {
  step_    = step;
  q_       = q;
  x_noise_ = x_noise;
  current_ = -1;
  ++step_number_;
}

template <class Answer>
auto Surfaces::with_degree(Answer&& answer) const {
  return step_.degree <= 4 ? answer.template operator()<4>() : answer.template operator()<7>();
}

/// What is kept is about this surface from now on.
void Surfaces::turn_to(SurfaceId s) {
  if (s == current_) return;
  current_ = s;
  if (!is_affine(s)) {
    with_degree([&]<int D>() { work_->template models<D>().kept.forget(); });
    return;
  }
  if (polynomials_.size() < affine_.size()) polynomials_.resize(affine_.size());
  Polynomial& p = polynomials_[static_cast<std::size_t>(s)];
  polynomial_   = &p;
  if (p.step == step_number_) return;
  p.step      = step_number_;
  p.degree    = std::max(step_.degree, 1);
  p.rounding  = affine_.polynomial(s, step_, q_, {p.c.data(), static_cast<std::size_t>(p.degree) + 1});
  p.noise     = 0;
  double size = std::abs(affine_.constant(s));
  for (const auto& [in, w] : affine_.terms(s)) {
    const auto i       = static_cast<std::size_t>(in.index);
    double     largest = 0;  // Horner's sum is as accurate as its largest term
    switch (in.kind) {
      case Op::time:
        largest = std::abs(step_.t0) + std::abs(step_.h);
        p.noise += std::abs(w) * 2 * u * largest;
        break;
      case Op::variable:
        largest = std::abs(step_.coefficient(0, i)) + spread(i);
        p.noise += std::abs(w) * std::max(representation * largest, x_noise_[i]);
        break;
      case Op::derivative:
        for (int k = 1; k <= step_.degree; ++k) largest += k * std::abs(step_.coefficient(k, i));
        largest /= std::abs(step_.h);
        p.noise += std::abs(w) * 16 * representation * largest;
        break;
      default: largest = std::abs(q_[i]);
    }
    size += std::abs(w) * largest;
  }
  p.noise += u * static_cast<double>(affine_.terms(s).size() - 1 + static_cast<std::size_t>(affine_.roundings(s))) * size;
}

double& Surfaces::stride(SurfaceId s) {
  const auto i = static_cast<std::size_t>(s);
  if (i >= strides_.size()) strides_.resize(i + 1, enclose::infinity);
  if (is_affine(s)) strides_[i] = enclose::infinity;
  return strides_[i];
}

char& Surfaces::vain_looks(SurfaceId s) {
  const auto i = static_cast<std::size_t>(s);
  if (i >= vain_looks_.size()) vain_looks_.resize(i + 1, 0);
  return vain_looks_[i];
}

char& Surfaces::approach(SurfaceId s) {
  const auto i = static_cast<std::size_t>(s);
  if (i >= approaches_.size()) approaches_.resize(i + 1, 0);
  return approaches_[i];
}

/// How far component i gets from its value at the beginning of the step, at most.
double Surfaces::spread(std::size_t i) const {
  double sum = 0;
  for (int k = 1; k <= step_.degree; ++k) sum += std::abs(step_.coefficient(k, i));
  return sum;
}

// ---- at a point -----------------------------------------------------------------------------------------------------

void Surfaces::take_clear_signs(std::span<const SurfaceId> pending, const FlowPoint& point,
                                std::span<model::Sign> signs, std::span<char> fresh, std::vector<SurfaceId>& unclear) {
  affine_.follow(*catalogue_);
  const char* three = catalogue_->three_domains().data();
  unclear.clear();
  for (const SurfaceId id : pending) {
    const auto  s = static_cast<std::size_t>(id);
    const auto& g = affine_.single(id);
    if (g.variable < 0 || three[s] != 0) {
      unclear.push_back(id);
      continue;
    }
    const auto   i     = static_cast<std::size_t>(g.variable);
    const double v     = g.weight * point.x[i] + g.constant;
    const double noise = point.x_noise[i] + u * std::abs(v);
    if (!(std::abs(v) > noise_factor * noise)) {
      unclear.push_back(id);
      continue;
    }
    signs[s] = v > 0 ? 1 : -1;
    fresh[s] = 0;
  }
  counters_.evaluations += static_cast<long>(pending.size() - unclear.size());
}

PointValue Surfaces::at_point(SurfaceId id, const FlowPoint& point, bool with_rate) {
  ++counters_.evaluations;
  const double loose = representation + point.relative_noise;
  const auto   at    = [](const Program::Input& in, std::span<const double> v) {
    return v[static_cast<std::size_t>(in.index)];
  };
  if (is_affine(id)) {
    const auto value = affine_.at(
        id,
        [&](const Program::Input& in) {
          switch (in.kind) {
            case Op::time: return point.t;
            case Op::variable: return at(in, point.x);
            case Op::derivative: return at(in, point.dx);
            default: return at(in, point.q);
          }
        },
        [&](const Program::Input& in) {
          switch (in.kind) {
            case Op::time: return 8 * u * std::abs(point.t);  // times this close are one instant (detect.hpp)
            case Op::variable: return at(in, point.x_noise);
            case Op::derivative: return loose * std::abs(at(in, point.dx));
            default: return 0.0;
          }
        });
    if (!with_rate && std::abs(value.value) > noise_factor * value.noise) return {value.value, value.noise};
    PointValue p{value.value, value.noise};
    for (const auto& [in, w] : affine_.terms(id)) {
      double v = 0;
      switch (in.kind) {
        case Op::time: v = 1; break;
        case Op::variable: v = at(in, point.dx); break;
        case Op::derivative: v = point.ddx.empty() ? 0.0 : at(in, point.ddx); break;
        default: break;
      }
      p.rate += w * v;
      p.rate_noise +=
          (in.kind == Op::time ? u : loose + u * static_cast<double>(affine_.terms(id).size())) * std::abs(w * v);
    }
    return p;
  }
  const Surface& g = catalogue_->surface(id);
  if (g.black_box) {
    // A short way along the flow; what is lost to rounding and to curvature balances at sqrt(eps).
    auto& x = work_->x;
    x.assign(point.x.begin(), point.x.end());
    const double v     = g.black_box(point.t, x, point.dx, point.q);
    double       speed = 0, size = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      speed = std::max(speed, std::abs(point.dx[i]));
      size  = std::max(size, std::abs(x[i]));
    }
    const double delta = 1e-8 * (speed > 0 ? std::max(size, 1e-3 * speed) / speed : 1.0);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += delta * point.dx[i];
    const double w     = g.black_box(point.t + delta, x, point.dx, point.q);
    const double noise = 16 * u * (std::abs(v) + std::abs(w)) + std::numeric_limits<double>::min();
    return {v, noise, (w - v) / delta, 1e-6 * std::abs(w - v) / delta + noise / delta};
  }
  if (!with_rate) {
    const auto out = g.g.operator()<Noisy>(
        [&](const Program::Input& in) -> Noisy {
          switch (in.kind) {
            case Op::time: return noisy(point.t, 8 * u);
            case Op::variable: return Noisy({at(in, point.x)}, at(in, point.x_noise));
            case Op::derivative: return noisy(at(in, point.dx), loose);
            default: return Noisy(at(in, point.q));
          }
        },
        room(work_->noisy, g.g));
    if (out.informative() && std::abs(out.c[0]) > noise_factor * out.r) return {out.c[0], out.r};
  }
  using T        = Dual<Noisy>;
  const auto out = g.g.operator()<T>(
      [&](const Program::Input& in) -> T {
        const auto i = static_cast<std::size_t>(in.index);
        switch (in.kind) {
          case Op::time: return {noisy(point.t, 8 * u), {Noisy(1.0)}};  // times this close are one instant (detect.hpp)
          case Op::variable: return {Noisy({point.x[i]}, point.x_noise[i]), {noisy(point.dx[i], loose)}};
          case Op::derivative:
            return {noisy(point.dx[i], loose), {point.ddx.empty() ? Noisy(0.0) : noisy(point.ddx[i], loose)}};
          default: return T(point.q[i]);
        }
      },
      room(work_->noisy_dual, g.g));
  if (!out.v.informative() || !out.d[0].informative()) {  // at or beyond the border of the domain: the plain value speaks
    const double v = g.g.operator()<double>(
        [&](const Program::Input& in) {
          const auto i = static_cast<std::size_t>(in.index);
          switch (in.kind) {
            case Op::time: return point.t;
            case Op::variable: return point.x[i];
            case Op::derivative: return point.dx[i];
            default: return point.q[i];
          }
        },
        room(work_->plain, g.g));
    return {v, out.v.informative() ? out.v.r : 0.0, 0.0, 0.0};
  }
  return {out.v.c[0], out.v.r, out.d[0].c[0], out.d[0].r};
}

// ---- along the step -------------------------------------------------------------------------------------------------

double Surfaces::black_box_value(const Surface& g, double theta) {
  auto &x = work_->x, &dx = work_->dx;
  x.resize(step_.n);
  dx.resize(step_.n);
  step_.at(theta, x);
  step_.slope(theta, dx);
  return g.black_box(step_.t0 + theta * step_.h, x, dx, q_);
}

double Surfaces::value(SurfaceId id, double theta) {
  ++counters_.evaluations;
  turn_to(id);
  if (is_affine(id)) {
    const auto& c = polynomial_->c;
    double      v = c[static_cast<std::size_t>(polynomial_->degree)];
    for (int k = polynomial_->degree - 1; k >= 0; --k) v = v * theta + c[static_cast<std::size_t>(k)];
    return v;
  }
  const Surface& g = catalogue_->surface(id);
  if (g.black_box) return black_box_value(g, theta);
  return g.g.operator()<double>(
      [&](const Program::Input& in) {
        const auto i = static_cast<std::size_t>(in.index);
        switch (in.kind) {
          case Op::time: return step_.t0 + theta * step_.h;
          case Op::variable: return step_.at(i, theta);
          case Op::derivative: return step_.slope(i, theta);
          default: return q_[i];
        }
      },
      room(work_->plain, g.g));
}

double Surfaces::slope(SurfaceId id, double theta) {
  ++counters_.evaluations;
  turn_to(id);
  if (is_affine(id)) {
    const auto& c = polynomial_->c;
    double      v = polynomial_->degree * c[static_cast<std::size_t>(polynomial_->degree)];
    for (int k = polynomial_->degree - 1; k >= 1; --k) v = v * theta + k * c[static_cast<std::size_t>(k)];
    return v;
  }
  const Surface& g = catalogue_->surface(id);
  if (g.black_box) {
    const double d = 1e-6, low = std::max(theta - d, 0.0), high = std::min(theta + d, 1.0);
    return (black_box_value(g, high) - black_box_value(g, low)) / (high - low);
  }
  using T              = Dual<double>;
  const auto curvature = [&](std::size_t i) {  // d(x')/dtheta
    double v = 0;
    for (int k = step_.degree; k >= 2; --k) v = v * theta + k * (k - 1) * step_.coefficient(k, i);
    return v / step_.h;
  };
  return g.g
      .
      operator()<T>(
          [&](const Program::Input& in) -> T {
            const auto i = static_cast<std::size_t>(in.index);
            switch (in.kind) {
              case Op::time: return {step_.t0 + theta * step_.h, {step_.h}};
              case Op::variable: return {step_.at(i, theta), {step_.slope(i, theta) * step_.h}};
              case Op::derivative: return {step_.slope(i, theta), {curvature(i)}};
              default: return T(q_[i]);
            }
          },
          room(work_->dual, g.g))
      .d[0];
}

double Surfaces::noise(SurfaceId id, double theta) {
  turn_to(id);
  if (is_affine(id)) return polynomial_->noise;
  const Surface& g = catalogue_->surface(id);
  if (g.black_box) {
    double largest = 0;
    for (const double s : {0.0, theta, 1.0}) largest = std::max(largest, std::abs(black_box_value(g, s)));
    return 64 * u * largest;
  }
  return g.g
      .
      operator()<Noisy>(
          [&](const Program::Input& in) -> Noisy {
            const auto i = static_cast<std::size_t>(in.index);
            switch (in.kind) {
              case Op::time: return noisy(step_.t0 + theta * step_.h, 2 * u);
              case Op::variable: {
                double size = 0;  // Horner's sum is as accurate as its largest term
                for (int k = 0; k <= step_.degree; ++k) size += std::abs(step_.coefficient(k, i));
                return Noisy({step_.at(i, theta)}, std::max(representation * size, x_noise_[i]));
              }
              case Op::derivative: return noisy(step_.slope(i, theta), 16 * representation);
              default: return Noisy(q_[i]);
            }
          },
          room(work_->noisy, g.g))
      .r;
}

double Surfaces::sensitivity(SurfaceId id, double theta, std::span<const double> e) {
  if (is_affine(id)) {
    double sum = 0;
    for (const auto& [in, w] : affine_.terms(id)) {
      const double scale = in.kind == Op::variable ? 1.0 : in.kind == Op::derivative ? 1 / std::abs(step_.h) : 0.0;
      if (scale > 0) sum += std::abs(w) * scale * e[static_cast<std::size_t>(in.index)];
    }
    return sum;
  }
  const Surface& g = catalogue_->surface(id);
  if (g.black_box) {
    auto& x = work_->x;
    x.resize(step_.n);
    step_.at(theta, x);
    const double t = step_.t0 + theta * step_.h, v = g.black_box(t, x, work_->dx, q_);
    double       sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double before = std::exchange(x[i], x[i] + e[i]);
      sum += std::abs(g.black_box(t, x, work_->dx, q_) - v);
      x[i] = before;
    }
    return sum;
  }
  // Several inputs in one run, with the same sum: values are computed once for all of them.
  const auto in_lanes = [&]<int lanes>(std::vector<Dual<double, lanes>>& work) {
    using T           = Dual<double, lanes>;
    const auto inputs = g.g.inputs();
    double     sum    = 0;
    for (std::size_t next = 0; next < inputs.size();) {
      std::array<const Program::Input*, lanes> seeded{};
      int                                      count = 0;
      for (; next < inputs.size() && count < lanes; ++next)
        if (const Op kind = inputs[next].kind; kind == Op::variable || kind == Op::derivative)
          seeded[static_cast<std::size_t>(count++)] = &inputs[next];
      if (count == 0) break;
      const auto with_error = [&](const Program::Input& in, double value) {
        T x(value);
        for (std::size_t lane = 0; lane < lanes; ++lane)
          if (seeded[lane] == &in)
            x.d[lane] = e[static_cast<std::size_t>(in.index)] / (in.kind == Op::derivative ? std::abs(step_.h) : 1.0);
        return x;
      };
      const T value = g.g.operator()<T>(
          [&](const Program::Input& in) -> T {
            const auto i = static_cast<std::size_t>(in.index);
            switch (in.kind) {
              case Op::time: return T(step_.t0 + theta * step_.h);
              case Op::variable: return with_error(in, step_.at(i, theta));
              case Op::derivative: return with_error(in, step_.slope(i, theta));
              default: return T(q_[i]);
            }
          },
          room(work, g.g));
      for (int lane = 0; lane < count; ++lane) sum += std::abs(value.d[static_cast<std::size_t>(lane)]);
    }
    return sum;
  };
  return g.g.inputs().size() > 2 ? in_lanes(work_->lanes) : in_lanes(work_->dual);
}

// ---- enclosures -----------------------------------------------------------------------------------------------------

namespace {

/// Every input as a Taylor model on theta in [a, b].
template <int D>
TaylorModel<D> input_model(const Program::Input& in, const integrate::DenseOutput& step, std::span<const double> q,
                           double a, double b) {
  const auto i = static_cast<std::size_t>(in.index);
  switch (in.kind) {
    case Op::time: {
      const double line[2] = {step.t0, step.h};
      return enclose::along<D>(line, 1, 1, a, b);
    }
    case Op::variable:
      return enclose::along<D>(step.c.data() + i, static_cast<std::ptrdiff_t>(step.n), step.degree, a, b);
    case Op::derivative: {
      std::array<double, 32> slope{};
      for (int k = 1; k <= step.degree; ++k)
        slope[static_cast<std::size_t>(k) - 1] = k * step.coefficient(k, i) / step.h;
      return enclose::along<D>(slope.data(), 1, std::max(step.degree - 1, 0), a, b);
    }
    default: return TaylorModel<D>(q[i]);
  }
}

/// d/dsigma of a Taylor model that is an exact polynomial up to rounding: the input's own derivative, by its powers.
template <int D>
TaylorModel<D> input_change(const Program::Input& in, const integrate::DenseOutput& step, double a, double b) {
  const double           half = 0.5 * (b - a);
  const auto             i    = static_cast<std::size_t>(in.index);
  std::array<double, 32> slope{};
  switch (in.kind) {
    case Op::time: return TaylorModel<D>(step.h * half);
    case Op::variable:
      for (int k = 1; k <= step.degree; ++k) slope[static_cast<std::size_t>(k) - 1] = k * step.coefficient(k, i);
      return enclose::along<D>(slope.data(), 1, std::max(step.degree - 1, 0), a, b) * half;
    case Op::derivative:
      for (int k = 2; k <= step.degree; ++k)
        slope[static_cast<std::size_t>(k) - 2] = k * (k - 1) * step.coefficient(k, i) / step.h;
      return enclose::along<D>(slope.data(), 1, std::max(step.degree - 2, 0), a, b) * half;
    default: return TaylorModel<D>(0.0);
  }
}

/// A model over [A, B], seen over the part [a, b] of it. The differences are exact or round once, so the place of the part
/// is known to a few units; it is widened by more than that.
template <int D>
TaylorModel<D> part_of(const TaylorModel<D>& whole, double A, double B, double a, double b) {
  if (a == A && b == B) return whole;
  const double width = B - A, from = 2 * (a - A) / width - 1 - 16 * u, to = 2 * (b - A) / width - 1 + 16 * u;
  auto         part = enclose::along<D>(whole.c.data(), 1, D, from, to);
  part.r            = (part.r + whole.r) * (1 + 8 * u);
  return part;
}

/// A bound whose remainder is this small a part of it would not become much better with a model of its own.
constexpr double remainder_share = 0.02;

}  // namespace

/// The Taylor model over [a, b] itself, kept from now on.
template <int D>
const Surfaces::Kept<D>& Surfaces::model_of(SurfaceId id, double a, double b) {
  using T       = TaylorModel<D>;
  Kept<D>& kept = work_->template models<D>().kept;
  if (kept.a == a && kept.b == b) return kept;
  const Program& g = catalogue_->surface(id).g;
  kept.value       = g.operator()<T>([&](const Program::Input& in) { return input_model<D>(in, step_, q_, a, b); },
                               room(work_->template models<D>().plain, g));
  kept.a           = a;
  kept.b           = b;
  return kept;
}

bool Surfaces::polynomial(SurfaceId id, double a, double b, Bernstein& p) {
  ++counters_.enclosures;
  turn_to(id);
  if (is_affine(id)) {
    const double far = std::max({1.0, std::abs(a), std::abs(b)});
    p = Bernstein::of({polynomial_->c.data(), static_cast<std::size_t>(polynomial_->degree) + 1}, a, b - a,
                      far > 1 ? polynomial_->rounding * std::pow(far, polynomial_->degree) : polynomial_->rounding);
    return true;
  }
  if (catalogue_->surface(id).black_box) return false;
  return with_degree([&]<int D>() {
    const auto& m = model_of<D>(id, a, b).value;
    if (!m.informative()) return false;
    p = Bernstein::of(m.c, -1, 2, m.r);
    return true;
  });
}

double Surfaces::bend(SurfaceId id) {
  turn_to(id);
  double sum = 0, power = 1;
  for (int k = 2; k <= polynomial_->degree; ++k, power *= 2)
    sum += k * (k - 1) * std::abs(polynomial_->c[static_cast<std::size_t>(k)]) * power;
  return sum * (1 + rounding_share) + 64 * polynomial_->rounding * power;
}

template <int D>
Interval Surfaces::range_of(SurfaceId id, double a, double b, bool sharp) {
  using T         = TaylorModel<D>;
  const auto hull = [&](const T& m) { return sharp ? enclose::range(m) : enclose::quick_range(m); };
  turn_to(id);
  if (is_affine(id)) {
    const double far   = std::max(std::abs(a), std::abs(b));
    const double reach = far > 1 ? polynomial_->rounding * std::pow(far, polynomial_->degree) : polynomial_->rounding;
    return hull(enclose::along<D>(polynomial_->c.data(), 1, polynomial_->degree, a, b)) + Interval(-reach, reach);
  }
  Kept<D>& kept = work_->template models<D>().kept;
  if (kept.covers(a, b)) {
    const Interval range = hull(part_of(kept.value, kept.a, kept.b, a, b));
    const bool     final = (kept.a == a && kept.b == b) || range.lo > 0 || range.hi < 0 ||
                       kept.value.r <= remainder_share * (range.hi - range.lo);
    if (final) return range;
  }
  return hull(model_of<D>(id, a, b).value);
}

template <int D>
Interval Surfaces::change_of(SurfaceId id, double a, double b) {
  using T = Dual<TaylorModel<D>>;
  turn_to(id);
  if (is_affine(id)) {
    std::array<double, 32> slope;
    for (int k = 1; k <= polynomial_->degree; ++k)
      slope[static_cast<std::size_t>(k) - 1] = k * polynomial_->c[static_cast<std::size_t>(k)];
    const double half = 0.5 * (b - a), far = std::max({1.0, std::abs(a), std::abs(b)});
    const double reach = polynomial_->degree * polynomial_->degree * polynomial_->rounding *
                         (far > 1 ? std::pow(far, polynomial_->degree) : 1.0) * half;
    return enclose::range(enclose::along<D>(slope.data(), 1, polynomial_->degree - 1, a, b) * half) +
           Interval(-reach, reach);
  }
  Kept<D>& kept = work_->template models<D>().kept;
  if (kept.change_covers(a, b)) {
    const double   share = (b - a) / (kept.change_b - kept.change_a);
    const Interval range = enclose::range(part_of(kept.change, kept.change_a, kept.change_b, a, b));
    const bool     final = (kept.change_a == a && kept.change_b == b) || range.lo >= 0 || range.hi <= 0 ||
                       kept.change.r <= remainder_share * (range.hi - range.lo);
    if (final) return range * Interval(share);
  }
  const Program& g = catalogue_->surface(id).g;
  const T m        = g.operator()<T>(
      [&](const Program::Input& in) -> T {
        return {input_model<D>(in, step_, q_, a, b), {input_change<D>(in, step_, a, b)}};
      },
      room(work_->template models<D>().dual, g));
  kept.value  = m.v;
  kept.change = m.d[0];
  kept.a = kept.change_a = a;
  kept.b = kept.change_b = b;
  return enclose::range(kept.change);
}

// ---- the sieve ------------------------------------------------------------------------------------------------------

void Surfaces::sift(std::span<const SurfaceId> searched, std::span<const model::Sign> signs,
                    std::span<const char> fresh, std::span<const double> margin, std::vector<SurfaceId>& suspects) {
  suspects.clear();
  margin_ = margin;
  if (searched.empty()) return;
  affine_.follow(*catalogue_);
  counters_.enclosures += static_cast<long>(searched.size());
  // Where there are many surfaces, one sweep over the coefficients serves them all.
  const bool sweep = searched.size() > 4 && 4 * searched.size() >= step_.n;
  if (sweep) bound_components();
  const double *lowest = work_->lowest.data(), *highest = work_->highest.data();
  for (const SurfaceId s : searched) {
    const auto  k    = static_cast<std::size_t>(s);
    const auto  sign = signs[k];
    const auto& g    = affine_.single(s);
    bool        away = false;
    if (g.variable >= 0) {
      const auto i   = static_cast<std::size_t>(g.variable);
      double     low = 0, high = 0;
      if (sweep) low = lowest[i], high = highest[i];
      else bound_component(i, low, high);
      const double side = sign * g.weight, c = sign * g.constant, a = side * low + c, b = side * high + c;
      away = std::min(a, b) > rounding_share * std::abs(c);
    } else if (char& failed = vain_looks(s); failed == 0 || is_affine(s)) {
      away   = clear_of_zero(s, sign);
      failed = away ? 0 : 3;
    } else {
      --failed;  // the crude bounds have said nothing: they will not for a while
    }
    if (!away || sign == 0 || fresh[k] != 0) suspects.push_back(s);
  }
}

/// Bounds of each component over the step, from the sum of its coefficients, and its error beyond them.
void Surfaces::bound_components() {
  work_->lowest.assign(step_.n, 0.0);
  work_->highest.resize(step_.n);
  double *const low = work_->lowest.data(), *const high = work_->highest.data();
  for (int k = 1; k <= step_.degree; ++k) {
    const double* row = step_.c.data() + static_cast<std::size_t>(k) * step_.n;
    for (std::size_t i = 0; i < step_.n; ++i) low[i] += std::abs(row[i]);
  }
  const double *x = step_.c.data(), *margin = margin_.data();
  for (std::size_t i = 0; i < step_.n; ++i) {
    const double reach = low[i] + graze_factor * margin[i] + rounding_share * (low[i] + std::abs(x[i]));
    low[i]             = x[i] - reach;
    high[i]            = x[i] + reach;
  }
}
void Surfaces::bound_component(std::size_t i, double& low, double& high) const {
  const double far = spread(i) + graze_factor * margin_[i], x = step_.c[i],
               reach = far + rounding_share * (far + std::abs(x));
  low                = x - reach;
  high               = x + reach;
}

/// Every input as its value at the beginning of the step and how far it can get from there.
bool Surfaces::clear_of_zero(SurfaceId s, model::Sign sign) {
  const auto spread_of = [&](std::size_t i) { return spread(i) + graze_factor * margin_[i]; };
  if (is_affine(s)) {
    double value = affine_.constant(s), size = std::abs(value), far = 0;
    for (const auto& [in, w] : affine_.terms(s)) {
      const auto i = static_cast<std::size_t>(in.index);
      double     v = 0;
      switch (in.kind) {
        case Op::time:
          v = w * step_.t0;
          far += std::abs(w * step_.h);
          break;
        case Op::variable:
          v = w * step_.coefficient(0, i);
          far += std::abs(w) * spread_of(i);
          break;
        case Op::derivative: return false;
        default: v = w * q_[i];
      }
      value += v;
      size += std::abs(v);
    }
    far += (size + far) * u *
           static_cast<double>(4 * affine_.terms(s).size() + 48 + static_cast<std::size_t>(affine_.roundings(s)));
    return sign * value - far > 0;
  }
  const Surface& g = catalogue_->surface(s);
  if (g.black_box || g.uses_derivative) return false;
  const Noisy m = g.g.operator()<Noisy>(
      [&](const Program::Input& in) -> Noisy {
        const auto i = static_cast<std::size_t>(in.index);
        switch (in.kind) {
          case Op::time: return Noisy({step_.t0}, std::abs(step_.h) * (1 + 8 * u));
          case Op::variable: return Noisy({step_.coefficient(0, i)}, spread_of(i) * (1 + 64 * u));
          default: return Noisy(q_[i]);
        }
      },
      room(work_->noisy, g.g));
  return m.informative() && sign * m.c[0] > m.r * (1 + 8 * u);
}

// ---- black boxes ----------------------------------------------------------------------------------------------------

/// Chebyshev coefficients of g on [a, b] and an estimate of what they leave out.
struct Surfaces::Chebyshev {
  std::array<double, chebyshev_degree + 1> c{};
  double                                   error = 0;
};

Surfaces::Chebyshev Surfaces::chebyshev(const Surface& g, double a, double b) {
  constexpr int             n = chebyshev_degree;
  std::array<double, n + 1> sample;
  const double              mid = 0.5 * (a + b), half = 0.5 * (b - a);
  for (int j = 0; j <= n; ++j) sample[j] = black_box_value(g, mid + half * std::cos(std::numbers::pi * j / n));
  Chebyshev r;
  for (int k = 0; k <= n; ++k) {
    double sum = 0;
    for (int j = 0; j <= n; ++j)
      sum += (j == 0 || j == n ? 0.5 : 1.0) * sample[j] * std::cos(std::numbers::pi * j * k / n);
    r.c[k] = sum * (k == 0 || k == n ? 1.0 : 2.0) / n;
  }
  // The tail decays geometrically where the interpolant resolves g; twice the last two terms bound it then. Points off
  // the nodes catch a tail that does not.
  double largest = 0;
  for (const double c : r.c) largest = std::max(largest, std::abs(c));
  r.error = 4 * (std::abs(r.c[n]) + std::abs(r.c[n - 1])) + 64 * u * largest;
  for (const double sigma : {-0.9781476, -0.5281371, 0.1033217, 0.6172943}) {
    double b1 = 0, b2 = 0;  // Clenshaw
    for (int k = n; k >= 1; --k) b2 = std::exchange(b1, 2 * sigma * b1 - b2 + r.c[k]);
    r.error = std::max(r.error, 2 * std::abs(black_box_value(g, mid + half * sigma) - (r.c[0] + sigma * b1 - b2)));
  }
  if (!std::isfinite(r.error)) r.error = enclose::infinity;
  return r;
}

Interval Surfaces::range(SurfaceId id, double a, double b, bool sharp) {
  ++counters_.enclosures;
  const Surface& g = catalogue_->surface(id);
  if (g.black_box) {
    const Chebyshev p = chebyshev(g, a, b);
    if (!(p.error < enclose::infinity)) return Interval::whole();
    double spread = p.error;
    for (int k = 1; k <= chebyshev_degree; ++k) spread += std::abs(p.c[k]);
    return {p.c[0] - spread, p.c[0] + spread};
  }
  return with_degree([&]<int D>() { return range_of<D>(id, a, b, sharp); });
}

Interval Surfaces::change(SurfaceId id, double a, double b) {
  ++counters_.enclosures;
  const Surface& g = catalogue_->surface(id);
  if (g.black_box) {
    const Chebyshev p = chebyshev(g, a, b);
    if (!(p.error < enclose::infinity)) return Interval::whole();
    // |T_k'| <= k^2; the error's derivative is at most n^2 times the error, as for a polynomial of the next degree.
    double spread = p.error * (chebyshev_degree + 1) * (chebyshev_degree + 1);
    for (int k = 2; k <= chebyshev_degree; ++k) spread += k * k * std::abs(p.c[k]);
    return {p.c[1] - spread, p.c[1] + spread};
  }
  return with_degree([&]<int D>() { return change_of<D>(id, a, b); });
}

}  // namespace saltus::events
