// isolate.cpp: certified detection.
//
// Problem    g along the step's polynomial, sign s known at `from`: find the first theta in (from, to] at which s g < 0,
//            or prove that there is none.
// Method     march from the left. A piece [a, b] is
//              excluded   the range of s g over it is positive, or s g falls nowhere, or falls and stays positive,
//              crossed    s g is monotone on it and has changed sign at b (locate.hpp then finds where),
//              too wide   none of this is proven: halve it. After a success the next piece is twice as long.
//            Ranges and derivatives are Taylor model enclosures (surfaces.hpp), so "excluded" is a proof.
// Reference  Park & Barton, ACM TOMACS 6 (1996) 137-165 (interval bounds on the polynomials of g); Makino & Berz,
//            Int. J. Pure Appl. Math. 4 (2003) 379-456 (Taylor models).
// Invariant  everything left of `a` is excluded.
// Cost       one enclosure per step and surface that is nowhere near zero; each halving costs two more.
// Departure  signs below the rounding noise of g do not count: a g that stays within its noise has not changed. Where a
//            piece has shrunk to the resolution of time and is still undecided, it is a touch, recorded as such.

#include <saltus/events/isolate.hpp>

#include <saltus/events/locate.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace saltus::events {

using model::Sign;
using model::SurfaceId;

namespace {

constexpr double eps         = std::numeric_limits<double>::epsilon();
constexpr int    most_splits = 16;  // about minima, per search: then plain halving, which always comes to an end

}  // namespace

std::unique_ptr<Strategy> make_certified(Surfaces& surfaces) { return std::make_unique<Isolation>(surfaces); }

void Isolation::begin(const integrate::DenseOutput& step, std::span<const double> error,
                      std::span<const char> three_domains) {
  step_             = step;
  error_            = error;
  three_domains_    = three_domains;
  last_contact_end_ = -1;
  contacts_.clear();
  const double t_size = std::max(std::abs(step.t0), std::abs(step.t1()));
  resolution_         = std::max(4 * eps * t_size / std::abs(step.h), 2 * eps);
}

