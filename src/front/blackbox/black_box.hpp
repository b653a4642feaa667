#pragma once
// black_box.hpp: models given as callables: legacy C or Fortran code, anything that cannot be a template.
//
// Saltus cannot look into a callable, so the certificate is numerical: guards are interpolated along the dense output by
// adaptive Chebyshev polynomials whose error is estimated, not proven. The statistics say "numerical".

#include <saltus/model/model.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace saltus {

/// Which change of the predicate `g > 0` counts. Zero is on the false side.
enum class Change { becomes_true, becomes_false, either };

/// What stays fixed between events: the discrete variables and, for guards that switch equations, whether g > 0.
struct Frozen {
  std::span<const double> q;
  std::span<const int>    positive;  ///< one per guard, in order; meaningful where Guard::switches is set
};

struct Guard {
  std::string name;                                                                         ///< for logs and messages
  std::function<double(double t, std::span<const double> x, std::span<const double> q)> g;  ///< smooth between events
  Change                                                                                change = Change::either;
  std::function<void(double t, std::span<double> x, std::span<double> q)> reset = {};  ///< empty: locate and record only
  bool switches = false;  ///< the equations look at Frozen::positive for this guard
  bool initial  = false;  ///< fire at t0 too, if the condition holds there
  bool terminal = false;  ///< end the run after this event
};

/// x' = f(t, x) by `rhs`, or F(t, x, x') = 0 by `residual`: exactly one of the two.
struct BlackBox {
  std::vector<std::string> variables;  ///< one name per component
  std::function<void(double t, std::span<const double> x, const Frozen& frozen, std::span<double> dx)> rhs = {};
  std::function<void(double t, std::span<const double> x, std::span<const double> dx, const Frozen& frozen,
                     std::span<double> r)>
                    residual     = {};
  std::vector<bool> differential = {};  ///< for `residual`: whose derivative occurs; empty: all
  /// Dense, by columns (n * n): f_x for `rhs`; F_x and F_x' for `residual`. Empty: by differences.
  std::function<void(double t, std::span<const double> x, std::span<const double> dx, const Frozen& frozen,
                     std::span<double> f_x, std::span<double> f_dx)>
                           jacobian       = {};
  std::vector<Guard>       guards         = {};
  std::vector<std::string> discrete       = {};  ///< names of the discrete variables ...
  std::vector<double>      discrete_start = {};  ///< ... and their initial values
};

/// Checks the description and throws one InputError that lists all problems.
std::unique_ptr<model::Model> make_model(BlackBox box);

}  // namespace saltus
