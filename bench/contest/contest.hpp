#pragma once
// contest.hpp: every contestant at every problem and tolerance: checked first, then timed in turns.

#include "contestant.hpp"
#include "judge.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace saltus::bench {

/// CPU seconds of one run.
struct Timing {
  double median = 0, quickest = 0, slowest = 0;
  int    rounds = 0, runs_per_round = 0;
};

struct Score {
  std::string problem, contestant;
  double      tolerance = 0;
  Verdict     verdict;
  Work        work;
  Timing      timing;  ///< rounds == 0: not timed
};

struct Rules {
  std::vector<double> tolerances;
  int                 rounds       = 7;
  double              round_length = 2e-3;  ///< seconds; a run is repeated until a round lasts this long
  double              patience     = 1.0;   ///< seconds; a slower run is timed once, by its check
};

/// All contestants on one problem. `note` is told each score as it comes.
void hold(const problems::Problem& problem, const Contestants& contestants, const Rules& rules,
          const std::function<void(const Score&)>& note);

/// One timing per entry, from rounds in which everybody has a turn, so that a change of the machine's speed hits all alike.
std::vector<Timing> time_in_turns(std::span<Entry* const> entries, const Rules& rules);

// For the command lines of the programs.
std::vector<std::string> split(const std::string& text);                            ///< at commas
void                     load_peers(Contestants& to, const std::string& argument);  ///< FLAVOUR=FILE, or InputError

/// CPU time of this process, in seconds: other processes on the machine do not count.
double cpu_time();

}  // namespace saltus::bench
