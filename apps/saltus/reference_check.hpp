#pragma once
// reference_check.hpp: how a run of a gallery problem compares with what is known exactly.

#include <saltus/problems/problem.hpp>
#include <saltus/simulate/run.hpp>

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace saltus::cli {

struct EventCheck {
  std::size_t expected = 0, found = 0;  ///< instants strictly between start and end
  double      largest_error = 0;        ///< of their times, if there are as many as expected
};

/// Compares the events up to where the run got. Nothing if the reference does not reach that far, or if events
/// accumulate on the way, where it ends somewhere.
std::optional<EventCheck> check_events(const problems::Problem& problem, const Run& run);

/// The exact value of a variable at the end of the run, where known.
std::optional<double> exact_final(const problems::Problem& problem, const Run& run, std::string_view name);

}  // namespace saltus::cli
