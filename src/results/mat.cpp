// mat.cpp: MAT files of level 4, laid out as Dymola and OpenModelica do.
//
// Problem    Modelica tools and SciPy should read a result, while the run goes on and after it was killed.
// Method     six matrices: Aclass (4 texts that say what this is), name, description, dataInfo (where each variable is),
//            data_1 (parameters, at the two ends of time), data_2 (everything else, one point of time after the other).
//            "binTrans": all but Aclass are transposed, so that a new point of time is appended at the end of the file.
// Reference  MathWorks, MAT-File Level 4 format; Dymola User Manual, "Trajectory result files".
// Notation   a matrix is a header of five 32-bit integers (type, rows, columns, imaginary, length of the name), the name with
//            its zero, and the values by columns. Types: 0 double, 20 int32, 51 text, little-endian all.
// Invariant  data_2 is last, and the number of its columns is patched after the columns have been written: a reader never
//            sees a column that is not whole. A kill between the two leaves bytes behind data_2 that belong to nothing.
// Departure  numbers are double, where Dymola has single; texts are UTF-8.

#include <saltus/core/error.hpp>
#include <saltus/results/formats.hpp>
#include <saltus/results/safe_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>

namespace saltus::results {

static_assert(std::endian::native == std::endian::little, "numbers are written as they are in memory");

namespace {

enum Type : std::int32_t { doubles = 0, integers = 20, text = 51 };

struct Header {
  std::int32_t type, rows, columns, imaginary, name_length;
};

template <class Value>
void put(std::string& bytes, const Value& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void put_header(std::string& bytes, std::string_view name, Type type, std::size_t rows, std::size_t columns) {
  put(bytes, Header{type, static_cast<std::int32_t>(rows), static_cast<std::int32_t>(columns), 0,
                    static_cast<std::int32_t>(name.size() + 1)});
  bytes.append(name).push_back('\0');
}

/// One text per column, filled up with blanks.
void put_texts(std::string& bytes, std::string_view name, const std::vector<std::string>& texts) {
  std::size_t longest = 1;
  for (const auto& t : texts) longest = std::max(longest, t.size());
  put_header(bytes, name, text, longest, texts.size());
  for (const auto& t : texts) bytes.append(t).append(longest - t.size(), ' ');
}

std::string described(const Column& c) {
  if (c.unit.empty()) return c.description;
  return c.description + (c.description.empty() ? "[" : " [") + c.unit + "]";
}

class Mat final : public Writer {
 public:
  explicit Mat(const Layout& layout) : file_(layout.path), selected_(layout.selected) {
    std::vector<std::string>                 names{"time"}, descriptions{"[s]"};
    std::vector<std::array<std::int32_t, 4>> info{{0, 1, 0, -1}};  // the abscissa; undefined outside of the run
    std::vector<double>                      parameters{layout.setup.options.t_start, layout.setup.options.t_end};
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
      names.push_back(layout.columns[i].name);
      descriptions.push_back(described(layout.columns[i]));
      info.push_back({2, static_cast<std::int32_t>(i + 2), 0, -1});
    }
    std::vector<double> values;
    for (const auto& [name, value] : layout.setup.set) {
      if (std::find(names.begin(), names.end(), name) != names.end()) continue;  // a start value, not a parameter
      names.push_back(name);
      descriptions.emplace_back();
      values.push_back(value);
      info.push_back({1, static_cast<std::int32_t>(values.size() + 1), 0, 0});  // holds at all times
    }

    std::string bytes;
    put_header(bytes, "Aclass", text, 4, 11);
    constexpr std::array<std::string_view, 4> what{"Atrajectory", "1.1", "", "binTrans"};
    for (std::size_t column = 0; column < 11; ++column)
      for (const auto line : what) bytes += column < line.size() ? line[column] : ' ';
    put_texts(bytes, "name", names);
    put_texts(bytes, "description", descriptions);
    put_header(bytes, "dataInfo", integers, 4, info.size());
    for (const auto& column : info) put(bytes, column);
    put_header(bytes, "data_1", doubles, 1 + values.size(), 2);
    for (const double t : {layout.setup.options.t_start, layout.setup.options.t_end}) {
      end_of_time_ = bytes.size();  // of the second, in the end
      put(bytes, t);
      for (const double value : values) put(bytes, value);
    }
    count_ = bytes.size() + offsetof(Header, columns);
    put_header(bytes, "data_2", doubles, 1 + selected_.size(), 0);
    file_.write(bytes);
    file_.flush();
    point_.resize(1 + selected_.size());
    points_per_flush_ = std::max(1L, static_cast<long>(SafeFile::buffer_size / (point_.size() * sizeof(double))));
  }
  ~Mat() override {
    try {
      flush();
    } catch (...) {}  // as SafeFile
  }

  void append(const Trajectory& trajectory, std::size_t from, std::size_t to) override {
    for (std::size_t k = from; k < to; ++k) {
      if (points_ == std::numeric_limits<std::int32_t>::max())
        throw FileError("S0402", file_.target(),
                        fmt::format("{} cannot have more than {} points of time. Use .csv or .h5.",
                                    file_.target().string(), points_));
      const auto row = trajectory.row(k);
      point_[0]      = trajectory.times()[k];
      for (std::size_t i = 0; i < selected_.size(); ++i) point_[i + 1] = row[selected_[i]];
      file_.write({reinterpret_cast<const char*>(point_.data()), point_.size() * sizeof(double)});
      if (++points_ - counted_ >= points_per_flush_) flush();
    }
  }

  void flush() override {
    if (points_ == counted_ || done_) return;
    done_ = true;  // unless all of it can be written
    file_.flush();
    const auto n = static_cast<std::int32_t>(points_);
    file_.patch(count_, {reinterpret_cast<const char*>(&n), sizeof n});
    file_.patch(end_of_time_, {reinterpret_cast<const char*>(&point_[0]), sizeof(double)});
    counted_ = points_;
    done_    = false;
  }
  void commit() override {
    flush();
    file_.commit();
    done_ = true;
  }
  void discard() override {
    done_ = true;
    file_.discard();
  }

 private:
  SafeFile                 file_;
  std::vector<std::size_t> selected_;
  std::vector<double>      point_;
  std::uint64_t            end_of_time_ = 0, count_ = 0;  ///< where they are in the file
  long                     points_ = 0, counted_ = 0;
  long                     points_per_flush_ = 1;      ///< what the file would flush without a count
  bool                     done_             = false;  ///< nothing can be written any more
};

struct Matrix {
  Header           header{};
  std::string_view values;

