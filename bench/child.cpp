// SPDX-License-Identifier: MIT
#include "child.hpp"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace bench {
namespace {

constexpr std::size_t kBufferSize = 1UL << 20;

std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::system_category(), "pipe");
  return ends;
}

/// posix_spawn() works like vfork(), so that the size of this program does not affect the measurement.
pid_t spawn(const std::vector<std::string>& command, int standard_input, int standard_output) {
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, standard_input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, standard_output, STDOUT_FILENO);
  pid_t pid = -1;
  const int failure = ::posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) throw std::system_error(failure, std::system_category(), command.front());
  return pid;
}

}  // namespace

Started start(const std::vector<std::string>& command) {
  const auto in = make_pipe();
  const auto out = make_pipe();
  const Started started{.pid = spawn(command, in[0], out[1]), .to = in[1], .from = out[0]};
  ::close(in[0]);
  ::close(out[1]);
  return started;
}

Child::Child(const std::vector<std::string>& command)
    : name_(command.front()), program_(start(command)), buffer_(kBufferSize) {}

Child::~Child() {
  constexpr std::string_view kQuit = "quit\n";
  static_cast<void>(::write(program_.to, kQuit.data(), kQuit.size()));
  ::close(program_.to);
  while (::read(program_.from, buffer_.data(), buffer_.size()) > 0) {
  }
  ::close(program_.from);
  ::waitpid(program_.pid, nullptr, 0);
}

void Child::say(std::string_view lines) {
  while (!lines.empty()) {
    const ssize_t written = ::write(program_.to, lines.data(), lines.size());
    if (written < 0) throw std::system_error(errno, std::system_category(), name_);
    lines.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string_view Child::next_line() {
  for (;;) {
    const char* const first = buffer_.data() + begin_;
    const void* const newline = std::memchr(first, '\n', end_ - begin_);
    if (newline != nullptr) {
      const auto length = static_cast<std::size_t>(static_cast<const char*>(newline) - first);
      begin_ += length + 1;
      return {first, length};
    }
    fill();
  }
}

std::size_t Child::read_until(std::string_view word) {
  std::size_t lines = 1;
  while (!next_line().starts_with(word)) ++lines;
  return lines;
}

void Child::fill() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (end_ == buffer_.size()) throw std::runtime_error(name_ + ": a line without end");
  const ssize_t count = ::read(program_.from, buffer_.data() + end_, buffer_.size() - end_);
  if (count <= 0) throw std::runtime_error(name_ + ": ended early");
  end_ += static_cast<std::size_t>(count);
}

std::string Child::proc_file(const char* name) const {
  return "/proc/" + std::to_string(program_.pid) + "/" + name;
}

Memory Child::memory() const {
  Memory memory;
  std::ifstream status(proc_file("status"));
  for (std::string line; std::getline(status, line);) {
    std::istringstream field(line);
    std::string name;
    field >> name;
    if (name == "VmRSS:") field >> memory.resident;
    if (name == "VmHWM:") field >> memory.peak;
  }
  return memory;
}

double Child::cpu_seconds() const {
  std::ifstream schedule(proc_file("schedstat"));
  double nanoseconds = 0;
  schedule >> nanoseconds;
  return nanoseconds / 1e9;
}

}  // namespace bench
