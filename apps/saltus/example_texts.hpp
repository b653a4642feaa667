#pragma once
// example_texts.hpp: examples/*.mo as parts of the program, `saltus run gallery:clutch.mo`.

#include <span>
#include <string_view>

namespace saltus::cli {

struct ExampleText {
  std::string_view name;  ///< clutch.mo
  std::string_view text;

  std::string_view title() const;  ///< the description of its model
};

std::span<const ExampleText> example_texts();                      ///< by name
const ExampleText*           find_example(std::string_view name);  ///< null when there is none

}  // namespace saltus::cli
