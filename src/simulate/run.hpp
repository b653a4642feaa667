#pragma once
// run.hpp: everything a run leaves behind. A plain value.

#include <saltus/simulate/event.hpp>
#include <saltus/simulate/history.hpp>
#include <saltus/simulate/outcome.hpp>
#include <saltus/simulate/statistics.hpp>
#include <saltus/simulate/trajectory.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace saltus {

using EventLog = std::vector<Event>;

/// How the run went. Without Options::history only `methods` and `state_changes` are there.
struct Course {
  std::vector<StepRecord>  history{};
  std::vector<std::string> methods{};  ///< names, in the order in which they came into use
  std::vector<ModeRecord>  modes{};    ///< every mode met, by number
  std::vector<StateChange> state_changes{};
};

class Run {
 public:
  Run(Trajectory trajectory, EventLog events, std::vector<Graze> grazes, Statistics statistics, Outcome outcome,
      Course course = {})
      : trajectory_(std::move(trajectory)), events_(std::move(events)), grazes_(std::move(grazes)),
        statistics_(std::move(statistics)), outcome_(std::move(outcome)), course_(std::move(course)) {}

  const Trajectory&         trajectory() const { return trajectory_; }
  const EventLog&           events() const { return events_; }
  const std::vector<Graze>& grazes() const { return grazes_; }
  const Statistics&         statistics() const { return statistics_; }
  const Outcome&            outcome() const { return outcome_; }

  const std::vector<StepRecord>&  history() const { return course_.history; }  ///< with Options::history
  const std::vector<ModeRecord>&  modes() const { return course_.modes; }      ///< with Options::history
  const std::vector<std::string>& methods() const { return course_.methods; }
  const std::vector<StateChange>& state_changes() const { return course_.state_changes; }

  /// Value of a variable at the end of the run, or at a time (see Trajectory::value).
  double final(std::string_view name) const { return trajectory_.back(name); }
  double operator()(std::string_view name, double t, Side side = Side::right) const {
    return trajectory_.value(name, t, side);
  }

 private:
  Trajectory         trajectory_;
  EventLog           events_;
  std::vector<Graze> grazes_;
  Statistics         statistics_;
  Outcome            outcome_;
  Course             course_;
};

}  // namespace saltus
