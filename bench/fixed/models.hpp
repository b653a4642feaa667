#pragma once
// models.hpp: the systems of the fixed benchmarks. Their sizes are the question, so they are not part of the gallery.

#include <saltus/saltus.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace saltus::bench {

/// Van der Pol's oscillator, watched where it passes zero: the smallest system worth simulating.
struct Oscillator {
  double mu      = 2;
  bool   watched = true;

  template <class Real>
  struct State {
    Real x, v;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s) const {
    return {s.v, mu * (1 - s.x * s.x) * s.v - s.x};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s) const {
    if (!watched) return;
    on.watch(s.x > 0);
    on.watch(s.v > 1);
  }
};

/// A chain of pendulums coupled by springs: x_i'' = -sin x_i + (x_i-1 - 2 x_i + x_i+1). Component 2i is x_i, 2i + 1 is
/// v_i. The energy keeps |x| < 2 and |v| < 3, so none of the relations, one per ten components, ever changes: half of
/// them compare a component with a number, half of them a nonlinear expression.
struct Chain {
  bool watched = true;

  template <class Real>
  void operator()(Real, std::span<const Real> y, std::span<Real> dy) const {
    const std::size_t m = y.size() / 2;
    for (std::size_t i = 0; i < m; ++i) {
      const Real left = i > 0 ? y[2 * i - 2] : Real(0), right = i + 1 < m ? y[2 * i + 2] : Real(0);
      dy[2 * i]     = y[2 * i + 1];
      dy[2 * i + 1] = -sin(y[2 * i]) + (left - 2 * y[2 * i] + right);
    }
  }
  template <class Real>
  void events(Events<Real>& on, Real, std::span<Real> y) const {
    if (!watched) return;
    for (std::size_t k = 0; k < y.size() / 10; ++k) {
      const Real &x = y[10 * k], &v = y[10 * k + 1];
      if (k % 2 == 0) on.watch(x > 4);
      else on.watch(x * x + v * v > 16);
    }
  }
  static std::vector<double> start(std::size_t n) {
    std::vector<double> y(n, 0.0);
    for (std::size_t i = 0; i < n / 2; ++i) y[2 * i] = std::sin(0.7 * static_cast<double>(i) + 0.3);
    return y;
  }
};

/// n independent thermostats: T' = -(T - 10) / tau + u P; off at 21, on at 19. Parameters drawn by xorshift64. Each unit
/// counts its switches, so that everybody can be judged unit by unit.
template <std::size_t n>
struct ThermostatPark {
  struct Unit {
    double tau, P, T0;
    bool   on0;
  };
  static std::vector<Unit> drawn() {
    std::uint64_t x    = 88172645463325252u;
    const auto    next = [&x] {
      x ^= x << 13;
      x ^= x >> 7;
      x ^= x << 17;
      return static_cast<double>(x >> 11) / 9007199254740992.0;  // 2^53
    };
    std::vector<Unit> units(n);
    for (Unit& u : units) {
      u.tau = 5 * (0.8 + 0.4 * next());
      u.P   = 20 / u.tau * (0.9 + 0.2 * next());
      u.T0  = 19 + 2 * next();
      u.on0 = next() < 0.5;
    }
    return units;
  }
  std::vector<Unit> units = drawn();

  template <class Real>
  struct State {
    std::array<Real, n> T;
  };
  template <class Real>
  struct Memory {
    std::array<Real, n> u, switches;
  };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s, const Memory<Real>& q) const {
    State<Real> slope;
    for (std::size_t i = 0; i < n; ++i) slope.T[i] = -(s.T[i] - 10) / units[i].tau + q.u[i] * units[i].P;
    return slope;
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    for (std::size_t i = 0; i < n; ++i) {
      on.when(s.T[i] >= 21, [&, i] { turn(q, i, 0); });
      on.when(s.T[i] <= 19, [&, i] { turn(q, i, 1); });
    }
  }
  template <class Q>
  static void turn(Q& q, std::size_t i, double u) {
    q.u[i] = u;
    q.switches[i] += 1;
  }
};

/// Heat in a rod that is heated at its left end while its middle is too cold; the right end is kept at 0. The ends are
/// algebraic equations: components 0 and n - 1 have no derivative. Difficulty: stiff, sparse, and a hundred events.
struct Rod {
  double D = 0.2, flux = 4, low = 0.45, high = 0.5, sensor = 0.1;

  template <class Real>
  struct Memory {
    Real heating = 1;
  };

  template <class Real>
  void operator()(Real, std::span<const Real> T, std::span<const Real> dT, const Memory<Real>& q,
                  std::span<Real> r) const {
    const std::size_t n  = T.size();
    const double      dx = 1.0 / static_cast<double>(n - 1);
    r[0]                 = (T[0] - T[1]) / dx - q.heating * flux;
    for (std::size_t i = 1; i + 1 < n; ++i) r[i] = dT[i] - D / (dx * dx) * (T[i - 1] - 2 * T[i] + T[i + 1]);
    r[n - 1] = T[n - 1];
  }
  template <class Real>
  void events(Events<Real>& on, Real, std::span<Real> T, Memory<Real>& q) const {
    const auto at = static_cast<std::size_t>(sensor * static_cast<double>(T.size() - 1));
    on.when(T[at] >= high, [&] { q.heating = 0; });
    on.when(T[at] <= low, [&] { q.heating = 1; });
  }
};

}  // namespace saltus::bench
