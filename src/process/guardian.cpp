// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
// Everything here runs between fork() and exec, or in a child that never calls exec. Other threads of ours
// may hold locks then, so only functions that are safe in a signal handler are called.
#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <linux/close_range.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include <polyglot/ascii.hpp>

#include "process/guardian.hpp"

namespace polyglot::process {
namespace {

constexpr int kLifeline = 0;  ///< its number in the guardian
constexpr int kFirstOther = 3;

void report(int lifeline, GuardianReport::Kind kind, int value) noexcept {
  const GuardianReport packet{kind, value};
  (void)!::write(lifeline, &packet, sizeof packet);
}

void set_signal(int number, void (*action)(int)) noexcept {
  struct sigaction wanted {};
  wanted.sa_handler = action;
  wanted.sa_flags = SA_RESTART;
  ::sigaction(number, &wanted, nullptr);
}

/// Closes all descriptors from `first` on, or lets the exec close them.
void close_from(int first, bool at_exec) noexcept {
#if defined(__linux__)
  const int how = at_exec ? CLOSE_RANGE_CLOEXEC : 0;
  if (::syscall(SYS_close_range, static_cast<unsigned>(first), UINT_MAX, how) == 0) return;
#endif
  const auto most = static_cast<int>(::sysconf(_SC_OPEN_MAX));
  for (int fd = first; fd < most; ++fd) {
    if (at_exec)
      ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    else
      ::close(fd);
  }
}

// ---- The engine's process -------------------------------------------------------------------------------

/// The signals that we handle or ignore, and those that GUIs and shells ignore. The exec resets handled ones.
constexpr int kOftenIgnored[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM,
                                 SIGTERM, SIGCHLD, SIGTTIN, SIGTTOU, SIGXCPU, SIGXFSZ};

void reset_signals() noexcept {
  for (const int number : kOftenIgnored) set_signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// Ends the engine's process if its guardian has gone.
void tie_life_to([[maybe_unused]] pid_t guardian) noexcept {
#if defined(__linux__)
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // If the guardian died before the call, the signal never comes.
  if (::getppid() != guardian) ::_exit(1);
#endif
}

void become_engine(const UnderGuardian& plan, pid_t guardian) noexcept {
  // Boost.Process calls exit() if the exec fails. Handlers of ours must not run in this process.
  std::atexit([] { ::_exit(EXIT_FAILURE); });
  tie_life_to(guardian);
  ::setpgid(0, 0);
  if (plan.nice != nullptr && ::setpriority(PRIO_PROCESS, 0, *plan.nice) != 0)
    report(plan.lifeline, GuardianReport::Kind::nice_failed, errno);
  if (plan.affinity != 0)
    if (const int error = set_processors(0, plan.affinity); error != 0)
      report(plan.lifeline, GuardianReport::Kind::affinity_failed, error);
  close_from(kFirstOther, true);
  reset_signals();
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
/// Only Linux can list them; elsewhere the engine's process group has to do.
int kill_children() noexcept {
  int killed = 0;
#if defined(__linux__)
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
#endif
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
    if (reaped == engine) report(kLifeline, GuardianReport::Kind::ended, status);
    const bool one_more_look = reaped > 0 || (reaped < 0 && errno == EINTR);
    if (!one_more_look && killed == 0) return;
  }
}

[[noreturn]] void watch_over(pid_t engine, int lifeline) noexcept {
  report(lifeline, GuardianReport::Kind::started, engine);
  // It keeps only the lifeline open, and leaves the working directory, so that it can be removed.
  ::dup2(lifeline, kLifeline);
  close_from(kLifeline + 1, false);
  (void)!::chdir("/");
  await_end(engine);
  clean_up(engine);
  ::_exit(0);
}

}  // namespace

int set_processors([[maybe_unused]] pid_t thread, [[maybe_unused]] std::uint64_t mask) noexcept {
#if defined(__linux__)
  constexpr int kMaxProcessors = 64;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int cpu = 0; cpu < kMaxProcessors; ++cpu)
    if (mask == 0 || (mask >> cpu & 1) != 0) CPU_SET(cpu, &set);
  return ::sched_setaffinity(thread, sizeof set, &set) == 0 ? 0 : errno;
#else
  return mask == 0 ? 0 : ENOSYS;
#endif
}

int UnderGuardian::divide() const noexcept {
  ::setpgid(0, 0);               // so that Ctrl-C in the terminal reaches only the proxy
  set_signal(SIGCHLD, SIG_DFL);  // if we inherited it as ignored, ended children would leave no status
#if defined(__linux__)
  ::prctl(PR_SET_NAME, "engine-guardian");  // `pkill polyglot` does not hit it
  ::prctl(PR_SET_PDEATHSIG, SIGCONT);       // a stopped guardian would not notice our death
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
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
