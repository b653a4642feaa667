#include <saltus/results/safe_file.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace saltus::results {

namespace {

std::string system_text(int error) { return std::generic_category().message(error); }

[[noreturn]] void cannot_create(const std::filesystem::path& path, const std::string& why, const std::string& way_out) {
  throw FileError("S0401", path, fmt::format("cannot create {}: {}. {}", path.string(), why, way_out));
}
[[noreturn]] void cannot_create(const std::filesystem::path& path, int error) {
  cannot_create(path, system_text(error),
                error == ENOENT || error == ENOTDIR ? "Make the folder first, or choose another one."
                                                    : "Choose another folder, or change its permissions.");
}
[[noreturn]] void cannot_write(const std::filesystem::path& path, int error, const std::string& remark) {
  throw FileError("S0402", path,
                  fmt::format("writing {} failed: {}. {}Make room, or choose another disk.", path.string(),
                              system_text(error), remark));
}

/// Some file systems have nothing to sync, and say so.
bool synced(int fd) { return ::fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS; }

}  // namespace

std::filesystem::path partial_path(const std::filesystem::path& target) { return target.string() + ".partial"; }

std::filesystem::path checked_target(const std::filesystem::path& asked) {
  if (!asked.has_filename()) cannot_create(asked, "the path names no file", "Add a file name.");
  std::error_code       ignored;
  std::filesystem::path target = asked;
  if (std::filesystem::is_symlink(asked, ignored)) {
    target = std::filesystem::weakly_canonical(asked, ignored);
    if (ignored) cannot_create(asked, ignored.message(), "Look where the link points to.");
  }
  struct stat there {};
  if (::stat(target.c_str(), &there) != 0) {
    if (errno != ENOENT) cannot_create(target, errno);
    return target;
  }
  if (S_ISDIR(there.st_mode)) cannot_create(target, "it is a folder", "Add a file name.");
  // Renaming over /dev/null would replace the device.
  if (!S_ISREG(there.st_mode)) cannot_create(target, "it is no regular file", "Name a file that can be replaced.");
  if (::access(target.c_str(), W_OK) != 0)
    cannot_create(target, "it is there and must not be written to", "Choose another name, or change its permissions.");
  return target;
}

void put_in_place(const std::filesystem::path& partial, const std::filesystem::path& target) {
  const Descriptor file(::open(partial.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.good() || !synced(file)) cannot_write(partial, errno, {});
  if (::rename(partial.c_str(), target.c_str()) != 0) cannot_create(target, errno);
  // The new name outlives a loss of power only when the folder is written, too. Not every system can; none must.
  const auto       folder = target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
  const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.good()) synced(directory);
}

void Descriptor::close() noexcept {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

Descriptor open_partial(const std::filesystem::path& partial, const std::filesystem::path& target) {
  checked_target(partial);
  for (;;) {
    Descriptor file(::open(partial.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (!file.good()) cannot_create(partial, errno);
    // Of the open file, not of the process; and not flock, which HDF5 uses for its own purposes.
    struct flock all {};
    all.l_type = F_WRLCK;
    if (::fcntl(file, F_OFD_SETLK, &all) != 0 && (errno == EAGAIN || errno == EACCES))
      cannot_create(target, fmt::format("another run is writing {}", partial.string()), "Choose another name.");
    // What was locked only now may have been renamed before, and is somebody's result then.
    struct stat locked {};
    struct stat named {};
    if (::fstat(file, &locked) != 0 || ::stat(partial.c_str(), &named) != 0 || locked.st_ino != named.st_ino) continue;
    if (::ftruncate(file, 0) != 0) cannot_create(partial, errno);
    return file;
  }
}

SafeFile::SafeFile(const std::filesystem::path& target)
    : target_(checked_target(target)), partial_(partial_path(target_)), fd_(open_partial(partial_, target_)) {
  buffer_.reserve(buffer_size);
}

SafeFile::~SafeFile() {
  if (!fd_.good()) return;
  try {
    flush();
  } catch (...) {}                                // whoever cares has flushed before
  if (flushed_ == 0) ::unlink(partial_.c_str());  // nothing is in it
}

void SafeFile::failed(int error) {
  buffer_.clear();
  // Cutting needs no space, and leaves whole rows.
  const bool cut = ::ftruncate(fd_, static_cast<off_t>(flushed_)) == 0;
  cannot_write(target_, error,
               flushed_ > 0 && cut ? fmt::format("What was written before is in {}. ", partial_.string()) : "");
}

void SafeFile::write_out(std::string_view bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t n = ::pwrite(fd_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(flushed_ + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) failed(errno);
    if (n == 0) failed(ENOSPC);
    done += static_cast<std::size_t>(n);
  }
  flushed_ += bytes.size();
}

void SafeFile::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > buffer_size) flush();
  if (bytes.size() > buffer_size) write_out(bytes);
  else buffer_.append(bytes);
}

void SafeFile::flush() {
  if (buffer_.empty()) return;
  write_out(buffer_);
  buffer_.clear();
}

void SafeFile::patch(std::uint64_t offset, std::string_view bytes) {
  const ssize_t n = ::pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
  if (n != static_cast<ssize_t>(bytes.size())) failed(n < 0 ? errno : ENOSPC);
}

void SafeFile::commit() {
  flush();
  if (!synced(fd_)) failed(errno);  // some file systems tell of a full disk only here
  put_in_place(partial_, target_);  // still locked
  fd_.close();
}

void SafeFile::discard() {
  buffer_.clear();
  if (fd_.good()) ::unlink(partial_.c_str());
  fd_.close();
}

void write_file(const std::filesystem::path& target, std::string_view content) {
  SafeFile file(target);
  try {
    file.write(content);
    file.commit();
  } catch (...) {
    file.discard();
    throw;
  }
}

}  // namespace saltus::results
