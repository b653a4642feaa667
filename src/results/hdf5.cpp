// hdf5.cpp: rows of numbers in an HDF5 file. The only file that includes HDF5.
//
// Problem    large results that are read in part, by name, from any language; and a killed run leaves a readable file.
// Method     one dataset /trajectory with a row per point of time, grown by whole rows; /names and what else is known of the
//            columns beside it. The file is in SWMR mode (single writer, multiple readers) while it is written: HDF5 then
//            orders its writes so that somebody who opens the file at any moment finds it consistent.
// Reference  The HDF Group, "HDF5 Single-Writer/Multiple-Reader User's Guide", 2016.
// Invariant  rows beyond the last flush are either whole or filled with NaN, their time too.
// Cost       a flush every 256 KiB.
// Departure  a file of a killed run is still marked as open for writing: readers must ask for SWMR, or `h5clear -s` it.

#include <saltus/core/error.hpp>
#include <saltus/results/formats.hpp>
#include <saltus/results/safe_file.hpp>

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fcntl.h>
#include <limits>
#include <system_error>
#include <utility>
namespace saltus::results {

namespace {

constexpr const char* format_name      = "saltus-result";
constexpr int         format_version   = 1;
constexpr std::size_t chunk_bytes      = 256 * 1024;
constexpr std::size_t room_for_indices = 128 * 1024;  ///< blocks of the index of chunks have a few KiB
/// HDF5 prints what goes wrong unless told otherwise; the setting may belong to somebody else, so it is put back.
class Quiet {
 public:
  Quiet() {
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Quiet() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }
  Quiet(const Quiet&)            = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void*       data_     = nullptr;
};

/// The innermost of what HDF5 has to say.
std::string reason() {
  std::string text;
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_UPWARD,
      [](unsigned n, const H5E_error2_t* error, void* to) -> herr_t {
        if (n == 0 && error->desc != nullptr) *static_cast<std::string*>(to) = error->desc;
        return 0;
      },
      &text);
  return text.empty() ? "HDF5 gives no reason" : text;
}

/// An object of HDF5, closed in the end.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle()    = default;
  Handle(hid_t id, Close with) : id_(id), close_(with) {}
  Handle(Handle&& o) noexcept : id_(std::exchange(o.id_, -1)), close_(o.close_) {}
  Handle& operator=(Handle&& o) noexcept {
    std::swap(id_, o.id_);
    std::swap(close_, o.close_);
    return *this;
  }
  ~Handle() { close(); }

       operator hid_t() const { return id_; }
  bool good() const { return id_ >= 0; }
  bool close() { return id_ < 0 || close_(std::exchange(id_, -1)) >= 0; }

 private:
  hid_t id_    = -1;
  Close close_ = nullptr;
};

Handle simple_space(std::initializer_list<hsize_t> size, std::initializer_list<hsize_t> most = {}) {
  return {H5Screate_simple(static_cast<int>(size.size()), size.begin(), most.size() > 0 ? most.begin() : nullptr),
          H5Sclose};
}
Handle text_type(std::size_t length) {
  Handle type{H5Tcopy(H5T_C_S1), H5Tclose};
  H5Tset_size(type, std::max<std::size_t>(length, 1));
  H5Tset_cset(type, H5T_CSET_UTF8);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  return type;
}

class Hdf5 final : public Writer {
 public:
  explicit Hdf5(const Layout& layout)
      : target_(checked_target(layout.path)), partial_(partial_path(target_)), selected_(layout.selected),
        width_(1 + selected_.size()), rows_per_chunk_(std::max<std::size_t>(1, chunk_bytes / (width_ * sizeof(double)))),
        lock_(open_partial(partial_, target_)) {
    try {
      create(layout);
    } catch (...) {
      discard();
      throw;
    }
    buffer_.reserve(rows_per_chunk_ * width_);
  }
  ~Hdf5() override {
    try {
      if (file_.good() && !failed_) flush();
    } catch (...) {}  // as SafeFile
    Quiet quiet;
    data_.close();
    file_.close();
  }

  void append(const Trajectory& trajectory, std::size_t from, std::size_t to) override {
    for (std::size_t k = from; k < to; ++k) {
      const auto row = trajectory.row(k);
      buffer_.push_back(trajectory.times()[k]);
      for (const std::size_t i : selected_) buffer_.push_back(row[i]);
      if (buffer_.size() == rows_per_chunk_ * width_) flush();
    }
  }

