#include "program.hpp"

#include "console.hpp"
#include "error_text.hpp"
#include "help.hpp"

#include <saltus/core/error.hpp>
#include <saltus/core/nearest_name.hpp>
#include <saltus/results/file_error.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace saltus::cli {
namespace {

constexpr const char* exit_codes =
    "Exit codes: 0 reached the end or a terminal event, 1 stopped early (what there is has been printed),\n"
    "2 wrong input, 3 bug in Saltus.";

// The parser says of a misspelt word only that it was not expected; these add the nearest word that would be.

std::vector<std::string> option_names(const CLI::App& parser) {
  std::vector<std::string> names;
  for (const auto* option : parser.get_options())
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

void refuse_unknown_command(int argc, const char* const* argv, const std::vector<Command>& commands) {
  if (argc < 2 || argv[1][0] == '-') return;
  const std::string_view   word = argv[1];
  std::vector<std::string> names;
  for (const auto& c : commands) names.push_back(c.parser->get_name());
  if (std::find(names.begin(), names.end(), word) != names.end()) return;
  throw InputError(fmt::format("S0501: there is no command \"{}\".{}", word, did_you_mean(word, names)));
}

[[noreturn]] void refuse_unexpected(const CLI::App& program) {
  const auto      chosen = program.get_subcommands();
  const CLI::App& parser = chosen.empty() ? program : *chosen.front();
  for (const auto& word : program.remaining(true))
    if (word.starts_with("-")) {
      const std::string name = word.substr(0, word.find('='));
      throw InputError(fmt::format("S0502: there is no option \"{}\".{}", name, did_you_mean(name, option_names(parser))));
    }
  throw InputError(fmt::format("S0504: one argument too many: \"{}\".", program.remaining(true).front()));
}

std::string missing_argument(const CLI::App& program) {
  for (const auto* option : program.get_subcommands().front()->get_options())
    if (option->get_required() && option->count() == 0)
      return option->get_positional() ? option->get_name(true) : option->get_name();
  return "one that another needs";
}

void parse(CLI::App& program, int argc, const char* const* argv) {
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success&) {
    throw;  // --help and --version
  } catch (const CLI::ExtrasError&) { refuse_unexpected(program); } catch (const CLI::RequiredError&) {
    if (!program.remaining(true).empty()) refuse_unexpected(program);
    if (program.get_subcommands().empty()) throw InputError("S0503: a command is missing.");
    throw InputError(fmt::format("S0503: an argument is missing: {}.", missing_argument(program)));
  } catch (const CLI::ConversionError& e) {  // "Could not convert: --tolerance = small"
    const std::string what = e.what();
    throw InputError(fmt::format("S0505: this value does not fit its option: {}.", what.substr(what.find(": ") + 2)));
  } catch (const CLI::ParseError& e) { throw InputError(fmt::format("S0505: {}.", e.what())); }
}

}  // namespace

ExitCode guarded(Console& console, const std::function<ExitCode()>& work) {
  const auto bug = [&](const char* what) {
    console.error(Diagnostic{.code     = "",
                             .headline = fmt::format("this is a bug in Saltus: {}", what),
                             .help     = "Please report it with the command that showed it."});
    return ExitCode::bug_in_saltus;
  };
  try {
    const ExitCode code = work();
    if (console.all_written()) return code;
    console.error(
        "S0511: the output could not be written completely. Is there room on the disk, and does the reader read on?");
    return ExitCode::stopped_early;
  } catch (const InputError& e) {
    console.error(e.what());
    return ExitCode::wrong_input;
  } catch (const results::FileError& e) {
    console.error(e.what());
    return ExitCode::wrong_input;
  } catch (const std::exception& e) { return bug(e.what()); } catch (...) {
    return bug("an exception of unknown type");
  }
}

ExitCode run_program(int argc, const char* const* argv, Console& console) {
  console.begin(argc, argv);
  return guarded(console, [&] {
    CLI::App program("Simulates differential-algebraic equations whose form changes at events.", "saltus");
    program.require_subcommand(1);
    program.set_version_flag("--version", "saltus " SALTUS_VERSION, "Print the version and exit");
    program.footer(exit_codes);
    set_example(program, "  saltus run gallery:bouncing_ball\n");
    const std::vector<Command> commands = {
        add_run(program), add_check(program),   add_report(program),  add_compare(program),    add_explain(program),
        add_new(program), add_gallery(program), add_version(program), add_completion(program), add_man(program)};
    for (const auto& c : commands) c.parser->group("Commands");
    try {
      refuse_unknown_command(argc, argv, commands);
      parse(program, argc, argv);
    } catch (const CLI::CallForHelp&) {
      console.print(program.help());
      return ExitCode::done;
    } catch (const CLI::CallForVersion& e) {
      console.print(fmt::format("{}\n", e.what()));
      return ExitCode::done;
    } catch (const InputError& e) {
      const auto chosen = program.get_subcommands();
      throw InputError(fmt::format("{}\n`saltus {}--help` shows what is possible.", e.what(),
                                   chosen.empty() ? "" : chosen.front()->get_name() + " "));
    }
    const auto chosen =
        std::find_if(commands.begin(), commands.end(), [](const Command& c) { return c.parser->parsed(); });
    return chosen->run(console);
  });
}

}  // namespace saltus::cli
