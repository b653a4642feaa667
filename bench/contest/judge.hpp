#pragma once
// judge.hpp: whether an answer is right, and how far from the truth it is. Nothing is timed that is not right.

#include "contestant.hpp"

namespace saltus::bench {

struct Verdict {
  bool        right = false;
  std::string why{};            ///< in a few words, when it is wrong
  double      error       = 0;  ///< max over final values |x - x*| / (1 + |x*|) and event times |t - t*| / time scale
  double      final_error = 0;  ///< of the final values alone
  long        expected = 0, found = 0;  ///< events
};

/// Problems that end with an error, or whose answer is not known, have nothing to time.
bool takes_part(const problems::Problem& problem);
/// A pair of crossings shallower than the error of a solution cannot be decided: nobody is judged there.
bool decidable(const problems::Problem& problem, double tolerance);

Verdict judge(const problems::Problem& problem, const Answer& answer, const std::vector<std::string>& names,
              double tolerance);

}  // namespace saltus::bench
