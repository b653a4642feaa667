#pragma once
// equations.hpp: the smooth system of one lock, as the integration methods see it.
//
// Two forms, told apart by `form()`:
//
//   explicit    x' = f(t, x)             rhs() and its Jacobian f_x
//   implicit    F(t, x, x') = 0          residual() and its Jacobians F_x and F_x'; index 1 in (x', y), where the
//                                        algebraic variables y are the components of x whose derivative does not occur
//
// One virtual call per vector, never per scalar. A trial point outside the domain of the model gives values that are
// not finite; the methods treat that as a failed trial, never as an error of the run.

#include <cstddef>
#include <span>
#include <vector>

namespace saltus::model {

enum class Form { explicit_ode, implicit_dae };

/// Which entries of the Jacobians can differ from zero, by columns (compressed sparse columns). For the implicit form
/// one pattern covers both F_x and F_x'.
struct Pattern {
  std::size_t      n = 0;
  std::vector<int> column_begin;  ///< n + 1 offsets into `row`
  std::vector<int> row;           ///< sorted within each column

  std::size_t nonzeros() const { return row.size(); }
  bool        operator==(const Pattern&) const = default;
};

class Equations {
 public:
  virtual ~Equations() = default;

  virtual std::size_t    size() const    = 0;
  virtual Form           form() const    = 0;
  virtual const Pattern& pattern() const = 0;

  /// Explicit form only: dx = f(t, x).
  virtual void rhs(double t, std::span<const double> x, std::span<double> dx) = 0;

  /// Both forms: r = F(t, x, dx); for the explicit form F = dx - f(t, x).
  virtual void residual(double t, std::span<const double> x, std::span<const double> dx, std::span<double> r) = 0;

  /// Values in the order of `pattern()`: f_x for the explicit form (f_dx is left alone and may be empty);
  /// F_x and F_x' for the implicit form.
  virtual void jacobian(double t, std::span<const double> x, std::span<const double> dx, std::span<double> f_x,
                        std::span<double> f_dx) = 0;

  /// The rate of the equations along (1, v): r = f_t + f_x v for the explicit form, F_t + F_x v at fixed x' for the
  /// implicit one. The default takes differences, for black boxes; every other front end differentiates.
  virtual void rate(double t, std::span<const double> x, std::span<const double> dx, std::span<const double> v,
                    std::span<double> r);

  /// The derivative of F in one direction, for both forms: r = F_x v + F_x' w; for the explicit form r = w - f_x v.
  /// The default takes differences, for black boxes.
  virtual void directional(double t, std::span<const double> x, std::span<const double> dx, std::span<const double> v,
                           std::span<const double> w, std::span<double> r);

  /// Implicit form only: whether the derivative of component i occurs (x) or not (y).
  virtual bool differential(std::size_t i) const = 0;

  /// Whether a value that the equations leave open stays what it is (the temperature at the port of a pump that stands
  /// still). Only for equations whose index is known to be 1 at most: elsewhere a singular matrix is a mistake to name.
  virtual bool open_values_stay() const { return false; }
};

}  // namespace saltus::model