Result<std::optional<Flip>, SurfaceNotFinite> Isolation::next_flip(SurfaceId s, Sign sign, double from, double to,
                                                                   bool fresh) {
  if (sign == 0) return leave_zero(s, from, to);
  double& stride =
      surfaces_.stride(s);  // where a long piece said nothing in the last step, it will say nothing in this one
  double a = from, width = std::min(to - from, stride / std::abs(step_.h));
  from_     = from;
  departed_ = false;
  if (from == 0 && std::exchange(surfaces_.approach(s), 0) != 0 && sign * surfaces_.slope(s, 0) > 0) {
    departed_ = true;
    note(NearContact::Kind::near_miss, s, 0, std::abs(surfaces_.value(s, 0)), 0, 0);
    departed_ = false;
  }
  double shortest = resolution_;  // grows while nothing can be decided, so that such a zone is crossed in a few strides
  bool   in_doubt = false;        // the quick look has failed on a part of this piece
  int    splits   = 0;            // about minima
  Valley valley;
  while (a < to) {
    double b = width >= to - a ? to : a + width;
    if (a < valley.end) {
      b        = std::min(b, a < valley.low ? valley.low : a < valley.high ? valley.high : valley.end);
      in_doubt = true;
    }
    if (!in_doubt) {
      Flip        found;
      const Quick quick = quick_look(s, sign, a, b, a == from && (fresh || from > 0), found);
      if (quick == Quick::flip) {
        stride = growth(s) * (b - a) * std::abs(step_.h);
        drop_contact_before(s, a);
        return std::optional(found);
      }
      if (quick == Quick::nothing) {
        width  = growth(s) * (b - a);
        stride = width * std::abs(step_.h);
        a      = b;
        continue;
      }
      if (quick == Quick::too_wide && b - a > 1e-3 * (to - from)) {
        width = std::min(0.5, growth(s)) * (b - a);
        continue;
      }
      if (quick == Quick::returns && splits++ < most_splits) {
        width = until_turn(sign) * (b - a);
        continue;
      }
      if (quick == Quick::creeps && splits++ < most_splits) {
        const double end = a + until_seen(s, sign, a) * (b - a);
        valley           = {end, end, end};
        if (a < end) continue;
      }
      if (quick == Quick::minimum && (b - a) > 64 * resolution_) {
        bool         alone = false;
        const double part  = piece_about_minimum(sign, alone);
        if (alone) {
          valley = valley_in(s, sign, a, b, a + part * (b - a));
        } else if (part > 0.01 && part < 0.99 && splits++ < most_splits) {
          width = part * (b - a);
          continue;
        }
        if (a < valley.end) continue;
      }
      in_doubt = true;
    }
    const Judged judged = judge(s, sign, a, b, a == from && b == to);
    if (judged.verdict == Verdict::crossed) {
      drop_contact_before(s, a);
      auto flip = located(s, sign, a, b, judged.ya, judged.yb);
      if (!fresh || departed_ || step_.meets_slope || !flip) return flip;
      const double back = return_from_error(**flip, to);
      if (back < 0) return flip;
      a         = back;
      width     = to - back;
      departed_ = true;
      continue;
    }
    if (judged.verdict == Verdict::too_wide && b - a > shortest) {
      width = 0.5 * (b - a);
      continue;
    }
    if (judged.verdict == Verdict::excluded) {
      shortest = resolution_;
      in_doubt = false;
    } else {  // at the resolution of time, and still not decided
      shortest *= 2;
      const double ya = sign * surfaces_.value(s, a), yb = sign * surfaces_.value(s, b);
      if (!std::isfinite(ya) || !std::isfinite(yb)) return wall(s, a, std::isfinite(ya) ? b : a);
      if (yb < 0 && std::abs(yb) > noise_factor * surfaces_.noise(s, b)) {
        drop_contact_before(s, a);
        return located(s, sign, a, b, ya, yb);
      }
      note(NearContact::Kind::touch, s, 0.5 * (a + b), std::min(std::abs(ya), std::abs(yb)), a, b);
    }
    a     = b;
    width = a == valley.end ? to - a : 2 * width;
  }
  if (to == 1) surfaces_.approach(s) = (in_doubt || falls_at_the_end(sign)) && comes_close(s, sign, in_doubt) ? 1 : 0;
  return std::optional<Flip>();
}

/// How much longer the next piece may be, or how much shorter it has to be, for the model to be as accurate as a look
/// needs: its remainder grows with the power after its degree.
double Isolation::growth(SurfaceId s) const {
  if (surfaces_.has_polynomial(s)) return 2;  // exact, however long
  const Bernstein& p    = polynomial_;
  const double     size = std::max(std::abs(p.b[0]), std::abs(p.b[static_cast<std::size_t>(p.n)]));
  const double     room = 0.01 * size / p.tolerance;
  if (!(room > 0) || !std::isfinite(room)) return 2;
  const int powers = std::ilogb(room) / (p.n + 1);
  if (powers < 1 && p.tolerance <= surfaces_.noise(s, 0)) return 8;  // it is rounding, which does not grow
  return std::ldexp(1.0, std::clamp(powers, -6, 10));
}

/// A surface that leaves zero and comes back: the part of the piece in which the polynomial of the last look has turned.
double Isolation::until_turn(Sign sign) const {
  const double slope = sign * polynomial_.slope(0), bend = sign * polynomial_.curvature(0);
  return slope > 0 && slope < -0.25 * bend ? -1.5 * slope / bend : 1;
}

