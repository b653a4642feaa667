#include "command.hpp"
#include "console.hpp"
#include "help.hpp"

#include <CLI/CLI.hpp>

namespace saltus::cli {

Command add_version(CLI::App& program) {
  CLI::App* parser = program.add_subcommand("version", "Print the version");
  set_example(*parser, "  saltus version\n");
  return {parser, [](Console& console) {
            console.print("saltus " SALTUS_VERSION "\n");
            return ExitCode::done;
          }};
}

}  // namespace saltus::cli
