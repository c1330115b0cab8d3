// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/guardian_calls_posix.hpp"

namespace polyglot::process {
namespace {

int end_of_descriptors() noexcept {
  rlimit files{};
  constexpr int kUsual = 1024;
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return kUsual;
  return static_cast<int>(std::min<rlim_t>(files.rlim_cur, INT_MAX));
}

}  // namespace

std::span<char> own_arguments() {
  return {};
}

std::string guardian_program() {
  return {};
}

pid_t start_guardian(const GuardianPlan& plan) noexcept {
  const pid_t guardian = ::fork();
  if (guardian == 0) become_guardian(plan);
  return guardian;
}

void execute_program(const GuardianPlan& /*plan*/, pid_t /*engine*/) noexcept {
  errno = ENOSYS;
}

void prepare_guardian(std::span<char> /*arguments*/) noexcept {}

/// Waits until a pipe closes: at the exec, or when the process ends.
pid_t start_engine(const GuardianPlan& plan) noexcept {
  const pid_t guardian = ::getpid();
  int started[2];
  if (::pipe(started) != 0) return -1;
  for (const int end : started) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  const pid_t engine = ::fork();
  if (engine == 0) become_engine(plan, guardian);
  ::close(started[1]);
  char none = 0;
  if (engine > 0) (void)!::read(started[0], &none, 1);
  ::close(started[0]);
  return engine;
}

void tie_life_to(pid_t /*guardian*/) noexcept {}

void apply_system_limits(const GuardianPlan& plan) noexcept {
  if (plan.affinity != 0) report(plan.lifeline, GuardianReport::Kind::affinity_failed, ENOTSUP);
}

void close_from(int first) noexcept {
  for (int fd = end_of_descriptors(); fd-- > first;) ::close(fd);
}

void close_at_exec_from(int first) noexcept {
  for (int fd = end_of_descriptors(); fd-- > first;) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
}

}  // namespace polyglot::process
