#pragma once
// remembering.hpp: models whose equations ask for their own past (delay).
//
// The engine tells such a model what has become of each step, and asks how far it may go: values of a past that is still
// being computed are nobody's. Models that do not derive from this cost nothing.

#include <saltus/model/model.hpp>

#include <functional>
#include <span>

namespace saltus::model {

/// A stretch of the trajectory without an event inside.
struct Passage {
  double                                             t0, t1;
  std::function<void(double t, std::span<double> x)> at;  ///< x on [t0, t1]
};

class Remembering {
 public:
  virtual ~Remembering() = default;

  /// A run starts; nothing has been.
  virtual void begins() = 0;
  /// Where a step from t has to end at the latest.
  virtual double farthest(double t) const = 0;
  /// The run went on, in this mode with these discrete variables. True: `q` now tells of events that are to come.
  virtual bool passed(const Mode& mode, const Passage& passage, std::span<double> q) = 0;
  /// Something happened at t: what follows need not continue what was before.
  virtual void happened(double t) = 0;
};

}  // namespace saltus::model
