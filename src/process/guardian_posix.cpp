// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <string_view>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process/guardian_calls_posix.hpp"

namespace polyglot::process {
namespace {

constexpr int kFirstOther = 3;
constexpr int kExecFailed = 127;

// ---- the engine's process, up to its exec -----------------------------------------------------------

/// The signals that we ignore, and those that GUIs and shells ignore. The exec resets handled signals.
constexpr int kOftenIgnored[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM,
                                 SIGTERM, SIGCHLD, SIGTTIN, SIGTTOU, SIGXCPU, SIGXFSZ};

void reset_signals() noexcept {
  struct sigaction by_default {};
  by_default.sa_handler = SIG_DFL;
  for (const int number : kOftenIgnored) ::sigaction(number, &by_default, nullptr);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// Sets a limit, unless a stricter one is already in force.
template <class Resource>
bool limit(Resource resource, rlim_t soft, rlim_t hard) noexcept {
  rlimit now{};
  if (::getrlimit(resource, &now) != 0) return false;
  const rlimit wanted{std::min(soft, now.rlim_max), std::min(hard, now.rlim_max)};
  return ::setrlimit(resource, &wanted) == 0;
}

bool join_group(const char* members) noexcept {
  const int file = ::open(members, O_WRONLY | O_CLOEXEC);
  return file >= 0 && ::write(file, "0", 1) == 1;
}

/// Limits the memory by the control group. Limits the address space if there is no group.
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
  // The engine gets SIGXCPU at the soft limit, and SIGKILL a second later at the hard limit.
  if (plan.cpu_time != 0 && !limit(RLIMIT_CPU, plan.cpu_time, plan.cpu_time + 1))
    report(plan.lifeline, Kind::cpu_time_failed, errno);
  if (plan.nice != nullptr && ::setpriority(PRIO_PROCESS, 0, *plan.nice) != 0)
    report(plan.lifeline, Kind::nice_failed, errno);
  apply_system_limits(plan);
}

/// True for a text file without `#!`, which shells can start, too.
bool is_bare_script(const char* path) noexcept {
  char head[256];
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t got = file < 0 ? 0 : ::read(file, head, sizeof head);
  const std::string_view text(head, got < 0 ? 0 : static_cast<std::size_t>(got));
  return !text.empty() && !text.starts_with("#!") && text.find('\0') == text.npos;
}

[[noreturn]] void give_up(const GuardianPlan& plan, GuardianReport::Kind kind) noexcept {
  report(plan.lifeline, kind, errno);
  ::_exit(kExecFailed);
}

// ---- the guardian -----------------------------------------------------------------------------------

/// Resets SIGCHLD. If the proxy inherited it as ignored, ended children would leave no status.
void let_children_end() noexcept {
  struct sigaction by_default {};
  by_default.sa_handler = SIG_DFL;
  ::sigaction(SIGCHLD, &by_default, nullptr);
}

/// Keeps only the lifeline open, and leaves the working directory, so that it can be removed or unmounted.
void let_go_of_everything(int lifeline) noexcept {
  ::dup2(lifeline, kLifeline);
  close_from(kLifeline + 1);
  (void)!::chdir("/");
}

}  // namespace

void become_engine(const GuardianPlan& plan, pid_t guardian) noexcept {
  tie_life_to(guardian);
  ::setpgid(0, 0);
  for (int fd = 0; fd < 3; ++fd) ::dup2(plan.standard[fd], fd);
  // We need the lifeline until the exec, and the guardian waits until its pipe closes at the exec.
  close_at_exec_from(kFirstOther);
  if (plan.directory != nullptr && ::chdir(plan.directory) != 0)
    give_up(plan, GuardianReport::Kind::directory_failed);
  apply_limits(plan);
  reset_signals();
  auto* const environment = const_cast<char* const*>(plan.environment);
  ::execve(plan.executable, const_cast<char* const*>(plan.argv), environment);
  if (errno == ENOEXEC) {
    if (is_bare_script(plan.executable))
      ::execve(plan.shell_argv[0], const_cast<char* const*>(plan.shell_argv), environment);
    else
      errno = ENOEXEC;
  }
  give_up(plan, GuardianReport::Kind::exec_failed);
}

void become_guardian(const GuardianPlan& plan) noexcept {
  const pid_t proxy = ::getppid();
  ::setpgid(0, 0);  // so that Ctrl-C in the terminal reaches only the proxy
  let_children_end();
  prepare_guardian(plan.arguments);
  const pid_t engine = start_engine(plan);
  if (engine < 0) give_up(plan, GuardianReport::Kind::fork_failed);
  ::setpgid(engine, engine);  // both processes do it, so that neither has to wait for the other
  let_go_of_everything(plan.lifeline);
  const Ward ward{engine, proxy, plan.group};
  if (plan.program != nullptr) {
    execute_program(plan, ward);
    report(kLifeline, GuardianReport::Kind::guardian_failed, errno);
    ::kill(-engine, SIGKILL);
    ::_exit(kExecFailed);
  }
  watch_over(ward);
}

}  // namespace polyglot::process
