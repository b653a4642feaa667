#pragma once
// run_text.hpp: a run as text for a person.

#include "console.hpp"
#include "model_source.hpp"
#include "screen.hpp"

#include <saltus/simulate/options.hpp>
#include <saltus/simulate/run.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace saltus::cli {

/// What a table may be as wide and as long as. Of more rows the first and last ones are shown, with the number of those
/// between them; wider ones are wrapped.
struct Paper {
  static constexpr std::size_t usual_rows = 30;

  Style       style;
  std::size_t most_rows = usual_rows;
  std::size_t width     = Screen::unlimited;
};

/// What was run, how it ended, what it cost, and the last values beside the exact ones.
std::string summary(const LoadedModel& model, const Options& options, const Run& run,
                    std::span<const std::size_t> selected, const Paper& paper);

/// One row per event.
std::string event_table(const EventLog& events, const Paper& paper);
std::string graze_table(const std::vector<Graze>& grazes, const Paper& paper);

}  // namespace saltus::cli
