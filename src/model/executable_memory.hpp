#pragma once
// executable_memory.hpp: pages that hold machine code. They are never writable and executable at once.

#include <saltus/core/result.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace saltus::model {

class ExecutableMemory {
 public:
  /// The bytes, ready to run; or why the system does not allow it.
  static Result<ExecutableMemory, std::string> make(std::span<const std::uint8_t> bytes);

  ExecutableMemory(ExecutableMemory&& other) noexcept
      : begin_(std::exchange(other.begin_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  ExecutableMemory& operator=(ExecutableMemory&& other) noexcept {
    std::swap(begin_, other.begin_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~ExecutableMemory();

  const void* begin() const { return begin_; }
  std::size_t size() const { return size_; }

 private:
  ExecutableMemory(void* begin, std::size_t size) : begin_(begin), size_(size) {}

  void*       begin_ = nullptr;
  std::size_t size_  = 0;
};

}  // namespace saltus::model
