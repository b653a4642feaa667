#include "command.hpp"
#include "console.hpp"
#include "help.hpp"

#include <saltus/core/error.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

namespace saltus::embedded {
extern const std::string_view new_main_cpp, new_CMakeLists_txt, new_README_md;
}

namespace saltus::cli {
namespace {

namespace fs = std::filesystem;

/// Words that CMake or C++ would stumble over; the name is a target of the one and may become a class of the other.
constexpr std::array reserved = {
    "all",     "test",      "install", "clean",    "help",     "package",  "saltus", "build",    "auto",
    "bool",    "break",     "case",    "catch",    "char",     "class",    "const",  "continue", "default",
    "delete",  "do",        "double",  "else",     "enum",     "explicit", "export", "extern",   "false",
    "float",   "for",       "friend",  "goto",     "if",       "inline",   "int",    "long",     "main",
    "mutable", "namespace", "new",     "operator", "private",  "public",   "return", "short",    "signed",
    "sizeof",  "static",    "struct",  "switch",   "template", "this",     "throw",  "true",     "try",
    "typedef", "typename",  "union",   "unsigned", "using",    "virtual",  "void",   "volatile", "while"};

void check_name(const std::string& name) {
  const auto letter = [](unsigned char c) { return std::isalpha(c) != 0; };
  const auto part   = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  const bool fine   = !name.empty() && letter(static_cast<unsigned char>(name[0])) &&
                    std::all_of(name.begin(), name.end(), part) &&
                    std::find(reserved.begin(), reserved.end(), name) == reserved.end();
  if (!fine)
    throw InputError(fmt::format(
        "S0512: \"{}\" cannot be the name of a project. It becomes a folder, a target of CMake and a program: "
        "a letter, then letters, digits and underscores, and no word that CMake or C++ has taken.",
        name));
}

std::string filled_in(std::string_view text, const std::string& name) {
  // Before 1.0 only the same minor version counts as compatible.
  const std::string version = std::string(SALTUS_VERSION).substr(0, std::string_view(SALTUS_VERSION).rfind('.'));
  std::string       out(text);
  for (const auto& [key, value] : {std::pair<std::string_view, std::string_view>{"@NAME@", name}, {"@VERSION@", version}})
    for (std::size_t at = 0; (at = out.find(key, at)) != out.npos; at += value.size())
      out.replace(at, key.size(), value);
  return out;
}

void write(const fs::path& file, const std::string& text) {
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out)
    throw InputError(
        fmt::format("S0514: cannot write {}: {}. Choose another place.", file.string(), std::strerror(errno)));
}

/// What CMake needs to find this very Saltus: the prefix or the source tree that the program sits in.
std::string where_saltus_is() {
  std::error_code error;
  const fs::path  program = fs::read_symlink("/proc/self/exe", error);
  if (error) return "-DCMAKE_PREFIX_PATH=<where Saltus is installed>";
  const fs::path prefix = program.parent_path().parent_path();
  for (const char* lib : {"lib", "lib64", "share"})
    if (fs::exists(prefix / lib / "cmake" / "saltus", error)) return "-DCMAKE_PREFIX_PATH=" + prefix.string();
  for (fs::path folder = prefix; folder.has_relative_path(); folder = folder.parent_path())
    if (fs::exists(folder / "src" / "simulate" / "simulation.hpp", error))
      return "-DSALTUS_SOURCE_DIR=" + folder.string();
  return "-DCMAKE_PREFIX_PATH=<where Saltus is installed>";
}

ExitCode make_project(const std::string& name, Console& console) {
  check_name(name);
  const fs::path  folder = name;
  std::error_code error;
  if (fs::exists(fs::symlink_status(folder, error)))
    throw InputError(fmt::format("S0513: \"{}\" exists already. Choose another name, or remove it.", name));
  if (!fs::create_directory(folder, error))
    throw InputError(fmt::format("S0514: cannot make the folder {}: {}. Choose another place.", name, error.message()));
  try {
    write(folder / "main.cpp", filled_in(embedded::new_main_cpp, name));
    write(folder / "CMakeLists.txt", filled_in(embedded::new_CMakeLists_txt, name));
    write(folder / "README.md", filled_in(embedded::new_README_md, name));
  } catch (...) {
    fs::remove_all(folder, error);  // it was made here, a moment ago
    throw;
  }
  console.print(
      fmt::format("{0}/main.cpp, {0}/CMakeLists.txt and {0}/README.md are there. Next:\n\n"
                  "  cmake -S {0} -B {0}/build {1}\n"
                  "  cmake --build {0}/build\n"
                  "  {0}/build/{0}\n",
                  name, where_saltus_is()));
  return ExitCode::done;
}

}  // namespace

Command add_new(CLI::App& program) {
  const auto name   = std::make_shared<std::string>();
  CLI::App*  parser = program.add_subcommand("new", "Make a project with a commented model to start from");
  set_example(*parser, "  saltus new pump_and_tank\n");
  parser->add_option("name", *name, "Of the project; a folder of this name is made")->required()->option_text("NAME");
  return {parser, [name](Console& console) { return make_project(*name, console); }};
}

}  // namespace saltus::cli
