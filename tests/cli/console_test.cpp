// console_test.cpp: colour is for terminals only.

#include "console.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace saltus::cli {
namespace {

class Terminal : public testing::Test {
 protected:
  void SetUp() override {
    unsetenv("NO_COLOR");
    setenv("TERM", "xterm", 1);
    master_ = posix_openpt(O_RDWR | O_NOCTTY);
    if (master_ < 0 || grantpt(master_) != 0 || unlockpt(master_) != 0) GTEST_SKIP() << "no pseudo-terminal here";
    slave_ = std::fopen(ptsname(master_), "w");
    ASSERT_NE(slave_, nullptr);
  }
  void TearDown() override {
    if (slave_ != nullptr) std::fclose(slave_);
    if (master_ >= 0) close(master_);
  }
  int        master_ = -1;
  std::FILE* slave_  = nullptr;
};

TEST_F(Terminal, ATerminalGetsColour) { EXPECT_EQ(Console(slave_).out_style().heading("x"), "\x1b[1mx\x1b[0m"); }

TEST_F(Terminal, AFileGetsNone) {
  std::FILE* file = std::tmpfile();
  EXPECT_EQ(Console(file).out_style().heading("x"), "x");
  std::fclose(file);
}

TEST_F(Terminal, NoColorIsRespected) {
  setenv("NO_COLOR", "1", 1);
  EXPECT_EQ(Console(slave_).out_style().heading("x"), "x");
}

TEST_F(Terminal, ADumbTerminalGetsNone) {
  setenv("TERM", "dumb", 1);
  EXPECT_EQ(Console(slave_).out_style().heading("x"), "x");
}

}  // namespace
}  // namespace saltus::cli
