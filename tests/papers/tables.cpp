#include "tables.hpp"

#include "runs.hpp"
#include "tally.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace saltus::papers {

namespace {

using enum DetectionChoice;
using std::numbers::pi;

constexpr Setting ours{};
constexpr Setting ours_adams{.method = MethodChoice::adams};
constexpr Setting like_carver{derivative_sign, SurfaceControl::differential, MethodChoice::adams};

long evaluations(const Run& run) { return strategies::evaluations(run.statistics()); }

/// Evaluations, and what is wrong with the events if anything is.
std::string cell(const std::string& id, const Setting& setting) {
  const Run  run = solve(id, setting);
  const auto t   = strategies::tally(strategies::problem(id), run);
  if (!t.ended) return fmt::format("stops ({})", run.outcome().code());
  std::string text = fmt::format("{}", evaluations(run));
  if (t.missed > 0) text += fmt::format(", **{} missed**", t.missed);
  if (t.invented > 0) text += fmt::format(", **{} invented**", t.invented);
  return text;
}

std::string row(const std::string& label, const std::vector<std::string>& ids, const Setting& setting) {
  std::string text = "| " + label + " |";
  for (const auto& id : ids) text += " " + cell(id, setting) + " |";
  return text + "\n";
}

/// Evaluations of a solver that is not told of the switches, and the error that it ends with.
std::string hidden_cell(const std::function<double(double, double)>& f, double y0, double t_start, double t_end,
                        double exact, const Setting& setting) {
  const Run run = solve_hidden(f, y0, t_start, t_end, setting);
  if (!run.outcome().ok()) return fmt::format("stops ({})", run.outcome().code());
  return fmt::format("{}, error {:.0e}", evaluations(run), std::abs(run.final("y") - exact));
}

double blow_up(double t, double y, int n) { return n == 0 || std::sin(2 * pi * n / 19 * t) > 0 ? y * y : 0; }

std::string carver_1() {
  const std::vector<std::string> ids{"switched_blow_up_0", "switched_blow_up_2", "switched_blow_up_4"};
  std::string                    text =
      "| cycles | 0 | 2 | 4 |\n|---|---|---|---|\n"
      "| Carver: Runge-Kutta-Romberg | 1491 | 4780 | 11231 |\n"
      "| Carver: standard Hindmarsh-Gear | 150 | 359 | 421, grossly wrong |\n"
      "| Carver: the same, step limited to 0.1/f | 150 | 400 | 586 |\n"
      "| Carver: modified Hindmarsh-Gear | 150 | 293 | 485 |\n";
  for (const auto method : {MethodChoice::adams, MethodChoice::tsit5}) {
    text += fmt::format("| {}, switches hidden from it |", to_text(method));
    for (const int n : {0, 2, 4})
      text += " " +
              hidden_cell([n](double t, double y) { return blow_up(t, y, n); }, 0.1, 0, n == 0 ? 9.5 : 19, 2,
                          {.method = method}) +
              " |";
    text += "\n";
  }
  text += row("adams, derivative signs, g as differential variable (Carver's way)", ids, like_carver);
  text += row("adams, certified", ids, ours_adams);
  return text + row("tsit5, certified", ids, ours);
}

std::string carver_2() {
  const auto f      = [](double t, double y) { return -(y >= 0.5 ? 0.5 : y <= -0.5 ? 0.2 : 1.0) * y + std::sin(t); };
  const auto hidden = [&](MethodChoice m) { return hidden_cell(f, 0, pi / 4, 12.5, -1.126927379774087, {.method = m}); };
  return "| | evaluations |\n|---|---|\n| Carver: Runge-Kutta | 11630 |\n| Carver: standard Hindmarsh-Gear | 654 |\n"
         "| Carver: modified Hindmarsh-Gear | 387 |\n| adams, switches hidden from it | " +
         hidden(MethodChoice::adams) + " |\n| tsit5, switches hidden from it | " + hidden(MethodChoice::tsit5) + " |\n" +
         row("adams, derivative signs, g as differential variable (Carver's way)", {"piecewise_damping"}, like_carver) +
         row("adams, certified", {"piecewise_damping"}, ours_adams) +
         row("tsit5, certified", {"piecewise_damping"}, ours);
}

std::string carver_3() {
  const std::vector<std::string> ids{"rectifier_25_06", "rectifier_06", "rectifier_100_06"};
  return "| frequency | 25 Hz | 50 Hz | 100 Hz |\n|---|---|---|---|\n"
         "| Carver: standard Hindmarsh-Gear | 585 | 968 | 1575 |\n| Carver: modified Hindmarsh-Gear | 237 | 419 | 804 "
         "|\n" +
         row("adams, derivative signs, g as differential variable (Carver's way)", ids, like_carver) +
         row("adams, certified", ids, ours_adams) + row("tsit5, certified", ids, ours);
}

std::string carver_4() {
  const auto f = [](double t, double) { return t - 10 * std::floor(t / 10) <= 9.5 ? 1.0 : -19.0; };
  return "| | evaluations |\n|---|---|\n| Carver: standard Hindmarsh-Gear, step limited | 463 |\n"
         "| Carver: modified Hindmarsh-Gear | 185 |\n| tsit5, switches hidden from it, step limited to 0.5 | " +
         hidden_cell(f, 0, 0, 25, 5, {.method = MethodChoice::tsit5, .largest_step = 0.5}) +
         " |\n| tsit5, switches hidden from it, no limit | " +
         hidden_cell(f, 0, 0, 25, 5, {.method = MethodChoice::tsit5}) + " |\n" +
         row("adams, derivative signs, g as differential variable (Carver's way)", {"saw_tooth_periodic"}, like_carver) +
         row("adams, certified, one periodic g, no limit", {"saw_tooth_periodic"}, ours_adams) +
         row("tsit5, certified, one periodic g, no limit", {"saw_tooth_periodic"}, ours) +
         row("tsit5, certified, periods counted", {"saw_tooth"}, ours);
}

std::string carver_5() {
  return "| | evaluations |\n|---|---|\n| Carver: standard method | 425 |\n| Carver: new method | 298 |\n" +
         row("adams, derivative signs, g as differential variable (Carver's way)", {"sliding_block"}, like_carver) +
         row("adams, certified", {"sliding_block"}, ours_adams) + row("tsit5, certified", {"sliding_block"}, ours);
}

/// Steps of a method that looks at the signs at their ends only.
std::string mao_petzold_1() {
  const Run   run   = solve("switched_growth", {sign_change, SurfaceControl::none, MethodChoice::bdf});
  const auto& rows  = run.trajectory();
  std::string text  = "| t | sin(20πt) | y | switches passed over since the row above |\n|---|---|---|---|\n";
  int         shown = 0;
  for (std::size_t k = 1; k < rows.size() && shown < 8; ++k) {
    const double t = rows.times()[k], before = rows.times()[k - 1];
    const long   passed = std::lround(std::floor(t * 20 - 1e-9) - std::floor(before * 20 + 1e-9));
    if (t < 0.1 || t == before) continue;
    text += fmt::format("| {:.4f} | {:.6f} | {:.6f} | {} |\n", t, std::sin(20 * pi * t), rows.row(k)[0], passed);
    ++shown;
  }
  return text;
}

std::string mao_petzold_2() {
  struct Paper {
    const char *id, *a;
    const char *daspke[3], *dsl[3];
    const char *y_daspke, *y_dsl;
  };
  constexpr Paper papers[] = {
      {"line_crossings_35",
       "0.35",
       {"0.898223", "2.297377", "2.628262"},
       {"0.898211", "2.297334", "2.628245"},
       "0.393366",
       "0.393346"},
      {"line_crossings_40",
       "0.40",
       {"0.884858", "2.418639", "2.499864"},
       {"0.884849", "2.418542", "2.499899"},
       "0.243088",
       "0.243134"},
      {"line_crossings_403",
       "0.403",
       {"0.884064", "2.447192", "2.470742"},
       {"0.884055", "2.441031", "2.471031"},
       "0.242976",
       "failed"},
      {"line_crossings_45", "0.45", {"0.871708"}, {"0.871696"}, "0.743242", "0.743240"},
  };
  std::string text = "| A | | event 1 | event 2 | event 3 | y3(3) |\n|---|---|---|---|---|---|\n";
  for (const Paper& p : papers) {
    const auto& exact = strategies::problem(p.id).reference;
    const auto  line  = [&](const std::string& who, const std::vector<std::string>& times, const std::string& y) {
      text += "| " + (who == "exact" ? std::string(p.a) : std::string()) + " | " + who + " |";
      for (std::size_t k = 0; k < 3; ++k) text += " " + (k < times.size() ? times[k] : std::string()) + " |";
      text += " " + y + " |\n";
    };
    const auto rounded = [](const std::vector<double>& v) {
      std::vector<std::string> out;
      for (const double t : v) out.push_back(fmt::format("{:.6f}", t));
      return out;
    };
    const auto printed = [](const char* const(&v)[3]) {
      std::vector<std::string> out;
      for (const char* s : v)
        if (s != nullptr) out.emplace_back(s);
      return out;
    };
    double y3 = 0;
    for (const auto& [name, value] : exact.final)
      if (name == "y3") y3 = value;
    line("exact", rounded(exact.event_times), fmt::format("{:.6f}", y3));
    line("DASPKE", printed(p.daspke), p.y_daspke);
    line("DSL48E", printed(p.dsl), p.y_dsl);
    for (const auto& [who, setting] :
         {std::pair{"bdf, certified", Setting{.method = MethodChoice::bdf}}, std::pair{"tsit5, certified", ours}}) {
      const Run run = solve(p.id, setting);
      line(who, rounded(event_times(run)), fmt::format("{:.6f}", run.final("y3")));
    }
  }
  return text;
}

std::string mao_petzold_3() {
  std::string text =
      "| | steps | residuals | looks at g | false crossings |\n|---|--:|--:|--:|--:|\n"
      "| DASRT | 477 | 2229 | 610 | 6 |\n| DASPKE, quadrature | 486 | 2778 | 574 | 0 |\n"
      "| DASPKE, differential | 471 | 3163 | 568 | 0 |\n| DASPKE, algebraic | 465 | 2834 | 572 | 0 |\n";
  const auto line = [&](const std::string& who, const Setting& setting) {
    const Run   run = solve("rectifier_dae_06", setting);
    const auto& s   = run.statistics();
    text += fmt::format("| {} | {} | {} | {} | {} |\n", who, s.steps, s.residuals, strategies::looks(s),
                        strategies::tally(strategies::problem("rectifier_dae_06"), run).invented);
  };
  line("bdf, sign changes", {sign_change, SurfaceControl::none, MethodChoice::bdf});
  line("bdf, derivative signs, g differential", {derivative_sign, SurfaceControl::differential, MethodChoice::bdf});
  line("bdf, certified", {.method = MethodChoice::bdf});
  line("radau, derivative signs, g algebraic", {derivative_sign, SurfaceControl::algebraic});
  line("radau, certified", ours);
  return text;
}

std::string thomsen_5() {
  const Run run = solve("set_point");
  return fmt::format(
      "| | transition at |\n|---|---|\n| exact, ln 2 | {:.8f} |\n| Thomsen, trapezoidal rule with continuous extension "
      "| 0.6931 |\n"
      "| tsit5, certified, tolerance 1e-5 | {:.6f} |\n| tsit5, certified, tolerance 1e-9 | {:.8f} |\n",
      std::numbers::ln2, run.events().front().t, solve("set_point", {.tol = 1e-9}).events().front().t);
}

/// Order of the error of one kind of run, from steps h and h/2 with the switch in the middle of a step.
std::string thomsen_2() {
  std::string text = "| steps over [0, 2] | error, across the switch | error, stopping at it |\n|--:|---|---|\n";
  for (const int n : {5, 11, 23, 47}) {
    const Setting fixed{.method = MethodChoice::tsit5, .largest_step = 2.0 / n, .tol = 1};
    const Run     across = solve_hidden([](double t, double y) { return t <= 1 ? y : -y; }, 1, 0, 2, fixed);
    const Run     stops  = solve("turning_growth", fixed);
    text += fmt::format("| {} | {:.1e} | {:.1e} |\n", n, std::abs(across.final("y") - 1), std::abs(stops.final("y") - 1));
  }
  return text;
}

std::string assimulo_events() {
  std::string text =
      "| problem | events | strategy | method | found | missed | invented | evaluations "
      "|\n|---|--:|---|---|--:|--:|--:|--:|\n";
  for (const auto& [id, name] : {std::pair{"clutch", "clutch"}, std::pair{"furuta_pendulum", "Furuta pendulum"}})
    for (const auto method : {MethodChoice::automatic, MethodChoice::bdf})
      for (const auto detection : {certified, sign_change}) {
        const auto& p   = strategies::problem(id);
        const Run   run = solve(id, {.detection = detection, .method = method});
        const auto  t   = strategies::tally(p, run);
        text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", name, p.reference.event_times.size(),
                            to_text(detection), run.statistics().method, t.found, t.missed, t.invented, evaluations(run));
      }
  return text;
}

