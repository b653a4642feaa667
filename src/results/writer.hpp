#pragma once
// writer.hpp: a trajectory as a file, row by row while the run goes on. Formats: docs/reference/formats.md.

#include <saltus/results/document.hpp>
#include <saltus/results/file_error.hpp>
#include <saltus/simulate/trajectory.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace saltus::results {

/// Writes FILE.partial; FILE is replaced by commit(). A writer that goes away without commit() leaves FILE.partial, which
/// read_result reads. Every failure of the disk is a FileError.
class Writer {
 public:
  virtual ~Writer() = default;
  /// Rows [from, to) of the trajectory. The rows of a file are those of all calls in order.
  virtual void append(const Trajectory& trajectory, std::size_t from, std::size_t to) = 0;
  /// From here on the rows so far survive the end of the process.
  virtual void flush()   = 0;
  virtual void commit()  = 0;
  virtual void discard() = 0;  ///< removes FILE.partial
};

using TextSink = std::function<void(std::string_view text)>;

/// By extension: .csv, .mat, .h5; anything else is an InputError (S0405). `all` describes the columns of the trajectory, in
/// its order; `selected` are the indices of those to be written, in the order of the file. `time` comes first by itself.
std::unique_ptr<Writer> make_writer(const std::filesystem::path& path, const std::vector<Column>& all,
                                    const std::vector<std::size_t>& selected, const Setup& setup);

/// CSV for somebody who reads while the run goes on, such as a pipe. There is no file: commit and discard do nothing.
std::unique_ptr<Writer> make_csv_stream(TextSink sink, const std::vector<Column>& all,
                                        const std::vector<std::size_t>& selected, const Setup& setup);

}  // namespace saltus::results
