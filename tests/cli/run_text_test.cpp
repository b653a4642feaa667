// run_text_test.cpp: how summaries and event tables read.

#include "run_text.hpp"
#include "table_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace saltus::cli {
namespace {

const Paper paper{.style = Style(false)};

EventLog ticks(int count) {
  EventLog log;
  for (int k = 1; k <= count; ++k) log.push_back({.t = double(k), .kind = Event::Kind::time, .whens = {"tick"}});
  return log;
}
auto lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

std::string summary_of(std::vector<StateChange> changes) {
  Trajectory trajectory({"x"}, 1);
  trajectory.add_row(0, std::vector<double>{1}, {});
  Course course;
  course.state_changes = std::move(changes);
  return summary({}, {}, Run(std::move(trajectory), {}, {}, {}, {}, std::move(course)), std::vector<std::size_t>{0},
                 paper);
}

TEST(Summary, SaysWhenStatesChanged) {
  const StateChange              once{.t = 0.5, .left = {"x", "vx"}, .joined = {"y", "vy"}};
  const std::vector<StateChange> often(4, once);
  EXPECT_EQ(summary_of({}).find("states"), std::string::npos);
  EXPECT_NE(summary_of({once}).find("\n  states   changed once: at t = 0.5 from x, vx to y, vy\n"), std::string::npos);
  EXPECT_NE(summary_of(often).find("  states   changed 4 times: at t = 0.5 from x, vx to y, vy; at t = 0.5"),
            std::string::npos);
  EXPECT_NE(summary_of(often).find("to y, vy; ...\n"), std::string::npos);
}

TEST(EventTable, ThirtyRowsAreShownInFull) {
  const std::string text = event_table(ticks(30), paper);
  EXPECT_EQ(lines(text), 1 + 1 + 30);  // an empty line, the header, the rows
  EXPECT_EQ(text.find("more"), std::string::npos);
}

TEST(EventTable, OfMoreRowsTheMiddleOnesAreCounted) {
  const std::string text = event_table(ticks(100), paper);
  EXPECT_EQ(lines(text), 1 + 1 + 30 + 1);
  EXPECT_NE(text.find("\n  15     15   time  tick\n"
                      "  ... 70 more; --all shows them ...\n"
                      "  86     86   time  tick\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\n  100    100  time  tick\n"), std::string::npos) << text;
}

TEST(EventTable, AColumnThatIsEmptyEverywhereIsLeftOut) {
  EXPECT_EQ(event_table(ticks(1), paper), "\n  event  t  kind  what changed\n  1      1  time  tick\n");
}

TEST(EventTable, RelationsAreShownInTheUsersWordsAndJumpsWithBothValues) {
  const EventLog log = {{.t         = 0.5,
                         .relations = {{"h <= 0", true}, {"v < 0", false}},
                         .whens     = {"h <= 0 && v < 0"},
                         .resets    = {{"v", -4, 3.2}}}};
  EXPECT_EQ(event_table(log, paper),
            "\n  event  t    kind   what changed                              what jumped\n"
            "  1      0.5  state  h <= 0 becomes true, v < 0 becomes false  v: -4 -> 3.2\n");
}

TEST(EventTable, WithoutEventsThereIsNoTable) {
  EXPECT_EQ(event_table({}, paper), "");
  EXPECT_EQ(graze_table({}, paper), "");
}

TEST(GrazeTable, SaysWhereAndHowDeep) {
  EXPECT_EQ(graze_table({{.kind = Graze::Kind::touch, .relation = "y - 1", .t = 2, .depth = 1e-16}}, paper),
            "\n  graze  t  kind   of     depth\n  1      2  touch  y - 1  1.0e-16\n");
}

TEST(EventTable, OnANarrowTerminalLongCellsAreWrappedAndNothingIsLost) {
  const EventLog log = {
      {.t = 0.5, .relations = {{"pressure_before_the_valve > pressure_behind_it", true}}, .resets = {{"valve", 0, 1}}}};
  EXPECT_EQ(event_table(log, {.style = Style(false), .width = 60}),
            "\n  event  t    kind   what changed              what jumped\n"
            "  1      0.5  state  pressure_before_the_valv  valve: 0 -> 1\n"  // 60 columns
            "                     e > pressure_behind_it\n"
            "                     becomes true\n");
}

TEST(Wrapped, BreaksAtSpacesAndKeepsEveryCharacter) {
  EXPECT_EQ(wrapped("one two three", 7), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrapped("one two three", 3), (std::vector<std::string>{"one", "two", "thr", "ee"}));
  EXPECT_EQ(wrapped("", 3), (std::vector<std::string>{""}));
  EXPECT_EQ(wrapped("\u03c6\u03c6\u03c6", 2),
            (std::vector<std::string>{"\u03c6\u03c6", "\u03c6"}));  // not within a character
}

}  // namespace
}  // namespace saltus::cli
