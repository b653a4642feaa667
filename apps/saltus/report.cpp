#include "command.hpp"
#include "console.hpp"
#include "help.hpp"

#include <saltus/core/error.hpp>
#include <saltus/results/formats.hpp>
#include <saltus/results/report.hpp>
#include <saltus/results/safe_file.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

namespace saltus::cli {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::string record, output;
};

ExitCode report(const Arguments& arguments, Console& console) {
  const fs::path record = arguments.record;
  const fs::path output =
      arguments.output.empty() ? fs::path(record).replace_extension(".html") : fs::path(arguments.output);
  std::error_code not_there;
  if (output == record || fs::equivalent(output, record, not_there))
    throw InputError(fmt::format("S0523: {} would be replaced by its own report. Name another file with --output.",
                                 record.string()));
  try {
    results::write_file(output, results::report_html(results::bytes_of(record)));
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}\n  in {}", e.what(), record.string()));
  } catch (const results::FileError& e) { throw InputError(e.what()); }
  console.print(output.string() + "\n");
  return ExitCode::done;
}

}  // namespace

Command add_report(CLI::App& program) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App*  parser    = program.add_subcommand("report", "Make a page to look at from the record of a run");
  set_example(*parser,
              "  saltus run gallery:clutch --record clutch.json\n"
              "  saltus report clutch.json --output clutch.html\n");
  parser->add_option("record", arguments->record, "What `saltus run --record` has written")->required();
  parser->add_option("-o,--output", arguments->output, "The page; beside the record unless given")->option_text("FILE");
  return {parser, [arguments](Console& console) { return report(*arguments, console); }};
}

}  // namespace saltus::cli
