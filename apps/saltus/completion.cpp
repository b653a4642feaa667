#include "command.hpp"
#include "command_shape.hpp"
#include "console.hpp"
#include "help.hpp"

#include <saltus/core/error.hpp>
#include <saltus/core/nearest_name.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <vector>

namespace saltus::cli {
namespace {

using Commands = std::vector<CommandShape>;

/// For single quotes of a shell.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::vector<std::string> option_names(const CommandShape& command) {
  std::vector<std::string> names;
  for (const auto& option : command.options) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

std::string bash(const Commands& commands) {
  std::vector<std::string> names;
  std::string              after_option, of_command;
  for (const auto& c : commands) {
    names.push_back(c.name);
    for (const auto& o : c.options)
      for (const auto& name : o.names)
        if (o.takes_file()) after_option += fmt::format("    '{} {}') files=yes ;;\n", c.name, name);
        else if (o.takes_value())
          after_option += fmt::format("    '{} {}') candidates={} ;;\n", c.name, name,
                                      quoted(fmt::format("{}", fmt::join(o.values, " "))));
    std::string              arguments = "candidates=", files;
    std::vector<std::string> values;
    for (const auto& a : c.arguments) {
      values.insert(values.end(), a.values.begin(), a.values.end());
      if (a.takes_file()) files = "; files=yes";
    }
    of_command += fmt::format("      {}) if [[ $cur == -* ]]; then candidates={}; else candidates={}{}; fi ;;\n",
                              c.name, quoted(fmt::format("{}", fmt::join(option_names(c), " "))),
                              quoted(fmt::format("{}", fmt::join(values, " "))), files);
  }
  return fmt::format(R"(# bash completion for saltus; made by `saltus completion bash`.
#   source <(saltus completion bash)                       in this shell
#   saltus completion bash > ~/.local/share/bash-completion/completions/saltus
_saltus() {{
  local line=${{COMP_LINE:0:COMP_POINT}} words cur prev= command= candidates= files= prefix
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  cur=${{words[-1]}}
  ((${{#words[@]}} > 2)) && command=${{words[1]}} prev=${{words[-2]}}
  [[ $cur == --*=* ]] && prev=${{cur%%=*}} cur=${{cur#*=}}
  case "$command $prev" in
{}    *) case $command in
      '') candidates={} ;;
{}    esac ;;
  esac
  COMPREPLY=()
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$candidates" -- "$cur")
  if [[ -n $files ]]; then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$cur")
    compopt -o filenames 2>/dev/null
  fi
  # Readline takes gallery:x for two words and completes the second.
  if [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]]; then
    prefix=${{cur%"${{cur##*:}}"}}
    COMPREPLY=("${{COMPREPLY[@]#"$prefix"}}")
  fi
}}
complete -F _saltus saltus
)",
                     after_option, quoted(fmt::format("{}", fmt::join(names, " "))), of_command);
}

/// In _describe's lists a colon separates the word from its description.
std::string described(const std::string& word, const std::string& description) {
  std::string escaped;
  for (const char c : word) escaped += c == ':' ? std::string("\\:") : std::string(1, c);
  return quoted(escaped + ":" + description);
}

std::string zsh(const Commands& commands) {
  std::string names, after_option, of_command;
  for (const auto& c : commands) {
    names += " " + described(c.name, c.description);
    std::string              options, files;
    std::vector<std::string> values;
    for (const auto& o : c.options)
      for (const auto& name : o.names) {
        options += " " + described(name, o.description);
        if (o.takes_file()) after_option += fmt::format("    '{} {}') _files; return ;;\n", c.name, name);
        else if (o.takes_value()) {
          std::string list;
          for (const auto& v : o.values) list += " " + quoted(v);
          after_option += fmt::format("    '{} {}') compadd --{}; return ;;\n", c.name, name, list);
        }
      }
    for (const auto& a : c.arguments) {
      for (const auto& v : a.values) values.push_back(quoted(v));
      if (a.takes_file()) files = "; _files";
    }
    of_command += fmt::format(
        "    {}) if [[ $PREFIX == -* ]]; then list=({}); _describe option list; else compadd -- {}{}; fi ;;\n", c.name,
        options, fmt::join(values, " "), files);
  }
  return fmt::format(R"(#compdef saltus
# zsh completion for saltus; made by `saltus completion zsh > _saltus`, to be put into a folder of $fpath.
_saltus() {{
  local -a list
  if ((CURRENT == 2)); then
    list=({})
    _describe command list
    return
  fi
  case "$words[2] $words[CURRENT-1]" in
{}  esac
  case $words[2] in
{}  esac
}}
if [[ $funcstack[1] == _saltus ]]; then _saltus "$@"; else compdef _saltus saltus; fi
)",
                     names, after_option, of_command);
}

std::string fish(const Commands& commands) {
  std::string out =
      "# fish completion for saltus; made by `saltus completion fish > ~/.config/fish/completions/saltus.fish`.\n"
      "complete -c saltus -f\n";
  for (const auto& c : commands) {
    out += fmt::format("complete -c saltus -n __fish_use_subcommand -a {} -d {}\n", c.name, quoted(c.description));
    const std::string within = fmt::format("complete -c saltus -n '__fish_seen_subcommand_from {}'", c.name);
    for (const auto& o : c.options) {
      std::string line = within;
      for (const auto& name : o.names)
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (o.takes_file()) line += " -r -F";
      else if (o.takes_value())
        line += " -x" + (o.values.empty() ? "" : " -a " + quoted(fmt::format("{}", fmt::join(o.values, " "))));
      out += line + " -d " + quoted(o.description) + "\n";
    }
    for (const auto& a : c.arguments) {
      if (!a.values.empty())
        out += fmt::format("{} -a {}\n", within, quoted(fmt::format("{}", fmt::join(a.values, " "))));
      if (a.takes_file()) out += within + " -F\n";
    }
  }
  return out;
}

ExitCode complete(const CLI::App& program, const std::string& shell, Console& console) {
  const Commands commands = commands_of(program);
  if (shell == "bash") console.print(bash(commands));
  else if (shell == "zsh") console.print(zsh(commands));
  else if (shell == "fish") console.print(fish(commands));
  else
    throw InputError(fmt::format("S0508: there is no completion for the shell \"{}\".{}", shell,
                                 did_you_mean(shell, std::vector<std::string>{"bash", "zsh", "fish"})));
  return ExitCode::done;
}

}  // namespace

Command add_completion(CLI::App& program) {
  const auto shell = std::make_shared<std::string>();
  CLI::App*  parser =
      program.add_subcommand("completion", "Print a script that completes commands, options and names in a shell");
  set_example(*parser, "  source <(saltus completion bash)\n");
  parser->add_option("shell", *shell, "bash, zsh or fish")->required()->option_text("SHELL");
  return {parser, [shell, &program](Console& console) { return complete(program, *shell, console); }};
}

}  // namespace saltus::cli
