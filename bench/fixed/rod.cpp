// A heated rod as a sparse index-1 DAE. Nobody knows its events exactly: contestants are compared with each other.

#include "fixed.hpp"
#include "models.hpp"

#include <sys/resource.h>

namespace saltus::bench {

nlohmann::json rod(std::size_t n, const Contestant& who) {
  problems::Problem p{.id = "rod", .case_id = {}, .title = {}, .source = {}, .make = {}, .start = {}};
  p.make = [n] { return make_model(Rod{}, n); };
  p.start.x.assign(n, 0.0);
  p.t_end                  = 8;
  p.implicit               = true;
  p.reference.events_known = false;

  const double before = cpu_time();
  auto         entry  = who.enter(p, 1e-6);
  const double made   = cpu_time();
  const Answer answer = entry->check();
  const double first  = cpu_time();
  if (!answer.finished) return {{"contestant", who.name()}, {"n", n}, {"trouble", answer.trouble}};
  entry->run();
  const double second = cpu_time();
  rusage       used{};
  getrusage(RUSAGE_SELF, &used);
  return {{"contestant", who.name()},
          {"n", n},
          {"events", answer.event_times.size()},
          {"last_event", answer.event_times.empty() ? 0.0 : answer.event_times.back()},
          {"T", answer.x[n / 2]},
          {"steps", answer.work.steps},
          {"evaluations", answer.work.evaluations},
          {"jacobians", answer.work.jacobians},
          {"seconds_to_make", made - before},
          {"seconds_first", first - made},
          {"seconds", second - first},
          {"peak_megabytes", static_cast<double>(used.ru_maxrss) / 1024}};
}

}  // namespace saltus::bench
