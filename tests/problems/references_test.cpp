// The numbers in the sources are those of problems/references.json: one problem for each of its entries.

#include <saltus/problems/problem.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <map>

namespace saltus::problems {
namespace {

using Json = nlohmann::json;

const Json& references() {
  static const Json all = [] {
    std::ifstream file(SALTUS_REFERENCES);
    Json          read = Json::parse(file);
    read.erase("_about");
    return read;
  }();
  return all;
}

std::vector<std::string> keys() {
  std::vector<std::string> all;
  for (const auto& [key, entry] : references().items()) all.push_back(key);
  return all;
}

/// The reference gives 20 digits, rounded to double; zeros are given as 1e-30.
void expect_equal(double ours, double theirs, const std::string& what) {
  EXPECT_NEAR(ours, theirs, 1e-15 * (1 + std::abs(theirs))) << what;
}

class EachReference : public testing::TestWithParam<std::string> {
 protected:
  const Json& entry = references().at(GetParam());

  const Problem& problem() const {
    const auto& all = gallery();
    const auto  at  = std::find_if(all.begin(), all.end(), [&](const Problem& p) { return p.case_id == GetParam(); });
    if (at == all.end()) throw std::runtime_error("not registered: " + GetParam());
    return *at;
  }
};

TEST_P(EachReference, IsRegisteredOnce) {
  const auto& all = gallery();
  EXPECT_EQ(std::count_if(all.begin(), all.end(), [&](const Problem& p) { return p.case_id == GetParam(); }), 1);
}

TEST_P(EachReference, HasTheSameStart) {
  const Problem& p     = problem();
  const auto     model = p.make();
  const auto&    names = model->catalogue().names.variables;
  expect_equal(p.t_start, entry.at("t0").get<double>(), "t_start");
  expect_equal(p.t_end, entry.at("tf").get<double>(), "t_end");
  ASSERT_EQ(names.size(), entry.at("states").size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(names[i], entry.at("states")[i].get<std::string>());
    expect_equal(p.start.x[i], entry.at("y0").at(names[i]).get<double>(), names[i]);
  }
}

TEST_P(EachReference, HasTheSameEvents) {
  const auto& ours   = problem().reference.event_times;
  const auto& theirs = entry.at("events");
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t k = 0; k < ours.size(); ++k)
    expect_equal(ours[k], theirs[k].at("t").get<double>(), "event " + std::to_string(k));
}

TEST_P(EachReference, HasTheSameFinalState) {
  const Reference& ours = problem().reference;
  ASSERT_EQ(ours.final_known, !entry.at("final").is_null());
  std::map<std::string, double> values(ours.final.begin(), ours.final.end());
  if (!ours.final_known) return;
  for (const auto& [name, value] : entry.at("final").items()) {
    ASSERT_TRUE(values.contains(name)) << name;
    expect_equal(values.at(name), value.get<double>(), name);
  }
}

// S-03 gives the final value for both rules of the reset; the entry is for the printed one.
TEST_P(EachReference, HasTheSameFinalStateForTheOtherRule) {
  if (!entry.contains("final_y3_if_u_is_minus_y1")) return;
  const Problem& printed = problem();
  const Problem* table   = find(printed.id.substr(0, printed.id.find("_printed")));
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->reference.event_times, printed.reference.event_times);
  expect_equal(table->reference.final.back().second, entry.at("final_y3_if_u_is_minus_y1").get<double>(), "y3");
}

INSTANTIATE_TEST_SUITE_P(References, EachReference, testing::ValuesIn(keys()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace saltus::problems
