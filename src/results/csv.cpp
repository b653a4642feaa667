// csv.cpp: rows of numbers with a header.
//
// Problem    any tool should read it, every number should come back with the same bits, and it should be fast.
// Method     RFC 4180; each number as the shortest text that reads back to it; nan, inf, -inf. A line is given to the file
//            as a whole. A number that stands in the line already, or stood at its place in the line before, is copied.
// Cost       nearly all of it is number_text.cpp, for the other numbers: see bench/RULES.md.
// Departure  lines end with LF alone, as everything on Unix does.

#include <saltus/core/error.hpp>
#include <saltus/results/formats.hpp>
#include <saltus/results/number_text.hpp>
#include <saltus/results/safe_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>

namespace saltus::results {

namespace {

std::string quoted(const std::string& name) {
  if (name.find_first_of(",\"\r\n") == std::string::npos) return name;
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + '"';
}

/// Rows as lines of text. Most numbers of a model are what they were a row before, or what another variable is in this row,
/// up to the sign (aliases): their text is copied.
class Lines {
 public:
  explicit Lines(std::vector<std::size_t> selected)
      : selected_(std::move(selected)), line_((1 + selected_.size()) * (longest_number + 1) + room_for_number, ' '),
        before_(line_), cells_(selected_.size()), met_(selected_.size() < few ? 0 : places) {}

  static std::string header(const std::vector<Column>& columns) {
    std::string line = "time";
    for (const auto& c : columns) line += ',' + quoted(c.name);
    return line + '\n';
  }
  /// Calls write(line) for each row.
  template <class Write>
  void append(const Trajectory& trajectory, std::size_t from, std::size_t to, Write&& write) {
    for (std::size_t k = from; k < to; ++k) {
      const auto row = trajectory.row(k);
      std::swap(line_, before_);
      ++number_;
      char* end = write_number(line_.data(), trajectory.times()[k]);
      for (std::size_t i = 0; i < cells_.size(); ++i) {
        *end++ = ',';
        end    = put(end, cells_[i], std::bit_cast<std::uint64_t>(row[selected_[i]]));
      }
      *end++ = '\n';
      write(std::string_view(line_.data(), static_cast<std::size_t>(end - line_.data())));
    }
  }

 private:
  static_assert(longest_number % 8 == 0);
  static constexpr std::size_t   few = 20, places = 1024;  // few variables have few aliases
  static constexpr std::uint64_t sign = std::uint64_t{1} << 63;

  /// Where a number is in a line; length 0: nowhere yet.
  struct Cell {
    std::uint64_t bits   = 0;
    std::uint32_t begin  = 0;
    std::uint32_t length = 0;
  };
  struct Met {
    Cell          size;  ///< without its sign
    std::uint64_t line = 0;
  };

  /// Always as many bytes, which takes no call and no branch; the next number overwrites what is too much. All are read
  /// before the first is written: the two places may overlap.
  static void copy(char* to, const char* from) {
    std::uint64_t words[longest_number / 8];
    std::memcpy(words, from, sizeof words);
    std::memcpy(to, words, sizeof words);
  }

  char* put(char* to, Cell& cell, std::uint64_t bits) {
    const auto begin = static_cast<std::uint32_t>(to - line_.data());
    if (bits == cell.bits && cell.length > 0) {
      copy(to, before_.data() + cell.begin);
      cell.begin = begin;
      return to + cell.length;
    }
    char* const end = met_.empty() ? write_number(to, std::bit_cast<double>(bits)) : put_size(to, bits);
    cell            = {bits, begin, static_cast<std::uint32_t>(end - to)};
    return end;
  }
  /// The sign, and what follows it, which another variable may have had in this line.
  char* put_size(char* to, std::uint64_t bits) {
    const std::uint64_t size = bits & ~sign;
    Met&                met  = met_[(size * 0x9E3779B97F4A7C15u) >> 54];
    if (met.size.bits != size || met.line != number_) {
      char* const end   = write_number(to, std::bit_cast<double>(bits));
      char* const begin = to + (*to == '-' ? 1 : 0);  // a NaN has none
      met = {{size, static_cast<std::uint32_t>(begin - line_.data()), static_cast<std::uint32_t>(end - begin)}, number_};
      return end;
    }
    *to = '-';
    to += bits >> 63 != 0 && line_[met.size.begin] != 'n' ? 1 : 0;
    copy(to, line_.data() + met.size.begin);
    return to + met.size.length;
  }

  std::vector<std::size_t> selected_;
  std::string              line_, before_;
  std::vector<Cell>        cells_;
  std::vector<Met>         met_;
  std::uint64_t            number_ = 0;  ///< of the line
};

class Csv final : public Writer {
 public:
  explicit Csv(const Layout& layout) : file_(layout.path), lines_(layout.selected) {
    file_.write(Lines::header(layout.columns));
  }
  void append(const Trajectory& trajectory, std::size_t from, std::size_t to) override {
    lines_.append(trajectory, from, to, [this](std::string_view line) { file_.write(line); });
  }
  void flush() override { file_.flush(); }
  void commit() override { file_.commit(); }
  void discard() override { file_.discard(); }

