// A run that is killed at any moment leaves the old file as it was, and a prefix of the new one beside it.

#include "samples.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <random>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>

extern char** environ;

namespace saltus::results {
namespace {

class Killed : public ::testing::TestWithParam<std::string> {};

pid_t start(const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  for (const auto& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  pid_t pid = -1;
  if (::posix_spawn(&pid, argv[0], nullptr, nullptr, argv.data(), environ) != 0) return -1;
  return pid;
}

std::int64_t counted(const std::filesystem::path& file) {
  const std::string bytes = samples::content(file);
  std::int64_t      n     = 0;
  if (bytes.size() == sizeof n) std::memcpy(&n, bytes.data(), sizeof n);
  return n;
}

void expect_prefix(const Table& table, std::size_t width) {
  ASSERT_EQ(table.names.size(), width + 1);
  for (std::size_t k = 0; k < table.rows(); ++k) {
    ASSERT_EQ(table.columns[0][k], samples::long_time(k)) << "row " << k << " of " << table.rows();
    for (std::size_t i = 0; i < width; ++i)
      ASSERT_EQ(table.columns[i + 1][k], samples::long_value(k, i)) << "row " << k << " of " << table.rows();
  }
}

TEST_P(Killed, FiftyTimesLeavesAReadablePrefixAndTheOldFile) {
  constexpr std::size_t width = 20;
  std::mt19937          random{4711};
  int                   with_rows = 0, in_the_middle_of_a_flush = 0;
  for (int trial = 0; trial < 50; ++trial) {
    SCOPED_TRACE(testing::Message() << "trial " << trial);
    const samples::Folder folder;
    const auto target = folder / ("result" + GetParam()), partial = folder / ("result" + GetParam() + ".partial");
    const bool there = trial % 2 == 0;
    if (there) samples::put(target, "the old result");

    const pid_t child = start({LONG_WRITER, target, std::to_string(width), "100000000", folder / "count"});
    ASSERT_GT(child, 0);
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (counted(folder / "count") == 0 && std::chrono::steady_clock::now() < patience)
      if (trial % 5 == 0) break;  // some die before they have begun
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 30000));
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "it ended by itself, with " << WEXITSTATUS(status);

    EXPECT_EQ(std::filesystem::exists(target), there);
    if (there) { EXPECT_EQ(samples::content(target), "the old result"); }
    const std::int64_t flushed = counted(folder / "count");
    if (flushed == 0) continue;  // there was no writer yet
    const Table table = read_result(partial);
    EXPECT_GE(static_cast<std::int64_t>(table.rows()) + 1, flushed);
    expect_prefix(table, width);
    if (table.rows() > 0) ++with_rows;
    if (static_cast<std::int64_t>(table.rows()) + 1 > flushed) ++in_the_middle_of_a_flush;
  }
  EXPECT_GE(with_rows, 20) << "the test has nothing to look at";
  RecordProperty("between_flush_and_count", in_the_middle_of_a_flush);
}

INSTANTIATE_TEST_SUITE_P(Formats, Killed, ::testing::ValuesIn(samples::formats()),
                         [](const auto& it) { return it.param.substr(1); });

}  // namespace
}  // namespace saltus::results
