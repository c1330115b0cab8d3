// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <linux/close_range.h>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <system_error>
#include <unistd.h>

#include "process/guardian_calls_posix.hpp"
#include "process/processors_linux.hpp"

namespace polyglot::process {
namespace {

constexpr std::string_view kName = "engine-guardian";

/// Changes the process name and the command line, which ps and pkill show.
void take_a_name(std::span<char> arguments) noexcept {
  ::prctl(PR_SET_NAME, kName.data());
  std::fill(arguments.begin(), arguments.end(), '\0');
  // The last byte stays zero, so that the kernel does not show more after it.
  std::copy_n(kName.begin(), std::min(kName.size(), arguments.size() - 1), arguments.begin());
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

void prepare_guardian(std::span<char> arguments) noexcept {
  if (!arguments.empty()) take_a_name(arguments);
  ::prctl(PR_SET_PDEATHSIG, SIGCONT);  // a stopped guardian would not notice the proxy's death
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void execute_program(const GuardianPlan& plan, pid_t engine) noexcept {
  constexpr std::size_t kDigits = 12;
  char number[kDigits] = {};
  std::to_chars(number, number + kDigits, engine);
  const char* const argv[] = {kName.data(), number, nullptr};
  ::execve(plan.program, const_cast<char* const*>(argv), const_cast<char* const*>(plan.environment));
}

// A child of vfork() shares our memory until its exec. We need no copy, because the exec would discard it.

pid_t start_guardian(const GuardianPlan& plan) noexcept {
  const pid_t guardian = plan.program != nullptr ? ::vfork() : ::fork();
  if (guardian == 0) become_guardian(plan);
  return guardian;
}

pid_t start_engine(const GuardianPlan& plan) noexcept {
  const pid_t guardian = ::getpid();
  const pid_t engine = ::vfork();
  if (engine == 0) become_engine(plan, guardian);
  return engine;
}

void tie_life_to(pid_t guardian) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // If the guardian died before the call, the signal never comes.
  if (::getppid() != guardian) ::_exit(1);
}

void apply_affinity(const GuardianPlan& plan) noexcept {
  if (plan.affinity == 0) return;
  const cpu_set_t allowed = processors(plan.affinity);
  if (::sched_setaffinity(0, sizeof allowed, &allowed) != 0)
    report(plan.lifeline, GuardianReport::Kind::affinity_failed, errno);
}

void close_from(int first) noexcept {
  ::close_range(static_cast<unsigned>(first), UINT_MAX, 0);
}

void close_at_exec_from(int first) noexcept {
  ::close_range(static_cast<unsigned>(first), UINT_MAX, CLOSE_RANGE_CLOEXEC);
}

}  // namespace polyglot::process
