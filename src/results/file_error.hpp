#pragma once
// file_error.hpp: a file that cannot be written or read. Nobody's input is wrong and no run has failed: the disk said no.

#include <filesystem>
#include <stdexcept>
#include <string>

namespace saltus::results {

/// `what()` has the code, the file, what the system said and the way out. Codes: docs/reference/errors.md, S04xx.
class FileError : public std::runtime_error {
 public:
  FileError(std::string code, std::filesystem::path path, const std::string& text)
      : std::runtime_error(code + ": " + text), code_(std::move(code)), path_(std::move(path)) {}

  const std::string&           code() const { return code_; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::string           code_;
  std::filesystem::path path_;
};

}  // namespace saltus::results
