#pragma once
// nearest_name.hpp: "did you mean ...?"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace saltus {

/// Number of insertions, deletions, replacements and swaps of neighbours that turn a into b.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_ago(b.size() + 1), ago(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) ago[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({ago[j] + 1, row[j - 1] + 1, ago[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], two_ago[j - 2] + 1);
    }
    std::swap(two_ago, ago);
    std::swap(ago, row);
  }
  return ago[b.size()];
}

/// " Did you mean \"h1\"?", or the names there are, or nothing.
inline std::string did_you_mean(std::string_view name, std::span<const std::string> known) {
  const std::string* best     = nullptr;
  std::size_t        distance = std::max<std::size_t>(2, name.size() / 3) + 1;
  for (const auto& k : known)
    if (const std::size_t d = edit_distance(name, k); d < distance) {
      distance = d;
      best     = &k;
    }
  if (best != nullptr) return " Did you mean \"" + *best + "\"?";
  std::string list;
  for (std::size_t i = 0; i < known.size() && i < 12; ++i) list += (i == 0 ? " There are: " : ", ") + known[i];
  return list.empty() ? list : list + (known.size() > 12 ? ", ..." : ".");
}

}  // namespace saltus
