#include "tables.hpp"

#include "tally.hpp"

#include <fmt/format.h>

namespace saltus::strategies {

namespace {

using enum DetectionChoice;

constexpr DetectionChoice all_strategies[] = {certified, sign_change, derivative_sign, polynomial_bounds};
constexpr SurfaceControl  all_controls[]   = {SurfaceControl::none, SurfaceControl::differential,
                                              SurfaceControl::algebraic, SurfaceControl::quadrature};

struct Case {
  const char *id, *label;
};

/// The problems of the papers, in the numbering of the gallery's sources.
constexpr Case cases[] = {
    {"switched_growth", "sin 20πt (Mao & Petzold 1)"},
    {"birta", "roles change (Mao & Petzold 2)"},
    {"line_crossings_35", "line, A = 0.35 (Mao & Petzold 3)"},
    {"line_crossings_40", "line, A = 0.40"},
    {"line_crossings_403", "line, A = 0.403"},
    {"line_crossings_45", "line, A = 0.45"},
    {"tangency_time_4", "touching line, A* - 1e-4, g of t"},
    {"tangency_time_8", "touching line, A* - 1e-8, g of t"},
    {"tangency_states_2", "touching line, A* - 1e-2, g of x"},
    {"piecewise_damping", "three dampings (Carver 2)"},
    {"rectifier_25_06", "rectifier, 25 Hz (Carver 3)"},
    {"rectifier_06", "rectifier, 50 Hz"},
    {"rectifier_100_06", "rectifier, 100 Hz"},
    {"rectifier_dae_06", "rectifier, DAE (Mao & Petzold 4)"},
    {"saw_tooth", "saw-tooth, counted (Carver 4)"},
    {"saw_tooth_periodic", "saw-tooth, one g"},
    {"sliding_block", "sliding block (Carver 5)"},
    {"switched_blow_up_2", "y², 2 cycles (Carver 1)"},
    {"switched_blow_up_4", "y², 4 cycles"},
    {"set_point", "set point (Thomsen)"},
    {"tank_heater", "tank with heater (Thomsen)"},
    {"two_tanks_dae", "two tanks, DAE (Thomsen)"},
    {"clutch", "clutch (Thomsen)"},
    {"furuta_pendulum", "Furuta pendulum (Assimulo)"},
};

std::string verdict(const Tally& t) {
  if (!t.ended) return fmt::format("**stops** after {}", t.found);
  if (t.missed == 0 && t.invented == 0) return "all";
  std::string text = "**";
  if (t.missed > 0) text += fmt::format("-{}", t.missed);
  if (t.invented > 0) text += fmt::format("{}+{}", t.missed > 0 ? " " : "", t.invented);
  return text + "**";
}

/// Rows: problems. Columns: strategies. Cells: verdict, evaluations of the model, looks at g.
std::string outcome_table(SurfaceControl control) {
  std::string text = "| problem | events |";
  for (const auto s : all_strategies) text += fmt::format(" {} |", to_text(s));
  text += "\n|---|--:|---|---|---|---|\n";
  for (const Case& c : cases) {
    const auto& p = problem(c.id);
    text += fmt::format("| {} | {} |", c.label, p.reference.event_times.size());
    for (const auto s : all_strategies) {
      const Run run = solve(p, s, control);
      text +=
          fmt::format(" {}, {}, {} |", verdict(tally(p, run)), evaluations(run.statistics()), looks(run.statistics()));
    }
    text += "\n";
  }
  return text;
}

std::string counts(const std::string& id, DetectionChoice s, SurfaceControl control) {
  const Run run = solve(id, s, control);
  return fmt::format("{}, {}", evaluations(run.statistics()), verdict(tally(problem(id), run)));
}

/// Carver's figures beside the same strategy and the certified one here.
std::string carver_table() {
  struct Row {
    const char *id, *label, *standard, *modified;
  };
  constexpr Row rows[] = {
      {"switched_blow_up_2", "1, 2 cycles", "359", "293"},
      {"switched_blow_up_4", "1, 4 cycles", "421, grossly wrong", "485"},
      {"piecewise_damping", "2", "654", "387"},
      {"rectifier_25_06", "3, 25 Hz", "585", "237"},
      {"rectifier_06", "3, 50 Hz", "968", "419"},
      {"rectifier_100_06", "3, 100 Hz", "1575", "804"},
      {"saw_tooth_periodic", "4", "463", "185"},
      {"sliding_block", "5", "425", "298"},
  };
  std::string text =
      "| example | Carver, standard | Carver, modified | derivative_sign, differential | sign_change, none | "
      "certified, none |\n"
      "|---|---|---|---|---|---|\n";
  for (const Row& r : rows)
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", r.label, r.standard, r.modified,
                        counts(r.id, derivative_sign, SurfaceControl::differential),
                        counts(r.id, sign_change, SurfaceControl::none), counts(r.id, certified, SurfaceControl::none));
  return text;
}

/// Mao & Petzold's table 3 beside ours.
std::string rectifier_table() {
  std::string text =
      "| | steps | residuals | looks at g | false crossings |\n|---|--:|--:|--:|--:|\n"
      "| DASRT | 477 | 2229 | 610 | 6 |\n"
      "| DASPKE, quadrature | 486 | 2778 | 574 | 0 |\n"
      "| DASPKE, differential | 471 | 3163 | 568 | 0 |\n"
      "| DASPKE, algebraic | 465 | 2834 | 572 | 0 |\n";
  const auto row = [&](DetectionChoice s, SurfaceControl control) {
    const Run   run   = solve("rectifier_dae_06", s, control);
    const auto& stats = run.statistics();
    text += fmt::format("| {}, {} | {} | {} | {} | {} |\n", to_text(s), to_text(control), stats.steps, stats.residuals,
                        looks(stats), tally(problem("rectifier_dae_06"), run).invented);
  };
  row(sign_change, SurfaceControl::none);
  for (const auto control : all_controls) row(derivative_sign, control);
  row(polynomial_bounds, SurfaceControl::algebraic);
  row(certified, SurfaceControl::none);
  return text;
}

/// Mao & Petzold's table 2, second and third event for A = 0.403, with y3(3).
std::string line_table() {
  std::string text =
      "| A = 0.403 | second event | third event | y3(3) |\n|---|---|---|---|\n"
      "| exact | 2.446755 | 2.471334 | 0.267551 |\n"
      "| DASPKE | 2.447192 | 2.470742 | 0.242976 |\n"
      "| DSL48E | 2.441031 | 2.471031 | failed |\n";
  const auto row = [&](DetectionChoice s, SurfaceControl control) {
    const Run   run = solve("line_crossings_403", s, control);
    std::string times;
    for (std::size_t k = 1; k < 3; ++k)
      times += k < run.events().size() ? fmt::format(" {:.6f} |", run.events()[k].t) : " missed |";
    text += fmt::format("| {}, {} |{} {} |\n", to_text(s), to_text(control), times,
                        run.outcome().ok() ? fmt::format("{:.6f}", run.final("y3")) : "failed");
  };
  for (const auto s : all_strategies) row(s, SurfaceControl::none);
  row(derivative_sign, SurfaceControl::differential);
  row(polynomial_bounds, SurfaceControl::algebraic);
  row(certified, SurfaceControl::algebraic);
  return text;
}

/// How often each combination gets all events of a problem and none besides.
std::string summary_table() {
  std::string text = "| relations under error control |";
  for (const auto s : all_strategies) text += fmt::format(" {} |", to_text(s));
  text += "\n|---|---|---|---|---|\n";
  for (const auto control : all_controls) {
    text += fmt::format("| {} |", to_text(control));
    for (const auto s : all_strategies) {
      int  right = 0;
      long work = 0, seen = 0;
      for (const Case& c : cases) {
        const Run   run = solve(c.id, s, control);
        const Tally t   = tally(problem(c.id), run);
        if (t.ended && t.missed == 0 && t.invented == 0) ++right;
        work += evaluations(run.statistics());
        seen += looks(run.statistics());
      }
      text += fmt::format(" {} of {}, {}, {} |", right, std::size(cases), work, seen);
    }
    text += "\n";
  }
  return text;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> tables() {
  std::vector<std::pair<std::string, std::string>> all{{"summary", summary_table()}};
  for (const auto control : all_controls) all.emplace_back(to_text(control), outcome_table(control));
  all.emplace_back("carver", carver_table());
  all.emplace_back("rectifier", rectifier_table());
  all.emplace_back("line", line_table());
  return all;
}

}  // namespace saltus::strategies