/// A surface that leaves zero with slope zero: the part of the piece in which it stays within its noise, for all we can
/// tell.
double Isolation::until_seen(SurfaceId s, Sign sign, double from) const {
  const double noise = noise_factor * surfaces_.noise(s, from);
  double       part  = 1;
  while (part > 1e-12 && sign * polynomial_.value(part) > 0.5 * noise) part *= 0.125;
  return part;
}

/// The polynomial of the last look has a minimum that may matter: the part of the piece to look at next, as a fraction of
/// it. First what falls before the minimum, then the minimum itself, `alone`, where only bounds can decide.
double Isolation::piece_about_minimum(Sign sign, bool& alone) {
  const Bernstein& p   = polynomial_;
  const double     tau = p.minimum(sign), depth = sign * p.value(tau), bend = sign * p.curvature(tau);
  if (depth < -2 * p.tolerance) return tau;  // it goes through zero on the way
  if (!(bend > 0)) return 1;
  const double half = std::sqrt(16 * std::max(p.tolerance, std::abs(depth)) / bend);
  if (tau - half > 0.02) return tau - half;
  alone = true;
  return std::min(tau + half, 1.0);
}

/// The bottom of the valley that the last look has seen in [a, b], and how far around it g stays within what decides
/// about it: on the slopes the sign of the derivative is proof enough, so that only the bottom itself needs a bound of g,
/// and nothing is halved on the way down.
Isolation::Valley Isolation::valley_in(SurfaceId s, Sign sign, double a, double b, double end) {
  const double tau = polynomial_.minimum(sign), bend = sign * polynomial_.curvature(tau) / ((b - a) * (b - a));
  double       low = a, high = end, bottom = a + tau * (b - a);
  for (int i = 0; i < 6; ++i) {  // Newton with the curvature of the model
    const double correction = sign * surfaces_.slope(s, bottom) / bend;
    if (!(std::abs(correction) < high - low)) return {};
    bottom -= correction;
    if (!(bottom > low && bottom < high)) return {};
    if (std::abs(correction) <= 0.5 * resolution_) break;
  }
  const double depth = std::max(std::abs(surfaces_.value(s, bottom)), noise_factor * surfaces_.noise(s, bottom));
  const double half  = std::max(0.5 * std::sqrt(depth / bend), resolution_);
  return {std::max(bottom - half, a), std::min(bottom + half, end), end};
}

/// Whether the surface falls at the end of the step and is within the error there: if it rises in the next step, the
/// minimum is on the border between the two, where the slope of many methods jumps.
bool Isolation::falls_at_the_end(Sign sign) const {
  const auto n = static_cast<std::size_t>(polynomial_.n);
  return sign * (polynomial_.b[n] - polynomial_.b[n - 1]) <= 0;
}
bool Isolation::comes_close(SurfaceId s, Sign sign, bool in_doubt) {
  const Bernstein& p     = polynomial_;  // of the last piece, if that is not in doubt
  const double     value = sign * (in_doubt ? surfaces_.value(s, 1) : p.b[static_cast<std::size_t>(p.n)]);
  const double     reach = in_doubt ? 0.0 : p.tolerance;
  if (value - reach > std::max(graze_factor * error_of(s, 1), noise_factor * surfaces_.noise(s, 1))) return false;
  return sign * surfaces_.slope(s, 1) < 0;
}

