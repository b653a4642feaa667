#include <saltus/core/error.hpp>
#include <saltus/results/formats.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstdio>
#include <limits>
#include <system_error>

namespace saltus::results {

void cannot_read(const std::filesystem::path& path, const std::string& why) {
  throw FileError("S0403", path,
                  fmt::format("cannot read {}: {}. Check the name and the permissions.", path.string(), why));
}
void malformed(const std::filesystem::path& path, const std::string& why) {
  throw FileError("S0404", path,
                  fmt::format("{} is no result that Saltus can read: {}. Write it again, or check its extension.",
                              path.string(), why));
}

std::string bytes_of(const std::filesystem::path& path, std::size_t most) {
  struct Closed {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  const std::unique_ptr<std::FILE, Closed> file(std::fopen(path.c_str(), "rb"));
  if (!file) cannot_read(path, std::generic_category().message(errno));
  std::string           bytes;
  constexpr std::size_t block = 1 << 20;
  while (bytes.size() < most) {
    const std::size_t before = bytes.size(), wanted = std::min(block, most - before);
    bytes.resize(before + wanted);
    const std::size_t n = std::fread(bytes.data() + before, 1, wanted, file.get());
    bytes.resize(before + n);
    if (std::ferror(file.get()) != 0) cannot_read(path, std::generic_category().message(errno));
    if (n < wanted) break;
  }
  return bytes;
}

Table read_run(const std::filesystem::path& path) {
  using Json       = nlohmann::json;
  const Json whole = Json::parse(bytes_of(path), nullptr, false);
  if (whole.is_discarded()) malformed(path, "it is no JSON");
  if (!whole.is_object() || whole.value("format", Json()) != "saltus-run")
    malformed(path, "its \"format\" is not \"saltus-run\"");
  if (whole.value("format_version", Json()) != 1)
    malformed(path, "its \"format_version\" is not 1; a newer Saltus may have written it");
  try {
    Table table;
    for (const Json& v : whole.at("variables")) table.names.push_back(v.at("name").get<std::string>());
    for (const Json& column : whole.at("trajectory")) {
      auto& values = table.columns.emplace_back();
      for (const Json& v : column)
        values.push_back(v.is_null() ? std::numeric_limits<double>::quiet_NaN() : v.get<double>());
    }
    bool whole_table = !table.names.empty() && table.names.size() == table.columns.size() && table.names[0] == "time";
    for (const auto& column : table.columns) whole_table = whole_table && column.size() == table.rows();
    if (!whole_table) malformed(path, "its \"trajectory\" does not have one column for each of its \"variables\"");
    return table;
  } catch (const Json::exception& e) { malformed(path, e.what()); }
}

Table read_result(const std::filesystem::path& path) {
  const bool        partial   = path.extension() == ".partial";
  const std::string extension = (partial ? path.stem() : path).extension().string();
  if (extension == ".csv") return read_csv(path, partial);
  if (extension == ".mat") return read_mat(path);
  if (extension == ".h5") return read_hdf5(path);
  if (extension == ".json") return read_run(path);
  throw InputError(
      fmt::format("S0405: {} does not say which format it has. Results end with .csv, .mat, .h5, or .json for the "
                  "document of a run.",
                  path.string()));
}

}  // namespace saltus::results
