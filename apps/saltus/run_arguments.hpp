#pragma once
// run_arguments.hpp: what can be said to `saltus run`, and what the engine makes of it.

#include "model_source.hpp"
#include "outputs.hpp"

#include <saltus/simulate/options.hpp>

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace saltus::cli {

struct RunArguments {
  std::string              model;
  std::vector<std::string> set, select;
  OutputPaths              files;

  std::optional<double> tolerance;
  std::string           method        = "automatic";
  std::string           linear_solver = "automatic";
  std::string           detection     = "certified";
  std::string           control       = "none";
  std::string           evaluation    = "code";
  std::optional<double> start, stop, interval;

  bool all = false, no_plot = false, quiet = false, json = false;

  /// A summary for a person goes to stdout.
  bool talks() const { return !quiet && !json && !files.to_stdout(); }
  bool plots() const { return talks() && !no_plot; }
};

/// Declares the options; they are filled in by parsing.
void declare(CLI::App& parser, RunArguments& arguments);

/// InputError that lists everything wrong.
Options options_of(const RunArguments& arguments, const LoadedModel& model);

}  // namespace saltus::cli
