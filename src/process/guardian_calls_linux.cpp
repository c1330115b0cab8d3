// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <linux/close_range.h>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <polyglot/ascii.hpp>

#include "process/guardian_calls_posix.hpp"
#include "process/processors_linux.hpp"

namespace polyglot::process {
namespace {

constexpr int kIoOfProcess = 1;  ///< IOPRIO_WHO_PROCESS, whose header is not for C++

/// The value for ioprio_set(2), whose header is not for C++; 0: no change.
int io_priority(IoClass io_class) noexcept {
  constexpr int kClassShift = 13;
  constexpr int kNormalLevel = 4;
  const auto kernels_class = static_cast<int>(io_class);  // IoClass has the kernel's order
  const bool has_levels = io_class == IoClass::realtime || io_class == IoClass::best_effort;
  return kernels_class << kClassShift | (has_levels ? kNormalLevel : 0);
}

/// Sets our name for ps and pkill, both the name and the command line.
void take_a_name(std::span<char> arguments) noexcept {
  constexpr std::string_view kName = "engine-guardian";
  ::prctl(PR_SET_NAME, kName.data());
  std::fill(arguments.begin(), arguments.end(), '\0');
  // The last byte stays zero, so that the kernel does not show more after it.
  std::copy_n(kName.begin(), std::min(kName.size(), arguments.size() - 1), arguments.begin());
}

/// Sends SIGKILL to each of our children that the kernel lists. Returns how many signals were sent.
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

}  // namespace

std::span<char> own_arguments() {
  std::ifstream file("/proc/self/cmdline");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  // If a dynamic linker was started with our program as its argument, its own name comes first.
  if (std::strcmp(text.c_str(), program_invocation_name) != 0) return {};
  return {program_invocation_name, text.size()};
}

void prepare_guardian(std::span<char> arguments) noexcept {
  if (!arguments.empty()) take_a_name(arguments);
  ::prctl(PR_SET_PDEATHSIG, SIGCONT);  // a stopped guardian would not notice the proxy's death
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/// Until its exec, the engine's process shares our memory. A copy would be wasted, because the exec discards
/// it.
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

void tie_life_to(pid_t guardian) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // If the guardian died before the call, the signal never comes.
  if (::getppid() != guardian) ::_exit(1);
}

void apply_system_limits(const GuardianPlan& plan) noexcept {
  using Kind = GuardianReport::Kind;
  const int priority = io_priority(plan.io_class);
  if (priority != 0 && ::syscall(SYS_ioprio_set, kIoOfProcess, 0, priority) != 0)
    report(plan.lifeline, Kind::io_class_failed, errno);
  if (plan.affinity == 0) return;
  const cpu_set_t allowed = processors(plan.affinity);
  if (::sched_setaffinity(0, sizeof allowed, &allowed) != 0)
    report(plan.lifeline, Kind::affinity_failed, errno);
}

void close_from(int first) noexcept {
  ::close_range(static_cast<unsigned>(first), UINT_MAX, 0);
}

void close_at_exec_from(int first) noexcept {
  ::close_range(static_cast<unsigned>(first), UINT_MAX, CLOSE_RANGE_CLOEXEC);
}

/// Kills and reaps until no child remains. When a child dies, its own children become ours, so this is a
/// loop.
void clean_up(int lifeline, pid_t engine) noexcept {
  for (;;) {
    const int killed = kill_children();
    int status = 0;
    // Wait only if something was killed. Otherwise just look, because a child may have come just now.
    const pid_t reaped = ::waitpid(-1, &status, killed > 0 ? 0 : WNOHANG);
    if (reaped == engine) report(lifeline, GuardianReport::Kind::ended, status);
    const bool one_more_look = reaped > 0 || (reaped < 0 && errno == EINTR);
    if (!one_more_look && killed == 0) return;
  }
}

}  // namespace polyglot::process
