#include <saltus/events/surfaces.hpp>

#include <saltus/core/dual.hpp>
#include <saltus/enclose/taylor_model.hpp>

#include <algorithm>
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

constexpr double u                = 0x1p-53;
constexpr int    chebyshev_degree = 8;

using Noisy = TaylorModel<0>;

Noisy noisy(double v, double relative) { return Noisy({v}, std::abs(v) * relative); }

template <class T>
std::span<T> room(std::vector<T>& work, const Program& p) {
  if (work.size() < p.registers() + 1) work.resize(p.registers() + 1);
  return work;
}

}  // namespace

struct Surfaces::Work {
  std::vector<double>               plain;
  std::vector<Dual<double>>         dual;
  std::vector<Noisy>                noisy;
  std::vector<Dual<Noisy>>          noisy_dual;
  std::vector<TaylorModel<4>>       model4;
  std::vector<Dual<TaylorModel<4>>> dual4;
  std::vector<TaylorModel<7>>       model7;
  std::vector<Dual<TaylorModel<7>>> dual7;
  std::vector<double>               x, dx;

  template <int D>
  auto& models() {
    if constexpr (D == 4) return model4;
    else return model7;
  }
  template <int D>
  auto& duals() {
    if constexpr (D == 4) return dual4;
    else return dual7;
  }
};

Surfaces::Surfaces() : work_(std::make_unique<Work>()) {}
Surfaces::~Surfaces() = default;
Surfaces::Surfaces(const Surfaces& other)
    : catalogue_(other.catalogue_), counters_(other.counters_), work_(std::make_unique<Work>()) {}
Surfaces& Surfaces::operator=(const Surfaces& other) {
  catalogue_ = other.catalogue_;
  counters_  = other.counters_;
  return *this;
}

void Surfaces::look_at(const integrate::DenseOutput& step, std::span<const double> q, std::span<const double> x_noise) {
  step_    = step;
  q_       = q;
  x_noise_ = x_noise;
}

// ---- at a point -----------------------------------------------------------------------------------------------------

PointValue Surfaces::at_point(SurfaceId id, const FlowPoint& point) {
  ++counters_.evaluations;
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
  using T        = Dual<Noisy>;
  const auto out = g.g.operator()<T>(
      [&](const Program::Input& in) -> T {
        const auto   i     = static_cast<std::size_t>(in.index);
        const double loose = representation + point.relative_noise;
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
  using T    = Dual<double>;
  double sum = 0;
  for (const Program::Input& seeded : g.g.inputs()) {
    if (seeded.kind != Op::variable && seeded.kind != Op::derivative) continue;
    const double e_i =
        e[static_cast<std::size_t>(seeded.index)] / (seeded.kind == Op::derivative ? std::abs(step_.h) : 1.0);
    sum += std::abs(g.g.operator()<T>(
                           [&](const Program::Input& in) -> T {
                             const auto   i   = static_cast<std::size_t>(in.index);
                             const double one = in.kind == seeded.kind && in.index == seeded.index ? e_i : 0.0;
                             switch (in.kind) {
                               case Op::time: return T(step_.t0 + theta * step_.h);
                               case Op::variable: return {step_.at(i, theta), {one}};
                               case Op::derivative: return {step_.slope(i, theta), {one}};
                               default: return T(q_[i]);
                             }
                           },
                           room(work_->dual, g.g))
                        .d[0]);
  }
  return sum;
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

}  // namespace

/// The polynomial of an affine surface along the step. Returns a bound of its rounding error on [0, 1].
double Surfaces::affine_polynomial(const model::AffineForm& g, std::span<double> c) const {
  std::fill(c.begin(), c.end(), 0.0);
  c[0]            = g.constant;
  double     size = std::abs(g.constant);
  const auto add  = [&](std::size_t k, double v) {
    c[k] += v;
    size += std::abs(v);
  };
  for (const auto& [in, w] : g.terms) {
    const auto i = static_cast<std::size_t>(in.index);
    switch (in.kind) {
      case Op::time: add(0, w * step_.t0), add(1, w * step_.h); break;
      case Op::variable:
        for (int k = 0; k <= step_.degree; ++k) add(static_cast<std::size_t>(k), w * step_.coefficient(k, i));
        break;
      case Op::derivative:
        for (int k = 1; k <= step_.degree; ++k)
          add(static_cast<std::size_t>(k) - 1, w * k * step_.coefficient(k, i) / step_.h);
        break;
      default: add(0, w * q_[i]);
    }
  }
  // Each term passes through at most three roundings of its own and one sum per term; the weights carry a few more.
  return static_cast<double>(2 * g.terms.size() + 8) * u * size;
}

template <int D>
Interval Surfaces::range_of(const Surface& g, double a, double b, bool sharp) {
  using T = TaylorModel<D>;
  if (g.affine) {
    std::array<double, 32> c;
    const int              degree   = std::max(step_.degree, 1);
    const double           rounding = affine_polynomial(*g.affine, {c.data(), static_cast<std::size_t>(degree) + 1});
    if (!sharp && a == 0 && b == 1) {
      double spread = rounding;
      for (int k = 1; k <= degree; ++k) spread += std::abs(c[static_cast<std::size_t>(k)]);
      spread *= 1 + 64 * u;
      return std::isfinite(spread) && std::isfinite(c[0]) ? Interval(c[0] - spread, c[0] + spread) : Interval::whole();
    }
    const T      m     = enclose::along<D>(c.data(), 1, degree, a, b);
    const auto   range = sharp ? enclose::range(m) : enclose::quick_range(m);
    const double reach = std::max(std::abs(a), std::abs(b)) > 1
                             ? rounding * std::pow(std::max(std::abs(a), std::abs(b)), degree)
                             : rounding;
    return range + Interval(-reach, reach);
  }
  const T m = g.g.template operator()<T>([&](const Program::Input& in) { return input_model<D>(in, step_, q_, a, b); },
                                         room(work_->template models<D>(), g.g));
  return sharp ? enclose::range(m) : enclose::quick_range(m);
}

template <int D>
Interval Surfaces::change_of(const Surface& g, double a, double b) {
  using T = Dual<TaylorModel<D>>;
  if (g.affine) {
    std::array<double, 32> c;
    const int              degree   = std::max(step_.degree, 1);
    const double           rounding = affine_polynomial(*g.affine, {c.data(), static_cast<std::size_t>(degree) + 1});
    for (int k = 1; k <= degree; ++k) c[static_cast<std::size_t>(k) - 1] = k * c[static_cast<std::size_t>(k)];
    const double half  = 0.5 * (b - a);
    const double reach = degree * degree * rounding * std::pow(std::max({1.0, std::abs(a), std::abs(b)}), degree) * half;
    return enclose::range(enclose::along<D>(c.data(), 1, degree - 1, a, b) * half) + Interval(-reach, reach);
  }
  const T m = g.g.template operator()<T>(
      [&](const Program::Input& in) -> T {
        return {input_model<D>(in, step_, q_, a, b), {input_change<D>(in, step_, a, b)}};
      },
      room(work_->template duals<D>(), g.g));
  return enclose::range(m.d[0]);
}

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
  return step_.degree <= 4 ? range_of<4>(g, a, b, sharp) : range_of<7>(g, a, b, sharp);
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
  return step_.degree <= 4 ? change_of<4>(g, a, b) : change_of<7>(g, a, b);
}

}  // namespace saltus::events
