// progress_test.cpp: the line that shows how far a run has come.

#include "progress.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>
#include <thread>

namespace saltus::cli {
namespace {

TEST(ProgressText, HasTimePercentEventsRateAndTimeLeft) {
  EXPECT_EQ(progress_text({.t_start = 0, .t_end = 10, .t = 3.25, .events = 1204, .rate = 0.5}, 100),
            "t = 3.25 of 10    32 %   1204 events   0.5 per s   14 s left");
}

TEST(ProgressText, WhatDoesNotFitIsLeftOutFromTheEnd) {
  EXPECT_EQ(progress_text({.t_start = 0, .t_end = 10, .t = 3.25, .events = 1, .rate = 0.5}, 40),
            "t = 3.25 of 10    32 %   1 event");
  EXPECT_EQ(progress_text({.t_start = 0, .t_end = 10, .t = 3.25, .events = 1, .rate = 0.5}, 5), "");
}

TEST(ProgressText, BackwardAndFromElsewhere) {
  EXPECT_EQ(progress_text({.t_start = 10, .t_end = 0, .t = 9, .events = 0, .rate = 0}, 100),
            "t = 9 of 0    10 %   0 events");
  EXPECT_EQ(progress_text({.t_start = -1, .t_end = 1, .t = 0.999999, .events = 0, .rate = 0}, 100),
            "t = 1 of 1    99 %   0 events");  // not done before it is done
}

TEST(DurationText, InUnitsThatAPersonUses) {
  EXPECT_EQ(duration_text(0.2), "1 s");
  EXPECT_EQ(duration_text(59), "59 s");
  EXPECT_EQ(duration_text(61), "1 min 01 s");
  EXPECT_EQ(duration_text(7384), "2 h 03 min");
  EXPECT_EQ(duration_text(1e9), "days");
  EXPECT_EQ(duration_text(1.0 / 0.0), "days");
}

std::string text(std::FILE* file) {
  std::string              all;
  std::array<char, 10'000> part{};
  std::rewind(file);
  while (const std::size_t n = std::fread(part.data(), 1, part.size(), file)) all.append(part.data(), n);
  return all;
}

void run_for(ProgressLine& line, std::chrono::milliseconds time) {
  const Trajectory none;
  for (const auto end = Clock::now() + time; Clock::now() < end;)
    line.update({.t = 1, .steps = 1, .events = 0, .trajectory = none});
}

TEST(ProgressLine, AShortRunShowsNothing) {
  std::FILE* file = std::tmpfile();
  {
    ProgressLine line(file, 80, 0, 10);
    run_for(line, std::chrono::milliseconds(300));
  }
  EXPECT_EQ(text(file), "");
  std::fclose(file);
}

TEST(ProgressLine, ALongRunShowsALineAboutTenTimesASecondAndErasesItAtTheEnd) {
  std::FILE* file = std::tmpfile();
  {
    ProgressLine line(file, 80, 0, 10);
    run_for(line, std::chrono::milliseconds(1100));
  }
  const std::string all   = text(file);
  std::size_t       shown = 0;
  for (std::size_t at = all.find("\rt = 1 of 10"); at != std::string::npos; at = all.find("\rt = 1 of 10", at + 1))
    ++shown;
  EXPECT_GE(shown, 1u);  // 6 on a quiet machine
  EXPECT_LE(shown, 7u);
  const std::string last   = all.substr(all.rfind("\rt"));
  const auto        erased = last.find('\r', 1);
  ASSERT_NE(erased, std::string::npos);
  const auto visible = last.find("left") + 3;  // the line ends with "left", and blanks over a longer one
  EXPECT_EQ(last.substr(erased), "\r" + std::string(visible, ' ') + "\r");
  std::fclose(file);
}

TEST(ProgressLine, WithoutATerminalThereIsNone) {
  ProgressLine line(nullptr, 80, 0, 10);
  run_for(line, std::chrono::milliseconds(10));
}

TEST(Pulse, SlowStepsAreSeenAtOnceAndFastOnesRarely) {
  Pulse slow(std::chrono::milliseconds(20));
  std::this_thread::sleep_for(std::chrono::milliseconds(25));
  EXPECT_TRUE(slow.due());
  EXPECT_FALSE(slow.due());
  std::this_thread::sleep_for(std::chrono::milliseconds(25));
  bool seen = false;
  for (int step = 0; step < 64; ++step) seen = seen || slow.due();
  EXPECT_TRUE(seen);
}

}  // namespace
}  // namespace saltus::cli
