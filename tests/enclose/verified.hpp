#pragma once
// verified.hpp: the referee. Arb computes an enclosure of the truth at 128 bits (75 more than a double has, and half the
// time of 200); we lose a trial when that enclosure lies
// outside of ours, which is a proof of an escape. An Arb ball that overlaps our bound proves nothing and passes.

#include <saltus/enclose/taylor_model.hpp>

#include <arb.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

namespace saltus::enclose::test {

inline constexpr slong bits   = 128;
inline constexpr int   trials = 1'000'000;

/// An Arb ball with an owner.
struct Ball {
  arb_t x;
  Ball() { arb_init(x); }
  explicit Ball(double d) : Ball() { arb_set_d(x, d); }
  ~Ball() { arb_clear(x); }
  Ball(const Ball&)            = delete;
  Ball& operator=(const Ball&) = delete;
  /// Beyond, Arb would spend its time on exponents that no double can hold.
  bool below_2_to(slong e) const { return arf_cmpabs_2exp_si(arb_midref(x), e) < 0; }
       operator arb_ptr() { return x; }
       operator arb_srcptr() const { return x; }
};

/// Comparisons of what is proven, not of what is likely.
class Referee {
 public:
  Referee() { arf_init(bound_); }
  ~Referee() { arf_clear(bound_); }
  Referee(const Referee&)            = delete;
  Referee& operator=(const Referee&) = delete;

  bool proven_outside(const Ball& y, Interval claim) {
    if (!arb_is_finite(y)) return false;
    arb_get_lbound_arf(bound_, y, bits);
    if (arf_cmp_d(bound_, claim.hi) > 0) return true;
    arb_get_ubound_arf(bound_, y, bits);
    return arf_cmp_d(bound_, claim.lo) < 0;
  }
  bool proven_larger(const Ball& d, double r) {
    arb_get_abs_lbound_arf(bound_, d, bits);
    return arf_cmp_d(bound_, r) > 0;
  }

 private:
  arf_t bound_;
};

/// splitmix64: fast, and the same on every platform, unlike std::uniform_real_distribution.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z               = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z               = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  int    below(int n) { return static_cast<int>(next() % static_cast<unsigned>(n)); }
  bool   chance(int percent) { return below(100) < percent; }
  double uniform(double a, double b) { return a + (b - a) * (static_cast<double>(next() >> 11) * 0x1p-53); }
  double signed_unit() { return uniform(-1, 1); }
  /// +-2^e with a random mantissa, e uniform.
  double of_size(int e_lo, int e_hi) {
    const double mantissa = uniform(1, 2) * (next() & 1 ? 1 : -1);
    return std::ldexp(mantissa, e_lo + below(e_hi - e_lo + 1));
  }

  /// Zero, one, small integers, unit size, many magnitudes, and now and then any finite double.
  double anything() {
    switch (below(16)) {
      case 0: return 0;
      case 1: return next() & 1 ? 1.0 : -1.0;
      case 2: return below(17) - 8;
      case 3:
      case 4:
      case 5: return of_size(-60, 60);
      case 6: return of_size(-1074, 1023);
      case 7: return std::ldexp(below(3) - 1, below(2000) - 1000);
      default: return uniform(-4, 4);
    }
  }

 private:
  std::uint64_t state_;
};

/// A fixed set of sigma with their powers: both ends, the middle, halves and random points.
class Abscissae {
 public:
  static constexpr int count = 64, powers = 8;
  explicit Abscissae(Random& random) : power_(_arb_vec_init(count * powers)) {
    constexpr std::array<double, 7> special{-1, 0, 1, 0.5, -0.5, 0x1p-40, -0x1p-600};
    for (int i = 0; i < count; ++i) {
      sigma_[i] = i < 7 ? special[i] : i < 24 ? special[i % 3] : random.signed_unit();
      arb_ptr p = power_ + i * powers;
      arb_one(p);
      arb_set_d(p + 1, sigma_[i]);
      for (int k = 2; k < powers; ++k) arb_mul(p + k, p + k - 1, p + 1, bits);
    }
  }
  ~Abscissae() { _arb_vec_clear(power_, count * powers); }
  Abscissae(const Abscissae&)            = delete;
  Abscissae& operator=(const Abscissae&) = delete;

  double     sigma(int i) const { return sigma_[i]; }
  arb_srcptr power(int i) const { return power_ + i * powers; }

 private:
  std::array<double, count> sigma_{};
  arb_ptr                   power_;
};

/// Coefficients as Arb numbers.
template <int D>
struct Polynomial {
  arb_ptr c    = _arb_vec_init(D + 1);
  Polynomial() = default;
  ~Polynomial() { _arb_vec_clear(c, D + 1); }
  Polynomial(const Polynomial&)            = delete;
  Polynomial& operator=(const Polynomial&) = delete;

  void set(const TaylorModel<D>& m) {
    for (int k = 0; k <= D; ++k) arb_set_d(c + k, m.c[k]);
  }
  /// y = shift + sum c_k sigma^k
  void evaluate(Ball& y, const Ball& shift, const Abscissae& at, int i) const {
    arb_dot(y, shift, 0, c, 1, at.power(i), 1, D + 1, bits);
  }
  /// d = y - sum c_k sigma^k
  void miss(Ball& d, const Ball& y, const Abscissae& at, int i) const {
    arb_dot(d, y, 1, c, 1, at.power(i), 1, D + 1, bits);
  }
};

/// How the constant term of an argument is drawn.
using Centre = double (*)(Random&);

/// Models from narrow to wide around the centre, some coefficients exactly zero, some without a remainder; one in
/// sixteen has coefficients of any size at all.
template <int D>
TaylorModel<D> random_model(Random& random, Centre centre) {
  TaylorModel<D> m;
  m.c[0] = centre(random);
  if (random.below(16) == 0) {
    for (int k = 1; k <= D; ++k) m.c[k] = random.anything();
    m.r = std::abs(random.anything());
    return m;
  }
  if (random.below(16) == 0) return m;
  const int    width = -random.below(56) + 2;  // of the varying part against the centre
  const double size  = std::ldexp(random.chance(50) && m.c[0] != 0 ? std::abs(m.c[0]) : 1.0, width);
  const double decay = random.chance(50) ? 1.0 : 0.25;
  double       scale = size;
  for (int k = 1; k <= D; ++k) {
    m.c[k] = random.chance(20) ? 0.0 : scale * random.signed_unit();
    scale *= decay;
  }
  if (random.chance(60)) m.r = size * std::ldexp(random.uniform(0, 1), -random.below(40));
  return m;
}

/// The shift of a function inside the model against its polynomial: |shift| <= r.
inline double random_shift(Random& random, double r) {
  switch (random.below(4)) {
    case 0: return r;
    case 1: return -r;
    case 2: return 0;
    default: return r * random.signed_unit();
  }
}

}  // namespace saltus::enclose::test
