#include "interruption.hpp"

namespace saltus::cli {

Interruption::Interruption() {
  signal_ = 0;
  struct sigaction action {};
  action.sa_handler = remember;
  action.sa_flags   = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGINT);
  sigaddset(&action.sa_mask, SIGTERM);
  sigaction(SIGINT, &action, &before_interrupt_);
  sigaction(SIGTERM, &action, &before_terminate_);
  // Who starts a run with `nohup` or in the background of a script does not want it to hear of Ctrl-C.
  if (before_interrupt_.sa_handler == SIG_IGN) sigaction(SIGINT, &before_interrupt_, nullptr);
}

Interruption::~Interruption() {
  sigaction(SIGINT, &before_interrupt_, nullptr);
  sigaction(SIGTERM, &before_terminate_, nullptr);
}

// Only calls that POSIX allows in a handler.
void Interruption::remember(int signal) {
  constexpr double same_wish = 0.25;  // seconds; nobody presses Ctrl-C twice that fast and means it
  timespec         now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (signal_ == 0) {
    first_  = now;
    signal_ = signal;
    return;
  }
  const double since =
      static_cast<double>(now.tv_sec - first_.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec - first_.tv_nsec);
  if (since < same_wish) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);  // blocked until this handler returns
}

}  // namespace saltus::cli
