#pragma once
// controlled_strategy.hpp: any strategy, on the polynomials of the surfaces that are under error control.
//
// Method     the strategy inside is told of surfaces that are variables, z, with the polynomials of ControlledMethod.
//            What it finds on z is then followed to g itself, as far as g is there: an event is where the relation of
//            the model changes, not where an approximation of it does (discontinuity sticking: Park & Barton 1996).
// Invariant  surfaces have the same numbers inside and outside.

#include <saltus/events/controlled_method.hpp>
#include <saltus/events/strategy.hpp>

#include <functional>

namespace saltus::events {

class ControlledStrategy final : public Strategy {
 public:
  using Make = std::function<std::unique_ptr<Strategy>(Surfaces&)>;

  /// `surfaces` are those of the model.
  ControlledStrategy(Surfaces& surfaces, const ControlledMethod& method, const Make& make);

  void                                          begin(const integrate::DenseOutput& step, std::span<const double> error,
                                                      std::span<const char> three_domains) override;
  Result<std::optional<Flip>, SurfaceNotFinite> next_flip(model::SurfaceId s, model::Sign sign, double from, double to,
                                                          bool fresh = false) override;
  bool                                          has_departed(model::SurfaceId s, model::Sign sign) override;
  void judge_pair(const Flip& flip) override { inner_->judge_pair(on_z_[static_cast<std::size_t>(flip.surface)]); }
  std::vector<NearContact>& contacts() override { return inner_->contacts(); }

 private:
  void                                          grow();
  Result<std::optional<Flip>, SurfaceNotFinite> on_g(const Flip& on_z, double from, double to);

  Surfaces&                 surfaces_;
  const ControlledMethod&   method_;
  model::Catalogue          catalogue_;  ///< surface i is variable i
  Surfaces                  z_;
  std::unique_ptr<Strategy> inner_;
  integrate::DenseOutput    z_step_;
  std::vector<double>       error_, noise_;
  std::vector<Flip>         on_z_;  ///< by surface: the last change, where z has it
  double                    resolution_ = 0;
};

}  // namespace saltus::events
