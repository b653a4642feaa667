#pragma once
// result.hpp: a value or the reason why there is none. A stand-in for C++23's std::expected.

#include <saltus/core/error.hpp>

#include <utility>
#include <variant>

namespace saltus {

template <class T, class E>
class [[nodiscard]] Result {
 public:
  Result(T value) : holds_(std::in_place_index<0>, std::move(value)) {}
  Result(E error) : holds_(std::in_place_index<1>, std::move(error)) {}

  bool     has_value() const noexcept { return holds_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  const T& operator*() const& {
    SALTUS_ASSERT(has_value());
    return *std::get_if<0>(&holds_);
  }
  T& operator*() & {
    SALTUS_ASSERT(has_value());
    return *std::get_if<0>(&holds_);
  }
  const T* operator->() const {
    SALTUS_ASSERT(has_value());
    return std::get_if<0>(&holds_);
  }
  T* operator->() {
    SALTUS_ASSERT(has_value());
    return std::get_if<0>(&holds_);
  }
  const E& error() const& {
    SALTUS_ASSERT(!has_value());
    return *std::get_if<1>(&holds_);
  }

 private:
  std::variant<T, E> holds_;
};

}  // namespace saltus