 private:
  SafeFile file_;
  Lines    lines_;
};

class CsvStream final : public Writer {
 public:
  CsvStream(TextSink sink, const Layout& layout) : sink_(std::move(sink)), lines_(layout.selected) {
    sink_(Lines::header(layout.columns));
  }
  void append(const Trajectory& trajectory, std::size_t from, std::size_t to) override {
    lines_.append(trajectory, from, to, sink_);
  }
  void flush() override {}
  void commit() override {}
  void discard() override {}

 private:
  TextSink sink_;
  Lines    lines_;
};

/// Goes through the cells of a CSV text, quoted or not.
class Cells {
 public:
  Cells(std::string_view text, const std::filesystem::path& path) : rest_(text), path_(path) {}

  bool        done() const { return rest_.empty(); }
  bool        at_blank_line() const { return rest_.starts_with('\n') || rest_.starts_with("\r\n"); }
  void        skip_line() { rest_.remove_prefix(std::min(rest_.size(), rest_.find('\n') + 1)), ++line_; }
  std::size_t line() const { return line_; }

  /// The next cell; `last` says whether it was the last one of its line. Valid until the next call.
  std::string_view next(bool& last) {
    std::string_view cell;
    rest_.remove_prefix(std::min(rest_.size(), rest_.find_first_not_of(" \t")));
    if (rest_.starts_with('"')) {
      unquoted_.clear();
      std::size_t i = 1;
      for (;; ++i) {
        if (i >= rest_.size()) malformed(path_, fmt::format("line {} has a quote that does not end", line_));
        if (rest_[i] != '"') unquoted_ += rest_[i];
        else if (i + 1 < rest_.size() && rest_[i + 1] == '"') unquoted_ += rest_[i++];
        else break;
      }
      rest_.remove_prefix(i + 1);
      cell                  = unquoted_;
      const std::size_t end = std::min(rest_.size(), rest_.find_first_of(",\n"));
      if (rest_.substr(0, end).find_first_not_of(" \r") != std::string_view::npos)
        malformed(path_, fmt::format("line {} goes on after a closing quote", line_));
      rest_.remove_prefix(end);
    } else {
      const std::size_t end = std::min(rest_.size(), rest_.find_first_of(",\n"));
      cell                  = rest_.substr(0, end);
      rest_.remove_prefix(end);
      while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\r' || cell.back() == '\t')) cell.remove_suffix(1);
    }
    last = rest_.empty() || rest_.front() == '\n';
    if (last) ++line_;
    if (!rest_.empty()) rest_.remove_prefix(1);
    return cell;
  }

  double number(std::string_view cell, const std::string& column, std::size_t line) const {
    if (cell.empty()) return std::numeric_limits<double>::quiet_NaN();
    double     value        = 0;
    const auto digits       = cell.starts_with('+') ? cell.substr(1) : cell;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::result_out_of_range)  // beyond the range of double: not a text that Saltus writes
      malformed(path_, fmt::format("line {}, column {}: {} is no double", line, column, cell));
    if (error != std::errc() || end != digits.data() + digits.size())
      malformed(path_, fmt::format("line {}, column {}: \"{}\" is no number", line, column, cell));
    return value;
  }

 private:
  std::string_view             rest_;
  const std::filesystem::path& path_;
  std::string                  unquoted_;
  std::size_t                  line_ = 1;
};

/// `time` first, wherever the file has it.
void bring_time_to_front(Table& table, const std::filesystem::path& path) {
  for (const std::string_view name : {"time", "Time", "TIME", "t"})
    for (std::size_t i = 0; i < table.names.size(); ++i)
      if (table.names[i] == name) {
        std::rotate(table.names.begin(), table.names.begin() + static_cast<long>(i),
                    table.names.begin() + static_cast<long>(i) + 1);
        std::rotate(table.columns.begin(), table.columns.begin() + static_cast<long>(i),
                    table.columns.begin() + static_cast<long>(i) + 1);
        table.names[0] = "time";
        return;
      }
  malformed(path, "it has no column \"time\" (or \"Time\", \"t\")");
}

}  // namespace

std::unique_ptr<Writer> make_csv(const Layout& layout) { return std::make_unique<Csv>(layout); }
std::unique_ptr<Writer> make_csv_stream(TextSink sink, const Layout& layout) {
  return std::make_unique<CsvStream>(std::move(sink), layout);
}

Table read_csv(const std::filesystem::path& path, bool partial) {
  const std::string bytes = bytes_of(path);
  std::string_view  text  = bytes;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a mark that spreadsheets put in front
  if (partial) text = text.substr(0, text.rfind('\n') + 1);     // a kill may have cut the last line
  Cells cells(text, path);
  Table table;
  bool  last = cells.done();
  if (last) malformed(path, "it is empty, without even a header");
  while (!last) table.names.emplace_back(cells.next(last));
  table.columns.resize(table.names.size());
  while (!cells.done()) {
    if (cells.at_blank_line()) {
      cells.skip_line();
      continue;
    }
    const std::size_t line = cells.line();
    last                   = false;
    std::size_t column     = 0;
    for (; !last; ++column) {
      const auto cell = cells.next(last);
      if (column < table.names.size()) table.columns[column].push_back(cells.number(cell, table.names[column], line));
    }
    if (column != table.names.size())
      malformed(path, fmt::format("line {} has {} cells, the header has {}", line, column, table.names.size()));
  }
  bring_time_to_front(table, path);
  return table;
}

}  // namespace saltus::results
