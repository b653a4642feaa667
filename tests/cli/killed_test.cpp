// killed_test.cpp: a run that is killed at a random moment leaves the old file, the new one, or a readable part of it.
//
// Half of the runs are far from their end when they are killed, the others are about to put their file in place.

#include <saltus/results/table.hpp>

#include <gtest/gtest.h>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

extern char** environ;

namespace saltus::cli {
namespace {

using std::chrono::milliseconds;
namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "saltus_killed.XXXXXX").string();
    path_            = ::mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&)             = delete;
  Folder&  operator=(const Folder&) = delete;
  fs::path operator/(const std::string& name) const { return path_ / name; }

 private:
  fs::path path_;
};

pid_t start(std::vector<std::string> words) {
  words.insert(words.begin(), SALTUS_PROGRAM);
  std::vector<char*> argv;
  for (auto& w : words) argv.push_back(w.data());
  argv.push_back(nullptr);
  pid_t     child = -1;
  const int error = ::posix_spawn(&child, SALTUS_PROGRAM, nullptr, nullptr, argv.data(), environ);
  return error == 0 ? child : -1;
}

/// The exit code, or minus the signal.
int outcome_of(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

/// Time goes on from 0, and the two speeds of the clutch stay where they can be.
void expect_a_prefix(const results::Table& table) {
  ASSERT_EQ(table.names, (std::vector<std::string>{"time", "w1", "w2"}));
  for (std::size_t k = 0; k < table.rows(); ++k) {
    if (k == 0) {
      ASSERT_EQ(table.columns[0][0], 0);
    } else {
      ASSERT_LE(table.columns[0][k - 1], table.columns[0][k]) << "row " << k;
    }
    ASSERT_TRUE(5 < table.columns[1][k] && table.columns[1][k] < 50) << "row " << k << ": " << table.columns[1][k];
    ASSERT_TRUE(-5 < table.columns[2][k] && table.columns[2][k] < 50) << "row " << k << ": " << table.columns[2][k];
  }
}

struct Tally {
  int old = 0, complete = 0, prefixes = 0;
};

void kill_runs(const std::string& extension, int count, unsigned seed, Tally& tally) {
  Folder          folder;
  const fs::path  file = folder / ("run" + extension), partial = file.string() + ".partial";
  std::mt19937_64 random(seed);
  const auto      run = [&](const std::string& stop) {
    return start({"run", "gallery:clutch", "--tolerance", "1e-9", "--stop", stop, "--quiet", "--output", file.string()});
  };
  // About a twentieth of a second's work, wherever this is.
  const std::string short_stop = "2000";
  const auto        begun      = std::chrono::steady_clock::now();
  ASSERT_EQ(outcome_of(run(short_stop)), 0);
  const auto           alone = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begun);
  const results::Table whole = results::read_result(file);
  ASSERT_EQ(whole.columns[0].back(), 2000);

  for (int k = 0; k < count; ++k) {
    const bool  about_to_end = k % 2 == 0;
    const auto  range        = about_to_end ? 2 * alone.count() : 300;
    const auto  wait         = milliseconds(std::uniform_int_distribution<long>(0, std::max<long>(range, 1))(random));
    const pid_t child        = run(about_to_end ? short_stop : "1e9");
    ASSERT_GT(child, 0);
    std::this_thread::sleep_for(wait);
    ::kill(child, SIGKILL);
    const int code = outcome_of(child);
    ASSERT_TRUE(code == -SIGKILL || code == 0) << code;

    // The name itself: always a whole run, the one before or this one.
    ASSERT_TRUE(results::read_result(file) == whole) << "after " << wait.count() << " ms";
    ++(code == 0 ? tally.complete : tally.old);
    if (!fs::exists(partial) || fs::file_size(partial) == 0) continue;  // killed before the header was flushed
    try {
      expect_a_prefix(results::read_result(partial));
      ++tally.prefixes;
    } catch (const std::exception& e) { FAIL() << "after " << wait.count() << " ms: " << e.what(); }
  }
}

TEST(Killed, FiftyTimesTheFileIsTheOldOneTheNewOneOrAReadablePart) {
  Tally tally;
  kill_runs(".csv", 30, 1, tally);
  kill_runs(".mat", 20, 2, tally);
  // Otherwise this test would have shown nothing.
  EXPECT_GE(tally.old, 10);
  EXPECT_GE(tally.prefixes, 5);
}

TEST(Killed, WithoutAnOldFileThereIsNone) {
  Folder         folder;
  const fs::path file = folder / "run.csv";
  const pid_t    child =
      start({"run", "gallery:clutch", "--tolerance", "1e-9", "--stop", "1e9", "--quiet", "--output", file.string()});
  ASSERT_GT(child, 0);
  std::this_thread::sleep_for(milliseconds(1500));  // flushed once per second, whatever the buffer holds
  ::kill(child, SIGKILL);
  EXPECT_EQ(outcome_of(child), -SIGKILL);
  EXPECT_FALSE(fs::exists(file));
  const auto table = results::read_result(file.string() + ".partial");
  expect_a_prefix(table);
  EXPECT_GT(table.rows(), 100u);
}

}  // namespace
}  // namespace saltus::cli
