#include "run_arguments.hpp"

#include <saltus/core/error.hpp>
#include <saltus/core/nearest_name.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <initializer_list>

namespace saltus::cli {
namespace {

using Wrong = std::vector<std::string>;

/// The choice whose text is `name`; otherwise a remark that says what the nearest would be.
template <class Choice>
Choice choice_named(const char* what, const std::string& name, std::initializer_list<Choice> choices, Wrong& wrong) {
  std::vector<std::string> names;
  for (const auto choice : choices) {
    if (name == to_text(choice)) return choice;
    names.emplace_back(to_text(choice));
  }
  wrong.push_back(fmt::format("S0508: there is no {} \"{}\".{}", what, name, did_you_mean(name, names)));
  return *choices.begin();
}

MethodChoice method_named(const std::string& name, Wrong& wrong) {
  using enum MethodChoice;
  return choice_named("method", name, {automatic, tsit5, dop853, radau, bdf, adams}, wrong);
}
LinearSolverChoice linear_solver_named(const std::string& name, Wrong& wrong) {
  using enum LinearSolverChoice;
  return choice_named("linear solver", name, {automatic, dense, banded, sparse, gmres}, wrong);
}
DetectionChoice detection_named(const std::string& name, Wrong& wrong) {
  using enum DetectionChoice;
  return choice_named("detection", name, {certified, sign_change, derivative_sign, polynomial_bounds}, wrong);
}
SurfaceControl control_named(const std::string& name, Wrong& wrong) {
  using enum SurfaceControl;
  return choice_named("surface control", name, {none, differential, algebraic, quadrature}, wrong);
}

EvaluationChoice evaluation_named(const std::string& name, Wrong& wrong) {
  using enum EvaluationChoice;
  return choice_named("evaluation", name, {code, tape}, wrong);
}

double positive(const char* option, double value, Wrong& wrong) {
  if (!(value > 0) || !std::isfinite(value))
    wrong.push_back(fmt::format("S0505: {} is {}. It must be positive.", option, value));
  return value;
}

/// 0: a row for every step.
double interval_of(const RunArguments& a, const LoadedModel& model, Wrong& wrong) {
  if (a.interval) return positive("--interval", *a.interval, wrong);
  if (model.interval) return *model.interval;
  // A page that is the only one to want rows gets enough of them for smooth curves.
  constexpr double rows_of_report = 1000;
  const bool       only_report    = !a.files.report.empty() && a.files.record.empty() && a.files.output.empty();
  return only_report ? std::abs(a.stop.value_or(model.t_end) - a.start.value_or(model.t_start)) / rows_of_report : 0;
}

Output rows_of(const RunArguments& a, const LoadedModel& model, double interval) {
  if (!a.files.any_rows() && !model.interval) return Output::events;  // nobody will look at the others
  return interval != 0 ? Output::grid : Output::steps;
}

}  // namespace

Options options_of(const RunArguments& a, const LoadedModel& model) {
  Wrong        wrong;
  const double interval  = interval_of(a, model, wrong);
  const double tolerance = a.tolerance.value_or(model.tolerance.value_or(1e-6));
  Options      options   = {
             .t_start       = a.start.value_or(model.t_start),
             .t_end         = a.stop.value_or(model.t_end),
             .rtol          = positive("--tolerance", tolerance, wrong),
             .atol          = tolerance,
             .method        = method_named(a.method, wrong),
             .linear_solver = linear_solver_named(a.linear_solver, wrong),
             .output        = rows_of(a, model, interval),
             .interval      = interval,
             .history       = a.files.whole_run(),

             .detection       = detection_named(a.detection, wrong),
             .surface_control = control_named(a.control, wrong),
             .evaluation      = evaluation_named(a.evaluation, wrong),
  };
  if (a.json && a.files.to_stdout()) wrong.emplace_back("S0523: --json and a file \"-\" both write to stdout.");
  if (!wrong.empty()) throw InputError(fmt::format("{}", fmt::join(wrong, "\n")));
  return options;
}

void declare(CLI::App& parser, RunArguments& a) {
  parser
      .add_option("model", a.model,
                  "A flat Modelica text, model.mo, or gallery:<problem>; `saltus gallery` lists the problems")
      ->required();

  const auto text = [&](const char* names, auto& variable, const char* description, const char* value, const char* group) {
    return parser.add_option(names, variable, description)->option_text(value)->group(group);
  };
  const auto list = [&](const char* names, auto& variable, const char* description, const char* value) {
    text(names, variable, description, value, "What is run")->take_all()->allow_extra_args(false);
  };
  list("--set", a.set, "Start value of a variable, or value of a parameter; as often as needed", "NAME=VALUE");
  text("--start", a.start, "Beginning of the run, instead of the model's own", "TIME", "What is run");
  text("--stop", a.stop, "End of the run, instead of the model's own", "TIME", "What is run");

  const char* how = "How";
  text("-t,--tolerance", a.tolerance, "Relative and absolute tolerance of each step", "NUMBER=1e-6", how);
  text("-m,--method", a.method, "tsit5, dop853, radau, bdf, adams or automatic", "NAME=automatic", how);
  text("--linear-solver", a.linear_solver, "Of implicit methods: dense, banded, sparse, gmres or automatic",
       "NAME=automatic", how);
  text("--detection", a.detection, "certified, or for comparison sign_change, derivative_sign, polynomial_bounds",
       "NAME=certified", how);
  text("--surface-control", a.control, "Relations under error control: none, differential, algebraic or quadrature",
       "NAME=none", how);
  text("--evaluation", a.evaluation, "Of text models: code (machine code, where it pays) or tape, the reference",
       "NAME=code", how);

  const char* files = "Files (- is stdout)";
  text("-o,--output", a.files.output, "Variables over time, as .csv, .mat or .h5; - is CSV", "FILE", files);
  text("--interval", a.interval, "Rows in steps of this, instead of at every step of the method", "TIME", files);
  text("--select", a.select, "Variables that match: *, ?, [a-c], lists with commas; as often as needed", "PATTERN", files)
      ->take_all()
      ->allow_extra_args(false);
  text("--events", a.files.events, "Events and grazes, as JSON", "FILE", files);
  text("--statistics", a.files.statistics, "What the run cost, as JSON", "FILE", files);
  text("--record", a.files.record, "Everything, as JSON", "FILE", files);
  text("--report", a.files.report, "Everything, as a page for a browser", "FILE", files);

  const char* shown = "What is printed";
  parser.add_flag("-a,--all", a.all, "All rows of long tables")->group(shown);
  parser.add_flag("--no-plot", a.no_plot, "No picture")->group(shown);
  parser.add_flag("--quiet", a.quiet, "Nothing but errors")->group(shown);
  parser.add_flag("--json", a.json, "One JSON document, and errors as JSON")->group(shown);
}

}  // namespace saltus::cli