// Most surfaces rise or fall, or rise and then fall, and are away from zero at both ends: the coefficients of their
// polynomial say so, and that they have one zero or none and no minimum that could be a graze. `at_zero`: the sign holds
// from the beginning on, and the surface may be at zero there.
Isolation::Quick Isolation::quick_look(SurfaceId s, Sign sign, double from, double to, bool at_zero, Flip& flip) {
  Bernstein& p = polynomial_;
  if (!surfaces_.polynomial(s, from, to, p)) return Quick::unclear;
  const bool exact  = surfaces_.has_polynomial(s);
  double     lowest = sign * p.b[0], highest = lowest;
  int        summit = 0;
  for (int i = 1; i <= p.n; ++i) {
    const double y = sign * p.b[static_cast<std::size_t>(i)];
    lowest         = std::min(lowest, y);
    if (y > highest) highest = y, summit = i;
  }
  if (!exact && p.tolerance > 0.1 * (highest - lowest) && lowest - p.tolerance <= 0) return Quick::too_wide;
  if (!p.has_no_minimum(sign)) {
    if (!(lowest - p.tolerance > graze_factor * error_of(s, to))) return Quick::minimum;
    departed_ = true;
    return Quick::nothing;
  }
  // The tolerance of a model includes the rounding of g itself; far beyond it, noise does not matter.
  const double begin = sign * p.b[0], end = sign * p.b[static_cast<std::size_t>(p.n)], width = to - from;
  const bool   far   = !exact && std::min(begin, std::abs(end)) > 1e4 * p.tolerance;
  const double noise = far ? 0.0 : noise_factor * surfaces_.noise(s, to), tolerance = std::max(p.tolerance, noise);
  if (!(std::abs(end) > tolerance)) return Quick::unclear;
  if (begin > tolerance) {
    summit = 0;
  } else {  // it was at zero a moment ago: then it must rise now
    const double allowed = std::max(exact ? tolerance : noise, step_.meets_slope ? 0.0 : error_of(s, from));
    if (!at_zero) return Quick::unclear;
    if (until_turn(sign) < 1) return Quick::returns;
    if (summit == p.n && !(sign * p.slope(0) > 0)) return Quick::creeps;
    if (summit == 0 || !(sign * p.b[1] > begin)) return Quick::unclear;
    if (!(exact ? begin >= -allowed : sign * surfaces_.value(s, from) >= -allowed)) return Quick::unclear;
    if (!exact && !leaves_zero(s, sign, from, width))
      return at_zero && until_turn(sign) < 1 ? Quick::returns : Quick::unclear;
  }
  departed_ = true;
  if (end > 0) return Quick::nothing;
  const double low = static_cast<double>(summit) / p.n;
  if (!(sign * p.value(low) > tolerance)) return at_zero && until_turn(sign) < 1 ? Quick::returns : Quick::unclear;

  double tau = p.zero(sign, low);
  if (!exact) {  // g and its model may differ by the remainder: around the zero, g must fall
    const double half = std::max(4 * p.tolerance / std::abs(p.slope(tau)), 1e-7);
    const double a = std::max(low, tau - half), b = std::min(1.0, tau + half);
    if (!(sign * p.value(a) > p.tolerance) || !(sign * p.value(b) < -p.tolerance)) return Quick::unclear;
    const auto change = surfaces_.change(s, from + a * width, from + b * width);
    if (!(sign > 0 ? change.hi < 0 : change.lo > 0)) return Quick::unclear;
    for (int i = 0; i < 4; ++i) {  // from the zero of the model to that of g: Newton with the model's slope
      const double correction = surfaces_.value(s, from + tau * width) / p.slope(tau);
      if (!(std::abs(correction) <= half)) return Quick::unclear;
      tau = std::clamp(tau - correction, a, b);
      if (std::abs(correction) <= 0x1p-50) break;
    }
  }
  flip.surface = s;
  flip.before  = sign;
  flip.after   = three_domains_[static_cast<std::size_t>(s)] != 0 ? Sign(0) : Sign(-sign);
  return close_in(s, sign, from + tau * width, from + low * width, to, flip) ? Quick::flip : Quick::unclear;
}

/// Whether g rises from the beginning of the piece until its polynomial is beyond the remainder.
bool Isolation::leaves_zero(SurfaceId s, Sign sign, double from, double width) {
  for (double tau = 1.0 / 64; tau <= 0.5; tau *= 2) {
    if (!(sign * polynomial_.value(tau) > 2 * polynomial_.tolerance)) continue;
    const auto change = surfaces_.change(s, from, from + tau * width);
    return sign > 0 ? change.lo > 0 : change.hi < 0;
  }
  return false;
}

