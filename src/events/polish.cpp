// polish.cpp: event polishing.
//
// Problem    the polynomials of a step satisfy F(t, x, x') = 0 at its stages only. A surface that depends on x' or on
//            algebraic variables may therefore change on them at another time than for consistent values, and the
//            re-initialisation after the event may flip it back.
// Method     x on its polynomial, (x', y) from the equations: find theta where the surface so evaluated is beyond zero
//            by a margin. Newton with the slope of the polynomial; where that fails, bracket and close in.
// Reference  Park & Barton, ACM TOMACS 6 (1996) 137-165, section 6 (consistent event location, discontinuity sticking).
// Invariant  at the event returned the surface has its new sign for consistent values.
// Cost       two or three consistent solutions per event; none when no flipped surface depends on solved variables.
// Departure  they solve for (x', y, t) together; we keep t outside, because the bracket is worth more than the last
//            factor in speed.

#include <saltus/events/polish.hpp>

#include <saltus/events/locate.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace saltus::events {

namespace {
/// How far beyond zero: this fraction of the size of the surface over the step, or of the step itself.
constexpr double margin_fraction = 1e-11;
constexpr int    newton_trials   = 5;
}  // namespace

bool Polish::operator()(const integrate::DenseOutput& step, std::span<const Flip> flips, std::span<const double> scale,
                        HybridState& s, Found& found) {
  if (model_.form() != model::Form::implicit_dae) return false;
  auto&      equations     = model_.equations(*s.mode, s.q);
  const auto consistent_at = [&](double theta) {
    step.at(theta, s.x);
    step.slope(theta, s.dx);
    Consistency::usual(equations, usual_);
    const auto done = consistency_.solve(equations, step.t0 + theta * step.h, s.x, s.dx, usual_, scale);
    if (done) residuals_ += *done;
    return done.has_value();
  };

  const Flip* leading = nullptr;
  for (const Flip& f : flips)
    if (depends_on_solved(f.surface, *s.mode) && (leading == nullptr || f.theta_right > leading->theta_right))
      leading = &f;
  if (leading == nullptr) return consistent_at(found.theta);  // the place is right; the actions see consistent values

  const model::SurfaceId id   = leading->surface;
  const int              side = leading->before != 0 ? leading->before : -leading->after;
  const auto             y_at = [&](double theta) {  // the surface with consistent values; NaN when there are none
    if (!consistent_at(theta)) return std::numeric_limits<double>::quiet_NaN();
    return side * surfaces_.at_point(id, {step.t0 + theta * step.h, s.x, s.dx, {}, s.q, s.x_noise, 0}, false).value;
  };

  const auto   range  = surfaces_.range(id, 0, 1, false);
  const double margin = margin_fraction * std::max(std::abs(range.lo), std::abs(range.hi));
  double       theta  = found.theta;
  bool         done   = false;
  for (int i = 0; i < newton_trials && !done; ++i) {
    const double y = y_at(theta), slope = side * surfaces_.slope(id, theta);
    if (std::isnan(y)) return false;
    done = y <= -0.5 * margin && y >= -2 * margin;
    if (done || !(slope < 0)) break;
    theta = std::clamp(theta - (y + margin) / slope, 0.0, 1.0);
  }
  if (!done) {  // a flat or bent surface: bracket its change in growing strides, then close in
    double a = found.theta, b = found.theta, stride = 100 * margin_fraction;
    double ya = y_at(a), yb = ya;
    for (; ya < 0 && a > 0; stride *= 8) ya = y_at(a = std::max(0.0, a - stride));
    for (; yb >= 0 && b < 1; stride *= 8) yb = y_at(b = std::min(1.0, b + stride));
    if (!(ya >= 0 && yb < 0)) return false;
    const auto bracket = locate(y_at, {a, b}, ya, yb, margin_fraction);
    if (!bracket) return false;
    theta = std::min(bracket->b + margin_fraction, 1.0);
    if (!consistent_at(theta)) return false;
  }
  found.theta = theta;
  found.t     = theta == 1 ? step.t1() : step.t0 + theta * step.h;
  if (s.direction * (found.t - found.t_left) < 0) found.t_left = found.t;
  return true;
}

bool Polish::depends_on_solved(model::SurfaceId id, const model::Mode& mode) const {
  const model::Surface& g = model_.catalogue().surface(id);
  if (g.black_box || g.uses_derivative) return true;
  return std::any_of(g.g.inputs().begin(), g.g.inputs().end(), [&](const model::Program::Input& in) {
    return in.kind == model::Op::variable && mode.differential[static_cast<std::size_t>(in.index)] == 0;
  });
}

}  // namespace saltus::events
