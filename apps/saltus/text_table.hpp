#pragma once
// text_table.hpp: columns that line up.

#include "console.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace saltus::cli {

/// Columns that are empty everywhere are left out. The header may be empty, too: then there is none.
struct TextTable {
  std::vector<std::string>              header = {};
  std::vector<std::vector<std::string>> rows   = {};

  std::string text(const Style& style) const {
    std::vector<std::size_t> widths;
    for (const auto& row : rows)
      for (std::size_t c = 0; c < row.size(); ++c) {
        if (c == widths.size()) widths.push_back(0);
        widths[c] = std::max(widths[c], row[c].size());
      }
    for (std::size_t c = 0; c < std::min(header.size(), widths.size()); ++c)
      if (widths[c] > 0) widths[c] = std::max(widths[c], header[c].size());
    std::string out = header.empty() ? "" : style.heading(line(header, widths)) + "\n";
    for (const auto& row : rows) out += line(row, widths) + "\n";
    return out;
  }

 private:
  static std::string line(const std::vector<std::string>& row, const std::vector<std::size_t>& widths) {
    std::string out;
    for (std::size_t c = 0; c < std::min(row.size(), widths.size()); ++c)
      if (widths[c] > 0) out += "  " + row[c] + std::string(widths[c] - row[c].size(), ' ');
    out.erase(out.find_last_not_of(' ') + 1);
    return out;
  }
};

}  // namespace saltus::cli
