// coverage.cpp: how many of the models in a folder can be read, elaborated and sorted, and why the others cannot.
//
//   modelica_coverage FOLDER [NAME]   looks at FOLDER/*/model.bmo and FOLDER/*.mo whose path contains NAME

#include <saltus/front/modelica/elaborate.hpp>
#include <saltus/front/modelica/parser.hpp>
#include <saltus/front/modelica/structure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

using namespace saltus::modelica;

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: {} FOLDER [NAME]\n", argv[0]);
    return 2;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[1]))
    if ((entry.path().extension() == ".bmo" || entry.path().extension() == ".mo") &&
        (argc < 3 || entry.path().string().find(argv[2]) != std::string::npos))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  const bool                 all = argc > 2;
  std::map<std::string, int> codes;
  std::size_t                good = 0, bytes = 0, variables = 0, equations = 0, nodes = 0, sorted = 0;
  double                     reading = 0, elaborating = 0;
  for (const auto& path : files) {
    std::ifstream in(path);
    std::string   text{std::istreambuf_iterator<char>(in), {}};
    bytes += text.size();
    const std::size_t size = text.size();
    const auto        t0   = std::chrono::steady_clock::now();
    auto              tree = parse(Source(path.parent_path().filename().string(), std::move(text)));
    const auto        t1   = std::chrono::steady_clock::now();
    const auto        flat = elaborate(*tree, {}, tree->problems);
    const double      took = std::chrono::duration<double>(std::chrono::steady_clock::now() - t1).count();
    reading += std::chrono::duration<double>(t1 - t0).count();
    elaborating += took;
    if (took > 0.5 && took > static_cast<double>(size) / 5e6)
      fmt::print("slow    {}: {:.2f} s, {} nodes\n", tree->source.name(), took, flat ? flat->graph.size() : 0);
    if (flat) {
      ++good;
      variables += flat->variables.size();
      equations += flat->equations.size();
      nodes += flat->graph.size();
      sorted += sort(*flat, tree->problems).has_value();
      if (!all && tree->problems.none()) continue;
      std::size_t unknown = 0, given = 0, initial = 0;
      for (const auto& v : flat->variables) unknown += !v.free_parameter && !v.input && v.derivative < 0;
      for (const auto& e : flat->equations) (e.initial ? initial : given) += 1;
      fmt::print("{}: {} unknowns, {} equations, {} initial, {} functions, {} nodes\n", tree->source.name(), unknown,
                 given, initial, flat->functions.size(), flat->graph.size());
      continue;
    }
    const auto& first = tree->problems.found().front();
    ++codes[first.code];
    const auto at = tree->source.position(first.place);
    fmt::print("{} {}:{}: {}\n", first.code, tree->source.name(), at.line, first.headline);
    if (all) fmt::print("{}\n", tree->problems.text());
  }
  fmt::print(
      "{} of {} models elaborated, {} sorted; {} variables, {} equations, {} nodes; {:.1f} MB, read at {:.0f} MB/s, "
      "both at {:.1f} MB/s\n",
      good, files.size(), sorted, variables, equations, nodes, static_cast<double>(bytes) / 1e6,
      static_cast<double>(bytes) / 1e6 / reading, static_cast<double>(bytes) / 1e6 / (reading + elaborating));
  for (const auto& [code, n] : codes) fmt::print("{}: {}\n", code, n);
  return good == files.size() ? 0 : 1;
}
