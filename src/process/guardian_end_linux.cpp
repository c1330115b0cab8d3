// SPDX-License-Identifier: MIT
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <iterator>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <polyglot/ascii.hpp>

#include "process/guardian_watch_posix.hpp"

namespace polyglot::process {
namespace {

/// Sends SIGKILL to each of our children that the kernel lists. Returns how many signals were sent.
int kill_children() noexcept {
  // The guardian has only one thread, so the list is complete.
  const int list = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (list < 0) return 0;
  int killed = 0;
  pid_t child = 0;
  char buffer[4096];
  for (ssize_t count = 0; (count = ::read(list, buffer, sizeof buffer)) > 0;) {
    for (ssize_t i = 0; i < count; ++i) {
      if (is_digit(buffer[i])) {
        child = child * 10 + (buffer[i] - '0');
      } else if (child > 0) {
        if (::kill(child, SIGKILL) == 0) ++killed;
        child = 0;
      }
    }
  }
  ::close(list);
  return killed;
}

}  // namespace

void await_end(pid_t engine) noexcept {
  sigset_t ended_child;
  sigemptyset(&ended_child);
  sigaddset(&ended_child, SIGCHLD);
  // If signalfd() fails, the proxy notices the engine's end and closes the lifeline.
  const int signals = ::signalfd(-1, &ended_child, SFD_CLOEXEC | SFD_NONBLOCK);
  pollfd events[] = {{kLifeline, POLLIN, 0}, {signals, POLLIN, 0}};
  while (!engine_ended(engine)) {
    if (::poll(events, std::size(events), -1) < 0) continue;
    if (events[0].revents != 0) return;
    signalfd_siginfo child;
    (void)!::read(signals, &child, sizeof child);
  }
}

/// When a child dies, its own children become ours, so this is a loop.
void clean_up(pid_t engine) noexcept {
  for (;;) {
    const int killed = kill_children();
    int status = 0;
    // Wait only if something was killed. Otherwise only look, because a child may have come just now.
    const pid_t reaped = ::waitpid(-1, &status, killed > 0 ? 0 : WNOHANG);
    if (reaped == engine) report(kLifeline, GuardianReport::Kind::ended, status);
    const bool one_more_look = reaped > 0 || (reaped < 0 && errno == EINTR);
    if (!one_more_look && killed == 0) return;
  }
}

}  // namespace polyglot::process
