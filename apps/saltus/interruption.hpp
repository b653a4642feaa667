#pragma once
// interruption.hpp: Ctrl-C and SIGTERM as a wish that a run can grant at its next step.

#include <csignal>
#include <ctime>

namespace saltus::cli {

/// While it lives, the first signal is remembered; a second one ends the process as it always does. Signals within a
/// moment of the first are the same wish: `timeout` and shells send one to the process and one to its group.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&)            = delete;
  Interruption& operator=(const Interruption&) = delete;

  static bool wanted() { return signal_ != 0; }

 private:
  static void remember(int signal);

  static inline volatile std::sig_atomic_t signal_ = 0;
  static inline timespec                   first_{};  // when it came; written and read by the handler only
  struct sigaction                         before_interrupt_ {
  }, before_terminate_{};
};

}  // namespace saltus::cli
