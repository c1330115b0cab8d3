// SPDX-License-Identifier: MIT
#include "process/guardian_watch_posix.hpp"
#include <csignal>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace polyglot::process {

void report(int lifeline, GuardianReport::Kind kind, int value) noexcept {
  const GuardianReport packet{kind, value};
  // SIGPIPE is blocked, or ends a process that is ending anyway.
  (void)::send(lifeline, &packet, sizeof packet, 0);
}

bool engine_ended(pid_t engine) noexcept {
  for (;;) {
    siginfo_t info;
    info.si_pid = 0;
    if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return false;
    if (info.si_pid == engine) return true;
    ::waitpid(info.si_pid, nullptr, WNOHANG);
  }
}

void watch_over(pid_t engine) noexcept {
  report(kLifeline, GuardianReport::Kind::started, engine);
  await_end(engine);
  ::kill(-engine, SIGKILL);
  clean_up(engine);
  ::_exit(0);
}

}  // namespace polyglot::process
