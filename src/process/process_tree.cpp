// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>
#if defined(__linux__)
#include <filesystem>
#include <fstream>
#include <sched.h>
#include <sys/prctl.h>
#include <system_error>
#endif

#include <polyglot/ascii.hpp>
#include <polyglot/os/error.hpp>

#include "process/process_tree.hpp"

namespace polyglot::process {

#if defined(__linux__)

namespace {

using Clock = std::chrono::steady_clock;

/// Returns the set of processors of a mask. Bit n: processor n; 0: all.
cpu_set_t processors(std::uint64_t mask) noexcept {
  constexpr int kMaxProcessors = 64;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int cpu = 0; cpu < kMaxProcessors; ++cpu)
    if (mask == 0 || (mask >> cpu & 1) != 0) CPU_SET(cpu, &set);
  return set;
}

void append_threads(pid_t process, std::vector<pid_t>& threads, std::vector<pid_t>& children) {
  const std::string tasks = "/proc/" + std::to_string(process) + "/task";
  std::error_code gone;
  auto task = std::filesystem::directory_iterator(tasks, gone);
  for (; !gone && task != std::filesystem::directory_iterator(); task.increment(gone)) {
    threads.push_back(std::stoi(task->path().filename().string()));
    std::ifstream list(task->path() / "children");
    for (pid_t child = 0; list >> child;) children.push_back(child);
  }
}

/// Returns the threads of process `root` and of its current descendants. Empty if `root` is gone.
std::vector<pid_t> threads_of_tree(pid_t root) {
  std::vector<pid_t> threads;
  std::vector<pid_t> processes{root};
  while (!processes.empty()) {
    const pid_t process = processes.back();
    processes.pop_back();
    append_threads(process, threads, processes);
  }
  return threads;
}

std::vector<pid_t> children_of_ours() {
  std::vector<pid_t> threads, children;
  append_threads(::getpid(), threads, children);
  return children;
}

/// Whether this process has children. A program that ran in it before us may have left some.
bool has_children() {
  siginfo_t ignored;
  return ::waitid(P_ALL, 0, &ignored, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/// Our own children, which are not orphans of an engine.
std::vector<pid_t>& own_children() {
  static std::vector<pid_t> own = has_children() ? children_of_ours() : std::vector<pid_t>();
  return own;
}

/// Waits a millisecond, because waitpid(2) has no timeout.
void pause() {
  ::poll(nullptr, 0, 1);
}

}  // namespace

Result<void> set_nice_of_tree(pid_t engine, int nice) {
  for (const pid_t thread : threads_of_tree(engine)) {
    if (::setpriority(PRIO_PROCESS, static_cast<id_t>(thread), nice) != 0 && errno != ESRCH)
      return Error{"cannot change the engine's priority: " + os::system_text(errno)};
  }
  return {};
}

Result<void> set_affinity_of_tree(pid_t engine, std::uint64_t mask) {
  const cpu_set_t set = processors(mask);
  for (const pid_t thread : threads_of_tree(engine)) {
    if (::sched_setaffinity(thread, sizeof set, &set) != 0 && errno != ESRCH)
      return Error{"Affinity cannot choose the engine's processors: " + os::system_text(errno)};
  }
  return {};
}

int set_own_affinity(std::uint64_t mask) noexcept {
  const cpu_set_t allowed = processors(mask);
  return ::sched_setaffinity(0, sizeof allowed, &allowed) == 0 ? 0 : errno;
}

int kill_children() noexcept {
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

void adopt_orphans() {
  // A process that ignores SIGCHLD gets no wait status. Children inherit this setting.
  struct sigaction current {};
  ::sigaction(SIGCHLD, nullptr, &current);
  if (current.sa_handler == SIG_IGN) static_cast<void>(std::signal(SIGCHLD, SIG_DFL));
  static_cast<void>(own_children());
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void expect_child(pid_t child) {
  own_children().push_back(child);
}

void forget_child(pid_t child) noexcept {
  std::erase(own_children(), child);
}

std::size_t end_orphans(pid_t /*engine*/, std::chrono::milliseconds limit) {
  const std::vector<pid_t>& own = own_children();
  for (const auto deadline = Clock::now() + limit;; pause()) {
    std::vector<pid_t> orphans = children_of_ours();
    std::erase_if(orphans,
                  [&own](pid_t child) { return std::find(own.begin(), own.end(), child) != own.end(); });
    if (orphans.empty() || Clock::now() > deadline) return orphans.size();
    // After a child is reaped, its own children become ours.
    for (const pid_t orphan : orphans) {
      ::kill(orphan, SIGKILL);
      ::waitpid(orphan, nullptr, WNOHANG);
    }
  }
}

#else

namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

Result<void> set_nice_of_tree(pid_t engine, int nice) {
  if (::setpriority(PRIO_PGRP, static_cast<id_t>(engine), nice) == 0) return {};
  return Error{"cannot change the engine's priority: " + os::system_text(errno)};
}

Result<void> set_affinity_of_tree(pid_t /*engine*/, std::uint64_t mask) {
  if (mask == 0) return {};
  return Error{"Affinity cannot choose the engine's processors on this system"};
}

int set_own_affinity(std::uint64_t /*mask*/) noexcept {
  return ENOSYS;
}

int kill_children() noexcept {
  return 0;
}

void adopt_orphans() {}
void expect_child(pid_t /*child*/) {}
void forget_child(pid_t /*child*/) noexcept {}

std::size_t end_orphans(pid_t engine, std::chrono::milliseconds limit) {
  const auto deadline = Clock::now() + limit;
  while (::kill(-engine, SIGKILL) == 0 && Clock::now() < deadline) ::poll(nullptr, 0, 1);
  return ::kill(-engine, 0) == 0 ? 1 : 0;
}

#endif

}  // namespace polyglot::process

#endif