  void flush() override {
    if (buffer_.empty()) return;
    Quiet quiet;
    make_room();
    const hsize_t rows = buffer_.size() / width_;
    const hsize_t size[2]{rows_ + rows, width_}, start[2]{rows_, 0}, count[2]{rows, width_};
    check(H5Dset_extent(data_, size));
    const Handle all{H5Dget_space(data_), H5Sclose}, part = simple_space({rows, width_});
    check(H5Sselect_hyperslab(all, H5S_SELECT_SET, start, nullptr, count, nullptr));
    check(H5Dwrite(data_, H5T_NATIVE_DOUBLE, part, all, H5P_DEFAULT, buffer_.data()));
    check(H5Dflush(data_));
    rows_ += rows;
    buffer_.clear();
  }

  void commit() override {
    flush();
    Quiet quiet;
    check(data_.close() ? 0 : -1);
    check(file_.close() ? 0 : -1);
    put_in_place(partial_, target_);
    lock_.close();
  }
  void discard() override {
    buffer_.clear();
    Quiet quiet;
    data_.close();
    file_.close();
    std::error_code ignored;
    if (lock_.good()) std::filesystem::remove(partial_, ignored);
    lock_.close();
  }

 private:
  void check(herr_t code) {
    if (code < 0) failed(reason());
  }
  [[noreturn]] void failed(const std::string& why) {
    failed_ = true;
    buffer_.clear();
    const std::string before = rows_ > 0 ? fmt::format("What was written before is in {}. ", partial_.string()) : "";
    throw FileError(
        "S0402", target_,
        fmt::format("writing {} failed: {}. {}Make room, or choose another disk.", target_.string(), why, before));
  }

  /// HDF5 does not get over a write that fails: what it has in its cache stays wrong. So the space of a chunk is taken
  /// before it is told to write; when it closes the file it gives back what is too much.
  void make_room() {
    hsize_t size = 0;
    check(H5Fget_filesize(file_, &size));
    const auto needed = static_cast<off_t>(size + rows_per_chunk_ * width_ * sizeof(double) + room_for_indices);
    if (needed <= room_) return;
    const int error = ::posix_fallocate(lock_, room_, needed - room_);
    if (error != 0) failed(std::generic_category().message(error));
    room_ = needed;
  }

  void create(const Layout& layout) {
    Quiet        quiet;
    const Handle access{H5Pcreate(H5P_FILE_ACCESS), H5Pclose};
    check(H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST));
    file_ = Handle{H5Fcreate(partial_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose};
    check(file_.good() ? 0 : -1);
    describe(layout);
    make_trajectory();
    check(H5Fstart_swmr_write(file_));
    data_ = Handle{H5Dopen2(file_, "/trajectory", H5P_DEFAULT), H5Dclose};
    check(data_.good() ? 0 : -1);
  }

  void make_trajectory() {
    const Handle  make{H5Pcreate(H5P_DATASET_CREATE), H5Pclose};
    const hsize_t chunk[2]{rows_per_chunk_, width_};
    const double  nothing = std::numeric_limits<double>::quiet_NaN();
    check(H5Pset_chunk(make, 2, chunk));
    check(H5Pset_fill_value(make, H5T_NATIVE_DOUBLE, &nothing));
    const Handle space = simple_space({0, width_}, {H5S_UNLIMITED, width_});
    const Handle data{H5Dcreate2(file_, "/trajectory", H5T_IEEE_F64LE, space, H5P_DEFAULT, make, H5P_DEFAULT), H5Dclose};
    check(data.good() ? 0 : -1);
  }

  void describe(const Layout& layout) {
    const Build built = build();
    attribute("format", format_name);
    const Handle one{H5Screate(H5S_SCALAR), H5Sclose};
    const Handle version{H5Acreate2(file_, "format_version", H5T_STD_I32LE, one, H5P_DEFAULT, H5P_DEFAULT), H5Aclose};
    check(H5Awrite(version, H5T_NATIVE_INT, &format_version));
    attribute("saltus_version", built.version);
    attribute("model", layout.setup.model);
    attribute("title", layout.setup.title);
    attribute("command", layout.setup.command);

    std::vector<std::string> names{"time"}, units{"s"}, descriptions{""};
    std::vector<signed char> discrete{0};
    for (const Column& c : layout.columns) {
      names.push_back(c.name);
      units.push_back(c.unit);
      descriptions.push_back(c.description);
      discrete.push_back(c.discrete ? 1 : 0);
    }
    texts("/names", names);
    texts("/units", units);
    texts("/descriptions", descriptions);
    vector("/discrete", H5T_STD_I8LE, H5T_NATIVE_SCHAR, discrete.data(), discrete.size());
    if (layout.setup.set.empty()) return;
    std::vector<std::string> set;
    std::vector<double>      values;
    for (const auto& [name, value] : layout.setup.set) {
      set.push_back(name);
      values.push_back(value);
    }
    texts("/set_names", set);
    vector("/set_values", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values.data(), values.size());
  }

