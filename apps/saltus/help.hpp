#pragma once
// help.hpp: --help starts with an example.

#include <string>

namespace CLI {
class App;
}

namespace saltus::cli {

/// Sets the first lines of the parser's --help. A parser that gets none shows its description first.
void        set_example(CLI::App& parser, std::string example);
std::string example_of(const CLI::App& parser);

}  // namespace saltus::cli
