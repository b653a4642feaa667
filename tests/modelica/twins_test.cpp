// Every problem of the papers behind the design (the first seven families of the gallery) in both forms, C++ and Modelica:
// the same events at the same times, the same trajectory.

#include "instants.hpp"

#include <saltus/front/modelica/initial.hpp>
#include <saltus/front/modelica/translate.hpp>
#include <saltus/problems/family.hpp>
#include <saltus/simulate/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace {

using namespace saltus;

struct Twin {
  const char*                    gallery;
  const char*                    text;
  std::vector<modelica::Setting> set  = {};
  std::vector<std::string> conditions = {};  ///< variables of the text whose changes are the events; none: all of them
};

const std::vector<Twin>& twins() {
  static const std::vector<Twin> all = {
      {"switched_growth", "switched_growth"},
      {"birta", "birta"},
      {"birta_transitions", "birta"},
      {"line_crossings_35", "line_crossings", {{"A", "0.35"}}, {"above"}},
      {"line_crossings_35_printed", "line_crossings", {{"A", "0.35"}, {"printed", "true"}}, {"above"}},
      {"line_crossings_40", "line_crossings", {{"A", "0.4"}}, {"above"}},
      {"line_crossings_40_printed", "line_crossings", {{"A", "0.4"}, {"printed", "true"}}, {"above"}},
      {"line_crossings_403", "line_crossings", {{"A", "0.403"}}, {"above"}},
      {"line_crossings_403_printed", "line_crossings", {{"A", "0.403"}, {"printed", "true"}}, {"above"}},
      {"line_crossings_45", "line_crossings", {{"A", "0.45"}}, {"above"}},
      {"line_crossings_45_printed", "line_crossings", {{"A", "0.45"}, {"printed", "true"}}, {"above"}},
      {"tangency_time_2", "tangency", {{"gap", "1e-2"}}},
      {"tangency_time_4", "tangency", {{"gap", "1e-4"}}},
      {"tangency_time_6", "tangency", {{"gap", "1e-6"}}},
      {"tangency_time_8", "tangency", {{"gap", "1e-8"}}},
      {"tangency_time_10", "tangency", {{"gap", "1e-10"}}},
      {"tangency_time_12", "tangency", {{"gap", "1e-12"}}},
      {"tangency_time_above", "tangency", {{"gap", "-1e-6"}}},
      {"tangency_states_2", "tangency_states", {{"gap", "1e-2"}}},
      {"tangency_states_4", "tangency_states", {{"gap", "1e-4"}}},
      {"tangency_states_6", "tangency_states", {{"gap", "1e-6"}}},
      {"tangency_states_8", "tangency_states", {{"gap", "1e-8"}}},
      {"tangency_states_10", "tangency_states", {{"gap", "1e-10"}}},
      {"tangency_states_12", "tangency_states", {{"gap", "1e-12"}}},
      {"tangency_states_above", "tangency_states", {{"gap", "-1e-6"}}},
      {"switched_blow_up_0", "switched_blow_up", {{"n", "0"}}},
      {"switched_blow_up_2", "switched_blow_up", {{"n", "2"}}},
      {"switched_blow_up_4", "switched_blow_up", {{"n", "4"}}},
      {"piecewise_damping", "piecewise_damping", {}, {"region"}},
      {"saw_tooth", "saw_tooth"},
      {"saw_tooth_periodic", "saw_tooth_periodic"},
      {"rectifier", "rectifier", {}, {"d1", "d2"}},
      {"rectifier_06", "rectifier", {}, {"d1", "d2"}},
      {"rectifier_25_06", "rectifier", {{"f", "25"}}, {"d1", "d2"}},
      {"rectifier_100_06", "rectifier", {{"f", "100"}}, {"d1", "d2"}},
      {"rectifier_dae", "rectifier_dae", {}, {"d1", "d2"}},
      {"rectifier_dae_06", "rectifier_dae", {}, {"d1", "d2"}},
      {"rectifier_dae_25_06", "rectifier_dae", {{"f", "25"}}, {"d1", "d2"}},
      {"rectifier_dae_100_06", "rectifier_dae", {{"f", "100"}}, {"d1", "d2"}},
      {"sliding_block", "sliding_block"},
      {"clutch", "clutch", {}, {"motion"}},
      {"furuta_pendulum", "furuta_pendulum", {}, {"motion"}},
      {"turning_growth", "turning_growth"},
      {"set_point", "set_point"},
      {"tank_heater", "tank_heater", {}, {"on"}},
      {"two_tanks", "two_tanks", {}, {"full"}},
      {"two_tanks_dae", "two_tanks_dae", {}, {"full"}},
  };
  return all;
}

constexpr std::size_t families_of_papers = 7;
constexpr double      tolerance          = 1e-8;
constexpr double      rows               = 200;

Options options_for(const problems::Problem& p) {
  return {.t_start  = p.t_start,
          .t_end    = p.t_end,
          .rtol     = tolerance,
          .atol     = tolerance,
          .output   = Output::grid,
          .interval = std::abs(p.t_end - p.t_start) / rows};
}

