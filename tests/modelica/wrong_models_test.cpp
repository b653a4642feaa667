// Models that are wrong, one mistake each: tests/modelica/wrong/*.mo. What `saltus run` prints about each of them stands
// beside it, in a .txt; the table below says how it ends, and which code belongs to which line. SALTUS_UPDATE_SNAPSHOTS=1
// writes the texts anew. Ask of each: would a modeller know what to do?

#include "snapshots.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <memory>
#include <regex>
#include <set>

namespace {

namespace fs = std::filesystem;
using saltus::snapshots::contents;
using saltus::snapshots::updating;

struct Wrong {
  const char* name;
  int         exit;
  const char* problems;  ///< code:line ..., in the order in which they are told; a code alone: it has no place in the text
};

constexpr int stopped = 1, wrong_input = 2, done = 0;

// clang-format off
constexpr Wrong table[] = {
#include "wrong_models.inc"
};
// clang-format on

struct Printed {
  std::string text;
  int         exit = -1;
};

/// What the program says about a model; a hang ends after 30 s with code 124.
Printed run(const std::string& name) {
  const std::string command = "cd '" SALTUS_WRONG_MODELS "' && NO_COLOR=1 timeout 30 '" SALTUS_PROGRAM "' run " + name +
                              ".mo --quiet 2>&1 >/dev/null; echo exit $?";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  Printed                                     out;
  std::array<char, 4096>                      part{};
  while (const std::size_t n = std::fread(part.data(), 1, part.size(), pipe.get())) out.text.append(part.data(), n);
  const auto at = out.text.rfind("exit ");
  if (at != std::string::npos) out.exit = std::stoi(out.text.substr(at + 5));
  return out;
}

/// "S0601:5 S0303": the codes with the lines that follow them.
std::string problems_in(const std::string& text) {
  static const std::regex pattern(R"(error\[(S\d{4})\]|^ *--> [^:\n]+:(\d+):\d+$)", std::regex::multiline);
  std::string             out;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
    out += (*at)[1].matched ? (out.empty() ? "" : " ") + (*at)[1].str() : ":" + (*at)[2].str();
  return out;
}

class WrongModel : public testing::TestWithParam<Wrong> {};

TEST_P(WrongModel, IsToldSoThatItCanBeMended) {
  const Wrong&   w       = GetParam();
  const Printed  printed = run(w.name);
  const fs::path file    = fs::path(SALTUS_WRONG_MODELS) / (std::string(w.name) + ".txt");
  EXPECT_EQ(printed.exit, w.exit) << printed.text;
  EXPECT_EQ(problems_in(printed.text), w.problems) << printed.text;
  if (w.exit != done) {
    EXPECT_NE(printed.text.find("\nhelp: "), std::string::npos) << printed.text;
    EXPECT_EQ(printed.text.find("BugInSaltus"), std::string::npos) << printed.text;
  }
  if (updating()) std::ofstream(file) << printed.text;
  else EXPECT_EQ(printed.text, contents(file)) << "SALTUS_UPDATE_SNAPSHOTS=1 writes it anew";
}

INSTANTIATE_TEST_SUITE_P(Modelica, WrongModel, testing::ValuesIn(table), [](const auto& p) { return p.param.name; });

TEST(WrongModels, AreAllInTheTable) {
  std::set<std::string> known;
  for (const Wrong& w : table) known.insert(w.name);
  EXPECT_EQ(known.size(), std::size(table));
  EXPECT_GE(known.size(), 60u);
  for (const auto& entry : fs::directory_iterator(SALTUS_WRONG_MODELS))
    EXPECT_TRUE(known.contains(entry.path().stem().string())) << entry.path();
}

}  // namespace
