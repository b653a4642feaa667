// guarded_test.cpp: which exception becomes which exit code, and what the user is told.

#include "console.hpp"
#include "program.hpp"

#include <saltus/core/error.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <new>
#include <stdexcept>
#include <string>

namespace saltus::cli {
namespace {

/// Two files that are read back.
class Guarded : public testing::Test {
 protected:
  Guarded() : out_(std::tmpfile()), err_(std::tmpfile()), console_(out_, err_) {}
  ~Guarded() override {
    std::fclose(out_);
    std::fclose(err_);
  }
  static std::string text(std::FILE* file) {
    std::string            all;
    std::array<char, 1000> part{};
    std::rewind(file);
    while (const std::size_t n = std::fread(part.data(), 1, part.size(), file)) all.append(part.data(), n);
    return all;
  }
  ExitCode run(const std::function<ExitCode()>& work) { return guarded(console_, work); }

  std::FILE *out_, *err_;
  Console    console_;
};

TEST_F(Guarded, WhatTheWorkReturnsIsPassedOn) {
  EXPECT_EQ(run([] { return ExitCode::stopped_early; }), ExitCode::stopped_early);
  EXPECT_EQ(text(err_), "");
}

TEST_F(Guarded, WrongInputIsExitCodeTwoWithItsOwnWords) {
  EXPECT_EQ(run([]() -> ExitCode { throw InputError("S0104: rtol is -1."); }), ExitCode::wrong_input);
  EXPECT_EQ(text(err_), "error[S0104]: rtol is -1\nhelp: `saltus explain S0104` says more.\n");
}

TEST_F(Guarded, ABrokenInvariantIsExitCodeThreeAndAsksForAReport) {
  EXPECT_EQ(run([]() -> ExitCode { throw BugInSaltus("isolate.cpp:7: a < b"); }), ExitCode::bug_in_saltus);
  EXPECT_NE(text(err_).find("bug in Saltus: isolate.cpp:7: a < b\nhelp: Please report it"), std::string::npos);
}

TEST_F(Guarded, AnyUnexpectedExceptionIsABugOfOurs) {
  EXPECT_EQ(run([]() -> ExitCode { throw std::out_of_range("vector"); }), ExitCode::bug_in_saltus);
  EXPECT_EQ(run([]() -> ExitCode { throw std::bad_alloc(); }), ExitCode::bug_in_saltus);
  EXPECT_EQ(run([]() -> ExitCode { throw 1; }), ExitCode::bug_in_saltus);
}

TEST_F(Guarded, WhatWasPrintedBeforeAFailureIsKept) {
  EXPECT_EQ(run([&]() -> ExitCode {
              console_.print("first part\n");
              throw BugInSaltus("later");
            }),
            ExitCode::bug_in_saltus);
  EXPECT_EQ(text(out_), "first part\n");
}

}  // namespace
}  // namespace saltus::cli
