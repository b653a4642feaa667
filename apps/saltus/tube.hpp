#pragma once
// tube.hpp: how far two curves leave each other's tube.
//
// Problem    two results of the same model, on different grids, with jumps at slightly different times: are they the same?
// Method     a curve joins the rows of a result by straight lines, and the two rows of a jump by a vertical one. Its tube
//            is everything within a rectangle of half width `time` and half height `value` around a point of it. A point
//            (t, v) of the other curve is as far away as v lies outside of all values that the curve takes within
//            [t - time, t + time], in units of `value`: 0 means that some value is met, up to 1 is inside of the tube.
//            Each curve is held against the tube of the other, so that a spike on either side is seen.
// Invariant  a curve against itself is 0; a jump that is shifted by at most `time` is 0; at time = 0 the
//            distance is the largest difference at any time, and not only at rows.
// Cost       linear in the rows of both: each row enters and leaves a sliding window once.
// Departure  usual tools test the rows of one side only; here the straight lines between them are tested as well.

#include <cstddef>
#include <span>

namespace saltus::cli {

/// Rows of one signal; times never decrease, values are finite. Rows at the same time are a jump.
struct Curve {
  std::span<const double> t, v;
};

struct Tube {
  double time  = 0;
  double value = 0;
};

/// The worst place. `size` is 0 where the curves meet within `time`, and infinite where they differ and `value` is 0.
struct Distance {
  double size = 0;
  double t    = 0;
  double a = 0, b = 0;  ///< the two values that are that far apart; one may be another's within [t - time, t + time]
};

/// Over the time that both cover.
Distance distance(const Curve& a, const Curve& b, const Tube& tube);

}  // namespace saltus::cli
