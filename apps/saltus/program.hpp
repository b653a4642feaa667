#pragma once
// program.hpp: from the arguments to an exit code.

#include "command.hpp"

#include <functional>

namespace saltus::cli {

/// Finds the subcommand and runs it.
ExitCode run_program(int argc, const char* const* argv, Console& console);

/// Runs `work`, turns what it throws into a message and an exit code, and makes sure that its output was written.
ExitCode guarded(Console& console, const std::function<ExitCode()>& work);

}  // namespace saltus::cli
