// Every problem of the gallery that has an exact answer, with every method that applies, at four tolerances:
// all events, none spurious, at the right times. Then the final errors, over the problems of references.json.

#include <saltus/integrate/method.hpp>
#include <saltus/problems/problem.hpp>
#include <saltus/saltus.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace saltus {
namespace {

using problems::Problem;

std::vector<MethodChoice> methods_for(const Problem& p) {
  using enum MethodChoice;
  std::vector<MethodChoice> methods{radau};
  if (!p.implicit) methods.insert(methods.end(), {tsit5, dop853});
  if (integrate::has_sundials()) methods.push_back(bdf);
  if (integrate::has_sundials() && !p.implicit) methods.push_back(adams);
  return methods;
}

Run solve(const Problem& p, MethodChoice method, double tolerance) {
  return simulate(p.make(), p.start,
                  {.t_start = p.t_start, .t_end = p.t_end, .rtol = tolerance, .atol = tolerance, .method = method});
}

/// Event times strictly before the end. An event exactly at t_end is reported too, but not every reference lists it.
std::vector<double> interior(const Run& run, const Problem& p) {
  std::vector<double> times;
  for (const Event& e : run.events())
    if (e.kind != Event::Kind::initial && std::abs(e.t - p.t_end) > 1e-9 * std::abs(p.t_end - p.t_start))
      times.push_back(e.t);
  return times;
}

class Gallery : public testing::TestWithParam<std::tuple<std::string, MethodChoice>> {};

TEST_P(Gallery, FindsEveryEventAndNoOtherAtFourTolerances) {
  const auto [id, method] = GetParam();
  const Problem& p        = *problems::find(id);
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    SCOPED_TRACE(fmt::format("tolerance {}", tolerance));
    const saltus::Run run = solve(p, method, tolerance);
    ASSERT_EQ(run.outcome().reason, p.reference.ends) << run.outcome().message();
    if (!p.reference.events_known) continue;
    // A pair shallower than the error of the solution cannot be decided: found or not, it has to be reported.
    if (10 * tolerance > p.reference.pair_depth) {
      EXPECT_FALSE(run.grazes().empty());
      continue;
    }

    const auto  found = interior(run, p);
    std::string list;
    for (const Event& e : run.events()) list += to_text(e) + "\n";
    ASSERT_EQ(found.size(), p.reference.event_times.size()) << list;
    // 10 x tolerance x time scale, plus the rounding of the time itself. Multistep methods take several times as many steps,
    // and nothing is gained back by local extrapolation: their local errors add up (at worst to 33, birta at 1e-10).
    const double many    = method == MethodChoice::bdf || method == MethodChoice::adams ? 40 : 10;
    const double allowed = many * tolerance * p.reference.time_scale * p.reference.condition + 1e-13 * std::abs(p.t_end);
    for (std::size_t k = 0; k < found.size(); ++k)
      EXPECT_NEAR(found[k], p.reference.event_times[k], allowed) << "event " << k;
  }
}

std::vector<std::tuple<std::string, MethodChoice>> all_runs() {
  std::vector<std::tuple<std::string, MethodChoice>> runs;
  for (const Problem& p : problems::gallery())
    if (!p.later)
      for (const MethodChoice m : methods_for(p)) runs.emplace_back(p.id, m);
  return runs;
}

INSTANTIATE_TEST_SUITE_P(All, Gallery, testing::ValuesIn(all_runs()), [](const auto& it) {
  return std::get<0>(it.param) + "_" + std::string(to_text(std::get<1>(it.param)));
});

/// max_i |x_i - ref_i| / (1 + |ref_i|), the unit in which rtol = atol = tolerance means one tolerance.
double final_error(const Run& run, const Problem& p) {
  double worst = 0;
  for (const auto& [name, value] : p.reference.final)
    worst = std::max(worst, std::abs(run.final(name) - value) / (1 + std::abs(value)));
  return worst;
}

TEST(FinalError, IsOneToleranceInTheMedianAndFortyAtWorst) {
  std::vector<double> ratios;
  for (const Problem& p : problems::gallery()) {
    if (p.later || !p.reference.final_known || p.reference.final.empty()) continue;
    for (const MethodChoice m : methods_for(p))
      for (const double tolerance : {1e-5, 1e-8}) {
        const saltus::Run run   = solve(p, m, tolerance);
        const double      ratio = final_error(run, p) / tolerance / p.reference.condition;
        EXPECT_LE(ratio, 40) << p.id << " " << to_text(m) << " " << tolerance;
        RecordProperty(fmt::format("{}.{}.{}", p.id, to_text(m), tolerance), fmt::format("{:.3g}", ratio));
        ratios.push_back(ratio);
      }
  }
  ASSERT_FALSE(ratios.empty());
  std::sort(ratios.begin(), ratios.end());
  EXPECT_LE(ratios[ratios.size() / 2], 1.0);
}

}  // namespace
}  // namespace saltus
