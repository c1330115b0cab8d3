// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <polyglot/os/descriptor_posix.hpp>
#include <polyglot/os/error_posix.hpp>

#include "process/process_tree_posix.hpp"
#include "process/processors_linux.hpp"

namespace polyglot::process {
namespace {

using Clock = std::chrono::steady_clock;

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

Result<os::Descriptor> watch_end(pid_t process) {
  os::Descriptor end = os::own(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
  if (!end && errno != ESRCH) return Error{"cannot watch the engine: " + os::system_text(errno)};
  return end;
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

std::size_t end_orphans(std::chrono::milliseconds limit) {
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

}  // namespace polyglot::process
