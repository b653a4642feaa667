// saltus_bench: the contest on the gallery. Scores go to a file as JSON, one progress line per problem to stderr.

#include "contest.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace saltus::bench {
namespace {

constexpr const char* help = R"(saltus_bench: Saltus, its limit and its peers on the gallery

  saltus_bench --out scores.json [options]

  --problem ID[,ID...]     these problems only
  --only NAME[,NAME...]    contestants whose name begins with one of these, e.g. saltus,limit
  --tolerances A,B,...     instead of 1e-3 to 1e-11
  --rounds N               turns per contestant (7)
  --peers FLAVOUR=FILE     a plug-in with solvers; may be repeated
)";

struct Command {
  std::string              out;
  std::vector<std::string> problems, only;
  Rules                    rules;
  Contestants              contestants;
};

Command read_command(int argc, char** argv) {
  Command c;
  for (int k = -3; k >= -11; --k) c.rules.tolerances.push_back(std::pow(10.0, k));
  add_saltus(c.contestants);
  add_limits(c.contestants);
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--help" || i + 1 == argc) throw InputError(help);
    const std::string value = argv[++i];
    if (name == "--out") c.out = value;
    else if (name == "--problem") c.problems = split(value);
    else if (name == "--only") c.only = split(value);
    else if (name == "--rounds") c.rules.rounds = std::max(1, std::stoi(value));
    else if (name == "--peers") load_peers(c.contestants, value);
    else if (name == "--tolerances") {
      c.rules.tolerances.clear();
      for (const auto& t : split(value)) c.rules.tolerances.push_back(std::stod(t));
    } else throw InputError(help);
  }
  if (c.out.empty()) throw InputError(help);
  for (const auto& id : c.problems)
    if (problems::find(id) == nullptr)
      throw InputError("there is no problem " + id + "; `./saltus gallery` lists them");
  if (!c.only.empty())
    std::erase_if(c.contestants, [&](const auto& who) {
      return std::none_of(c.only.begin(), c.only.end(), [&](const auto& n) { return who->name().starts_with(n); });
    });
  return c;
}

nlohmann::json to_json(const Score& s) {
  nlohmann::json j = {{"problem", s.problem},
                      {"contestant", s.contestant},
                      {"tolerance", s.tolerance},
                      {"right", s.verdict.right},
                      {"why", s.verdict.why},
                      {"expected", s.verdict.expected},
                      {"found", s.verdict.found},
                      {"error", s.verdict.error},
                      {"final_error", s.verdict.final_error},
                      {"steps", s.work.steps},
                      {"rejected", s.work.rejected},
                      {"evaluations", s.work.evaluations},
                      {"jacobians", s.work.jacobians},
                      {"g", s.work.g}};
  if (s.timing.rounds > 0)
    j["seconds"] = {{"median", s.timing.median},
                    {"quickest", s.timing.quickest},
                    {"slowest", s.timing.slowest},
                    {"rounds", s.timing.rounds},
                    {"runs", s.timing.runs_per_round}};
  return j;
}

int run(int argc, char** argv) {
  const Command                         c = read_command(argc, argv);
  std::vector<const problems::Problem*> chosen;
  for (const auto& p : problems::gallery())
    if (takes_part(p) && (c.problems.empty() || std::find(c.problems.begin(), c.problems.end(), p.id) != c.problems.end()))
      chosen.push_back(&p);

  nlohmann::json scores = nlohmann::json::array(), list = nlohmann::json::array();
  std::size_t    done = 0;
  for (const auto* p : chosen) {
    fmt::print(stderr, "[{}/{}] {}\n", ++done, chosen.size(), p->id);
    list.push_back({{"id", p->id},
                    {"title", p->title},
                    {"implicit", p->implicit},
                    {"n", p->make()->size()},
                    {"events", p->reference.event_times.size()},
                    {"condition", p->reference.condition}});
    hold(*p, c.contestants, c.rules, [&](const Score& s) { scores.push_back(to_json(s)); });
  }
  std::ofstream(c.out) << nlohmann::json{{"problems", list}, {"scores", scores}}.dump(1) << '\n';
  return 0;
}

}  // namespace
}  // namespace saltus::bench

int main(int argc, char** argv) {
  try {
    return saltus::bench::run(argc, argv);
  } catch (const std::exception& e) {
    fmt::print(stderr, "{}\n", e.what());
    return 2;
  }
}
