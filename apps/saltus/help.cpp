#include "help.hpp"

#include <CLI/CLI.hpp>

#include <memory>
#include <utility>

namespace saltus::cli {
namespace {

class ExampleFirst : public CLI::Formatter {
 public:
  explicit ExampleFirst(std::string example) : example_(std::move(example)) {
    column_width(34);
    label("SUBCOMMAND", "COMMAND");
    label("Positionals", "Arguments");
    label("REQUIRED", "");
  }
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    return "Example:\n" + example_ + "\n" + Formatter::make_help(app, std::move(name), mode);
  }

  const std::string& example() const { return example_; }

 private:
  std::string example_;
};

}  // namespace

void set_example(CLI::App& parser, std::string example) {
  parser.formatter(std::make_shared<ExampleFirst>(std::move(example)));
}

std::string example_of(const CLI::App& parser) {
  const auto* formatter = dynamic_cast<const ExampleFirst*>(parser.get_formatter().get());
  return formatter == nullptr ? "" : formatter->example();
}

}  // namespace saltus::cli
