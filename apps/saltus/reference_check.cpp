#include "reference_check.hpp"

#include <algorithm>
#include <cmath>

namespace saltus::cli {

std::optional<EventCheck> check_events(const problems::Problem& problem, const Run& run) {
  const double direction = problem.t_end < problem.t_start ? -1 : 1;
  const double end       = run.outcome().t;
  const bool   covered   = direction * (end - problem.t_start) >= 0 && direction * (problem.t_end - end) >= 0;
  if (!covered || !problem.reference.events_known || problem.later) return std::nullopt;

  // An event that falls on the end to within rounding may be seen or not, so neither side counts it.
  const double        close  = 1e-9 * std::max(problem.reference.time_scale, std::abs(end));
  const auto          inside = [&](double t) { return direction * (end - t) > close; };
  std::vector<double> expected, found;
  for (const double t : problem.reference.event_times)
    if (inside(t)) expected.push_back(t);
  for (const auto& e : run.events())
    if (e.kind != Event::Kind::initial && inside(e.t)) found.push_back(e.t);

  EventCheck check{.expected = expected.size(), .found = found.size()};
  if (expected.size() == found.size())
    for (std::size_t i = 0; i < found.size(); ++i)
      check.largest_error = std::max(check.largest_error, std::abs(found[i] - expected[i]));
  return check;
}

std::optional<double> exact_final(const problems::Problem& problem, const Run& run, std::string_view name) {
  if (!problem.reference.final_known || run.outcome().t != problem.t_end) return std::nullopt;
  for (const auto& [known, value] : problem.reference.final)
    if (known == name) return value;
  return std::nullopt;
}

}  // namespace saltus::cli
