// external_files.cpp: matrices in files, as text or as MATLAB writes them (externals.hpp).
//
// Reference  text: "#1", then `double name(rows, columns)` and the numbers by rows, as the Modelica Standard Library
//            reads them. MAT level 4 and 5: MathWorks, MAT-File Format.
// Departure  compressed elements of level 5 (MATLAB's -v7) are not read; the message says what to do.

#include <saltus/front/modelica/external_call.hpp>

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

namespace saltus::modelica {

namespace {

static_assert(std::endian::native == std::endian::little, "files of MATLAB are read as they lie in memory");

/// As it is written, or beside the model: whole, and by its last name alone (a path of another machine).
std::optional<std::filesystem::path> find_file(const ExternalCall& c, std::string_view name) {
  constexpr std::string_view scheme = "file://";
  if (name.starts_with(scheme)) name.remove_prefix(scheme.size());
  const std::filesystem::path given(name), folder(c.externals.folder);
  std::error_code             ignored;
  for (const auto& path : {given, folder / given, folder / given.filename()})
    if (std::filesystem::is_regular_file(path, ignored)) return path;
  return std::nullopt;
}

bool find_contents(ExternalCall& c, const std::string& name, std::string& bytes) {
  const auto path = find_file(c, name);
  if (!path) return failed(c, fmt::format("there is no file \"{}\", and none of its name beside the model", name));
  std::ifstream file(*path, std::ios::binary);
  bytes.assign(std::istreambuf_iterator<char>(file), {});
  if (!file) return failed(c, fmt::format("the file \"{}\" cannot be read", path->string()));
  return true;
}

template <class T>
T take(std::string_view bytes, std::size_t at) {
  T out{};
  if (at + sizeof(T) <= bytes.size()) std::memcpy(&out, bytes.data() + at, sizeof(T));
  return out;
}

std::optional<Matrix> find_in_text(std::string_view bytes, std::string_view name) {
  std::istringstream lines{std::string(bytes)};
  std::string        line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::size_t begin = line.find_first_not_of(" \t");
    if (begin == line.npos || line[begin] == '#') continue;
    const std::size_t open = line.find('('), comma = line.find(',', open), close = line.find(')', open);
    if (close == line.npos || comma == line.npos) continue;
    const std::size_t type = line.find_first_of(" \t", begin);
    std::string       its  = type < open ? line.substr(type + 1, open - type - 1) : "";
    std::erase(its, ' ');
    Matrix m{.rows    = std::strtoul(line.c_str() + open + 1, nullptr, 10),
             .columns = std::strtoul(line.c_str() + comma + 1, nullptr, 10)};
    if (m.rows > bytes.size() || m.columns > bytes.size()) return std::nullopt;  // more numbers than letters
    // Numbers, separated by blanks, commas or semicolons, up to the size.
    while (m.values.size() < m.rows * m.columns && std::getline(lines, line)) {
      line = line.substr(0, line.find('#'));
      for (char& x : line)
        if (x == ',' || x == ';') x = ' ';
      const char* at = line.c_str();
      for (char* end = nullptr;; at = end) {
        const double v = std::strtod(at, &end);
        if (end == at) break;
        m.values.push_back(v);
      }
    }
    if (its == name) return m.values.size() == m.rows * m.columns ? std::optional(m) : std::nullopt;
  }
  return std::nullopt;
}

double value_of(std::string_view bytes, std::size_t at, int precision, std::size_t k) {
  switch (precision) {
    case 0: return take<double>(bytes, at + 8 * k);
    case 1: return static_cast<double>(take<float>(bytes, at + 4 * k));
    case 2: return take<std::int32_t>(bytes, at + 4 * k);
    case 3: return take<std::int16_t>(bytes, at + 2 * k);
    case 4: return take<std::uint16_t>(bytes, at + 2 * k);
    case 5: return take<std::uint8_t>(bytes, at + k);
    default: return take<std::int8_t>(bytes, at + k);  // of level 5 only
  }
}

/// Columns lie one after the other; rows are wanted.
Matrix by_rows(std::string_view bytes, std::size_t at, int precision, std::size_t n, std::size_t m) {
  Matrix out{.rows = n, .columns = m, .values = std::vector<double>(n * m)};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j) out.values[i * m + j] = value_of(bytes, at, precision, j * n + i);
  return out;
}

std::optional<Matrix> find_in_level_4(std::string_view bytes, std::string_view name) {
  constexpr std::size_t size[] = {8, 4, 4, 2, 2, 1};
  for (std::size_t at = 0; at + 20 <= bytes.size();) {
    const auto kind = take<std::int32_t>(bytes, at), n = take<std::int32_t>(bytes, at + 4),
               m = take<std::int32_t>(bytes, at + 8), imaginary = take<std::int32_t>(bytes, at + 12),
               length   = take<std::int32_t>(bytes, at + 16);
    const int precision = kind / 10 % 10;
    if (kind < 0 || kind > 999 || precision > 5 || n < 0 || m < 0 || length < 1) return std::nullopt;
    const auto rows = static_cast<std::size_t>(n), columns = static_cast<std::size_t>(m);
    if (rows > bytes.size() || columns > bytes.size()) return std::nullopt;
    const std::size_t data        = at + 20 + static_cast<std::size_t>(length);
    const std::size_t bytes_of_it = rows * columns * size[precision];
    if (data + bytes_of_it > bytes.size()) return std::nullopt;
    const std::string_view its = bytes.substr(at + 20, static_cast<std::size_t>(length) - 1);
    if (its == name && kind % 10 == 0) return by_rows(bytes, data, precision, rows, columns);
    at = data + bytes_of_it * (imaginary != 0 ? 2 : 1);
  }
  return std::nullopt;
}

