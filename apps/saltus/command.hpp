#pragma once
// command.hpp: what a subcommand is. Each has a file of its own, named after it.

#include <functional>

namespace CLI {
class App;
}

namespace saltus::cli {

class Console;

/// docs/reference/command-line.md promises these; tests/cli checks them.
enum class ExitCode : int {
  done          = 0,  ///< the run reached its end or a terminal event
  stopped_early = 1,  ///< it did not; what there is has been printed
  wrong_input   = 2,
  bug_in_saltus = 3,
};

struct Command {
  CLI::App*                         parser;  ///< owned by the program's parser
  std::function<ExitCode(Console&)> run;     ///< called after parsing, if this is the chosen one
};

Command add_run(CLI::App& program);
Command add_check(CLI::App& program);
Command add_compare(CLI::App& program);
Command add_explain(CLI::App& program);
Command add_new(CLI::App& program);
Command add_report(CLI::App& program);
Command add_gallery(CLI::App& program);
Command add_version(CLI::App& program);
Command add_completion(CLI::App& program);
Command add_man(CLI::App& program);

}  // namespace saltus::cli
