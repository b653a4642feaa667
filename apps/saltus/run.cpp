#include "command.hpp"
#include "console.hpp"
#include "error_text.hpp"
#include "help.hpp"
#include "interruption.hpp"
#include "model_source.hpp"
#include "outputs.hpp"
#include "plot.hpp"
#include "progress.hpp"
#include "run_arguments.hpp"
#include "run_json.hpp"
#include "run_text.hpp"
#include "screen.hpp"
#include "select.hpp"
#include "sketch.hpp"

#include <saltus/results/file_error.hpp>
#include <saltus/simulate/simulation.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace saltus::cli {
namespace {

constexpr auto between_flushes = std::chrono::seconds(1);

struct Finished {
  Run    run;
  double seconds;
};

/// Runs to the end, or to where somebody interrupts; rows go to the outputs on the way.
Finished run_to_the_end(Simulation& simulation, const Options& options, Outputs& outputs, std::FILE* terminal) {
  const Interruption interruption;
  ProgressLine line(terminal, terminal == nullptr ? 80 : screen_of(terminal).width, options.t_start, options.t_end);
  Pulse        flush(between_flushes);
  simulation.watch([&](const Progress& progress) {
    outputs.append(progress.trajectory);
    if (flush.due()) outputs.flush();
    line.update(progress);
    return !Interruption::wanted();
  });
  const auto begun = Clock::now();
  simulation.run();
  return {simulation.result(), std::chrono::duration<double>(Clock::now() - begun).count()};
}

void print(const RunArguments& arguments, const LoadedModel& model, const Options& options, const Run& run,
           const std::vector<std::size_t>& selected, const Sketch& sketch, Console& console) {
  const Screen screen = screen_of(console.out());
  const Paper  paper{.style     = console.out_style(),
                     .most_rows = arguments.all ? std::numeric_limits<std::size_t>::max() : Paper::usual_rows,
                     .width     = screen.table_width};
  console.print(summary(model, options, run, selected, paper));
  if (arguments.plots()) {
    PlotRequest request{.names = model.names(), .selected = selected.size(), .asked = !arguments.select.empty()};
    for (const auto& e : run.events()) request.event_times.push_back(e.t);
    console.print(plot(sketch, request, screen, paper.style));
  }
  console.print(event_table(run.events(), paper));
  console.print(graze_table(run.grazes(), paper));
  if (!model.note.empty()) console.note(model.note);
}

/// A value that nothing integrated depends on may be NaN without anybody noticing.
void note_not_finite(const Trajectory& trajectory, const std::vector<std::size_t>& selected, Console& console) {
  for (std::size_t k = 0; k < trajectory.size(); ++k) {
    const auto row = trajectory.row(k);
    for (const std::size_t i : selected)
      if (!std::isfinite(row[i]))
        return console.note(
            fmt::format("{} is {} at t = {:.12g}, and may be so elsewhere: the run goes on, since nothing "
                        "that it integrates depends on it.",
                        trajectory.names()[i], std::isnan(row[i]) ? "NaN" : "infinite", trajectory.times()[k]));
  }
}

ExitCode ended(const LoadedModel& model, const Simulation& simulation, const Outcome& outcome, Console& console) {
  if (outcome.ok()) return ExitCode::done;
  Diagnostic d = diagnostic(outcome);
  if (model.lines)
    for (auto& line : model.lines(outcome, simulation.x(), simulation.discrete())) d.notes.push_back(std::move(line));
  if (outcome.reason == Outcome::Reason::cancelled) {
    d.headline = fmt::format("interrupted at t = {:.12g}", outcome.t);
    d.help     = "The results up to there are kept.";
  }
  console.error(d);
  return ExitCode::stopped_early;
}

bool shows_progress(const RunArguments& arguments, const Console& console) {
  const bool rows_on_screen = arguments.files.to_stdout() && screen_of(console.out()).terminal;
  return !arguments.quiet && !arguments.json && !rows_on_screen && screen_of(console.err()).terminal;
}

results::Setup setup_of(const LoadedModel& model, const Options& options, const Console& console) {
  return {.model   = model.name,
          .title   = model.title,
          .source  = model.source,
          .command = console.command(),
          .options = options,
          .set     = model.set,
          .columns = model.columns};
}

/// Unless they were asked for, derivatives are not drawn: mostly they are other variables once more.
std::vector<std::size_t> worth_drawing(const RunArguments& arguments, const LoadedModel& model,
                                       std::vector<std::size_t> selected) {
  if (arguments.select.empty())
    std::erase_if(selected, [&](std::size_t i) { return model.columns[i].name.starts_with("der("); });
  return selected;
}

ExitCode simulate_and_show(const RunArguments& arguments, Console& console) {
  // Load, and find everything that is wrong before anything is opened.
  LoadedModel   model   = load_model(arguments.model, arguments.set, arguments.start);
  const Options options = options_of(arguments, model);
  if (options.t_start != model.t_start) model.reference = nullptr;
  const auto selected = select(arguments.select, model.names());
  Simulation simulation(model.make(), model.start, options);

  const auto setup = setup_of(model, options, console);
  Outputs    outputs(arguments.files, selected, setup, console);

  const auto drawn = arguments.plots() ? plot_candidates(model.columns, worth_drawing(arguments, model, selected))
                                       : std::vector<Sketch::Variable>();
  Sketch     sketch(drawn, options.t_start, options.t_end, plot_bins(screen_of(console.out())));
  const bool by_rows = model.interval.has_value();
  if (!drawn.empty() && !by_rows) simulation.follow([&](const Piece& step) { sketch.follow(step); });

  const auto [result, seconds] =
      run_to_the_end(simulation, options, outputs, shows_progress(arguments, console) ? console.err() : nullptr);
  if (by_rows) sketch.follow(result.trajectory());
  else sketch.finish(result.trajectory());
  outputs.commit(result, setup, seconds);

  if (arguments.json) console.print(summary_json(result, setup, seconds, selected));
  if (arguments.talks()) print(arguments, model, options, result, selected, sketch, console);
  if (!arguments.quiet && model.remarks)
    for (const auto& remark : model.remarks(simulation.model())) console.note(remark);
  if (!arguments.quiet && result.outcome().ok()) note_not_finite(result.trajectory(), selected, console);
  return ended(model, simulation, result.outcome(), console);
}

ExitCode run(const RunArguments& arguments, Console& console) {
  try {
    return simulate_and_show(arguments, console);
  } catch (const results::FileError& e) {  // while the run was going on, or at its end: a full disk
    console.error(e.what());
    return ExitCode::stopped_early;
  }
}

}  // namespace

Command add_run(CLI::App& program) {
  const auto arguments = std::make_shared<RunArguments>();
  CLI::App*  parser    = program.add_subcommand("run", "Simulate a model and show what happened");
  set_example(*parser,
              "  saltus run gallery:bouncing_ball\n"
              "  saltus run gallery:bouncing_ball --tolerance 1e-10 --method dop853 --stop 2\n"
              "  saltus run gallery:bouncing_ball --set h=2 --set e=0.7 --output ball.csv --events ball.json\n");
  declare(*parser, *arguments);
  return {parser, [arguments](Console& console) { return run(*arguments, console); }};
}

}  // namespace saltus::cli
