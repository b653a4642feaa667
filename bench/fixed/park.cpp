// n independent thermostats in one system: every event concerns one unit.

#include "fixed.hpp"
#include "models.hpp"

#include <saltus/core/error.hpp>

#include <fmt/format.h>

#include <cmath>

namespace saltus::bench {
namespace {

template <std::size_t n>
nlohmann::json park_of(const Contestants& contestants) {
  const double      t_end = 10;
  problems::Problem p{.id = "park", .case_id = {}, .title = {}, .source = {}, .make = {}, .start = {}};
  p.make  = [] { return make_model(ThermostatPark<n>{}); };
  p.t_end = t_end;
  // The exact number of switches of each unit: it waits tau ln((T - Tinf) / (level - Tinf)) for the next one.
  std::vector<long>   switches;
  std::vector<double> u0;
  long                events = 0;
  for (const auto& unit : ThermostatPark<n>::drawn()) {
    p.start.x.push_back(unit.T0);
    u0.push_back(unit.on0 ? 1 : 0);
    double t = 0, T = unit.T0;
    bool   on    = unit.on0;
    long   count = 0;
    for (;; ++count) {
      const double Tinf = on ? 10 + unit.P * unit.tau : 10, level = on ? 21 : 19;
      t += unit.tau * std::log((T - Tinf) / (level - Tinf));
      if (t > t_end) break;
      T  = level;
      on = !on;
    }
    switches.push_back(count);
    events += count;
  }
  p.start.discrete = u0;
  p.start.discrete.resize(2 * n, 0.0);
  p.reference.events_known = false;

  nlohmann::json rows = nlohmann::json::array();
  for (const auto& who : contestants) {
    auto           entry  = who->enter(p, 1e-6);
    const Answer   answer = entry->check();
    nlohmann::json row    = {{"contestant", who->name()}, {"n", n}, {"expected", events}};
    if (!answer.finished) {
      row["trouble"] = answer.trouble;
      rows.push_back(row);
      continue;
    }
    long wrong = 0, seen = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const long count = std::lround(answer.q[n + i]);
      wrong += count != switches[i] ? 1 : 0;
      seen += count;
    }
    Entry* const entries[] = {entry.get()};
    const auto   times     = time_in_turns(entries, {.tolerances = {}, .rounds = 3});
    row.update({{"switches", seen},
                {"wrong_units", wrong},
                {"steps", answer.work.steps},
                {"evaluations", answer.work.evaluations},
                {"seconds", times[0].median}});
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

nlohmann::json park(std::size_t n, const Contestants& contestants) {
  switch (n) {
    case 10: return park_of<10>(contestants);
    case 100: return park_of<100>(contestants);
    case 1000: return park_of<1000>(contestants);
    default: throw InputError(fmt::format("a park has 10, 100 or 1000 thermostats, not {}", n));
  }
}

}  // namespace saltus::bench
