// States that are a matter of choice, and change in the course of a run.

#include "run_text.hpp"

#include <saltus/front/modelica/exchange.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace saltus::modelica::test {
namespace {

/// Of a variable, in every row.
std::vector<double> course(const Run& run, const std::string& name) {
  const auto& names = run.trajectory().names();
  const auto  at    = std::find(names.begin(), names.end(), name);
  if (at == names.end()) throw std::runtime_error("no variable " + name);
  std::vector<double> values;
  for (std::size_t k = 0; k < run.trajectory().size(); ++k)
    values.push_back(run.trajectory().row(k)[static_cast<std::size_t>(at - names.begin())]);
  return values;
}
double largest_difference(const Run& run, const std::string& a, const std::string& b) {
  const auto x = course(run, a), y = course(run, b);
  double     largest = 0;
  for (std::size_t k = 0; k < x.size(); ++k) largest = std::max(largest, std::abs(x[k] - y[k]));
  return largest;
}
double drift(const Run& run, const std::string& name) {
  const auto x       = course(run, name);
  double     largest = 0;
  for (const double v : x) largest = std::max(largest, std::abs(v - x.front()));
  return largest;
}

/// A pendulum of length one in x and y, the same one by its angle, and whatever else is wanted.
std::string pendulum(const std::string& declarations = "", const std::string& equations = "",
                     const std::string& start = "-7") {
  return "model pendulum\n"
         "  Real x(start = 1, fixed = true);\n"
         "  Real y(start = 0);\n"
         "  Real vx(start = 0);\n"
         "  Real vy(start = " +
         start +
         ", fixed = true);\n"
         "  Real f;\n"
         "  Real a(start = 0, fixed = true);\n"
         "  Real w(start = " +
         start +
         ", fixed = true);\n"
         "  Real xa = cos(a);\n"
         "  Real ya = sin(a);\n" +
         declarations +
         "equation\n"
         "  der(a) = w;\n"
         "  der(w) = -9.81 * cos(a);\n"
         "  der(x) = vx;\n"
         "  der(y) = vy;\n"
         "  der(vx) = -f * x;\n"
         "  der(vy) = -f * y - 9.81;\n"
         "  x ^ 2 + y ^ 2 = 1;\n" +
         equations + "end pendulum;\n";
}

// Over about four turns errors of a step at 1e-8 grow by the instability at the top, a factor of some hundred each turn.
TEST(States, APendulumInCartesianCoordinatesGoesRound) {
  const auto run = run_text(pendulum(), 4);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_GT(std::abs(course(run, "a").back()), 4 * 3.14);
  EXPECT_LT(largest_difference(run, "x", "xa"), 1e-4);
  EXPECT_LT(largest_difference(run, "y", "ya"), 1e-4);
  ASSERT_GE(run.state_changes().size(), 8u);  // twice in each turn at least
  EXPECT_EQ(run.statistics().state_changes, static_cast<long>(run.state_changes().size()));
  EXPECT_EQ(run.statistics().modes, 2);  // with initial() and without: other states are no other modes
  for (const auto& c : run.state_changes()) {
    EXPECT_EQ(c.left.size(), 2u);
    EXPECT_EQ(c.joined.size(), 2u);
    EXPECT_NE(c.left, c.joined);
  }
  EXPECT_TRUE(std::is_sorted(run.trajectory().times().begin(), run.trajectory().times().end()));
}

TEST(States, EventsStayExactWhileStatesChange) {
  const auto run = run_text(pendulum("  Integer n(start = 0, fixed = true);\n"
                                     "  Integer m(start = 0, fixed = true);\n"
                                     "  Real s(start = 1, fixed = true);\n",
                                     "  when x > 0.3 then n = pre(n) + 1; end when;\n"
                                     "  when xa > 0.3 then m = pre(m) + 1; end when;\n"
                                     "  der(s) = -1;\n"
                                     "  when s < 0 then reinit(s, 1); end when;\n"),
                            4);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_GE(run.state_changes().size(), 8u);
  std::vector<double> cartesian, angle;
  int                 resets = 0;
  for (const auto& e : run.events()) {
    for (const auto& r : e.relations) {
      if (r.becomes && r.text == "x > 0.3") cartesian.push_back(e.t);
      if (r.becomes && r.text == "xa > 0.3") angle.push_back(e.t);
    }
    for (const auto& r : e.resets) {
      if (r.name != "s") continue;
      ++resets;
      EXPECT_NEAR(e.t, resets, 1e-9);
      EXPECT_EQ(r.after, 1);
    }
  }
  EXPECT_EQ(resets, 4);
  ASSERT_GE(angle.size(), 4u);
  ASSERT_EQ(cartesian.size(), angle.size());
  for (std::size_t k = 0; k < angle.size(); ++k) EXPECT_NEAR(cartesian[k], angle[k], 1e-5);
  EXPECT_EQ(course(run, "n").back(), static_cast<double>(cartesian.size()));
}

// The velocity that reinit sets has to be a state for ever, so the pendulum may not come near the top: it bounces.
TEST(States, ReinitKeepsItsVariableAState) {
  const auto run = run_text(R"(model m
    Real x(start = 0, fixed = true);
    Real y(start = -1);
    Real vx(start = 3, fixed = true);
    Real vy;
    Real f;
    Real a(start = 0, fixed = true);
    Real w(start = 3, fixed = true);
    Real xa = sin(a);
  equation
    der(a) = w;
    der(w) = -9.81 * sin(a);
    der(x) = vx;
    der(y) = vy;
    der(vx) = -f * x;
    der(vy) = -f * y - 9.81;
    x ^ 2 + y ^ 2 = 1;
    when x > 0.5 then
      reinit(vx, -0.8 * pre(vx));
    end when;
    when xa > 0.5 then
      reinit(w, -0.8 * pre(w));
    end when;
  end m;)",
                            5);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_GE(run.events().size(), 4u);
  EXPECT_LT(largest_difference(run, "x", "xa"), 1e-5);
}

