// The code of docs/reference/models.md and results.md, which shows these regions.

// Laid out by hand, for reading.
// clang-format off
// [region:header]
#include <saltus/saltus.hpp>
using namespace saltus;
// [endregion:header]

#include <fmt/core.h>

#include <gtest/gtest.h>

#include <utility>

namespace ball {
// [region:ball]
struct BouncingBall {
  double g = 9.81, e = 0.8;                                    // parameters: plain numbers, fixed during a run
  template <class Real> struct State { Real h, v; };           // the states, in this order, with these names

  template <class Real> State<Real> operator()(Real, const State<Real>& s) const { return {s.v, Real(-g)}; }

  template <class Real> void events(Events<Real>& on, Real, State<Real>& s) const {
    on.when(s.h <= 0 && s.v < 0, [&] { s.v = -e * s.v; });
  }
};

const Run run = simulate(BouncingBall{}, {.h = 1, .v = 0}, {.t_end = 3});
// [endregion:ball]
}  // namespace ball

namespace tank {
// [region:tank]
struct Tank {
  template <class Real> struct Vars { Real level, outflow; };

  template <class Real>
  void operator()(Real, const Vars<Real>& y, const Vars<Real>& dy, Vars<Real>& r) const {
    r.level   = dy.level - 1 + y.outflow;                      // one residual per member, in any order
    r.outflow = y.outflow - sqrt(max(y.level, 0.0));
  }
  template <class Real> void events(Events<Real>& on, Real, Vars<Real>& y) const {
    on.when(y.outflow >= 0.5, [&] {
      y.outflow = 0.25;
      on.keep(y.outflow);                                      // hold this algebraic value ...
      on.solve_for(y.level);                                   // ... and find the level that goes with it
    });
  }
};

const Run a = simulate(Tank{}, {.level = 0.01, .outflow = 0.1}, {.t_end = 2});
const Run b = simulate(make_model(Tank{}), Start{.x = {0.1, 0.5}, .fixed = {"outflow"}}, {.t_end = 1});
// [endregion:tank]
}  // namespace tank

namespace decay {
// [region:decay]
struct Decay {
  template <class Real> void operator()(Real, std::span<const Real> x, std::span<Real> dx) const {
    for (std::size_t i = 0; i < x.size(); ++i) dx[i] = -x[i];
  }
  template <class Real> void events(Events<Real>& on, Real, std::span<Real> x) const { on.stop_when(x[0] < 0.5, "half"); }
  std::vector<std::string> names() const { return {"a", "b"}; }   // optional; default x[0], x[1], ...
};

const Run run = simulate(Decay{}, {1.0, 2.0}, {.t_end = 2});
// [endregion:decay]
}  // namespace decay

namespace thermostat {
// [region:thermostat]
struct Thermostat {
  double low = 19, high = 21;
  template <class Real> struct State  { Real T; };
  template <class Real> struct Memory { bool heating = true; Real switched = 0; };

  template <class Real>
  State<Real> operator()(Real, const State<Real>& s, const Memory<Real>& q) const {
    return {0.1 * ((q.heating ? 30.0 : 10.0) - s.T)};
  }
  template <class Real> void events(Events<Real>& on, Real t, State<Real>& s, Memory<Real>& q) const {
    on.when(s.T >= high, [&] { q.heating = false; q.switched = t; }, {.name = "too warm"});
    on.when(s.T <= low,  [&] { q.heating = true;  q.switched = t; });
  }
};
// [endregion:thermostat]
}  // namespace thermostat

namespace car {
// [region:car]
enum class Gear { one, two, three };
struct Car {
  template <class Real> struct State  { Real v; };
  template <class Real> struct Memory { Gear gear = Gear::one; };
  template <class Real> State<Real> operator()(Real, const State<Real>&, const Memory<Real>& q) const {
    return {Real(q.gear == Gear::one ? 3 : q.gear == Gear::two ? 2 : 1)};
  }
  template <class Real> void events(Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    on.transitions(q.gear, {{Gear::one, Gear::two, s.v > 10}, {Gear::two, Gear::three, s.v > 20},
                            {Gear::three, Gear::two, s.v < 15}, {Gear::two, Gear::one, s.v < 6}});
  }
};
// [endregion:car]
}  // namespace car

