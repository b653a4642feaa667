// howto_chattering: a relay without hysteresis slides along its own switching line; with hysteresis it switches.

#include <saltus/saltus.hpp>
#include <fmt/core.h>

// [region:relay]
struct Relay {
  template <class Real> struct State { Real x; };
  template <class Real> State<Real> operator()(Real, const State<Real>& s) const {
    if (s.x > 0) return {-1};
    return {1};
  }
};
// [endregion:relay]

// [region:hysteresis]
struct RelayWithBand {
  double band = 0.1;
  template <class Real> struct State { Real x; };
  template <class Real> struct Memory { bool up = false; };
  template <class Real> State<Real> operator()(Real, const State<Real>&, const Memory<Real>& q) const { return {q.up ? 1 : -1}; }
  template <class Real> void events(saltus::Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    on.when(s.x <= -band, [&] { q.up = true; });
    on.when(s.x >= band, [&] { q.up = false; });
  }
};
// [endregion:hysteresis]

int main() {
  // [region:run]
  const auto slides = saltus::simulate(Relay{}, {.x = 0.5}, {.t_end = 2});
  fmt::print("{}\n\n", slides.outcome().message());
  const auto switches = saltus::simulate(RelayWithBand{}, {.x = 0.5}, {.t_end = 2});
  fmt::print("{} after {} events\n", switches.outcome().message(), switches.events().size());
  // [endregion:run]
}