std::string assimulo_zero() {
  std::string text = "| condition, y' = 1, y(0) = 0 | exact | certified | sign_change |\n|---|---|---|---|\n";
  for (const auto& [id, label] :
       {std::pair{"zero_then_positive", "max(0, y - 1) > 0: zero for a finite time, then positive"},
        std::pair{"positive_then_zero", "max(0, 1 - y) > 0: positive, then zero for good"},
        std::pair{"narrow_dip", "(y - 1)² > 1e-6: below zero for 0.002"}}) {
    const auto list = [](const std::vector<double>& times) {
      std::string out;
      for (const double t : times) out += fmt::format("{}{:.6g}", out.empty() ? "" : ", ", t);
      return out.empty() ? std::string("none") : out;
    };
    text += fmt::format("| {} | {} | {} | {} |\n", label, list(strategies::problem(id).reference.event_times),
                        list(event_times(solve(id))), list(event_times(solve(id, {.detection = sign_change}))));
  }
  return text;
}

}  // namespace

Tables carver() {
  return {{"carver 1", carver_1()},
          {"carver 2", carver_2()},
          {"carver 3", carver_3()},
          {"carver 4", carver_4()},
          {"carver 5", carver_5()}};
}
Tables mao_petzold() { return {{"mao 1", mao_petzold_1()}, {"mao 2", mao_petzold_2()}, {"mao 3", mao_petzold_3()}}; }
Tables thomsen() { return {{"thomsen 2", thomsen_2()}, {"thomsen 5", thomsen_5()}}; }
Tables assimulo() { return {{"assimulo events", assimulo_events()}, {"assimulo zero", assimulo_zero()}}; }

}  // namespace saltus::papers
