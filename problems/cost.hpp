#pragma once
// cost.hpp: models whose answer is easy and whose cost is the question.

#include <saltus/saltus.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace saltus::problems {

/// N independent decays at rates between 1 and 2, each watched at 0.1. As many components as the initial values have.
/// Difficulty: the cost per step should grow like N.
struct ManyDecays {
  static double rate(std::size_t i, std::size_t n) { return 1 + static_cast<double>(i) / static_cast<double>(n); }

  template <class Real>
  void operator()(Real, std::span<const Real> y, std::span<Real> dy) const {
    for (std::size_t i = 0; i < y.size(); ++i) dy[i] = -rate(i, y.size()) * y[i];
  }
  template <class Real>
  void events(Events<Real>& on, Real, std::span<Real> y) const {
    for (const Real& each : y) on.watch(each > 0.1);
  }
};

/// A stiff pair that is disturbed every 0.05. Difficulty: a multistep method starts over each time.
struct DisturbedStiffPair {
  template <class Real>
  struct State {
    Real y1, y2;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {-s.y1, 999 * s.y1 - 1000 * s.y2};
  }

  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    on.every(0.05, 0.05, [&] {
      s.y1 += 1;
      s.y2 += 1;
    });
  }
};

/// n independent thermostats with drawn parameters: T' = -(T - 10) / tau + P while on; off at 21, on at 19.
/// Difficulty: every event concerns one unit only; starting everything over each time costs n times too much.
template <std::size_t n>
struct Thermostats {
  struct Unit {
    double tau, P, T0;
    bool   on0;
  };

  /// Drawn by xorshift64, in the order of the members; constant, so that it can give Memory its initial values.
  static constexpr std::array<Unit, n> drawn() {
    std::uint64_t x    = 88172645463325252u;
    const auto    next = [&x] {
      x ^= x << 13;
      x ^= x >> 7;
      x ^= x << 17;
      return static_cast<double>(x >> 11) / 9007199254740992.0;  // 2^53
    };
    std::array<Unit, n> units{};
    for (Unit& u : units) {
      u.tau = 5 * (0.8 + 0.4 * next());
      u.P   = 20 / u.tau * (0.9 + 0.2 * next());
      u.T0  = 19 + 2 * next();
      u.on0 = next() < 0.5;
    }
    return units;
  }
  static constexpr std::array<bool, n> initially_on() {
    std::array<bool, n> on{};
    for (std::size_t i = 0; i < n; ++i) on[i] = drawn()[i].on0;
    return on;
  }

  std::array<Unit, n> units = drawn();
  double              low = 19, high = 21;

  template <class Real>
  struct State {
    std::array<Real, n> T;
  };
  template <class Real>
  struct Memory {
    std::array<bool, n> on = initially_on();
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s, const Memory<Real>& q) const {
    State<Real> slope;
    for (std::size_t i = 0; i < n; ++i) slope.T[i] = -(s.T[i] - 10) / units[i].tau + (q.on[i] ? units[i].P : 0);
    return slope;
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    for (std::size_t i = 0; i < n; ++i) {
      on.when(s.T[i] >= high, [&, i] { q.on[i] = false; });
      on.when(s.T[i] <= low, [&, i] { q.on[i] = true; });
    }
  }
};

}  // namespace saltus::problems
