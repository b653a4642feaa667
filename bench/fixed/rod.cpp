// A heated rod as a sparse index-1 DAE. Where problems/ has one with an exact reference, that one is taken and judged;
// otherwise the contestants are compared with each other.

#include "fixed.hpp"
#include "models.hpp"

#if __has_include(<saltus/problems/diffusion.hpp>)
#include <saltus/problems/diffusion.hpp>
#endif

#include <sys/resource.h>

namespace saltus::bench {
namespace {

#if __has_include(<saltus/problems/diffusion.hpp>)
problems::Problem rod_problem(std::size_t n) { return problems::diffusion(n); }
#else
problems::Problem rod_problem(std::size_t n) {
  problems::Problem p{.id = "rod", .case_id = {}, .title = {}, .source = {}, .make = {}, .start = {}};
  p.make = [n] { return make_model(Rod{}, n); };
  p.start.x.assign(n, 0.0);
  p.t_end                  = 8;
  p.implicit               = true;
  p.reference.events_known = false;
  p.reference.final_known  = false;
  return p;
}
#endif

}  // namespace

nlohmann::json rod(std::size_t n, const Contestant& who) {
  const problems::Problem p         = rod_problem(n);
  const double            tolerance = 1e-6;

  const double  before  = cpu_time();
  auto          entry   = who.enter(p, tolerance);
  const double  made    = cpu_time();
  const Answer  answer  = entry->check();
  const double  first   = cpu_time();
  const Verdict verdict = judge(p, answer, p.make()->catalogue().names.variables, tolerance);
  if (!verdict.right) return {{"contestant", who.name()}, {"n", n}, {"trouble", verdict.why}};
  entry->run();
  const double second = cpu_time();
  rusage       used{};
  getrusage(RUSAGE_SELF, &used);
  return {{"contestant", who.name()},
          {"n", n},
          {"events", answer.event_times.size()},
          {"error", verdict.error},
          {"last_event", answer.event_times.empty() ? 0.0 : answer.event_times.back()},
          {"steps", answer.work.steps},
          {"evaluations", answer.work.evaluations},
          {"jacobians", answer.work.jacobians},
          {"seconds_to_make", made - before},
          {"seconds_first", first - made},
          {"seconds", second - first},
          {"peak_megabytes", static_cast<double>(used.ru_maxrss) / 1024}};
}

}  // namespace saltus::bench
