#include "command.hpp"
#include "console.hpp"
#include "error_text.hpp"
#include "help.hpp"
#include "run_text.hpp"

#include <saltus/core/error.hpp>
#include <saltus/core/nearest_name.hpp>
#include <saltus/problems/problem.hpp>
#include <saltus/simulate/simulation.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace saltus::cli {
namespace {

constexpr std::size_t      rows_unless_all = 30;
constexpr std::string_view gallery_prefix  = "gallery:";

struct Arguments {
  std::string           model;
  double                tolerance     = 1e-6;
  std::string           method        = "automatic";
  std::string           linear_solver = "automatic";
  std::string           detection     = "certified";
  std::string           control       = "none";
  std::optional<double> stop;
  bool                  all = false;
};

/// The choice whose text is `name`; otherwise an error that says what the nearest would be.
template <class Choice>
Choice choice_named(const char* what, const std::string& name, std::initializer_list<Choice> choices) {
  std::vector<std::string> names;
  for (const auto choice : choices) {
    if (name == to_text(choice)) return choice;
    names.emplace_back(to_text(choice));
  }
  throw InputError(fmt::format("S0508: there is no {} \"{}\".{}", what, name, did_you_mean(name, names)));
}

MethodChoice method_named(const std::string& name) {
  using enum MethodChoice;
  return choice_named("method", name, {automatic, tsit5, dop853, radau, bdf, adams});
}
LinearSolverChoice linear_solver_named(const std::string& name) {
  using enum LinearSolverChoice;
  return choice_named("linear solver", name, {automatic, dense, banded, sparse, gmres});
}
DetectionChoice detection_named(const std::string& name) {
  using enum DetectionChoice;
  return choice_named("detection", name, {certified, sign_change, derivative_sign, polynomial_bounds});
}
SurfaceControl control_named(const std::string& name) {
  using enum SurfaceControl;
  return choice_named("surface control", name, {none, differential, algebraic, quadrature});
}

const problems::Problem& problem_named(std::string_view model) {
  const bool  from_gallery = model.starts_with(gallery_prefix);
  const auto  id           = from_gallery ? model.substr(gallery_prefix.size()) : model;
  const auto* problem      = problems::find(id);
  if (from_gallery && problem != nullptr) return *problem;

  std::vector<std::string> known;
  for (const auto& p : problems::gallery()) known.push_back(std::string(gallery_prefix) + p.id);
  const std::string nearest = did_you_mean(std::string(gallery_prefix) + std::string(id), known);
  if (from_gallery)
    throw InputError(
        fmt::format("S0506: the gallery has no problem \"{}\".{}\n`saltus gallery` lists them.", id, nearest));
  throw InputError(
      fmt::format("S0507: \"{}\" is not a problem of the gallery, and models cannot be read from files yet.{}\n"
                  "`saltus gallery` lists what can be run.",
                  model, nearest));
}

Options options_of(const Arguments& arguments, const problems::Problem& problem) {
  if (!(arguments.tolerance > 0) || !std::isfinite(arguments.tolerance))
    throw InputError(fmt::format("S0505: --tolerance is {}. It must be positive.", arguments.tolerance));
  return {
      .t_start       = problem.t_start,
      .t_end         = arguments.stop.value_or(problem.t_end),
      .rtol          = arguments.tolerance,
      .atol          = arguments.tolerance,
      .method        = method_named(arguments.method),
      .linear_solver = linear_solver_named(arguments.linear_solver),
      .output        = Output::events,

      .detection       = detection_named(arguments.detection),
      .surface_control = control_named(arguments.control),
  };
}

ExitCode ended(const Outcome& outcome, Console& console) {
  if (outcome.ok()) return ExitCode::done;
  console.say(render(diagnostic(outcome), console.err_style()));
  return ExitCode::stopped_early;
}

ExitCode run(const Arguments& arguments, Console& console) {
  const auto&   problem = problem_named(arguments.model);
  const Options options = options_of(arguments, problem);
  const Run     result  = simulate(problem.make(), problem.start, options);

  const std::size_t most_rows = arguments.all ? std::numeric_limits<std::size_t>::max() : rows_unless_all;
  const Style&      style     = console.out_style();
  console.print(summary(problem, options, result, style));
  console.print(event_table(result.events(), most_rows, style));
  console.print(graze_table(result.grazes(), most_rows, style));

  if (problem.later)
    console.note("the whole answer of this problem needs Zeno or sliding handling, which is not there yet.");
  return ended(result.outcome(), console);
}

}  // namespace

Command add_run(CLI::App& program) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App*  parser    = program.add_subcommand("run", "Simulate a model and print its events");
  set_example(*parser,
              "  saltus run gallery:bouncing_ball\n"
              "  saltus run gallery:bouncing_ball --tolerance 1e-10 --method dop853 --stop 2\n");
  parser->add_option("model", arguments->model, "gallery:<problem>; `saltus gallery` lists the problems")->required();
  parser->add_option("-t,--tolerance", arguments->tolerance, "Relative and absolute tolerance of each step")
      ->option_text("NUMBER=1e-6");
  parser->add_option("-m,--method", arguments->method, "tsit5, dop853, radau, bdf, adams or automatic")
      ->option_text("NAME=automatic");
  parser
      ->add_option("--linear-solver", arguments->linear_solver,
                   "Of implicit methods: dense, banded, sparse, gmres or automatic")
      ->option_text("NAME=automatic");
  parser
      ->add_option("--detection", arguments->detection,
                   "certified, or for comparison sign_change, derivative_sign, polynomial_bounds")
      ->option_text("NAME=certified");
  parser
      ->add_option("--surface-control", arguments->control,
                   "Relations under error control: none, differential, algebraic or quadrature")
      ->option_text("NAME=none");
  parser->add_option("--stop", arguments->stop, "End of the run, instead of the problem's own")->option_text("TIME");
  parser->add_flag("-a,--all", arguments->all, "Print all rows of long tables");
  return {parser, [arguments](Console& console) { return run(*arguments, console); }};
}

}  // namespace saltus::cli
