#include <saltus/model/executable_memory.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#if defined(__unix__)
#include <sys/mman.h>
#endif

namespace saltus::model {

#if defined(__unix__)

Result<ExecutableMemory, std::string> ExecutableMemory::make(std::span<const std::uint8_t> bytes) {
  const auto refused = [](const char* what) {
    return fmt::format("the system grants no executable memory ({}: {})", what, std::strerror(errno));
  };
  void* begin = mmap(nullptr, bytes.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (begin == MAP_FAILED) return refused("mmap");
  ExecutableMemory memory(begin, bytes.size());
  std::memcpy(begin, bytes.data(), bytes.size());
  if (mprotect(begin, bytes.size(), PROT_READ | PROT_EXEC) != 0) return refused("mprotect");
  return memory;
}

ExecutableMemory::~ExecutableMemory() {
  if (begin_ != nullptr) munmap(begin_, size_);
}

#else

Result<ExecutableMemory, std::string> ExecutableMemory::make(std::span<const std::uint8_t>) {
  return std::string("executable memory is known for Unix systems only");
}

ExecutableMemory::~ExecutableMemory() = default;

#endif

}  // namespace saltus::model