/// An element of level 5: type, size, place of its data, place of the next one.
struct Element {
  std::uint32_t type, size;
  std::size_t   data, next;
};
Element element_at(std::string_view bytes, std::size_t at) {
  const auto first = take<std::uint32_t>(bytes, at);
  if (first >> 16 != 0) return {first & 0xFFFF, first >> 16, at + 4, at + 8};  // small: in eight bytes
  const auto size = take<std::uint32_t>(bytes, at + 4);
  return {first, size, at + 8, at + 8 + (size + 7) / 8 * 8};
}

std::optional<Matrix> find_in_level_5(std::string_view bytes, std::string_view name, bool& compressed) {
  constexpr std::uint32_t matrix = 14, deflated = 15;
  for (std::size_t at = 128; at + 8 <= bytes.size();) {
    const Element e = element_at(bytes, at);
    if (e.type == deflated) compressed = true;
    at = e.type == deflated ? e.data + e.size : e.next;
    if (e.type != matrix || e.data + e.size > bytes.size()) continue;
    const Element flags = element_at(bytes, e.data), dims = element_at(bytes, flags.next),
                  its = element_at(bytes, dims.next), data = element_at(bytes, its.next);
    if (dims.size != 8 || bytes.substr(std::min(its.data, bytes.size()), its.size) != name) continue;
    // Numbers are stored as the smallest type that holds them: its precision as level 4 counts, and its size.
    constexpr int         precision[] = {-1, 6, 5, 3, 4, 2, -1, 1, -1, 0};
    constexpr std::size_t size[]      = {0, 1, 1, 2, 2, 4, 4, 4, 0, 8};
    if (data.type >= std::size(precision) || precision[data.type] < 0) continue;
    const auto rows = take<std::uint32_t>(bytes, dims.data), columns = take<std::uint32_t>(bytes, dims.data + 4);
    if (rows > bytes.size() || columns > bytes.size() || data.data + data.size > bytes.size() ||
        static_cast<std::size_t>(rows) * columns * size[data.type] > data.size)
      continue;
    return by_rows(bytes, data.data, precision[data.type], rows, columns);
  }
  return std::nullopt;
}

bool read_matrix(ExternalCall& c) {  // (file, name, matrix, rows, columns, verbose)
  Matrix m;
  if (!find_matrix(c, str(c, 0), str(c, 1), m)) return false;
  const auto n = static_cast<std::size_t>(num(c, 3)), k = static_cast<std::size_t>(num(c, 4));
  if (m.rows != n || m.columns != k)
    return failed(c, fmt::format("the matrix `{}` in \"{}\" has {} rows and {} columns, not {} and {}", str(c, 1),
                                 str(c, 0), m.rows, m.columns, n, k));
  std::vector<Value> items;
  for (const double v : m.values) items.push_back(real(v));
  c.arguments[2] = array({static_cast<int>(n), static_cast<int>(k)}, std::move(items), Kind::real);
  return true;
}

bool read_sizes(ExternalCall& c) {  // (file, name, sizes)
  Matrix m;
  if (!find_matrix(c, str(c, 0), str(c, 1), m)) return false;
  c.arguments[2] =
      array({2}, {integer(static_cast<double>(m.rows)), integer(static_cast<double>(m.columns))}, Kind::integer);
  return true;
}

bool read_line(ExternalCall& c) {  // (file, line, end of file)
  std::string bytes;
  if (!find_contents(c, str(c, 0), bytes)) return false;
  std::istringstream lines{bytes};
  std::string        line;
  bool               there = true;
  for (double k = 0; k < num(c, 1) && there; ++k) there = static_cast<bool>(std::getline(lines, line));
  if (!line.empty() && line.back() == '\r') line.pop_back();
  c.result = text_value(there ? line : "");
  if (c.arguments.size() > 2) c.arguments[2] = boolean(!there);
  return true;
}

}  // namespace

bool find_matrix(ExternalCall& c, const std::string& file, const std::string& name, Matrix& to) {
  std::string bytes;
  if (!find_contents(c, file, bytes)) return false;
  bool                  compressed = false;
  std::optional<Matrix> found;
  if (bytes.starts_with("#1")) found = find_in_text(bytes, name);
  else if (bytes.starts_with("MATLAB 5.0")) found = find_in_level_5(bytes, name, compressed);
  else found = find_in_level_4(bytes, name);
  if (found) {
    to = std::move(*found);
    return true;
  }
  if (compressed)
    return not_yet(c, fmt::format("\"{}\" is compressed, and `{}` is not outside of it: save it with -v6", file, name));
  return failed(c, fmt::format("the file \"{}\" has no complete matrix `{}`", file, name));
}

void add_files(ExternalFunctions& to) {
  to["ModelicaIO_readRealMatrix"]  = read_matrix;
  to["ModelicaIO_readMatrixSizes"] = read_sizes;
  to["ModelicaInternal_readLine"]  = read_line;
}

}  // namespace saltus::modelica
