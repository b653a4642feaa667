#include "interruption.hpp"

namespace saltus::cli {

Interruption::Interruption() {
  signal_ = 0;
  struct sigaction action {};
  action.sa_handler = remember;
  action.sa_flags   = SA_RESETHAND | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &before_interrupt_);
  sigaction(SIGTERM, &action, &before_terminate_);
  // Who starts a run with `nohup` or in the background of a script does not want it to hear of Ctrl-C.
  if (before_interrupt_.sa_handler == SIG_IGN) sigaction(SIGINT, &before_interrupt_, nullptr);
}

Interruption::~Interruption() {
  sigaction(SIGINT, &before_interrupt_, nullptr);
  sigaction(SIGTERM, &before_terminate_, nullptr);
}

}  // namespace saltus::cli
