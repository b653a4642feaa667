#include <saltus/events/controlled_strategy.hpp>

#include <saltus/events/locate.hpp>
#include <saltus/events/sampled.hpp>

#include <cmath>

namespace saltus::events {

using model::Sign;
using model::SurfaceId;

ControlledStrategy::ControlledStrategy(Surfaces& surfaces, const ControlledMethod& method, const Make& make)
    : surfaces_(surfaces), method_(method) {
  z_.of(catalogue_);
  inner_ = make(z_);
}

void ControlledStrategy::begin(const integrate::DenseOutput& step, std::span<const double>,
                               std::span<const char>         three_domains) {
  z_step_     = method_.surfaces_step();
  resolution_ = resolution_of(step);
  if (catalogue_.surfaces().size() < z_step_.n) grow();
  error_.resize(z_step_.n);
  noise_.assign(z_step_.n, 0.0);
  on_z_.resize(z_step_.n);
  for (std::size_t i = 0; i < z_step_.n; ++i) error_[i] = method_.z_tolerance(z_step_.coefficient(0, i));
  for (const SurfaceId s : method_.watched()) noise_[static_cast<std::size_t>(s)] = surfaces_.noise(s, 0);
  z_.look_at(z_step_, {}, noise_);
  inner_->begin(z_step_, error_, three_domains);
}

/// Surfaces appear as modes are met.
void ControlledStrategy::grow() {
  while (catalogue_.surfaces().size() < z_step_.n) {
    const auto i = static_cast<int>(catalogue_.surfaces().size());
    catalogue_.names.variables.emplace_back("z");
    catalogue_.relation(catalogue_.dag.leaf(model::Op::variable, i), catalogue_.dag.constant(0),
                        model::Comparison::greater);
  }
  z_.of(catalogue_);
}

bool ControlledStrategy::has_departed(SurfaceId s, Sign sign) {
  return sign * surfaces_.value(s, 1) > noise_factor * surfaces_.noise(s, 1);
}

// z says that there is a change; where does g itself change? When it does not, the two disagree by their errors: a near
// miss, and the search goes on where z is back. A z that stays is over already in the next step, and looked at again.
Result<std::optional<Flip>, SurfaceNotFinite> ControlledStrategy::next_flip(SurfaceId s, Sign sign, double from,
                                                                            double to, bool fresh) {
  for (double at = from;;) {
    auto flip = inner_->next_flip(s, sign, at, to, fresh);
    if (!flip || !flip->has_value()) return flip;
    on_z_[static_cast<std::size_t>(s)] = **flip;
    if (sign == 0) return flip;
    const auto found = on_g(**flip, from, to);
    if (!found || found->has_value()) return found;

    const double theta = (*flip)->theta_right;
    if (theta > from)
      contacts().push_back(
          {NearContact::Kind::near_miss, s, z_step_.t0 + theta * z_step_.h, std::abs(surfaces_.value(s, theta))});
    const auto back = inner_->next_flip(s, static_cast<Sign>(-sign), theta, to);
    if (!back || !back->has_value()) return back;
    at = (*back)->theta_right;
  }
}

Result<std::optional<Flip>, SurfaceNotFinite> ControlledStrategy::on_g(const Flip& on_z, double from, double to) {
  const SurfaceId s      = on_z.surface;
  const auto      y      = [&](double theta) { return on_z.before * surfaces_.value(s, theta); };
  const auto      beyond = [&](double v, double theta) { return beyond_noise(surfaces_, s, v, theta); };
  const Piece     p      = bracket_near(y, beyond, on_z.theta_right, from, to, resolution_);
  if (!std::isfinite(p.ya) || !std::isfinite(p.yb)) return SurfaceNotFinite{s, std::isfinite(p.ya) ? p.b : p.a, from};
  if (!beyond(p.yb, p.b)) return std::optional<Flip>();
  if (p.ya < 0) return std::optional(Flip{s, p.a, p.a, on_z.before, on_z.after});
  const auto bracket = locate(y, {p.a, p.b}, p.ya, p.yb, 0.25 * resolution_);
  if (!bracket) return SurfaceNotFinite{s, bracket.error().at, from};
  return std::optional(Flip{s, bracket->a, bracket->b, on_z.before, on_z.after});
}

}  // namespace saltus::events