TEST(States, ADoublePendulumKeepsItsEnergyAndFollowsItsAngles) {
  const auto run = run_text(R"(model m
    Real x1(start = 1, fixed = true);
    Real y1(start = 0);
    Real x2(start = 2, fixed = true);
    Real y2(start = 0);
    Real vx1(start = 0);
    Real vy1(start = 0, fixed = true);
    Real vx2(start = 0);
    Real vy2(start = 0, fixed = true);
    Real f1;
    Real f2;
    Real a(start = 0, fixed = true);
    Real b(start = 0, fixed = true);
    Real wa(start = 0, fixed = true);
    Real wb(start = 0, fixed = true);
    Real xa = cos(a);
    Real xb = cos(a) + cos(b);
    Real energy = (vx1 ^ 2 + vy1 ^ 2 + vx2 ^ 2 + vy2 ^ 2) / 2 + 9.81 * (y1 + y2);
  equation
    der(x1) = vx1;
    der(y1) = vy1;
    der(x2) = vx2;
    der(y2) = vy2;
    der(vx1) = -f1 * x1 + f2 * (x2 - x1);
    der(vy1) = -f1 * y1 + f2 * (y2 - y1) - 9.81;
    der(vx2) = -f2 * (x2 - x1);
    der(vy2) = -f2 * (y2 - y1) - 9.81;
    x1 ^ 2 + y1 ^ 2 = 1;
    (x2 - x1) ^ 2 + (y2 - y1) ^ 2 = 1;
    der(a) = wa;
    der(b) = wb;
    2 * der(wa) + der(wb) * cos(a - b) + wb ^ 2 * sin(a - b) + 2 * 9.81 * cos(a) = 0;
    der(wb) + der(wa) * cos(a - b) - wa ^ 2 * sin(a - b) + 9.81 * cos(b) = 0;
  end m;)",
                            3);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_GE(run.state_changes().size(), 4u);
  EXPECT_LT(drift(run, "energy"), 1e-5);  // of 20 J that go to and fro
  EXPECT_LT(largest_difference(run, "x1", "xa"), 1e-4);
  EXPECT_LT(largest_difference(run, "x2", "xb"), 1e-4);
}

