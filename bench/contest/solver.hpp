#pragma once
// solver.hpp: the seam between the contest and a foreign solver with its own root finding.
//
// A solver lives in a plug-in, so that two builds of the same library can run in one process, interleaved. It knows the
// problem as a Plant: the equations of the mode and its switching functions, and nothing else of Saltus.

#include "contestant.hpp"

#include <saltus/model/equations.hpp>

#include <span>

namespace saltus::bench {

/// A hybrid problem as a solver with root finding sees it, under the equations that hold at the moment.
class Plant {
 public:
  virtual ~Plant()                        = default;
  virtual model::Equations& equations()   = 0;
  virtual std::size_t       roots() const = 0;  ///< number of pending switching functions of the state
  virtual void              g(double t, const double* x, const double* dx, double* values) = 0;
};

class Solver {
 public:
  enum class Arrival { root, time, failed };

  virtual ~Solver() = default;

  /// A new run from here, as after construction.
  virtual void begin(Plant& plant, double t, std::span<const double> x, std::span<const double> dx, double t_end) = 0;
  /// After an event: other equations, another state, another number of roots.
  virtual void restart(double t) = 0;
  /// Goes on to the first root, or to t_out exactly.
  virtual Arrival advance(double t_out) = 0;

  virtual double            t() const         = 0;
  virtual double            last_step() const = 0;
  virtual std::span<double> x()               = 0;  ///< at t(); may be changed before a restart
  virtual std::span<double> dx()              = 0;  ///< the same for implicit solvers; empty for explicit ones
  virtual std::span<const int> root_directions() = 0;  ///< after Arrival::root: +1, -1 or 0 per root, in the direction of travel
  virtual Work                 work() const    = 0;  ///< since begin
  virtual std::string          trouble() const = 0;  ///< after Arrival::failed
};

/// What a plug-in exports under the name `saltus_bench_solvers`: a list that ends with a null name.
struct SolverMaker {
  const char* name;
  Solver* (*make)(std::size_t n, bool implicit, const model::Pattern& pattern, double tolerance);
  bool takes_implicit;
  bool takes_explicit;
};

std::unique_ptr<Contestant> make_peer(const SolverMaker& maker, const std::string& flavour);

}  // namespace saltus::bench
