#include <saltus/front/modelica/random.hpp>

namespace saltus::modelica {

namespace {

std::uint64_t word(std::span<const std::int32_t> s, std::size_t k) {
  return static_cast<std::uint32_t>(s[2 * k]) | static_cast<std::uint64_t>(static_cast<std::uint32_t>(s[2 * k + 1]))
                                                    << 32;
}
void put(std::span<std::int32_t> s, std::size_t k, std::uint64_t w) {
  s[2 * k]     = static_cast<std::int32_t>(static_cast<std::uint32_t>(w));
  s[2 * k + 1] = static_cast<std::int32_t>(static_cast<std::uint32_t>(w >> 32));
}
/// A word, read as a signed number, to (0, 1).
double uniform(std::uint64_t w) { return static_cast<double>(static_cast<std::int64_t>(w)) * 0x1p-64 + 0.5; }

}  // namespace

double xorshift64star(std::span<std::int32_t, 2> state) {
  std::uint64_t x = word(state, 0);
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  x *= 2685821657736338717u;
  put(state, 0, x);
  return uniform(x);
}

double xorshift128plus(std::span<std::int32_t, 4> state) {
  std::uint64_t       s1 = word(state, 0);
  const std::uint64_t s0 = word(state, 1);
  s1 ^= s1 << 23;
  s1 = (s1 ^ s0 ^ (s1 >> 17) ^ (s0 >> 26)) + s0;
  put(state, 0, s0);
  put(state, 1, s1);
  return uniform(s1);
}

double xorshift1024star(std::span<std::int32_t, 33> state) {
  auto          p  = static_cast<std::size_t>(state[32]) & 15;
  std::uint64_t s0 = word(state, p);
  p                = (p + 1) & 15;
  std::uint64_t s1 = word(state, p);
  s1 ^= s1 << 31;
  s1 ^= s1 >> 11;
  s0 ^= s0 >> 30;
  const std::uint64_t w = s0 ^ s1;
  put(state, p, w);
  state[32] = static_cast<std::int32_t>(p);
  return uniform(w * 1181783497276652981u);
}

}  // namespace saltus::modelica
