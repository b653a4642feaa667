// sign_change.cpp: detection by the signs at the ends of the step.
//
// Problem    the first change of the sign of g in a step.
// Method     compare the sign of g at the end of the step with the sign that it had at the beginning.
// Reference  DASRT in Brenan, Campbell & Petzold, Numerical Solution of Initial-Value Problems in DAEs, SIAM 1996,
//            section 5.3; CVODE, IDA and ARKODE of SUNDIALS do the same.
// Cost       one value of g per step and surface.
// Departure  the bracket is closed in by ITP (locate.hpp) instead of Illinois, and the sign at the beginning is the one
//            tracked, so that it need not be evaluated.
// Fails      silently: an even number of changes within a step is none. Of an odd number any one is found.

#include <saltus/events/sampled.hpp>

namespace saltus::events {

namespace {

class SignChange final : public Sampled {
 public:
  using Sampled::Sampled;

 private:
  std::optional<Piece> suspect(model::SurfaceId s, int side, double from, double to) override {
    const double yb = y(s, side, to);
    if (!beyond(s, yb, to)) return std::nullopt;
    return Piece{from, to, y(s, side, from), yb};
  }
};

}  // namespace

std::unique_ptr<Strategy> make_sign_change(Surfaces& surfaces) { return std::make_unique<SignChange>(surfaces); }

}  // namespace saltus::events
