// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <functional>
#include <sys/prctl.h>
#include <unistd.h>

#include "support/engine_system.hpp"

namespace polyglot::test {
namespace {

void ignore_all_signals() {
  for (const int number : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGUSR1, SIGUSR2})
    static_cast<void>(std::signal(number, SIG_IGN));
}

/// Forks; returns in the parent when the child, or the last of its children, has called its function.
void fork_until_ready(const std::function<void(const std::function<void()>& ready)>& child) {
  int ends[2];
  if (::pipe(ends) != 0) std::abort();
  if (::fork() == 0) {
    child([&ends] {
      ::close(ends[0]);
      ::close(ends[1]);
    });
    sleep_for_ever();
  }
  ::close(ends[1]);
  char ignored = 0;
  (void)!::read(ends[0], &ignored, 1);
  ::close(ends[0]);
}

sigset_t interrupt_only() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  return set;
}

}  // namespace

void prepare_engine() {
  // Sanitizers catch SIGSEGV and SIGABRT; the tests want to see the engine die of them.
  for (const int number : {SIGSEGV, SIGABRT}) static_cast<void>(std::signal(number, SIG_DFL));
}

std::optional<std::size_t> read_input(char* buffer, std::size_t size) {
  const ssize_t count = ::read(STDIN_FILENO, buffer, size);
  if (count < 0 && errno == EINTR) return std::nullopt;
  return static_cast<std::size_t>(std::max<ssize_t>(count, 0));
}

void close_input() {
  ::close(STDIN_FILENO);
}

void sleep_for_ever() {
  for (;;) ::pause();
}

void crash() {
  static_cast<void>(std::raise(SIGSEGV));
  std::abort();
}

void ignore_termination() {
  static_cast<void>(std::signal(SIGTERM, SIG_IGN));
}

void hold_interrupts() {
  const sigset_t interrupt = interrupt_only();
  ::sigprocmask(SIG_BLOCK, &interrupt, nullptr);
}

void await_interrupt() {
  const sigset_t interrupt = interrupt_only();
  int signal = 0;
  ::sigwait(&interrupt, &signal);
}

bool append_line(const std::string& path, const std::string& line) {
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  const std::string text = line + '\n';
  // One write, so that processes may share the file.
  const bool is_written = file >= 0 && ::write(file, text.data(), text.size()) >= 0;
  ::close(file);
  return is_written;
}

void tell_own_pid(const std::string& pids) {
  if (!pids.empty() && !append_line(pids, std::to_string(::getpid()))) std::abort();
}

void start_child(const std::string& pids) {
  fork_until_ready([&pids](const std::function<void()>& ready) {
    tell_own_pid(pids);
    ready();
  });
}

void start_daemon(const std::string& pids) {
  fork_until_ready([&pids](const std::function<void()>& ready) {
    ::setsid();
    if (::fork() != 0) ::_exit(0);
    ignore_all_signals();
    ::prctl(PR_SET_PDEATHSIG, 0);
    tell_own_pid(pids);
    ready();
  });
}

}  // namespace polyglot::test
