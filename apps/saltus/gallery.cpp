#include "command.hpp"
#include "console.hpp"
#include "help.hpp"

#include <saltus/problems/problem.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace saltus::cli {
namespace {

std::string list(const Style& style) {
  const auto& problems = problems::gallery();
  std::size_t width    = 0;
  for (const auto& p : problems) width = std::max(width, p.id.size());
  std::string text;
  for (const auto& p : problems)
    text += fmt::format("{:<{}}  {}{}\n", p.id, width, p.title, p.later ? style.faint("  [later]") : "");
  return text;
}

}  // namespace

Command add_gallery(CLI::App& program) {
  CLI::App* parser = program.add_subcommand("gallery", "List the problems that `saltus run gallery:<problem>` knows");
  set_example(*parser, "  saltus gallery | grep rectifier\n");
  parser->footer("[later]: the whole answer needs Zeno or sliding handling, which is not there yet.");
  return {parser, [](Console& console) {
            console.print(list(console.out_style()));
            return ExitCode::done;
          }};
}

}  // namespace saltus::cli
