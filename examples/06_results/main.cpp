// 06_results: what a run leaves behind, and how to ask it.
//
// The ball of the first example, again. Its flight is a parabola, which the method's polynomial meets exactly, so that
// every number below can be checked by hand: t1 = sqrt(2 / g) = 0.4515236, v just before it -g t1 = -4.4294469.

#include <saltus/saltus.hpp>
#include <fmt/core.h>

struct BouncingBall {
  double g = 9.81, e = 0.8;

  template <class Real> struct State { Real h, v; };
  template <class Real> struct Memory { Real bounces = 0; };

  template <class Real> State<Real> operator()(Real, const State<Real>& s, const Memory<Real>&) const { return {s.v, -g}; }

  template <class Real> void events(saltus::Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    on.when(s.h <= 0 && s.v < 0, [&] { s.v = -e * s.v; q.bounces = q.bounces + 1; }, {.name = "bounce"});
    on.watch(s.h > 0.5, {.name = "half-way"});
  }
};

int main() {
  // [region:run]
  const saltus::Options options{.t_end = 1.5, .output = saltus::Output::grid, .interval = 0.25, .dense = true};
  const auto run = saltus::simulate(BouncingBall{}, {.h = 1, .v = 0}, options);
  // [endregion:run]

  // [region:rows]
  const auto& rows = run.trajectory();
  for (std::size_t k = 0; k < rows.size(); ++k)
    fmt::print("{:9.6f} {:10.6f} {:10.6f} {:3.0f}\n", rows.times()[k], rows.row(k)[0], rows.row(k)[1], rows.row(k)[2]);
  // [endregion:rows]

  // [region:events]
  for (const saltus::Event& event : run.events()) {
    fmt::print("t = {:.6f}  {}", event.t, event.whens.front());
    for (const auto& relation : event.relations) fmt::print("  [{} becomes {}]", relation.text, relation.becomes);
    for (const auto& jump : event.resets) fmt::print("  {}: {:.4f} -> {:.4f}", jump.name, jump.before, jump.after);
    fmt::print("\n");
  }
  // [endregion:events]

  // [region:sides]
  const double t1 = run.events()[1].t;
  fmt::print("v({:.6f}) is {:.6f} from the left, {:.6f} from the right\n", t1, run("v", t1, saltus::Side::left), run("v", t1));
  fmt::print("between rows: h(0.6) = {:.6f}\n", run("h", 0.6));
  // [endregion:sides]

  // [region:checkpoint]
  saltus::Simulation simulation(saltus::make_model(BouncingBall{}), {.x = {1, 0}}, {.t_end = 1.5});
  simulation.run_until(1);
  const saltus::Simulation saved = simulation;  // a checkpoint is a copy
  simulation.run();
  saltus::Simulation again = saved;
  again.run();
  fmt::print("from t = {} to {}: h = {:.6f}, and again {:.6f}\n", saved.t(), again.t(), simulation.x()[0], again.x()[0]);
  // [endregion:checkpoint]
}
