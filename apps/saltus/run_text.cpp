#include "run_text.hpp"

#include "reference_check.hpp"
#include "table_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace saltus::cli {
namespace {

using Row = TextTable::Row;

std::string joined(const auto& list, const auto& text) {
  std::string out;
  for (const auto& item : list) out += (out.empty() ? "" : ", ") + text(item);
  return out;
}

std::string what_changed(const Event& e) {
  if (e.relations.empty()) {
    auto whens = e.whens;  // of a text: that discrete variables follow goes without saying
    if (whens.size() > 1) std::erase(whens, "discrete variables");
    return joined(whens, [](const std::string& when) { return when; });
  }
  return joined(e.relations, [](const auto& r) { return fmt::format("{} becomes {}", r.text, r.becomes); });
}

std::string what_jumped(const Event& e) {
  return joined(e.resets, [](const auto& r) { return fmt::format("{}: {:.6g} -> {:.6g}", r.name, r.before, r.after); });
}

std::string events_line(const LoadedModel& model, const Run& run) {
  std::string line = fmt::format("{}", run.events().size());
  if (const auto check = model.reference == nullptr ? std::nullopt : check_events(*model.reference, run)) {
    if (check->found == check->expected && check->expected > 0)
      line += fmt::format(", as in the reference; largest error of their times {:.1e}", check->largest_error);
    else if (check->found == check->expected) line += ", as in the reference";
    else line += fmt::format(" ({} before the end, where the reference has {})", check->found, check->expected);
  }
  if (const auto n = run.grazes().size(); n > 0) line += fmt::format("; {} graze{}", n, n == 1 ? "" : "s");
  return line;
}

std::string settings_line(const LoadedModel& model) {
  return joined(model.set, [](const auto& s) { return fmt::format("{} = {:.12g}", s.first, s.second); });
}

std::string work_line(const Statistics& s) {
  std::string line = fmt::format("{} steps and {} rejected, {} evaluations", s.steps, s.rejected, s.rhs + s.residuals);
  if (s.factorizations > 0) line += fmt::format(", {} factorizations", s.factorizations);
  return line;
}

std::string final_values(const LoadedModel& model, const Run& run, std::span<const std::size_t> selected,
                         const Paper& paper) {
  const auto& trajectory = run.trajectory();
  if (trajectory.size() == 0) return "";
  TextTable table{.header = {fmt::format("at t = {:.12g}", run.outcome().t), " value", " exact", " error"}};
  for (const std::size_t i : selected) {
    const std::string& name  = trajectory.names()[i];
    const double       value = trajectory.row(trajectory.size() - 1)[i];
    Row                row   = {name, fmt::format("{: .12g}", value), "", ""};
    if (const auto exact = model.reference == nullptr ? std::nullopt : exact_final(*model.reference, run, name)) {
      row[2] = fmt::format("{: .12g}", *exact);
      row[3] = fmt::format("{: .1e}", value - *exact);
    }
    table.rows.push_back(std::move(row));
  }
  return table.text(paper.most_rows, paper.width, paper.style);
}

/// Where a model chose other states; nothing, where it did not.
std::string states_line(const Run& run) {
  constexpr std::size_t most    = 3;
  const auto&           changes = run.state_changes();
  if (changes.empty()) return "";
  std::string line =
      fmt::format("  states   changed {}:", changes.size() == 1 ? "once" : fmt::format("{} times", changes.size()));
  for (std::size_t k = 0; k < std::min(most, changes.size()); ++k)
    line += fmt::format("{} at t = {:.6g} from {} to {}", k > 0 ? ";" : "", changes[k].t,
                        fmt::join(changes[k].left, ", "), fmt::join(changes[k].joined, ", "));
  return line + (changes.size() > most ? "; ...\n" : "\n");
}

}  // namespace

std::string summary(const LoadedModel& model, const Options& options, const Run& run,
                    std::span<const std::size_t> selected, const Paper& paper) {
  const auto& s = run.statistics();
  return fmt::format("{}\n", paper.style.heading(model.title)) + fmt::format("  source   {}\n", model.source) +
         (model.set.empty() ? "" : fmt::format("  set      {}\n", settings_line(model))) +
         fmt::format("  method   {}, tolerance {:g}\n", s.method, options.rtol) +
         (s.linear_solver.empty() ? "" : fmt::format("  solver   {}\n", s.linear_solver)) +
         (options.detection == DetectionChoice::certified && options.surface_control == SurfaceControl::none
              ? ""
              : fmt::format("  events by {}, relations under error control: {}; certificate {}\n", s.detection,
                            s.surface_control, s.certificate)) +
         fmt::format("  outcome  {} at t = {:.12g}\n", to_text(run.outcome().reason), run.outcome().t) +
         fmt::format("  events   {}\n", events_line(model, run)) + fmt::format("  work     {}\n", work_line(s)) +
         states_line(run) + final_values(model, run, selected, paper);
}

std::string event_table(const EventLog& events, const Paper& paper) {
  if (events.empty()) return "";
  TextTable table{.header = {"event", "t", "kind", "what changed", "what jumped"}};
  for (const auto& e : events)
    table.rows.push_back({fmt::format("{}", table.rows.size() + 1), fmt::format("{:.12g}", e.t),
                          std::string(to_text(e.kind)), what_changed(e), what_jumped(e)});
  return table.text(paper.most_rows, paper.width, paper.style);
}

std::string graze_table(const std::vector<Graze>& grazes, const Paper& paper) {
  if (grazes.empty()) return "";
  TextTable table{.header = {"graze", "t", "kind", "of", "depth"}};
  for (const auto& g : grazes)
    table.rows.push_back({fmt::format("{}", table.rows.size() + 1), fmt::format("{:.12g}", g.t),
                          std::string(to_text(g.kind)), g.relation, fmt::format("{:.1e}", g.depth)});
  return table.text(paper.most_rows, paper.width, paper.style);
}

}  // namespace saltus::cli
