#include <saltus/events/sampled.hpp>

#include <saltus/events/locate.hpp>

#include <cmath>
#include <limits>

namespace saltus::events {

using model::Sign;
using model::SurfaceId;

double resolution_of(const integrate::DenseOutput& step) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  return std::max(4 * eps * std::max(std::abs(step.t0), std::abs(step.t1())) / std::abs(step.h), 2 * eps);
}

void Sampled::begin(const integrate::DenseOutput& step, std::span<const double> error,
                    std::span<const char> three_domains) {
  step_          = step;
  error_         = error;
  three_domains_ = three_domains;
  resolution_    = resolution_of(step);
  contacts_.clear();
}

double Sampled::y(SurfaceId s, int side, double theta) {
  const double v = side * surfaces_.value(s, theta);
  if (!std::isfinite(v) && !wall_) wall_ = SurfaceNotFinite{s, theta};
  return v;
}

bool Sampled::has_departed(SurfaceId s, Sign sign) {
  return sign * surfaces_.value(s, 1) > noise_factor * surfaces_.noise(s, 1);
}

Result<std::optional<Flip>, SurfaceNotFinite> Sampled::next_flip(SurfaceId s, Sign sign, double from, double to,
                                                                 bool fresh) {
  wall_.reset();
  if (sign == 0) return leave_zero(s, from, to);
  const auto piece = suspect(s, sign, from, to);
  if (wall_) {
    wall_->theta_finite = from;
    return *wall_;
  }
  if (!piece) return std::optional<Flip>();
  return located(s, sign, *piece, fresh);
}

Result<std::optional<Flip>, SurfaceNotFinite> Sampled::located(SurfaceId s, Sign sign, Piece p, bool fresh) {
  const double from  = p.a;
  const Sign   after = three_domains_[static_cast<std::size_t>(s)] != 0 ? Sign(0) : Sign(-sign);
  if (p.ya < 0) {  // over before the piece began: by rounding, or because it leaves zero only now. Look a little ahead
    double ahead = 4 * resolution_;
    while (p.ya < 0 && from + ahead < p.b) {
      p.ya = y(s, sign, p.a = from + ahead);
      ahead *= 8;
    }
    if (!std::isfinite(p.ya)) return SurfaceNotFinite{s, p.a, from};
    if (p.ya < 0 && fresh && -p.yb <= surfaces_.sensitivity(s, p.b, error_)) return std::optional<Flip>();
    if (p.ya < 0) return std::optional(Flip{s, from, from, sign, after});
  }
  const auto bracket =
      locate([&](double theta) { return sign * surfaces_.value(s, theta); }, {p.a, p.b}, p.ya, p.yb, 0.25 * resolution_);
  if (!bracket) return SurfaceNotFinite{s, bracket.error().at, from};
  return std::optional(Flip{s, bracket->a, bracket->b, sign, after});
}

/// What counts as zero: rounding, and for a surface that the equations hold at zero the error of the solution.
double Sampled::band(SurfaceId s, double theta) {
  const double noise = noise_factor * surfaces_.noise(s, theta);
  if (three_domains_[static_cast<std::size_t>(s)] == 0) return noise;
  return std::max(noise, surfaces_.sensitivity(s, theta, error_));
}

// A surface at zero changes when it is not at zero at the end of the step; bisection finds where it left.
Result<std::optional<Flip>, SurfaceNotFinite> Sampled::leave_zero(SurfaceId s, double from, double to) {
  const double v = surfaces_.value(s, to);
  if (!std::isfinite(v)) return SurfaceNotFinite{s, to, from};
  if (std::abs(v) <= band(s, to)) return std::optional<Flip>();
  double inside = from, outside = to;
  while (outside - inside > resolution_) {
    const double mid                                                       = 0.5 * (inside + outside);
    (std::abs(surfaces_.value(s, mid)) <= band(s, mid) ? inside : outside) = mid;
  }
  const double left = surfaces_.value(s, outside);
  if (!std::isfinite(left)) return SurfaceNotFinite{s, outside, inside};
  return std::optional(Flip{s, inside, outside, Sign(0), Sign(left > 0 ? 1 : -1)});
}

}  // namespace saltus::events
