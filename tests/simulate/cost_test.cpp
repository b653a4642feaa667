// What five problems cost at default options, as a reviewed number: a slower change shows up in the diff.
// SALTUS_UPDATE_SNAPSHOTS=1 writes the files anew.

#include <saltus/problems/problem.hpp>
#include <saltus/saltus.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace saltus {
namespace {

using problems::Problem;

/// The text of a file beside this test (programs run in their own folder), or what is to be there from now on.
std::string snapshot(const std::string& file, const std::string& now) {
  const char* update = std::getenv("SALTUS_UPDATE_SNAPSHOTS");
  if (update != nullptr && std::string(update) == "1") {
    std::ofstream out(file);
    out << now;
    EXPECT_TRUE(out.good()) << "cannot write " << file;
    return now;
  }
  std::ifstream in(file);
  EXPECT_TRUE(in.good()) << "no file " << file << "; SALTUS_UPDATE_SNAPSHOTS=1 writes it";
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

class Cost : public ::testing::TestWithParam<std::string> {};

TEST_P(Cost, IsWhatTheSnapshotSays) {
  const Problem&    p   = *problems::find(GetParam());
  const auto        run = simulate(p.make(), p.start, {.t_start = p.t_start, .t_end = p.t_end});
  const std::string now = to_text(run.statistics());
  EXPECT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_EQ(now, snapshot("cost/" + GetParam() + ".txt", now));
}

INSTANTIATE_TEST_SUITE_P(Gallery, Cost,
                         ::testing::Values("bouncing_ball", "switched_growth", "rectifier_dae_06", "clutch",
                                           "saw_tooth_periodic"),
                         [](const auto& it) { return it.param; });

}  // namespace
}  // namespace saltus
