#include "command.hpp"
#include "comparison.hpp"
#include "comparison_picture.hpp"
#include "console.hpp"
#include "error_text.hpp"
#include "help.hpp"
#include "screen.hpp"
#include "table_text.hpp"

#include <saltus/core/error.hpp>
#include <saltus/results/safe_file.hpp>
#include <saltus/results/table.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace saltus::cli {
namespace {

constexpr std::size_t most_rows = 20, most_pictures = 4;

struct Arguments {
  std::string    result, reference, picture;
  CompareOptions options;
  bool           ignore_missing = false, all = false, json = false;
};

NamedResult read(const std::string& file) {
  results::Table table = results::read_result(file);
  return {file, std::move(table.names), std::move(table.columns)};
}

void check(const Arguments& arguments) {
  const auto positive = [](const char* option, double value) {
    if (!(value >= 0) || !std::isfinite(value))
      throw InputError(fmt::format("S0505: {} is {}. It must be zero or positive.", option, value));
  };
  positive("--rtol", arguments.options.rtol);
  positive("--atol", arguments.options.atol);
  if (arguments.options.time) positive("--time", *arguments.options.time);
}

std::string number(double v) { return fmt::format("{: .9g}", v); }

std::string text(const Comparison& c, const NamedResult& a, const NamedResult& b, const Arguments& arguments,
                 Console& console) {
  const Style&      style   = console.out_style();
  const std::size_t outside = c.outside();
  std::string       out     = style.heading(fmt::format("{} against {}", a.label, b.label)) + "\n";
  out += fmt::format("  verdict  {}\n", outside == 0
                                            ? fmt::format("all {} signals are inside of the tube", c.signals.size())
                                            : fmt::format("{} of {} signals leave the tube", outside, c.signals.size()));
  out += fmt::format("  tube     {:g} of the largest value + {:g}; {:.3g} in time\n", arguments.options.rtol,
                     arguments.options.atol, c.time);
  TextTable         table{.header = {"signal", "distance", "t", " result", " reference", "tube"}};
  const std::size_t shown = arguments.all ? c.signals.size() : std::min(most_rows, c.signals.size());
  for (const auto& s : c.signals) {
    if (table.rows.size() == shown) break;
    table.rows.push_back({s.name, fmt::format("{:.3g}{}", s.distance.size, s.inside() ? "" : " outside"),
                          fmt::format("{:.9g}", s.distance.t), number(s.distance.a), number(s.distance.b),
                          fmt::format("{:.3g}", s.tube.value)});
  }
  out += table.text(shown, screen_of(console.out()).table_width, style);
  if (shown < c.signals.size())
    out += style.faint(fmt::format("  ... {} more; --all shows them ...", c.signals.size() - shown)) + "\n";
  return out;
}

/// JSON has no infinity.
nlohmann::json finite(double v) { return std::isfinite(v) ? nlohmann::json(v) : nlohmann::json(nullptr); }

nlohmann::json document(const Comparison& c, const NamedResult& a, const NamedResult& b, const Arguments& arguments,
                        bool same) {
  nlohmann::json signals = nlohmann::json::array();
  for (const auto& s : c.signals)
    signals.push_back({{"name", s.name},
                       {"inside", s.inside()},
                       {"distance", finite(s.distance.size)},
                       {"t", s.distance.t},
                       {"result", finite(s.distance.a)},
                       {"reference", finite(s.distance.b)},
                       {"tube", s.tube.value}});
  return {{"result", a.label},
          {"reference", b.label},
          {"same", same},
          {"rtol", arguments.options.rtol},
          {"atol", arguments.options.atol},
          {"time", c.time},
          {"signals", signals},
          {"only_in_result", c.only_in_result},
          {"only_in_reference", c.only_in_reference},
          {"result_span", {c.result_span.first, c.result_span.second}},
          {"reference_span", {c.reference_span.first, c.reference_span.second}}};
}

void report_missing(const std::vector<std::string>& names, const std::string& where, Console& console) {
  if (names.empty()) return;
  console.error(Diagnostic{
      .code     = "S0516",
      .headline = fmt::format("{} signal{} missing in {}", names.size(), names.size() == 1 ? " is" : "s are", where),
      .notes    = {fmt::format("{}", fmt::join(names, ", "))},
      .help     = "--ignore-missing compares the others only."});
}

ExitCode compare_files(const Arguments& arguments, Console& console) {
  check(arguments);
  NamedResult      a = read(arguments.result), b = read(arguments.reference);
  const Comparison c        = compare(a, b, arguments.options);
  const auto&      worst    = c.signals.front();
  const bool       complete = arguments.ignore_missing || (c.only_in_result.empty() && c.only_in_reference.empty());
  const bool       same     = c.outside() == 0 && c.spans_agree() && complete;

  if (!arguments.picture.empty()) {
    results::SafeFile file(arguments.picture);
    file.write(comparison_svg(c, a, b, most_pictures));
    file.commit();
  }
  console.print(arguments.json ? document(c, a, b, arguments, same).dump(2) + "\n" : text(c, a, b, arguments, console));
  if (!arguments.json && !arguments.picture.empty())
    console.note(fmt::format("the worst signals are drawn in {}.", arguments.picture));
  if (!complete) {
    report_missing(c.only_in_reference, a.label, console);
    report_missing(c.only_in_result, b.label, console);
  }
  if (!c.spans_agree())
    console.note(fmt::format(
        "the times differ: {} covers {:.9g} to {:.9g}, {} covers {:.9g} to {:.9g}. What both cover was compared.",
        a.label, c.result_span.first, c.result_span.second, b.label, c.reference_span.first, c.reference_span.second));
  if (!worst.inside() && worst.straight_lines > 0.5)
    console.note(fmt::format(
        "rows are joined by straight lines, which may be wrong by {} where {} is worst. Write both results on "
        "the same fine grid: saltus run --interval.",
        std::isinf(worst.straight_lines) ? "more than can be told"
                                         : fmt::format("{:.2g} times the tube", worst.straight_lines),
        worst.name));
  return same ? ExitCode::done : ExitCode::stopped_early;
}

}  // namespace

