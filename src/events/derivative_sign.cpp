// derivative_sign.cpp: detection by the signs of g and of its rate at the ends of the step.
//
// Problem    the first change of the sign of g in a step, also where g comes back within it.
// Method     with s1 = g(a) g(b) and s2 = g'(a) g'(b):
//              s1 < 0            a change: close in on it
//              s1 > 0, s2 > 0    none
//              s1 > 0, s2 < 0    g has an extremum inside. One more value in the middle (Mao & Petzold); where that shows
//                                nothing and g came towards zero first, the extremum itself is found and its sign
//                                tested (Carver, who reduces the step until one of the cases above holds).
// Reference  Carver, Math. Comput. Simul. 20 (1978) 190-196, section 3; Mao & Petzold, Comput. Math. Appl. 43 (2002)
//            65-79, section 3.1.2.
// Notation   y = side * g, d = side * dg/dtheta: y > 0 at the beginning of the step.
// Cost       three values of g per step and surface; an extremum near zero a few dozen more.
// Departure  Carver repeats the step; here the step stands and its polynomial is searched.
// Fails      silently, where a step holds more than one extremum: two look like none, and of three the search finds any.

#include <saltus/events/sampled.hpp>

namespace saltus::events {

namespace {

/// The extremum is looked for down to this part of the step: its value is then off by 1e-12 of what a parabola over the
/// step would show.
constexpr double finest = 1e-6;

class DerivativeSign final : public Sampled {
 public:
  using Sampled::Sampled;

 private:
  std::optional<Piece> suspect(model::SurfaceId s, int side, double from, double to) override {
    const double yb      = y(s, side, to);
    const auto   ends_at = [&](double b, double y_there) { return Piece{from, b, y(s, side, from), y_there}; };
    if (beyond(s, yb, to)) return ends_at(to, yb);

    const double da = side * surfaces_.slope(s, from), db = side * surfaces_.slope(s, to);
    if (!(da < 0 && db > 0) && !(da > 0 && db < 0)) return std::nullopt;
    const double middle = 0.5 * (from + to), ym = y(s, side, middle);
    if (beyond(s, ym, middle)) return ends_at(middle, ym);
    if (da > 0) return std::nullopt;  // away from zero and back

    Tangent low{from, y(s, side, from), da}, high{to, yb, db};
    while (high.at - low.at > finest * (to - from) && lowest(low, high) < 0) {
      const double  at = 0.5 * (low.at + high.at);
      const Tangent mid{at, y(s, side, at), side * surfaces_.slope(s, at)};
      if (beyond(s, mid.y, at)) return ends_at(at, mid.y);
      (mid.d <= 0 ? low : high) = mid;
    }
    return std::nullopt;
  }

  struct Tangent {
    double at, y, d;
  };
  /// One extremum, a minimum: y lies above its tangents, so above the point where these two meet.
  static double lowest(const Tangent& low, const Tangent& high) {
    const double meet = (high.y - low.y + low.d * low.at - high.d * high.at) / (low.d - high.d);
    return low.y + low.d * (meet - low.at);
  }
};

}  // namespace

std::unique_ptr<Strategy> make_derivative_sign(Surfaces& surfaces) {
  return std::make_unique<DerivativeSign>(surfaces);
}

}  // namespace saltus::events
