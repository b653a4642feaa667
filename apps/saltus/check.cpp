#include "check_text.hpp"
#include "command.hpp"
#include "console.hpp"
#include "error_text.hpp"
#include "help.hpp"
#include "model_source.hpp"
#include "run_arguments.hpp"
#include "screen.hpp"

#include <saltus/simulate/simulation.hpp>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <limits>
#include <memory>

namespace saltus::cli {
namespace {

ExitCode check(const RunArguments& arguments, Console& console) {
  const LoadedModel loaded  = load_model(arguments.model, arguments.set, arguments.start);
  const Options     options = options_of(arguments, loaded);
  Simulation        simulation(loaded.make(), loaded.start, options);
  const Outcome     outcome = simulation.run_until(options.t_start);  // traces the model and finds a consistent start

  const ModelNote note = note_on(loaded, simulation);
  if (arguments.json) {
    auto document         = to_json(note);
    document["can_start"] = outcome.ok();
    document["problems"]  = nlohmann::ordered_json::array();
    if (!outcome.ok()) document["problems"].push_back(to_json(diagnostic(outcome)));
    console.print(document.dump(2) + "\n");
  } else {
    const Screen screen = screen_of(console.out());
    console.print(text(note, {.style     = console.out_style(),
                              .most_rows = arguments.all ? std::numeric_limits<std::size_t>::max() : Paper::usual_rows,
                              .width     = screen.table_width}));
    if (!loaded.note.empty()) console.note(loaded.note);
  }
  if (outcome.ok()) return ExitCode::done;
  console.error(diagnostic(outcome));
  return ExitCode::stopped_early;
}

}  // namespace

Command add_check(CLI::App& program) {
  const auto a = std::make_shared<RunArguments>();
  CLI::App*  parser =
      program.add_subcommand("check", "Do everything short of running: what the model is, and whether it can start");
  set_example(*parser,
              "  saltus check gallery:two_tanks_dae\n  saltus check gallery:bouncing_ball --set h=-1 --json\n");
  parser
      ->add_option("model", a->model,
                   "A flat Modelica text, model.mo, or gallery:<problem>; `saltus gallery` lists the problems")
      ->required();
  const auto option = [&](const char* names, auto& variable, const char* description, const char* value) {
    return parser->add_option(names, variable, description)->option_text(value);
  };
  option("--set", a->set, "Start value of a variable, or value of a parameter; as often as needed", "NAME=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  option("--start", a->start, "Beginning of the run, instead of the model's own", "TIME");
  option("--stop", a->stop, "End of the run, instead of the model's own", "TIME");
  option("-t,--tolerance", a->tolerance, "Relative and absolute tolerance of each step", "NUMBER=1e-6");
  option("-m,--method", a->method, "tsit5, dop853, radau, bdf, adams or automatic", "NAME=automatic");
  option("--linear-solver", a->linear_solver, "Of implicit methods: dense, banded, sparse, gmres or automatic",
         "NAME=automatic");
  option("--detection", a->detection, "certified, or for comparison sign_change, derivative_sign, polynomial_bounds",
         "NAME=certified");
  option("--surface-control", a->control, "Relations under error control: none, differential, algebraic or quadrature",
         "NAME=none");
  parser->add_flag("-a,--all", a->all, "All rows of long tables");
  parser->add_flag("--json", a->json, "Print as JSON");
  parser->footer("Exit codes: 0 it can start, 1 it cannot, 2 wrong input, 3 bug in Saltus.");
  return {parser, [a](Console& console) { return check(*a, console); }};
}

}  // namespace saltus::cli
