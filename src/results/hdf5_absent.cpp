// hdf5_absent.cpp: instead of hdf5.cpp, where CMake has found no HDF5.

#include <saltus/core/error.hpp>
#include <saltus/results/formats.hpp>

#include <fmt/format.h>

namespace saltus::results {

namespace {

[[noreturn]] void absent(const std::filesystem::path& path) {
  throw InputError(fmt::format(
      "S0406: {} needs HDF5, and this Saltus was built without it. Install the package (Debian: apt-get install "
      "libhdf5-dev) and build Saltus again in an empty build folder, or use .csv or .mat.",
      path.string()));
}

}  // namespace

std::string             hdf5_version() { return {}; }
std::unique_ptr<Writer> make_hdf5(const Layout& layout) { absent(layout.path); }
Table                   read_hdf5(const std::filesystem::path& path) { absent(path); }

}  // namespace saltus::results
