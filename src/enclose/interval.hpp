#pragma once
// interval.hpp: closed intervals of doubles that contain what the real operation would have given.
//
// Problem    for real f and x in X, y in Y: f(x, y) in F(X, Y), whatever the rounding errors.
// Method     compute in round-to-nearest, then move each bound outward by a proven amount. The rounding mode of the
//            processor is never touched, so the code is free to be inlined, reordered and run on any thread.
// Reference  S. M. Rump, P. Zimmermann, S. Boldo, G. Melquiond, Computing predecessor and successor in rounding to
//            nearest, BIT 49 (2009) 419-431: `up` and `down` below, with their phi and eta.
//            glibc manual, "Known Maximum Errors in Math Functions": at most 4 ulp for the functions used here.
// Notation   u = 2^-53 the unit roundoff; ulp(y) <= 2^-52 |y| for normal y; eta = 2^-1074 the smallest double.
// Invariant  lo <= hi, no bound is NaN. [-inf, inf] says "no information": it is the answer to a division by an
//            interval that contains 0, to an argument that leaves the domain of a function, to a NaN, and to an
//            argument that is no interval (lo > hi). An infinite bound stands for "no bound on this side".
// Cost       four to six flops per bound on top of the operation.
// Departure  bounds are moved even if the operation happened to be exact, except at an exact zero. Contraction of a*b+c
//            into one fused operation (GCC and Clang may do it) only removes roundings that are paid for here.

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>
#include <numbers>

#if defined(__FAST_MATH__)
#error "saltus/enclose proves its bounds from IEEE arithmetic: compile without -ffast-math"
#endif

namespace saltus::enclose {

static_assert(std::numeric_limits<double>::is_iec559 && FLT_EVAL_METHOD == 0, "bounds need plain IEEE binary64");

inline constexpr double infinity = std::numeric_limits<double>::infinity();

struct Interval {
  double lo = 0, hi = 0;

  constexpr Interval() = default;
  constexpr Interval(double point) : lo(point), hi(point) {}
  constexpr Interval(double lower, double upper) : lo(lower), hi(upper) {}

