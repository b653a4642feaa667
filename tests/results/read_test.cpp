// Results of others, and files that are none.

#include "samples.hpp"

#include <saltus/core/error.hpp>

#include <gtest/gtest.h>

namespace saltus::results {
namespace {

using samples::Folder;
using samples::put;

std::string refusal(const std::filesystem::path& path) {
  try {
    read_result(path);
    return "none";
  } catch (const FileError& e) {
    EXPECT_EQ(e.path(), path);
    return e.what();
  } catch (const InputError& e) { return e.what(); }
}

TEST(ReadCsv, UnderstandsQuotesSpacesBlankLinesAndOtherLineEnds) {
  const Folder folder;
  put(folder / "a.csv",
      "\xEF\xBB\xBF\"time\", \"a,b\" ,\"c \"\"d\"\"\"\r\n0 , +1,\"2\"\r\n\r\n1,,-1e-3\r\n2,NaN,-Infinity");
  const Table table = read_result(folder / "a.csv");
  EXPECT_EQ(table.names[0], "time");
  EXPECT_EQ(table.names[2], "c \"d\"");
  ASSERT_EQ(table.rows(), 3u);
  EXPECT_EQ(table.columns[0], (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(table.columns[1][0], 1);
  EXPECT_TRUE(std::isnan(table.columns[1][1]));
  EXPECT_TRUE(std::isnan(table.columns[1][2]));
  EXPECT_EQ(table.columns[2], (std::vector<double>{2, -1e-3, -std::numeric_limits<double>::infinity()}));
}

TEST(ReadCsv, BringsTimeToTheFront) {
  const Folder folder;
  put(folder / "a.csv", "x,Time,y\n1,0,2\n3,1,4\n");
  const Table table = read_result(folder / "a.csv");
  EXPECT_EQ(table.names, (std::vector<std::string>{"time", "x", "y"}));
  EXPECT_EQ(table.columns[0], (std::vector<double>{0, 1}));
  EXPECT_EQ(table.columns[1], (std::vector<double>{1, 3}));
}

TEST(ReadCsv, LeavesOutTheLineThatAKillHasCut) {
  const Folder folder;
  for (const char* tail : {"", "1", "1,", "1,2", "1,2.5"}) {
    put(folder / "a.csv.partial", std::string("time,x\n0,1\n") + tail);
    EXPECT_EQ(read_result(folder / "a.csv.partial").rows(), 1u) << tail;
  }
}

TEST(ReadCsv, SaysWhereItIsNoTable) {
  const Folder      folder;
  const auto        path    = folder / "a.csv";
  const std::string is_none = "S0404: " + path.string() + " is no result that Saltus can read: ";
  const auto        expect  = [&](const std::string& text, const std::string& why) {
    put(path, text);
    EXPECT_EQ(refusal(path), is_none + why + ". Write it again, or check its extension.");
  };
  expect("", "it is empty, without even a header");
  expect("a,b\n1,2\n", "it has no column \"time\" (or \"Time\", \"t\")");
  expect("time,x\n0,1\n1\n", "line 3 has 1 cells, the header has 2");
  expect("time,x\n0,1\n\n1,2,3\n", "line 4 has 3 cells, the header has 2");
  expect("time,x\n0,one\n", "line 2, column x: \"one\" is no number");
  expect("time,x\n0,1.5.2\n", "line 2, column x: \"1.5.2\" is no number");
  expect("time,x\n0,1e999\n", "line 2, column x: 1e999 is no double");
  expect("time,\"x\n0,1\n", "line 1 has a quote that does not end");
  expect("time,\"x\"y\n0,1\n", "line 1 goes on after a closing quote");
}

TEST(ReadResult, SaysWhatIsNotThereOrNotWhatItShouldBe) {
  const Folder folder;
  const auto   starts = [](const std::string& text, const std::string& beginning) {
    EXPECT_EQ(text.substr(0, beginning.size()), beginning);
  };
  std::vector<std::string> extensions = samples::formats();
  extensions.push_back(".json");
  for (const auto& extension : extensions) {
    const auto missing = folder / ("missing" + extension), wrong = folder / ("wrong" + extension);
    EXPECT_EQ(refusal(missing), "S0403: cannot read " + missing.string() +
                                    ": No such file or directory. Check the name and the permissions.");
    put(wrong, std::string("\x89PNG\r\n\x1a\n") + std::string(1000, '\xff'));
    starts(refusal(wrong), "S0404: " + wrong.string() + " is no result that Saltus can read: ");
  }
  EXPECT_EQ(
      refusal(folder.path() / "a.txt"),
      "S0405: " + (folder / "a.txt").string() +
          " does not say which format it has. Results end with .csv, .mat, .h5, or .json for the document of a run.");
  starts(refusal(folder.path()), "S0405: ");
}

TEST(ReadRun, RefusesOtherDocuments) {
  const Folder folder;
  const auto   path = folder / "a.json";
  const auto   says = [&](const std::string& text, const std::string& words) {
    put(path, text);
    EXPECT_NE(refusal(path).find(words), std::string::npos) << refusal(path);
  };
  says("[]", "its \"format\" is not \"saltus-run\"");
  says(R"({"format": "saltus-events", "format_version": 1})", "its \"format\" is not \"saltus-run\"");
  says(R"({"format": "saltus-run", "format_version": 2})", "its \"format_version\" is not 1; a newer Saltus");
  says(R"({"format": "saltus-run", "format_version": 1})", "variables");
  says(R"({"format": "saltus-run", "format_version": 1, "variables": [{"name": "time"}], "trajectory": [[0], [1]]})",
       "one column for each");
  says(R"({"format": "saltus-run", "format_version": 1, "variables": [{"name": "time"}, {"name": "x"}],
           "trajectory": [[0, 1], [1]]})",
       "one column for each");
}

}  // namespace
}  // namespace saltus::results
