#include "samples.hpp"

#include <saltus/results/safe_file.hpp>

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

namespace saltus::results {
namespace {

using samples::content;
using samples::Folder;
using samples::put;

TEST(SafeFile, TakesThePlaceOfTheOldFileWithCommitAndNotBefore) {
  const Folder folder;
  put(folder / "a", "old");
  SafeFile file(folder / "a");
  file.write("new");
  EXPECT_EQ(content(folder / "a"), "old");
  file.flush();
  EXPECT_EQ(content(folder / "a"), "old");
  EXPECT_EQ(content(folder / "a.partial"), "new");
  file.commit();
  EXPECT_EQ(content(folder / "a"), "new");
  EXPECT_FALSE(std::filesystem::exists(folder / "a.partial"));
}

TEST(SafeFile, WritesAnySizeInOrder) {
  const Folder folder;
  std::string  expected;
  {
    SafeFile file(folder / "a");
    for (const std::size_t size : {std::size_t{1}, SafeFile::buffer_size, std::size_t{3}, SafeFile::buffer_size + 1,
                                   3 * SafeFile::buffer_size, std::size_t{0}, SafeFile::buffer_size - 1}) {
      const std::string block(size, static_cast<char>('a' + expected.size() % 26));
      file.write(block);
      expected += block;
    }
    file.commit();
  }
  EXPECT_EQ(content(folder / "a"), expected);
}

TEST(SafeFile, PatchesWhatWasFlushed) {
  const Folder folder;
  SafeFile     file(folder / "a");
  file.write("0000 and more");
  file.flush();
  file.patch(0, "0012");
  file.write(", and more");
  file.commit();
  EXPECT_EQ(content(folder / "a"), "0012 and more, and more");
}

TEST(SafeFile, FollowsASymbolicLinkAndKeepsIt) {
  const Folder folder;
  put(folder / "there", "old");
  std::filesystem::create_symlink(folder / "there", folder / "link");
  write_file(folder / "link", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(content(folder / "there"), "new");
}

TEST(SafeFile, LeavesAFileToTheRunThatIsWritingIt) {
  const Folder folder;
  SafeFile     first(folder / "a");
  first.write("first");
  first.flush();
  try {
    SafeFile second(folder / "a");
    FAIL() << "two runs write one file";
  } catch (const FileError& e) {
    EXPECT_EQ(e.code(), "S0401");
    EXPECT_NE(std::string(e.what()).find("another run is writing"), std::string::npos) << e.what();
  }
  first.commit();
  EXPECT_EQ(content(folder / "a"), "first");
}

/// Code and text of what SafeFile says about a path.
std::string refusal(const std::filesystem::path& path) {
  try {
    SafeFile(path).discard();
    return "none";
  } catch (const FileError& e) {
    EXPECT_EQ(e.code(), "S0401");
    return e.what();
  }
}

TEST(SafeFile, SaysWhyNothingCanBeCreated) {
  const Folder folder;
  put(folder / "file", "x");
  const auto text = [&](const std::string& name) { return (folder / name).string(); };
  EXPECT_EQ(refusal(folder / "missing/a"),
            "S0401: cannot create " + text("missing/a.partial") +
                ": No such file or directory. Make the folder first, or choose another one.");
  EXPECT_EQ(refusal(folder / "file/a"), "S0401: cannot create " + text("file/a") +
                                            ": Not a directory. Make the folder first, or choose another one.");
  EXPECT_EQ(refusal(folder.path()),
            "S0401: cannot create " + folder.path().string() + ": it is a folder. Add a file name.");
  EXPECT_EQ(refusal(folder / ""), "S0401: cannot create " + text("") + ": the path names no file. Add a file name.");
}

TEST(SafeFile, NeverReplacesADevice) {
  EXPECT_EQ(refusal("/dev/null"),
            "S0401: cannot create /dev/null: it is no regular file. Name a file that can be replaced.");
}

/// Root may write anywhere, so the question is asked by somebody else.
TEST(SafeFile, RespectsPermissions) {
  const Folder folder;
  put(folder / "kept", "x");
  std::filesystem::permissions(folder / "kept", std::filesystem::perms::owner_read);
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  std::filesystem::create_directory(folder / "open");
  put(folder / "open/kept", "x");
  std::filesystem::permissions(folder / "open/kept", std::filesystem::perms(0444));
  std::filesystem::permissions(folder / "open", std::filesystem::perms(0777));
  const bool as_root = ::geteuid() == 0;
  if (!as_root) std::filesystem::permissions(folder.path(), std::filesystem::perms(0555));
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (as_root && (::setgid(65534) != 0 || ::setuid(65534) != 0)) ::_exit(9);
    const bool folder_says =
        refusal(folder / "new").find("Permission denied. Choose another folder") != std::string::npos;
    const bool file_says =
        refusal(folder / "open/kept").find("it is there and must not be written to") != std::string::npos;
    ::_exit((folder_says ? 0 : 1) + (file_says ? 0 : 2));
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 9) GTEST_SKIP() << "cannot become somebody else";
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_FALSE(std::filesystem::exists(folder / "new"));
}

TEST(WriteFile, ReplacesAFileAsAWhole) {
  const Folder folder;
  put(folder / "a", "old");
  write_file(folder / "a", "new");
  EXPECT_EQ(content(folder / "a"), "new");
}

}  // namespace
}  // namespace saltus::results
