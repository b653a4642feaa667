#include "command.hpp"
#include "console.hpp"
#include "help.hpp"

#include <saltus/core/error.hpp>
#include <saltus/results/report.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <system_error>

namespace saltus::cli {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::string record, output;
};

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream || fs::is_directory(file))
    throw InputError(fmt::format("{} cannot be read: {}.", file.string(),
                                 fs::is_directory(file) ? "it is a folder" : std::generic_category().message(errno)));
  return {std::istreambuf_iterator<char>(stream), {}};
}

// An existing page is replaced only by a complete one.
void write(const fs::path& file, const std::string& text) {
  const fs::path partial = file.string() + ".partial";
  {
    std::ofstream stream(partial, std::ios::binary);
    stream << text << std::flush;
    if (!stream)
      throw InputError(fmt::format("{} cannot be written: {}.", partial.string(), std::generic_category().message(errno)));
  }
  fs::rename(partial, file);
}

ExitCode report(const Arguments& arguments, Console& console) {
  const fs::path record = arguments.record;
  const fs::path output =
      arguments.output.empty() ? fs::path(record).replace_extension(".html") : fs::path(arguments.output);
  if (output == record)
    throw InputError(
        fmt::format("{} would be replaced by its own report. Name another file with --output.", record.string()));
  std::string page;
  try {
    page = results::report_html(text_of(record));
  } catch (const InputError& e) { throw InputError(fmt::format("{}\n  in {}", e.what(), record.string())); }
  write(output, page);
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
