#include "run_text.hpp"

#include "reference_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace saltus::cli {
namespace {

using Row = std::vector<std::string>;

// A cell longer than this runs over instead of pushing all others to the right.
constexpr std::size_t widest_column = 44;

struct Table {
  Row              header;
  std::vector<Row> rows = {};

  /// Starts with an empty line. Columns that are empty everywhere are left out, and so are the middle ones of more than
  /// `most_rows` rows.
  std::string text(std::size_t most_rows, const Style& style) const {
    const std::size_t hidden = rows.size() > most_rows ? rows.size() - most_rows : 0;
    const std::size_t head   = hidden > 0 ? (most_rows + 1) / 2 : rows.size();
    const std::span   all(rows);
    const auto        first = all.first(head), last = all.last(rows.size() - head - hidden);

    std::vector<std::size_t> widths(header.size(), 0);
    for (const auto part : {first, last})
      for (const auto& row : part)
        for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());

    std::string out = "\n";
    out += style.heading(line(header, widths)) + "\n";
    for (const auto& row : first) out += line(row, widths) + "\n";
    if (hidden > 0) out += style.faint(fmt::format("  ... {} more; --all shows them ...", hidden)) + "\n";
    for (const auto& row : last) out += line(row, widths) + "\n";
    return out;
  }

 private:
  std::string line(const Row& row, const std::vector<std::size_t>& widths) const {
    std::string out = " ";
    for (std::size_t c = 0; c < row.size(); ++c)
      if (widths[c] > 0) out += fmt::format(" {:<{}} ", row[c], std::clamp(widths[c], header[c].size(), widest_column));
    out.erase(out.find_last_not_of(' ') + 1);
    return out;
  }
};

std::string joined(const auto& list, const auto& text) {
  std::string out;
  for (const auto& item : list) out += (out.empty() ? "" : ", ") + text(item);
  return out;
}

std::string what_changed(const Event& e) {
  if (e.relations.empty()) return joined(e.whens, [](const std::string& when) { return when; });
  return joined(e.relations, [](const auto& r) { return fmt::format("{} becomes {}", r.text, r.becomes); });
}

std::string what_jumped(const Event& e) {
  return joined(e.resets, [](const auto& r) { return fmt::format("{}: {:.6g} -> {:.6g}", r.name, r.before, r.after); });
}

std::string events_line(const problems::Problem& problem, const Run& run) {
  std::string line = fmt::format("{}", run.events().size());
  if (const auto check = check_events(problem, run)) {
    if (check->found == check->expected && check->expected > 0)
      line += fmt::format(", as in the reference; largest error of their times {:.1e}", check->largest_error);
    else if (check->found == check->expected) line += ", as in the reference";
    else line += fmt::format(" ({} before the end, where the reference has {})", check->found, check->expected);
  }
  if (const auto n = run.grazes().size(); n > 0) line += fmt::format("; {} graze{}", n, n == 1 ? "" : "s");
  return line;
}

std::string work_line(const Statistics& s) {
  std::string line = fmt::format("{} steps and {} rejected, {} evaluations", s.steps, s.rejected, s.rhs + s.residuals);
  if (s.factorizations > 0) line += fmt::format(", {} factorizations", s.factorizations);
  return line;
}

// More variables than this are a field, and nobody reads a field as a list.
constexpr std::size_t most_values = 30;

std::string final_values(const problems::Problem& problem, const Run& run, const Style& style) {
  const auto& trajectory = run.trajectory();
  if (trajectory.size() == 0) return "";
  Table table{.header = {fmt::format("at t = {:.12g}", run.outcome().t), " value", " exact", " error"}};
  for (std::size_t i = 0; i < trajectory.names().size(); ++i) {
    const std::string& name  = trajectory.names()[i];
    const double       value = trajectory.row(trajectory.size() - 1)[i];
    Row                row   = {name, fmt::format("{: .12g}", value), "", ""};
    if (const auto exact = exact_final(problem, run, name)) {
      row[2] = fmt::format("{: .12g}", *exact);
      row[3] = fmt::format("{: .1e}", value - *exact);
    }
    table.rows.push_back(std::move(row));
  }
  return table.text(most_values, style);
}

}  // namespace

std::string summary(const problems::Problem& problem, const Options& options, const Run& run, const Style& style) {
  const auto& s = run.statistics();
  return fmt::format("{}\n", style.heading(problem.title)) + fmt::format("  source   {}\n", problem.source) +
         fmt::format("  method   {}, tolerance {:g}\n", s.method, options.rtol) +
         (s.linear_solver.empty() ? "" : fmt::format("  solver   {}\n", s.linear_solver)) +
         (options.detection == DetectionChoice::certified && options.surface_control == SurfaceControl::none
              ? ""
              : fmt::format("  events by {}, relations under error control: {}; certificate {}\n", s.detection,
                            s.surface_control, s.certificate)) +
         fmt::format("  outcome  {} at t = {:.12g}\n", to_text(run.outcome().reason), run.outcome().t) +
         fmt::format("  events   {}\n", events_line(problem, run)) + fmt::format("  work     {}\n", work_line(s)) +
         final_values(problem, run, style);
}

std::string event_table(const EventLog& events, std::size_t most_rows, const Style& style) {
  if (events.empty()) return "";
  Table table{.header = {"event", "t", "kind", "what changed", "what jumped"}};
  for (const auto& e : events)
    table.rows.push_back({fmt::format("{}", table.rows.size() + 1), fmt::format("{:.12g}", e.t),
                          std::string(to_text(e.kind)), what_changed(e), what_jumped(e)});
  return table.text(most_rows, style);
}

std::string graze_table(const std::vector<Graze>& grazes, std::size_t most_rows, const Style& style) {
  if (grazes.empty()) return "";
  Table table{.header = {"graze", "t", "kind", "of", "depth"}};
  for (const auto& g : grazes)
    table.rows.push_back({fmt::format("{}", table.rows.size() + 1), fmt::format("{:.12g}", g.t),
                          std::string(to_text(g.kind)), g.relation, fmt::format("{:.1e}", g.depth)});
  return table.text(most_rows, style);
}

}  // namespace saltus::cli
