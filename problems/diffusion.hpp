#pragma once
// diffusion.hpp: a heated rod under a thermostat, in as many cells as one likes.
//
//   u_t = u_xx on (0, 1), flux P at x = 0 while the heater is on, u = 0 at x = 1
//   the heater goes off when the sensor at x = 0.2 reaches `high`, and on when it has fallen to `low`
//
// Difficulty: large and stiff, and every event changes one equation of n. Cost per step and per event should grow like n.

#include <saltus/problems/problem.hpp>
#include <saltus/saltus.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace saltus::problems {

/// By finite volumes: the temperatures u of the cells and, as algebraic variables, the fluxes q through their left faces,
/// in turns: q[0], u[0], q[1], u[1], ...
struct Diffusion {
  std::size_t cells = 50;
  double      P = 5, high = 1, low = 0.8;

  double      width() const { return 1 / static_cast<double>(cells); }
  std::size_t sensor() const { return cells / 5; }  ///< the cell whose left face is at x = 0.2

  template <class Real>
  struct Memory {
    bool on = true;
  };

  template <class Real>
  void operator()(Real, std::span<const Real> y, std::span<const Real> dy, const Memory<Real>& m,
                  std::span<Real> r) const {
    const auto   u       = [&](std::size_t i) -> const Real& { return y[2 * i + 1]; };
    const double density = 1 / width();
    r[0]                 = y[0] - (m.on ? P : 0.0);
    for (std::size_t i = 1; i < cells; ++i) r[2 * i] = y[2 * i] - density * (u(i - 1) - u(i));
    for (std::size_t i = 0; i < cells; ++i) {
      const Real out = i + 1 < cells ? y[2 * i + 2] : 2 * density * u(i);
      r[2 * i + 1]   = dy[2 * i + 1] - density * (y[2 * i] - out);
    }
  }
  template <class Real>
  void events(Events<Real>& on, Real, std::span<Real> y, Memory<Real>& m) const {
    const Real& felt = y[2 * sensor() + 1];
    on.when(felt >= high, [&] { m.on = false; });
    on.when(felt <= low, [&] { m.on = true; });
  }
  std::vector<std::string> names() const;
};

/// n unknowns, half of them cells; t_end is such that about 100 events come. The reference is exact for the
/// discretised system: a sum over its modes. n = 100 is in the gallery; larger ones are for those who ask.
Problem diffusion(std::size_t n);

}  // namespace saltus::problems
