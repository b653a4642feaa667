// The bytes of a MAT file, one by one, against the published layout.

#include "samples.hpp"

#include <gtest/gtest.h>

namespace saltus::results {
namespace {

using samples::Folder;

std::string i32(std::int32_t v) { return {reinterpret_cast<const char*>(&v), 4}; }
std::string f64(double v) { return {reinterpret_cast<const char*>(&v), 8}; }
std::string header(int type, int rows, int columns, const std::string& name) {
  return i32(type) + i32(rows) + i32(columns) + i32(0) + i32(static_cast<std::int32_t>(name.size()) + 1) + name + '\0';
}

TEST(Mat, HasTheBytesOfTheLayout) {
  const Folder folder;
  auto s = samples::sample({{.name = "h", .unit = "m", .description = "height"}, {.name = "on", .discrete = true}},
                           {{0, 1, 1}, {0.5, 0, 1}, {0.5, 0, 0}});
  s.setup.options.t_end = 7;                        // asked for; the run ended at 0.5
  s.setup.set           = {{"g", 9.81}, {"h", 1}};  // h is a variable, so 1 is its start value
  const auto writer     = make_writer(folder / "a.mat", s.columns, s.all(), s.setup);
  writer->append(s.trajectory, 0, 3);
  writer->commit();

  std::string       expected = header(51, 4, 11, "Aclass");
  const std::string what[4]{"Atrajectory", "1.1        ", "           ", "binTrans   "};
  for (std::size_t column = 0; column < 11; ++column)
    for (const auto& row : what) expected += row[column];
  expected += header(51, 4, 4, "name") + "time" + "h   " + "on  " + "g   ";
  expected += header(51, 10, 4, "description") + "[s]       " + "height [m]" + "          " + "          ";
  expected += header(20, 4, 4, "dataInfo");
  for (const int v : {0, 1, 0, -1, 2, 2, 0, -1, 2, 3, 0, -1, 1, 2, 0, 0}) expected += i32(v);
  expected += header(0, 2, 2, "data_1") + f64(0) + f64(9.81) + f64(0.5) + f64(9.81);
  expected += header(0, 3, 3, "data_2");
  for (const double v : {0.0, 1.0, 1.0, 0.5, 0.0, 1.0, 0.5, 0.0, 0.0}) expected += f64(v);
  EXPECT_EQ(samples::content(folder / "a.mat"), expected);
}

/// As Dymola may write it: single precision, an alias with a minus sign, time at another place, not transposed.
TEST(Mat, IsReadAsOtherToolsWriteIt) {
  const Folder      folder;
  const auto        single = [](float v) { return std::string(reinterpret_cast<const char*>(&v), 4); };
  std::string       bytes  = header(51, 4, 11, "Aclass");
  const std::string what[4]{"Atrajectory", "1.1        ", "           ", "binNormal  "};
  for (std::size_t column = 0; column < 11; ++column)
    for (const auto& row : what) bytes += row[column];
  const std::string names[4]{"x   ", "Time", "negx", "p   "};
  bytes += header(51, 4, 4, "name");
  for (std::size_t column = 0; column < 4; ++column)
    for (const auto& name : names) bytes += name[column];
  bytes += header(20, 4, 4, "dataInfo");
  for (const int v : {2, 0, 2, 1, /**/ 2, 1, -2, 2, /**/ 0, 0, 0, 0, /**/ -1, -1, -1, 0}) bytes += i32(v);
  bytes += header(10, 2, 2, "data_1") + single(0) + single(1) + single(5) + single(5);
  bytes += header(10, 3, 2, "data_2");
  for (const float v : {0.0f, 1.0f, 2.0f, 0.5f, 0.25f, 0.125f}) bytes += single(v);
  samples::put(folder / "a.mat", bytes);

  const Table table = read_result(folder / "a.mat");
  EXPECT_EQ(table.names, (std::vector<std::string>{"time", "x", "negx"}));
  EXPECT_EQ(table.columns[0], (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(table.columns[1], (std::vector<double>{0.5, 0.25, 0.125}));
  EXPECT_EQ(table.columns[2], (std::vector<double>{-0.5, -0.25, -0.125}));
}

TEST(Mat, IsReadUpToItsCountWhateverFollows) {
  const Folder folder;
  const auto   s = samples::awkward();
  {
    const auto writer = make_writer(folder / "a.mat", s.columns, s.all(), s.setup);
    writer->append(s.trajectory, 0, 5);
    writer->commit();
  }
  const std::string whole = samples::content(folder / "a.mat");
  samples::put(folder / "b.mat.partial", whole + whole.substr(whole.size() - 21));  // a kill within the next point
  EXPECT_EQ(read_result(folder / "b.mat.partial").rows(), 5u);
}

TEST(Mat, NeverReadsBeyondItsEnd) {
  const Folder folder;
  const auto   s = samples::awkward();
  {
    const auto writer = make_writer(folder / "a.mat", s.columns, s.all(), s.setup);
    writer->append(s.trajectory, 0, 5);
    writer->commit();
  }
  const std::string whole = samples::content(folder / "a.mat");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    samples::put(folder / "b.mat", whole.substr(0, size));
    try {
      read_result(folder / "b.mat");
      ADD_FAILURE() << "read " << size << " of " << whole.size() << " bytes";
    } catch (const FileError& e) { EXPECT_EQ(e.code(), "S0404"); }
  }
}

}  // namespace
}  // namespace saltus::results
