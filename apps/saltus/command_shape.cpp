#include "command_shape.hpp"

#include "error_pages.hpp"
#include "help.hpp"

#include <saltus/problems/problem.hpp>
#include <saltus/simulate/options.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <initializer_list>

namespace saltus::cli {
namespace {

template <class Choice>
std::vector<std::string> texts(std::initializer_list<Choice> choices) {
  std::vector<std::string> all;
  for (const auto choice : choices) all.emplace_back(to_text(choice));
  return all;
}

/// What an option or argument of this name can be, from where the program itself looks it up.
std::vector<std::string> values_of(const std::string& name) {
  if (name == "--method") {
    using enum MethodChoice;
    return texts({automatic, tsit5, dop853, radau, bdf, adams});
  }
  if (name == "--linear-solver") {
    using enum LinearSolverChoice;
    return texts({automatic, dense, banded, sparse, gmres});
  }
  if (name == "--detection") {
    using enum DetectionChoice;
    return texts({certified, sign_change, derivative_sign, polynomial_bounds});
  }
  if (name == "--surface-control") {
    using enum SurfaceControl;
    return texts({none, differential, algebraic, quadrature});
  }
  if (name == "--evaluation") {
    using enum EvaluationChoice;
    return texts({code, tape});
  }
  std::vector<std::string> all;
  if (name == "model")
    for (const auto& p : problems::gallery()) all.push_back("gallery:" + p.id);
  if (name == "code")
    for (const auto& page : error_pages()) all.push_back(page.code);
  if (name == "shell") all = {"bash", "zsh", "fish"};
  return all;
}

OptionShape shape_of(const CLI::Option& option) {
  OptionShape shape{
      .names = {}, .value = "", .description = option.get_description(), .positional = option.get_positional()};
  if (shape.positional) {
    shape.names = {option.get_name(true)};
  } else {
    for (const auto& name : option.get_snames()) shape.names.push_back("-" + name);
    for (const auto& name : option.get_lnames()) shape.names.push_back("--" + name);
  }
  if (option.get_items_expected_max() > 0)
    shape.value = option.get_option_text().empty() ? "VALUE" : option.get_option_text();
  for (const auto& name : shape.names)
    if (shape.values.empty()) shape.values = values_of(name);
  return shape;
}

}  // namespace

std::string OptionShape::usual() const {
  const std::size_t at = value.find('=');
  if (at == value.npos) return "";
  const std::string after = value.substr(at + 1);
  const bool placeholder = std::all_of(after.begin(), after.end(), [](unsigned char c) { return std::isupper(c) != 0; });
  return placeholder ? "" : after;
}

CommandShape shape_of(const CLI::App& parser) {
  CommandShape shape{.name        = parser.get_name(),
                     .description = parser.get_description(),
                     .example     = example_of(parser),
                     .footer      = parser.get_footer(),
                     .options     = {},
                     .arguments   = {}};
  for (const auto* option : parser.get_options()) {
    OptionShape o = shape_of(*option);
    (o.positional ? shape.arguments : shape.options).push_back(std::move(o));
  }
  return shape;
}

std::vector<CommandShape> commands_of(const CLI::App& program) {
  std::vector<CommandShape> all;
  for (const auto* parser : program.get_subcommands([](const CLI::App* a) { return !a->get_group().empty(); }))
    all.push_back(shape_of(*parser));
  return all;
}

}  // namespace saltus::cli
