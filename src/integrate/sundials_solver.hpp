#pragma once
// sundials_solver.hpp: what sundials_method.cpp needs of a solver of SUNDIALS.

#include <saltus/integrate/sundials_memory.hpp>

namespace saltus::integrate::sundials {

enum class Formula { bdf, adams };
enum class Advanced { done, error_test_failed, newton_failed, not_finite };

class Solver {
 public:
  virtual ~Solver() = default;

  /// How it solves linear systems; empty where it needs not.
  virtual std::string linear_solver() const = 0;
  /// Whether it can go on with these equations. If not, make another one.
  virtual bool follow(const model::Equations& equations) = 0;
  /// The derivatives behind the first step: dx is completed for algebraic components, ddx is x'' (0 for algebraic ones).
  /// False when they are unknown.
  virtual bool derivatives(double t, std::span<const double> x, std::span<double> dx, std::span<double> ddx) = 0;
  /// Forgets all history.
  virtual void begin(double t, std::span<const double> x, std::span<const double> dx, double h) = 0;
  /// One step towards t_stop, not shorter than h_min.
  virtual Advanced advance(double t_stop, double h_min) = 0;

  // Of the last step.
  virtual double                  t() const                                        = 0;
  virtual std::span<const double> x() const                                        = 0;
  virtual std::span<const double> dx() const                                       = 0;
  virtual int                     order() const                                    = 0;
  virtual void                    derivative(double t, int k, std::span<double> d) = 0;
  virtual std::span<const double> local_error()                                    = 0;
  /// Signed: of the step to come, or of the one that failed.
  virtual double current_step() const = 0;
};

/// The polynomial of the last step over [t0, t0 + h], where t0 + h is its end: c_k = h^k x^(k)(t0) / k! by rows. What the
/// interpolant of SUNDIALS is away from x0, which is rounding, is taken out linearly. Returns the degree.
int polynomial(Solver& solver, double t0, double h, std::span<const double> x0, std::span<double> c);

std::unique_ptr<Solver> make_ida(Problem& problem);
std::unique_ptr<Solver> make_cvode(Problem& problem, Formula formula);

}  // namespace saltus::integrate::sundials
