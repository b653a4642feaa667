#pragma once
// interruption.hpp: Ctrl-C and SIGTERM as a wish that a run can grant at its next step.

#include <csignal>

namespace saltus::cli {

/// While it lives, the first signal is remembered; a second one ends the process as it always does.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&)            = delete;
  Interruption& operator=(const Interruption&) = delete;

  static bool wanted() { return signal_ != 0; }

 private:
  static void remember(int signal) { signal_ = signal; }

  static inline volatile std::sig_atomic_t signal_ = 0;
  struct sigaction                         before_interrupt_ {
  }, before_terminate_{};
};

}  // namespace saltus::cli
