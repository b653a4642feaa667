#pragma once
// dense_output.hpp: the polynomial that a method hands over for each step.
//
//   x_i(t0 + theta h) = sum_k c[k][i] theta^k,   0 <= theta <= 1,   h < 0 when time runs backward
//
// The coefficients are stored by power, so that evaluating all components is a sweep over contiguous rows.

#include <cstddef>
#include <span>

namespace saltus::integrate {

struct DenseOutput {
  double                  t0 = 0, h = 0;
  int                     degree = 0;
  std::size_t             n      = 0;
  std::span<const double> c;  ///< (degree + 1) * n, power-major; owned by the method, valid until its next step
  bool                    meets_slope = false;   ///< x' at the beginning is that of the equations, to rounding
  double                  t_end       = t0 + h;  ///< t0 + h, except that a step to a limit ends on the limit's own bits

  double t1() const { return t_end; }
  double coefficient(int k, std::size_t i) const { return c[static_cast<std::size_t>(k) * n + i]; }

  double at(std::size_t i, double theta) const {
    double v = coefficient(degree, i);
    for (int k = degree - 1; k >= 0; --k) v = v * theta + coefficient(k, i);
    return v;
  }
  /// dx_i/dt (not d/dtheta).
  double slope(std::size_t i, double theta) const {
    double v = degree * coefficient(degree, i);
    for (int k = degree - 1; k >= 1; --k) v = v * theta + k * coefficient(k, i);
    return v / h;
  }
  /// All components, by sweeps over the rows; the same bits as one by one.
  void at(double theta, std::span<double> x) const {
    double* const to  = x.data();
    const double* row = c.data() + static_cast<std::size_t>(degree) * n;
    for (std::size_t i = 0; i < n; ++i) to[i] = row[i];
    for (int k = degree - 1; k >= 0; --k) {
      row -= n;
      for (std::size_t i = 0; i < n; ++i) to[i] = to[i] * theta + row[i];
    }
  }
  void slope(double theta, std::span<double> dx) const {
    double* const to  = dx.data();
    const double* row = c.data() + static_cast<std::size_t>(degree) * n;
    for (std::size_t i = 0; i < n; ++i) to[i] = degree * row[i];
    for (int k = degree - 1; k >= 1; --k) {
      row -= n;
      for (std::size_t i = 0; i < n; ++i) to[i] = to[i] * theta + k * row[i];
    }
    for (std::size_t i = 0; i < n; ++i) to[i] /= h;
  }
};

}  // namespace saltus::integrate
