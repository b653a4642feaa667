// number_text.cpp: shortest decimals.
//
// Problem    most of the time of a CSV file goes into the digits of its numbers.
// Method     Schubfach. v = c 2^q lies inside the interval of reals that round to it. With 10^k the largest power of ten that
//            is not longer than the interval, one multiple of 10^k at least and one of 10^(k+1) at most lie in it, next to v
//            on either side; they are found by three products with g, 128 bits of 10^-k.
// Reference  Giulietti, "The Schubfach way to render doubles", 2020; letters are his.
// Invariant  the products are rounded to odd: two bits below the unit of 4 v 10^-k, the last of which says "and something
//            more", decide all comparisons as exact arithmetic would.
// Cost       about 2/3 of std::to_chars of GCC 12 (29 against 43 ns), with which the tests compare digits.
// Departure  the table of g is computed by the compiler. Where g is exact it is not raised by one.

#include <saltus/results/number_text.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace saltus::results {

namespace {

__extension__ using Wide = unsigned __int128;

struct Power {
  std::uint64_t high = 0, low = 0;
};

/// A natural number in limbs of 32 bits, the lowest first: enough for 10^324 and for 2^1310.
struct Natural {
  std::array<std::uint32_t, 44> limb{};

  constexpr void multiply_by_ten() {
    std::uint64_t carry = 0;
    for (auto& l : limb) {
      carry += std::uint64_t{10} * l;
      l = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }
  constexpr void divide_by_ten() {
    std::uint64_t rest = 0;
    for (std::size_t i = limb.size(); i-- > 0;) {
      rest    = rest << 32 | limb[i];
      limb[i] = static_cast<std::uint32_t>(rest / 10);
      rest %= 10;
    }
  }
  /// Its first 128 bits; raised by one when something follows them, or `more` says so.
  constexpr Power leading_bits(bool more) const {
    std::size_t top = limb.size() - 1;
    while (limb[top] == 0) --top;
    const int  zeros = std::countl_zero(limb[top]);
    const auto at    = [&](std::size_t below) { return below <= top ? std::uint64_t{limb[top - below]} : 0; };
    const auto word  = [&](std::size_t j) {
      return (at(j) << zeros | (zeros > 0 ? at(j + 1) >> (32 - zeros) : 0)) & 0xFFFFFFFFu;
    };
    Power p{word(0) << 32 | word(1), word(2) << 32 | word(3)};
    if (static_cast<std::uint32_t>(at(4) << zeros) != 0) more = true;
    for (std::size_t j = 5; j <= top; ++j) more = more || at(j) != 0;
    if (more && ++p.low == 0) ++p.high;
    return p;
  }
};

constexpr int least_power = -292, most_power = 324;

/// 10^e scaled to 128 bits, rounded up.
constexpr std::array<Power, most_power - least_power + 1> make_powers() {
  std::array<Power, most_power - least_power + 1> powers{};
  Natural                                         n;
  n.limb[0] = 1;
  for (int e = 0; e <= most_power; ++e, n.multiply_by_ten())
    powers[static_cast<std::size_t>(e - least_power)] = n.leading_bits(false);
  n             = {};
  n.limb.back() = 1u << 31;
  for (int e = -1; e >= least_power; --e) {
    n.divide_by_ten();
    powers[static_cast<std::size_t>(e - least_power)] = n.leading_bits(true);
  }
  return powers;
}
constexpr auto powers_of_ten = make_powers();
static_assert(powers_of_ten[0 - least_power].high == 1ull << 63 && powers_of_ten[0 - least_power].low == 0);
static_assert(powers_of_ten[2 - least_power].high == 0xC800000000000000u);

constexpr int floor_log10_pow2(int q) { return static_cast<int>((q * 661971961083) >> 41); }
constexpr int floor_log10_three_quarters_pow2(int q) {
  return static_cast<int>((q * 661971961083 - 274743187321) >> 41);
}
constexpr int floor_log2_pow10(int e) { return static_cast<int>((e * 913124641741) >> 38); }

/// g cp / 2^128, rounded to odd.
std::uint64_t round_to_odd(const Power& g, std::uint64_t cp) {
  const Wide low  = static_cast<Wide>(g.low) * cp;
  const Wide high = static_cast<Wide>(g.high) * cp + static_cast<std::uint64_t>(low >> 64);
  return static_cast<std::uint64_t>(high >> 64) | (static_cast<std::uint64_t>(high) > 1 ? 1u : 0u);
}

struct Decimal {
  std::uint64_t digits;
  int           exponent;
};

/// The shortest decimal in the interval of v = c 2^q, where c != 0. It may end with zeros.
Decimal shortest(std::uint64_t c, int q, bool lower_is_closer) {
  const std::uint64_t odd   = c & 1;  // then the ends of the interval round elsewhere
  const int           k     = lower_is_closer ? floor_log10_three_quarters_pow2(q) : floor_log10_pow2(q);
  const int           h     = q + floor_log2_pow10(-k) + 1;
  const Power&        g     = powers_of_ten[static_cast<std::size_t>(-k - least_power)];
  const std::uint64_t vb    = round_to_odd(g, 4 * c << h);
  const std::uint64_t lower = round_to_odd(g, (4 * c - (lower_is_closer ? 1 : 2)) << h) + odd;
  const std::uint64_t upper = round_to_odd(g, (4 * c + 2) << h) - odd;

  // Nobody can predict which of these it will be, so all are computed and none is branched on.
  const std::uint64_t s = vb / 4, tens = s / 10, middle = 4 * s + 2;
  const bool          tens_below = lower <= 40 * tens, tens_above = 40 * tens + 40 <= upper;
  const bool          below = lower <= 4 * s, above = 4 * s + 4 <= upper;
  const bool          closer_above = (vb > middle) | ((vb == middle) & ((s & 1) != 0));
  const bool          by_tens      = (tens_below != tens_above) & (s >= 10);
  const std::uint64_t ones         = s + (below != above ? above : closer_above);
  return {by_tens ? tens + tens_above : ones, k + by_tens};
}

constexpr auto pairs_of_digits = [] {
  std::array<char, 200> pairs{};
  for (std::size_t i = 0; i < 100; ++i) {
    pairs[2 * i]     = static_cast<char>('0' + i / 10);
    pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return pairs;
}();
void put_pair(char* to, std::uint32_t value) { std::memcpy(to, pairs_of_digits.data() + 2 * value, 2); }
void put_eight(char* to, std::uint32_t value) {
  const std::uint32_t high = value / 10000, low = value % 10000;
  put_pair(to, high / 100);
  put_pair(to + 2, high % 100);
  put_pair(to + 4, low / 100);
  put_pair(to + 6, low % 100);
}

/// Seventeen digits with zeros in front. Returns the first that is none.
int put_digits(char* to, std::uint64_t digits) {
  const auto high = static_cast<std::uint32_t>(digits / 100'000'000),
             low  = static_cast<std::uint32_t>(digits % 100'000'000);
  to[0]           = static_cast<char>('0' + high / 100'000'000);
  put_eight(to + 1, high % 100'000'000);
  put_eight(to + 9, low);
  int first = digits < 10'000'000'000'000'000 ? 1 : 0;
  while (to[first] == '0') ++first;
  return first;
}

/// n digits, of at most 17. Always as many bytes are moved: that takes no call and no branch.
char* copy(char* to, const char* from, int n) {
  std::memcpy(to, from, 17);
  return to + n;
}
char* zeros(char* to, int n) {
  std::memcpy(to, "00000", 5);
  return to + n;
}
char* word(char* to, const char* three) {
  std::memcpy(to, three, 3);
  return to + 3;
}

/// d_1 d_2 ... d_n 10^(e - n + 1)
char* lay_out(char* to, const char* d, int n, int e) {
  constexpr int most_zeros = 5, least_plain = -4;
  if (e >= n - 1 && e - (n - 1) <= most_zeros) return zeros(copy(to, d, n), e - (n - 1));
  if (e >= 0 && e < n - 1) {
    to    = copy(to, d, e + 1);
    *to++ = '.';
    return copy(to, d + e + 1, n - e - 1);
  }
  if (e < 0 && e >= least_plain) {
    *to++ = '0';
    *to++ = '.';
    return copy(zeros(to, -e - 1), d, n);
  }
  *to++ = *d;
  if (n > 1) *to++ = '.';
  to    = copy(to, d + 1, n - 1);
  *to++ = 'e';
  *to++ = e < 0 ? '-' : '+';
  e     = std::abs(e);
  if (e >= 100) *to++ = static_cast<char>('0' + e / 100);
  put_pair(to, static_cast<std::uint32_t>(e % 100));
  return to + 2;
}

}  // namespace

char* write_number(char* to, double value) {
  constexpr int       bits_of_fraction = 52, bias = 1075;
  const std::uint64_t bits     = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << bits_of_fraction) - 1);
  const int           exponent = static_cast<int>(bits >> bits_of_fraction & 0x7FF);
  if (exponent == 0x7FF && fraction != 0) return word(to, "nan");
  *to = '-';
  to += bits >> 63;
  if (exponent == 0x7FF) return word(to, "inf");

  const double size = std::abs(value);
  if (size < 1e6 && size == static_cast<std::uint32_t>(size))  // all of the discrete variables
    return std::to_chars(to, to + 7, static_cast<std::uint32_t>(size)).ptr;

  const Decimal v = exponent == 0 ? shortest(fraction, 1 - bias, false)
                                  : shortest(fraction | std::uint64_t{1} << bits_of_fraction, exponent - bias,
                                             fraction == 0 && exponent > 1);
  char          digits[34]{};  // the second half is moved, and never seen
  const int     first = put_digits(digits, v.digits);
  int           last  = 16;
  while (digits[last] == '0') --last;
  return lay_out(to, digits + first, last - first + 1, v.exponent + 16 - first);
}

}  // namespace saltus::results
