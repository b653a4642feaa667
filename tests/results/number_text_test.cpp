// The shortest text of a number, against std::to_chars and std::from_chars.

#include <saltus/results/number_text.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace saltus::results {
namespace {

std::string text_of(double value) {
  char              text[room_for_number];
  char* const       end = write_number(text, value);
  const std::size_t n   = static_cast<std::size_t>(end - text);
  EXPECT_LE(n, longest_number);
  return {text, n};
}

/// Digits without leading and trailing zeros, sign and point, and the exponent of the first: what two texts must share.
std::string canonical(std::string text) {
  int exponent = 0;
  if (const auto e = text.find('e'); e != std::string::npos) {
    exponent = std::stoi(text.substr(e + 1));
    text.resize(e);
  }
  const bool negative = text[0] == '-';
  if (negative) text.erase(0, 1);
  auto point = text.find('.');
  if (point == std::string::npos) point = text.size();
  else text.erase(point, 1);
  exponent += static_cast<int>(point);
  const auto first = text.find_first_not_of('0');
  if (first == std::string::npos) return negative ? "-0" : "0";
  text.erase(0, first);
  exponent -= static_cast<int>(first);
  text.erase(text.find_last_not_of('0') + 1);
  return (negative ? "-" : "") + text + "e" + std::to_string(exponent);
}

/// Digit by digit what the library writes, and back to the same bits.
void expect_shortest(double value) {
  const std::string text = text_of(value);
  char              theirs[64];
  char* const       end = std::to_chars(theirs, theirs + sizeof theirs, value, std::chars_format::scientific).ptr;
  ASSERT_EQ(canonical(text), canonical(std::string(theirs, end))) << text;
  double     back   = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), back);
  ASSERT_TRUE(result.ec == std::errc() && result.ptr == text.data() + text.size()) << text;
  ASSERT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(value)) << text;
}

void expect_shortest_around(double value) {
  for (const double v : {value, std::nextafter(value, 0.0), std::nextafter(value, HUGE_VAL)})
    if (std::isfinite(v)) expect_shortest(v);
}

TEST(NumberText, IsTheShortestForNumbersOfAnyBits) {
  std::mt19937_64 random{20};
  for (int k = 0; k < 500'000 && !HasFatalFailure(); ++k) {
    const double value = std::bit_cast<double>(random());
    if (std::isfinite(value)) expect_shortest(value);
  }
}

TEST(NumberText, IsTheShortestForNumbersOfEverydaySize) {
  std::mt19937_64 random{21};
  for (int k = 0; k < 300'000 && !HasFatalFailure(); ++k) {
    const double value = std::ldexp(static_cast<double>(random() >> 11), static_cast<int>(random() % 40) - 70);
    expect_shortest(value);
    expect_shortest(std::round(value * 1000) / 1000);  // few digits
  }
}

TEST(NumberText, IsTheShortestAroundEveryPowerOfTwo) {
  for (int e = -1074; e <= 1023; ++e) expect_shortest_around(std::ldexp(1.0, e));
}

TEST(NumberText, IsTheShortestAroundEveryPowerOfTen) {
  for (int e = -323; e <= 308; ++e)
    for (int digit = 1; digit < 10; ++digit)
      expect_shortest_around(std::strtod((std::to_string(digit) + "e" + std::to_string(e)).c_str(), nullptr));
}

TEST(NumberText, IsTheShortestForTheSmallestAndTheLargest) {
  using Limits = std::numeric_limits<double>;
  for (const double v : {Limits::denorm_min(), Limits::min(), Limits::max(), Limits::epsilon()})
    expect_shortest_around(v);
  for (std::uint64_t bits = 1; bits < 20000; ++bits) expect_shortest(std::bit_cast<double>(bits));
}

TEST(NumberText, IsTheShortestForIntegers) {
  for (int k = 0; k < 200'000; ++k) expect_shortest(k);
  for (std::uint64_t k = 1; k < (1ull << 62); k = k * 3 + 1) expect_shortest(static_cast<double>(k));
}

TEST(NumberText, IsLaidOutAsDocumented) {
  const std::pair<double, const char*> cases[]{{0, "0"},
                                               {-0.0, "-0"},
                                               {1, "1"},
                                               {-17, "-17"},
                                               {0.1, "0.1"},
                                               {0.0001, "0.0001"},
                                               {-0.00012345678901234567, "-0.00012345678901234567"},
                                               {0.00001, "1e-05"},
                                               {999999, "999999"},
                                               {1e6, "1e+06"},
                                               {1200000, "1200000"},
                                               {1.5e22, "1.5e+22"},
                                               {9007199254740993.0, "9007199254740992"},
                                               {123.456, "123.456"},
                                               {1e100, "1e+100"},
                                               {5e-324, "5e-324"},
                                               {1.0 / 3, "0.3333333333333333"},
                                               {-std::numeric_limits<double>::max(), "-1.7976931348623157e+308"},
                                               {std::numeric_limits<double>::infinity(), "inf"},
                                               {-std::numeric_limits<double>::infinity(), "-inf"},
                                               {std::numeric_limits<double>::quiet_NaN(), "nan"},
                                               {-std::numeric_limits<double>::quiet_NaN(), "nan"}};
  for (const auto& [value, text] : cases) EXPECT_EQ(text_of(value), text);
}

}  // namespace
}  // namespace saltus::results