/// g is not finite at `beyond`: the border between there and a, as sharply as time allows.
SurfaceNotFinite Isolation::wall(SurfaceId s, double a, double beyond) {
  double finite = a;
  while (beyond - finite > resolution_) {
    const double mid                                           = 0.5 * (finite + beyond);
    (std::isfinite(surfaces_.value(s, mid)) ? finite : beyond) = mid;
  }
  return {s, beyond, finite};
}

/// The bracket of a change that is known to be within rounding of theta: as close to it as the signs allow, so that the
/// surface is within its noise at the event.
bool Isolation::close_in(SurfaceId s, Sign sign, double theta, double low, double high, Flip& flip) {
  const auto side_at = [&](double x) { return sign * surfaces_.value(s, x); };
  double     a = theta, b = theta, ya = side_at(theta), yb = ya;
  if (!std::isfinite(ya)) return false;
  const bool before = ya >= 0;
  for (double reach = theta > 0 ? 0x1p-52 * theta : 0x1p-60; before ? yb >= 0 : ya < 0; reach *= 32) {
    if (!(reach <= 1e-3)) return false;
    if (before) yb = side_at(b = std::min(high, theta + reach));
    else ya = side_at(a = std::max(low, theta - reach));
  }
  if (b - a > 0.5 * resolution_) {
    const auto bracket = locate(side_at, {a, b}, ya, yb, 0.25 * resolution_);
    if (!bracket) return false;
    a = bracket->a;
    b = bracket->b;
  }
  flip.theta_left  = a;
  flip.theta_right = b;
  return true;
}

Isolation::Judged Isolation::judge(SurfaceId s, int side, double a, double b, bool first_look) {
  const auto oriented = [&](enclose::Interval r) { return side > 0 ? r : -r; };

  auto range = oriented(surfaces_.range(s, a, b, false));
  if (range.lo <= 0) range = oriented(surfaces_.range(s, a, b, true));
  if (range.lo > 0) {
    departed_ = true;
    note_minimum(s, side, a, b, range.lo);
    return {Verdict::excluded};
  }

  const double noise = noise_factor * std::max(surfaces_.noise(s, a), surfaces_.noise(s, b));
  if (!std::isfinite(noise)) return {Verdict::too_wide};            // outside of the domain of g, somewhere
  if (std::max(std::abs(range.lo), std::abs(range.hi)) <= noise) {  // zero for all we can tell
    if (!first_look)
      note(NearContact::Kind::touch, s, 0.5 * (a + b), std::abs(surfaces_.value(s, 0.5 * (a + b))), a, b);
    return {Verdict::excluded};
  }

  const auto change = oriented(surfaces_.change(s, a, b));
  if (change.lo >= 0) {  // rises
    const double ya = side * surfaces_.value(s, a);
    if (ya >= -noise) {
      note_minimum(s, side, a, b, ya);
      departed_ = true;
      return {Verdict::excluded};
    }
    return {Verdict::crossed, ya, side * surfaces_.value(s, b)};
  }
  if (change.hi <= noise) {  // falls, up to what rounding can hide
    const double yb = side * surfaces_.value(s, b);
    if (yb >= 0) {
      if (b < 1) note_minimum(s, side, a, b, yb);
      return {Verdict::excluded};
    }
    // Below zero by less than the noise at the end of the step: let the next step, or the settling, decide.
    if (yb >= -noise && b == 1) return {Verdict::excluded};
    const double ya = side * surfaces_.value(s, a);
    return {Verdict::crossed, ya, yb};
  }
  return {Verdict::too_wide};
}

