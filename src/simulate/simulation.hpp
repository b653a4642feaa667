#pragma once
// simulation.hpp: a run that can be watched, paused, copied and resumed.

#include <saltus/integrate/dense_output.hpp>
#include <saltus/model/model.hpp>
#include <saltus/simulate/options.hpp>
#include <saltus/simulate/run.hpp>

#include <functional>
#include <memory>
#include <span>

namespace saltus {

/// How far a run has come, for whoever watches it.
struct Progress {
  double            t;
  long              steps, events;
  const Trajectory& trajectory;  ///< the rows so far. A row that is there never changes
};
/// False: stop here (Outcome::Reason::cancelled). It may read the trajectory, write it to a file, draw a line.
using Watcher = std::function<bool(const Progress&)>;

/// The solution over one accepted step, as events were located on it. Valid during the call only.
struct Piece {
  double                        t0, t1;  ///< the step, up to the event if one ended it
  const integrate::DenseOutput& step;
  std::span<const double>       discrete;  ///< constant over it

  /// Of a variable by its index in the trajectory.
  double value(std::size_t i, double t) const {
    return i < step.n ? step.at(i, (t - step.t0) / step.h) : discrete[i - step.n];
  }
};
using Follower = std::function<void(const Piece&)>;

/// A simulation stands at a time t with everything it needs to go on: `auto saved = simulation;` is a checkpoint.
class Simulation {
 public:
  /// Checks everything and throws one InputError that lists all problems found. Initialisation itself happens in the
  /// first call of run_until, because it can fail in ways that are outcomes, not wrong input.
  Simulation(std::unique_ptr<model::Model> model, Start start, Options options);
  Simulation(const Simulation& other);
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(const Simulation& other);
  Simulation& operator=(Simulation&&) noexcept;
  ~Simulation();

  /// Goes on to t (at most to Options::t_end) and says how it ended there. An event exactly at t is processed.
  const Outcome& run_until(double t);
  const Outcome& run();  ///< to Options::t_end

  /// Calls the watcher after every accepted step and, where a step ends with an event, after the event, as long as the run
  /// goes on from there; rows that its end adds come after the last call. An exception of the watcher cancels the run and
  /// comes out of run_until. An empty one: nobody watches, which costs one test per step. Copies are watched by nobody.
  void watch(Watcher watcher);
  /// Calls the follower with every accepted step, before the event at its end: all that Options::dense would keep, for
  /// whoever needs it once. It must not throw. As with watch, an empty one costs one test, and copies are not followed.
  void follow(Follower follower);

  double                  t() const;
  std::span<const double> x() const;
  std::span<const double> discrete() const;
  const model::Model&     model() const;
  /// The mode at t; null before the first call of run_until, which may also end without one.
  const model::Mode* mode() const;
  /// The results so far, as a value.
  Run result() const;
  /// Back to the start, keeping all memory: a second run of the same problem allocates nothing.
  void rewind();

 private:
  struct Engine;
  std::unique_ptr<Engine> engine_;
};

/// Simulates any model.
Run simulate(std::unique_ptr<model::Model> model, Start start, const Options& options);

}  // namespace saltus
