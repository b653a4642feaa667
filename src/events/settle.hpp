#pragma once
// settle.hpp: the event iteration: from x⁻ to x⁺ at one instant.
// Semantics: docs/reference/event-semantics.md, sections 5 and 6.

#include <saltus/core/result.hpp>
#include <saltus/events/consistent.hpp>
#include <saltus/events/surfaces.hpp>
#include <saltus/model/model.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace saltus::events {

/// Where a hybrid trajectory stands. A plain value; `mode` belongs to the model.
struct HybridState {
  double                   t         = 0;
  int                      direction = 1;
  std::vector<double>      x, dx, q;
  std::vector<double>      x_noise;      ///< rounding noise of x, absolute: what its last sums have left
  double                   horizon = 1;  ///< a time step: a rate that does not leave the noise within it is no rate
  std::vector<model::Sign> signs;        ///< by surface; unknown_sign for those never met
  std::vector<char>        fresh;        ///< by surface: it was at zero at the last event and has not left it yet
  std::vector<char>        when_truth;   ///< by `when`: truth of its condition, for edges
  std::vector<long>        ticks;        ///< by `when`: number of the next tick of a sample
  const model::Mode*       mode = nullptr;
};

/// What happened at an instant, for the log.
struct Happenings {
  struct Change {
    model::RelationId relation;
    bool              becomes;
  };
  /// Values at which everything was at rest with surfaces at zero, before the flow took these to another side.
  struct Rest {
    const model::Mode*  mode;
    std::vector<double> x, q;
  };
  std::vector<Change> changes;
  std::vector<int>    fired;  ///< whens, in order of firing
  std::vector<Rest>   rests;  ///< of a model with an event iteration of its own
  int                 passes       = 0;
  bool                terminal     = false;
  bool                mode_changed = false;  ///< an `if` chose another way, or the equations are others

  bool nothing() const { return fired.empty() && !mode_changed; }
  void clear() {
    *this = {std::move(changes), std::move(fired), {}};
    changes.clear();
    fired.clear();
  }
};

struct NotSettled {
  enum class Cause { cycle, not_consistent, not_finite, relation_not_finite, action_threw } cause;
  NotConsistent                  inconsistency{};
  std::vector<model::RelationId> relations{};  ///< in the cycle
  std::vector<int>               whens{};      ///< that keep firing
  model::SurfaceId               surface   = -1;
  std::size_t                    component = 0;
  std::string                    what{};  ///< of the exception
  int                            passes = 0;
};

struct SettleCounters {
  long rhs = 0, residuals = 0, passes = 0;
};

class Settling {
 public:
  /// `scale` is the tolerance of each component; it may change between calls.
  Settling(model::Model& model, Surfaces& surfaces, const std::vector<double>& scale, int most_passes);

  /// At t0: finds the mode by exact evaluation and right limits; fires only what is marked initial.
  /// `unknowns` says what to solve for; null: the usual choice.
  Result<int, NotSettled> start(HybridState& state, const Consistency::Unknowns* unknowns, Happenings& happenings);

  /// What the detection knows about an instant.
  struct Instant {
    std::span<const model::Sign>      before;    ///< signs before it
    std::span<const model::SurfaceId> changed;   ///< where state.signs are others
    std::span<const model::SurfaceId> suspects;  ///< all that may be near zero at it, if the equations stay as they are
    std::span<const int>              ticking;   ///< samples that are due
  };
  /// At an event: state.signs are those after the flips that were found.
  Result<int, NotSettled> settle(HybridState& state, const Instant& instant, Happenings& happenings);

  /// The signs of the given surfaces that hold just after the state, in its mode: the right limits. False with a
  /// surface that is not finite, unless the other signs demand another mode.
  bool right_limits(HybridState& state, std::span<const model::SurfaceId> pending, std::span<model::Sign> signs,
                    model::SurfaceId& culprit);

  Consistency&          consistency() { return consistency_; }
  const SettleCounters& counters() const { return counters_; }
  void                  take_counters(const SettleCounters& from) { counters_ = from; }

 private:
  Result<int, NotSettled> iterate(HybridState& state, const Instant& instant, bool initial, Happenings& happenings);
  Result<int, NotSettled> make_consistent(HybridState& state, const Consistency::Unknowns* unknowns);
  void                    judge_when(std::size_t k, const model::Mode& mode, bool initial, HybridState& state);
  void                    note_changes(const HybridState& state, const model::Mode& mode, Happenings& happenings);
  void                    take_rates(const HybridState& s, FlowPoint& point);
  bool                    follow_the_flow(HybridState& s);
  enum class Reach { contradicted, leap };
  bool        search(HybridState& s, const std::vector<model::Sign>& from, Reach reach);
  model::Sign look_ahead(model::SurfaceId id, const HybridState& state, const FlowPoint& point, model::Sign undecided);
  void        rearm(HybridState& state, const model::Mode& mode);
  void        enter(HybridState& state, const model::Mode& mode);
  std::optional<std::string> not_finite_after_action(const HybridState& state) const;
  const model::Mode&         demanded_mode(HybridState& state);
  void                       forget_others(HybridState& state);

  model::Model&              model_;
  Surfaces&                  surfaces_;
  const std::vector<double>& scale_;
  int                        most_passes_;
  Consistency                consistency_;
  Consistency::Unknowns      unknowns_;
  SettleCounters             counters_;
  model::ResetRequest        request_;
  std::vector<model::Sign>   before_, found_, exact_;
  bool                       levels_ = false;  ///< the model has an event iteration of its own ...
  bool                       frozen_ = false;  ///< ... and in its course surfaces within their noise keep their signs
  bool                       keep_held_ = false;   ///< surfaces that the equations hold at zero keep theirs, too
  std::vector<model::SurfaceId>         unclear_;  ///< within their noise, or not of the simplest form
  std::vector<model::SurfaceId>         changed_;  ///< signs that no condition has been judged by yet ...
  bool                                  everything_ = true;  ///< ... or all of them
  std::vector<int>                      rearmed_;            ///< whens whose edge may come without a change
  std::vector<model::Use>               touched_;
  std::vector<char>                     fired_;   ///< by `when`
  std::vector<int>                      firing_;  ///< those with fired_ != 0, in order of declaration
  std::vector<int>                      ticking_;
  std::vector<const model::Mode*>       visited_, followed_;
  std::vector<model::Sign>              origin_;  ///< signs before the first change of the mode since the last action
  std::vector<std::vector<model::Sign>> search_;
  std::vector<double>                   rates_, second_, ahead_, noise_;
  std::vector<double>                   x_before_, q_before_;  ///< when the instant began
};

}  // namespace saltus::events
