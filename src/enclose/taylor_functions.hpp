#pragma once
// taylor_functions.hpp: elementary functions of Taylor models.
//
// Problem    given a model of x(sigma), a model of f(x(sigma)).
// Method     expand f about the constant term x_0 of the model and put h = x - x_0 into the polynomial of degree D by
//            Horner's rule; the rest of the series is bounded over |h| <= m. Where the domain is too wide for that, the
//            range of f over the range of x is a constant model; the one with the smaller radius is returned.
// Reference  Makino & Berz (see taylor_arithmetic.hpp), section 4. Moore, Kearfott, Cloud, Introduction to Interval
//            Analysis, SIAM 2009, ch. 9, for the coefficient recurrences.
// Notation   h = sum_{j>=1} h_j sigma^j with radius r,  m = |h| + r,  f_k = f^(k)(x_0)/k! known up to e_k,
//            tail >= |sum_{k>D} f_k h^k|, the Lagrange, Cauchy or geometric remainder.
// Invariant  each e_k covers libm's error (4 ulp = 8 u relative, see interval.hpp) and the roundings of its recurrence.
//            Outside of the domain r = infinity: sqrt below zero, log of a range touching zero, asin beyond 1.
// Cost       D (D + 1)(D + 2)/6 + O(D^2) multiplications and one to three calls of libm; D = 4: 20 products.
// Departure  Horner's partial result number t has degree t only: a higher power of it would end above sigma^D after the
//            D - t multiplications by h that follow, so it goes into the radius at once. This costs nothing in sharpness
//            but cancellation inside the surplus, and halves the work.
//            sqrt, cbrt, powers and logarithms expand in h/x_0 about 1: constant coefficients, no overflow.

#include <saltus/enclose/taylor_arithmetic.hpp>

namespace saltus::enclose {

namespace detail {

inline constexpr double libm_error = libm_ulps * 2 * u;  // relative

/// f about a point: |f_k - f[k]| <= e[k], and `tail` bounds the sum of all powers above D.
template <int D>
struct Series {
  std::array<double, D + 1> f{}, e{};
  double                    tail = 0;
};

/// h = x - x_0 with the sums that every Horner step needs.
template <int D>
struct Increment {
  std::array<double, D + 1> h;     // h[0] = 0
  std::array<double, D + 3> tail;  // tail[n] = sum_{j >= n} |h_j|
  double                    weighted, r, m;

  explicit Increment(const TaylorModel<D>& x) : h(x.c), r(x.r) { settle(); }
  Increment(const TaylorModel<D>& x, double inverse) : h(x.c) {  // (x - x_0) times a rounded 1/x_0
    for (int j = 1; j <= D; ++j) h[j] *= inverse;
    r = x.r * std::abs(inverse) + 3 * u * sum_abs_from_1<D>(h) + tiny;
    settle();
  }
  bool constant() const { return m == 0; }

