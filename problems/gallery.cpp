#include <saltus/problems/families.hpp>
#include <saltus/problems/family.hpp>

#include <algorithm>

namespace saltus::problems {
namespace {

struct Entry {
  const char* title;
  void (*add)(std::vector<Problem>&);
};

// clang-format off
constexpr Entry entries[] = {
    {"Mao and Petzold: events that sign tests miss", add_mao_petzold},
    {"Tangency: touching without crossing",          add_tangency},
    {"Carver: discontinuities of early papers",      add_carver},
    {"Rectifier: diodes",                            add_rectifier},
    {"Friction: sticking and slipping",              add_friction},
    {"Thomsen: heaters and hysteresis",              add_thomsen},
    {"Two tanks: implicit equations with overflow",  add_two_tanks},
    {"Balls: impacts",                               add_balls},
    {"Crossings: where zeros are hard to find",      add_crossings},
    {"Ends: events at the ends of steps and runs",   add_ends},
    {"Order: several events at once",                add_order},
    {"Consistency: implicit models after an event",  add_consistency},
    {"Borders: of domains, and sliding",             add_borders},
    {"Cost: many events, many equations",            add_cost},
};
// clang-format on

struct Gallery {
  std::vector<Problem> problems;
  std::vector<Family>  families;

  Gallery() {
    std::vector<std::size_t> begin;
    for (const auto& entry : entries) {
      begin.push_back(problems.size());
      entry.add(problems);
    }
    begin.push_back(problems.size());
    for (std::size_t k = 0; k < std::size(entries); ++k)
      families.push_back({entries[k].title, std::span(problems).subspan(begin[k], begin[k + 1] - begin[k])});
  }
};

const Gallery& all() {
  static const Gallery gallery;
  return gallery;
}

}  // namespace

const std::vector<Problem>& gallery() { return all().problems; }
const std::vector<Family>&  families() { return all().families; }

const Problem* find(std::string_view id) {
  const auto& problems = gallery();
  const auto  at       = std::find_if(problems.begin(), problems.end(), [&](const Problem& p) { return p.id == id; });
  return at == problems.end() ? nullptr : &*at;
}

}  // namespace saltus::problems
