#include <saltus/results/writer.hpp>

#include <saltus/core/error.hpp>
#include <saltus/results/formats.hpp>

#include <fmt/format.h>

namespace saltus::results {

namespace {

Layout layout_of(const std::filesystem::path& path, const std::vector<Column>& all,
                 const std::vector<std::size_t>& selected, const Setup& setup) {
  Layout layout{.path = path, .columns = {}, .selected = selected, .setup = setup};
  for (const std::size_t i : selected) {
    if (i >= all.size())
      throw BugInSaltus(fmt::format("make_writer: column {} is selected and there are {}", i, all.size()));
    layout.columns.push_back(all[i]);
  }
  return layout;
}

}  // namespace

std::unique_ptr<Writer> make_csv_stream(TextSink sink, const std::vector<Column>& all,
                                        const std::vector<std::size_t>& selected, const Setup& setup) {
  return make_csv_stream(std::move(sink), layout_of({}, all, selected, setup));
}

std::unique_ptr<Writer> make_writer(const std::filesystem::path& path, const std::vector<Column>& all,
                                    const std::vector<std::size_t>& selected, const Setup& setup) {
  const Layout      layout    = layout_of(path, all, selected, setup);
  const std::string extension = path.extension().string();
  if (extension == ".csv") return make_csv(layout);
  if (extension == ".mat") return make_mat(layout);
  if (extension == ".h5") return make_hdf5(layout);
  throw InputError(fmt::format(
      "S0405: {} does not say which format it should have. Result files end with .csv, .mat or .h5.", path.string()));
}

}  // namespace saltus::results
