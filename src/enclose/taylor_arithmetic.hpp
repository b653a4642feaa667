#pragma once
// taylor_arithmetic.hpp: polynomials in one variable with a rigorous remainder; sums, products, quotients, ranges.
//
// Problem    enclose a function of sigma in [-1, 1] that is built from polynomials, tightly and in a few nanoseconds.
// Method     Taylor models of one variable: a polynomial of degree D plus one symmetric radius that takes up everything
//            else, that is the surplus powers, the operands' radii and every rounding error of the coefficients.
// Reference  K. Makino, M. Berz, Taylor models and other validated functional inclusion methods, Int. J. Pure Appl.
//            Math. 4 (2003) 379-456. Rounding bounds: N. Higham, Accuracy and Stability of Numerical Algorithms, ch. 3.
//            Range: G. T. Cargo, O. Shisha, The Bernstein form of a polynomial, J. Res. NBS 70B (1966) 79-81.
// Notation   |a| = sum_k |a_k|, the bound of |sum a_k sigma^k|;  |a|' = sum_k (k + 1) |a_k|, its weighted sister;
//            u = 2^-53. A coefficient k of a product is a sum of k + 1 products, so its rounding error is at most
//            (k + 1) u sum_{i+j=k} |a_i b_j| to first order, and (k + 1) <= (i + 1)(j + 1) makes the sum over all k at
//            most u |a|' |b|': two numbers instead of D^2, and still u |a_0 b_0| when the constant terms dominate.
// Invariant  every coefficient is finite and r >= 0, or r = infinity and the coefficients are zero ("no information",
//            absorbing). NaN never escapes: a NaN anywhere makes r NaN, and `sealed` turns that into r = infinity.
//            Radii are sums of non-negative terms: computed in round-to-nearest they are low by less than
//            1024 u relative (an operation has fewer roundings than that in a row), which `slack` restores together
//            with all second-order terms; `tiny` covers the underflow of fewer than 2^50 of them.
//            An exact zero adds no radius; operands that are exactly zero give exactly zero.
// Cost       (D + 1)(D + 2)/2 + 3 D + O(1) multiplications for a product, no branch but the last.
// Departure  the radius is symmetric and the domain is always [-1, 1], where Berz and Makino keep an interval and a box:
//            half the work, and a sub-interval of a step is one call of `along`.

