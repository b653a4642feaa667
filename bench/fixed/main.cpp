// saltus_bench_fixed: the benchmarks whose question is a size. Rows go to stdout as JSON.

#include "fixed.hpp"

#include <saltus/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace saltus::bench {
namespace {

constexpr const char* help = R"(saltus_bench_fixed: benchmarks whose question is a size

  saltus_bench_fixed small|chain|park|rod [options]

  --n N                  chain: components; park: 10, 100 or 1000 thermostats; rod: grid points
  --only NAME[,NAME...]  contestants with one of these names exactly
  --rounds N             turns per contestant (7)
  --peers FLAVOUR=FILE   a plug-in with solvers; may be repeated
)";

int run(int argc, char** argv) {
  if (argc < 2) throw InputError(help);
  const std::string        which  = argv[1];
  std::size_t              n      = 10;
  int                      rounds = 7;
  std::vector<std::string> only;
  Contestants              contestants;
  add_saltus(contestants);
  add_limits(contestants);
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string name = argv[i], value = argv[i + 1];
    if (name == "--n") n = std::stoul(value);
    else if (name == "--rounds") rounds = std::stoi(value);
    else if (name == "--only") only = split(value);
    else if (name == "--peers") load_peers(contestants, value);
    else throw InputError(help);
  }
  if (!only.empty())
    std::erase_if(contestants,
                  [&](const auto& who) { return std::find(only.begin(), only.end(), who->name()) == only.end(); });
  nlohmann::json rows;
  if (which == "small") rows = small(contestants, rounds);
  else if (which == "chain") rows = chain(n, contestants, rounds);
  else if (which == "park") rows = park(n, contestants);
  else if (which == "rod" && contestants.size() == 1) rows = {rod(n, *contestants.front())};
  else throw InputError(help);
  fmt::print("{}\n", rows.dump());
  return 0;
}

}  // namespace
}  // namespace saltus::bench

int main(int argc, char** argv) {
  try {
    return saltus::bench::run(argc, argv);
  } catch (const std::exception& e) {
    fmt::print(stderr, "{}\n", e.what());
    return 2;
  }
}