std::shared_ptr<const modelica::SortedModel> translated(const std::string&                    name,
                                                        const std::vector<modelica::Setting>& set) {
  const auto    path = std::filesystem::path(SALTUS_EXAMPLES) / (name + ".mo");
  std::ifstream file(path);
  return modelica::translate(path.string(), std::string(std::istreambuf_iterator<char>(file), {}), set);
}

Run run_text(const Twin& twin, const problems::Problem& p) {
  auto       model   = std::make_unique<modelica::HybridModel>(translated(twin.text, twin.set));
  const auto initial = modelica::find_initial(*model, p.t_start);
  return simulate(std::move(model), {.x = initial.x, .discrete = initial.q}, options_for(p));
}

/// Those inside the run. What falls on an end up to rounding may be seen or not; several at one instant count once.
std::vector<double> inside(const std::vector<double>& times, const problems::Problem& p) {
  const double        close = 1e-9 * p.reference.time_scale;
  std::vector<double> out;
  for (const double t : times)
    if (t - p.t_start > close && p.t_end - t > close && (out.empty() || t - out.back() > close)) out.push_back(t);
  return out;
}

class TwinOf : public testing::TestWithParam<Twin> {};

TEST_P(TwinOf, HasTheSameEventsAndTheSameTrajectory) {
  const auto* p = problems::find(GetParam().gallery);
  ASSERT_NE(p, nullptr);
  const saltus::Run cpp = simulate(p->make(), p->start, options_for(*p)), text = run_text(GetParam(), *p);
  ASSERT_TRUE(cpp.outcome().ok()) << cpp.outcome().message();
  ASSERT_TRUE(text.outcome().ok()) << text.outcome().message();

  // Each run is within a modest factor of condition * tolerance of the truth (problem.hpp); 20 for the two together.
  const double room     = 20 * tolerance * p->reference.condition;
  const bool   decides  = p->reference.pair_depth > 100 * tolerance;  // below, neither run can tell: a graze
  const auto   expected = inside(modelica::test::instants(cpp, {}), *p);
  const auto   found    = inside(modelica::test::instants(text, GetParam().conditions), *p);
  if (decides) {
    ASSERT_EQ(found.size(), expected.size());
    ASSERT_EQ(found.size(), p->reference.event_times.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      EXPECT_NEAR(found[k], expected[k], room * p->reference.time_scale + 1e-12) << "event " << k;
      EXPECT_NEAR(found[k], p->reference.event_times[k], room * p->reference.time_scale + 1e-12) << "event " << k;
    }
  } else {
    EXPECT_TRUE(found.size() == p->reference.event_times.size() || !text.grazes().empty())
        << "a pair that cannot be decided is reported";
  }
  for (const auto& [name, value] : p->reference.final)
    EXPECT_NEAR(text.final(name), value, room * (1 + std::abs(value))) << name;

  // The names that both have, at the same times; between an event of the one and that of the other they may differ.
  const auto&              names = text.trajectory().names();
  std::vector<std::string> shared;
  for (const auto& name : cpp.trajectory().names())
    if (std::find(names.begin(), names.end(), name) != names.end()) shared.push_back(name);
  ASSERT_FALSE(shared.empty());
  const double step  = std::abs(p->t_end - p->t_start) / rows;
  const auto   value = [](const saltus::Run& run, const std::string& name, double t) {
    const auto times = run.trajectory().times();
    const auto at    = std::lower_bound(times.begin(), times.end(), t - 1e-9 * (1 + std::abs(t)));
    return run.trajectory().row(static_cast<std::size_t>(at - times.begin()))[run.trajectory().index(name)];
  };
  const auto near_event = [&](double t) {
    return std::any_of(expected.begin(), expected.end(), [&](double e) { return std::abs(e - t) < 1e-6 * step; });
  };
  for (int k = 1; k < static_cast<int>(rows); ++k) {
    const double t = p->t_start + k * step;
    if (near_event(t)) continue;
    for (const auto& name : shared) {
      const double a = value(cpp, name, t), b = value(text, name, t);
      ASSERT_NEAR(a, b, room * (1 + std::abs(a))) << name << " at t = " << t;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Modelica, TwinOf, testing::ValuesIn(twins()),
                         [](const auto& p) { return std::string(p.param.gallery); });

TEST(Twins, AreThereForEveryProblemOfThePapers) {
  std::set<std::string> known;
  for (const Twin& t : twins()) known.insert(t.gallery);
  const auto& families = problems::families();
  ASSERT_GE(families.size(), families_of_papers);
  EXPECT_EQ(families[families_of_papers].title, "Balls: impacts") << "the papers' problems come before it";
  for (std::size_t f = 0; f < families_of_papers; ++f)
    for (const auto& p : families[f].problems) EXPECT_TRUE(p.later || known.contains(p.id)) << p.id << " has no text";
}

}  // namespace
