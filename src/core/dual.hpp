#pragma once
// dual.hpp: forward-mode derivatives in W directions at once over any scalar T.
//
//   (v, d) stands for v + sum_w d_w e_w with e_v e_w = 0.
//
// T is double for Jacobians and a Taylor model for a certified derivative of a relation.

#include <array>
#include <cmath>

namespace saltus {

template <class T, int W = 1>
struct Dual {
  T                v{};
  std::array<T, W> d{};

  Dual() = default;
  Dual(double constant) : v(constant) { d.fill(T(0.0)); }
  Dual(const T& value, const std::array<T, W>& derivative) : v(value), d(derivative) {}

  friend Dual operator-(const Dual& x) {
    return map(x, -x.v, [](const T& d) { return -d; });
  }
  friend Dual operator+(const Dual& x, const Dual& y) {
    return zip(x, y, x.v + y.v, [](const T& p, const T& q) { return p + q; });
  }
  friend Dual operator-(const Dual& x, const Dual& y) {
    return zip(x, y, x.v - y.v, [](const T& p, const T& q) { return p - q; });
  }
  friend Dual operator*(const Dual& x, const Dual& y) {
    return zip(x, y, x.v * y.v, [&](const T& p, const T& q) { return p * y.v + x.v * q; });
  }
  friend Dual operator/(const Dual& x, const Dual& y) {
    const T z = x.v / y.v;
    return zip(x, y, z, [&](const T& p, const T& q) { return (p - z * q) / y.v; });
  }
  friend Dual operator+(const Dual& x, double k) { return {x.v + k, x.d}; }
  friend Dual operator+(double k, const Dual& x) { return {k + x.v, x.d}; }
  friend Dual operator-(const Dual& x, double k) { return {x.v - k, x.d}; }
  friend Dual operator-(double k, const Dual& x) {
    return map(x, k - x.v, [](const T& d) { return -d; });
  }
  friend Dual operator*(const Dual& x, double k) {
    return map(x, x.v * k, [&](const T& d) { return d * k; });
  }
  friend Dual operator*(double k, const Dual& x) { return x * k; }
  friend Dual operator/(const Dual& x, double k) {
    return map(x, x.v / k, [&](const T& d) { return d / k; });
  }
  friend Dual operator/(double k, const Dual& x) {
    const T z = k / x.v;
    return chain(x, z, -z / x.v);
  }

  friend Dual sqrt(const Dual& x) {
    using std::sqrt;
    const T s = sqrt(x.v);
    return chain(x, s, 0.5 / s);
  }
  friend Dual cbrt(const Dual& x) {
    using std::cbrt;
    const T s = cbrt(x.v);
    return chain(x, s, 1.0 / (3.0 * s * s));
  }
  friend Dual exp(const Dual& x) {
    using std::exp;
    const T e = exp(x.v);
    return chain(x, e, e);
  }
  friend Dual log(const Dual& x) {
    using std::log;
    return chain(x, log(x.v), 1.0 / x.v);
  }
  friend Dual log10(const Dual& x) {
    using std::log10;
    return chain(x, log10(x.v), 0.43429448190325182765 / x.v);
  }
  friend Dual sin(const Dual& x) {
    using std::cos;
    using std::sin;
    return chain(x, sin(x.v), cos(x.v));
  }
  friend Dual cos(const Dual& x) {
    using std::cos;
    using std::sin;
    return chain(x, cos(x.v), -sin(x.v));
  }
  friend Dual tan(const Dual& x) {
    using std::tan;
    const T z = tan(x.v);
    return chain(x, z, z * z + 1.0);
  }
  friend Dual asin(const Dual& x) {
    using std::asin;
    using std::sqrt;
    return chain(x, asin(x.v), 1.0 / sqrt(1.0 - x.v * x.v));
  }
  friend Dual acos(const Dual& x) {
    using std::acos;
    using std::sqrt;
    return chain(x, acos(x.v), -1.0 / sqrt(1.0 - x.v * x.v));
  }
  friend Dual atan(const Dual& x) {
    using std::atan;
    return chain(x, atan(x.v), 1.0 / (x.v * x.v + 1.0));
  }
  friend Dual sinh(const Dual& x) {
    using std::cosh;
    using std::sinh;
    return chain(x, sinh(x.v), cosh(x.v));
  }
  friend Dual cosh(const Dual& x) {
    using std::cosh;
    using std::sinh;
    return chain(x, cosh(x.v), sinh(x.v));
  }
  friend Dual tanh(const Dual& x) {
    using std::tanh;
    const T z = tanh(x.v);
    return chain(x, z, 1.0 - z * z);
  }
  friend Dual pow(const Dual& x, int n) {
    using std::pow;
    if (n == 0) return Dual(1.0);
    return chain(x, pow(x.v, n), double(n) * pow(x.v, n - 1));
  }
  friend Dual pow(const Dual& x, double p) {
    using std::pow;
    return chain(x, pow(x.v, p), p * pow(x.v, p - 1.0));
  }
  friend Dual pow(const Dual& x, const Dual& y) {
    using std::log;
    using std::pow;
    const T z = pow(x.v, y.v), dx = y.v * pow(x.v, y.v - T(1.0)), dy = z * log(x.v);
    return zip(x, y, z, [&](const T& p, const T& q) { return dx * p + dy * q; });
  }
  friend Dual atan2(const Dual& y, const Dual& x) {
    using std::atan2;
    const T s = x.v * x.v + y.v * y.v;
    return zip(y, x, atan2(y.v, x.v), [&](const T& p, const T& q) { return (x.v * p - y.v * q) / s; });
  }
  friend Dual hypot(const Dual& x, const Dual& y) {
    using std::hypot;
    const T z = hypot(x.v, y.v);
    return zip(x, y, z, [&](const T& p, const T& q) { return (x.v * p + y.v * q) / z; });
  }

 private:
  template <class F>
  static Dual map(const Dual& x, const T& v, F&& f) {
    Dual r;
    r.v = v;
    for (int w = 0; w < W; ++w) r.d[w] = f(x.d[w]);
    return r;
  }
  template <class F>
  static Dual zip(const Dual& x, const Dual& y, const T& v, F&& f) {
    Dual r;
    r.v = v;
    for (int w = 0; w < W; ++w) r.d[w] = f(x.d[w], y.d[w]);
    return r;
  }
  static Dual chain(const Dual& x, const T& v, const T& slope) {
    return map(x, v, [&](const T& d) { return slope * d; });
  }
};

}  // namespace saltus