/// A surface that has not departed since the event and lies on the wrong side: if by no more than the error of the
/// solution, where it comes back (or `to`); negative if it is really there.
double Isolation::return_from_error(const Flip& flip, double to) {
  const std::size_t contacts = contacts_.size();
  const auto        back     = next_flip(flip.surface, static_cast<Sign>(-flip.before), flip.theta_right, to);
  contacts_.resize(std::min(contacts, contacts_.size()));
  if (!back) return -1;
  const double end    = back->has_value() ? (*back)->theta_right : to;
  const double middle = back->has_value() ? 0.5 * (flip.theta_right + end) : to;
  return std::abs(surfaces_.value(flip.surface, middle)) <= error_of(flip.surface, middle) ? end : -1;
}

// No crossing on [a, b]. But if g has its minimum there and comes closer to zero than the error of the solution, the true
// solution may have one. Both pieces beside a minimum on their border find it; `note` makes one contact of the two.
void Isolation::note_minimum(SurfaceId s, int side, double a, double b, double lowest) {
  const double noise = noise_factor * surfaces_.noise(s, b), error = std::max(graze_factor * error_of(s, b), noise);
  if (lowest > error) return;
  double low = a, high = b, falling = side * surfaces_.slope(s, low), rising = side * surfaces_.slope(s, high);
  if (falling > 0 || rising < 0) return;
  // The zero of the slope, by regula falsi (Illinois); the depth there is flat, so the place need not be sharper than
  // where what the slope still changes is noise.
  for (int kept = 0, i = 0; i < 100 && high - low > resolution_ && (rising - falling) * (high - low) > 0.1 * noise; ++i) {
    double mid = low + (high - low) * (falling / (falling - rising));
    if (!(mid > low && mid < high)) mid = 0.5 * (low + high);
    if (mid <= low || mid >= high) break;
    const double slope = side * surfaces_.slope(s, mid);
    if (slope <= 0) {
      low     = mid;
      falling = slope;
      if (kept < 0) rising *= 0.5;
      kept = -1;
    } else {
      high   = mid;
      rising = slope;
      if (kept > 0) falling *= 0.5;
      kept = 1;
    }
    if (slope == 0) break;
  }
  const double depth = std::abs(surfaces_.value(s, low));
  if (depth <= error)
    note(depth <= noise ? NearContact::Kind::touch : NearContact::Kind::near_miss, s, low, depth, a, b);
}

Result<std::optional<Flip>, SurfaceNotFinite> Isolation::located(SurfaceId s, Sign sign, double a, double b, double ya,
                                                                 double yb) {
  if (!std::isfinite(ya) || !std::isfinite(yb)) return wall(s, a, std::isfinite(ya) ? b : a);
  const Sign after = three_domains_[static_cast<std::size_t>(s)] != 0 ? Sign(0) : Sign(-sign);
  if (ya < 0) return std::optional(Flip{s, a, a, sign, after});  // it was over before the piece began, by rounding
  const auto bracket =
      locate([&](double theta) { return sign * surfaces_.value(s, theta); }, {a, b}, ya, yb, 0.25 * resolution_);
  if (!bracket) return wall(s, a, bracket.error().at);
  return std::optional(Flip{s, bracket->a, bracket->b, sign, after});
}

// A surface at zero: it changes when it leaves its noise (for three-domain surfaces: the error of the solution, because
// the equations hold it at zero only that well).
Result<std::optional<Flip>, SurfaceNotFinite> Isolation::leave_zero(SurfaceId s, double from, double to) {
  const auto band_at = [&](double theta) {
    const double noise = noise_factor * surfaces_.noise(s, theta);
    return three_domains_[static_cast<std::size_t>(s)] != 0 ? std::max(noise, error_of(s, theta)) : noise;
  };
  const auto   range = surfaces_.range(s, from, to, true);
  const double band  = std::min(band_at(from), band_at(to));
  if (std::isfinite(band) && std::max(std::abs(range.lo), std::abs(range.hi)) <= band) return std::optional<Flip>();
  // March until the band is left, then bisect the place.
  constexpr int pieces = 16;
  double        inside = from;
  for (int k = 1; k <= pieces; ++k) {
    double       outside = from + (to - from) * k / pieces;
    const double v       = surfaces_.value(s, outside);
    if (!std::isfinite(v)) return SurfaceNotFinite{s, outside, inside};
    if (std::abs(v) <= band_at(outside)) {
      inside = outside;
      continue;
    }
    while (outside - inside > resolution_) {
      const double mid                                                       = 0.5 * (inside + outside);
      (std::abs(surfaces_.value(s, mid)) <= band_at(mid) ? inside : outside) = mid;
    }
    return std::optional(Flip{s, inside, outside, Sign(0), Sign(surfaces_.value(s, outside) > 0 ? 1 : -1)});
  }
  return std::optional<Flip>();
}

