// A full disk: a clear error, the old file as it was, and everything up to the last flush in FILE.partial.

#include "samples.hpp"

#include <saltus/results/safe_file.hpp>

#include <gtest/gtest.h>

#include <csignal>
#include <sys/mount.h>
#include <sys/resource.h>

namespace saltus::results {
namespace {

using samples::Folder;
using samples::Sample;

/// Files of this process cannot grow beyond so many bytes. Anybody may ask for that, unlike for a small disk.
class LargestFile {
 public:
  explicit LargestFile(rlim_t bytes) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit now{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  ~LargestFile() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_);
  }
  LargestFile(const LargestFile&)            = delete;
  LargestFile& operator=(const LargestFile&) = delete;

 private:
  rlimit before_{};
  void (*signal_)(int);
};

/// A disk of 1 MiB, where the machine lets us have one.
class SmallDisk {
 public:
  explicit SmallDisk(const std::filesystem::path& at) : at_(at) {
    std::filesystem::create_directory(at);
    good_ = ::mount("tmpfs", at.c_str(), "tmpfs", 0, "size=1m") == 0;
  }
  ~SmallDisk() {
    if (good_) ::umount2(at_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&)            = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  bool       good() const { return good_; }

 private:
  std::filesystem::path at_;
  bool                  good_ = false;
};

Sample long_sample() {
  std::vector<std::vector<double>> rows;
  for (std::size_t k = 0; k < 500; ++k) {
    rows.push_back({samples::long_time(k)});
    for (std::size_t i = 0; i < 8; ++i) rows.back().push_back(samples::long_value(k, i));
  }
  std::vector<Column> columns;
  for (int i = 0; i < 8; ++i) columns.push_back({.name = "x" + std::to_string(i)});
  return samples::sample(columns, rows);
}

/// Appends the sample again and again until the disk is full. Returns what was said; `flushed` rows were safe before.
std::string fill(const Sample& s, const std::filesystem::path& target, std::size_t& flushed) {
  flushed = 0;
  try {
    const auto writer = make_writer(target, s.columns, s.all(), s.setup);
    for (int k = 0; k < 1000; ++k) {
      writer->append(s.trajectory, 0, s.trajectory.size());
      writer->flush();
      flushed += s.trajectory.size();
    }
    writer->commit();
  } catch (const FileError& e) {
    EXPECT_EQ(e.code(), "S0402") << e.what();
    EXPECT_EQ(e.path(), target);
    return e.what();
  }
  return "no error";
}

void expect_sound(const Sample& s, const std::filesystem::path& target, std::size_t flushed, const std::string& said) {
  EXPECT_EQ(samples::content(target), "the old result");
  EXPECT_NE(said.find("writing " + target.string() + " failed: "), std::string::npos) << said;
  EXPECT_NE(said.find("What was written before is in " + target.string() + ".partial. Make room"), std::string::npos)
      << said;
  const Table table = read_result(target.string() + ".partial");
  EXPECT_GE(table.rows(), flushed);
  ASSERT_GT(table.rows(), 0u);
  const std::size_t n = s.trajectory.size();
  for (std::size_t k = 0; k < table.rows(); ++k) {
    ASSERT_EQ(table.columns[0][k], s.trajectory.times()[k % n]) << "row " << k;
    for (std::size_t i = 0; i < 8; ++i) ASSERT_EQ(table.columns[i + 1][k], s.trajectory.row(k % n)[i]) << "row " << k;
  }
}

class FullDisk : public ::testing::TestWithParam<std::string> {};

TEST_P(FullDisk, ByALimitOnFiles) {
  const Folder folder;
  const auto   target = folder / ("a" + GetParam());
  samples::put(target, "the old result");
  const Sample s       = long_sample();
  std::size_t  flushed = 0;
  std::string  said;
  {
    const LargestFile limit(700000);
    said = fill(s, target, flushed);
  }
  EXPECT_NE(said.find("File too large"), std::string::npos) << said;
  expect_sound(s, target, flushed, said);
}

TEST_P(FullDisk, ByASmallDisk) {
  const Folder    folder;
  const SmallDisk disk(folder / "disk");
  if (!disk.good()) GTEST_SKIP() << "only root can make a small disk";
  const auto target = folder / ("disk/a" + GetParam());
  samples::put(target, "the old result");
  const Sample      s       = long_sample();
  std::size_t       flushed = 0;
  const std::string said    = fill(s, target, flushed);
  EXPECT_NE(said.find("No space left on device"), std::string::npos) << said;
  expect_sound(s, target, flushed, said);
}

INSTANTIATE_TEST_SUITE_P(Formats, FullDisk, ::testing::ValuesIn(samples::formats()),
                         [](const auto& it) { return it.param.substr(1); });

TEST(FullDiskForDocuments, LeavesTheOldFileAndNothingElse) {
  const Folder folder;
  samples::put(folder / "a.json", "the old document");
  {
    const LargestFile limit(10000);
    EXPECT_THROW(write_file(folder / "a.json", std::string(20000, 'x')), FileError);
  }
  EXPECT_EQ(samples::content(folder / "a.json"), "the old document");
  EXPECT_FALSE(std::filesystem::exists(folder / "a.json.partial"));
}

}  // namespace
}  // namespace saltus::results
