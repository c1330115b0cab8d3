// SPDX-License-Identifier: MIT
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

void apply_limits(const GuardianPlan& plan) noexcept {
  if (plan.nice != nullptr && ::setpriority(PRIO_PROCESS, 0, *plan.nice) != 0)
    report(plan.lifeline, GuardianReport::Kind::nice_failed, errno);
  apply_affinity(plan);
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
  ::setpgid(0, 0);  // so that Ctrl-C in the terminal reaches only the proxy
  let_children_end();
  prepare_guardian(plan.arguments);
  const pid_t engine = start_engine(plan);
  if (engine < 0) give_up(plan, GuardianReport::Kind::fork_failed);
  ::setpgid(engine, engine);  // both processes do it, so that neither has to wait for the other
  let_go_of_everything(plan.lifeline);
  if (plan.program != nullptr) {
    execute_program(plan, engine);
    report(kLifeline, GuardianReport::Kind::guardian_failed, errno);
    ::kill(-engine, SIGKILL);
    ::_exit(kExecFailed);
  }
  watch_over(engine);
}

}  // namespace polyglot::process