/// Whether the surface goes on in its new direction up to `ahead`.
bool Isolation::goes_on(const Flip& flip, double ahead) {
  if (surfaces_.has_polynomial(flip.surface))
    return flip.after * surfaces_.slope(flip.surface, flip.theta_right) >
           (ahead - flip.theta_right) * surfaces_.bend(flip.surface);
  const auto change = surfaces_.change(flip.surface, flip.theta_right, ahead);
  return flip.after > 0 ? change.lo > 0 : change.hi < 0;
}

void Isolation::judge_pair(const Flip& flip) {
  if (flip.before == 0 || flip.after == 0) return;
  // The common case: it goes on beyond the error without turning back.
  const double slope = flip.after * surfaces_.slope(flip.surface, flip.theta_right);
  const double error = graze_factor * error_of(flip.surface, flip.theta_right);
  if (error == 0) return;  // g depends on time alone
  const double ahead = flip.theta_right + 2 * error / slope;
  if (slope > 0 && ahead <= 2 && ahead > flip.theta_right && goes_on(flip, ahead) &&
      flip.after * surfaces_.value(flip.surface, ahead) > error)
    return;
  const std::size_t contacts = contacts_.size();
  // The polynomial goes on for a while beyond its step: well enough to see whether the surface is about to return.
  const auto back = next_flip(flip.surface, flip.after, flip.theta_right, 2);
  contacts_.resize(contacts);  // what was noted on the way belongs to a future that may not happen
  departed_ = true;
  if (!back || !back->has_value()) return;
  const double middle = 0.5 * (flip.theta_right + (*back)->theta_left);
  const double depth  = std::abs(surfaces_.value(flip.surface, middle));
  if (depth <= graze_factor * error_of(flip.surface, middle))
    note(NearContact::Kind::undecidable_pair, flip.surface, middle, depth, flip.theta_left, (*back)->theta_right);
}

double Isolation::error_of(SurfaceId s, double theta) { return surfaces_.sensitivity(s, theta, error_); }

// What looked like a contact was the foot of a crossing.
void Isolation::drop_contact_before(SurfaceId s, double theta) {
  if (!contacts_.empty() && contacts_.back().surface == s && last_contact_end_ >= theta - 2 * resolution_)
    contacts_.pop_back();
}

// Neighbouring pieces of one contact are one contact. A surface that has not left zero since the last event has not come
// back to it.
void Isolation::note(NearContact::Kind kind, SurfaceId s, double theta, double depth, double begin, double end) {
  if (!departed_) departed_ = std::abs(surfaces_.value(s, from_)) > noise_factor * surfaces_.noise(s, from_);
  if (!departed_) return;
  const double t = step_.t0 + theta * step_.h;
  if (!contacts_.empty()) {
    NearContact& last    = contacts_.back();
    const bool   adjoins = last.surface == s && last.kind == kind && begin <= last_contact_end_ + 2 * resolution_;
    if (adjoins) {
      if (depth < last.depth) last = {kind, s, t, depth};
      last_contact_end_ = end;
      return;
    }
  }
  contacts_.push_back({kind, s, t, depth});
  last_contact_end_ = end;
}

}  // namespace saltus::events
