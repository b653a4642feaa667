#pragma once
// document.hpp: a run as JSON: its events, its statistics, or all of it. Formats: docs/reference/formats.md.

#include <saltus/simulate/options.hpp>
#include <saltus/simulate/run.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace saltus::results {

/// What is known of a column of a trajectory.
struct Column {
  std::string name;
  bool        discrete = false;
  std::string unit{};
  std::string description{};
};

/// What to write down so that the run can be repeated.
struct Setup {
  std::string                                 model{};    ///< as the user named it: "gallery:clutch"
  std::string                                 title{};    ///< one line for a person
  std::string                                 source{};   ///< where the model comes from, or its text
  std::string                                 command{};  ///< as it was typed
  Options                                     options{};
  std::vector<std::pair<std::string, double>> set{};      ///< parameters and start values that were changed
  std::vector<Column>                         columns{};  ///< of the trajectory, in its order
};

/// {"format": "saltus-events", ...}
std::string events_json(const Run& run);
/// {"format": "saltus-statistics", ...}; `seconds` is what the run took by the clock.
std::string statistics_json(const Run& run, const Setup& setup, double seconds);
/// {"format": "saltus-run", ...}: everything, and the columns of the trajectory with these indices.
std::string run_document(const Run& run, const Setup& setup, double seconds, std::span<const std::size_t> selected);

/// What this Saltus was built from.
struct Build {
  std::string                                      version, compiler;
  std::vector<std::pair<std::string, std::string>> libraries{};  ///< name and version
};
Build build();

}  // namespace saltus::results
