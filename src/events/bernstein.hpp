#pragma once
// bernstein.hpp: a polynomial on [0, 1] by its Bernstein coefficients.
//
// Problem    how often does a polynomial of low degree vanish on [0, 1], and has it a minimum there? At the cost of a few
//            dozen additions, because the question is asked for every surface that comes near zero in a step.
// Method     the polynomial lies in the hull of its coefficients, and has at most as many zeros as they have changes of
//            sign; the differences of neighbours are the coefficients of its derivative.
// Reference  Lane & Riesenfeld, BIT 21 (1981) 112-117; Farouki, Comput. Aided Geom. Des. 29 (2012) 379-419.
// Invariant  `tolerance` bounds what rounding, or the remainder of a Taylor model, can change in any value.

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <type_traits>

namespace saltus::events {

class Bernstein {
  static constexpr std::size_t at(int k) { return static_cast<std::size_t>(k); }
  /// The loops of `work(degree)`, with the degrees of the usual methods known to the compiler.
  template <class Work>
  decltype(auto) unrolled(Work&& work) const {
    if (n == 4) return work(std::integral_constant<int, 4>{});
    return work(n);
  }

 public:
  static constexpr int largest_degree = 12;

  int                                    n = 0;
  std::array<double, largest_degree + 1> b{};
  std::array<double, largest_degree + 1> power{};  ///< the same polynomial in powers
  double                                 tolerance = 0;

  /// sum_k c_k x^k for x = from + width * tau, tau in [0, 1]; `error` bounds the error of that polynomial there.
  static Bernstein of(std::span<const double> c, double from, double width, double error) {
    Bernstein p;
    p.n = static_cast<int>(c.size()) - 1;
    p.unrolled([&](auto n) {
      auto&        t    = p.power;
      double       size = 0, reach = 1;
      const double far = std::abs(from) + std::abs(width);
      for (int k = 0; k <= n; ++k) {
        t[at(k)] = c[at(k)];
        size += std::abs(c[at(k)]) * reach;
        reach *= far;
      }
      if (from != 0)
        for (int j = 0; j < n; ++j)
          for (int k = n - 1; k >= j; --k) t[at(k)] += from * t[at(k + 1)];
      if (width != 1) {
        double scale = 1;
        for (int k = 1; k <= n; ++k) t[at(k)] *= (scale *= width);
      }
      double binomial = 1;
      for (int k = 0; k <= n; ++k) {
        p.b[at(k)] = t[at(k)] / binomial;
        binomial   = binomial * (n - k) / (k + 1);
      }
      for (int j = 1; j <= n; ++j)
        for (int i = n; i >= j; --i) p.b[at(i)] += p.b[at(i - 1)];
      p.tolerance = error + 8 * (n + 2) * 0x1p-53 * size;
    });
    return p;
  }

  double value(double tau) const {
    return unrolled([&](auto m) {
      double v = power[at(m)];
      for (int k = m - 1; k >= 0; --k) v = v * tau + power[at(k)];
      return v;
    });
  }
  double slope(double tau) const {
    return unrolled([&](auto m) {
      double v = m * power[at(m)];
      for (int k = m - 1; k >= 1; --k) v = v * tau + k * power[at(k)];
      return v;
    });
  }

  /// Whether it rises and then falls, or does only one of the two: it has no minimum inside.
  bool has_no_minimum(int side) const {
    bool falls = false;
    for (int i = 0; i < n; ++i) {
      const double step = side * (b[at(i + 1)] - b[at(i)]);
      if (step < 0) falls = true;
      else if (step > 0 && falls) return false;
    }
    return true;
  }
  /// Where side * p has a minimum, given that it falls somewhere and rises later.
  double minimum(int side) const {
    double low = 0, high = 1, falls = side * slope(0), rises = side * slope(1);
    if (!(falls < 0)) low = first_fall(side), falls = side * slope(low);
    if (!(falls < 0) || !(rises > 0)) return low > 0 ? low : 0.5;
    double tau = 0.5;
    for (int i = 0, kept = 0; i < 40 && high - low > 1e-9; ++i) {  // regula falsi (Illinois)
      tau = low + (high - low) * (falls / (falls - rises));
      if (!(tau > low && tau < high)) tau = 0.5 * (low + high);
      const double d = side * slope(tau);
      if (d < 0) {
        low = tau, falls = d;
        if (kept < 0) rises *= 0.5;
        kept = -1;
      } else {
        high = tau, rises = d;
        if (kept > 0) falls *= 0.5;
        kept = 1;
      }
    }
    return tau;
  }
  double curvature(double tau) const {
    double v = n * (n - 1) * power[at(n)];
    for (int k = n - 1; k >= 2; --k) v = v * tau + k * (k - 1) * power[at(k)];
    return v;
  }
  double first_fall(int side) const {
    for (int i = 0; i < n; ++i)
      if (side * (b[at(i + 1)] - b[at(i)]) < 0) return static_cast<double>(i) / n;
    return 1;
  }

  /// Where side * p has its zero, given that it has one and is positive before. Newton from the right, where a function
  /// that rises and then falls is steepest.
  double zero(int side, double low) const {
    double high = 1, tau = 1;
    int    more = 3;  // iterations once rounding is reached
    for (int i = 0; i < 60 && high > low && more > 0; ++i) {
      const double y = side * value(tau), d = side * slope(tau);
      (y > 0 ? low : high) = tau;
      const double next    = d < 0 ? tau - y / d : 0.5 * (low + high);
      const double from    = tau;
      tau                  = next > low && next < high ? next : 0.5 * (low + high);
      if (std::abs(tau - from) <= 0x1p-51) break;
      if (std::abs(y) <= tolerance) --more;
    }
    return tau;
  }
};

}  // namespace saltus::events