  static constexpr Interval whole() { return {-infinity, infinity}; }
  /// False for NaN bounds and for lo > hi: such an argument makes every operation answer `whole()`.
  constexpr bool valid() const { return lo <= hi; }
  constexpr bool operator==(const Interval&) const = default;
};

namespace detail {

inline constexpr double u         = 0x1p-53;
inline constexpr double eta       = 0x1p-1074;
inline constexpr double largest   = std::numeric_limits<double>::max();
inline constexpr double libm_ulps = 4;

// Not below the successor (above the predecessor) of a finite x. A computed +inf as a lower bound came from an
// overflow, so the largest double lies below the truth.
inline double up(double x) {
  constexpr double phi = u * (1 + 2 * u);
  x                    = std::max(x, -largest);
  return x + (std::abs(x) * phi + eta);
}
inline double down(double x) { return -up(-x); }

// The same by libm_ulps ulps: for a value that libm returned.
inline double libm_up(double y) {
  constexpr double phi = libm_ulps * 0x1p-52 * (1 + 4 * u);
  y                    = std::max(y, -largest);
  return up(y + (std::abs(y) * phi + libm_ulps * eta));
}
inline double libm_down(double y) { return -libm_up(-y); }

// A sum that rounds to zero is zero; other results move outward.
inline double sum_up(double s) { return s == 0 ? s : up(s); }
inline double sum_down(double s) { return s == 0 ? s : down(s); }

inline Interval checked(double lo, double hi) { return lo <= hi ? Interval{lo, hi} : Interval::whole(); }

// Does [x.lo, x.hi] hold a point phase + k period? May say yes when the point misses by a few ulps, never no when it
// is inside. Beyond `far` neighbouring doubles are too coarse to tell.
inline bool may_hold_point(Interval x, double phase, double period) {
  constexpr double far = 0x1p40;
  if (!(x.lo > -far && x.hi < far)) return true;
  const double slack = 0x1p-49 * (2 + std::max(std::abs(x.lo), std::abs(x.hi)) / period);
  return std::floor((x.hi - phase) / period + slack) >= (x.lo - phase) / period - slack;
}

}  // namespace detail

// ---- queries -------------------------------------------------------------------------------------------------------

/// Largest |x|, smallest |x| over the interval.
inline double mag(Interval x) { return x.valid() ? std::max(std::abs(x.lo), std::abs(x.hi)) : infinity; }
inline double mig(Interval x) {
  if (!x.valid()) return 0;
  return x.lo > 0 ? x.lo : x.hi < 0 ? -x.hi : 0.0;
}
inline bool contains(Interval x, double point) { return x.lo <= point && point <= x.hi; }
inline bool contains(Interval x, Interval part) { return x.lo <= part.lo && part.hi <= x.hi; }

/// A point inside and a radius with [lo, hi] within [middle - radius, middle + radius].
inline double middle(Interval x) {
  if (!(x.lo > -infinity && x.hi < infinity)) return 0;
  return std::clamp(0.5 * x.lo + 0.5 * x.hi, x.lo, x.hi);
}
inline double radius(Interval x) {
  if (!x.valid() || !(x.lo > -infinity && x.hi < infinity)) return infinity;
  const double m = middle(x);
  if (m == 0) return mag(x);
  return detail::sum_up(std::max(x.hi - m, m - x.lo));
}

inline Interval hull(Interval x, Interval y) {
  if (!x.valid() || !y.valid()) return Interval::whole();
  return {std::min(x.lo, y.lo), std::max(x.hi, y.hi)};
}
/// |x|
inline Interval abs(Interval x) { return x.valid() ? Interval{mig(x), mag(x)} : Interval::whole(); }

// ---- arithmetic ----------------------------------------------------------------------------------------------------

inline Interval operator-(Interval x) { return detail::checked(-x.hi, -x.lo); }

inline Interval operator+(Interval x, Interval y) {
  if (!x.valid() || !y.valid()) return Interval::whole();
  return detail::checked(detail::sum_down(x.lo + y.lo), detail::sum_up(x.hi + y.hi));
}
inline Interval operator-(Interval x, Interval y) {
  if (!x.valid() || !y.valid()) return Interval::whole();
  return detail::checked(detail::sum_down(x.lo - y.hi), detail::sum_up(x.hi - y.lo));
}

inline Interval operator*(Interval x, Interval y) {
  if (!x.valid() || !y.valid()) return Interval::whole();
  if ((x.lo == 0 && x.hi == 0 && mag(y) < infinity) || (y.lo == 0 && y.hi == 0 && mag(x) < infinity)) return 0.0;
  const double a = x.lo * y.lo, b = x.lo * y.hi, c = x.hi * y.lo, d = x.hi * y.hi;
  if (std::isnan(a + b + c + d) && (std::isnan(a) || std::isnan(b) || std::isnan(c) || std::isnan(d)))
    return Interval::whole();
  double lo = detail::down(std::min(std::min(a, b), std::min(c, d)));
  double hi = detail::up(std::max(std::max(a, b), std::max(c, d)));
  if (x.lo >= 0 && y.lo >= 0) lo = std::max(lo, 0.0);  // a product of one sign keeps it
  if (x.hi <= 0 && y.hi <= 0) lo = std::max(lo, 0.0);
  if (x.lo >= 0 && y.hi <= 0) hi = std::min(hi, 0.0);
  if (x.hi <= 0 && y.lo >= 0) hi = std::min(hi, 0.0);
  return detail::checked(lo, hi);
}

inline Interval operator/(Interval x, Interval y) {
  if (!x.valid() || !y.valid() || contains(y, 0.0)) return Interval::whole();
  if (x.lo == 0 && x.hi == 0) return 0.0;
  const double a = x.lo / y.lo, b = x.lo / y.hi, c = x.hi / y.lo, d = x.hi / y.hi;
  if (std::isnan(a) || std::isnan(b) || std::isnan(c) || std::isnan(d)) return Interval::whole();
  double lo = detail::down(std::min(std::min(a, b), std::min(c, d)));
  double hi = detail::up(std::max(std::max(a, b), std::max(c, d)));
  if ((x.lo >= 0) == (y.lo > 0) && (x.lo >= 0 || x.hi <= 0)) lo = std::max(lo, 0.0);
  if ((x.lo >= 0 && y.hi < 0) || (x.hi <= 0 && y.lo > 0)) hi = std::min(hi, 0.0);
  return detail::checked(lo, hi);
}

inline Interval& operator+=(Interval& x, Interval y) { return x = x + y; }
inline Interval& operator-=(Interval& x, Interval y) { return x = x - y; }
inline Interval& operator*=(Interval& x, Interval y) { return x = x * y; }
inline Interval& operator/=(Interval& x, Interval y) { return x = x / y; }

inline Interval sqr(Interval x) {
  if (!x.valid()) return Interval::whole();
  const double a = mig(x), b = mag(x);
  return detail::checked(std::max(detail::down(a * a), 0.0), b == 0 ? 0.0 : detail::up(b * b));
}

// ---- elementary functions ------------------------------------------------------------------------------------------

inline Interval sqrt(Interval x) {
  if (!x.valid() || x.lo < 0) return Interval::whole();
  return detail::checked(std::max(detail::sum_down(std::sqrt(x.lo)), 0.0), detail::sum_up(std::sqrt(x.hi)));
}

inline Interval exp(Interval x) {
  if (!x.valid()) return Interval::whole();
  return detail::checked(std::max(detail::libm_down(std::exp(x.lo)), 0.0), detail::libm_up(std::exp(x.hi)));
}

inline Interval log(Interval x) {
  if (!x.valid() || x.lo <= 0) return Interval::whole();
  return detail::checked(detail::libm_down(std::log(x.lo)), detail::libm_up(std::log(x.hi)));
}

inline Interval log10(Interval x) {
  if (!x.valid() || x.lo <= 0) return Interval::whole();
  return detail::checked(detail::libm_down(std::log10(x.lo)), detail::libm_up(std::log10(x.hi)));
}

namespace detail {

// sin or cos, whose maxima lie at `top` + 2 k pi and whose minima lie half a period away.
inline Interval wave(Interval x, double f_lo, double f_hi, double top) {
  constexpr double pi = std::numbers::pi;
  double           lo = libm_down(std::min(f_lo, f_hi)), hi = libm_up(std::max(f_lo, f_hi));
  if (may_hold_point(x, top, 2 * pi)) hi = 1;
  if (may_hold_point(x, top - pi, 2 * pi)) lo = -1;
  return checked(std::max(lo, -1.0), std::min(hi, 1.0));
}

}  // namespace detail

/// [-1, 1] for an unbounded argument.
inline Interval sin(Interval x) {
  if (!x.valid()) return Interval::whole();
  if (!(x.lo > -infinity && x.hi < infinity && x.hi - x.lo < 6.3)) return {-1, 1};
  return detail::wave(x, std::sin(x.lo), std::sin(x.hi), std::numbers::pi / 2);
}
inline Interval cos(Interval x) {
  if (!x.valid()) return Interval::whole();
  if (!(x.lo > -infinity && x.hi < infinity && x.hi - x.lo < 6.3)) return {-1, 1};
  return detail::wave(x, std::cos(x.lo), std::cos(x.hi), 0.0);
}

/// The whole line when a pole may lie inside.
inline Interval tan(Interval x) {
  constexpr double pi = std::numbers::pi;
  if (!x.valid() || detail::may_hold_point(x, pi / 2, pi)) return Interval::whole();
  return detail::checked(detail::libm_down(std::tan(x.lo)), detail::libm_up(std::tan(x.hi)));
}

inline Interval asin(Interval x) {
  if (!x.valid() || x.lo < -1 || x.hi > 1) return Interval::whole();
  return detail::checked(detail::libm_down(std::asin(x.lo)), detail::libm_up(std::asin(x.hi)));
}
inline Interval acos(Interval x) {
  if (!x.valid() || x.lo < -1 || x.hi > 1) return Interval::whole();
  return detail::checked(std::max(detail::libm_down(std::acos(x.hi)), 0.0), detail::libm_up(std::acos(x.lo)));
}
inline Interval atan(Interval x) {
  if (!x.valid()) return Interval::whole();
  constexpr double quarter = 0x1.921fb54442d19p+0;  // not below pi / 2
  return detail::checked(std::max(detail::libm_down(std::atan(x.lo)), -quarter),
                         std::min(detail::libm_up(std::atan(x.hi)), quarter));
}

inline Interval sinh(Interval x) {
  if (!x.valid()) return Interval::whole();
  return detail::checked(detail::libm_down(std::sinh(x.lo)), detail::libm_up(std::sinh(x.hi)));
}
inline Interval cosh(Interval x) {
  if (!x.valid()) return Interval::whole();
  return detail::checked(std::max(detail::libm_down(std::cosh(mig(x))), 1.0), detail::libm_up(std::cosh(mag(x))));
}
inline Interval tanh(Interval x) {
  if (!x.valid()) return Interval::whole();
  return detail::checked(std::max(detail::libm_down(std::tanh(x.lo)), -1.0),
                         std::min(detail::libm_up(std::tanh(x.hi)), 1.0));
}
inline Interval cbrt(Interval x) {
  if (!x.valid()) return Interval::whole();
  return detail::checked(detail::libm_down(std::cbrt(x.lo)), detail::libm_up(std::cbrt(x.hi)));
}

/// x^0 = 1, also at 0. A negative power of an interval that contains 0 is the whole line.
inline Interval pow(Interval x, int n) {
  if (!x.valid()) return Interval::whole();
  if (n == 0) return 1.0;
  if (n == 1) return x;
  if (n < 0 && contains(x, 0.0)) return Interval::whole();
  const bool   even = n % 2 == 0;
  const double p = n, a = even ? mig(x) : x.lo, b = even ? mag(x) : x.hi;  // x^n is monotone on [a, b]
  const double fa = std::pow(a, p), fb = std::pow(b, p);
  double       lo = detail::libm_down(std::min(fa, fb)), hi = detail::libm_up(std::max(fa, fb));
  if (even || x.lo >= 0) lo = std::max(lo, 0.0);
  if (!even && x.hi <= 0) hi = std::min(hi, 0.0);
  return detail::checked(lo, hi);
}

/// x^p for x >= 0, or for any x when p is an integer. 0^p for p < 0 is the whole line.
inline Interval pow(Interval x, double p) {
  if (!x.valid() || !std::isfinite(p)) return Interval::whole();
  if (p == std::floor(p) && std::abs(p) < 0x1p30) return pow(x, static_cast<int>(p));
  if (x.lo < 0 || (x.lo == 0 && p < 0)) return Interval::whole();
  const double fa = std::pow(x.lo, p), fb = std::pow(x.hi, p);
  return detail::checked(std::max(detail::libm_down(std::min(fa, fb)), 0.0), detail::libm_up(std::max(fa, fb)));
}

/// sqrt(x^2 + y^2)
inline Interval hypot(Interval x, Interval y) {
  if (!x.valid() || !y.valid()) return Interval::whole();
  return detail::checked(std::max(detail::libm_down(std::hypot(mig(x), mig(y))), 0.0),
                         detail::libm_up(std::hypot(mag(x), mag(y))));
}

}  // namespace saltus::enclose
