// SPDX-License-Identifier: MIT
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/guardian_watch_posix.hpp"

namespace polyglot::process {

void await_end(pid_t engine) noexcept {
  struct sigaction interrupt {};
  interrupt.sa_handler = [](int) {};
  ::sigaction(SIGCHLD, &interrupt, nullptr);
  sigset_t all_but_children;
  sigfillset(&all_but_children);
  sigdelset(&all_but_children, SIGCHLD);
  while (!engine_ended(engine)) {
    fd_set lifeline;
    FD_ZERO(&lifeline);
    FD_SET(kLifeline, &lifeline);
    // A child interrupts this call if it ends now, or ended after engine_ended().
    if (::pselect(kLifeline + 1, &lifeline, nullptr, nullptr, nullptr, &all_but_children) > 0) return;
  }
}

/// Does not find processes that have left the engine's group. Members of the group may have other parents,
/// which may never reap them, so the wait has a limit.
void clean_up(pid_t engine) noexcept {
  constexpr int kLooks = 100;
  int status = 0;
  ::kill(engine, SIGKILL);  // the engine may have left its group
  while (::waitpid(engine, &status, 0) < 0 && errno == EINTR) {
  }
  report(kLifeline, GuardianReport::Kind::ended, status);
  for (int look = 0; look < kLooks && ::kill(-engine, SIGKILL) == 0; ++look) ::poll(nullptr, 0, 1);
}

}  // namespace polyglot::process
