// long_writer FILE COLUMNS ROWS [COUNTER]: writes a result of so many rows, flushes every 97 rows, and commits it. COUNTER is
// a file of eight bytes that holds the number of rows flushed so far, for whoever kills this program.

#include "samples.hpp"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace saltus;
using namespace saltus::results;

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const std::size_t      width = std::strtoul(argv[2], nullptr, 10), rows = std::strtoul(argv[3], nullptr, 10);
  volatile std::int64_t* flushed = nullptr;
  if (argc > 4) {
    const int   fd = ::open(argv[4], O_RDWR | O_CREAT, 0666);
    void* const at =
        fd >= 0 && ::ftruncate(fd, 8) == 0 ? ::mmap(nullptr, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
    if (at == MAP_FAILED) return 2;
    flushed = static_cast<volatile std::int64_t*>(at);
  }
  std::vector<Column>      columns;
  std::vector<std::size_t> selected;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < width; ++i) {
    columns.push_back({.name = "x[" + std::to_string(i) + "]", .unit = i == 0 ? "m" : "", .description = ""});
    names.push_back(columns.back().name);
    selected.push_back(i);
  }
  try {
    Setup setup{.model = "long"};
    setup.options.t_end = samples::long_time(rows - 1);
    setup.set           = {{"p", 2.5}};
    const auto writer   = make_writer(argv[1], columns, selected, setup);
    writer->flush();
    if (flushed != nullptr) *flushed = 1;  // its head is on disk: 1 + rows from here on
    std::vector<double> row(width);
    Trajectory          one(names, 0);
    for (std::size_t k = 0; k < rows; ++k) {
      one.clear();
      for (std::size_t i = 0; i < width; ++i) row[i] = samples::long_value(k, i);
      one.add_row(samples::long_time(k), row, {});
      writer->append(one, 0, 1);
      if (k % 97 == 96) {
        writer->flush();
        if (flushed != nullptr) *flushed = static_cast<std::int64_t>(k + 2);
      }
    }
    writer->commit();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
  return 0;
}
