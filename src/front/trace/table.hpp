#pragma once
// table.hpp: piecewise linear look-up whose kinks are events.

#include <saltus/core/error.hpp>
#include <saltus/front/trace/scalar.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace saltus {

/// y(x) through given points; beyond the ends the first and last piece go on. The knots are exact event points.
class Table {
 public:
  Table(std::vector<double> x, std::vector<double> y) : x_(std::move(x)), y_(std::move(y)) {
    if (x_.size() != y_.size() || x_.size() < 2)
      throw InputError("S0110: a table needs at least two points and as many y as x; it has " +
                       std::to_string(x_.size()) + " x and " + std::to_string(y_.size()) + " y.");
    for (std::size_t i = 0; i < x_.size(); ++i)
      if (!std::isfinite(x_[i]) || !std::isfinite(y_[i]) || (i > 0 && !(x_[i - 1] < x_[i])))
        throw InputError("S0111: the x of a table must be finite and increase strictly; look at point " +
                         std::to_string(i) + ", x = " + std::to_string(x_[i]) + ".");
  }

  template <trace::RealScalar R>
  R operator()(const R& x) const {
    const int  last = static_cast<int>(x_.size()) - 2;
    const auto i    = static_cast<std::size_t>(R::Logic::pick(
           x.value(), [&](double v) { return double(piece(v)); },
           [&](int k) { return k == 0 ? -std::numeric_limits<double>::infinity() : x_[static_cast<std::size_t>(k)]; },
           [&](int k) { return k == last ? std::numeric_limits<double>::infinity() : x_[static_cast<std::size_t>(k) + 1]; }));
    return y_[i] + (x - x_[i]) * slope(i);
  }
  double operator()(double x) const {
    const std::size_t i = piece(x);
    return y_[i] + (x - x_[i]) * slope(i);
  }

 private:
  std::size_t piece(double v) const {
    const auto above = std::upper_bound(x_.begin() + 1, x_.end() - 1, v);
    return static_cast<std::size_t>(above - x_.begin()) - 1;
  }
  double slope(std::size_t i) const { return (y_[i + 1] - y_[i]) / (x_[i + 1] - x_[i]); }

  std::vector<double> x_, y_;
};

}  // namespace saltus
