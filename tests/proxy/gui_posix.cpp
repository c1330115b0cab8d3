// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <polyglot/os/descriptor.hpp>

#include "process/program_start.hpp"
#include "proxy/gui.hpp"
#include "support/signals.hpp"

namespace polyglot::proxy::testing {
namespace {

struct Pipe {
  os::Descriptor read;
  os::Descriptor write;
};

Pipe make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
  return {os::own(ends[0]), os::own(ends[1])};
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  result.reserve(texts.size() + 1);
  for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> own_environment_and(const std::vector<std::string>& more) {
  std::vector<std::string> all = more;  // of two entries of one name the first counts
  for (char** entry = environ; *entry != nullptr; ++entry) all.emplace_back(*entry);
  return all;
}

}  // namespace

const char* const kForcedEnd = "killed by signal 9 (Killed)";
const char* const kCrash = "killed by signal 11";

Gui::Gui(const Launch& launch) : errors_file_(launch.folder + "/stderr.txt") {
  Pipe to_program = make_pipe();
  Pipe from_program = make_pipe();
  const os::Descriptor errors =
      os::own(::open(errors_file_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666));
  if (!launch.input.empty()) to_program = {os::own(::open(launch.input.c_str(), O_RDONLY | O_CLOEXEC)), {}};
  const auto environment = own_environment_and(launch.environment);
  const auto argv = pointers(launch.argv);
  const auto envp = pointers(environment);
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("fork");
  if (pid_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::dup2(to_program.read.native(), STDIN_FILENO);
    ::dup2(from_program.write.native(), STDOUT_FILENO);
    ::dup2(errors.native(), STDERR_FILENO);
    if (::chdir(launch.folder.c_str()) == 0) ::execve(argv.front(), argv.data(), envp.data());
    ::_exit(126);
  }
  process_ = os::own(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
  input_ = std::move(to_program.write);
  output_ = std::move(from_program.read);
  if (input_) ::fcntl(input_.native(), F_SETFL, O_NONBLOCK);
  std::signal(SIGPIPE, SIG_IGN);
}

Gui::~Gui() {
  if (!process_) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void Gui::send(std::string_view lines) {
  const std::string text = std::string(lines) + "\n";
  std::string_view rest = text;
  const auto deadline = Clock::now() + kPatience;
  while (!rest.empty()) {
    pollfd events[2] = {{input_.native(), POLLOUT, 0}, {at_end_ ? -1 : output_.native(), POLLIN, 0}};
    if (Clock::now() > deadline || ::poll(events, 2, 1000) < 0) give_up("to read what the GUI sends");
    if (events[1].revents != 0) read_some(deadline, "output");
    if ((events[0].revents & POLLOUT) == 0) {
      if (events[0].revents != 0) give_up("to stay: it has closed its input");
      continue;
    }
    const ssize_t count = ::write(input_.native(), rest.data(), rest.size());
    if (count < 0 && errno != EAGAIN) give_up("to stay: writing failed");
    rest.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  }
}

std::size_t Gui::send_without_reading(std::string_view text) {
  constexpr int kNoMoreRoom = 500;
  std::size_t sent = 0;
  while (sent < text.size()) {
    pollfd event{input_.native(), POLLOUT, 0};
    if (::poll(&event, 1, kNoMoreRoom) <= 0) break;
    const ssize_t count = ::write(input_.native(), text.data() + sent, text.size() - sent);
    if (count < 0 && errno != EAGAIN) break;
    sent += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
  }
  return sent;
}

void Gui::end_by_force() const {
  ::kill(pid_, SIGKILL);
}
void Gui::signal(int number) const {
  if (number != SIGKILL) polyglot::test::await_handler(pid_, number);
  ::kill(pid_, number);
}

bool Gui::await_output(std::chrono::milliseconds limit) const {
  pollfd event{output_.native(), POLLIN, 0};
  return ::poll(&event, 1, static_cast<int>(limit.count())) != 0;
}

std::string Gui::read_block() const {
  char buffer[65536];
  const ssize_t count = ::read(output_.native(), buffer, sizeof buffer);
  return {buffer, static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
}

bool Gui::running() const {
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
  return info.si_pid == 0;
}

process::ExitReport Gui::wait_unread(std::chrono::milliseconds limit) {
  pollfd event{process_.native(), POLLIN, 0};
  if (::poll(&event, 1, static_cast<int>(limit.count())) != 1) give_up("its end");
  int status = 0;
  ::waitpid(pid_, &status, 0);
  process_.reset();
  return process::report_of(status);
}

}  // namespace polyglot::proxy::testing
