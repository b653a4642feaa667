#pragma once
// formats.hpp: the formats behind make_writer and read_result, each in one file of its own for both directions.

#include <saltus/results/table.hpp>
#include <saltus/results/writer.hpp>

#include <cstddef>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace saltus::results {

/// What a writer is told.
struct Layout {
  std::filesystem::path    path;
  std::vector<Column>      columns;   ///< to be written, after `time`
  std::vector<std::size_t> selected;  ///< where they are in a row of the trajectory
  const Setup&             setup;     ///< as long as make_... runs
};

std::unique_ptr<Writer> make_csv(const Layout& layout);
std::unique_ptr<Writer> make_csv_stream(TextSink sink, const Layout& layout);
std::unique_ptr<Writer> make_mat(const Layout& layout);
std::unique_ptr<Writer> make_hdf5(const Layout& layout);  ///< InputError S0406 where Saltus was built without HDF5
std::string             hdf5_version();                   ///< "" where Saltus was built without it

Table read_csv(const std::filesystem::path& path, bool partial);
Table read_mat(const std::filesystem::path& path);
Table read_hdf5(const std::filesystem::path& path);
Table read_run(const std::filesystem::path& path);

/// The bytes of a file (the first so many), or FileError S0403.
std::string bytes_of(const std::filesystem::path& path, std::size_t most = std::numeric_limits<std::size_t>::max());
[[noreturn]] void cannot_read(const std::filesystem::path& path, const std::string& why);
[[noreturn]] void malformed(const std::filesystem::path& path, const std::string& why);

}  // namespace saltus::results
