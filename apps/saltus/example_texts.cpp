#include "example_texts.hpp"

#include <algorithm>
#include <string>

namespace saltus::cli {

std::string_view ExampleText::title() const {
  const std::string_view stem = name.substr(0, name.rfind('.'));
  const auto             at   = text.find("model " + std::string(stem) + " \"");
  if (at == std::string_view::npos) return stem;
  const auto first = text.find('"', at) + 1;
  return text.substr(first, text.find('"', first) - first);
}

const ExampleText* find_example(std::string_view name) {
  const auto all = example_texts();
  const auto at  = std::find_if(all.begin(), all.end(), [&](const ExampleText& e) { return e.name == name; });
  return at == all.end() ? nullptr : &*at;
}

}  // namespace saltus::cli
