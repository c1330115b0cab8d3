// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
// Everything here runs between fork() and exec, or in a child that never calls exec. Other threads of ours
// may hold locks then, so only functions that are safe in a signal handler are called, and atexit().
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <linux/close_range.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <polyglot/ascii.hpp>

#include "process/guardian.hpp"

namespace polyglot::process {
namespace {

constexpr int kLifeline = 0;  ///< its number in the guardian

void report(int lifeline, int value) noexcept {
  (void)!::write(lifeline, &value, sizeof value);
}

void set_signal(int number, void (*action)(int)) noexcept {
  struct sigaction wanted {};
  wanted.sa_handler = action;
  wanted.sa_flags = SA_RESTART;
  ::sigaction(number, &wanted, nullptr);
}

// ---- The engine's process -------------------------------------------------------------------------------

void become_engine(const UnderGuardian& plan, pid_t guardian) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // If the guardian died before the call, the signal never comes.
  if (::getppid() != guardian) ::_exit(EXIT_FAILURE);
  ::setpgid(0, 0);
  // Who starts us notices the failure of a setting.
  if (plan.nice) ::setpriority(PRIO_PROCESS, 0, *plan.nice);
  if (plan.affinity != 0) (void)set_processors(0, plan.affinity);
  // The exec would keep ignored ones.
  for (int number = 1; number < NSIG; ++number) set_signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// ---- The guardian ---------------------------------------------------------------------------------------

/// Reaps our orphans, but not the engine itself, so that its process group keeps its number. Returns true if
/// the engine has ended.
bool has_ended(pid_t engine) noexcept {
  for (;;) {
    siginfo_t info;
    info.si_pid = 0;
    if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return false;
    if (info.si_pid == engine) return true;
    ::waitpid(info.si_pid, nullptr, WNOHANG);
  }
}

/// Returns when the engine has ended, or when the lifeline closes. All signals are blocked, and SIGCHLD ends
/// only this wait.
void await_end(pid_t engine) noexcept {
  set_signal(SIGCHLD, [](int) {});
  sigset_t all_others;
  sigfillset(&all_others);
  sigdelset(&all_others, SIGCHLD);
  fd_set lifeline;
  do {
    if (has_ended(engine)) return;
    FD_ZERO(&lifeline);
    FD_SET(kLifeline, &lifeline);
  } while (::pselect(kLifeline + 1, &lifeline, nullptr, nullptr, nullptr, &all_others) < 0);
}

/// Sends SIGKILL to each child of this process, which has one thread. Returns how many signals were sent.
int kill_children() noexcept {
  int killed = 0;
  const int list = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
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

/// Kills and reaps until nothing of the engine remains. When a child dies, its own children become ours.
void clean_up(pid_t engine) noexcept {
  ::kill(-engine, SIGKILL);
  for (;;) {
    const int killed = kill_children();
    int status = 0;
    // Wait only if something was killed. Otherwise only look, because a child may have come just now.
    const pid_t reaped = ::waitpid(-1, &status, killed > 0 ? 0 : WNOHANG);
    if (reaped == engine) report(kLifeline, status);
    const bool one_more_look = reaped > 0 || (reaped < 0 && errno == EINTR);
    if (!one_more_look && killed == 0) return;
  }
}

/// Closes all descriptors above `last`: now, or with CLOSE_RANGE_CLOEXEC at the next exec.
void close_above(int last, unsigned flags) noexcept {
  if (::close_range(static_cast<unsigned>(last) + 1, UINT_MAX, static_cast<int>(flags)) == 0) return;
  // Linux before 5.9 has no such call, and before 5.11 not this flag.
  for (auto fd = static_cast<int>(::sysconf(_SC_OPEN_MAX)); fd > last; --fd) {
    if (flags == 0)
      ::close(fd);
    else
      ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  }
}

[[noreturn]] void watch_over(pid_t engine, int lifeline) noexcept {
  report(lifeline, engine);
  // It keeps only the lifeline open, and leaves the working directory, so that it can be removed.
  ::dup2(lifeline, kLifeline);
  close_above(kLifeline, 0);
  (void)!::chdir("/");
  await_end(engine);
  clean_up(engine);
  ::_exit(0);
}

}  // namespace

void leave_parent() noexcept {
  std::atexit([] { ::_exit(EXIT_FAILURE); });
  close_above(STDERR_FILENO, CLOSE_RANGE_CLOEXEC);
}

int set_processors(pid_t thread, std::uint64_t mask) noexcept {
  constexpr int kMaxProcessors = 64;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int cpu = 0; cpu < kMaxProcessors; ++cpu)
    if (mask == 0 || (mask >> cpu & 1) != 0) CPU_SET(cpu, &set);
  return ::sched_setaffinity(thread, sizeof set, &set) == 0 ? 0 : errno;
}

int UnderGuardian::divide() const noexcept {
  leave_parent();
  ::setpgid(0, 0);               // so that Ctrl-C in the terminal reaches only the proxy
  set_signal(SIGCHLD, SIG_DFL);  // if we inherited it as ignored, ended children would leave no status
  ::prctl(PR_SET_NAME, "engine-guardian");  // `pkill polyglot` does not hit it
  ::prctl(PR_SET_PDEATHSIG, SIGCONT);       // a stopped guardian would not notice our death
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t guardian = ::getpid();
  const pid_t engine = ::fork();
  if (engine < 0) return errno;
  if (engine > 0) {
    ::setpgid(engine, engine);  // both processes do it, so that neither has to wait for the other
    watch_over(engine, lifeline);
  }
  become_engine(*this, guardian);
  return 0;
}

}  // namespace polyglot::process

#endif
