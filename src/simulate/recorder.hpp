#pragma once
// recorder.hpp: keeps what happens, in flat memory: nothing is allocated per event once the arrays have grown.
// Texts are looked up when the result is asked for.

#include <saltus/events/settle.hpp>
#include <saltus/events/strategy.hpp>
#include <saltus/integrate/method.hpp>
#include <saltus/model/model.hpp>
#include <saltus/simulate/options.hpp>
#include <saltus/simulate/run.hpp>

#include <span>
#include <vector>

namespace saltus {

class Recorder {
 public:
  Recorder(model::Model& model, const Options& options);
  /// A copy belongs to a copy of the model.
  void belong_to(model::Model& model) { model_ = &model; }
  /// x consists of other variables from the time t on.
  void variables_are_others(double t, const model::OtherVariables& others);
  /// Another method, whose counts begin at zero.
  void method_is_another() { rejected_ = 0; }

  /// `rejected` is where the method's count stands.
  void clear(long rejected);
  /// The first row, and every row that stands by itself.
  void point(const events::HybridState& s);
  /// The step up to t_end has been accepted: its polynomial, and the rows within it that Output asks for.
  void piece(const integrate::DenseOutput& step, double t_end, const model::Mode& mode, std::span<const double> q);
  /// The step was accepted over the length h. For Options::history; before the method commits it.
  /// `in_use`: the number of the method, among all that were in use.
  void step(const integrate::Method& method, int in_use, double t, double h);
  /// The end of a step has been reached and no event is there. On the grid of a model that shows more than its state this
  /// is a row as long as the model is shaken: what an event sets off may be over before the next row.
  void reached(const events::HybridState& s);
  /// An event from x⁻, q⁻ to the state: two rows, those at rest in between, and a log entry.
  void event(Event::Kind kind, double t_left, const events::HybridState& s, std::span<const double> x_minus,
             std::span<const double> q_minus, std::span<const double> scale, int mode_before,
             const events::Happenings& happenings);
  void contact(const events::NearContact& contact, double t_scale);
  /// Makes sure that the last row is the state.
  void close(const events::HybridState& s);

  long events() const { return static_cast<long>(events_.size()); }
  long grazes() const { return static_cast<long>(contacts_.size()); }

  const Trajectory&               trajectory() const { return trajectory_; }
  const std::vector<StepRecord>&  history() const { return history_; }
  const std::vector<StateChange>& state_changes() const { return state_changes_; }

  EventLog           event_log(const model::Model& model) const;
  std::vector<Graze> graze_log(const model::Model& model) const;

 private:
  void row(double t, const model::Mode* mode, std::span<const double> x, std::span<const double> q);

  struct Entry {
    double      t, t_left;
    Event::Kind kind;
    int         passes, mode_before, mode_after;
    std::size_t changes_begin, changes_end, fired_begin, fired_end, resets_begin, resets_end;
  };
  struct Jump {
    std::size_t index;  ///< component, or n + index of a discrete variable
    double      before, after;
  };
  model::Model*       model_;
  std::vector<double> observed_;  ///< a row of what the model shows instead of its state; empty: nothing
  Output              output_;
  bool                dense_;
  double              t_start_, interval_;
  long                next_grid_   = 1;
  bool                grid_at_end_ = false;  ///< the last piece ends on the grid
  bool                shaken_      = true;   ///< there was an event, or the start, and no row of the grid since
  Trajectory          trajectory_;
  std::vector<double> row_;
  std::vector<Entry>  events_;
  std::vector<events::Happenings::Change> changes_;
  std::vector<int>                        fired_;
  std::vector<Jump>                       jumps_;
  std::vector<events::NearContact>        contacts_;
  std::vector<StepRecord>                 history_;
  std::vector<StateChange>                state_changes_;
  /// The variables that x consisted of, from the first of these events on; the last ones are in use.
  struct Variables {
    std::size_t              first_event;
    std::vector<std::string> names;
  };
  std::vector<Variables> variables_;
  long                   rejected_ = 0;  ///< the method's count at the last step
};

}  // namespace saltus
