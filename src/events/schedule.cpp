#include <saltus/events/schedule.hpp>

#include <cmath>
#include <limits>

namespace saltus::events {

using model::Op;
using model::Sign;

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
}

void Schedule::plan(const model::Catalogue& catalogue, const model::Mode& mode, double t, int direction,
                    std::span<const double> q, std::span<const Sign> signs, std::span<const long> ticks) {
  due_.clear();
  next_          = direction * infinity;
  const auto add = [&](const Due& due) {
    due_.push_back(due);
    if (direction > 0 ? due.time < next_ : due.time > next_) next_ = due.time;
  };

  for (const model::SurfaceId s : mode.timed) {
    const model::Surface& g = catalogue.surface(s);
    if (work_.size() < g.g.registers() + 1) work_.resize(g.g.registers() + 1);
    const auto value = [&](double time) {
      return g.g.operator()<double>(
          [&](const model::Program::Input& in) {
            return in.kind == Op::time ? time : q[static_cast<std::size_t>(in.index)];
          },
          work_);
    };
    // g = alpha t + beta: where it vanishes, then the exact place where the evaluated g does.
    const double reach = std::max(1.0, std::abs(t)), alpha = (value(t + reach) - value(t)) / reach;
    if (!(alpha != 0) || !std::isfinite(alpha)) continue;
    double c = t - value(t) / alpha;
    c -= value(c) / alpha;
    const int rising = alpha * direction > 0 ? 1 : -1;  // sign of g after the crossing
    if (signs[static_cast<std::size_t>(s)] == rising) continue;
    const double far = direction * infinity;
    for (int i = 0; i < 64 && rising * value(c) < 0; ++i) c = std::nextafter(c, far);
    for (int i = 0; i < 64 && rising * value(std::nextafter(c, -far)) >= 0; ++i) c = std::nextafter(c, -far);
    if (direction * (c - t) <= 0) c = std::nextafter(t, far);  // overdue by rounding: at once
    add({s, -1, c, static_cast<Sign>(rising)});
  }

  for (const int sample : mode.samples) {
    const auto         k = static_cast<std::size_t>(sample);
    const model::When& w = mode.whens[k];
    if (ticks[k] < 0 || (ticks[k] > 0 && !std::isfinite(w.period))) continue;
    add({-1, sample, tick(w, ticks[k]), 0});
  }
}

long Schedule::first_tick(const model::When& w, double t, int direction, bool or_at) {
  const auto passed = [&](long k) {
    return direction > 0 ? (or_at ? tick(w, k) < t : tick(w, k) <= t) : (or_at ? tick(w, k) > t : tick(w, k) >= t);
  };
  if (!std::isfinite(w.period) || w.period <= 0) return passed(0) ? -1 : 0;
  if (direction > 0) {
    long k = std::max(0L, static_cast<long>(std::floor((t - w.start) / w.period)) - 1);
    while (passed(k)) ++k;
    return k;
  }
  long k = static_cast<long>(std::ceil((t - w.start) / w.period)) + 1;
  while (k >= 0 && passed(k)) --k;
  return k;  // negative: none left
}

}  // namespace saltus::events
