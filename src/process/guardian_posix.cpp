// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <linux/close_range.h>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "process/guardian_posix.hpp"
#include "process/guardian_watch_posix.hpp"
#include "process/processors_linux.hpp"

namespace polyglot::process {
namespace {

constexpr unsigned kFirstOther = 3;
constexpr int kExecFailed = 127;

// ---- the engine's process, up to its exec -----------------------------------------------------------

/// The signals that we ignore, and those that GUIs and shells ignore. The exec resets handled signals.
constexpr int kOftenIgnored[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM,
                                 SIGTERM, SIGCHLD, SIGTTIN, SIGTTOU, SIGXCPU, SIGXFSZ};

/// Makes the engine end with its guardian.
void tie_life_to(pid_t guardian) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // If the guardian died before the call, the signal never comes.
  if (::getppid() != guardian) ::_exit(1);
}

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
  if (plan.affinity == 0) return;
  const cpu_set_t allowed = processors(plan.affinity);
  if (::sched_setaffinity(0, sizeof allowed, &allowed) != 0)
    report(plan.lifeline, GuardianReport::Kind::affinity_failed, errno);
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

[[noreturn]] void become_engine(const GuardianPlan& plan, pid_t guardian) noexcept {
  tie_life_to(guardian);
  ::setpgid(0, 0);
  for (int fd = 0; fd < 3; ++fd) ::dup2(plan.standard[fd], fd);
  // We need the lifeline until the exec, and the guardian waits until its pipe closes at the exec.
  ::close_range(kFirstOther, UINT_MAX, CLOSE_RANGE_CLOEXEC);
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
  ::close_range(static_cast<unsigned>(kLifeline + 1), UINT_MAX, 0);
  (void)!::chdir("/");
}

constexpr std::string_view kName = "engine-guardian";

/// Changes the process name and the command line, which ps and pkill show.
void take_a_name(std::span<char> arguments) noexcept {
  ::prctl(PR_SET_NAME, kName.data());
  std::fill(arguments.begin(), arguments.end(), '\0');
  // The last byte stays zero, so that the kernel does not show more after it.
  std::copy_n(kName.begin(), std::min(kName.size(), arguments.size() - 1), arguments.begin());
}

/// Sets our name in ps unless `arguments` is empty, and makes us inherit orphans.
void prepare_guardian(std::span<char> arguments) noexcept {
  if (!arguments.empty()) take_a_name(arguments);
  ::prctl(PR_SET_PDEATHSIG, SIGCONT);  // a stopped guardian would not notice the proxy's death
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/// Returns the engine's pid when its program runs, or when it has reported why it cannot run. Negative: errno
/// is set. A child of vfork() shares our memory until its exec. We need no copy, because the exec would
/// discard it.
pid_t start_engine(const GuardianPlan& plan) noexcept {
  const pid_t guardian = ::getpid();
  const pid_t engine = ::vfork();
  if (engine == 0) become_engine(plan, guardian);
  return engine;
}

/// Executes the guardian's program. Returns only if that fails: errno is set.
void execute_program(const GuardianPlan& plan, pid_t engine) noexcept {
  constexpr std::size_t kDigits = 12;
  char number[kDigits] = {};
  std::to_chars(number, number + kDigits, engine);
  const char* const argv[] = {kName.data(), number, nullptr};
  ::execve(plan.program, const_cast<char* const*>(argv), const_cast<char* const*>(plan.environment));
}

/// Runs in the child, with all signals blocked. Never returns.
[[noreturn]] void become_guardian(const GuardianPlan& plan) noexcept {
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

}  // namespace

std::string guardian_program() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  // A program that is not installed has its guardian in the second folder.
  for (const char* const folder : {POLYGLOT_LIBEXEC_FOLDER, "libexec/polyglot"}) {
    std::string path = (program.parent_path() / folder / kName).string();
    if (::access(path.c_str(), X_OK) == 0) return path;
  }
  return {};
}

std::span<char> own_arguments() {
  std::ifstream file("/proc/self/cmdline");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  // The dynamic linker can start our program as its argument. Then the linker's name comes first.
  if (std::strcmp(text.c_str(), program_invocation_name) != 0) return {};
  return {program_invocation_name, text.size()};
}

pid_t start_guardian(const GuardianPlan& plan) noexcept {
  const pid_t guardian = plan.program != nullptr ? ::vfork() : ::fork();
  if (guardian == 0) become_guardian(plan);
  return guardian;
}

}  // namespace polyglot::process
