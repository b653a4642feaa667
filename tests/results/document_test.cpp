// The JSON documents, key by key: they are stable formats (docs/reference/formats.md).

#include "samples.hpp"

#include <saltus/problems/problem.hpp>
#include <saltus/results/document.hpp>
#include <saltus/simulate/simulation.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace saltus::results {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  return names;
}
using Names = std::vector<std::string>;

struct Recorded {
  saltus::Run              run;
  Setup                    setup;
  std::vector<std::size_t> selected;
};

Recorded recorded(const std::string& id) {
  const problems::Problem& p = *problems::find(id);
  Setup setup{.model = "gallery:" + id, .title = "a title", .source = "a source", .command = "saltus run gallery:" + id};
  setup.options.t_start        = p.t_start;
  setup.options.t_end          = p.t_end;
  setup.options.history        = true;
  setup.set                    = {{"k", 1.5}};
  const auto               run = simulate(p.make(), p.start, setup.options);
  std::vector<std::size_t> selected;
  for (const auto& name : run.trajectory().names()) {
    selected.push_back(setup.columns.size());
    setup.columns.push_back({.name = name, .unit = "m", .description = "of " + name});
  }
  return {run, setup, selected};
}

TEST(EventsJson, HasEveryEventAsDocumented) {
  const auto r    = recorded("bouncing_ball");
  const Json json = Json::parse(events_json(r.run));
  EXPECT_EQ(keys(json), (Names{"format", "format_version", "events", "grazes"}));
  EXPECT_EQ(json["format"], "saltus-events");
  EXPECT_EQ(json["format_version"], 1);
  ASSERT_EQ(json["events"].size(), r.run.events().size());
  ASSERT_GT(r.run.events().size(), 0u);
  for (std::size_t k = 0; k < r.run.events().size(); ++k) {
    const Json&  e    = json["events"][k];
    const Event& here = r.run.events()[k];
    EXPECT_EQ(keys(e),
              (Names{"t", "t_left", "kind", "relations", "whens", "passes", "mode_before", "mode_after", "resets"}));
    EXPECT_EQ(e["t"].get<double>(), here.t) << "to the last bit";
    EXPECT_EQ(e["t_left"].get<double>(), here.t_left);
    EXPECT_EQ(e["kind"], "state");
    ASSERT_EQ(e["relations"].size(), here.relations.size());
    EXPECT_EQ(e["relations"][0]["text"], here.relations[0].text);
    EXPECT_EQ(e["relations"][0]["becomes"], here.relations[0].becomes);
    EXPECT_EQ(e["whens"], Json(here.whens));
    EXPECT_EQ(e["passes"], here.passes);
    EXPECT_EQ(e["mode_before"], here.mode_before);
    EXPECT_EQ(e["mode_after"], here.mode_after);
    ASSERT_EQ(e["resets"].size(), here.resets.size());
    EXPECT_EQ(e["resets"][0]["name"], here.resets[0].name);
    EXPECT_EQ(e["resets"][0]["before"].get<double>(), here.resets[0].before);
    EXPECT_EQ(e["resets"][0]["after"].get<double>(), here.resets[0].after);
  }
}

TEST(EventsJson, NamesKindsAndGrazesByIdentifiers) {
  const saltus::Run run(
      {}, {Event{.kind = Event::Kind::time}, Event{.kind = Event::Kind::initial}, Event{.kind = Event::Kind::terminal}},
      {Graze{Graze::Kind::touch, "a", 1, 0}, Graze{Graze::Kind::near_miss, "b \"c\"", 2, 1e-9},
       Graze{Graze::Kind::undecidable_pair, "d", 3, 1e-8}},
      {}, {});
  const Json json = Json::parse(events_json(run));
  EXPECT_EQ(json["events"][0]["kind"], "time");
  EXPECT_EQ(json["events"][1]["kind"], "initial");
  EXPECT_EQ(json["events"][2]["kind"], "terminal");
  EXPECT_EQ(json["grazes"][0], Json::parse(R"({"kind": "touch", "relation": "a", "t": 1.0, "depth": 0.0})"));
  EXPECT_EQ(json["grazes"][1]["kind"], "near_miss");
  EXPECT_EQ(json["grazes"][1]["relation"], "b \"c\"");
  EXPECT_EQ(json["grazes"][2]["kind"], "undecidable_pair");
}

TEST(EventsJson, IsWholeWithoutAnyEvent) {
  const Json json = Json::parse(events_json(saltus::Run({}, {}, {}, {}, {})));
  EXPECT_TRUE(json["events"].is_array() && json["events"].empty());
  EXPECT_TRUE(json["grazes"].is_array() && json["grazes"].empty());
}

