// polynomial_bounds.cpp: detection by bounds of the polynomial of g.
//
// Problem    the first change of the sign of g in a step, as far as a polynomial of the method's degree can show it.
// Method     p of the degree of the step through as many values of g: the polynomial that an appended variable z = g
//            would have. Its range and that of its slope are enclosed piece by piece from the left, so the first root
//            of p is found with certainty; from there to the change of g itself in growing strides.
// Reference  Park & Barton, ACM TOMACS 6 (1996) 137-165; Tolsma, DSL48E manual, 2001 (interval arithmetic on the BDF
//            polynomials of the discontinuity functions, then polishing).
// Notation   p(theta) = sum c_k theta^k; nodes are Chebyshev's, both ends of the step among them.
// Cost       degree + 1 values of g per step and surface.
// Departure  the polynomial comes from values of g along the step instead of from a multistep formula, unless z is
//            under error control (controlled_method.hpp), where it is that of z exactly. Where g does not change anywhere
//            near a root of p there is no event.
// Fails      silently, where p is not g: the certificate is one of p.

#include <saltus/events/sampled.hpp>

#include <saltus/enclose/taylor_model.hpp>
#include <saltus/events/locate.hpp>

#include <array>
#include <cmath>
#include <numbers>

namespace saltus::events {

namespace {

constexpr int most_coefficients = 16;
using Coefficients              = std::array<double, most_coefficients>;

enclose::Interval range(const Coefficients& c, int degree, double a, double b) {
  return enclose::range(enclose::along<7>(c.data(), 1, degree, a, b));
}

double horner(const Coefficients& c, int degree, double theta) {
  double v = c[static_cast<std::size_t>(degree)];
  for (int k = degree - 1; k >= 0; --k) v = v * theta + c[static_cast<std::size_t>(k)];
  return v;
}

class PolynomialBounds final : public Sampled {
 public:
  using Sampled::Sampled;

 private:
  std::optional<Piece> suspect(model::SurfaceId s, int side, double from, double to) override {
    const int degree = std::clamp(step_.degree, 1, most_coefficients - 1);
    interpolate(s, side, degree);
    if (blind()) return std::nullopt;
    const auto root = first_root(s, degree, from, to);
    if (!root) return std::nullopt;
    const Piece p =
        bracket_near([&](double theta) { return y(s, side, theta); },
                     [&](double v, double theta) { return beyond(s, v, theta); }, *root, from, to, resolution_);
    if (!beyond(s, p.yb, p.b)) return std::nullopt;
    return p;
  }

  /// Newton's divided differences, then powers of theta.
  void interpolate(model::SurfaceId s, int side, int degree) {
    Coefficients node{}, d{};
    for (int j = 0; j <= degree; ++j) {
      const auto i = static_cast<std::size_t>(j);
      node[i]      = j == 0 ? 0 : j == degree ? 1 : 0.5 - 0.5 * std::cos(std::numbers::pi * j / degree);
      d[i]         = y(s, side, node[i]);
    }
    for (int k = 1; k <= degree; ++k)
      for (int j = degree; j >= k; --j) {
        const auto i = static_cast<std::size_t>(j);
        d[i]         = (d[i] - d[i - 1]) / (node[i] - node[i - static_cast<std::size_t>(k)]);
      }
    c_ = {};
    for (int k = degree; k >= 0; --k) {  // c := c (theta - node_k) + d_k
      const auto top = static_cast<std::size_t>(degree - k);
      for (std::size_t i = top; i > 0; --i) c_[i] = c_[i - 1] - c_[i] * node[static_cast<std::size_t>(k)];
      c_[0] = d[static_cast<std::size_t>(k)] - c_[0] * node[static_cast<std::size_t>(k)];
    }
    for (int k = 1; k <= degree; ++k) slope_[static_cast<std::size_t>(k) - 1] = k * c_[static_cast<std::size_t>(k)];
  }

  /// Where p becomes negative first; everything left of `a` is excluded.
  std::optional<double> first_root(model::SurfaceId s, int degree, double from, double to) {
    const auto p = [&](double theta) { return horner(c_, degree, theta); };
    double     a = from, width = to - from;
    double     shortest = resolution_;  // grows while nothing can be decided
    while (a < to) {
      const double b     = width >= to - a ? to : a + width;
      const auto   value = range(c_, degree, a, b);
      const double noise = noise_factor * surfaces_.noise(s, b);
      if (!(value.lo > 0) && std::max(std::abs(value.lo), std::abs(value.hi)) > noise) {
        const auto slope = range(slope_, degree - 1, a, b);
        const bool rises = slope.lo >= 0, falls = slope.hi <= 0;
        if (rises && beyond(s, p(a), a)) return a;
        if (falls && p(a) < 0) return a;
        if (falls && beyond(s, p(b), b)) {
          const auto bracket = locate(p, {a, b}, p(a), p(b), resolution_);
          return bracket ? bracket->b : b;
        }
        if (!rises && !falls) {
          if (b - a > shortest) {
            width = 0.5 * (b - a);
            continue;
          }
          if (beyond(s, p(b), b)) return b;
          shortest *= 2;
        }
      }
      a     = b;
      width = 2 * width;
    }
    return std::nullopt;
  }

  Coefficients c_{}, slope_{};
};

}  // namespace

std::unique_ptr<Strategy> make_polynomial_bounds(Surfaces& surfaces) {
  return std::make_unique<PolynomialBounds>(surfaces);
}

}  // namespace saltus::events
