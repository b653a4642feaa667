#pragma once
// samples.hpp: trajectories to write, and a folder to write them to.

#include <saltus/results/table.hpp>
#include <saltus/results/writer.hpp>
#include <saltus/simulate/trajectory.hpp>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace saltus::results::samples {

/// A fresh folder, removed in the end.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "saltus_results_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&)            = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path        operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// The extensions of what this build can write.
inline std::vector<std::string> formats() {
#if SALTUS_HAS_HDF5
  return {".csv", ".mat", ".h5"};
#else
  return {".csv", ".mat"};
#endif
}

inline std::string content(const std::filesystem::path& path) {
  std::ifstream      in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}
inline void put(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

struct Sample {
  std::vector<Column> columns;
  Trajectory          trajectory;
  Setup               setup;

  std::vector<std::size_t> all() const {
    std::vector<std::size_t> indices(columns.size());
    for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = i;
    return indices;
  }
  /// What should come back of these columns.
  Table table(const std::vector<std::size_t>& selected) const {
    Table table{.names = {"time"}, .columns = {{trajectory.times().begin(), trajectory.times().end()}}};
    for (const std::size_t i : selected) {
      table.names.push_back(columns[i].name);
      auto& column = table.columns.emplace_back();
      for (std::size_t k = 0; k < trajectory.size(); ++k) column.push_back(trajectory.row(k)[i]);
    }
    return table;
  }
};

inline Sample sample(std::vector<Column> columns, const std::vector<std::vector<double>>& rows) {
  Sample                   s{.columns = std::move(columns), .trajectory = {}, .setup = {}};
  std::vector<std::string> names;
  for (const auto& c : s.columns) names.push_back(c.name);
  s.trajectory = Trajectory(names, names.size());
  for (const auto& row : rows) s.trajectory.add_row(row[0], std::span(row).subspan(1), {});
  s.setup.columns         = s.columns;
  s.setup.model           = "gallery:sample";
  s.setup.command         = "saltus run gallery:sample";
  s.setup.options.t_start = rows.empty() ? 0 : rows.front()[0];
  s.setup.options.t_end   = rows.empty() ? 1 : rows.back()[0];
  return s;
}

/// Names that formats trip over, numbers at all ends of the range, two rows at an event.
inline Sample awkward() {
  constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  using Limits = std::numeric_limits<double>;
  return sample({{.name = "h", .unit = "m", .description = "height"},
                 {.name = "tank[1,2].level"},
                 {.name = "say \"when\""},
                 {.name = "Δφ in °", .unit = "rad"},
                 {.name = "der(x)"},
                 {.name = "on", .discrete = true}},
                {{0, 1, 0.1, -0.0, 1e-310, Limits::max(), 1},
                 {0.1, 1.0 / 3, 2.0 / 3, Limits::min(), Limits::denorm_min(), Limits::lowest(), 1},
                 {0.30000000000000004, nan, inf, -inf, 123456789, 1e22, 1},
                 {0.30000000000000004, 5e-324, 1e-7, 1e16, 9007199254740993.0, -1e-5, 0},
                 {1, 2, 3, 4, 5, 6, 0}});
}

/// Row k of a result of any length: every tenth row begins an event, which has two rows.
inline double long_value(std::size_t row, std::size_t column) {
  std::uint64_t z = (row * 1000003u + column) * 0x9E3779B97F4A7C15u;
  z               = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z               = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return std::ldexp(static_cast<double>(z >> 11), -52) - 1;
}
inline double long_time(std::size_t row) { return 0.001 * static_cast<double>(row - row / 10); }

}  // namespace saltus::results::samples