TEST(StatisticsJson, HasEveryFieldAndWhatItTakesToRepeatTheRun) {
  const auto r    = recorded("clutch");
  const Json json = Json::parse(statistics_json(r.run, r.setup, 0.25));
  EXPECT_EQ(keys(json), (Names{"format", "format_version", "saltus", "model", "command", "options", "set", "outcome",
                               "seconds", "statistics"}));
  EXPECT_EQ(json["format"], "saltus-statistics");
  EXPECT_EQ(json["seconds"], 0.25);
  EXPECT_EQ(json["command"], "saltus run gallery:clutch");
  EXPECT_EQ(json["set"], Json::parse(R"({"k": 1.5})"));
  EXPECT_EQ(keys(json["model"]), (Names{"name", "title", "source", "hash"}));
  EXPECT_EQ(keys(json["saltus"]), (Names{"version", "compiler", "libraries"}));
  EXPECT_EQ(json["outcome"]["reason"], "reached_end");
  EXPECT_EQ(json["outcome"]["code"], "");
  EXPECT_EQ(keys(json["options"]),
            (Names{"t_start", "t_end", "rtol", "atol", "atol_each", "method", "linear_solver", "output", "interval",
                   "largest_step", "first_step", "most_steps", "most_passes", "most_events_at_once", "detection",
                   "evaluation", "surface_control"}));
  EXPECT_TRUE(json["options"]["largest_step"].is_null()) << "no limit";
  EXPECT_EQ(json["options"]["method"], "automatic");
  EXPECT_EQ(json["options"]["output"], "steps");
  const auto& s = r.run.statistics();
  EXPECT_EQ(json["statistics"], Json({{"method", s.method},
                                      {"choice", s.choice},
                                      {"linear_solver", s.linear_solver},
                                      {"certificate", s.certificate},
                                      {"detection", s.detection},
                                      {"surface_control", s.surface_control},
                                      {"evaluation", s.evaluation},
                                      {"steps", s.steps},
                                      {"rejected", s.rejected},
                                      {"rhs", s.rhs},
                                      {"residuals", s.residuals},
                                      {"jacobians", s.jacobians},
                                      {"factorizations", s.factorizations},
                                      {"newton_iterations", s.newton_iterations},
                                      {"restarts", s.restarts},
                                      {"surface_evaluations", s.surface_evaluations},
                                      {"enclosures", s.enclosures},
                                      {"events", s.events},
                                      {"silent_changes", s.silent_changes},
                                      {"passes", s.passes},
                                      {"grazes", s.grazes},
                                      {"modes", s.modes},
                                      {"state_changes", s.state_changes}}));
}

TEST(StatisticsJson, NamesEveryReasonByItsIdentifier) {
  std::vector<std::string> names;
  for (int k = 0; k <= static_cast<int>(Outcome::Reason::assertion_failed); ++k) {
    const saltus::Run run({}, {}, {}, {}, Outcome{.reason = static_cast<Outcome::Reason>(k)});
    names.push_back(Json::parse(statistics_json(run, {}, 0))["outcome"]["reason"]);
  }
  EXPECT_EQ(names, (Names{"reached_end", "terminal_event", "step_too_small", "newton_failed", "not_finite",
                          "relation_not_finite", "not_consistent", "did_not_settle", "no_progress", "too_many_steps",
                          "model_threw", "cancelled", "assertion_failed"}));
}

