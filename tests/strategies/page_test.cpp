// docs/explanation/strategies.md shows what the strategies do now. SALTUS_UPDATE_SNAPSHOTS=1 writes its tables anew; read
// the difference: what the page says about them may have become untrue.

#include "tables.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace saltus::strategies {
namespace {

TEST(Page, ShowsTheTablesOfAFreshRun) {
  std::ifstream      in(SALTUS_STRATEGIES_PAGE);
  std::ostringstream read;
  read << in.rdbuf();
  std::string page = read.str();
  ASSERT_FALSE(page.empty()) << SALTUS_STRATEGIES_PAGE;
  const char* update = std::getenv("SALTUS_UPDATE_SNAPSHOTS");
  for (const auto& [name, text] : tables()) {
    const std::string begin = "<!-- table " + name + " -->\n", end = "<!-- end of table -->";
    const auto        from = page.find(begin);
    ASSERT_NE(from, std::string::npos) << "no line " << begin;
    const auto first = from + begin.size(), last = page.find(end, first);
    ASSERT_NE(last, std::string::npos) << "no " << end << " after " << begin;
    const std::string now = "\n" + text + "\n";
    if (update != nullptr && std::string(update) == "1") page.replace(first, last - first, now);
    EXPECT_EQ(page.substr(first, page.find(end, first) - first), now) << name;
  }
  if (update != nullptr && std::string(update) == "1") std::ofstream(SALTUS_STRATEGIES_PAGE) << page;
}

}  // namespace
}  // namespace saltus::strategies
