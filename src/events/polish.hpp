#pragma once
// polish.hpp: the event of an implicit system, located for consistent values.

#include <saltus/events/detect.hpp>

namespace saltus::events {

/// Moves `found` to where the flipped surface has changed for values that satisfy the equations, and puts those values
/// into the state. False, with nothing moved, when the model is explicit or no consistent values were found; the
/// polynomials stand then. `residuals` is counted up.
class Polish {
 public:
  Polish(model::Model& model, Surfaces& surfaces, Consistency& consistency)
      : model_(model), surfaces_(surfaces), consistency_(consistency) {}

  bool operator()(const integrate::DenseOutput& step, std::span<const Flip> flips, std::span<const double> scale,
                  HybridState& state, Found& found);

  long residuals() const { return residuals_; }
  void take_counter(long residuals) { residuals_ = residuals; }

 private:
  bool depends_on_solved(model::SurfaceId s, const model::Mode& mode) const;

  model::Model&         model_;
  Surfaces&             surfaces_;
  Consistency&          consistency_;
  Consistency::Unknowns usual_;
  long                  residuals_ = 0;
};

}  // namespace saltus::events
