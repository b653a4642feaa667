#pragma once
// locate.hpp: when a surface changes side, given a bracket that holds one change (isolate.cpp finds it).
//
// Problem    y on [a, b] with y(a) >= 0 > y(b); find such a bracket of width <= 2 eps.
// Method     ITP: interpolate, truncate, project.
// Reference  Oliveira & Takahashi, ACM Trans. Math. Softw. 47(1), 2021. Letters are theirs.
// Invariant  y(a) >= 0 > y(b) at every turn, so the bracket always separates the two sides.
// Cost       <= ceil(log2((b - a) / 2 eps)) + n0 + 1 evaluations; the last 1 pays for rounding.
// Departure  the bracket may also end as two adjacent numbers (a y that jumps is legal); a value that is not finite ends
//            the search, because half a bracket is not an answer.

#include <saltus/core/error.hpp>
#include <saltus/core/result.hpp>

#include <cmath>
#include <concepts>
#include <numeric>

namespace saltus::events {

struct Bracket {
  double a, b;
};

struct NotFinite {
  double at;
};

template <std::invocable<double> Y>
[[nodiscard]] Result<Bracket, NotFinite> locate(Y&& y_of, Bracket bracket, double ya, double yb, double eps) {
  SALTUS_ASSERT(ya >= 0.0 && yb < 0.0 && eps > 0.0);
  auto [a, b]         = bracket;
  constexpr int n0    = 1;
  const double  k1    = 0.2 / (b - a);
  const int     n_max = static_cast<int>(std::ceil(std::log2(std::fmax((b - a) / (2 * eps), 1.0)))) + n0;

  double radius = std::ldexp(eps, n_max);
  for (; b - a > 2 * eps; radius *= 0.5) {
    const double x_half = std::midpoint(a, b);
    const double r      = std::fmax(radius - (b - a) / 2, 0.0);
    const double delta  = k1 * (b - a) * (b - a);

    const double x_f   = (yb * a - ya * b) / (yb - ya);  // interpolate
    const double sigma = std::copysign(1.0, x_half - x_f);
    const double x_t   = delta <= std::abs(x_half - x_f) ? x_f + sigma * delta : x_half;  // truncate
    double       x     = std::abs(x_t - x_half) <= r ? x_t : x_half - sigma * r;          // project
    if (!(x > a && x < b)) x = x_half;
    if (!(x > a && x < b)) break;  // adjacent numbers

    const double y = y_of(x);
    if (!std::isfinite(y)) return NotFinite{x};
    if (y >= 0.0) {
      a  = x;
      ya = y;
    } else {
      b  = x;
      yb = y;
    }
  }
  return Bracket{a, b};
}

}  // namespace saltus::events
