// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/process/engine_connection.hpp>

#include "process/loop_testing.hpp"
#include "process/test_folder.hpp"

/// What tests of processes use on POSIX systems.
namespace polyglot::process::testing {

inline void write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(fd, text.data(), text.size());
    if (count <= 0) throw std::runtime_error("write");
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

/// Closes the input of an engine and lets it end.
inline boost::asio::awaitable<ExitReport> end_of_input(EngineConnection& engine) {
  engine.input().close();
  co_return co_await engine.wait();
}

inline pid_t pid_of(const EngineConnection& engine) {
  return static_cast<pid_t>(engine.id());
}
/// The parent of an engine that has not been reaped.
inline pid_t guardian_of(const EngineConnection& engine) {
  std::ifstream status("/proc/" + std::to_string(pid_of(engine)) + "/status");
  std::string word;
  while (status >> word && word != "PPid:") continue;
  pid_t parent = 0;
  status >> parent;
  return parent;
}

inline std::vector<pid_t> pids_in(const std::string& path) {
  std::ifstream file(path);
  return {std::istream_iterator<pid_t>(file), {}};
}

/// Waits for the end of any process, even if it is not our child. True once it has ended or is a zombie.
inline bool dies(pid_t pid, std::chrono::milliseconds limit = kDeadline) {
  const os::Descriptor handle = os::own(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  if (!handle) return true;
  pollfd event{handle.native(), POLLIN, 0};
  return ::poll(&event, 1, static_cast<int>(limit.count())) == 1;
}

inline bool alive(pid_t pid) {
  return !dies(pid, std::chrono::milliseconds(0));
}

inline std::size_t open_descriptors() {
  const std::filesystem::directory_iterator list("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(list), end(list)));
}

/// Runs `body` in a forked child and returns its exit status.
inline int in_child(const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = -1;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace polyglot::process::testing
