// SPDX-License-Identifier: MIT
#include <cerrno>
#include <climits>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <polyglot/os/error.hpp>
#include <polyglot/os/interruption.hpp>
#include <polyglot/process/stdio.hpp>

#include "process/readiness.hpp"

namespace polyglot::process {
namespace {

constexpr int kFirstOwnDescriptor = 3;

/// `fd` reopened without blocking: an open file description of our own. Only for what has no file position;
/// another user's pipe or terminal may refuse.
os::Descriptor reopen(int fd, int access) {
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  return os::Descriptor(::open(link.c_str(), access | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
}

bool is_pipe(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode);
}

Result<os::Descriptor> duplicate(int fd) {
  os::Descriptor copy(::fcntl(fd, F_DUPFD_CLOEXEC, kFirstOwnDescriptor));
  if (!copy) return Error{"cannot use descriptor " + std::to_string(fd) + ": " + os::system_text(errno)};
  return copy;
}

}  // namespace

void occupy_standard_descriptors() noexcept {
  for (int fd = 0; fd < kFirstOwnDescriptor; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0) continue;
    // The lowest free number is given, and those below are taken.
    static_cast<void>(::open("/dev/null", O_RDWR));
  }
}

void write_error_line(std::string_view line) noexcept {
  constexpr int kPatienceMs = 1000;
  char text[PIPE_BUF];
  const std::size_t size = line.copy(text, sizeof text - 1);
  text[size] = '\n';
  pollfd room{STDERR_FILENO, POLLOUT, 0};
  if (::poll(&room, 1, kPatienceMs) != 0) (void)!::write(STDERR_FILENO, text, size + 1);
}

Result<LineReader> open_shared_reader(const boost::asio::any_io_executor& executor, int fd,
                                      LineReader::Lines lines) {
  if (os::Descriptor own = is_pipe(fd) ? reopen(fd, O_RDONLY) : os::Descriptor()) {
    return LineReader(executor, std::move(own), Sharing::own, LineReader::kDefaultMaxLine, lines);
  }
  Result<os::Descriptor> copy = duplicate(fd);
  if (!copy) return copy.error();
  return LineReader(executor, std::move(*copy), Sharing::shared, LineReader::kDefaultMaxLine, lines);
}

Result<LineWriter> open_shared_writer(const boost::asio::any_io_executor& executor, int fd) {
  Result<os::Descriptor> copy = duplicate(fd);
  if (!copy) return copy.error();
  struct stat status {};
  if (::fstat(fd, &status) != 0)
    return Error{"cannot use descriptor " + std::to_string(fd) + ": " + os::system_text(errno)};
  if (S_ISSOCK(status.st_mode)) return LineWriter(executor, std::move(*copy), LineWriter::Mode::socket);
  const bool waits = S_ISFIFO(status.st_mode) || ::isatty(fd) == 1;
  if (!waits) return LineWriter(executor, std::move(*copy), LineWriter::Mode::file);
  os::Descriptor own = reopen(fd, O_WRONLY);
  if (own) return LineWriter(executor, std::move(own), LineWriter::Mode::non_blocking);
  return LineWriter(executor, std::move(*copy), LineWriter::Mode::polite);
}

Result<StandardChannels> open_standard_channels(const boost::asio::any_io_executor& executor,
                                                LineReader::Lines lines) {
  Result<LineReader> input = open_shared_reader(executor, STDIN_FILENO, lines);
  if (!input) return input.error();
  Result<LineWriter> output = open_shared_writer(executor, STDOUT_FILENO);
  if (!output) return output.error();
  return StandardChannels{std::move(*input), std::move(*output)};
}

void ignore_sigpipe() noexcept {
  static const auto previous = std::signal(SIGPIPE, SIG_IGN);
  static_cast<void>(previous);
}

void ignore_sigxfsz() noexcept {
  static_cast<void>(std::signal(SIGXFSZ, SIG_IGN));
}

struct TerminationSignals::State {
  State(const boost::asio::any_io_executor& executor, os::Descriptor descriptor)
      : signals(executor, std::move(descriptor), Readiness::Event::readable) {}

  /// The number of a signal that has come; 0: none has.
  [[nodiscard]] int take() const noexcept {
    signalfd_siginfo come{};
    const bool one = ::read(signals.descriptor(), &come, sizeof come) == sizeof come;
    return one ? static_cast<int>(come.ssi_signo) : 0;
  }

  Readiness signals;
  sigset_t before{};  ///< those that were blocked
};

TerminationSignals::TerminationSignals(const boost::asio::any_io_executor& executor) {
  sigset_t ending;
  sigemptyset(&ending);
  for (const int number : os::ending_signals()) sigaddset(&ending, number);
  os::Descriptor descriptor(::signalfd(-1, &ending, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!descriptor) throw std::system_error(errno, std::system_category(), "signalfd");
  state_ = std::make_shared<State>(executor, std::move(descriptor));
  ::pthread_sigmask(SIG_BLOCK, &ending, &state_->before);
}

TerminationSignals::~TerminationSignals() {
  while (state_->take() != 0) {
  }
  ::pthread_sigmask(SIG_SETMASK, &state_->before, nullptr);
  state_->signals.close();
}

boost::asio::awaitable<int> TerminationSignals::wait() {
  const auto state = state_;
  int number = 0;
  while (number == 0 && state->signals.is_open()) {
    co_await state->signals.wait();
    if (state->signals.is_open()) number = state->take();
  }
  co_return number;
}

}  // namespace polyglot::process
