#pragma once
// radau_order.hpp: how many stages the next Radau step should have.
//
// Problem    3, 5 or 7 stages: more of them allow longer steps, cost more each, and strain the Newton iteration.
// Method     predict for the neighbouring orders the length that the tolerance allows and the work of such a step; the
//            lowest work per unit of time wins. The next lower order is judged by a derivative that the polynomial at
//            hand contains; the next higher one by going on with the ratio of the last ones, as in a geometric series.
//            The Newton iteration enters by its contraction, as in Hairer & Wanner.
// Reference  Hairer & Wanner, J. Comput. Appl. Math. 111 (1999) 93-111, section 4 (order by contraction); the
//            comparison of work per unit step is that of extrapolation codes, Solving ODEs I, section II.9.
// Notation   b_k = size of h^k x^(k) / k!, in units of the error that is accepted; psi = contraction.

#include <cstddef>
#include <limits>

namespace saltus::integrate {

/// What an accepted step has shown.
struct StepSeen {
  std::size_t stages      = 3;
  double      h           = 0;  ///< |h|
  double      error       = 0;  ///< of u; 1 is as large as allowed
  double      b_before    = 0;  ///< b_k for k = stages - 1, in the middle of the step
  double      b_last      = 0;  ///< b_k for k = stages
  double      contraction = 0;
};

struct Prospect {
  std::size_t stages = 3;
  double      length = 0;  ///< |h| that would be accepted
  double      cost   = 0;  ///< evaluations per unit of time, or what takes as long
};

/// What lies ahead.
struct Ahead {
  double longest = std::numeric_limits<double>::infinity();  ///< no step may be longer
  double way     = std::numeric_limits<double>::infinity();  ///< to where a whole number of steps has to end
};

/// What a step with `stages` would be like, at most one order away from the step seen.
Prospect prospect(const StepSeen& seen, std::size_t stages, const Ahead& ahead);

/// The best of the orders between `least` and `most` stages that are at most one away. Staying is preferred where the
/// gain is small.
Prospect best_order(const StepSeen& seen, std::size_t least, std::size_t most, const Ahead& ahead);

}  // namespace saltus::integrate
