// What is written comes back, bit by bit, in every format.

#include "samples.hpp"

#include <saltus/core/error.hpp>
#include <saltus/problems/problem.hpp>
#include <saltus/simulate/simulation.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

namespace saltus::results {
namespace {

using samples::Folder;
using samples::Sample;

void write(const Sample& s, const std::filesystem::path& path, const std::vector<std::size_t>& selected) {
  const auto writer = make_writer(path, s.columns, selected, s.setup);
  writer->append(s.trajectory, 0, s.trajectory.size());
  writer->commit();
}

/// Bits, so that NaN equals NaN and -0 does not equal 0.
void expect_same(const Table& a, const Table& b) {
  ASSERT_EQ(a.names, b.names);
  ASSERT_EQ(a.columns.size(), b.columns.size());
  for (std::size_t i = 0; i < a.columns.size(); ++i) {
    ASSERT_EQ(a.columns[i].size(), b.columns[i].size()) << a.names[i];
    for (std::size_t k = 0; k < a.columns[i].size(); ++k) {
      const double x = a.columns[i][k], y = b.columns[i][k];
      if (std::isnan(x) && std::isnan(y)) continue;
      EXPECT_EQ(std::bit_cast<std::uint64_t>(x), std::bit_cast<std::uint64_t>(y)) << a.names[i] << " row " << k;
    }
  }
}

class Format : public ::testing::TestWithParam<std::string> {
 protected:
  std::filesystem::path target() const { return folder_ / ("result" + GetParam()); }
  std::filesystem::path partial() const { return folder_ / ("result" + GetParam() + ".partial"); }
  Folder                folder_;
};

TEST_P(Format, GivesBackAwkwardNamesAndNumbers) {
  const Sample s = samples::awkward();
  write(s, target(), s.all());
  expect_same(read_result(target()), s.table(s.all()));
  EXPECT_FALSE(std::filesystem::exists(partial()));
}

TEST_P(Format, WritesTheSelectedColumnsInTheOrderAskedFor) {
  const Sample s = samples::awkward();
  write(s, target(), {5, 1});
  expect_same(read_result(target()), s.table({5, 1}));
}

TEST_P(Format, HoldsTimeAloneWhenNothingIsSelected) {
  const Sample s = samples::awkward();
  write(s, target(), {});
  expect_same(read_result(target()), s.table({}));
}

TEST_P(Format, HoldsOneRow) {
  const Sample s = samples::sample({{.name = "x"}}, {{0.25, 7}});
  write(s, target(), {0});
  expect_same(read_result(target()), s.table({0}));
}

TEST_P(Format, HoldsNoRow) {
  const Sample s = samples::sample({{.name = "x"}}, {});
  write(s, target(), {0});
  const Table table = read_result(target());
  EXPECT_EQ(table.names, (std::vector<std::string>{"time", "x"}));
  EXPECT_EQ(table.rows(), 0u);
}

TEST_P(Format, DoesNotDependOnHowRowsWereAppendedAndFlushed) {
  std::vector<std::vector<double>> rows;
  for (std::size_t k = 0; k < 30000; ++k)
    rows.push_back({samples::long_time(k), samples::long_value(k, 0), samples::long_value(k, 1)});
  const Sample s = samples::sample({{.name = "a"}, {.name = "b"}}, rows);
  {
    const auto writer = make_writer(target(), s.columns, s.all(), s.setup);
    writer->flush();
    for (std::size_t from = 0, n = 1; from < rows.size(); from += n, n = n * 7 % 1009 + 1) {
      writer->append(s.trajectory, from, std::min(from + n, rows.size()));
      if (n % 3 == 0) writer->flush();
    }
    writer->commit();
  }
  expect_same(read_result(target()), s.table(s.all()));
}

/// As in the result of a text model: constants, and the same number under many names, with either sign.
TEST_P(Format, GivesBackAliasesAndConstants) {
  constexpr double awkward[] = {0.0, -0.0, 1.0 / 3, -1.0 / 3, 1e300, -1e-5, 5e-324, INFINITY, -INFINITY, NAN, 42, -7};
  constexpr std::size_t            columns = 60, count = 400;
  std::vector<Column>              names;
  std::vector<std::vector<double>> rows;
  std::mt19937                     rng(1);
  for (std::size_t i = 0; i < columns; ++i) names.push_back({.name = "v" + std::to_string(i)});
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<double> row{static_cast<double>(k)};
    const double        moving = std::sin(static_cast<double>(k));
    for (std::size_t i = 0; i < columns; ++i) switch (rng() % 4) {
        case 0: row.push_back(awkward[rng() % std::size(awkward)]); break;
        case 1: row.push_back(std::copysign(awkward[i % std::size(awkward)], rng() % 2 == 0 ? 1.0 : -1.0)); break;
        case 2: row.push_back(k > 0 ? rows.back()[i + 1] : moving); break;
        default: row.push_back(rng() % 2 == 0 ? moving : -moving);
      }
    rows.push_back(std::move(row));
  }
  const Sample s = samples::sample(names, rows);
  write(s, target(), s.all());
  expect_same(read_result(target()), s.table(s.all()));
}

TEST_P(Format, HasTwoRowsAtEveryEvent) {
  const problems::Problem& p = *problems::find("bouncing_ball");
  const saltus::Run        run =
      simulate(p.make(), p.start, {.t_start = p.t_start, .t_end = p.t_end, .output = Output::grid, .interval = 0.1});
  Sample s{.columns = {}, .trajectory = run.trajectory(), .setup = {}};
  for (const auto& name : run.trajectory().names()) s.columns.push_back({.name = name});
  write(s, target(), s.all());
  const Table table = read_result(target());
  expect_same(table, s.table(s.all()));
  ASSERT_GT(run.events().size(), 2u);
  for (const Event& e : run.events())
    EXPECT_EQ(std::count(table.columns[0].begin(), table.columns[0].end(), e.t), 2) << "t = " << e.t;
}

TEST_P(Format, CanBeFedWhileTheRunGoesOn) {
  const problems::Problem& p = *problems::find("clutch");
  Simulation               simulation(p.make(), p.start, {.t_start = p.t_start, .t_end = p.t_end});
  Sample                   s{.columns = {}, .trajectory = {}, .setup = {}};
  const Trajectory         empty = simulation.result().trajectory();
  for (const auto& name : empty.names()) s.columns.push_back({.name = name});
  const auto  writer  = make_writer(target(), s.columns, s.all(), s.setup);
  std::size_t written = 0;
  simulation.watch([&](const Progress& now) {
    writer->append(now.trajectory, written, now.trajectory.size());
    written = now.trajectory.size();
    return true;
  });
  simulation.run();
  s.trajectory = simulation.result().trajectory();
  writer->append(s.trajectory, written, s.trajectory.size());
  writer->commit();
  ASSERT_GT(s.trajectory.size(), 20u);
  expect_same(read_result(target()), s.table(s.all()));
}

TEST_P(Format, IsReadableWhileItIsWritten) {
  const Sample s      = samples::awkward();
  const auto   writer = make_writer(target(), s.columns, s.all(), s.setup);
  writer->append(s.trajectory, 0, 3);
  writer->flush();
  EXPECT_FALSE(std::filesystem::exists(target()));
  if (GetParam() != ".h5") {  // HDF5 shares no file with itself: kill_test.cpp looks from outside
    const Table table = read_result(partial());
    EXPECT_EQ(table.rows(), 3u);
    EXPECT_EQ(table.columns[0][1], 0.1);
  }
  writer->append(s.trajectory, 3, s.trajectory.size());
  writer->commit();
  expect_same(read_result(target()), s.table(s.all()));
}

TEST_P(Format, LeavesThePartialFileWhenTheWriterGoesAway) {
  const Sample s = samples::awkward();
  samples::put(target(), "old");
  {
    const auto writer = make_writer(target(), s.columns, s.all(), s.setup);
    writer->append(s.trajectory, 0, s.trajectory.size());
  }
  EXPECT_EQ(samples::content(target()), "old");
  expect_same(read_result(partial()), s.table(s.all()));
}

TEST_P(Format, CanBeDiscarded) {
  const Sample s = samples::awkward();
  samples::put(target(), "old");
  {
    const auto writer = make_writer(target(), s.columns, s.all(), s.setup);
    writer->append(s.trajectory, 0, s.trajectory.size());
    writer->flush();
    writer->discard();
  }
  EXPECT_EQ(samples::content(target()), "old");
  EXPECT_FALSE(std::filesystem::exists(partial()));
}

TEST_P(Format, IsLeftToTheRunThatIsWritingIt) {
  const Sample s     = samples::awkward();
  const auto   first = make_writer(target(), s.columns, s.all(), s.setup);
  first->append(s.trajectory, 0, 2);
  first->flush();
  EXPECT_THROW(make_writer(target(), s.columns, s.all(), s.setup), FileError);
  first->append(s.trajectory, 2, s.trajectory.size());
  first->commit();
  expect_same(read_result(target()), s.table(s.all()));
  write(s, target(), {1});  // and now somebody else may
  expect_same(read_result(target()), s.table({1}));
}

TEST_P(Format, ReplacesWhatAKilledRunLeft) {
  const Sample s = samples::awkward();
  samples::put(partial(), std::string(100000, 'x'));
  samples::put(target(), "old");
  write(s, target(), s.all());
  expect_same(read_result(target()), s.table(s.all()));
}

INSTANTIATE_TEST_SUITE_P(Formats, Format, ::testing::ValuesIn(samples::formats()),
                         [](const auto& it) { return it.param.substr(1); });

TEST(Csv, ReadsAsItIsDocumented) {
  const Folder folder;
  const Sample s = samples::awkward();
  write(s, folder / "a.csv", s.all());
  EXPECT_EQ(samples::content(folder / "a.csv"),
            "time,h,\"tank[1,2].level\",\"say \"\"when\"\"\",Δφ in °,der(x),on\n"
            "0,1,0.1,-0,1e-310,1.7976931348623157e+308,1\n"
            "0.1,0.3333333333333333,0.6666666666666666,2.2250738585072014e-308,5e-324,-1.7976931348623157e+308,1\n"
            "0.30000000000000004,nan,inf,-inf,123456789,1e+22,1\n"
            "0.30000000000000004,5e-324,1e-07,1e+16,9007199254740992,-1e-05,0\n"
            "1,2,3,4,5,6,0\n");
}

TEST(MakeWriter, NamesTheFormatsForAnyOther) {
  const Sample s = samples::awkward();
  for (const char* name : {"a.txt", "a", "a.CSV", "csv"}) try {
      make_writer(name, s.columns, s.all(), s.setup);
      ADD_FAILURE() << name;
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find("S0405"), std::string::npos) << e.what();
      EXPECT_NE(std::string(e.what()).find(".csv, .mat or .h5"), std::string::npos) << e.what();
      EXPECT_NE(std::string(e.what()).find(name), std::string::npos) << e.what();
    }
}

#if !SALTUS_HAS_HDF5
TEST(Hdf5, IsNamedWhereItIsAbsent) {
  const Folder folder;
  const Sample s = samples::awkward();
  EXPECT_THROW(make_writer(folder / "a.h5", s.columns, s.all(), s.setup), InputError);
  EXPECT_THROW(read_result(folder / "a.h5"), InputError);
}
#endif

}  // namespace
}  // namespace saltus::results
