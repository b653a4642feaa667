#pragma once
// assertion.hpp: what a model throws where an assertion of its own does not hold.

#include <stdexcept>
#include <string>
#include <string_view>

namespace saltus {

/// The text begins with its code, since the layers between keep the text alone; the first line is the model's own message.
class AssertionFailed : public std::runtime_error {
 public:
  static constexpr std::string_view code = "S0610: ";
  explicit AssertionFailed(const std::string& text) : std::runtime_error(std::string(code) + text) {}
};

}  // namespace saltus