namespace pump {
// [region:pump]
struct Pump {
  Table head{{0, 1, 2}, {10, 8, 0}};
  template <class Real> struct State { Real q; };
  template <class Real> State<Real> operator()(Real t, const State<Real>& s) const {
    const Real valve = clamp(t - 1, 0.0, 1.0);
    return {head(abs(s.q)) - select(t < 5, 4 * s.q, 8 * s.q) / (0.1 + valve)};
  }
};
// [endregion:pump]
}  // namespace pump

namespace block {
// [region:block]
struct Block {
  double f_slip = 0.5, f_stick = 0.8;
  template <class Real> struct State { Real x, v; };
  template <class Real> State<Real> operator()(Real t, const State<Real>& s) const {
    const Real pull = sin(t);
    if (s.v == 0) {
      if (abs(pull) <= f_stick) return {Real(0), Real(0)};     // holds
      return {s.v, pull - f_slip * sign(pull)};                // lets go: v' decides the side
    }
    return {s.v, pull - f_slip * sign(s.v)};
  }
};
// [endregion:block]
}  // namespace block

namespace box {
// [region:box]
BlackBox ball{
    .variables = {"h", "v"},
    .rhs       = [](double, std::span<const double> x, const Frozen&, std::span<double> dx) { dx[0] = x[1]; dx[1] = -9.81; },
    .guards    = {{.name = "floor", .g = [](double, auto x, auto) { return x[0]; }, .change = Change::becomes_false,
                   .reset = [](double, std::span<double> x, std::span<double>) { x[1] = -0.8 * x[1]; }}},
};
const Run run = simulate(ball, {1, 0}, {.t_end = 1});
// [endregion:box]
}  // namespace box

namespace {

TEST(Reference, ModelsRunToTheirEnd) {
  for (const auto& run : {ball::run, tank::a, tank::b, decay::run, box::run}) EXPECT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_EQ(ball::run.events().size(), 6u);
  EXPECT_NEAR(tank::b.trajectory().front("level"), 0.25, 1e-6);  // outflow 0.5 was given, sqrt(level) = outflow
  EXPECT_EQ(decay::run.outcome().reason, Outcome::Reason::terminal_event);
  EXPECT_EQ(box::run.events().size(), 1u);
  EXPECT_TRUE(simulate(thermostat::Thermostat{}, {.T = 20}, {.heating = false}, {.t_end = 10}).outcome().ok());
  EXPECT_TRUE(simulate(car::Car{}, {.v = 0}, {.t_end = 10}).outcome().ok());
  EXPECT_TRUE(simulate(pump::Pump{}, {.q = 0}, {.t_end = 2}).outcome().ok());
  EXPECT_TRUE(simulate(block::Block{}, {.x = 0, .v = 0}, {.t_end = 10}).outcome().ok());
}

std::pair<double, double> read_results() {
  using ball::BouncingBall;
  // [region:reading]
  const Run run = simulate(BouncingBall{}, {.h = 1, .v = 0}, {.t_end = 3, .rtol = 1e-8, .dense = true});
  if (!run.outcome().ok()) fmt::print("{}\n", run.outcome().message());
  for (const Event& e : run.events()) fmt::print("{}\n", e);
  const double before = run("v", run.events()[0].t, Side::left), after = run("v", run.events()[0].t);
  // [endregion:reading]
  return {before, after};
}

TEST(Reference, ResultsAreReadAsShown) {
  const auto [before, after] = read_results();
  EXPECT_NEAR(after, -0.8 * before, 1e-9);
}

TEST(Reference, ACopyOfASimulationGoesOnWithTheSameBits) {
  using thermostat::Thermostat;
  // [region:checkpoint]
  Simulation simulation(make_model(Thermostat{}), {.x = {15}}, {.t_end = 20});
  simulation.run_until(10);
  Simulation saved = simulation;          // a checkpoint: model, method, modes, trajectory so far
  simulation.run();
  saved.run();                            // the same bits
  // [endregion:checkpoint]
  EXPECT_EQ(simulation.result().trajectory(), saved.result().trajectory());
}

}  // namespace