TEST(RunDocument, HoldsTheWholeRun) {
  const auto r    = recorded("clutch");
  const Json json = Json::parse(run_document(r.run, r.setup, 0.5, r.selected));
  EXPECT_EQ(keys(json), (Names{"format", "format_version", "saltus", "model", "command", "options", "set", "outcome",
                               "seconds", "statistics", "variables", "trajectory", "steps", "methods", "modes",
                               "state_changes", "events", "grazes"}));
  EXPECT_EQ(json["format"], "saltus-run");
  EXPECT_EQ(json["variables"][0], Json::parse(R"({"name": "time", "unit": "s", "discrete": false, "description": ""})"));
  const auto& t = r.run.trajectory();
  ASSERT_EQ(json["variables"].size(), t.names().size() + 1);
  ASSERT_EQ(json["trajectory"].size(), t.names().size() + 1);
  for (std::size_t i = 0; i < t.names().size(); ++i) {
    EXPECT_EQ(json["variables"][i + 1]["name"], t.names()[i]);
    EXPECT_EQ(json["variables"][i + 1]["description"], "of " + t.names()[i]);
    ASSERT_EQ(json["trajectory"][i + 1].size(), t.size());
    for (std::size_t k = 0; k < t.size(); ++k) ASSERT_EQ(json["trajectory"][i + 1][k].get<double>(), t.row(k)[i]);
  }
  const auto& h = r.run.history();
  ASSERT_FALSE(h.empty());
  EXPECT_EQ(keys(json["steps"]), (Names{"t", "h", "order", "rejected", "method"}));
  for (const auto& [name, values] : json["steps"].items()) ASSERT_EQ(values.size(), h.size()) << name;
  for (std::size_t k = 0; k < h.size(); ++k) {
    EXPECT_EQ(json["steps"]["t"][k].get<double>(), h[k].t);
    EXPECT_EQ(json["steps"]["h"][k].get<double>(), h[k].h);
    EXPECT_EQ(json["steps"]["order"][k], h[k].order);
    EXPECT_EQ(json["steps"]["rejected"][k], h[k].rejected);
    EXPECT_EQ(json["steps"]["method"][k], h[k].method);
  }
  EXPECT_EQ(json["methods"], Json(r.run.methods()));
  ASSERT_EQ(json["modes"].size(), r.run.modes().size());
  ASSERT_GT(json["modes"].size(), 1u);
  EXPECT_EQ(json["modes"][1]["id"], 1);
  EXPECT_EQ(json["modes"][1]["conditions"][0]["text"], r.run.modes()[1].conditions[0].text);
  EXPECT_EQ(json["events"], Json::parse(events_json(r.run))["events"]);
}

TEST(RunDocument, IsReadBackAsATable) {
  const samples::Folder folder;
  const auto            r = recorded("clutch");
  samples::put(folder / "run.json", run_document(r.run, r.setup, 0.5, r.selected));
  const Table table = read_result(folder / "run.json");
  ASSERT_EQ(table.rows(), r.run.trajectory().size());
  for (std::size_t k = 0; k < table.rows(); ++k) {
    EXPECT_EQ(table.columns[0][k], r.run.trajectory().times()[k]);
    EXPECT_EQ(table.columns[2][k], r.run.trajectory().row(k)[1]);
  }
}

TEST(RunDocument, HasTheSelectedVariablesOnly) {
  const auto r    = recorded("clutch");
  const Json json = Json::parse(run_document(r.run, r.setup, 0.5, std::vector<std::size_t>{1}));
  ASSERT_EQ(json["variables"].size(), 2u);
  EXPECT_EQ(json["variables"][1]["name"], r.run.trajectory().names()[1]);
  EXPECT_EQ(json["trajectory"].size(), 2u);
}

TEST(RunDocument, WritesNullForWhatJsonDoesNotHave) {
  const auto        s = samples::awkward();
  const saltus::Run run(s.trajectory, {}, {}, {}, {});
  const Json        json = Json::parse(run_document(run, s.setup, 0, s.all()));
  EXPECT_TRUE(json["trajectory"][1][2].is_null());
  EXPECT_TRUE(json["trajectory"][2][2].is_null());
  EXPECT_EQ(json["trajectory"][5][0].get<double>(), std::numeric_limits<double>::max());
  EXPECT_EQ(json["variables"][4]["name"], "Δφ in °");
  EXPECT_TRUE(json["variables"][6]["discrete"].get<bool>());
}

TEST(RunDocument, SurvivesNamesThatAreNoUtf8) {
  auto s          = samples::sample({{.name = "\xff\xfe"}}, {{0, 1}});
  s.setup.command = "saltus run \xc3";
  const saltus::Run run(s.trajectory, {}, {}, {}, {});
  EXPECT_EQ(Json::parse(run_document(run, s.setup, 0, s.all()))["command"], "saltus run \uFFFD");
}

TEST(RunDocument, TellsModelsApartByTheirHash) {
  const auto hash = [](const std::string& model, const std::string& source) {
    return Json::parse(
               statistics_json(saltus::Run({}, {}, {}, {}, {}), {.model = model, .source = source}, 0))["model"]["hash"]
        .get<std::string>();
  };
  EXPECT_EQ(hash("a", "b"), hash("a", "b"));
  EXPECT_NE(hash("a", "b"), hash("ab", ""));
  EXPECT_NE(hash("a", "b"), hash("a", "c"));
}

TEST(BuildInfo, NamesWhatItWasBuiltFrom) {
  const Build b = build();
  EXPECT_FALSE(b.version.empty());
  EXPECT_NE(b.compiler.find(' '), std::string::npos);
  for (const auto& [name, version] : b.libraries) EXPECT_NE(version.find('.'), std::string::npos) << name;
}

}  // namespace
}  // namespace saltus::results