  void attribute(const char* name, const std::string& value) {
    const Handle type = text_type(value.size()), one{H5Screate(H5S_SCALAR), H5Sclose};
    const Handle a{H5Acreate2(file_, name, type, one, H5P_DEFAULT, H5P_DEFAULT), H5Aclose};
    check(H5Awrite(a, type, value.empty() ? "" : value.data()));
  }
  void texts(const char* path, const std::vector<std::string>& values) {
    std::size_t longest = 1;
    for (const auto& v : values) longest = std::max(longest, v.size());
    std::string bytes;
    for (const auto& v : values) bytes.append(v).append(longest - v.size(), '\0');
    const Handle type = text_type(longest);
    vector(path, type, type, bytes.data(), values.size());
  }
  void vector(const char* path, hid_t in_file, hid_t in_memory, const void* values, std::size_t n) {
    const Handle space = simple_space({n});
    const Handle data{H5Dcreate2(file_, path, in_file, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose};
    check(data.good() ? 0 : -1);
    check(H5Dwrite(data, in_memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
  }

  std::filesystem::path    target_, partial_;
  std::vector<std::size_t> selected_;
  hsize_t                  width_, rows_ = 0;
  std::size_t              rows_per_chunk_;
  std::vector<double>      buffer_;
  Descriptor               lock_;
  Handle                   file_, data_;
  off_t                    room_   = 0;  ///< bytes of the file for which there is space on the disk
  bool                     failed_ = false;
};

std::vector<std::string> texts_in(hid_t file, const char* name, const std::filesystem::path& path) {
  const Handle data{H5Dopen2(file, name, H5P_DEFAULT), H5Dclose};
  if (!data.good()) malformed(path, fmt::format("it has no dataset {}", name));
  const Handle in_file{H5Dget_type(data), H5Tclose}, space{H5Dget_space(data), H5Sclose};
  if (H5Tget_class(in_file) != H5T_STRING || H5Tis_variable_str(in_file) > 0)
    malformed(path, fmt::format("the dataset {} has no texts of fixed length", name));
  const std::size_t length = H5Tget_size(in_file);
  const auto        n      = static_cast<std::size_t>(std::max<hssize_t>(0, H5Sget_simple_extent_npoints(space)));
  std::string       bytes(length * n, '\0');
  const Handle      type = text_type(length);
  if (H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0) cannot_read(path, reason());
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < n; ++k) texts.emplace_back(std::string(bytes, k * length, length).c_str());
  return texts;
}

}  // namespace

std::string hdf5_version() {
  unsigned a = 0, b = 0, c = 0;
  H5get_libversion(&a, &b, &c);
  return fmt::format("{}.{}.{}", a, b, c);
}

std::unique_ptr<Writer> make_hdf5(const Layout& layout) { return std::make_unique<Hdf5>(layout); }

Table read_hdf5(const std::filesystem::path& path) {
  static_cast<void>(bytes_of(path, 1));  // says in plain words when it is not there
  Quiet  quiet;
  Handle file{H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose};
  if (!file.good()) file = Handle{H5Fopen(path.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, H5P_DEFAULT), H5Fclose};
  if (!file.good()) malformed(path, "HDF5 says: " + reason());
  Table table;
  table.names = texts_in(file, "/names", path);
  const Handle data{H5Dopen2(file, "/trajectory", H5P_DEFAULT), H5Dclose};
  if (!data.good()) malformed(path, "it has no dataset /trajectory");
  const Handle space{H5Dget_space(data), H5Sclose};
  hsize_t      size[2]{0, 0};
  if (H5Sget_simple_extent_ndims(space) != 2 || H5Sget_simple_extent_dims(space, size, nullptr) != 2 ||
      size[1] != table.names.size() || size[1] == 0 || table.names[0] != "time")
    malformed(path, "/trajectory does not have one column for each of /names, the first of which is time");
  std::vector<double> values(size[0] * size[1]);
  if (H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    malformed(path, "HDF5 says: " + reason());
  while (size[0] > 0 && std::isnan(values[(size[0] - 1) * size[1]]))
    --size[0];  // rows that a kill has kept from being filled
  table.columns.assign(size[1], std::vector<double>(size[0]));
  for (std::size_t k = 0; k < size[0]; ++k)
    for (std::size_t i = 0; i < size[1]; ++i) table.columns[i][k] = values[k * size[1] + i];
  return table;
}

}  // namespace saltus::results
