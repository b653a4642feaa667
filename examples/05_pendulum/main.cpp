// 05_pendulum: algebraic variables at the start, in a condition, and across an event.
//
// A mass of 1 kg on a rope of 1 m, in Cartesian coordinates. The rope pulls with -T (x, y); T is an algebraic variable, and
// its equation says that the mass stays on the circle: the second derivative of (x^2 + y^2) / 2 is zero. (The first form
// of the constraint, x^2 + y^2 = 1, would have index 3.) Released at rest from the horizontal the tension is 3 g |y|, so a
// rope that holds 25 N breaks at y = -25 / (3 g) = -0.8494733.

// [region:model]
#include <saltus/saltus.hpp>
#include <fmt/core.h>

struct Pendulum {
  double g = 9.81, strongest = 25;

  template <class Real> struct Vars { Real x, y, vx, vy, T; };
  template <class Real> struct Memory { bool broken = false; };

  template <class Real>
  void operator()(Real, const Vars<Real>& s, const Vars<Real>& d, const Memory<Real>& q, Vars<Real>& r) const {
    r.x = d.x - s.vx;
    r.y = d.y - s.vy;
    r.vx = d.vx + s.T * s.x;
    r.vy = d.vy + s.T * s.y + g;
    if (q.broken) r.T = s.T;
    else r.T = s.vx * s.vx + s.vy * s.vy - s.T * (s.x * s.x + s.y * s.y) - g * s.y;
  }

  template <class Real> void events(saltus::Events<Real>& on, Real, Vars<Real>& s, Memory<Real>& q) const {
    on.when(s.T >= strongest, [&] { q.broken = true; }, {.name = "the rope breaks"});
  }
};
// [endregion:model]

int main() {
  // [region:release]
  const saltus::Options options{.t_end = 0.8, .rtol = 1e-9, .atol = 1e-9};
  const auto run = saltus::simulate(Pendulum{}, {.x = 1, .y = 0, .vx = 0, .vy = 0, .T = 99}, options);
  fmt::print("at the start T = {:.6f}\n", run.trajectory().front("T"));
  const auto& event = run.events().front();
  fmt::print("t = {:.6f}  {} at y = {:.7f}\n", event.t, event.whens.front(), run("y", event.t));
  fmt::print("             T: {:.6f} -> {:.6f}\n", run("T", event.t, saltus::Side::left), run("T", event.t));
  fmt::print("{}; x = {:.6f}, y = {:.6f}\n", run.outcome().message(), run.final("x"), run.final("y"));
  // [endregion:release]

  // [region:solve]
  // At the lowest point, which speed puts 20 N into the rope? Given: x, y, vy and T; vx is solved for, from a guess.
  const saltus::Start start{.x = {0, -1, 1, 0, 20}, .fixed = {"x", "y", "vy", "T"}};
  const auto swing = saltus::simulate(saltus::make_model(Pendulum{}), start, options);
  fmt::print("vx = {:.6f} puts {:.0f} N into the rope\n", swing.trajectory().front("vx"), swing.trajectory().front("T"));
  // [endregion:solve]
}
