// SPDX-License-Identifier: MIT
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <iterator>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <polyglot/ascii.hpp>

#include "process/guardian_watch_posix.hpp"

namespace polyglot::process {

void report(int lifeline, GuardianReport::Kind kind, int value) noexcept {
  const GuardianReport packet{kind, value};
  // SIGPIPE is blocked, or ends a process that is ending anyway.
  (void)::send(lifeline, &packet, sizeof packet, 0);
}

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

/// True if the engine has ended. Reaps our orphans, but not the engine itself, so that its process group
/// keeps its number until clean_up().
bool engine_ended(pid_t engine) noexcept {
  for (;;) {
    siginfo_t info;
    info.si_pid = 0;
    if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return false;
    if (info.si_pid == engine) return true;
    ::waitpid(info.si_pid, nullptr, WNOHANG);
  }
}

/// Returns when the engine has ended, or when the lifeline closes.
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

/// Kills and reaps until nothing of the engine remains, and reports how the engine ended. When a child dies,
/// its own children become ours, so this is a loop.
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

}  // namespace

void watch_over(pid_t engine) noexcept {
  report(kLifeline, GuardianReport::Kind::started, engine);
  await_end(engine);
  ::kill(-engine, SIGKILL);
  clean_up(engine);
  ::_exit(0);
}

}  // namespace polyglot::process
