#include "judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace saltus::bench {
namespace {

/// An answer further from the truth than this many tolerances, times the condition of the problem, is another answer.
constexpr double far_off = 1e4;

double worse(double a, double b) { return std::isnan(b) ? INFINITY : std::max(a, b); }

}  // namespace

bool takes_part(const problems::Problem& p) {
  const auto& r = p.reference;
  if (p.id.starts_with("diffusion_")) return false;  // the rod: a fixed benchmark, whose question is its size
  if (p.later || (r.ends != Outcome::Reason::reached_end && r.ends != Outcome::Reason::terminal_event)) return false;
  return r.events_known || (r.final_known && !r.final.empty());
}

bool decidable(const problems::Problem& p, double tolerance) { return 10 * tolerance <= p.reference.pair_depth; }

Verdict judge(const problems::Problem& p, const Answer& a, const std::vector<std::string>& names, double tolerance) {
  const auto& r = p.reference;
  Verdict     v;
  if (!a.finished) {
    v.why = "gave up: " + a.trouble;
    return v;
  }
  // An event exactly at the end may be counted or not; not every reference lists it.
  std::vector<double> found;
  for (const double t : a.event_times)
    if (std::abs(t - p.t_end) > 1e-9 * std::abs(p.t_end - p.t_start)) found.push_back(t);
  v.expected = static_cast<long>(r.event_times.size());
  v.found    = static_cast<long>(found.size());
  if (r.events_known && v.expected != v.found) {
    v.why = fmt::format("{} of {} events", v.found, v.expected);
    return v;
  }
  if (r.events_known)
    for (std::size_t k = 0; k < found.size(); ++k)
      v.error = worse(v.error, std::abs(found[k] - r.event_times[k]) / r.time_scale);
  if (r.final_known)
    for (const auto& [name, value] : r.final) {
      const auto   i  = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
      const double at = i < a.x.size() ? a.x[i] : a.q[i - a.x.size()];
      v.final_error   = worse(v.final_error, std::abs(at - value) / (1 + std::abs(value)));
    }
  v.error = worse(v.error, v.final_error);
  v.right = v.error <= std::min(0.1, far_off * tolerance) * r.condition;
  if (!v.right) v.why = fmt::format("error {:.1e}", v.error);
  return v;
}

}  // namespace saltus::bench
