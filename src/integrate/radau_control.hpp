#pragma once
// radau_control.hpp: the constants that steer radau's error control and Newton iteration.

#include <cstddef>

namespace saltus::integrate {

/// Largest accepted error of u, inside the step and at its end, in units of the tolerance: users compare the error of
/// every point of the trajectory with the tolerance.
inline constexpr double accepted_error = 0.25;

/// Newton stops when its error is this part of the tolerance: over thousands of steps it adds up. Measured on van der
/// Pol's oscillator (mu = 5, 5000 steps of order 5) at 1e-10: 13 tolerances with 0.005 and a Jacobian kept up to a
/// contraction of 0.05; 0.4 with 0.001 and 0.005.
inline constexpr double newton_tolerance = 0.001;

/// An unknown that is the derivative of a component may be wrong by what moves that component by this part of its
/// tolerance in a step. In short steps that is far more than its own tolerance, which may be less than its rounding.
inline constexpr double slope_share = 0.01;

/// The Jacobian is kept for the next step below this contraction.
inline constexpr double good_contraction = 0.005;

inline constexpr std::size_t most_stages     = 7;
inline constexpr int         most_iterations = 10;  ///< of Newton, in one step

}  // namespace saltus::integrate
