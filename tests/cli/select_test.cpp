// select_test.cpp: which names a pattern stands for.

#include "select.hpp"

#include <saltus/core/error.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace saltus::cli {
namespace {

using Indices = std::vector<std::size_t>;

TEST(Pattern, ANameIsAPatternForItself) {
  for (const char* name : {"h", "a.b[2].k", "x[1,2]", "der(x)", "a[", "a]", "[!]", "T[10]"})
    EXPECT_TRUE(matches(name, name)) << name;
}

TEST(Pattern, StarsAndQuestionMarks) {
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("*", "anything"));
  EXPECT_TRUE(matches("tank*.h", "tank12.h"));
  EXPECT_FALSE(matches("tank*.h", "tank12.q"));
  EXPECT_TRUE(matches("T[?]", "T[3]"));
  EXPECT_FALSE(matches("T[?]", "T[13]"));
  EXPECT_FALSE(matches("?", ""));
}

TEST(Pattern, BracketsAreASetOfCharactersToo) {
  EXPECT_TRUE(matches("h[12]", "h1"));
  EXPECT_TRUE(matches("h[12]", "h[12]"));
  EXPECT_FALSE(matches("h[12]", "h3"));
  EXPECT_TRUE(matches("h[a-c]", "hb"));
  EXPECT_FALSE(matches("h[!a-c]", "hb"));
  EXPECT_TRUE(matches("h[!a-c]", "hd"));
  EXPECT_TRUE(matches("T[[0-3]]", "T[2]"));
  EXPECT_FALSE(matches("T[[0-3]]", "T[4]"));
  EXPECT_TRUE(matches("T[*]", "T[27]"));
}

TEST(Pattern, ManyStarsAreDecidedInReasonableTime) {
  std::string pattern, name(200, 'a');
  for (int k = 0; k < 40; ++k) pattern += "*a";
  EXPECT_FALSE(matches(pattern + "b", name));  // without memory this takes longer than anybody lives
}

TEST(Lists, CommasSplitThemExceptWithinBrackets) {
  EXPECT_EQ(split_list("h,v"), (std::vector<std::string>{"h", "v"}));
  EXPECT_EQ(split_list("A[1,2],b"), (std::vector<std::string>{"A[1,2]", "b"}));
}

const std::vector<std::string> names = {"h", "v", "T[0]", "T[1]", "T[2]"};

TEST(Select, WithoutAPatternEverythingIsSelected) { EXPECT_EQ(select({}, names), (Indices{0, 1, 2, 3, 4})); }

TEST(Select, TheOrderIsThatOfTheVariablesAndNoneComesTwice) {
  EXPECT_EQ(select({"T[*]", "v,T[1]"}, names), (Indices{1, 2, 3, 4}));
}

TEST(Select, EveryPatternWithoutAMatchIsReportedWithTheNearestName) {
  try {
    select({"T[5],h", "w"}, names);
    FAIL() << "nothing was thrown";
  } catch (const InputError& e) {
    const std::string text = e.what();
    EXPECT_NE(text.find("S0522: --select \"T[5]\" names no variable. Did you mean \"T[0]\"?"), std::string::npos) << text;
    EXPECT_NE(text.find("--select \"w\" names no variable."), std::string::npos) << text;
    EXPECT_EQ(text.find("\"h\" names"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace saltus::cli
