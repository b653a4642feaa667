#pragma once
// safe_file.hpp: a file that is either the old one or the new one, never half of it.
//
// Problem    a run may be killed, and a disk may be full, at any moment.
// Method     everything goes to FILE.partial beside FILE; commit() syncs it and renames it over FILE, which is atomic.
// Invariant  until commit() FILE is as it was. FILE.partial begins with everything that was flushed, in the order in
//            which it was written, and what one write() was given is not torn by Saltus; a kill in the middle of a system
//            call can still cut it, so formats must be able to tell (csv.cpp, mat.cpp, hdf5.cpp say how).
// Cost       one copy into a buffer of 256 KiB.

#include <saltus/results/file_error.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace saltus::results {

/// Where the bytes go before they become `target`.
std::filesystem::path partial_path(const std::filesystem::path& target);

/// The file that `target` stands for (a symbolic link is followed). S0401 where a file cannot or must not be put there: a
/// folder, a device, a file without permission to write.
std::filesystem::path checked_target(const std::filesystem::path& target);

/// An open file of the system, closed in the end.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& o) noexcept : fd_(std::exchange(o.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& o) noexcept {
    std::swap(fd_, o.fd_);
    return *this;
  }
  ~Descriptor() { close(); }
       operator int() const { return fd_; }
  bool good() const { return fd_ >= 0; }
  void close() noexcept;

 private:
  int fd_;
};

/// Creates `partial` or empties what a killed run has left, and locks out other runs for as long as it is open (S0401).
Descriptor open_partial(const std::filesystem::path& partial, const std::filesystem::path& target);

/// Syncs the finished `partial` and renames it over `target`.
void put_in_place(const std::filesystem::path& partial, const std::filesystem::path& target);

class SafeFile {
 public:
  static constexpr std::size_t buffer_size = 256 * 1024;

  explicit SafeFile(const std::filesystem::path& target);
  /// Without commit() or discard(): FILE.partial stays, with everything that can still be written, unless that is nothing.
  ~SafeFile();
  SafeFile(const SafeFile&)            = delete;
  SafeFile& operator=(const SafeFile&) = delete;

  const std::filesystem::path& target() const { return target_; }
  const std::filesystem::path& partial() const { return partial_; }

  void write(std::string_view bytes);
  /// Hands everything to the system: it survives the end of this process from here on. When the disk is full, FILE.partial
  /// is cut back to the last flush that succeeded.
  void flush();
  /// Replaces bytes that were flushed before. For counts in headers: at once, a few bytes, last.
  void patch(std::uint64_t offset, std::string_view bytes);
  void commit();   ///< flush, sync, rename over FILE
  void discard();  ///< removes FILE.partial

 private:
  [[noreturn]] void failed(int error);
  void              write_out(std::string_view bytes);

  std::filesystem::path target_, partial_;
  Descriptor            fd_;
  std::string           buffer_;
  std::uint64_t         flushed_ = 0;  ///< bytes in the file
};

/// A whole file at once: FILE is replaced, or as it was.
void write_file(const std::filesystem::path& target, std::string_view content);

}  // namespace saltus::results
