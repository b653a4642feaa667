#pragma once
// detect.hpp: the first event of a step: which conditions change, and when.
// Semantics: docs/reference/event-semantics.md, sections 3 and 4.

#include <saltus/core/result.hpp>
#include <saltus/events/schedule.hpp>
#include <saltus/events/settle.hpp>
#include <saltus/events/strategy.hpp>
#include <saltus/model/model.hpp>

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace saltus::events {

/// Changes closer together than this many units in the last place of t are one instant.
inline constexpr double same_instant = 16;

/// Where within a step the first event is.
struct Found {
  bool   nothing  = true;    ///< no condition changes in this step: its end is reached
  bool   by_state = false;   ///< a surface of the state is involved, not only of time
  double theta    = 1;       ///< of the event, in the polynomial
  double t = 0, t_left = 0;  ///< the bracket
};

class Detection {
 public:
  /// `strategy` looks along the same surfaces.
  Detection(const model::Model& model, Surfaces& surfaces, std::unique_ptr<Strategy> strategy)
      : model_(model), surfaces_(surfaces), strategy_(std::move(strategy)) {}

  /// What is due at known times from the state on. To be called whenever the mode or the discrete variables may be others.
  void   plan(const HybridState& state);
  double next_due() const { return schedule_.next(); }

  /// Looks at a step that starts at the state. On an event, state.signs and state.ticks are those after the change, and
  /// signs_before() those before it; relations that change without an event are taken over into the state.
  /// `error` bounds the error of the solution per component.
  Result<Found, SurfaceNotFinite> first_event(const integrate::DenseOutput& step, HybridState& state,
                                              std::span<const double> error);

  /// Whether other signs, found at the state itself, change a condition there: for the end of a run.
  bool adopt(std::span<const model::Sign> signs, HybridState& state);

  std::span<const Flip> flips() const { return flips_; }
  /// What the settling has to know about the event that was found.
  Settling::Instant            instant() const { return {signs_before_, changed_, suspects_, ticking_}; }
  std::span<const NearContact> contacts() { return strategy_->contacts(); }
  long                         silent_changes() const { return silent_changes_; }
  void                         count_silent() { ++silent_changes_; }
  void                         take_counter(long silent_changes) { silent_changes_ = silent_changes; }

 private:
  Result<double, SurfaceNotFinite> earliest_flips(const HybridState& state, double from, double band);
  void                             take_due(double t, HybridState& state);
  bool                             conditions_change(const HybridState& state) const;
  void                             take_over(HybridState& state) const;

  const model::Model&           model_;
  Surfaces&                     surfaces_;
  std::unique_ptr<Strategy>     strategy_;
  Schedule                      schedule_;
  std::vector<Flip>             flips_;    ///< of the surfaces that change at the instant found
  std::vector<int>              ticking_;  ///< samples due at it
  std::vector<model::Sign>      signs_before_;
  std::vector<model::SurfaceId> suspects_;  ///< that may come near zero in the step
  /// What is known of each suspect in this step: where it flips first, or up to where it does not.
  struct Outlook {
    double              free_to = -1;
    std::optional<Flip> flip    = {};
  };
  std::vector<Outlook>          outlook_;
  std::vector<model::SurfaceId> changed_;
  long                          silent_changes_ = 0;
};

}  // namespace saltus::events
