#include "command.hpp"
#include "command_shape.hpp"
#include "console.hpp"
#include "help.hpp"
#include "paragraph.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <string>

namespace saltus::cli {
namespace {

/// Text that roff leaves alone.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') out += "\\e";
    else if (c == '-') out += "\\-";
    else if (c == '`') out += "\\(cq";
    else out += c;
  }
  for (const char first : {'.', '\''})
    if (out.starts_with(first)) out.insert(0, "\\&");
  return out;
}

std::string sentences(std::string_view text) {
  std::string out;
  for (const auto line : lines_of(text)) out += plain(trimmed(line)) + "\n";
  return out;
}

std::string example(const std::string& text) { return ".PP\n.nf\n.RS\n" + sentences(text) + ".RE\n.fi\n"; }

std::string option(const OptionShape& o) {
  std::string names;
  for (const auto& name : o.names) names += (names.empty() ? "" : ", ") + ("\\fB" + plain(name) + "\\fR");
  if (!o.value.empty() && !o.positional)
    names += " \\fI" + plain(o.usual().empty() ? o.value : o.value.substr(0, o.value.find('='))) + "\\fR";
  std::string text = ".TP\n" + names + "\n" + plain(o.description);
  if (!o.usual().empty()) text += plain(fmt::format(" (unless given: {})", o.usual()));
  return text + ".\n";
}

std::string page(const CLI::App& program) {
  const CommandShape all = shape_of(program);
  std::string        out = fmt::format(".TH SALTUS 1 \"\" \"Saltus {}\" \"User Commands\"\n", SALTUS_VERSION);
  out += ".SH NAME\nsaltus \\- simulate systems of equations that switch, without missing an event\n";
  out += ".SH SYNOPSIS\n.B saltus\n.I command\n.RI [ options ]\n.I arguments\n";
  out += ".SH DESCRIPTION\n" + sentences(all.description) + example(all.example);
  out += ".PP\nEach command has \\fB\\-\\-help\\fR.\n";
  for (const auto& c : commands_of(program)) {
    std::string arguments;
    for (const auto& a : c.arguments) arguments += " \\fI" + plain(a.names.front()) + "\\fR";
    out += fmt::format(".SH {}\n.B saltus {}\n{}\n.PP\n{}.\n", plain("COMMAND " + c.name), plain(c.name),
                       arguments.empty() ? "\\&" : arguments.substr(1), plain(c.description));
    out += example(c.example);
    for (const auto& a : c.arguments) out += option(a);
    for (const auto& o : c.options) out += option(o);
    if (!c.footer.empty() && c.footer != all.footer) out += ".PP\n" + sentences(c.footer);
  }
  out += ".SH EXIT STATUS\n" + sentences(all.footer);
  out += ".SH SEE ALSO\n\\fBsaltus explain\\fR \\fIcode\\fR says what an error code means.\n";
  return out;
}

}  // namespace

Command add_man(CLI::App& program) {
  CLI::App* parser = program.add_subcommand("man", "Print the manual page");
  set_example(*parser, "  saltus man | man -l -\n");
  return {parser, [&program](Console& console) {
            console.print(page(program));
            return ExitCode::done;
          }};
}

}  // namespace saltus::cli
