// docs/explanation/strategies.md shows what the strategies do now.

#include "snapshots.hpp"
#include "tables.hpp"

#include <gtest/gtest.h>

namespace saltus::strategies {
namespace {

TEST(Page, ShowsTheTablesOfAFreshRun) { snapshots::expect_tables(SALTUS_STRATEGIES_PAGE, tables()); }

}  // namespace
}  // namespace saltus::strategies
