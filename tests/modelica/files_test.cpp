#include "flat_models.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace saltus::modelica::test {
namespace {

class ModelicaFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() / ("saltus_files_" + std::to_string(::getpid()) +
                                                       testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directory(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder / name, std::ios::binary) << bytes;
  }
  /// The elements of a 2 x 3 matrix that a model reads, as one number; what is wrong comes as an exception.
  std::string read(const std::string& file, const std::string& matrix) const {
    const auto tree = parse(Source((folder / "m.mo").string(),
                                   model("parameter Real A[2, 3] = 'Modelica.Utilities.Streams.readRealMatrix'(\"" +
                                         file + "\", \"" + matrix + "\", 2, 3);")));
    auto       f    = elaborate(*tree, {}, tree->problems);
    if (!tree->problems.none()) return tree->problems.text();
    std::string out;
    for (const auto& p : f->parameters) out += p.name + "=" + std::to_string(p.value) + " ";
    return out;
  }
  static constexpr const char* wanted =
      "A[1,1]=1.000000 A[1,2]=2.000000 A[1,3]=3.000000 A[2,1]=4.000000 A[2,2]=5.000000 A[2,3]=6.500000 ";

  std::filesystem::path folder;
};

template <class T>
void append(std::string& to, T value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

TEST_F(ModelicaFiles, AsTextAreFoundBesideTheModel) {
  write("data.txt", "#1\n# a comment\ndouble other(1,1)\n 7\ndouble A(2, 3) # rows by columns\n1 2 3\n4;5, 6.5\n");
  EXPECT_EQ(read("data.txt", "A"), wanted);
  EXPECT_EQ(read("/nowhere/else/data.txt", "A"), wanted) << "a path of another machine: the name alone";
}

TEST_F(ModelicaFiles, OfMatlabAreReadAtLevelFour) {
  std::string bytes;
  for (const std::int32_t x : {20, 1, 1, 0, 2}) append(bytes, x);  // an int32 before it
  bytes += std::string("b\0", 2);
  append(bytes, std::int32_t{9});
  for (const std::int32_t x : {0, 2, 3, 0, 2}) append(bytes, x);
  bytes += std::string("A\0", 2);
  for (const double x : {1.0, 4.0, 2.0, 5.0, 3.0, 6.5}) append(bytes, x);
  write("data.mat", bytes);
  EXPECT_EQ(read("data.mat", "A"), wanted);
}

TEST_F(ModelicaFiles, OfMatlabAreReadAtLevelFive) {
  std::string bytes = "MATLAB 5.0 MAT-file";
  bytes.resize(124, ' ');
  append(bytes, std::uint16_t{0x0100});
  bytes += "IM";
  for (const std::uint32_t x : {14u, 8u + 8 + 8 + 8 + 8 + 8 + 48, 6u, 8u, 6u, 0u, 5u, 8u, 2u, 3u}) append(bytes, x);
  append(bytes, (1u << 16) | 1u);  // the name, in a small element
  bytes += std::string("A\0\0\0", 4);
  append(bytes, 9u);
  append(bytes, 48u);
  for (const double x : {1.0, 4.0, 2.0, 5.0, 3.0, 6.5}) append(bytes, x);
  write("data.mat", bytes);
  EXPECT_EQ(read("data.mat", "A"), wanted);
}

TEST_F(ModelicaFiles, ThatBreakOffAreNotBelieved) {
  std::string bytes = "MATLAB 5.0 MAT-file";
  bytes.resize(128, ' ');
  // A matrix of 2^31 rows in 40 bytes, and one whose end is missing.
  for (const std::uint32_t x : {14u, 40u, 6u, 8u, 6u, 0u, 5u, 8u, 0x80000000u, 3u}) append(bytes, x);
  append(bytes, (1u << 16) | 1u);
  bytes += std::string("A\0\0\0", 4);
  append(bytes, (8u << 16) | 9u);
  write("data.mat", bytes);
  EXPECT_NE(read("data.mat", "A").find("no complete matrix `A`"), std::string::npos) << read("data.mat", "A");
  write("short.txt", "#1\ndouble A(2,3)\n1 2 3\n");
  EXPECT_NE(read("short.txt", "A").find("no complete matrix `A`"), std::string::npos) << read("short.txt", "A");
}

TEST_F(ModelicaFiles, ThatAreWrongSaySo) {
  write("data.txt", "#1\ndouble A(2,2)\n1 2 3 4\n");
  EXPECT_NE(read("data.txt", "A").find("2 rows and 2 columns, not 2 and 3"), std::string::npos) << read("data.txt", "A");
  EXPECT_NE(read("data.txt", "B").find("no complete matrix `B`"), std::string::npos);
  EXPECT_NE(read("absent.txt", "A").find("no file \"absent.txt\""), std::string::npos);
}

}  // namespace
}  // namespace saltus::modelica::test
