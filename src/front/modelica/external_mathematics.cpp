// external_mathematics.cpp: linear equations, Fourier transforms and error functions for the library (externals.hpp).
//
// Reference  mixed-radix transform: Cooley & Tukey, Math. Comput. 19 (1965) 297-301. Inverse of erf: start by Winitzki
//            (2008), then Halley's iteration on erf or erfc, whichever is not close to 1.

#include <saltus/front/modelica/external_call.hpp>

#include <Eigen/Dense>
#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <vector>

namespace saltus::modelica {

namespace {

Eigen::MatrixXd matrix(const Value& v) {
  Eigen::MatrixXd out(static_cast<Eigen::Index>(rows(v)), static_cast<Eigen::Index>(columns(v)));
  for (Eigen::Index i = 0; i < out.rows(); ++i)
    for (Eigen::Index j = 0; j < out.cols(); ++j)
      out(i, j) = at(v, static_cast<std::size_t>(i), static_cast<std::size_t>(j));
  return out;
}

void put(const Eigen::MatrixXd& m, Value& to) {
  std::vector<Value> items;
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) items.push_back(real(m(i, j)));
  to = array(to.more->dims, std::move(items), Kind::real);
}

bool solve(ExternalCall& c) {  // (A, b, x), also with matrices b and x
  if (!is_array(c, 0, 2) || rows(c.arguments[0]) != columns(c.arguments[0]) ||
      rows(c.arguments[0]) != rows(c.arguments[1]))
    return failed(c, "a square matrix and a right-hand side of its size expected");
  const Eigen::PartialPivLU<Eigen::MatrixXd> lu(matrix(c.arguments[0]));
  for (Eigen::Index i = 0; i < lu.matrixLU().rows(); ++i)
    if (lu.matrixLU()(i, i) == 0) return failed(c, "the matrix of the linear equations is singular");
  put(lu.solve(matrix(c.arguments[1])), c.arguments[2]);
  return true;
}

bool determinant(ExternalCall& c) {  // (A, result)
  if (!is_array(c, 0, 2) || rows(c.arguments[0]) != columns(c.arguments[0]))
    return failed(c, "a square matrix expected");
  c.arguments[1] = real(matrix(c.arguments[0]).determinant());
  return true;
}

bool least_squares(ExternalCall& c) {  // (A, b, rcond, x, rank)
  if (!is_array(c, 0, 2) || !is_array(c, 1, 1) || rows(c.arguments[0]) != rows(c.arguments[1]))
    return failed(c, "a matrix and a right-hand side of its size expected");
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> qr;
  qr.setThreshold(num(c, 2));
  qr.compute(matrix(c.arguments[0]));
  put(qr.solve(matrix(c.arguments[1])), c.arguments[3]);
  c.arguments[4] = integer(static_cast<double>(qr.rank()));
  return true;
}

using Complex = std::complex<double>;

/// X_k = sum_j x[j stride] exp(-2 pi i j k / n), split by the least prime factor of n. `roots`: exp(-2 pi i j / (n stride)).
std::vector<Complex> transform(const Complex* x, std::size_t n, std::size_t stride, const std::vector<Complex>& roots) {
  std::vector<Complex> out(n);
  std::size_t          p = 2;
  while (p * p <= n && n % p != 0) ++p;
  if (n % p != 0) p = n;
  if (n == 1) {
    out[0] = x[0];
    return out;
  }
  const std::size_t                 m = n / p;
  std::vector<std::vector<Complex>> parts;
  for (std::size_t r = 0; r < p; ++r)
    parts.push_back(m == 1 ? std::vector{x[r * stride]} : transform(x + r * stride, m, p * stride, roots));
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t r = 0; r < p; ++r) out[k] += parts[r][k % m] * roots[(r * k) % n * stride];
  return out;
}

/// (u, info, amplitudes, phases): amplitudes are scaled by the number of frequencies, n/2 + 1.
bool real_fft(ExternalCall& c) {
  const std::size_t n = is_array(c, 0, 1) ? rows(c.arguments[0]) : 0;
  c.arguments[1]      = integer(n % 2 == 0 && n > 0 ? 0 : 1);
  if (n % 2 != 0 || n == 0) return true;
  std::vector<Complex> u(n), roots(n);
  for (std::size_t k = 0; k < n; ++k) {
    u[k]     = at(c.arguments[0], k);
    roots[k] = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
  }
  const auto         spectrum = transform(u.data(), n, 1, roots);
  const std::size_t  f        = n / 2 + 1;
  std::vector<Value> amplitudes, phases;
  for (std::size_t k = 0; k < f; ++k) {
    amplitudes.push_back(real(std::abs(spectrum[k]) / static_cast<double>(f)));
    phases.push_back(real(std::arg(spectrum[k])));
  }
  c.arguments[2] = array({static_cast<int>(f)}, std::move(amplitudes), Kind::real);
  c.arguments[3] = array({static_cast<int>(f)}, std::move(phases), Kind::real);
  return true;
}

/// y with erf(y) = p, where q = 1 - p says p close to 1 precisely; 0 <= p.
double erf_inverse(double p, double q) {
  if (p == 0) return 0;
  if (q <= 0) return q == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  constexpr double a = 0.147;  // Winitzki's constant
  const double     l = std::log(q * (1 + p)), t = 2 / (std::numbers::pi * a) + l / 2;
  double           y = std::sqrt(std::sqrt(t * t - l / a) - t);
  for (int k = 0; k < 3; ++k) {  // the start is right to 2e-3, and the order is three
    const double error = p < 0.5 ? std::erf(y) - p : q - std::erfc(y);
    const double step  = error * 0.5 * std::sqrt(std::numbers::pi) * std::exp(y * y);
    y -= step / (1 + y * step);
  }
  return y;
}

}  // namespace

void add_mathematics(ExternalFunctions& to) {
  to["saltus_solve"]          = solve;
  to["saltus_determinant"]    = determinant;
  to["saltus_least_squares"]  = least_squares;
  to["saltus_real_fft"]       = real_fft;
  to["ModelicaFFT_kiss_fftr"] = [](ExternalCall& c) {  // (u, n, work, n, amplitudes, phases), returns info
    std::vector<Value> given{c.arguments[0], {}, c.arguments[4], c.arguments[5]};
    ExternalCall       inner{.name = c.name, .arguments = given, .result = {}, .problem = {}, .externals = c.externals};
    real_fft(inner);
    c.result = given[1], c.arguments[4] = given[2], c.arguments[5] = given[3];
    return true;
  };
  to["saltus_erf"]         = [](ExternalCall& c) { return gives(c, std::erf(num(c, 0))); };
  to["saltus_erfc"]        = [](ExternalCall& c) { return gives(c, std::erfc(num(c, 0))); };
  to["saltus_erf_inverse"] = [](ExternalCall& c) { return gives(c, erf_inverse(num(c, 0), num(c, 1))); };
}

}  // namespace saltus::modelica
