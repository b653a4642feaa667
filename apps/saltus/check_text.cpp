#include "check_text.hpp"

#include "table_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace saltus::cli {
namespace {

using model::Mode;
using model::When;

void describe_jacobian(ModelNote& note, const model::Pattern& p) {
  note.nonzeros = p.nonzeros();
  for (std::size_t column = 0; column < p.n; ++column)
    for (int k = p.column_begin[column]; k < p.column_begin[column + 1]; ++k) {
      const auto row = static_cast<std::size_t>(p.row[static_cast<std::size_t>(k)]);
      if (row > column) note.lower = std::max(note.lower, row - column);
      else note.upper = std::max(note.upper, column - row);
    }
  const std::size_t band = note.lower + note.upper + 1;
  if (note.nonzeros == 0) note.structure = "empty";
  else if (band == 1) note.structure = "diagonal";
  else if (note.lower == 1 && note.upper == 1 && p.n > 3) note.structure = "tridiagonal";
  else if (4 * band < p.n)
    note.structure = fmt::format("band of {} below and {} above the diagonal", note.lower, note.upper);
  else if (2 * note.nonzeros >= p.n * p.n) note.structure = "dense";
  else note.structure = "sparse";
}

std::string trigger_of(const When& when) {
  switch (when.trigger) {
    case When::Trigger::holds: return "whenever one of them has changed";
    case When::Trigger::becomes_true: return "becomes true";
    case When::Trigger::changes: return "changes";
    case When::Trigger::sample: break;
  }
  return std::isfinite(when.period) ? fmt::format("every {:g} from {:g} on", when.period, when.start)
                                    : fmt::format("at {:g}", when.start);
}

std::string changes_with(const model::Surface& s) {
  if (s.constant) return "events only";
  return s.of_time ? "time" : s.uses_derivative ? "state and derivatives" : "state";
}

std::vector<RelationNote> relations_of(const model::Catalogue& catalogue, const Mode* mode) {
  std::vector<std::vector<std::string>> users(catalogue.relations().size());
  const auto                            use = [&](model::PropositionId p, const std::string& user) {
    if (p < 0) return;
    catalogue.visit_relations(p, [&](model::RelationId r) {
      auto& list = users[static_cast<std::size_t>(r)];
      if (std::find(list.begin(), list.end(), user) == list.end()) list.push_back(user);
    });
  };
  if (mode != nullptr) {
    for (const auto& c : mode->consultations) use(c.condition, "equations");
    for (const auto& w : mode->whens) use(w.condition, "when");
  }
  std::vector<RelationNote> notes;
  for (std::size_t r = 0; r < users.size(); ++r) {
    const auto& relation = catalogue.relations()[r];
    std::string by;
    for (const auto& user : users[r]) by += (by.empty() ? "" : ", ") + user;
    notes.push_back({relation.text, changes_with(catalogue.surface(relation.surface)), by.empty() ? "another mode" : by});
  }
  return notes;
}

}  // namespace

ModelNote note_on(const LoadedModel& loaded, const Simulation& simulation) {
  const auto& model     = simulation.model();
  const auto& catalogue = model.catalogue();
  const Mode* mode      = simulation.mode();
  const Run   run       = simulation.result();
  const auto& s         = run.statistics();
  const bool  implicit  = model.form() == model::Form::implicit_dae;
  ModelNote   note{.name          = loaded.name,
                   .title         = loaded.title,
                   .form          = implicit ? "implicit, F(t, x, x') = 0" : "explicit, x' = f(t, x)",
                   .size          = model.size(),
                   .structure     = "not known",
                   .variables     = {},
                   .relations     = relations_of(catalogue, mode),
                   .whens         = {},
                   .method        = s.method,
                   .choice        = s.choice,
                   .linear_solver = s.linear_solver,
                   .certificate   = s.certificate,
                   .modes         = model.modes(),
                   .details       = loaded.details,
                   .sources       = loaded.sources};
  if (mode != nullptr) {
    if (mode->pattern.column_begin.size() == mode->pattern.n + 1) describe_jacobian(note, mode->pattern);
    for (const auto& w : mode->whens) note.whens.push_back({w.name, trigger_of(w), w.initial, w.terminal});
  }
  for (std::size_t i = 0; i < model.size(); ++i) {
    const bool algebraic = implicit && mode != nullptr && i < mode->differential.size() && mode->differential[i] == 0;
    note.variables.push_back({catalogue.names.variables[i], algebraic ? "algebraic" : "differential", simulation.x()[i]});
  }
  for (std::size_t i = 0; i < catalogue.names.discrete.size(); ++i)
    if (!catalogue.names.discrete[i].empty())  // others are nobody's
      note.variables.push_back({catalogue.names.discrete[i], "discrete", simulation.discrete()[i]});
  return note;
}

