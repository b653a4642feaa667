#pragma once
// run_text.hpp: a run as text for a person.

#include "console.hpp"

#include <saltus/problems/problem.hpp>
#include <saltus/simulate/options.hpp>
#include <saltus/simulate/run.hpp>

#include <cstddef>
#include <string>

namespace saltus::cli {

/// What was run, how it ended, what it cost, and the last values beside the exact ones.
std::string summary(const problems::Problem& problem, const Options& options, const Run& run, const Style& style);

/// One row per event; of more than `most_rows` the first and last ones, with the number of those between them.
std::string event_table(const EventLog& events, std::size_t most_rows, const Style& style);
std::string graze_table(const std::vector<Graze>& grazes, std::size_t most_rows, const Style& style);

}  // namespace saltus::cli
