#pragma once
// count_allocations.hpp: how often this thread has allocated, and how much at once. To be included by one source of a test program.
//
// Libraries call malloc themselves, so it is malloc that is counted, which glibc allows a program to replace; sanitizers
// replace it themselves, so there a test has nothing to say (SALTUS_COUNTS_MALLOC is 0).

#include <cstddef>
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define SALTUS_COUNTS_MALLOC 0
#else
#define SALTUS_COUNTS_MALLOC 1
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#undef SALTUS_COUNTS_MALLOC
#define SALTUS_COUNTS_MALLOC 0
#endif
#endif

namespace {
thread_local long        allocations        = 0;
thread_local std::size_t largest_allocation = 0;  ///< in bytes

[[maybe_unused]] void note_allocation(std::size_t size) {
  ++allocations;
  if (size > largest_allocation) largest_allocation = size;
}
}  // namespace

#if SALTUS_COUNTS_MALLOC
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* malloc(std::size_t size) { return note_allocation(size), __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) { return note_allocation(count * size), __libc_calloc(count, size); }
void* realloc(void* block, std::size_t size) { return note_allocation(size), __libc_realloc(block, size); }
}
#endif
