#include "contest.hpp"

#include <saltus/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <ctime>

namespace saltus::bench {
namespace {

struct Runner {
  std::unique_ptr<Entry> entry;
  Score                  score;
  std::vector<double>    x;           ///< at the end of the check
  int                    repeat = 1;
  std::vector<double>    times;
};

/// Enters, checks and judges. An exception is an answer too: a wrong one.
Runner enter(const problems::Problem& p, const Contestant& who, double tolerance, const std::vector<std::string>& names) {
  Runner r;
  r.score.problem    = p.id;
  r.score.contestant = who.name();
  r.score.tolerance  = tolerance;
  try {
    r.entry             = who.enter(p, tolerance);
    const Answer answer = r.entry->check();
    r.score.verdict     = judge(p, answer, names, tolerance);
    r.score.work        = answer.work;
    r.x                 = answer.x;
  } catch (const std::exception& e) {
    r.score.verdict.why = std::string("gave up: ") + e.what();
  }
  return r;
}

void time_round(Runner& r) {
  const double before = cpu_time();
  for (int k = 0; k < r.repeat; ++k) r.entry->run();
  r.times.push_back((cpu_time() - before) / r.repeat);
}

/// The median over rounds in which everybody has a turn, so that a change of the machine's speed hits all alike.
void time_all(std::vector<Runner>& runners, const Rules& rules) {
  for (Runner& r : runners) {
    const double before = cpu_time();
    r.entry->run();
    const double once = cpu_time() - before;
    r.repeat          = std::clamp(static_cast<int>(std::ceil(rules.round_length / std::max(once, 1e-8))), 1, 2000);
    if (once > rules.patience) r.times.push_back(once);
  }
  for (int round = 0; round < rules.rounds; ++round)
    for (Runner& r : runners)
      if (r.times.empty() || r.times.front() <= rules.patience) time_round(r);
  for (Runner& r : runners) {
    std::sort(r.times.begin(), r.times.end());
    r.score.timing = {r.times[r.times.size() / 2], r.times.front(), r.times.back(), static_cast<int>(r.times.size()),
                      r.repeat};
    const auto x = r.entry->x();
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!(std::abs(x[i] - r.x[i]) <= 1e-9 * (1 + std::abs(r.x[i])))) {
        r.score.verdict.right = false;
        r.score.verdict.why   = "what was timed is not what was checked";
        r.score.timing        = {};
      }
  }
}

}  // namespace

double cpu_time() {
  std::timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void hold(const problems::Problem& p, const Contestants& contestants, const Rules& rules,
          const std::function<void(const Score&)>& note) {
  const auto  model = p.make();
  auto        names = model->catalogue().names.variables;
  const auto& more  = model->catalogue().names.discrete;
  names.insert(names.end(), more.begin(), more.end());

  for (const double tolerance : rules.tolerances) {
    if (!decidable(p, tolerance)) continue;
    std::vector<Runner> right;
    for (const auto& who : contestants) {
      if (!who->applies(p)) continue;
      Runner r = enter(p, *who, tolerance, names);
      if (r.score.verdict.right) right.push_back(std::move(r));
      else note(r.score);
    }
    time_all(right, rules);
    for (const Runner& r : right) note(r.score);
  }
}

}  // namespace saltus::bench