  double number(std::size_t row, std::size_t column) const {
    const std::size_t k = column * static_cast<std::size_t>(header.rows) + row;
    switch (header.type % 100 / 10) {
      case 0: return at<double>(k);
      case 1: return at<float>(k);
      case 2: return at<std::int32_t>(k);
      case 3: return at<std::int16_t>(k);
      case 4: return at<std::uint16_t>(k);
      default: return at<std::uint8_t>(k);
    }
  }
  template <class Value>
  Value at(std::size_t k) const {
    Value value;
    std::memcpy(&value, values.data() + k * sizeof(Value), sizeof(Value));
    return value;
  }
  std::size_t        rows() const { return static_cast<std::size_t>(header.rows); }
  std::size_t        columns() const { return static_cast<std::size_t>(header.columns); }
  static std::size_t size_of(std::int32_t type) {
    constexpr std::array<std::size_t, 6> sizes{8, 4, 4, 2, 2, 1};
    return sizes[static_cast<std::size_t>(type % 100 / 10)];
  }
};

/// Texts, one per column, or one per row when not transposed.
std::vector<std::string> texts_of(const Matrix& m, bool transposed) {
  std::vector<std::string> texts(transposed ? m.columns() : m.rows());
  for (std::size_t k = 0; k < texts.size(); ++k) {
    for (std::size_t i = 0; i < (transposed ? m.rows() : m.columns()); ++i)
      texts[k] += static_cast<char>(static_cast<unsigned char>(transposed ? m.number(i, k) : m.number(k, i)));
    texts[k].erase(texts[k].find_last_not_of(std::string_view(" \0", 2)) + 1);
  }
  return texts;
}

/// The matrices up to data_2. What a killed run left behind that one is nobody's.
std::map<std::string, Matrix> matrices_of(std::string_view bytes, const std::filesystem::path& path) {
  std::map<std::string, Matrix> found;
  while (!bytes.empty() && !found.contains("data_2")) {
    Matrix m;
    if (bytes.size() < sizeof(Header)) malformed(path, "it ends within the header of a matrix");
    std::memcpy(&m.header, bytes.data(), sizeof(Header));
    bytes.remove_prefix(sizeof(Header));
    const auto& h = m.header;
    if (h.type < 0 || h.type > 51 || h.type % 10 > 1 || h.rows < 0 || h.columns < 0 || h.imaginary != 0 ||
        h.name_length < 1 || static_cast<std::size_t>(h.name_length) > bytes.size())
      malformed(path, "it is no MAT file of level 4 with little-endian real matrices");
    std::string name(bytes.substr(0, static_cast<std::size_t>(h.name_length) - 1));
    bytes.remove_prefix(static_cast<std::size_t>(h.name_length));
    const std::size_t size = m.rows() * m.columns() * Matrix::size_of(h.type);
    if (size > bytes.size()) malformed(path, fmt::format("it ends within the matrix {}", name));
    m.values = bytes.substr(0, size);
    bytes.remove_prefix(size);
    found.emplace(std::move(name), m);
  }
  return found;
}

}  // namespace

std::unique_ptr<Writer> make_mat(const Layout& layout) { return std::make_unique<Mat>(layout); }

Table read_mat(const std::filesystem::path& path) {
  const std::string bytes    = bytes_of(path);
  const auto        matrices = matrices_of(bytes, path);
  for (const auto* name : {"Aclass", "name", "dataInfo", "data_2"})
    if (!matrices.contains(name))
      malformed(path, fmt::format("it has no matrix {}, so it is no trajectory of a Modelica tool", name));
  const auto  what       = texts_of(matrices.at("Aclass"), false);
  const bool  transposed = what.size() == 4 && what[3] == "binTrans";
  const auto  names      = texts_of(matrices.at("name"), transposed);
  const auto& info       = matrices.at("dataInfo");
  const auto& data       = matrices.at("data_2");
  const auto  points     = transposed ? data.columns() : data.rows();
  const auto  width      = transposed ? data.rows() : data.columns();
  const auto  value = [&](std::size_t i, std::size_t k) { return transposed ? data.number(i, k) : data.number(k, i); };
  const auto  info_of = [&](std::size_t k, std::size_t i) {
    return static_cast<long>(transposed ? info.number(i, k) : info.number(k, i));
  };
  if ((transposed ? info.columns() : info.rows()) < names.size() || (transposed ? info.rows() : info.columns()) < 2)
    malformed(path, "dataInfo has fewer entries than name");

  Table table;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (info_of(k, 0) == 1) continue;  // parameters are no columns
    const long   where = info_of(k, 1);
    const auto   i     = static_cast<std::size_t>(std::abs(where));
    const double sign  = where < 0 ? -1 : 1;  // an alias
    if (i < 1 || i > width)
      malformed(path, fmt::format("dataInfo puts {} into column {} of data_2, which has {}", names[k], where, width));
    std::vector<double> column(points);
    for (std::size_t j = 0; j < points; ++j) column[j] = sign * value(i - 1, j);
    const bool time = info_of(k, 0) == 0;
    table.names.insert(time ? table.names.begin() : table.names.end(), time ? "time" : names[k]);
    table.columns.insert(time ? table.columns.begin() : table.columns.end(), std::move(column));
  }
  if (table.names.empty() || table.names[0] != "time") malformed(path, "dataInfo names no abscissa");
  return table;
}

}  // namespace saltus::results
