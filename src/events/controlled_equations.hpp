#pragma once
// controlled_equations.hpp: the smooth system of a mode with its surfaces appended as variables z, so that a method's
// error control answers for them too.
//
//   differential   z' = dg/dt along the flow, z(t0) = g                 (Carver 1978; Mao & Petzold 2002)
//   algebraic      0 = z - g(t, x, x'); an explicit system becomes implicit  (DSL48E; Mao & Petzold 2002)
//
// Nothing depends on z. A g of x' has no rate without x'', and is appended algebraically in either case.

#include <saltus/core/dual.hpp>
#include <saltus/integrate/dense_output.hpp>
#include <saltus/model/catalogue.hpp>
#include <saltus/model/equations.hpp>

#include <span>
#include <vector>

namespace saltus::events {

enum class Appended { differential, algebraic };

class ControlledEquations final : public model::Equations {
 public:
  explicit ControlledEquations(Appended how) : how_(how) {}

  /// The surfaces to append; both outlive the next call.
  void watch(const model::Catalogue& catalogue, std::span<const model::SurfaceId> surfaces, std::span<const double> q);
  void of(model::Equations& equations);

  std::size_t           size() const override { return n_ + surfaces_.size(); }
  model::Form           form() const override;
  const model::Pattern& pattern() const override { return pattern_; }
  bool                  differential(std::size_t i) const override;

  void rhs(double t, std::span<const double> x, std::span<double> dx) override;
  void residual(double t, std::span<const double> x, std::span<const double> dx, std::span<double> r) override;
  void jacobian(double t, std::span<const double> x, std::span<const double> dx, std::span<double> f_x,
                std::span<double> f_dx) override;

  /// g and dg/dt of the k-th surface at a point of the flow.
  double value(std::size_t k, double t, std::span<const double> x, std::span<const double> dx);
  double flow_rate(std::size_t k, double t, std::span<const double> x, std::span<const double> dx);
  /// dg/dtheta on the polynomial of a step.
  double slope(std::size_t k, const integrate::DenseOutput& step, double theta);

 private:
  const model::Surface& surface(std::size_t k) const { return catalogue_->surface(surfaces_[k]); }
  bool algebraic(std::size_t k) const { return how_ == Appended::algebraic || surface(k).uses_derivative; }
  bool coupled() const { return form() == model::Form::implicit_dae; }
  void make_pattern();

  Appended                        how_;
  model::Equations*               equations_ = nullptr;
  const model::Catalogue*         catalogue_ = nullptr;
  std::size_t                     n_         = 0;
  std::vector<model::SurfaceId>   surfaces_;
  std::vector<double>             q_, f_, inner_x_, inner_dx_;
  model::Pattern                  pattern_;
  std::vector<int>                from_inner_;  ///< by entry of pattern_: the entry of the inner pattern, or -1
  std::vector<double>             plain_;
  std::vector<Dual<double>>       dual_;
  std::vector<Dual<Dual<double>>> second_;
};

}  // namespace saltus::events
