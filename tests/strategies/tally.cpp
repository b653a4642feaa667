#include "tally.hpp"

#include <saltus/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace saltus::strategies {

using problems::Problem;

Tally tally(const Problem& p, const Run& run) {
  const double span   = std::abs(p.t_end - p.t_start);
  const double near   = 10 * tolerance * p.reference.time_scale * p.reference.condition + 1e-13 * std::abs(p.t_end);
  const auto   at_end = [&](double t) { return std::abs(t - p.t_end) <= 1e-9 * span; };

  std::vector<double> times;
  for (const Event& e : run.events())
    if (e.kind != Event::Kind::initial && !at_end(e.t)) times.push_back(e.t);
  Tally result;
  result.ended = run.outcome().reason == p.reference.ends;
  for (const double t : p.reference.event_times) {
    const auto nearest = std::min_element(times.begin(), times.end(),
                                          [&](double a, double b) { return std::abs(a - t) < std::abs(b - t); });
    if (nearest != times.end() && std::abs(*nearest - t) <= near) {
      ++result.found;
      times.erase(nearest);
    } else {
      ++result.missed;
    }
  }
  result.invented = static_cast<long>(times.size());
  return result;
}

Run solve(const Problem& p, DetectionChoice detection, SurfaceControl control, MethodChoice method) {
  return simulate(p.make(), p.start,
                  {.t_start         = p.t_start,
                   .t_end           = p.t_end,
                   .rtol            = tolerance,
                   .atol            = tolerance,
                   .method          = method,
                   .output          = Output::events,
                   .most_steps      = 100'000,
                   .detection       = detection,
                   .surface_control = control});
}

Run solve(const std::string& id, DetectionChoice detection, SurfaceControl control, MethodChoice method) {
  return solve(problem(id), detection, control, method);
}

const Problem& problem(const std::string& id) {
  const Problem* p = problems::find(id);
  if (p == nullptr) throw InputError("the gallery has no problem " + id);
  return *p;
}

}  // namespace saltus::strategies
