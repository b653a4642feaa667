#include "outputs.hpp"

#include <saltus/core/error.hpp>
#include <saltus/results/report.hpp>
#include <saltus/results/safe_file.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <filesystem>
#include <utility>

namespace saltus::cli {
namespace {

constexpr std::string_view standard_output = "-";

std::vector<std::pair<std::string, std::string>> named(const OutputPaths& p) {
  return {{"--output", p.output},
          {"--events", p.events},
          {"--statistics", p.statistics},
          {"--record", p.record},
          {"--report", p.report}};
}

bool same_file(const std::string& a, const std::string& b) {
  if (a == standard_output || b == standard_output) return a == b;
  std::error_code ignored;
  const auto      whole = [&](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored);
  };
  return std::filesystem::equivalent(a, b, ignored) || whole(a) == whole(b);
}

void refuse_files_named_twice(const OutputPaths& paths) {
  const auto               all = named(paths);
  std::vector<std::string> wrong;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size(); ++j)
      if (!all[i].second.empty() && !all[j].second.empty() && same_file(all[i].second, all[j].second))
        wrong.push_back(fmt::format("S0523: {} and {} name the same file, \"{}\". Give each its own.", all[i].first,
                                    all[j].first, all[j].second));
  if (!wrong.empty()) throw InputError(fmt::format("{}", fmt::join(wrong, "\n")));
}

}  // namespace

bool OutputPaths::to_stdout() const {
  for (const auto& [option, path] : named(*this))
    if (path == standard_output) return true;
  return false;
}

Outputs::Outputs(const OutputPaths& paths, const std::vector<std::size_t>& selected, const results::Setup& setup,
                 Console& console)
    : console_(console) {
  refuse_files_named_twice(paths);
  if (!paths.report.empty()) results::require_report_page();
  try {
    if (paths.output == standard_output)
      rows_ = results::make_csv_stream([&console](std::string_view text) { console.print(text); }, setup.columns,
                                       selected, setup);
    else if (!paths.output.empty()) rows_ = results::make_writer(paths.output, setup.columns, selected, setup);
    open_document(paths.events, [](const Run& run, const auto&, double) { return results::events_json(run); });
    open_document(paths.statistics, results::statistics_json);
    const auto record = [selected](const Run& run, const results::Setup& its, double seconds) {
      return results::run_document(run, its, seconds, selected);
    };
    open_document(paths.record, record);
    open_document(paths.report, [record](const Run& run, const results::Setup& its, double seconds) {
      return results::report_html(record(run, its, seconds));
    });
  } catch (const results::FileError& e) {
    discard();
    throw InputError(e.what());
  } catch (...) {
    discard();
    throw;
  }
}

Outputs::~Outputs() {
  for (auto& d : documents_)
    if (d.file) d.file->discard();  // nothing is in it yet
}

void Outputs::open_document(const std::string& path, Content content) {
  if (path.empty()) return;
  documents_.push_back(
      {path == standard_output ? nullptr : std::make_unique<results::SafeFile>(path), std::move(content)});
}

void Outputs::discard() noexcept {
  if (rows_) rows_->discard();
  for (auto& d : documents_)
    if (d.file) d.file->discard();
  documents_.clear();
}

void Outputs::append(const Trajectory& trajectory) {
  if (!rows_ || written_ == trajectory.size()) return;
  rows_->append(trajectory, written_, trajectory.size());
  written_ = trajectory.size();
}

void Outputs::flush() {
  if (rows_) rows_->flush();
  std::fflush(console_.out());  // rows may go there
}

void Outputs::commit(const Run& run, const results::Setup& setup, double seconds) {
  append(run.trajectory());
  if (rows_) rows_->commit();
  for (auto& d : documents_) {
    const std::string text = d.content(run, setup, seconds);
    if (!d.file) {
      console_.print(text);
      continue;
    }
    d.file->write(text);
    d.file->commit();
  }
  documents_.clear();
}

}  // namespace saltus::cli
