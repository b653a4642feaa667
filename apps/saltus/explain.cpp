#include "command.hpp"
#include "console.hpp"
#include "error_pages.hpp"
#include "help.hpp"

#include <saltus/core/error.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>

namespace saltus::cli {
namespace {

struct Arguments {
  std::string code;
  bool        json = false;
};

nlohmann::json to_json(const ErrorPage& page) {
  return {{"code", page.code}, {"title", page.title}, {"markdown", page.text}};
}

const ErrorPage& page_of(const std::string& code) {
  const auto& pages = error_pages();
  if (const auto* page = find_page(pages, code)) return *page;
  const auto        near = nearest_codes(pages, code);
  const std::string help = near.empty() ? "" : fmt::format(" The nearest are {}.", fmt::join(near, ", "));
  throw InputError(
      fmt::format("S0509: there is no error code \"{}\".{}\n`saltus explain` without a code lists all.", code, help));
}

ExitCode explain(const Arguments& arguments, Console& console) {
  const auto& pages = error_pages();
  if (!arguments.code.empty()) {
    const auto& page = page_of(arguments.code);
    console.print(arguments.json ? to_json(page).dump(2) + "\n" : page_text(page, console.out_style()));
    return ExitCode::done;
  }
  auto        all = nlohmann::json::array();
  std::string text;
  for (const auto& page : pages) {
    all.push_back(to_json(page));
    text += fmt::format("{}  {}\n", console.out_style().heading(page.code), page.title);
  }
  console.print(arguments.json ? all.dump(2) + "\n" : text);
  return ExitCode::done;
}

}  // namespace

Command add_explain(CLI::App& program) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App*  parser    = program.add_subcommand("explain", "Say what an error code means and what to do about it");
  set_example(*parser, "  saltus explain S0312\n  saltus explain\n");
  parser->add_option("code", arguments->code, "An error code, as S0312 or 312; without one, all are listed")
      ->option_text("[CODE]");
  parser->add_flag("--json", arguments->json, "Print as JSON");
  return {parser, [arguments](Console& console) { return explain(*arguments, console); }};
}

}  // namespace saltus::cli