Command add_compare(CLI::App& program) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App*  parser    = program.add_subcommand("compare", "Compare two results within a tube, for people and for CI");
  set_example(*parser,
              "  saltus compare new.csv reference.csv\n"
              "  saltus compare new.csv reference.csv --rtol 1e-4 --time 1e-6 --picture difference.svg\n");
  parser->add_option("result", arguments->result, "A result: .csv, .mat, .h5 or the .json of `saltus run --record`")
      ->required()
      ->option_text("FILE");
  parser->add_option("reference", arguments->reference, "What it should be; the tube is around this one")
      ->required()
      ->option_text("FILE");
  parser
      ->add_option("--rtol", arguments->options.rtol,
                   "Height of the tube, in largest values of the signal in the reference")
      ->option_text("NUMBER=1e-3");
  parser->add_option("--atol", arguments->options.atol, "Height of the tube, added to that")
      ->option_text("NUMBER=1e-6");
  parser
      ->add_option("--time", arguments->options.time, "How far an event may be shifted; 1e-5 of the span unless given")
      ->option_text("TIME");
  parser
      ->add_option("--select", arguments->options.select,
                   "Compare signals that match this pattern only (*, ?); may be given again")
      ->option_text("PATTERN")
      ->expected(1)
      ->take_all();
  parser->add_flag("--ignore-missing", arguments->ignore_missing, "Signals on one side only are no difference");
  parser->add_option("--picture", arguments->picture, "Draw the worst signals, as SVG")->option_text("FILE");
  parser->add_flag("-a,--all", arguments->all, "Print all signals");
  parser->add_flag("--json", arguments->json, "Print as JSON");
  parser->footer("Exit codes: 0 inside of the tube, 1 outside, 2 wrong input, 3 bug in Saltus.");
  return {parser, [arguments](Console& console) { return compare_files(*arguments, console); }};
}

}  // namespace saltus::cli
