#pragma once
// step_control.hpp: what the methods share in choosing and judging a step.
//
// Problem    from an error estimate e of size O(h^k) choose the next h; begin without a history; end at t_limit
//            exactly; never step below what the clock resolves.
// Method     the norm is the largest component in units of its tolerance, so no bad component is averaged away.
//            The step follows a PI controller; a trial that is not finite is shortened by a fixed factor.
// Reference  Hairer, Norsett & Wanner, Solving ODEs I, section II.4 (first step, PI control);
//            Gustafsson, ACM Trans. Math. Softw. 17 (1991) 533-554 (PI control).
// Notation   h > 0 is a step length here, direction = +1 or -1; err = 1 means "as large as allowed".
// Departure  norm: maximum, not root mean square. First step: where Hairer falls back on 1e-6 units of time we take
//            1e-6 of the way to t_limit, so that the choice does not depend on the unit of time.

#include <saltus/integrate/method.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>

namespace saltus::integrate {

/// A trial that is not finite is shortened by this factor: fast enough to reach the border of the model's domain in a
/// few trials, not so fast that the border is left far away.
inline constexpr double shrink_when_not_finite = 0.25;

/// A step may be stretched by this factor to reach t_limit. It costs at most 1.1^5 = 1.6 in the error of a fifth order
/// estimate, which the safety factor of the controller has in hand (0.9^-5 = 1.7).
inline constexpr double largest_stretch = 1.1;

/// The size of one error in units of its tolerance, and the component it belongs to.
struct Norm {
  double      value     = 0;
  std::size_t component = 0;
  bool        finite() const { return std::isfinite(value); }
};

/// What component i may be wrong by when its value is about x. Never zero, so that 0 / weight is 0.
inline double weight(const Tolerances& tolerances, std::size_t i, double x) {
  return std::max(tolerances.absolute[i] + tolerances.relative * std::abs(x), std::numeric_limits<double>::min());
}

/// max_i |e_i| / (atol_i + rtol max(|x_i|, |x_new_i|)); not finite, with the first such component, when e or x_new is.
Norm error_norm(std::span<const double> e, std::span<const double> x, std::span<const double> x_new,
                const Tolerances& tolerances);

std::optional<std::size_t> first_not_finite(std::span<const double> values);

/// The shortest step that the clock resolves near t: 16 units in the last place of t, or, about t = 0, a vanishing part
/// of the way to t_limit.
double smallest_step(double t, double t_limit);

/// A step length fitted to t_limit, with the sign of time.
struct FittedStep {
  double h;          ///< signed
  double t1;         ///< where it ends; t_limit with the same bits when it gets there
  bool   shortened;  ///< because of t_limit: |h| says nothing about what the controller wanted
};

/// Ends at t_limit when `length` (stretched, if need be) reaches it; halves the way when one full step would leave
/// less than another one. The remainder is therefore never a sliver: it is nothing, or at least 0.55 `length`.
/// Stretching respects `largest` (to within the resolution of the clock).
FittedStep fit_step(double t, double length, double t_limit, int direction, double largest);

/// Proportional-integral control of |h|. A plain value: the method keeps one for the committed point and one for the
/// point after the trial.
struct StepController {
  double length         = 0;     ///< |h| to try next; 0: not chosen yet
  double previous_error = 1e-4;  ///< floor of Hairer's PI term
  bool   just_rejected  = false;

  /// After an accepted step of length `h` with error `err` <= 1 and estimate order k (err = O(h^k)).
  void accept(double h, double err, int k, bool shortened, double largest);
  /// After a rejected one; returns the length to try next.
  double reject(double h, double err, int k);
};

/// Sizes at the committed point in units of tolerance, for the first step.
struct StartSizes {
  double x, dx;
};
StartSizes start_sizes(std::span<const double> x, std::span<const double> dx, const Tolerances& tolerances);

/// Hairer's guess h0: an explicit Euler step of this length is small against x; within `room`.
double probe_length(const StartSizes& sizes, double room);

/// Hairer's guess h1 from the size of the second derivative (0 when it was not measured); within `room`.
double first_length(const StartSizes& sizes, double second_derivative, double probe, int k, double room);

/// The way to t_limit, or to the largest step if that is nearer.
inline double room_for_first_step(double t, double t_limit, const StepLimits& limits) {
  return std::min(std::abs(t_limit - t), limits.largest);
}

}  // namespace saltus::integrate