std::string text(const ModelNote& n, const Paper& paper) {
  const auto count = [&](std::string_view kind) {
    return std::count_if(n.variables.begin(), n.variables.end(), [&](const auto& v) { return v.kind == kind; });
  };
  const auto percent = n.size == 0 ? 0.0 : 100.0 * static_cast<double>(n.nonzeros) / static_cast<double>(n.size * n.size);
  std::string out    = paper.style.heading(n.title.empty() ? n.name : n.title) + "\n";
  out += fmt::format("  form         {}\n", n.form);
  out += fmt::format("  variables    {} differential, {} algebraic, {} discrete\n", count("differential"),
                     count("algebraic"), count("discrete"));
  out +=
      fmt::format("  Jacobian     {0} x {0}, {1} nonzeros ({2:.3g} %), {3}\n", n.size, n.nonzeros, percent, n.structure);
  out += fmt::format("  method       {}\n", n.choice == "as asked" ? n.method + ", as asked" : n.choice);
  if (!n.linear_solver.empty()) out += fmt::format("  solver       {}\n", n.linear_solver);
  out += fmt::format("  certificate  {}\n", n.certificate);
  for (const auto& [what, text] : n.details) out += fmt::format("  {:<12} {}\n", what, text);
  TextTable variables{.header = {"variable", "kind", " at the start"}};
  for (const auto& v : n.variables) variables.rows.push_back({v.name, v.kind, fmt::format("{: .9g}", v.start)});
  TextTable relations{.header = {"relation", "changes with", "used by"}};
  for (const auto& r : n.relations) relations.rows.push_back({r.text, r.changes_with, r.used_by});
  TextTable whens{.header = {"when", "fires", "also"}};
  for (const auto& w : n.whens)
    whens.rows.push_back({w.name, w.trigger,
                          std::string(w.initial ? "at the start" : "") + (w.initial && w.terminal ? ", " : "") +
                              (w.terminal ? "ends the run" : "")});
  TextTable sources{.header = {"event source", "line", "kind", "its instants are", "makes an event"}};
  for (const auto& s : n.sources)
    sources.rows.push_back({s.text, fmt::format("{}", s.line), s.kind, s.found, s.event ? "yes" : "no, only a switch"});
  const bool of_text = !n.details.empty();  // its relations and whens are those of the text
  for (const auto* table : of_text ? std::vector{&variables, &sources} : std::vector{&variables, &relations, &whens})
    if (!table->rows.empty()) out += table->text(paper.most_rows, paper.width, paper.style);
  return out;
}

nlohmann::ordered_json to_json(const ModelNote& n) {
  using Json     = nlohmann::ordered_json;
  Json variables = Json::array(), relations = Json::array(), whens = Json::array();
  for (const auto& v : n.variables) variables.push_back({{"name", v.name}, {"kind", v.kind}, {"start", v.start}});
  for (const auto& r : n.relations)
    relations.push_back({{"text", r.text}, {"changes_with", r.changes_with}, {"used_by", r.used_by}});
  for (const auto& w : n.whens)
    whens.push_back({{"name", w.name}, {"trigger", w.trigger}, {"initial", w.initial}, {"terminal", w.terminal}});
  Json document = {
      {"model", n.name},
      {"title", n.title},
      {"form", n.form.substr(0, n.form.find(','))},
      {"jacobian",
       {{"size", n.size}, {"nonzeros", n.nonzeros}, {"lower", n.lower}, {"upper", n.upper}, {"structure", n.structure}}},
      {"method", n.method},
      {"choice", n.choice},
      {"linear_solver", n.linear_solver},
      {"certificate", n.certificate},
      {"modes", n.modes},
      {"variables", variables},
      {"relations", relations},
      {"whens", whens}};
  if (n.details.empty()) return document;
  for (const auto& [what, words] : n.details) document["translation"][what] = words;
  document["event_sources"] = Json::array();
  for (const auto& s : n.sources)
    document["event_sources"].push_back(
        {{"text", s.text}, {"line", s.line}, {"kind", s.kind}, {"found", s.found}, {"event", s.event}});
  return document;
}

}  // namespace saltus::cli
