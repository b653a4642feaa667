#pragma once
// schedule.hpp: events whose time is known: relations affine in time, and samples. They are never searched.
// Semantics: docs/reference/event-semantics.md, section 4.

#include <saltus/model/model.hpp>

#include <span>
#include <vector>

namespace saltus::events {

class Schedule {
 public:
  struct Due {
    model::SurfaceId surface = -1;  ///< a surface of time that reaches zero, or
    int              when    = -1;  ///< a sample that ticks
    double           time    = 0;
    model::Sign      after   = 0;  ///< for a surface: its sign from then on
  };

  /// Everything that happens strictly after t in the direction of travel. `ticks[k]` is the number of the next tick of
  /// `when` k.
  void plan(const model::Catalogue& catalogue, const model::Mode& mode, double t, int direction,
            std::span<const double> q, std::span<const model::Sign> signs, std::span<const long> ticks);

  /// The next time at which something is due; infinity (with the sign of the direction) if nothing is.
  double               next() const { return next_; }
  std::span<const Due> all() const { return due_; }

  static double tick(const model::When& when, long k) {
    return k == 0 ? when.start : when.start + static_cast<double>(k) * when.period;
  }
  /// The first tick strictly after t (after_or_at: not before t), in the direction of travel.
  static long first_tick(const model::When& when, double t, int direction, bool or_at);

 private:
  std::vector<Due>    due_;
  std::vector<double> work_;
  double              next_ = 0;
};

}  // namespace saltus::events
