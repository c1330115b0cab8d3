// SPDX-License-Identifier: MIT
#include "process/guardian.hpp"
#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <polyglot/ascii.hpp>

namespace polyglot::process {
namespace {

constexpr int kLifeline = 0;  ///< where the guardian keeps its only inherited descriptor
constexpr unsigned kFirstOther = 3;
constexpr int kExecFailed = 127;
constexpr int kIoOfProcess = 1;  ///< IOPRIO_WHO_PROCESS, whose header is not for C++

void report(int lifeline, GuardianReport::Kind kind, int value) noexcept {
  const GuardianReport packet{kind, value};
  static_cast<void>(::send(lifeline, &packet, sizeof packet, MSG_NOSIGNAL));
}

// ---- the engine's process, up to its exec -----------------------------------------------------------

void reset_signals() noexcept {
  struct sigaction by_default {};
  by_default.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) ::sigaction(number, &by_default, nullptr);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void tie_life_to(pid_t guardian) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Too late for the signal if the guardian died before the call.
  if (::getppid() != guardian) ::_exit(kExecFailed);
}

/// Above a limit that is in force already nothing is set: that one is stricter.
bool limit(__rlimit_resource resource, rlim_t soft, rlim_t hard) noexcept {
  rlimit now{};
  if (::getrlimit(resource, &now) != 0) return false;
  const rlimit wanted{std::min(soft, now.rlim_max), std::min(hard, now.rlim_max)};
  return ::setrlimit(resource, &wanted) == 0;
}

bool join_group(const char* members) noexcept {
  const int file = ::open(members, O_WRONLY | O_CLOEXEC);
  return file >= 0 && ::write(file, "0", 1) == 1;
}

/// Of the group's memory, or else of the address space.
void limit_memory(const GuardianPlan& plan) noexcept {
  using Kind = GuardianReport::Kind;
  if (plan.memory == 0) return;
  if (plan.group_members != nullptr) {
    if (join_group(plan.group_members)) return;
    report(plan.lifeline, Kind::group_failed, errno);
  }
  if (!limit(RLIMIT_AS, plan.memory, plan.memory)) report(plan.lifeline, Kind::memory_failed, errno);
}

void apply_limits(const GuardianPlan& plan) noexcept {
  using Kind = GuardianReport::Kind;
  limit_memory(plan);
  // At the first the engine gets SIGXCPU, a second later SIGKILL.
  if (plan.cpu_time != 0 && !limit(RLIMIT_CPU, plan.cpu_time, plan.cpu_time + 1))
    report(plan.lifeline, Kind::cpu_time_failed, errno);
  if (plan.io_priority != 0 && ::syscall(SYS_ioprio_set, kIoOfProcess, 0, plan.io_priority) != 0)
    report(plan.lifeline, Kind::io_class_failed, errno);
  if (plan.nice != nullptr && ::setpriority(PRIO_PROCESS, 0, *plan.nice) != 0)
    report(plan.lifeline, Kind::nice_failed, errno);
  if (plan.affinity != nullptr && ::sched_setaffinity(0, sizeof *plan.affinity, plan.affinity) != 0)
    report(plan.lifeline, Kind::affinity_failed, errno);
}

[[noreturn]] void give_up(const GuardianPlan& plan, GuardianReport::Kind kind) noexcept {
  report(plan.lifeline, kind, errno);
  ::_exit(kExecFailed);
}

[[noreturn]] void become_engine(const GuardianPlan& plan, pid_t guardian) noexcept {
  tie_life_to(guardian);
  ::setpgid(0, 0);
  for (int fd = 0; fd < 3; ++fd) ::dup2(plan.standard[fd], fd);
  // Closed by the exec: until then the lifeline is needed, and the launcher waits for its own pipe.
  ::close_range(kFirstOther, UINT_MAX, CLOSE_RANGE_CLOEXEC);
  if (plan.directory != nullptr && ::chdir(plan.directory) != 0)
    give_up(plan, GuardianReport::Kind::directory_failed);
  apply_limits(plan);
  reset_signals();
  auto* const environment = const_cast<char* const*>(plan.environment);
  ::execve(plan.executable, const_cast<char* const*>(plan.argv), environment);
  if (errno == ENOEXEC && plan.shell_argv != nullptr)
    ::execve(plan.shell_argv[0], const_cast<char* const*>(plan.shell_argv), environment);
  give_up(plan, GuardianReport::Kind::exec_failed);
}

/// The engine's pid once its program runs, or once it has reported why that cannot be; below 0: errno is set.
/// Until then it has our memory, not a copy that its exec would throw away.
pid_t start_engine(const GuardianPlan& plan) noexcept {
  struct Argument {
    const GuardianPlan& plan;
    pid_t guardian;
  } argument{plan, ::getpid()};
  const auto begin = [](void* given) -> int {
    const auto& [engines_plan, guardian] = *static_cast<const Argument*>(given);
    become_engine(engines_plan, guardian);
  };
  constexpr std::size_t kStackSize = 16UL * 1024;
  alignas(std::max_align_t) std::byte stack[kStackSize];
  return ::clone(begin, stack + kStackSize, CLONE_VM | CLONE_VFORK | SIGCHLD, &argument);
}

// ---- the guardian -----------------------------------------------------------------------------------

/// Sends SIGKILL to each child of ours that the kernel lists; how many could be sent.
int kill_children() noexcept {
  // Single-threaded: the thread's children are the process's.
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

/// Kills and reaps until nothing is left. A child that dies hands its own children to us, hence the loop.
void clean_up(int lifeline, pid_t engine) noexcept {
  for (;;) {
    const int killed = kill_children();
    int status = 0;
    // With one killed there is something to wait for; else only look, a child may have come just now.
    const pid_t reaped = ::waitpid(-1, &status, killed > 0 ? 0 : WNOHANG);
    if (reaped == engine) report(lifeline, GuardianReport::Kind::ended, status);
    const bool one_more_look = reaped > 0 || (reaped < 0 && errno == EINTR);
    if (!one_more_look && killed == 0) return;
  }
}

/// True once the engine has ended. Reaps orphans that came to us; leaves the engine itself unreaped, so
/// that its process group keeps its number until clean_up().
bool engine_ended(pid_t engine) noexcept {
  for (;;) {
    siginfo_t info{};
    if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return false;
    if (info.si_pid == engine) return true;
    ::waitpid(info.si_pid, nullptr, WNOHANG);
  }
}

/// Returns when the engine has ended or the proxy is gone or wants an end, which closes the lifeline.
void watch(pid_t engine, int child_events) noexcept {
  pollfd events[2] = {{kLifeline, POLLIN, 0}, {child_events, POLLIN, 0}};
  for (;;) {
    if (engine_ended(engine)) return;
    if (::poll(events, 2, -1) < 0) continue;
    if (events[1].revents != 0) {
      signalfd_siginfo ignored;
      (void)!::read(child_events, &ignored, sizeof ignored);
    }
    if (events[0].revents != 0) return;
  }
}

/// In ps and for pkill, by name or by command line.
void take_a_name(std::span<char> arguments) noexcept {
  constexpr std::string_view kName = "engine-guardian";
  ::prctl(PR_SET_NAME, kName.data());
  std::fill(arguments.begin(), arguments.end(), '\0');
  // The last byte stays a zero, lest the kernel looks for more behind it.
  std::copy_n(kName.begin(), std::min(kName.size(), arguments.size() - 1), arguments.begin());
}

/// Keeps the lifeline as the only descriptor, and no folder busy.
void let_go_of_everything(int lifeline) noexcept {
  ::dup2(lifeline, kLifeline);
  ::close_range(kLifeline + 1, UINT_MAX, 0);
  (void)!::chdir("/");
}

}  // namespace

void become_guardian(const GuardianPlan& plan) noexcept {
  const pid_t proxy = ::getppid();
  ::setpgid(0, 0);  // the terminal's Ctrl-C is for the proxy
  if (!plan.arguments.empty()) take_a_name(plan.arguments);
  ::prctl(PR_SET_PDEATHSIG, SIGCONT);  // stopped, it would not see the proxy's death
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t engine = start_engine(plan);
  if (engine < 0) give_up(plan, GuardianReport::Kind::fork_failed);
  ::setpgid(engine, engine);  // both do it, neither has to wait for the other
  report(plan.lifeline, GuardianReport::Kind::started, engine);
  let_go_of_everything(plan.lifeline);
  sigset_t child_signal;
  sigemptyset(&child_signal);
  sigaddset(&child_signal, SIGCHLD);
  const int child_events = ::signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK);
  watch(engine, child_events);
  ::kill(-engine, SIGKILL);
  clean_up(kLifeline, engine);
  // The proxy looks into it first, if it lives.
  if (plan.group != nullptr && ::getppid() != proxy) ::rmdir(plan.group);
  ::_exit(0);
}

}  // namespace polyglot::process
