#pragma once
// sampled.hpp: what the strategies without a certificate share. They look at g at a few places of the step, and what
// they do not look at they do not know.
//
// At zero    as everywhere in Saltus: a surface that is zero for its rounding has a sign of its own or that of its right
//            limit (settle.cpp), so none of them needs a rule for g = 0 at the beginning of a step (SUNDIALS looks a
//            little ahead and, where g is still zero, ignores it until it is not).
// Grazes     none are recorded: what was not looked for is not known.

#include <saltus/events/strategy.hpp>

#include <algorithm>
#include <utility>

namespace saltus::events {

/// Two places of a step with the values of side * g there: a change of the sign lies between them when ya >= 0 > yb.
struct Piece {
  double a, b;
  double ya, yb;
};

/// Whether a value of side * g is on the other side by more than rounding.
inline bool beyond_noise(Surfaces& surfaces, model::SurfaceId s, double value, double theta) {
  return value < 0 && -value > noise_factor * surfaces.noise(s, theta);
}

/// From a place where something else than y (a polynomial for it) has a root to a bracket of y itself, in growing
/// strides, the right end of which is beyond noise. When y does not change in [from, to] the ends say why: ya < 0, or yb
/// is not beyond, or one of them is not a number.
template <class Y, class Beyond>
Piece bracket_near(Y&& y, Beyond&& beyond, double guess, double from, double to, double stride) {
  constexpr double growth = 8;
  Piece            p{guess, guess, y(guess), 0};
  p.yb = p.ya;
  for (double w = stride; p.ya < 0 && p.a > from; w *= growth) {
    p.a  = std::max(from, p.a - w);
    p.ya = y(p.a);
  }
  for (double w = stride; !beyond(p.yb, p.b) && p.b < to; w *= growth) {
    if (p.yb >= 0) {
      p.a  = p.b;
      p.ya = p.yb;
    }
    p.b  = std::min(to, p.b + w);
    p.yb = y(p.b);
  }
  return p;
}

class Sampled : public Strategy {
 public:
  explicit Sampled(Surfaces& surfaces) : surfaces_(surfaces) {}

  void                                          begin(const integrate::DenseOutput& step, std::span<const double> error,
                                                      std::span<const char> three_domains) override;
  Result<std::optional<Flip>, SurfaceNotFinite> next_flip(model::SurfaceId s, model::Sign sign, double from, double to,
                                                          bool fresh = false) final;
  bool                                          has_departed(model::SurfaceId s, model::Sign sign) final;
  void                                          judge_pair(const Flip&) final {}
  std::vector<NearContact>&                     contacts() final { return contacts_; }

 protected:
  /// A piece of [from, to] at whose end side * g < 0, beyond noise; none when this strategy sees none. The sign is that
  /// of `side` at `from`, to within rounding.
  virtual std::optional<Piece> suspect(model::SurfaceId s, int side, double from, double to) = 0;

  /// side * g. A value that is not finite is remembered and ends the search.
  double y(model::SurfaceId s, int side, double theta);
  bool   beyond(model::SurfaceId s, double value, double theta) { return beyond_noise(surfaces_, s, value, theta); }

  /// A value was not finite: nothing more can be seen.
  bool blind() const { return wall_.has_value(); }

  Surfaces&              surfaces_;
  integrate::DenseOutput step_;
  double                 resolution_ = 0;  ///< smallest distance in theta that means anything

 private:
  Result<std::optional<Flip>, SurfaceNotFinite> located(model::SurfaceId s, model::Sign sign, Piece piece, bool fresh);
  Result<std::optional<Flip>, SurfaceNotFinite> leave_zero(model::SurfaceId s, double from, double to);
  double                                        band(model::SurfaceId s, double theta);

  std::span<const double>         error_;
  std::span<const char>           three_domains_;
  std::optional<SurfaceNotFinite> wall_;
  std::vector<NearContact>        contacts_;  ///< nothing is noted here; controlled_strategy.cpp may
};

/// The smallest distance in theta that means anything in a step.
double resolution_of(const integrate::DenseOutput& step);

}  // namespace saltus::events
