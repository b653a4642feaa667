// error_pages_test.cpp: every code in the sources has a page, every page has a code in the sources, and is complete.

#include "error_pages.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace saltus::cli {
namespace {

const Style plain(false), coloured(true);

std::set<std::string> codes_in_sources() {
  std::set<std::string> codes;
  // As the program says it ("S0104: ..." or "S0104" alone in quotes), and as comments of Outcome::Reason do not.
  const std::regex code("\"(S0[0-9]{3})(\"|:)");
  for (const char* folder : {"src", "apps"})
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::string(SALTUS_SOURCE_DIR) + "/" + folder)) {
      const auto extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".hpp") continue;
      std::ifstream     file(entry.path());
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      for (auto it = std::sregex_iterator(text.begin(), text.end(), code); it != std::sregex_iterator(); ++it)
        codes.insert((*it)[1]);
    }
  return codes;
}

TEST(ErrorPages, EveryCodeInTheSourcesHasAPageAndEveryPageACode) {
  std::set<std::string> documented;
  for (const auto& page : error_pages()) EXPECT_TRUE(documented.insert(page.code).second) << page.code << " twice";
  EXPECT_GT(documented.size(), 40u);
  const auto in_sources = codes_in_sources();
  for (const auto& code : in_sources) EXPECT_TRUE(documented.contains(code)) << code << " has no page";
  for (const auto& code : documented) EXPECT_TRUE(in_sources.contains(code)) << code << " is nowhere in src or apps";
}

TEST(ErrorPages, EveryPageHasATitleAnExampleACauseAndAWayOut) {
  for (const auto& page : error_pages()) {
    std::string text = page.text;
    for (char& c : text)
      if (c == '\n') c = ' ';
    EXPECT_FALSE(page.title.empty()) << page.code;
    EXPECT_NE(page.text.find("\n    "), std::string::npos) << page.code << " has no example";
    EXPECT_NE(text.find("Cause: "), std::string::npos) << page.code << " has no cause";
    EXPECT_NE(text.find("Way out: "), std::string::npos) << page.code << " has no way out";
    EXPECT_NE(page.text.find(page.code), std::string::npos) << page.code << " does not show its own message";
  }
}

const std::vector<ErrorPage> three = pages_in(
    "# Errors\nwords\n### S0102 second\n\n    S0102: b\n\nCause: b [here](there.md).\nWay out: c.\n"
    "### S0101 first\ntext\n## another chapter\nnot a part of it\n### S0305 third, with `code`\n");

TEST(ErrorPages, SectionsAreFoundInTheOrderOfTheirCodes) {
  ASSERT_EQ(three.size(), 3u);
  EXPECT_EQ(three[0].code, "S0101");
  EXPECT_EQ(three[0].title, "first");
  EXPECT_EQ(three[0].text, "text\n");
  EXPECT_EQ(three[2].title, "third, with `code`");
}

TEST(ErrorPages, ACodeMayBeShortened) {
  for (const char* code : {"S0305", "s0305", "S305", "305", "0305"})
    EXPECT_EQ(find_page(three, code), &three[2]) << code;
  for (const char* code : {"S0306", "", "S", "S03O5", "-305", "3055", "305 "})
    EXPECT_EQ(find_page(three, code), nullptr) << code;
}

TEST(ErrorPages, TheNearestCodesAreOffered) {
  EXPECT_EQ(nearest_codes(pages_in("### S0101 a\n### S0103 b\n### S0305 c\n### S0501 d\n"), "S0104"),
            (std::vector<std::string>{"S0101", "S0103", "S0305"}));
  EXPECT_TRUE(nearest_codes(three, "settle").empty());
}

TEST(ErrorPages, APageReadsWithoutMarkdown) {
  EXPECT_EQ(page_text(three[1], plain), "S0102: second\n\n    S0102: b\n\nCause\n  b here.\n\nWay out\n  c.\n");
  EXPECT_NE(page_text(three[1], coloured).find("\x1b[1mCause\x1b[0m"), std::string::npos);
}

}  // namespace
}  // namespace saltus::cli
