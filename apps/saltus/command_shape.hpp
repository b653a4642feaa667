#pragma once
// command_shape.hpp: what the parser knows, as data, for completion and for the manual.

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace saltus::cli {

struct OptionShape {
  std::vector<std::string> names;  ///< "-m", "--method"; of an argument, its name alone
  std::string              value;  ///< "NAME=automatic", "FILE"; empty for flags
  std::string              description;
  bool                     positional = false;
  std::vector<std::string> values     = {};  ///< all there are, where they are known

  /// What it is unless given: "automatic" of "NAME=automatic", nothing of "NAME=VALUE" or "FILE".
  std::string usual() const;
  bool        takes_value() const { return positional || !value.empty(); }
  bool        takes_file() const { return value.find("FILE") != value.npos; }
};

struct CommandShape {
  std::string              name, description, example, footer;
  std::vector<OptionShape> options;  ///< without arguments
  std::vector<OptionShape> arguments;
};

CommandShape              shape_of(const CLI::App& parser);
std::vector<CommandShape> commands_of(const CLI::App& program);

}  // namespace saltus::cli
