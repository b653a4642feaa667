#pragma once
// table.hpp: a result read back.

#include <saltus/results/file_error.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace saltus::results {

struct Table {
  std::vector<std::string>         names;    ///< names[0] is "time"
  std::vector<std::vector<double>> columns;  ///< all of equal length; columns[0] is time

  std::size_t rows() const { return columns.empty() ? 0 : columns[0].size(); }
  bool        operator==(const Table&) const = default;
};

/// .csv, .mat, .h5, or the document of a run (.json); also with .partial behind it, where only what is whole is read.
/// FileError S0403 when it cannot be read, S0404 when it is not what it should be; InputError S0405 for other extensions.
Table read_result(const std::filesystem::path& path);

}  // namespace saltus::results
