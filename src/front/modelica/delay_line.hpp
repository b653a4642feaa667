#pragma once
// delay_line.hpp: what a delayed expression was.
//
// Problem    delay(e, T) is e at an earlier instant s = t - T, with the jumps that e had then: each is an event again.
// Method     e on each accepted step as a polynomial in Chebyshev points; a new piece where e jumped. Within a piece e is
//            smooth, and which piece is read is a discrete variable of the model, so that both limits at a jump are exact.
//            A discrete expression is a list of its values.
// Notation   piece 0 is the first; before the first instant e has the value that it had there.
// Cost       eight values of e per step; a look-up is logarithmic in the number of steps within the delay.

#include <array>
#include <deque>
#include <limits>
#include <span>
#include <vector>

namespace saltus::modelica {

class DelayLine {
 public:
  static constexpr int    points = 8;
  static constexpr double never  = std::numeric_limits<double>::max() / 4;  ///< finite: relations are computed with it

  /// Where in [t0, t1] the values are wanted, in the order of time.
  static std::array<double, points> instants(double t0, double t1);

  /// What the expression was at instants(t0, t1); t0 is where the last one ended.
  void add(double t0, double t1, std::span<const double, points> values);
  /// What is added next may jump.
  void may_jump() { may_jump_ = true; }
  /// Nobody asks for times before s any more.
  void forget_before(double s);

  double value(double s, int piece, double before) const;
  double slope(double s, int piece) const;
  /// The instant at which a piece begins, or never.
  double beginning(int piece) const;
  /// The first instant after s at which the expression has a kink or a jump, or never.
  double next_corner(double s) const;
  double end() const { return steps_.empty() ? -never : steps_.back().t1; }

 private:
  struct Step {
    double                     t0, t1;
    int                        piece;
    bool                       corner;  ///< at t0
    std::array<double, points> c;       ///< coefficients of the Chebyshev polynomials on [t0, t1]

    double value(double s) const;
    double slope(double s) const;
  };
  /// Of a piece that is known, the step that covers s; its first or last one for instants outside of it.
  const Step* find(double s, int piece) const;

  std::deque<Step> steps_;
  bool             may_jump_ = false;
  double           size_     = 0;  ///< of the values so far
};

/// The values of a discrete expression.
class DelayedSteps {
 public:
  struct Change {
    double t, value;
  };
  void   clear() { changes_.clear(); }
  void   add(double t, double value);
  double next() const { return changes_.empty() ? DelayLine::never : changes_.front().t; }
  double take();

 private:
  std::deque<Change> changes_;
};

}  // namespace saltus::modelica