#include <saltus/enclose/interval.hpp>

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace saltus::enclose {

/// All functions f on [-1, 1] with |f(sigma) - sum_k c_k sigma^k| <= r. A plain value; r = infinity says nothing.
template <int D>
struct TaylorModel {
  static_assert(D >= 0 && D <= 15, "the rounding bounds are proven up to degree 15");

  std::array<double, D + 1> c{};
  double                    r = 0;

  constexpr TaylorModel() = default;
  /// The constant, exactly. A value that is not finite says nothing.
  constexpr TaylorModel(double constant) {
    c[0] = constant;
    if (!(constant - constant == 0)) *this = whole();
  }
  constexpr TaylorModel(const std::array<double, D + 1>& coefficients, double remainder)
      : c(coefficients), r(remainder) {
    double finite = 0;
    for (double x : c) finite += x - x;
    if (!(finite == 0 && r >= 0 && r < infinity)) *this = whole();
  }

  static constexpr TaylorModel whole() {
    TaylorModel y;
    y.r = infinity;
    return y;
  }
  constexpr bool informative() const { return r < infinity; }

  static constexpr int degree = D;
};

namespace detail {

inline constexpr double slack = 1 + 0x1p-43;  // 1024 u
inline constexpr double tiny  = 0x1p-1022;

// f(0), f(1), ..., f(N - 1) with constants as arguments, so that the triangular loops inside f unroll into registers.
template <int N, class F>
inline void unrolled(F&& f) {
  [&]<int... i>(std::integer_sequence<int, i...>) { (f(std::integral_constant<int, i>{}), ...); }
  (std::make_integer_sequence<int, N>{});
}

template <int D>
inline TaylorModel<D> sealed(const TaylorModel<D>& y) {
  if (!(y.r < infinity)) [[unlikely]]
    return TaylorModel<D>::whole();
  return y;
}

/// tail[n] = sum_{j >= n} |c_j|: tail[0] = |c|, and the sum of all tails is |c|'.
template <int D>
struct Tails {
  std::array<double, D + 2> tail;
  double                    weighted;

  explicit Tails(const std::array<double, D + 1>& c) {
    tail[D + 1] = 0;
    weighted    = 0;
    for (int n = D; n >= 0; --n) {
      tail[n] = tail[n + 1] + std::abs(c[n]);
      weighted += tail[n];
    }
  }
};

template <int D>
inline double sum_abs(const std::array<double, D + 1>& c) {
  double s = 0;
  for (int k = 0; k <= D; ++k) s += std::abs(c[k]);
  return s;
}

template <int D>
inline double sum_abs_from_1(const std::array<double, D + 1>& c) {
  double s = 0;
  for (int k = 1; k <= D; ++k) s += std::abs(c[k]);
  return s;
}

// A sum that is zero so far is exact; otherwise restore what rounding and underflow may have taken.
inline double inflated(double r) { return r * slack + (r > 0 ? tiny : 0.0); }

// The constant `middle` with the radius of a range.
template <int D>
inline TaylorModel<D> from_range(Interval y) {
  TaylorModel<D> m;
  m.c[0] = middle(y);
  m.r    = radius(y);
  return sealed(m);
}

}  // namespace detail

// ---- ranges and values ---------------------------------------------------------------------------------------------

/// Upper bound of |f|.
template <int D>
inline double magnitude(const TaylorModel<D>& x) {
  const double m = detail::inflated(detail::sum_abs<D>(x.c) + x.r);
  return m >= 0 ? m : infinity;
}

/// c_0 +- (sum_{k>=1} |c_k| + r): the cheapest enclosure.
template <int D>
inline Interval quick_range(const TaylorModel<D>& x) {
  const double m = detail::inflated(detail::sum_abs_from_1<D>(x.c) + x.r);
  if (m == 0) return x.c[0];
  return detail::checked(detail::down(x.c[0] - m), detail::up(x.c[0] + m));
}

namespace detail {

// Bernstein coefficient i of sigma^k on [-1, 1] times binomial(D, k) is the coefficient of z^k in
// (1 + z)^i (1 - z)^(D - i).
template <int D>
struct BernsteinForm {
  std::array<std::array<double, D + 1>, D + 1> k{};
  std::array<double, D + 1>                    scale{};

  constexpr BernsteinForm() {
    for (int i = 0; i <= D; ++i) {
      k[i][0] = 1;
      for (int n = 0; n < D; ++n) {
        const double sign = n < i ? 1 : -1;
        for (int p = D; p >= 1; --p) k[i][p] += sign * k[i][p - 1];
      }
    }
    double binomial = 1;
    for (int n = 0; n <= D; ++n) {
      scale[n] = 1 / binomial;
      binomial = binomial * (D - n) / (n + 1);
    }
  }
};
template <int D>
inline constexpr BernsteinForm<D> bernstein{};

}  // namespace detail

/// Hull of the Bernstein coefficients, plus r. Exact at both ends when they are extreme; the excess over the true range
/// falls with the square of the width of the domain. The varying part v = p - c_0 is bounded first: a coefficient of it
/// is a sum of D terms with three roundings before, and |K_ik| <= binomial(D, k), so it errs by less than 20 u |v|.
template <int D>
inline Interval range(const TaylorModel<D>& x) {
  const double varying = detail::sum_abs_from_1<D>(x.c);
  if (varying == 0 && x.r == 0) return detail::checked(x.c[0], x.c[0]);
  std::array<double, D + 1> d;
  for (int k = 1; k <= D; ++k) d[k] = x.c[k] * detail::bernstein<D>.scale[k];
  double lo = infinity, hi = -infinity;
  for (int i = 0; 2 * i <= D; ++i) {  // coefficients i and D - i differ in the sign of the odd powers
    double even = 0, odd = 0;
    for (int k = 2; k <= D; k += 2) even += detail::bernstein<D>.k[i][k] * d[k];
    for (int k = 1; k <= D; k += 2) odd += detail::bernstein<D>.k[i][k] * d[k];
    lo = std::min(lo, even - std::abs(odd));
    hi = std::max(hi, even + std::abs(odd));
  }
  const double m = detail::inflated((varying == 0 ? 0.0 : 20 * detail::u * varying + detail::tiny) + x.r);
  return detail::checked(detail::down(x.c[0] + detail::down(lo - m)), detail::up(x.c[0] + detail::up(hi + m)));
}

/// Encloses f(sigma) for |sigma| <= 1. Horner's rule for v = p - c_0 errs by at most 2 D u |v|.
template <int D>
inline Interval value_at(const TaylorModel<D>& x, double sigma) {
  double v = 0, bound = 0;
  for (int k = D; k >= 1; --k) {
    v     = (v + x.c[k]) * sigma;
    bound = (bound + std::abs(x.c[k])) * std::abs(sigma);
  }
  const bool   varies = sigma != 0 && detail::sum_abs_from_1<D>(x.c) > 0;
  const double m      = detail::inflated(2 * D * detail::u * bound + (varies ? detail::tiny : 0.0) + x.r);
  if (m == 0) return detail::checked(x.c[0], x.c[0]);
  return detail::checked(detail::down(x.c[0] + detail::down(v - m)), detail::up(x.c[0] + detail::up(v + m)));
}

/// The function sigma itself.
template <int D>
inline TaylorModel<D> identity() {
  TaylorModel<D> y;
  if constexpr (D >= 1) y.c[1] = 1;
  else y.r = 1;
  return y;
}

inline constexpr int largest_dense_degree = 31;

/// The polynomial sum_k q_k theta^k (q_k at q[k * stride], k <= degree) for theta in [a, b], as a model in sigma:
/// theta = (a + b)/2 + sigma (b - a)/2. Powers above D go into the radius. The degree may be anything up to 31.
///
/// Rounding: q_k reaches the coefficient of sigma^j through k - j multiplications by a rounded middle, as many
/// additions, at most j + 1 further additions, and a power of the rounded half-width (2 j): at most 3 k + 1 roundings
/// of a quantity that together with its likes is at most |q_k| max(|a|, |b|)^k.
template <int D>
inline TaylorModel<D> along(const double* q, std::ptrdiff_t stride, int degree, double a, double b) {
  if (degree < 0 || degree > largest_dense_degree) return TaylorModel<D>::whole();
  const double m = 0.5 * (a + b), h = 0.5 * (b - a), far = std::abs(m) + std::abs(h), reach = std::max(far, 1.0);
  if (!(far < infinity)) return TaylorModel<D>::whole();

  std::array<double, largest_dense_degree + 1> t;
  int                                          top   = 0;  // the highest power that is there
  double                                       bound = 0, size = 0, power = 1, reached = 1;
  for (int k = 0; k <= degree; ++k) {
    t[k] = q[k * stride];
    if (!(t[k] == 0)) top = k;
    const double weight = (3 * k + 1) * std::abs(t[k]);
    bound += weight * power;
    size += weight * reached;
    power *= far;
    reached *= reach;
  }
  if (top == 0) return TaylorModel<D>(t[0]);

  for (int j = 0; j < top; ++j)  // Taylor shift: powers of theta - m
    for (int k = top - 1; k >= j; --k) t[k] += m * t[k + 1];

  TaylorModel<D> y;
  double         surplus = 0;
  power                  = 1;
  for (int j = 0; j <= top; ++j) {
    const double v = t[j] * power;
    if (j <= D) y.c[j] = v;
    else surplus += std::abs(v);
    power *= h;
  }
  // Underflow of a power, a product or a half is worth eta times q_k, a few thousand times at the most.
  y.r = (surplus + detail::u * bound) * detail::slack + detail::tiny * (1 + size);
  return detail::sealed(y);
}

/// theta itself on [a, b].
template <int D>
inline TaylorModel<D> identity(double a, double b) {
  const double q[2] = {0, 1};
  return along<D>(q, 1, 1, a, b);
}

// ---- sums ----------------------------------------------------------------------------------------------------------

template <int D>
inline TaylorModel<D> operator-(const TaylorModel<D>& a) {
  TaylorModel<D> y;
  for (int k = 0; k <= D; ++k) y.c[k] = -a.c[k];
  y.r = a.r;
  return y;
}
template <int D>
inline TaylorModel<D> operator+(const TaylorModel<D>& a) {
  return a;
}

// |fl(s) - s| <= u |fl(s)|, and a sum below the normal range is exact: no `tiny` unless there is a radius.
template <int D>
inline TaylorModel<D> operator+(const TaylorModel<D>& a, const TaylorModel<D>& b) {
  TaylorModel<D> y;
  for (int k = 0; k <= D; ++k) y.c[k] = a.c[k] + b.c[k];
  y.r = detail::inflated((a.r + b.r) + detail::u * detail::sum_abs<D>(y.c));
  return detail::sealed(y);
}
template <int D>
inline TaylorModel<D> operator-(const TaylorModel<D>& a, const TaylorModel<D>& b) {
  TaylorModel<D> y;
  for (int k = 0; k <= D; ++k) y.c[k] = a.c[k] - b.c[k];
  y.r = detail::inflated((a.r + b.r) + detail::u * detail::sum_abs<D>(y.c));
  return detail::sealed(y);
}
template <int D>
inline TaylorModel<D> operator+(const TaylorModel<D>& a, double s) {
  TaylorModel<D> y = a;
  if (s == 0) return y;
  y.c[0] += s;
  y.r = detail::inflated(a.r + detail::u * std::abs(y.c[0]));
  return detail::sealed(y);
}
template <int D>
inline TaylorModel<D> operator+(double s, const TaylorModel<D>& a) {
  return a + s;
}
template <int D>
inline TaylorModel<D> operator-(const TaylorModel<D>& a, double s) {
  return a + -s;
}
template <int D>
inline TaylorModel<D> operator-(double s, const TaylorModel<D>& a) {
  return -a + s;
}

// ---- products ------------------------------------------------------------------------------------------------------

template <int D>
inline TaylorModel<D> operator*(const TaylorModel<D>& a, const TaylorModel<D>& b) {
  const detail::Tails<D> ta(a.c), tb(b.c);
  TaylorModel<D>         y;
  for (int k = 0; k <= D; ++k) {
    double s = a.c[0] * b.c[k];
    for (int i = 1; i <= k; ++i) s += a.c[i] * b.c[k - i];
    y.c[k] = s;
  }
  double surplus = 0;
  for (int i = 1; i <= D; ++i) surplus += std::abs(a.c[i]) * tb.tail[D - i + 1];

  const double size_a = ta.tail[0] + a.r, size_b = tb.tail[0] + b.r;
  const double floor = size_a > 0 && size_b > 0 ? detail::tiny : 0.0;
  y.r = ((a.r * size_b + b.r * ta.tail[0]) + (surplus + detail::u * (ta.weighted * tb.weighted))) * detail::slack + floor;
  return detail::sealed(y);
}

template <int D>
inline TaylorModel<D> operator*(const TaylorModel<D>& a, double s) {
  TaylorModel<D> y;
  for (int k = 0; k <= D; ++k) y.c[k] = a.c[k] * s;
  const double size = detail::sum_abs<D>(a.c) + a.r;
  y.r               = (a.r * std::abs(s) + detail::u * detail::sum_abs<D>(y.c)) * detail::slack +
        (size > 0 && s != 0 ? detail::tiny : 0.0);
  return detail::sealed(y);
}
template <int D>
inline TaylorModel<D> operator*(double s, const TaylorModel<D>& a) {
  return a * s;
}

/// a^2
template <int D>
inline TaylorModel<D> sqr(const TaylorModel<D>& a) {
  return a * a;
}

// ---- quotients -----------------------------------------------------------------------------------------------------
//
// q_k = (a_k - sum_{j>=1} q_{k-j} b_j) / b_0 is the truncated quotient; what it misses is judged afterwards:
//   f_a/f_b - q = (f_a - q f_b)/f_b,   |f_a - q f_b| <= |residual| + |surplus| + r_a + |q| r_b,   |f_b| >= mig.
// The residual of the coefficients is pure rounding. s_k has k products and k subtractions, and q_k = s_k * (1/b_0) has
// two more roundings (s_k - q_k b_0 is at most 2 u |s_k| to first order), so coefficient k is off by at most
// (k + 1) u S_k + k u |a_k| + 2 u S_k with S_k = sum_j |q_{k-j} b_j| >= |a_k|: at most 3 (k + 1) u S_k.

namespace detail {

// A lower bound of |f| over the whole domain, 0 if there is none.
template <int D>
inline double least_magnitude(const TaylorModel<D>& b) {
  const double c0 = std::abs(b.c[0]), rest = inflated(sum_abs_from_1<D>(b.c) + b.r);
  if (rest < 0.5 * c0) return down(c0 - rest);
  return mig(range(b));
}

// The range of a quotient, when the expansion is worse than that.
template <int D>
inline TaylorModel<D> quotient_by_range(const TaylorModel<D>& q, const TaylorModel<D>& a, const TaylorModel<D>& b) {
  const TaylorModel<D> flat = from_range<D>(range(a) / range(b));
  return q.r <= flat.r ? q : flat;
}

}  // namespace detail

template <int D>
inline TaylorModel<D> operator/(const TaylorModel<D>& a, const TaylorModel<D>& b) {
  const double           mig_b = detail::least_magnitude(b);
  const detail::Tails<D> tb(b.c);
  const double           size_a = detail::sum_abs<D>(a.c) + a.r, size_b = tb.tail[0] + b.r;
  if (!(mig_b > 0) || !(size_a + size_b < infinity)) return TaylorModel<D>::whole();
  if (size_a == 0) return a;

  const double   inverse = 1 / b.c[0];
  TaylorModel<D> q;
  detail::unrolled<D + 1>([&](auto k) {
    double s = a.c[k];
    for (int j = 1; j <= k; ++j) s -= q.c[k - j] * b.c[j];
    q.c[k] = s * inverse;
  });
  const detail::Tails<D> tq(q.c);
  double                 surplus = 0;
  for (int i = 1; i <= D; ++i) surplus += std::abs(q.c[i]) * tb.tail[D - i + 1];

  // Underflow: a product loses at most eta; a q_k that underflows loses eta times b.
  const double missed =
      (a.r + tq.tail[0] * b.r) + (surplus + 3 * detail::u * (tq.weighted * tb.weighted)) + detail::tiny * (1 + size_b);
  q.r = missed / mig_b * detail::slack + detail::tiny;
  if (size_b > 0x1p1020) q.r = infinity;  // 1/b_0 would lose bits to underflow
  q = detail::sealed(q);
  if (!(8 * q.r <= tq.tail[1]) && !(q.r <= 0x1p-20 * std::abs(q.c[0]))) return detail::quotient_by_range(q, a, b);
  return q;
}

template <int D>
inline TaylorModel<D> operator/(const TaylorModel<D>& a, double s) {
  if (!(std::abs(s) > 0)) return TaylorModel<D>::whole();
  TaylorModel<D> y;
  for (int k = 0; k <= D; ++k) y.c[k] = a.c[k] / s;
  const double size = detail::sum_abs<D>(a.c) + a.r;
  y.r = (a.r / std::abs(s) + detail::u * detail::sum_abs<D>(y.c)) * detail::slack + (size > 0 ? detail::tiny : 0.0);
  if (!(std::abs(s) < infinity)) y.r = infinity;
  return detail::sealed(y);
}
template <int D>
inline TaylorModel<D> operator/(double s, const TaylorModel<D>& a) {
  return TaylorModel<D>(s) / a;
}

template <int D>
inline TaylorModel<D>& operator+=(TaylorModel<D>& a, const TaylorModel<D>& b) {
  return a = a + b;
}
template <int D>
inline TaylorModel<D>& operator+=(TaylorModel<D>& a, double s) {
  return a = a + s;
}
template <int D>
inline TaylorModel<D>& operator-=(TaylorModel<D>& a, const TaylorModel<D>& b) {
  return a = a - b;
}
template <int D>
inline TaylorModel<D>& operator-=(TaylorModel<D>& a, double s) {
  return a = a - s;
}
template <int D>
inline TaylorModel<D>& operator*=(TaylorModel<D>& a, const TaylorModel<D>& b) {
  return a = a * b;
}
template <int D>
inline TaylorModel<D>& operator*=(TaylorModel<D>& a, double s) {
  return a = a * s;
}
template <int D>
inline TaylorModel<D>& operator/=(TaylorModel<D>& a, const TaylorModel<D>& b) {
  return a = a / b;
}
template <int D>
inline TaylorModel<D>& operator/=(TaylorModel<D>& a, double s) {
  return a = a / s;
}

}  // namespace saltus::enclose
