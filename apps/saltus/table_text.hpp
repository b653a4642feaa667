#pragma once
// table_text.hpp: rows of cells as text in columns.

#include "console.hpp"
#include "screen.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace saltus::cli {

struct TextTable {
  using Row = std::vector<std::string>;

  Row              header;
  std::vector<Row> rows = {};

  /// Starts with an empty line. Columns that are empty everywhere are left out, and so are the middle ones of more than
  /// `most_rows` rows. Where a row would be wider than `width`, the widest columns are wrapped.
  std::string text(std::size_t most_rows, std::size_t width, const Style& style) const;

 private:
  std::string line(const Row& row, const std::vector<std::size_t>& widths) const;
};

/// A text in lines of at most `width` columns, broken at spaces where there are any.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

}  // namespace saltus::cli