// A crank of length 1, a coupler of 3 and a rocker of 2.5 on a base of 3, which go round without friction or weight.
TEST(States, AFourBarLoopGoesRound) {
  const auto run = run_text(R"(model m
    Real x1(start = 0, fixed = true);
    Real y1(start = 1);
    Real x2(start = 2);
    Real y2(start = 2);
    Real vx1(start = 3, fixed = true);
    Real vy1;
    Real vx2;
    Real vy2;
    Real f1;
    Real f2;
    Real f3;
    Real turned(start = 0, fixed = true);
    Real energy = (vx1 ^ 2 + vy1 ^ 2 + vx2 ^ 2 + vy2 ^ 2) / 2;
  equation
    der(x1) = vx1;
    der(y1) = vy1;
    der(x2) = vx2;
    der(y2) = vy2;
    der(vx1) = -f1 * x1 + f2 * (x2 - x1);
    der(vy1) = -f1 * y1 + f2 * (y2 - y1);
    der(vx2) = -f2 * (x2 - x1) - f3 * (x2 - 3);
    der(vy2) = -f2 * (y2 - y1) - f3 * y2;
    x1 ^ 2 + y1 ^ 2 = 1;
    (x2 - x1) ^ 2 + (y2 - y1) ^ 2 = 9;
    (x2 - 3) ^ 2 + y2 ^ 2 = 6.25;
    der(turned) = x1 * vy1 - y1 * vx1;
  end m;)",
                            8);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_GT(std::abs(course(run, "turned").back()), 2 * 6.28);
  EXPECT_GE(run.state_changes().size(), 4u);
  EXPECT_LT(drift(run, "energy"), 1e-5);
  const auto x = course(run, "x1"), angle = course(run, "turned");
  for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], -std::sin(angle[k]), 1e-4);
}

// Nearly through the pole, where longitude and latitude would fail.
TEST(States, ASphericalPendulumPassesThePole) {
  const auto run = run_text(R"(model m
    Real x(start = 1, fixed = true);
    Real y(start = 0, fixed = true);
    Real z(start = 0);
    Real vx;
    Real vy(start = 0.01, fixed = true);
    Real vz(start = 7, fixed = true);
    Real f;
    Real energy = (vx ^ 2 + vy ^ 2 + vz ^ 2) / 2 + 9.81 * z;
    Real spin = x * vy - y * vx;
    Real length = x ^ 2 + y ^ 2 + z ^ 2;
  equation
    der(x) = vx;
    der(y) = vy;
    der(z) = vz;
    der(vx) = -f * x;
    der(vy) = -f * y;
    der(vz) = -f * z - 9.81;
    x ^ 2 + y ^ 2 + z ^ 2 = 1;
  end m;)",
                            4);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  const auto z = course(run, "z");
  EXPECT_GT(*std::max_element(z.begin(), z.end()), 0.999);
  EXPECT_GE(run.state_changes().size(), 4u);
  EXPECT_LT(drift(run, "energy"), 1e-4);
  EXPECT_LT(drift(run, "spin"), 1e-5);
  EXPECT_LT(drift(run, "length"), 1e-6);
}

// stateSelect = always is obeyed although others would do better, as long as the constraints allow it.
TEST(States, AnAngleThatIsAlwaysAStateStaysOne) {
  const auto run = run_text(R"(model m
    Real a(start = 0, fixed = true, stateSelect = StateSelect.always);
    Real w(start = -7, fixed = true, stateSelect = StateSelect.always);
    Real x;
    Real y;
    Real vx;
    Real vy;
    Real f;
  equation
    der(a) = w;
    x = cos(a);
    y = sin(a);
    der(x) = vx;
    der(y) = vy;
    der(vx) = -f * x;
    der(vy) = -f * y - 9.81;
  end m;)",
                            4);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  EXPECT_EQ(run.state_changes().size(), 0u);
}

struct Translated {
  explicit Translated(const std::string& text) : tree(parse(Source("model.mo", text))) {
    auto flat = elaborate(*tree, {}, tree->problems);
    tree->problems.throw_if_any();
    auto found = sort(std::move(*flat), tree->problems);
    tree->problems.throw_if_any();
    sorted = std::make_shared<const SortedModel>(std::move(*found));
  }
  std::vector<std::string> states() const {
    std::vector<std::string> names;
    for (const Variable v : sorted->states) names.push_back(sorted->flat.variables[static_cast<std::size_t>(v)].name);
    std::sort(names.begin(), names.end());
    return names;
  }
  std::unique_ptr<Tree>              tree;  ///< functions of the model refer to it
  std::shared_ptr<const SortedModel> sorted;
};

// The model does not differentiate v_rel itself. What reinit does to the second mass depends on whether v_rel is a state.
const char* const two_masses = R"(model m
  Real s1(start = 0, fixed = true, stateSelect = StateSelect.always);
  Real v1(start = 1, fixed = true, stateSelect = StateSelect.always);
  Real s2;
  Real v2;
  Real s_rel(start = 0, fixed = true, nominal = 1e-4, stateSelect = StateSelect.prefer);
  Real v_rel(start = 0, fixed = true, stateSelect = StateSelect.prefer);
  Real f = 100 * s_rel + 3 * v_rel;