 private:
  void settle() {
    h[0]        = 0;
    tail[D + 2] = tail[D + 1] = 0;
    weighted                  = 0;
    for (int n = D; n >= 1; --n) {
      tail[n] = tail[n + 1] + std::abs(h[n]);
      weighted += tail[n];
    }
    tail[0] = tail[1];
    m       = tail[1] + r;
  }
};

// sum_k f_k h^k + tail. The rounding of coefficient k of q h, h_0 = 0, is at most k u sum |q_i h_j| with k <= (i + 1) j.
template <int D>
inline TaylorModel<D> compose(const Series<D>& s, const Increment<D>& x) {
  TaylorModel<D> q;
  q.c[0]    = s.f[D];
  double rq = s.e[D];
  unrolled<D>([&](auto step) {
    constexpr int t    = step + 1;
    double        size = 0, weighted = 0, surplus = 0;
    for (int i = 0; i < t; ++i) {
      const double v = std::abs(q.c[i]);
      size += v;
      weighted += (i + 1) * v;
      surplus += v * x.tail[t - i + 1];
    }
    rq = (rq * x.m + x.r * size) + (surplus + u * (weighted * x.weighted)) + (s.e[D - t] + tiny);
    unrolled<t>([&](auto done) {
      constexpr int k = t - done;
      double        v = 0;
      for (int i = 0; i < k; ++i) v += q.c[i] * x.h[k - i];
      q.c[k] = v;
    });
    q.c[0] = s.f[D - t];
  });
  q.r = (rq + s.tail) * slack + tiny;
  return q;  // not sealed: a coefficient may still be infinite, then so is r or it is NaN
}

template <int D>
inline constexpr std::array<double, D + 2> inverse_factorials = [] {
  std::array<double, D + 2> y{};
  double                    f = 1;  // exact up to 18!
  for (int k = 0; k <= D + 1; ++k) {
    y[k] = 1 / f;
    f *= k + 1;
  }
  return y;
}();

template <int N>
inline double power(double m) {
  if constexpr (N == 0) return 1;
  else if constexpr (N % 2 == 1) return m * power<N - 1>(m);
  else {
    const double s = power<N / 2>(m);
    return s * s;
  }
}

// m^(D+1)/(D+1)!, to be multiplied by a bound of |f^(D+1)|. `slack` in compose pays for the roundings.
template <int D>
inline double lagrange(double m) {
  return power<D + 1>(m) * inverse_factorials<D>[D + 1] + tiny;
}

/// e^m from above, exact enough for a remainder.
inline double exp_above(double m) { return m <= 1 ? 1 + m * (1 + m) : libm_up(std::exp(m)); }

// A constant: the value of libm and its error. f(0) is exact for every function here that is asked at 0.
template <int D>
inline TaylorModel<D> constant_value(double x, double y) {
  TaylorModel<D> c;
  c.c[0] = y;
  c.r    = x == 0 ? 0.0 : (libm_error * std::abs(y)) * slack + tiny;
  if (!(std::abs(y) < infinity)) c.r = infinity;
  return sealed(c);
}

/// The expansion of f(x), or the range of f over the range of x if that has the smaller radius. The range is only asked
/// for when the radius is not small against what the polynomial describes, and never of an x that says nothing.
template <int D, class RangeBound>
inline TaylorModel<D> better(const TaylorModel<D>& expansion, const TaylorModel<D>& x, RangeBound&& f) {
  const TaylorModel<D> y = sealed(expansion);
  if (16 * y.r <= sum_abs_from_1<D>(y.c) || y.r <= 0x1p-20 * std::abs(y.c[0])) [[likely]]
    return y;
  if (!x.informative()) return TaylorModel<D>::whole();
  const TaylorModel<D> flat = from_range<D>(f(range(x)));
  return y.r <= flat.r ? y : flat;
}

// f_k = g_k/k! where g cycles through four values.
template <int D>
inline Series<D> cyclic_series(double g0, double g1, double g2, double g3) {
  const std::array<double, 4> g{g0, g1, g2, g3};
  Series<D>                   s;
  for (int k = 0; k <= D; ++k) {
    s.f[k] = g[k % 4] * inverse_factorials<D>[k];
    s.e[k] = (libm_error + (k > 1 ? 3 * u : 0)) * std::abs(s.f[k]) + tiny;
  }
  return s;
}

}  // namespace detail

// ---- sin, cos, exp, sinh, cosh: coefficients that cycle ------------------------------------------------------------

template <int D>
inline TaylorModel<D> sin(const TaylorModel<D>& x) {
  const detail::Increment<D> h(x);
  const double               s = std::sin(x.c[0]);
  if (h.constant()) return detail::constant_value<D>(x.c[0], s);
  const double c      = std::cos(x.c[0]);
  auto         series = detail::cyclic_series<D>(s, c, -s, -c);
  series.tail         = detail::lagrange<D>(h.m);
  return detail::better(detail::compose(series, h), x, [](Interval v) { return sin(v); });
}

template <int D>
inline TaylorModel<D> cos(const TaylorModel<D>& x) {
  const detail::Increment<D> h(x);
  const double               c = std::cos(x.c[0]);
  if (h.constant()) return detail::constant_value<D>(x.c[0], c);
  const double s      = std::sin(x.c[0]);
  auto         series = detail::cyclic_series<D>(c, -s, -c, s);
  series.tail         = detail::lagrange<D>(h.m);
  return detail::better(detail::compose(series, h), x, [](Interval v) { return cos(v); });
}

template <int D>
inline TaylorModel<D> exp(const TaylorModel<D>& x) {
  const detail::Increment<D> h(x);
  const double               e = std::exp(x.c[0]);
  if (h.constant()) return detail::constant_value<D>(x.c[0], e);
  auto series = detail::cyclic_series<D>(e, e, e, e);
  series.tail = detail::libm_up(e) * detail::exp_above(h.m) * detail::lagrange<D>(h.m);
  return detail::better(detail::compose(series, h), x, [](Interval v) { return exp(v); });
}

template <int D>
inline TaylorModel<D> sinh(const TaylorModel<D>& x) {
  const detail::Increment<D> h(x);
  const double               s = std::sinh(x.c[0]);
  if (h.constant()) return detail::constant_value<D>(x.c[0], s);
  const double c      = std::cosh(x.c[0]);
  auto         series = detail::cyclic_series<D>(s, c, s, c);
  series.tail = detail::libm_up(c) * detail::exp_above(h.m) * detail::lagrange<D>(h.m);  // cosh(a + b) <= cosh(a) e^b
  return detail::better(detail::compose(series, h), x, [](Interval v) { return sinh(v); });
}

template <int D>
inline TaylorModel<D> cosh(const TaylorModel<D>& x) {
  const detail::Increment<D> h(x);
  const double               c = std::cosh(x.c[0]);
  if (h.constant()) return detail::constant_value<D>(x.c[0], c);
  const double s      = std::sinh(x.c[0]);
  auto         series = detail::cyclic_series<D>(c, s, c, s);
  series.tail         = detail::libm_up(c) * detail::exp_above(h.m) * detail::lagrange<D>(h.m);
  return detail::better(detail::compose(series, h), x, [](Interval v) { return cosh(v); });
}

// ---- powers and logarithms: series in h/x_0 about 1 ----------------------------------------------------------------

namespace detail {

// (1 + h)^p, p = numerator/denominator. The ratio of successive coefficients is |k - p|/(k + 1); from
// k = D + 1 on it is at most
// rho = max(1, |D + 1 - p|/(D + 2)), so the tail is at most |b_{D+1}| m^(D+1)/(1 - rho m).
template <int D>
inline Series<D> binomial_series(double numerator, double denominator, double m) {
  Series<D> s;
  double    b = 1;
  for (int k = 0; k <= D; ++k) {
    s.f[k] = b;
    s.e[k] = 3 * k * u * std::abs(b) * slack + (k > 0 ? tiny : 0.0);
    b      = b * (numerator - denominator * k) / (denominator * (k + 1));
  }
  const double p    = numerator / denominator;
  const double rho  = std::max(1.0, std::abs(D + 1 - p) / (D + 2) * slack);
  const double rest = down(1 - up(rho * m) * slack);
  s.tail            = rest > 0 ? (std::abs(b) * slack + tiny) * power<D + 1>(m) / rest + tiny : infinity;
  return s;
}

// The exponent as a fraction, because 1/3 is not a double, and the relative error of x_0^p as computed.
struct Exponent {
  double numerator, denominator = 1, error = libm_error;
};

// x^p = x_0^p (1 + h/x_0)^p, with prefactor = x_0^p as computed.
template <int D>
inline TaylorModel<D> scaled_power(const TaylorModel<D>& x, Exponent p, double prefactor) {
  const double       inverse = 1 / x.c[0];
  const Increment<D> h(x, inverse);
  TaylorModel<D>     y    = compose(binomial_series<D>(p.numerator, p.denominator, h.m), h);
  const double       size = sum_abs<D>(y.c) + y.r;
  for (double& c : y.c) c *= prefactor;
  y.r = (y.r * std::abs(prefactor) + (p.error * std::abs(prefactor) + tiny) * size + u * sum_abs<D>(y.c)) * slack + tiny;
  if (!(std::abs(x.c[0]) < 0x1p1020 && std::abs(prefactor) < infinity)) y.r = infinity;
  return y;
}

// Is x a constant without any radius?
template <int D>
inline bool is_point(const TaylorModel<D>& x) {
  return sum_abs_from_1<D>(x.c) + x.r == 0;
}

// scale (log x_0 + log(1 + h/x_0)), the tail as for the binomial series; value = libm's logarithm of x_0.
template <int D>
inline TaylorModel<D> scaled_log(const TaylorModel<D>& x, double scale, double value) {
  const double       inverse = 1 / x.c[0];
  const Increment<D> h(x, inverse);
  Series<D>          s;
  s.f[0] = value;
  s.e[0] = libm_error * std::abs(value) + tiny;
  for (int k = 1; k <= D; ++k) {
    s.f[k] = (k % 2 == 1 ? scale : -scale) / k;
    s.e[k] = 3 * u * std::abs(s.f[k]);
  }
  const double rest = down(1 - h.m * slack);
  s.tail            = rest > 0 ? scale * power<D + 1>(h.m) / ((D + 1) * rest) * slack + tiny : infinity;
  TaylorModel<D> y  = compose(s, h);
  if (!(x.c[0] < 0x1p1020)) y.r = infinity;
  return y;
}

}  // namespace detail

/// Infinite radius if the range goes below zero; a range that touches zero gives a finite range bound.
template <int D>
inline TaylorModel<D> sqrt(const TaylorModel<D>& x) {
  if (detail::is_point(x) && x.c[0] >= 0) {
    TaylorModel<D> y;
    y.c[0] = std::sqrt(x.c[0]);
    y.r    = detail::inflated(detail::u * y.c[0]);
    return detail::sealed(y);
  }
  if (!(x.c[0] > 0)) return detail::from_range<D>(sqrt(range(x)));
  const TaylorModel<D> root = detail::scaled_power(x, {1, 2, detail::u}, std::sqrt(x.c[0]));
  return detail::better(root, x, [](Interval v) { return sqrt(v); });
}

template <int D>
inline TaylorModel<D> log(const TaylorModel<D>& x) {
  if (!(x.c[0] > 0)) return TaylorModel<D>::whole();
  const double value = std::log(x.c[0]);
  if (detail::is_point(x)) return detail::constant_value<D>(value, value);
  return detail::better(detail::scaled_log(x, 1.0, value), x, [](Interval v) { return log(v); });
}

template <int D>
inline TaylorModel<D> log10(const TaylorModel<D>& x) {
  if (!(x.c[0] > 0)) return TaylorModel<D>::whole();
  const double value = std::log10(x.c[0]);
  if (detail::is_point(x)) return detail::constant_value<D>(value, value);
  return detail::better(detail::scaled_log(x, std::numbers::log10e, value), x, [](Interval v) { return log10(v); });
}

template <int D>
inline TaylorModel<D> cbrt(const TaylorModel<D>& x) {
  const double value = std::cbrt(x.c[0]);
  if (detail::is_point(x)) return detail::constant_value<D>(x.c[0], value);
  return detail::better(detail::scaled_power(x, {1, 3}, value), x, [](Interval v) { return cbrt(v); });
}

/// x^n by repeated products; x^0 = 1. A negative power needs a range without zero.
template <int D>
inline TaylorModel<D> pow(const TaylorModel<D>& x, int n) {
  if (n == 0) return x.informative() ? TaylorModel<D>(1.0) : x;
  const TaylorModel<D> base   = n > 0 ? x : 1.0 / x;
  TaylorModel<D>       square = base, y;
  bool                 first  = true;
  for (unsigned bits = n > 0 ? static_cast<unsigned>(n) : 0u - static_cast<unsigned>(n);;) {
    if (bits & 1u) {
      y     = first ? square : y * square;
      first = false;
    }
    bits >>= 1;
    if (bits == 0) break;
    square = sqr(square);
  }
  if (n == 1) return y;
  return detail::better(y, x, [&](Interval v) { return pow(v, n); });
}

/// x^p for a range above zero (at zero a range bound if p > 0), or for any range if p is an integer.
template <int D>
inline TaylorModel<D> pow(const TaylorModel<D>& x, double p) {
  if (p == std::floor(p) && std::abs(p) < 0x1p30) return pow(x, static_cast<int>(p));
  if (p == 0.5) return sqrt(x);
  if (!(std::abs(p) < infinity)) return TaylorModel<D>::whole();
  if (!(x.c[0] > 0)) return detail::from_range<D>(pow(range(x), p));
  const double value = std::pow(x.c[0], p);
  if (detail::is_point(x)) return detail::constant_value<D>(1.0, value);
  return detail::better(detail::scaled_power(x, {p}, value), x, [&](Interval v) { return pow(v, p); });
}

/// x^y = exp(y log x) for x above zero; at zero a range bound if y stays above zero.
template <int D>
inline TaylorModel<D> pow(const TaylorModel<D>& x, const TaylorModel<D>& y) {
  if (detail::is_point(y)) return pow(x, y.c[0]);
  return detail::better(exp(y * log(x)), x, [&](Interval base) {
    const Interval p = range(y);
    if (!(base.lo >= 0 && p.valid()) || (base.lo == 0 && !(p.lo > 0))) return Interval::whole();
    return hull(pow(base, p.lo), pow(base, p.hi));  // monotone in the exponent at each base
  });
}
template <int D>
inline TaylorModel<D> pow(double x, const TaylorModel<D>& y) {
  return pow(TaylorModel<D>(x), y);
}

template <int D>
inline TaylorModel<D> hypot(const TaylorModel<D>& x, const TaylorModel<D>& y) {
  return detail::better(sqrt(sqr(x) + sqr(y)), x, [&](Interval v) { return hypot(v, range(y)); });
}

// ---- tan, tanh: derivatives are polynomials in the function itself -------------------------------------------------

namespace detail {

// d^n tan/dx^n = (1 + t^2) P_n(t), P_1 = 1, P_{n+1} = (1 + t^2) P_n' + 2 t P_n; all coefficients >= 0.
// d^n tanh/dx^n = (1 - t^2) P_n(t), with -t^2 for t^2 in the recurrence. Stored with 1/n!, n = 1 .. N.
template <int N>
struct TangentPolynomials {
  std::array<std::array<double, N>, N + 1> p{};

