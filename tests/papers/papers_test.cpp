// docs/explanation/papers shows what comes out now, beside what the papers report.

#include "figures.hpp"
#include "plot.hpp"
#include "snapshots.hpp"
#include "tables.hpp"

#include <gtest/gtest.h>

namespace saltus::papers {
namespace {

const std::string docs = SALTUS_DOCS "/";

void expect_pictures(const Pictures& pictures) {
  for (const auto& [path, svg] : pictures) snapshots::expect_picture(docs + path, svg);
}

// Their tables have columns by bdf and adams.
TEST(Papers, TablesOfCarverAreThoseOfAFreshRun) {
  if (!SALTUS_HAS_SUNDIALS) GTEST_SKIP() << "needs SUNDIALS";
  snapshots::expect_tables(docs + "explanation/papers/carver-1978.md", carver());
}
TEST(Papers, TablesOfMaoAndPetzoldAreThoseOfAFreshRun) {
  if (!SALTUS_HAS_SUNDIALS) GTEST_SKIP() << "needs SUNDIALS";
  snapshots::expect_tables(docs + "explanation/papers/mao-petzold-2002.md", mao_petzold());
}
TEST(Papers, TablesOnAssimuloAreThoseOfAFreshRun) {
  if (!SALTUS_HAS_SUNDIALS) GTEST_SKIP() << "needs SUNDIALS";
  snapshots::expect_tables(docs + "explanation/papers/assimulo.md", assimulo());
}
TEST(Papers, TablesOfThomsenAreThoseOfAFreshRun) {
  snapshots::expect_tables(docs + "explanation/papers/thomsen-2006.md", thomsen());
}

TEST(Papers, FiguresAreThoseOfAFreshRun) {
  expect_pictures(paper_figures_own());
  if (SALTUS_HAS_SUNDIALS) expect_pictures(paper_figures());
}
TEST(Papers, FiguresOfTheTutorialsAreThoseOfAFreshRun) { expect_pictures(tutorial_figures()); }

TEST(Snapshots, ForgiveTheLastDigitOfACoordinateAndNothingElse) {
  EXPECT_TRUE(snapshots::alike("M1.0 2.0", "M1.1 2.0", 0.25));
  EXPECT_FALSE(snapshots::alike("M1.0 2.0", "M1.4 2.0", 0.25));
  EXPECT_FALSE(snapshots::alike("M1.0 2.0", "M1.0 -2.0", 0.25));
  EXPECT_FALSE(snapshots::alike("M1.0 2.0", "M1.0 2.0 3.0", 0.25));
  EXPECT_FALSE(snapshots::alike("", "M1.0", 0.25));
}

}  // namespace
}  // namespace saltus::papers