equation
  v1 = der(s1);
  v2 = der(s2);
  der(v1) = f;
  2 * der(v2) = -f;
  s_rel = s2 - s1 - 0.1;
  v_rel = der(s_rel);
  when s1 > 0.5 then
    reinit(v1, 0);
  end when;
end m;)";

TEST(States, AVelocityThatIsPreferredIsAStateAlsoIfNothingDifferentiatesIt) {
  const Translated m(two_masses);
  EXPECT_EQ(m.states(), (std::vector<std::string>{"s1", "s_rel", "v1", "v_rel"}));
  const auto run = run_text(two_masses, 0.6);
  ASSERT_TRUE(run.outcome().ok()) << run.outcome().message();
  ASSERT_EQ(run.events().back().resets.size(), 1u);
  EXPECT_EQ(run.events().back().resets[0].name, "v1");
  EXPECT_EQ(std::count(run.trajectory().names().begin(), run.trajectory().names().end(), "der(v_rel)"), 0);
  const auto v2 = course(run, "v2");
  EXPECT_NEAR(v2.back(), 0, 1e-8);  // both masses stop together
}

TEST(States, NominalValuesScaleTheAbsoluteTolerance) {
  const Translated  m(two_masses);
  const HybridModel model(m.sorted);
  const auto&       names   = model.catalogue().names.variables;
  const auto        nominal = model.nominal();
  ASSERT_EQ(nominal.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(nominal[i], names[i] == "s_rel" ? 1e-4 : 1.0) << names[i];
}

TEST(States, CopiesAndSecondRunsRepeatTheRun) {
  const Translated m(pendulum());
  auto             model   = std::make_unique<HybridModel>(m.sorted);
  const auto       initial = find_initial(*model, 0);
  Simulation       simulation(std::move(model), {.x = initial.x, .discrete = initial.q},
                              {.t_end = 3, .rtol = 1e-8, .atol = 1e-8, .history = true});
  simulation.run_until(1.5);
  ASSERT_GE(simulation.result().state_changes().size(), 2u);
  Simulation copy = simulation;
  simulation.run();
  copy.run();
  const auto first = simulation.result();
  EXPECT_EQ(copy.result().trajectory().back("x"), first.trajectory().back("x"));
  EXPECT_EQ(copy.result().state_changes(), first.state_changes());
  EXPECT_EQ(copy.result().statistics(), first.statistics());
  simulation.rewind();
  EXPECT_EQ(simulation.result().state_changes().size(), 0u);
  simulation.run();
  simulation.rewind();  // a pause is a grid point: a run without one is the measure
  simulation.run();
  const auto again = simulation.result();
  EXPECT_EQ(again.methods(), first.methods());
  for (const auto& s : again.history()) EXPECT_LT(s.method, static_cast<int>(again.methods().size()));
  EXPECT_NEAR(again.trajectory().back("x"), first.trajectory().back("x"), 1e-4);
  EXPECT_GE(again.state_changes().size(), 4u);
}

// ---- the exchange itself --------------------------------------------------------------------------------------------

TEST(Exchange, FindsThePairThatGainsMostInTheUnitsGiven) {
  // d0 + 3 c0 + 0.5 c1 = 0, 2 d1 + 8 c1 = 0: M = {{3, 0.5}, {0, 4}}.
  const auto fill = [](Exchange& e) {
    e.begin(2, 2);
    e.at(0, 0) = 1, e.at(0, 2) = 3, e.at(0, 3) = 0.5;
    e.at(1, 1) = 2, e.at(1, 3) = 8;
  };
  Exchange e;
  fill(e);
  auto best = e.best(std::vector<double>{1, 1, 1, 1});
  EXPECT_EQ(best.dependent, 1u);
  EXPECT_EQ(best.chosen, 1u);
  EXPECT_NEAR(best.gain, 4, 1e-15);
  fill(e);
  best = e.best(std::vector<double>{0.1, 1, 1, 1});  // d0 counts ten times as much
  EXPECT_EQ(best.dependent, 0u);
  EXPECT_EQ(best.chosen, 0u);
  EXPECT_NEAR(best.gain, 30, 1e-14);
}

TEST(Exchange, SaysWhereNothingIsDetermined) {
  Exchange e;
  e.begin(2, 1);
  e.at(0, 0) = 1, e.at(0, 1) = 2, e.at(0, 2) = 1;
  e.at(1, 0) = 2, e.at(1, 1) = 4, e.at(1, 2) = 1;
  EXPECT_EQ(e.best(std::vector<double>{1, 1, 1}).gain, std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace saltus::modelica::test