  constexpr explicit TangentPolynomials(double sign) {
    std::array<double, N + 1> now{};
    now[0]           = 1;
    double factorial = 1;
    for (int n = 1; n <= N; ++n) {
      factorial *= n;
      for (int i = 0; i < n; ++i) p[n][i] = now[i] / factorial;
      std::array<double, N + 1> next{};
      for (int i = 0; i < n; ++i) {
        if (i > 0) next[i - 1] += i * now[i];
        next[i + 1] += sign * (i + 2) * now[i];
      }
      now = next;
    }
  }
};
template <int N>
inline constexpr TangentPolynomials<N> tan_polynomials{1.0};
template <int N>
inline constexpr TangentPolynomials<N> tanh_polynomials{-1.0};

template <std::size_t N>
inline double evaluate(const std::array<double, N>& p, int n, double t) {
  double v = p[n - 1];
  for (int i = n - 2; i >= 0; --i) v = v * t + p[i];
  return v;
}
template <std::size_t N>
inline double evaluate_abs(const std::array<double, N>& p, int n, double t) {
  double v = std::abs(p[n - 1]);
  for (int i = n - 2; i >= 0; --i) v = v * t + std::abs(p[i]);
  return v;
}

// max |P_N(t)|/N! over |t| <= 1 for tanh, by interval Horner on pieces of [0, 1]; P_N is even or odd.
template <int N>
inline constexpr double tanh_bound = [] {
  constexpr int pieces = 512;
  double        worst  = 0;
  for (int j = 0; j < pieces; ++j) {
    const double a = static_cast<double>(j) / pieces, b = static_cast<double>(j + 1) / pieces;
    double       lo = 0, hi = 0;
    for (int i = N - 1; i >= 0; --i) {
      const double l = lo < 0 ? lo * b : lo * a, h = hi < 0 ? hi * a : hi * b;
      lo = l + tanh_polynomials<N>.p[N][i];
      hi = h + tanh_polynomials<N>.p[N][i];
    }
    worst = hi > worst ? hi : worst;
    worst = -lo > worst ? -lo : worst;
  }
  return worst * (1 + 0x1p-20);
}();

}  // namespace detail

/// Infinite radius if a pole may lie in the range.
template <int D>
inline TaylorModel<D> tan(const TaylorModel<D>& x) {
  constexpr int              n = D + 1;
  constexpr auto&            p = detail::tan_polynomials<n>.p;
  const detail::Increment<D> h(x);
  const double               t = std::tan(x.c[0]);
  if (h.constant()) return detail::constant_value<D>(x.c[0], t);
  const double      size = std::abs(t), square = 1 + t * t;
  detail::Series<D> s;
  s.f[0] = t;
  s.e[0] = detail::libm_error * size + detail::tiny;
  for (int k = 1; k <= D; ++k) {  // no cancellation: relative error of t times k + 1, and 3 k + 6 roundings
    const double v = detail::evaluate(p[k], k, t) * square;
    s.f[k]         = v;
    s.e[k]         = (8 * (k + 1) + 3 * k + 6) * 1.25 * detail::u * std::abs(v) + detail::tiny;
  }
  // All derivatives grow with |tan|, so the remainder is judged at the end of the range that is nearest to a pole.
  const double   m    = h.m * detail::slack;
  const Interval ends = tan(Interval{detail::down(x.c[0] - m), detail::up(x.c[0] + m)});
  const double   far  = mag(ends);
  s.tail = (1 + far * far) * detail::evaluate(p[n], n, far) * detail::power<n>(m) * detail::slack + detail::tiny;
  return detail::better(detail::compose(s, h), x, [](Interval v) { return tan(v); });
}

template <int D>
inline TaylorModel<D> tanh(const TaylorModel<D>& x) {
  constexpr int              n = D + 1;
  constexpr auto&            p = detail::tanh_polynomials<n>.p;
  const detail::Increment<D> h(x);
  const double               t = std::tanh(x.c[0]);
  if (h.constant()) return detail::constant_value<D>(x.c[0], t);
  // 1 - t^2 = 4 e/(1 + e)^2 with e = exp(-2 |x_0|), without cancellation: 8 u from libm, twice at the most, and 6 more.
  const double      e = std::exp(-2 * std::abs(x.c[0])), steep = 4 * e / ((1 + e) * (1 + e));
  detail::Series<D> s;
  s.f[0] = t;
  s.e[0] = detail::libm_error * std::abs(t) + detail::tiny;
  for (int k = 1; k <= D; ++k) {
    s.f[k]            = detail::evaluate(p[k], k, t) * steep;
    const double size = detail::evaluate_abs(p[k], k, std::abs(t)) * steep;  // 8 k: the error of t; 3 k: Horner's rule
    s.e[k]            = (8 * k + 3 * k + 26) * 1.25 * detail::u * size + 32 * detail::tiny;
  }
  // The derivative is largest at the point of the range that is nearest to zero: there e is at most e exp(2 m).
  const double near  = std::max(0.0, detail::down(std::abs(x.c[0]) - h.m * detail::slack));
  const double e_max = detail::libm_up(std::exp(-2 * near));
  s.tail = std::min(1.0, 4 * e_max) * detail::tanh_bound<n> * detail::power<n>(h.m) * detail::slack + detail::tiny;
  return detail::better(detail::compose(s, h), x, [](Interval v) { return tanh(v); });
}

// ---- inverse trigonometric functions: recurrences for the derivative -----------------------------------------------

/// |f^(n)/n!| <= (1 + x^2)^(-n/2)/n, because 1/(1 + x^2) is the imaginary part of 1/(x - i).
template <int D>
inline TaylorModel<D> atan(const TaylorModel<D>& x) {
  constexpr int              n = D + 1;
  const detail::Increment<D> h(x);
  const double               c = x.c[0], value = std::atan(c);
  if (h.constant()) return detail::constant_value<D>(c, value);
  // g = 1/(1 + (c + h)^2): g_k = -w (2 c g_{k-1} + g_{k-2}), w = 1/(1 + c^2); `big` is the same with plus signs. Step k
  // adds 6 roundings (w: 3) of quantities below `big` to the errors it inherits: g_k is off by (6 k + 3) u big.
  const double      w = 1 / (1 + c * c);
  detail::Series<D> s;
  s.f[0]   = value;
  s.e[0]   = detail::libm_error * std::abs(value) + detail::tiny;
  double g = w, g_before = 0, big = w, big_before = 0;
  for (int k = 1; k <= D; ++k) {
    s.f[k]            = g / k;
    s.e[k]            = 8 * detail::u * big + 16 * detail::tiny;
    const double next = -w * (2 * c * g + g_before), big_next = w * (2 * std::abs(c) * big + big_before);
    g_before = g, g = next;
    big_before = big, big = big_next;
  }
  const double near   = std::max(0.0, detail::down(std::abs(c) - h.m * detail::slack));
  const double w_near = 1 / (1 + near * near) + detail::tiny;
  const double steep  = detail::power<n / 2>(w_near) * (n % 2 == 1 ? std::sqrt(w_near) : 1.0);
  s.tail = (steep * detail::slack + detail::tiny) / n * detail::power<n>(h.m) * detail::slack + detail::tiny;
  return detail::better(detail::compose(s, h), x, [](Interval v) { return atan(v); });
}

namespace detail {

// Coefficients of asin at |c| < 1, powers 1 .. N: with g = (1 - x^2)^(-1/2) and B = 1 - c^2,
//   B (k + 1) g_{k+1} = c (2 k + 1) g_k + k g_{k-1},   f_{k+1} = g_k/(k + 1).
// No cancellation (g_k has the sign of c^k), about 8 roundings a step.
template <int N>
inline std::array<double, N + 1> asin_coefficients(double c) {
  std::array<double, N + 1> f{};
  const double              b        = (1 - c) * (1 + c);
  double                    g_before = 0, g = 1 / std::sqrt(b);
  for (int k = 0; k < N; ++k) {
    f[k + 1]          = g / (k + 1);
    const double next = (c * ((2 * k + 1) * g) + k * g_before) / (b * (k + 1));
    g_before = g, g = next;
  }
  return f;
}

// value + sign (asin x - asin x_0)
template <int D>
inline TaylorModel<D> shifted_asin(const TaylorModel<D>& x, const Increment<D>& h, double value, double sign) {
  const double far = up(std::abs(x.c[0]) + h.m * slack);  // all derivatives grow with |x|
  Series<D>    s;
  s.f[0] = value;
  s.e[0] = libm_error * std::abs(value) + tiny;
  if (!(far < 1)) s.tail = infinity;
  else {
    const auto f = asin_coefficients<D>(x.c[0]);
    for (int k = 1; k <= D; ++k) {
      s.f[k] = sign * f[k];
      s.e[k] = 12 * (k + 1) * u * std::abs(f[k]) + tiny;
    }
    s.tail = asin_coefficients<D + 1>(far)[D + 1] * power<D + 1>(h.m) * slack + tiny;
  }
  return compose(s, h);
}

}  // namespace detail

template <int D>
inline TaylorModel<D> asin(const TaylorModel<D>& x) {
  const detail::Increment<D> h(x);
  const double               value = std::asin(x.c[0]);
  if (h.constant()) return detail::constant_value<D>(x.c[0], value);
  return detail::better(detail::shifted_asin(x, h, value, 1.0), x, [](Interval v) { return asin(v); });
}

template <int D>
inline TaylorModel<D> acos(const TaylorModel<D>& x) {
  const detail::Increment<D> h(x);
  const double               value = std::acos(x.c[0]);
  if (h.constant()) return detail::constant_value<D>(1.0, value);
  return detail::better(detail::shifted_asin(x, h, value, -1.0), x, [](Interval v) { return acos(v); });
}

/// The angle of (x, y) in [-pi, pi]. Where the range crosses the branch cut (x < 0, y = 0) or holds the origin: all of
/// [-pi, pi].
template <int D>
inline TaylorModel<D> atan2(const TaylorModel<D>& y, const TaylorModel<D>& x) {
  constexpr double pi = std::numbers::pi, pi_error = 0x1p-52;  // |pi - double| < 1.3e-16
  const Interval   rx = range(x), ry = range(y);
  if (!x.informative() || !y.informative()) return TaylorModel<D>::whole();
  const auto turned = [](TaylorModel<D> angle, double by) {
    angle   = angle + by;
    angle.r = detail::inflated(angle.r + pi_error);
    return angle;
  };
  if (rx.lo > 0 && rx.lo >= mig(ry)) return atan(y / x);
  if (ry.lo > 0 && ry.lo >= mig(rx)) return turned(-atan(x / y), pi / 2);
  if (ry.hi < 0 && -ry.hi >= mig(rx)) return turned(-atan(x / y), -pi / 2);
  if (rx.hi < 0 && ry.lo > 0) return turned(atan(y / x), pi);
  if (rx.hi < 0 && ry.hi < 0) return turned(atan(y / x), -pi);
  return detail::from_range<D>({-detail::up(pi), detail::up(pi)});
}
template <int D>
inline TaylorModel<D> atan2(const TaylorModel<D>& y, double x) {
  return atan2(y, TaylorModel<D>(x));
}
template <int D>
inline TaylorModel<D> atan2(double y, const TaylorModel<D>& x) {
  return atan2(TaylorModel<D>(y), x);
}
template <int D>
inline TaylorModel<D> hypot(const TaylorModel<D>& x, double y) {
  return hypot(x, TaylorModel<D>(y));
}
template <int D>
inline TaylorModel<D> hypot(double x, const TaylorModel<D>& y) {
  return hypot(TaylorModel<D>(x), y);
}

}  // namespace saltus::enclose
