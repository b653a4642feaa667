#pragma once
// progress.hpp: how far a run has come, as a line on a terminal.

#include <saltus/simulate/simulation.hpp>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string>

namespace saltus::cli {

using Clock = std::chrono::steady_clock;

/// Looks at the clock now and then only: asked for the time at each of a million steps, it would cost more than they do.
class Pulse {
 public:
  explicit Pulse(Clock::duration interval) : interval_(interval), next_(Clock::now() + interval) {}

  /// True about once per interval.
  bool due() { return --countdown_ <= 0 && look(); }

 private:
  bool look();

  Clock::duration   interval_;
  Clock::time_point next_, last_look_ = Clock::now();
  int               countdown_ = 1, stride_ = 1;
};

struct ProgressNumbers {
  double t_start, t_end, t;
  long   events;
  double rate;  ///< simulated time per second; 0: not known
};

/// "t = 3.2 of 10   32 %   1204 events   5.3 per s   1 min 17 s left", without what does not fit into the width.
std::string progress_text(const ProgressNumbers& numbers, std::size_t width);
std::string duration_text(double seconds);

/// Appears after half a second, changes about ten times a second, and is gone at the end.
class ProgressLine {
 public:
  /// Null: no line at all.
  ProgressLine(std::FILE* terminal, std::size_t width, double t_start, double t_end);
  ~ProgressLine() { erase(); }
  ProgressLine(const ProgressLine&)            = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void update(const Progress& progress) {
    if (terminal_ != nullptr && pulse_.due()) show(progress);
  }
  void erase();

 private:
  void show(const Progress& progress);

  std::FILE*        terminal_;
  std::size_t       width_;
  double            t_start_, t_end_;
  Clock::time_point begun_ = Clock::now(), last_show_ = begun_;
  double            last_t_;
  double            rate_  = 0;
  std::size_t       shown_ = 0;  ///< columns
  Pulse             pulse_;
};

}  // namespace saltus::cli
