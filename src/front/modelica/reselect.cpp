#include <saltus/front/modelica/reselect.hpp>

#include <string_view>
#include <unordered_map>
#include <utility>

namespace saltus::modelica {

std::optional<Reselected> reselect(const FlatModel& text, HybridModel& model, double t, std::span<const double> x,
                                   std::span<const double> q, Problems& problems) {
  const SortedModel& before = model.sorted();
  if (before.choices.empty()) return std::nullopt;
  const std::vector<double> values = model.values(t, x, q);
  // Variables of the text come first, in the same order; derivatives that sorting adds are found by their names.
  auto sorted =
      sort(text, problems, {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(text.variables.size())});
  if (!sorted) return std::nullopt;
  Reselected found{.sorted = std::make_shared<const SortedModel>(std::move(*sorted)), .x = {}, .q = {}};

  std::unordered_map<std::string_view, double> known;
  for (std::size_t v = 0; v < values.size(); ++v) known.emplace(before.flat.variables[v].name, values[v]);
  const Layout layout(*found.sorted);
  bool         other = false;
  for (int i = 0; i < static_cast<int>(layout.size()); ++i) {
    const Variable v = layout.of_component[static_cast<std::size_t>(i)];
    const auto at    = v < 0 ? known.end() : known.find(found.sorted->flat.variables[static_cast<std::size_t>(v)].name);
    if (v >= 0 && i < layout.states && at == known.end()) return std::nullopt;
    found.x.push_back(at == known.end() ? 0.0 : at->second);
    if (v < 0 || i >= layout.states) continue;
    const int was =
        v < static_cast<Variable>(text.variables.size()) ? model.layout().component[static_cast<std::size_t>(v)] : -1;
    other = other || was < 0 || was >= model.layout().states;
  }
  if (!other) return std::nullopt;
  found.q.assign(layout.slots(), 0.0);
  for (std::size_t k = 0; k < layout.slots(); ++k) {
    const Variable v = layout.of_slot[k];
    if (v < 0) continue;
    const int slot = model.layout().slot[static_cast<std::size_t>(v)];
    found.q[k]     = slot >= 0 ? q[static_cast<std::size_t>(slot)] : values[static_cast<std::size_t>(v)];
  }
  return found;
}

}  // namespace saltus::modelica
