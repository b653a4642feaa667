#pragma once
// controlled_method.hpp: any method, with the pending surfaces under its error control.
//
// Problem    an interpolant that is accurate in x need not be accurate in g(x), and steps that suit x may be far too
//            long for g.
// Method     a decorator. The method inside integrates the user's n variables and one z per pending surface
//            (controlled_equations.hpp); outside, the run sees its n variables, and detection the polynomials of z.
//            As quadratures, z is not part of what the method inside solves: after each step z' is integrated along the
//            step's polynomial, and the step is repeated shorter when the error of z is too large.
// Reference  Carver 1978; Mao & Petzold 2002, section 3.1.2; Tolsma, DSL48E manual, 2001, section 2; quadrature
//            variables: Li & Petzold, DASPK 3.0.
// Notation   n variables of the model, m pending surfaces; D the degree of the step's polynomial.
// Cost       the size of the system; steps that g asks for. Quadratures: D + 1 rates per step and surface.
// Departure  sizes are constant for a method but surfaces are pending by mode: one method inside for each m that was met,
//            kept; an event changes between them and takes the step size along. z begins anew at every event.

#include <saltus/events/controlled_equations.hpp>
#include <saltus/integrate/method.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace saltus::events {

class ControlledMethod final : public integrate::Method {
 public:
  /// A method for the user's variables and so many more, all with the tolerances that follow.
  using Make = std::function<std::unique_ptr<integrate::Method>(std::size_t more)>;

  /// `appended` is empty for quadratures. The tolerances are those of every z.
  ControlledMethod(Make make, std::optional<Appended> appended, double absolute, double relative);
  ControlledMethod(const ControlledMethod& other);

  /// The surfaces of the mode in which the next restart or rebind will be.
  void watch(const model::Catalogue& catalogue, std::span<const model::SurfaceId> pending, std::span<const double> q);

  /// The polynomials of z over the last step: component i is surface i; zero for those that are not under control.
  integrate::DenseOutput            surfaces_step() const { return z_step_; }
  std::span<const model::SurfaceId> watched() const { return watched_; }
  double                            z_tolerance(double z) const { return absolute_ + relative_ * (z < 0 ? -z : z); }

  std::string_view        name() const override { return inner_->name(); }
  std::unique_ptr<Method> clone() const override { return std::make_unique<ControlledMethod>(*this); }
  std::string             linear_solver() const override { return inner_->linear_solver(); }
  void restart(model::Equations& equations, double t, std::span<const double> x, std::span<const double> dx,
               int direction, integrate::Resume resume) override;
  void suggest_step(double length) override { inner_->suggest_step(length); }
  void rebind(model::Equations& equations) override;
  Result<integrate::DenseOutput, integrate::StepFailure> step(double t_limit) override;
  void                                                   commit() override;

  double                     t() const override { return inner_->t(); }
  std::span<const double>    x() const override { return inner_->x().first(n_); }
  std::span<const double>    dx() const override { return inner_->dx().first(n_); }
  double                     next_step() const override;
  double                     error_norm() const override { return inner_->error_norm(); }
  std::span<const double>    error_estimate() const override { return inner_->error_estimate().first(n_); }
  const integrate::Counters& counters() const override;
  int                        order() const override { return inner_->order(); }

 private:
  std::size_t more() const { return appended_ ? watched_.size() : 0; }
  void        split(const integrate::DenseOutput& step);
  double      integrate_surfaces(const integrate::DenseOutput& step);
  std::size_t variable_of(std::size_t component) const;

  Make                                                      make_;
  std::optional<Appended>                                   appended_;
  double                                                    absolute_, relative_;
  std::map<std::size_t, std::unique_ptr<integrate::Method>> inners_;  ///< by number of appended variables
  integrate::Method*                                        inner_ = nullptr;
  ControlledEquations                                       equations_;
  const model::Catalogue*                                   catalogue_ = nullptr;
  std::vector<model::SurfaceId>                             watched_;  ///< under control: pending, not of time alone
  std::size_t                                               n_ = 0;
  std::vector<double>                                       x_, dx_;   ///< with z, for restarts
  std::vector<double>                                       c_, z_c_;  ///< polynomials of the user's variables; of z
  std::vector<double>                                       z_;        ///< quadratures: at the committed point
  integrate::DenseOutput                                    z_step_;
  double                                                    z_length_ = 0;  ///< |h| that the quadratures allow next
  std::size_t                                               worst_    = 0;  ///< surface with the largest error
  long                                                      repeated_ = 0;  ///< steps that the quadratures rejected
  mutable integrate::Counters                               counters_;
};

}  // namespace saltus::events
