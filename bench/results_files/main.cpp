// What it costs to write a result, against what it costs to compute it: CPU time per row, and MB/s.
//
//   saltus_bench_files [ROWS [FOLDER]]     10^6 rows into files in FOLDER, which are removed again
//
// The numbers are those of a simulation of 50 variables, all digits of them. Each format is read back and compared first.

#include "contest.hpp"
#include "models.hpp"

#include <saltus/problems/diffusion.hpp>
#include <saltus/results.hpp>

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace saltus::bench {
namespace {

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

Simulation chain(std::size_t n, double t_end) {
  return Simulation(make_model(Chain{}, n), {.x = Chain::start(n)}, {.t_end = t_end, .method = MethodChoice::tsit5});
}

/// CPU time per row of the second run of a simulation with a row at every step, in µs.
void time_simulation(const std::string& name, Simulation simulation) {
  simulation.run();
  simulation.rewind();
  const double before = cpu_time();
  simulation.run();
  const double      cpu = cpu_time() - before;
  const std::size_t n   = simulation.result().trajectory().size();
  fmt::print("{:<34} {:>9.2f} µs a row ({} rows)\n", name, 1e6 * cpu / static_cast<double>(n), n);
  std::fflush(stdout);
}

struct Source {
  const Trajectory&            trajectory;
  std::vector<results::Column> columns{};
  std::vector<std::size_t>     selected{};
  results::Setup               setup{};

  explicit Source(const Trajectory& t) : trajectory(t) {
    for (const auto& name : t.names()) {
      selected.push_back(columns.size());
      columns.push_back({.name = name});
    }
  }
  void write(const std::filesystem::path& file, std::size_t rows, double& cpu_until_commit) const {
    const auto writer = results::make_writer(file, columns, selected, setup);
    for (std::size_t done = 0; done < rows;) {
      const std::size_t n = std::min(rows - done, trajectory.size());
      writer->append(trajectory, 0, n);
      done += n;
    }
    writer->flush();
    cpu_until_commit = cpu_time();
    writer->commit();
  }
};

bool reads_back(const Source& source, const std::filesystem::path& file) {
  const std::size_t rows   = std::min<std::size_t>(1000, source.trajectory.size());
  double            unused = 0;
  source.write(file, rows, unused);
  const auto table = results::read_result(file);
  if (table.rows() != rows) return false;
  for (std::size_t k = 0; k < rows; ++k) {
    if (table.columns[0][k] != source.trajectory.times()[k]) return false;
    for (std::size_t i = 0; i < source.columns.size(); ++i)
      if (table.columns[i + 1][k] != source.trajectory.row(k)[i]) return false;
  }
  return true;
}

int time_files(const Source& source, std::size_t rows, const std::filesystem::path& folder) {
  std::vector<std::string> formats{".csv", ".mat"};
  for (const auto& [name, version] : results::build().libraries)
    if (name == "hdf5") formats.push_back(".h5");
  for (const auto& format : formats) {
    const auto file = folder / ("saltus_bench_files" + format);
    if (!reads_back(source, file)) {
      fmt::print("{} does not come back as it was written\n", format);
      return 1;
    }
    const double wall = seconds(), before = cpu_time();
    double       cpu = 0;
    source.write(file, rows, cpu);
    cpu -= before;
    const double megabytes = static_cast<double>(std::filesystem::file_size(file)) / 1e6;
    fmt::print(
        "{:<34} {:>9.2f} µs a row ({} rows of {} columns, {:.0f} MB): {:.0f} MB/s by the CPU, {:.0f} MB/s by the "
        "clock with the sync to disk\n",
        "write " + format, 1e6 * cpu / static_cast<double>(rows), rows, source.columns.size(), megabytes,
        megabytes / cpu, megabytes / (seconds() - wall));
    std::fflush(stdout);
    std::filesystem::remove(file);
  }
  return 0;
}

int run(std::size_t rows, const std::filesystem::path& folder) {
  time_simulation("simulate a chain, n = 50, tsit5", chain(50, 5000));
  time_simulation("simulate a chain, n = 200, tsit5", chain(200, 2000));
  const problems::Problem p = problems::diffusion(100);
  time_simulation("simulate a rod, n = 100, radau",
                  Simulation(p.make(), p.start, {.t_start = p.t_start, .t_end = p.t_end}));
  Simulation source = chain(50, 5000);
  source.run();
  const saltus::Run result = source.result();
  return time_files(Source(result.trajectory()), rows, folder);
}

}  // namespace
}  // namespace saltus::bench

int main(int argc, char** argv) {
  const std::size_t rows = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1'000'000;
  return saltus::bench::run(rows, argc > 2 ? argv[2] : ".");
}
