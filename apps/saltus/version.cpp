#include "command.hpp"
#include "console.hpp"
#include "help.hpp"

#include <saltus/results/document.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>

namespace saltus::cli {
namespace {

#if defined(SALTUS_ASSERTIONS)
constexpr bool assertions = true;
#else
constexpr bool assertions = false;
#endif

std::string json() {
  const results::Build   build     = results::build();
  nlohmann::ordered_json libraries = nlohmann::ordered_json::object();
  for (const auto& [name, version] : build.libraries) libraries[name] = version;
  const nlohmann::ordered_json document = {
      {"version", build.version},
      {"compiler", build.compiler},
      {"build_type", SALTUS_BUILD_TYPE},
      {"libraries", libraries},
      {"features",
       {{"bdf_and_adams", SALTUS_HAS_SUNDIALS != 0}, {"hdf5", SALTUS_HAS_HDF5 != 0}, {"assertions", assertions}}}};
  return document.dump(2) + "\n";
}

}  // namespace

Command add_version(CLI::App& program) {
  const auto as_json = std::make_shared<bool>(false);
  CLI::App*  parser  = program.add_subcommand("version", "Print the version");
  set_example(*parser, "  saltus version\n  saltus version --json\n");
  parser->add_flag("--json", *as_json, "Version, compiler, build type, libraries and features, as JSON");
  return {parser, [as_json](Console& console) {
            console.print(*as_json ? json() : "saltus " SALTUS_VERSION "\n");
            return ExitCode::done;
          }};
}

}  // namespace saltus::cli
