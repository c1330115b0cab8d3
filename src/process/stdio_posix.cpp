// SPDX-License-Identifier: MIT
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <polyglot/os/descriptor_posix.hpp>
#include <polyglot/os/error_posix.hpp>
#include <polyglot/process/stdio.hpp>

#include "process/shared_channels_posix.hpp"
#include "process/stream.hpp"

namespace polyglot::process {
namespace {

constexpr int kFirstOwnDescriptor = 3;

bool is_pipe(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode);
}

/// Duplicates `fd`, so that a closed channel does not close it.
Result<os::Descriptor> share(int fd) {
  auto copy = duplicate(os::Handle{fd});
  if (!copy) return Error{"cannot use descriptor " + std::to_string(fd) + ": " + copy.error().what};
  return copy;
}

/// Opens a pipe or terminal again, so that we do not share its blocking mode. The result owns nothing if the
/// permissions forbid it. `access`: O_RDONLY or O_WRONLY. Do not call it for a file: its position would start
/// at 0.
os::Descriptor reopen(int fd, int access) {
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  return os::own(::open(link.c_str(), access | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
}

}  // namespace

void occupy_standard_descriptors() noexcept {
  for (int fd = 0; fd < kFirstOwnDescriptor; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0) continue;
    // open() returns the lowest free number, and all lower ones are in use.
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
  Result<os::Descriptor> copy = share(fd);
  if (!copy) return copy.error();
  return LineReader(executor, std::move(*copy), Sharing::shared, LineReader::kDefaultMaxLine, lines);
}

Result<LineWriter> open_shared_writer(const boost::asio::any_io_executor& executor, int fd) {
  Result<os::Descriptor> copy = share(fd);
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

void survive_failed_writes() noexcept {
  static const auto ignored = [](int signal) { return std::signal(signal, SIG_IGN); };
  static const std::array previous = {ignored(SIGPIPE), ignored(SIGXFSZ)};
  static_cast<void>(previous);
}

}  // namespace polyglot::process
