// SPDX-License-Identifier: MIT
#include "proxy/gui.hpp"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/exit_report_posix.hpp"
#include "support/signals.hpp"

namespace polyglot::proxy::testing {
namespace {

/// Lines that the report of a failure quotes, from the last one back.
constexpr std::size_t kQuotedLines = 20;
constexpr std::size_t kQuotedLength = 300;

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

Gui::Gui(const Launch& launch) : errors_file_(launch.folder + "/stderr.txt") {
  Pipe to_program = make_pipe();
  Pipe from_program = make_pipe();
  const os::Descriptor errors =
      os::own(::open(errors_file_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666));
  const auto environment = own_environment_and(launch.environment);
  const auto argv = pointers(launch.argv);
  const auto envp = pointers(environment);
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("fork");
  if (pid_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::dup2(number_of(to_program.read), STDIN_FILENO);
    ::dup2(number_of(from_program.write), STDOUT_FILENO);
    ::dup2(number_of(errors), STDERR_FILENO);
    if (::chdir(launch.folder.c_str()) == 0) ::execve(argv.front(), argv.data(), envp.data());
    ::_exit(126);
  }
  input_ = std::move(to_program.write);
  output_ = std::move(from_program.read);
  ::fcntl(number_of(input_), F_SETFL, O_NONBLOCK);
  std::signal(SIGPIPE, SIG_IGN);
}

Gui::~Gui() {
  if (reaped_) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

// ---- To the program -------------------------------------------------------------------------------------

void Gui::send(std::string_view lines) {
  const std::string text = std::string(lines) + "\n";
  std::string_view rest = text;
  const auto deadline = Clock::now() + kPatience;
  while (!rest.empty()) {
    pollfd events[2] = {{number_of(input_), POLLOUT, 0}, {at_end_ ? -1 : number_of(output_), POLLIN, 0}};
    if (Clock::now() > deadline || ::poll(events, 2, 1000) < 0) give_up("to read what the GUI sends");
    if (events[1].revents != 0) read_some(deadline, "output");
    if ((events[0].revents & POLLOUT) == 0) {
      if (events[0].revents != 0) give_up("to stay: it has closed its input");
      continue;
    }
    const ssize_t count = ::write(number_of(input_), rest.data(), rest.size());
    if (count < 0 && errno != EAGAIN) give_up("to stay: writing failed");
    rest.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  }
}

std::size_t Gui::send_without_reading(std::string_view text) {
  constexpr int kNoMoreRoom = 500;
  std::size_t sent = 0;
  while (sent < text.size()) {
    pollfd event{number_of(input_), POLLOUT, 0};
    if (::poll(&event, 1, kNoMoreRoom) <= 0) break;
    const ssize_t count = ::write(number_of(input_), text.data() + sent, text.size() - sent);
    if (count < 0 && errno != EAGAIN) break;
    sent += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
  }
  return sent;
}

void Gui::close_input() {
  input_ = os::Descriptor();
}
void Gui::close_output() {
  output_ = os::Descriptor();
}
void Gui::signal(int number) const {
  if (number != SIGKILL) polyglot::test::await_handler(pid_, number);
  ::kill(pid_, number);
}

// ---- From the program -----------------------------------------------------------------------------------

std::string Gui::expect(std::string_view prefix) {
  return lines_until(prefix).back();
}

std::vector<std::string> Gui::lines_until(std::string_view prefix) {
  std::vector<std::string> lines;
  const auto deadline = Clock::now() + kPatience;
  for (;;) {
    for (std::string line; take_line(line);) {
      lines.push_back(line);
      if (line.starts_with(prefix)) return lines;
    }
    if (!read_some(deadline, prefix)) give_up(prefix);
  }
}

std::optional<std::string> Gui::next_line(std::chrono::milliseconds limit) {
  const auto deadline = Clock::now() + limit;
  std::string line;
  while (!take_line(line)) {
    pollfd event{number_of(output_), POLLIN, 0};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (at_end_ || left <= 0 || ::poll(&event, 1, static_cast<int>(left)) == 0) return std::nullopt;
    (void)read_some(Clock::now() + kPatience, "output");
  }
  return line;
}

std::vector<std::string> Gui::lines_until_ready() {
  send("isready");
  auto lines = lines_until("readyok");
  lines.pop_back();
  return lines;
}

std::vector<std::string> Gui::rest() {
  const auto deadline = Clock::now() + kPatience;
  while (read_some(deadline, "the end")) {
  }
  std::vector<std::string> lines;
  for (std::string line; take_line(line);) lines.push_back(line);
  if (taken_ < pending_.size()) lines.push_back(pending_.substr(taken_) + " [no end of line]");
  return lines;
}

bool Gui::hears_something(std::chrono::milliseconds time) const {
  if (taken_ < pending_.size()) return true;
  pollfd event{number_of(output_), POLLIN, 0};
  return ::poll(&event, 1, static_cast<int>(time.count())) > 0;
}

bool Gui::read_some(Clock::time_point deadline, std::string_view wanted) {
  if (at_end_) return false;
  pollfd event{number_of(output_), POLLIN, 0};
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  if (left <= 0 || ::poll(&event, 1, static_cast<int>(left)) == 0) give_up(wanted);
  char buffer[65536];
  const ssize_t count = ::read(number_of(output_), buffer, sizeof buffer);
  if (count <= 0) {
    at_end_ = true;
    return false;
  }
  pending_.append(buffer, static_cast<std::size_t>(count));
  return true;
}

bool Gui::take_line(std::string& line) {
  const auto end = pending_.find('\n', taken_);
  if (end == std::string::npos) {
    pending_.erase(0, std::exchange(taken_, 0));
    return false;
  }
  line = pending_.substr(taken_, end - taken_);
  taken_ = end + 1;
  seen_.push_back(line);
  return true;
}

void Gui::give_up(std::string_view wanted) const {
  std::string report = "waited in vain for: " + std::string(wanted) + "\nlast lines seen:\n";
  for (std::size_t i = seen_.size() - std::min(seen_.size(), kQuotedLines); i < seen_.size(); ++i) {
    report += "  " + seen_[i].substr(0, kQuotedLength) + "\n";
  }
  throw std::runtime_error(report + "its stderr:\n" + errors());
}

// ---- Its end --------------------------------------------------------------------------------------------

bool Gui::running() const {
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
  return info.si_pid == 0;
}

process::ExitReport Gui::wait() {
  (void)rest();
  return wait_unread();
}

process::ExitReport Gui::wait_unread(std::chrono::milliseconds limit) {
  const os::Descriptor handle = os::own(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
  pollfd event{number_of(handle), POLLIN, 0};
  if (::poll(&event, 1, static_cast<int>(limit.count())) != 1) give_up("its end");
  int status = 0;
  ::waitpid(pid_, &status, 0);
  reaped_ = true;
  return process::report_of(status);
}

std::string Gui::errors() const {
  std::ifstream file(errors_file_);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace polyglot::proxy::testing
