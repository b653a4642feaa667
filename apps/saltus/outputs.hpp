#pragma once
// outputs.hpp: the files of a run. All are opened before it begins, and replaced only when it is over.

#include "console.hpp"
#include "model_source.hpp"

#include <saltus/results/document.hpp>
#include <saltus/results/writer.hpp>
#include <saltus/simulate/run.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace saltus::results {
class SafeFile;
}

namespace saltus::cli {

/// Where to write what; "" for nowhere, "-" for stdout.
struct OutputPaths {
  std::string output, events, statistics, record, report;

  bool any_rows() const { return !output.empty() || whole_run(); }
  bool whole_run() const { return !record.empty() || !report.empty(); }
  bool to_stdout() const;
};

class Outputs {
 public:
  /// Opens everything. InputError when a path cannot be written or is named twice; then nothing is left behind.
  Outputs(const OutputPaths& paths, const std::vector<std::size_t>& selected, const results::Setup& setup,
          Console& console);
  ~Outputs();  ///< without `commit`: the rows so far stay in FILE.partial, the documents leave nothing

  /// Rows that are new since the last call; `flush` hands them to the system.
  void append(const Trajectory& trajectory);
  void flush();

  /// Writes the documents and puts everything in place.
  void commit(const Run& run, const results::Setup& setup, double seconds);

 private:
  using Content = std::function<std::string(const Run&, const results::Setup&, double seconds)>;
  struct Document {
    std::unique_ptr<results::SafeFile> file;  ///< null: stdout
    Content                            content;
  };
  void open_document(const std::string& path, Content content);
  void discard() noexcept;

  Console&                         console_;
  std::unique_ptr<results::Writer> rows_;
  std::size_t                      written_ = 0;  ///< rows
  std::vector<Document>            documents_;
};

}  // namespace saltus::cli
