// howto_sparse: a heated rod of 2000 cells under a thermostat: spans, a stiff method, a banded matrix found by itself.

// [region:model]
#include <saltus/saltus.hpp>
#include <fmt/core.h>

struct Rod {
  template <class Real> struct Memory { bool heating = true; };

  template <class Real>
  void operator()(Real, std::span<const Real> T, const Memory<Real>& q, std::span<Real> dT) const {
    const std::size_t n = T.size();
    const double c = static_cast<double>(n * n);
    for (std::size_t i = 0; i < n; ++i) {
      const Real left = i == 0 ? T[0] : T[i - 1], right = i == n - 1 ? T[n - 1] : T[i + 1];
      dT[i] = c * (left - 2 * T[i] + right) - 2 * T[i];       // the size of the matrix follows from the equations
    }
    if (q.heating) dT[0] = dT[0] + 10.0 * static_cast<double>(n);
  }

  template <class Real> void events(saltus::Events<Real>& on, Real, std::span<Real> T, Memory<Real>& q) const {
    const Real middle = T[T.size() / 2];
    on.when(middle >= 3, [&] { q.heating = false; });
    on.when(middle <= 2, [&] { q.heating = true; });
  }
};
// [endregion:model]

int main() {
  // [region:run]
  const auto run = saltus::simulate(Rod{}, std::vector<double>(2000, 0.0),
                                    {.t_end = 2, .rtol = 1e-6, .atol = 1e-6, .output = saltus::Output::events});
  for (const auto& event : run.events()) fmt::print("t = {:.4f}  {}\n", event.t, event.relations.front().text);
  fmt::print("{}, {}\n", run.statistics().method, run.statistics().linear_solver);
  // [endregion:run]
}
