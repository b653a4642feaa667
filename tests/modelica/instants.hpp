#pragma once
// instants.hpp: when something happened in the run of a text.
//
// In a text every relation is an event of its own, also one that leaves the condition in which it stands as it was, and
// two that change together may be seen a rounding apart. What is the same in every run is when the discrete variables
// of the text change.

#include <saltus/front/modelica/structure.hpp>
#include <saltus/simulate/run.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace saltus::modelica::test {

inline std::vector<std::string> discrete_names(const SortedModel& model) {
  std::vector<std::string> names;
  for (const auto& v : model.flat.variables)
    if (v.discrete && !v.hidden) names.push_back(v.name);
  return names;
}

/// The times at which one of the variables named changes between its rows before and after; all events without names.
inline std::vector<double> instants(const Run& run, const std::vector<std::string>& names) {
  const auto&         rows = run.trajectory();
  std::vector<double> out;
  for (const Event& e : run.events()) {
    if (!names.empty() && !out.empty() && out.back() == e.t) continue;
    const auto [first, behind] = std::equal_range(rows.times().begin(), rows.times().end(), e.t);
    const auto changes         = [&](const std::string& name) {
      const auto column = rows.index(name);
      return rows.row(static_cast<std::size_t>(first - rows.times().begin()))[column] !=
             rows.row(static_cast<std::size_t>(behind - rows.times().begin()) - 1)[column];
    };
    if (names.empty() || (first != behind && std::any_of(names.begin(), names.end(), changes))) out.push_back(e.t);
  }
  return out;
}

}  // namespace saltus::modelica::test
