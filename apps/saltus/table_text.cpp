#include "table_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace saltus::cli {
namespace {

// Where nothing has to fit, a cell longer than this runs over instead of pushing all others to the right.
constexpr std::size_t widest_column = 44;
// A column is not made narrower than this to let others fit.
constexpr std::size_t narrowest_column = 12;

std::string padded(const std::string& text, std::size_t width) {
  const std::size_t columns = columns_of(text);
  return columns < width ? text + std::string(width - columns, ' ') : text;
}

void make_fit(std::vector<std::size_t>& widths, std::size_t width) {
  const auto total = [&] {
    std::size_t sum = 1;  // the margin; each column has a space on both sides, of which the last is not printed
    for (const std::size_t w : widths) sum += w > 0 ? w + 2 : 0;
    return sum - 1;
  };
  while (total() > width) {
    const auto widest = std::max_element(widths.begin(), widths.end());
    if (*widest <= narrowest_column) return;
    --*widest;
  }
}

}  // namespace

std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  std::string              rest = text;
  while (columns_of(rest) > width) {
    std::size_t cut = 0, blank = 0;  // after `width` columns; at the last space before that
    for (std::size_t columns = 0; cut < rest.size(); ++cut) {
      const bool begins = (static_cast<unsigned char>(rest[cut]) & 0xC0) != 0x80;
      if (rest[cut] == ' ' && cut > 0) blank = cut;
      if (begins && columns++ == width) break;
    }
    const std::size_t end = blank > 0 ? blank : cut;
    lines.push_back(rest.substr(0, end));
    rest.erase(0, blank > 0 ? end + 1 : end);
  }
  lines.push_back(rest);
  return lines;
}

std::string TextTable::text(std::size_t most_rows, std::size_t width, const Style& style) const {
  const std::size_t hidden = rows.size() > most_rows ? rows.size() - most_rows : 0;
  const std::size_t head   = hidden > 0 ? (most_rows + 1) / 2 : rows.size();
  const std::span   all(rows);
  const auto        first = all.first(head), last = all.last(rows.size() - head - hidden);

  std::vector<std::size_t> widths(header.size(), 0);
  for (const auto part : {first, last})
    for (const auto& row : part)
      for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], columns_of(row[c]));
  for (std::size_t c = 0; c < widths.size(); ++c)
    if (widths[c] > 0) {
      widths[c] = std::max(widths[c], columns_of(header[c]));
      if (width == Screen::unlimited) widths[c] = std::min(widths[c], widest_column);
    }
  if (width != Screen::unlimited) make_fit(widths, width);

  const auto lines = [&](std::span<const Row> part) {
    std::string out;
    for (const auto& row : part) {
      std::vector<std::vector<std::string>> cells;
      std::size_t                           height = 1;
      for (std::size_t c = 0; c < row.size(); ++c) {
        cells.push_back(width == Screen::unlimited || widths[c] == 0 ? std::vector{row[c]} : wrapped(row[c], widths[c]));
        height = std::max(height, cells.back().size());
      }
      for (std::size_t i = 0; i < height; ++i) {
        Row one;
        for (const auto& cell : cells) one.push_back(i < cell.size() ? cell[i] : "");
        out += line(one, widths) + "\n";
      }
    }
    return out;
  };
  std::string out = "\n" + style.heading(line(header, widths)) + "\n" + lines(first);
  if (hidden > 0) out += style.faint(fmt::format("  ... {} more; --all shows them ...", hidden)) + "\n";
  return out + lines(last);
}

std::string TextTable::line(const Row& row, const std::vector<std::size_t>& widths) const {
  std::string out = " ";
  for (std::size_t c = 0; c < row.size(); ++c)
    if (widths[c] > 0) out += " " + padded(row[c], widths[c]) + " ";
  out.erase(out.find_last_not_of(' ') + 1);
  return out;
}

}  // namespace saltus::cli
