// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/resource.h>

#include <polyglot/os/error_posix.hpp>
#include <polyglot/process/engine_process.hpp>

#include "process/process_tree_posix.hpp"

/// POSIX alone cannot list the descendants of an engine, so we use its process group.
namespace polyglot::process {

SupervisionPromises supervision_promises() noexcept {
  return {};
}

Result<void> set_nice_of_tree(pid_t engine, int nice) {
  if (::setpriority(PRIO_PGRP, static_cast<id_t>(engine), nice) != 0 && errno != ESRCH)
    return Error{"cannot change the engine's priority: " + os::system_text(errno)};
  return {};
}

Result<void> set_affinity_of_tree(pid_t /*engine*/, std::uint64_t /*mask*/) {
  return Error{"Affinity cannot choose the engine's processors: " + os::system_text(ENOTSUP)};
}

Result<std::optional<os::Descriptor>> watch_end(pid_t /*process*/) {
  return std::optional<os::Descriptor>();
}

void adopt_orphans() {
  // A process that ignores SIGCHLD gets no wait status. Children inherit this setting.
  struct sigaction current {};
  ::sigaction(SIGCHLD, nullptr, &current);
  if (current.sa_handler == SIG_IGN) static_cast<void>(std::signal(SIGCHLD, SIG_DFL));
}

void expect_child(pid_t /*child*/) {}
void forget_child(pid_t /*child*/) noexcept {}

std::size_t end_orphans(pid_t engine, std::chrono::milliseconds limit) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kPatience{100};
  if (engine <= 0) return 0;
  // A dead process that nobody reaps stays a member of its group, so the wait has a limit.
  for (const auto deadline = Clock::now() + std::min(limit, kPatience);
       ::kill(-engine, SIGKILL) == 0 && Clock::now() < deadline;)
    ::poll(nullptr, 0, 1);
  return 0;
}

}  // namespace polyglot::process
