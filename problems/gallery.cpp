#include <saltus/problems/families.hpp>

#include <algorithm>

namespace saltus::problems {

const std::vector<Problem>& gallery() {
  static const std::vector<Problem> all = [] {
    std::vector<Problem> list;
    add_mao_petzold(list);
    add_tangency(list);
    add_carver(list);
    add_rectifier(list);
    add_friction(list);
    add_thomsen(list);
    add_two_tanks(list);
    add_balls(list);
    add_crossings(list);
    add_ends(list);
    add_order(list);
    add_consistency(list);
    add_borders(list);
    add_cost(list);
    return list;
  }();
  return all;
}

const Problem* find(std::string_view id) {
  const auto& all = gallery();
  const auto  at  = std::find_if(all.begin(), all.end(), [&](const Problem& p) { return p.id == id; });
  return at == all.end() ? nullptr : &*at;
}

}  // namespace saltus::problems
