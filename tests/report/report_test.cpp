// report_html: which documents it takes, and that no text of a document can become a part of the page.

#include <saltus/core/error.hpp>
#include <saltus/results/report.hpp>
#include <saltus/results/report_page.hpp>

#include <gtest/gtest.h>

#include <string>

namespace saltus::results {
namespace {

const std::string smallest = R"({"format": "saltus-run", "format_version": 1})";

std::string refusal(const std::string& document) {
  try {
    report_html(document);
  } catch (const InputError& e) { return e.what(); }
  return "";
}

std::size_t occurrences(const std::string& text, std::string_view part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(Report, ThePageIsPartOfTheBuildThatIsTested) { EXPECT_GT(report_page.size(), 100'000u) << report_page_missing; }

TEST(Report, TheDocumentStandsWhereThePageExpectsIt) {
  const std::string page = report_html(smallest);
  EXPECT_NE(page.find(R"(id="run">)" + smallest + "</script>"), std::string::npos);
  EXPECT_EQ(page.find("@SALTUS_RUN_DOCUMENT@"), std::string::npos);
  EXPECT_EQ(page.size(), report_page.size() - std::string_view("@SALTUS_RUN_DOCUMENT@").size() + smallest.size());
}

TEST(Report, NoTextOfTheDocumentEndsItsScript) {
  const std::string hostile =
      R"({"format": "saltus-run", "format_version": 1, "model": {"title": "</script><SCRIPT>f()</SCRIPT><!--<"}})";
  const std::string page = report_html(hostile);
  EXPECT_NE(page.find(R"(\u003c/script>\u003cSCRIPT>f()\u003c/SCRIPT>\u003c!--\u003c)"), std::string::npos);
  EXPECT_EQ(occurrences(page, "</script>"), occurrences(report_html(smallest), "</script>"));
  EXPECT_EQ(occurrences(page, "<SCRIPT>"), 0u);
}

TEST(Report, AWordOfTheModelThatLooksLikeThePlaceOfTheDocumentIsLeftAlone) {
  const std::string sly =
      R"({"format": "saltus-run", "format_version": 1, "model": {"title": "@SALTUS_RUN_DOCUMENT@ $& $1"}})";
  EXPECT_NE(report_html(sly).find("@SALTUS_RUN_DOCUMENT@ $& $1"), std::string::npos);
}

TEST(Report, OtherDocumentsAreRefusedWithTheirName) {
  EXPECT_NE(refusal(R"({"format": "saltus-events", "format_version": 1})")
                .find(R"(S0411: this is not the record of a run: its "format" is "saltus-events")"),
            std::string::npos);
  EXPECT_NE(refusal(R"({"format_version": 1})").find("S0411"), std::string::npos);
  EXPECT_NE(refusal("[1, 2]").find("S0411"), std::string::npos);
  // Members of members do not count.
  EXPECT_NE(refusal(R"({"model": {"format": "saltus-run"}, "list": [{"format": "saltus-run"}], "format_version": 1})")
                .find("missing"),
            std::string::npos);
}

TEST(Report, BrokenDocumentsAreRefusedWithThePlace) {
  const std::string cut = R"({"format": "saltus-run", "format_version": 1, "trajectory": [[0, 1)";
  EXPECT_NE(refusal(cut).find("broken JSON"), std::string::npos);
  EXPECT_NE(refusal(cut).find("line 1, column 67"), std::string::npos) << refusal(cut);
  EXPECT_NE(refusal("").find("S0411"), std::string::npos);
  EXPECT_NE(refusal(smallest + "{").find("S0411"), std::string::npos);
}

TEST(Report, AnotherFormatVersionIsRefusedWithBothNumbers) {
  const std::string said = refusal(R"({"format": "saltus-run", "format_version": 2})");
  EXPECT_NE(said.find("S0412: this record has format version 2, and this Saltus knows version 1"), std::string::npos)
      << said;
  EXPECT_NE(refusal(R"({"format": "saltus-run"})").find("S0412"), std::string::npos);
}

}  // namespace
}  // namespace saltus::results
