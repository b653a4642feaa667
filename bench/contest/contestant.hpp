#pragma once
// contestant.hpp: somebody who solves gallery problems: Saltus, the limit, or a peer. The contest knows no more of them.

#include <saltus/problems/problem.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace saltus::bench {

/// What a run cost, in numbers that do not depend on the machine.
struct Work {
  long steps = 0, rejected = 0;
  long evaluations = 0;  ///< of the right-hand side or of the residual, those of consistent restarts included
  long jacobians   = 0;
  long g           = 0;  ///< values of switching functions; for Saltus enclosures too

  bool operator==(const Work&) const = default;
};

/// Where a run ended and what it saw on the way.
struct Answer {
  bool                finished = false;  ///< reached the end of the problem, by t_end or by a terminal event
  std::string         trouble{};         ///< why not
  double              t = 0;
  std::vector<double> event_times{};  ///< those at the start left out
  std::vector<double> x{}, q{};
  Work                work{};
};

/// One contestant at one problem and one tolerance, ready to run any number of times.
class Entry {
 public:
  virtual ~Entry() = default;

  /// A run with all bookkeeping, for the judge.
  virtual Answer check() = 0;
  /// The same run as fast as possible, for the clock. Only after a check that finished.
  virtual void run() = 0;
  /// The state at the end of the last `run`: the judge makes sure that what was timed is what was checked.
  virtual std::span<const double> x() const = 0;
};

class Contestant {
 public:
  explicit Contestant(std::string name) : name_(std::move(name)) {}
  virtual ~Contestant() = default;

  const std::string& name() const { return name_; }
  virtual bool       applies(const problems::Problem& problem) const = 0;
  /// rtol = atol = tolerance. May throw InputError where the contestant cannot take part after all.
  virtual std::unique_ptr<Entry> enter(const problems::Problem& problem, double tolerance) const = 0;

 private:
  std::string name_;
};

using Contestants = std::vector<std::unique_ptr<Contestant>>;

void add_saltus(Contestants& to);  ///< every method of MethodChoice
void add_limits(Contestants& to);  ///< the same methods, told the event times
/// The solvers of a plug-in (solver.hpp); `flavour` becomes part of their names. False with a reason when there is none.
bool add_peers(Contestants& to, const std::string& plug_in, const std::string& flavour, std::string& trouble);

}  // namespace saltus::bench
