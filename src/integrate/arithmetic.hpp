#pragma once
// arithmetic.hpp: products and sizes of real and complex numbers for inner loops.
//
// The language's product of complex numbers looks after infinities in a way that costs a branch, or a call, per product.
// A factorisation meets no infinities that it would not report: here a product is four multiplications.

#include <cmath>
#include <complex>
#include <span>

namespace saltus::integrate {

inline double               times(double a, double b) { return a * b; }
inline std::complex<double> times(const std::complex<double>& a, const std::complex<double>& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// conj(a) b.
inline double               times_conjugate(double a, double b) { return a * b; }
inline std::complex<double> times_conjugate(const std::complex<double>& a, const std::complex<double>& b) {
  return {a.real() * b.real() + a.imag() * b.imag(), a.real() * b.imag() - a.imag() * b.real()};
}

inline double               reciprocal(double a) { return 1 / a; }
inline std::complex<double> reciprocal(const std::complex<double>& a) {
  const double square = a.real() * a.real() + a.imag() * a.imag();
  if (!(square > 1e-280 && square < 1e280)) return 1.0 / a;  // the square over- or underflows: the careful way
  return {a.real() / square, -a.imag() / square};
}

/// |a|, for complex numbers within a factor of sqrt(2): for the choice of pivots.
inline double rough_size(double a) { return std::abs(a); }
inline double rough_size(const std::complex<double>& a) { return std::abs(a.real()) + std::abs(a.imag()); }

template <class Scalar>
bool all_finite(std::span<const Scalar> values) {
  double      sum[4] = {};  // 0 * x is 0 or NaN: one test at the end, and four sums that need not wait for each other
  std::size_t i      = 0;
  for (; i + 4 <= values.size(); i += 4)
    for (std::size_t k = 0; k < 4; ++k) sum[k] += 0 * rough_size(values[i + k]);
  for (; i < values.size(); ++i) sum[0] += 0 * rough_size(values[i]);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]) == 0;
}

}  // namespace saltus::integrate
