#include "figures.hpp"

#include "runs.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

namespace saltus::papers {

namespace {

using enum DetectionChoice;
using Style = Curve::Style;
using std::numbers::pi;

Curve straight(const std::string& name, Point a, Point b, Style style = Style::dashed) {
  return {name, {{a, b}}, style};
}

/// Modes met, transitions between them and how often, from the log of a run.
std::string diagram(const std::string& title, const Run& run, const std::vector<std::string>& states) {
  std::map<std::tuple<int, int, std::string>, int> counts;
  for (const Event& e : run.events()) ++counts[{e.mode_before, e.mode_after, e.relations.front().text}];
  std::vector<Edge> edges;
  for (const auto& [key, n] : counts)
    edges.push_back({std::get<0>(key), std::get<1>(key), fmt::format("{} ({} times)", std::get<2>(key), n)});
  return draw_states(title, states, edges);
}

std::string carver_figure_2() {
  const auto f      = [](double t, double y) { return std::sin(4 * pi / 19 * t) > 0 ? y * y : 0; };
  const Run  hidden = solve_hidden(f, 0.1, 0, 19, {.method = MethodChoice::tsit5});
  const Run  known  = solve("switched_blow_up_2");
  return draw(
      "Accepted steps of tsit5 on Carver's example 1, two cycles",
      {{"t", "y", {curve(known, "y", 240)}, event_times(known)},
       {"t", "h", {step_sizes(hidden, "switches hidden"), step_sizes(known, "certified")}, event_times(known), false, true}});
}

std::string mao_figure_5() {
  const Run signs = solve("switched_growth", {sign_change, SurfaceControl::none, MethodChoice::bdf});
  const Run known = solve("switched_growth");
  return draw(
      "Growth switched by sin(20 pi t)",
      {{"t",
        "y",
        {curve(
             known, "certified", [&](double t, Side s) { return known("y", t, s); }, 200),
         curve(
             signs, "bdf, signs at step ends", [&](double t, Side s) { return signs("y", t, s); }, 200, Style::dashed)}}});
}

std::string mao_figure_1() {
  const Run run = solve("birta");
  return draw("Both discontinuity functions of example 2 turn at zero",
              {{"t",
                "g",
                {curve(
                     run, "1 - y1", [&](double t, Side s) { return 1 - run("y1", t, s); }, 260),
                 curve(
                     run, "1 + y2", [&](double t, Side s) { return 1 + run("y2", t, s); }, 260, Style::dashed)},
                event_times(run)}});
}

std::string mao_figure_2() {
  const auto around = [](double A) {
    Curve c{fmt::format("A = {}", A), {{}}, A > 0.4033 ? Style::dashed : Style::line};
    for (int k = 0; k <= 120; ++k) {
      const double t = 2.4 + 0.12 * k / 120;
      c.pieces[0].push_back({t, std::sin(pi * t) - A * t});
    }
    return c;
  };
  const Run run = solve("line_crossings_403");
  return draw("sin(pi t) - A t near its touching point",
              {{"t",
                "g",
                {around(0.403), around(0.4034), straight("", {2.4, 0}, {2.52, 0}, Style::line)},
                {run.events()[1].t, run.events()[2].t}}});
}

std::string mao_figure_7() {
  const Run run = solve("birta");
  return draw("Example 2: roles change, ever faster",
              {{"t",
                "y",
                {curve(run, "y1", 260, Style::dashed), curve(run, "y2", 260, Style::dashed), curve(run, "y3", 260)},
                event_times(run)}});
}

std::string mao_figure_8() {
  const Run run = solve("line_crossings_35");
  return draw("Example 3, A = 0.35", {{"t",
                                       "y",
                                       {curve(run, "y1", 240, Style::dashed), curve(run, "y3", 240),
                                        straight("0.35 t", {0, 0}, {3, 1.05}, Style::line)},
                                       event_times(run)}});
}

std::string mao_figures_9_10() {
  const Run  run = solve("rectifier_dae_06");
  const auto v1  = [](double t, Side) { return -100 * std::sin(100 * pi * t); };
  return draw("Two-diode rectifier at 50 Hz, as a DAE",
              {{"t", "current", {curve(run, "i1", 320, Style::dashed), curve(run, "i2", 320)}, event_times(run)},
               {"t", "voltage", {curve(run, "v1", v1, 320, Style::dashed), curve(run, "v3", 320)}, event_times(run)}});
}

std::string thomsen_figure_3() {
  const Run hidden =
      solve_hidden([](double t, double y) { return t <= 1 ? y : -y; }, 1, 0, 2, {.method = MethodChoice::tsit5});
  const Run known = solve("turning_growth");
  return draw("Growth until t = 1, then decay, by tsit5",
              {{"t", "y", {curve(known, "y", 160)}, {1.0}},
               {"t", "h", {step_sizes(hidden, "switch hidden"), step_sizes(known, "certified")}, {1.0}, false, true}});
}

std::string thomsen_figure_2() {
  Curve across{"across the switch", {{}}}, stops{"stopping at it", {{}}, Style::dashed};
  for (const int n : {5, 11, 23, 47, 95}) {
    const Setting fixed{.method = MethodChoice::tsit5, .largest_step = 2.0 / n, .tol = 1};
    const Run     a = solve_hidden([](double t, double y) { return t <= 1 ? y : -y; }, 1, 0, 2, fixed);
    const Run     b = solve("turning_growth", fixed);
    across.pieces[0].push_back({2.0 / n, std::abs(a.final("y") - 1)});
    stops.pieces[0].push_back({2.0 / n, std::abs(b.final("y") - 1)});
  }
  return draw("Error at t = 2 with constant steps", {{"h", "error", {across, stops}, {}, true, true}});
}

std::string thomsen_figure_5() {
  const Run run = solve("set_point");
  Curve     steps{"steps", {{}}, Style::dots};
  for (std::size_t k = 0; k < run.trajectory().size(); ++k)
    steps.pieces[0].push_back({run.trajectory().times()[k], run.trajectory().row(k)[0]});
  return draw("Cooling to the set point 1.5, then heating",
              {{"t",
                "y",
                {curve(
                     run, "continuous extension", [&](double t, Side s) { return run("y", t, s); }, 160),
                 straight("1.5", {0, 1.5}, {2, 1.5}), steps},
                event_times(run)}});
}

/// The matrix of the report, with the one of its fourth row where the text has it.
std::string thomsen_figure_6() {
  return draw_states("Five states, one way, and back to the start", {"1", "2", "3", "4", "5"},
                     {{0, 1, "phi12"}, {1, 2, "phi23"}, {2, 3, "phi34"}, {3, 4, "phi45"}, {4, 0, "phi51"}});
}

std::string thomsen_figure_8() {
  return diagram("The tank with heater: states, conditions, counts of one run", solve("tank_heater"),
                 {"heating", "cooling"});
}

std::string thomsen_figure_9() {
  const Run run = solve("tank_heater");
  return draw("The tank with heater",
              {{"t / s", "temperature", {curve(run, "T", 320), curve(run, "Th", 320, Style::dashed)}, event_times(run)}});
}

std::string clutch() {
  const Run run = solve("clutch");
  return draw("Clutch: two speeds that stick together and slip",
              {{"t", "w", {curve(run, "w1", 320), curve(run, "w2", 320, Style::dashed)}, event_times(run)}});
}

std::string furuta() {
  const Run run = solve("furuta_pendulum");
  return draw("Furuta pendulum with stiction on the arm",
              {{"t", "angles", {curve(run, "ph", 320), curve(run, "th", 320, Style::dashed)}, event_times(run)},
               {"t", "phd", {curve(run, "phd", 320)}, event_times(run)}});
}

// ---- the examples, as their programs have them ----

struct Rectifier {
  template <class Real>
  struct Vars {
    Real v, i;
  };
  template <class Real>
  void operator()(Real t, const Vars<Real>& y, const Vars<Real>& dy, Vars<Real>& r) const {
    const Real u = 10 * cos(100 * pi * t);
    r.v          = 1e-3 * dy.v + y.v / 100 - y.i;
    if (u > y.v) r.i = 0.1 * y.i - (u - y.v);
    else r.i = y.i;
  }
};

struct Block {
  template <class Real>
  struct State {
    Real x, v;
  };
  template <class Real>
  State<Real> operator()(Real t, const State<Real>& s) const {
    const Real pull = 10 * (0.1 * t - s.x);
    if (s.v == 0 && -2 <= pull && pull <= 2) return {0, 0};
    if (s.v > 0 || (s.v == 0 && pull > 2)) return {s.v, pull - 1};
    return {s.v, pull + 1};
  }
};

struct Room {
  template <class Real>
  struct State {
    Real T;
  };
  template <class Real>
  struct Memory {
    bool on     = true;
    Real wanted = 20;
  };
  template <class Real>
  State<Real> operator()(Real, const State<Real>& s, const Memory<Real>& q) const {
    return {(q.on ? 30 : 10) - s.T};
  }
  template <class Real>
  void events(Events<Real>& on, Real, State<Real>& s, Memory<Real>& q) const {
    on.when(q.on && s.T >= q.wanted + 1, [&] { q.on = false; });
    on.when(!q.on && s.T <= q.wanted - 1, [&] { q.on = true; });
    on.at(1, [&] { q.wanted = 16; });
  }
};

struct Pendulum {
  template <class Real>
  struct Vars {
    Real x, y, vx, vy, T;
  };
  template <class Real>
  struct Memory {
    bool broken = false;
  };
  template <class Real>
  void operator()(Real, const Vars<Real>& s, const Vars<Real>& d, const Memory<Real>& q, Vars<Real>& r) const {
    r.x  = d.x - s.vx;
    r.y  = d.y - s.vy;
    r.vx = d.vx + s.T * s.x;
    r.vy = d.vy + s.T * s.y + 9.81;
    if (q.broken) r.T = s.T;
    else r.T = s.vx * s.vx + s.vy * s.vy - s.T * (s.x * s.x + s.y * s.y) - 9.81 * s.y;
  }
  template <class Real>
  void events(Events<Real>& on, Real, Vars<Real>& s, Memory<Real>& q) const {
    on.when(s.T >= 25, [&] { q.broken = true; });
  }
};

std::string ball() {
  const Run run = solve("bouncing_ball");
  return draw(
      "A ball that keeps 0.8 of its speed at each bounce",
      {{"t", "h", {curve(run, "h", 240)}, event_times(run)}, {"t", "v", {curve(run, "v", 120)}, event_times(run)}});
}

std::string rectifier() {
  const Run  run = simulate(Rectifier{}, {.v = 0, .i = 0}, {.t_end = 0.1, .rtol = 1e-8, .atol = 1e-8, .dense = true});
  const auto u   = [](double t, Side) { return 10 * std::cos(100 * pi * t); };
  Curve      current = curve(run, "i", 300);
  current.pieces.erase(current.pieces.begin());  // the first rush, 100 A into an empty capacitor, would hide the rest
  return draw("A diode charges a capacitor",
              {{"t / s", "voltage", {curve(run, "v", 300), curve(run, "u", u, 300, Style::dashed)}, event_times(run)},
               {"t / s", "current after the first rush", {current}, event_times(run)}});
}

std::string block() {
  const Run run = simulate(Block{}, {.x = 0, .v = 0}, {.t_end = 10, .rtol = 1e-9, .atol = 1e-9, .dense = true});
  return draw("A block that sticks and slips",
              {{"t", "x", {curve(run, "x", 240), straight("end of the spring", {0, 0}, {10, 1})}, event_times(run)},
               {"t", "v", {curve(run, "v", 240)}, event_times(run)}});
}

std::string room() {
  const Run run = simulate(Room{}, {.T = 15}, {.t_end = 2, .rtol = 1e-9, .atol = 1e-9, .dense = true});
  return draw("A room with a thermostat, and from t = 1 a lower set point",
              {{"t / h", "T", {curve(run, "T", 200), curve(run, "wanted", 20, Style::dashed)}, event_times(run)}});
}

std::string pendulum() {
  const Run run = simulate(Pendulum{}, {.x = 1, .y = 0, .vx = 0, .vy = 0, .T = 0},
                           {.t_end = 0.8, .rtol = 1e-9, .atol = 1e-9, .dense = true});
  Curve     path{"path of the mass", {}};
  for (const auto& piece : curve(run, "x", 160).pieces) {
    path.pieces.emplace_back();
    for (const Point& p : piece) path.pieces.back().push_back({p.y, run("y", p.x)});
  }
  return draw("A pendulum whose rope breaks",
              {{"x", "y", {path}}, {"t", "tension", {curve(run, "T", 160)}, event_times(run)}});
}

}  // namespace

Pictures paper_figures() { return {{"explanation/papers/pictures/mao-petzold-5.svg", mao_figure_5()}}; }

Pictures paper_figures_own() {
  const std::string at = "explanation/papers/pictures/";
  return {{at + "carver-2.svg", carver_figure_2()},
          {at + "mao-petzold-1.svg", mao_figure_1()},
          {at + "mao-petzold-2.svg", mao_figure_2()},
          {at + "mao-petzold-7.svg", mao_figure_7()},
          {at + "mao-petzold-8.svg", mao_figure_8()},
          {at + "mao-petzold-9-10.svg", mao_figures_9_10()},
          {at + "thomsen-2.svg", thomsen_figure_2()},
          {at + "thomsen-3.svg", thomsen_figure_3()},
          {at + "thomsen-5.svg", thomsen_figure_5()},
          {at + "thomsen-6.svg", thomsen_figure_6()},
          {at + "thomsen-8.svg", thomsen_figure_8()},
          {at + "thomsen-9.svg", thomsen_figure_9()},
          {at + "clutch.svg", clutch()},
          {at + "furuta.svg", furuta()}};
}

Pictures tutorial_figures() {
  const std::string at = "tutorials/pictures/";
  return {{at + "ball.svg", ball()},
          {at + "rectifier.svg", rectifier()},
          {at + "block.svg", block()},
          {at + "room.svg", room()},
          {at + "pendulum.svg", pendulum()}};
}

}  // namespace saltus::papers
