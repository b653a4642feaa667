#include "contest.hpp"

#include <saltus/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <sstream>

namespace saltus::bench {
namespace {

struct Runner {
  std::unique_ptr<Entry> entry;
  Score                  score;
  std::vector<double>    x;  ///< at the end of the check
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
  } catch (const std::exception& e) { r.score.verdict.why = std::string("gave up: ") + e.what(); }
  return r;
}

/// What was timed has to be what was checked.
void confirm(Runner& r) {
  const auto x = r.entry->x();
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::abs(x[i] - r.x[i]) <= 1e-9 * (1 + std::abs(r.x[i]))) continue;
    r.score.verdict.right = false;
    r.score.verdict.why   = "what was timed is not what was checked";
    r.score.timing        = {};
  }
}

}  // namespace

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::stringstream        in(text);
  for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
  return parts;
}

void load_peers(Contestants& to, const std::string& argument) {
  const auto  equals  = argument.find('=');
  std::string trouble = "not of the form FLAVOUR=FILE";
  if (equals == std::string::npos || !add_peers(to, argument.substr(equals + 1), argument.substr(0, equals), trouble))
    throw InputError("--peers " + argument + ": " + trouble);
}

double cpu_time() {
  std::timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::vector<Timing> time_in_turns(std::span<Entry* const> entries, const Rules& rules) {
  struct Clocked {
    int                 repeat = 1;
    std::vector<double> times;
  };
  std::vector<Clocked> clocked(entries.size());
  const auto           measure = [&](std::size_t k) {
    const double before = cpu_time();
    for (int i = 0; i < clocked[k].repeat; ++i) entries[k]->run();
    return (cpu_time() - before) / clocked[k].repeat;
  };
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const double once = measure(k);
    if (once > rules.patience) clocked[k].times.push_back(once);
    clocked[k].repeat = std::clamp(static_cast<int>(std::ceil(rules.round_length / std::max(once, 1e-8))), 1, 2000);
  }
  for (int round = 0; round < rules.rounds; ++round)
    for (std::size_t k = 0; k < entries.size(); ++k)
      if (auto& times = clocked[k].times; times.empty() || times.front() <= rules.patience) times.push_back(measure(k));

  std::vector<Timing> timings;
  for (Clocked& c : clocked) {
    std::sort(c.times.begin(), c.times.end());
    timings.push_back(
        {c.times[c.times.size() / 2], c.times.front(), c.times.back(), static_cast<int>(c.times.size()), c.repeat});
  }
  return timings;
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
    std::vector<Entry*> entries;
    for (const Runner& r : right) entries.push_back(r.entry.get());
    const auto timings = time_in_turns(entries, rules);
    for (std::size_t k = 0; k < right.size(); ++k) {
      right[k].score.timing = timings[k];
      confirm(right[k]);
      note(right[k].score);
    }
  }
}

}  // namespace saltus::bench
