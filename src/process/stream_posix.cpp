// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#include <utility>

#include <polyglot/os/descriptor_posix.hpp>
#include <polyglot/os/error_posix.hpp>

#include "process/stream.hpp"

namespace polyglot::process {
namespace {

/// These errors count as the end of the stream. The terminal hung up, or the peer reset the socket or is
/// dead.
constexpr std::array kEnds{EIO, ECONNRESET, ETIMEDOUT, EHOSTUNREACH, ENETUNREACH};

ssize_t write_once(int fd, LineWriter::Mode mode, std::string_view text) noexcept {
  if (mode == LineWriter::Mode::socket) return ::send(fd, text.data(), text.size(), MSG_DONTWAIT);
  if (mode != LineWriter::Mode::polite) return ::write(fd, text.data(), text.size());
  pollfd room{fd, POLLOUT, 0};
  if (::poll(&room, 1, 0) == 0) return 0;
  // A pipe that is ready has room for PIPE_BUF bytes; more might block.
  return ::write(fd, text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
}

}  // namespace

Moved read_some(const os::Descriptor& from, std::span<char> room) noexcept {
  using enum Moved::Outcome;
  const ssize_t count = ::read(number_of(from), room.data(), room.size());
  if (count > 0) return {some, static_cast<std::size_t>(count)};
  if (count == 0) return {end};
  if (errno == EAGAIN || errno == EINTR) return {none_yet};
  const bool is_end = std::ranges::find(kEnds, errno) != kEnds.end();
  return {is_end ? end : failure, 0, {errno, std::generic_category()}};
}

Moved write_some(const os::Descriptor& to, LineWriter::Mode mode, std::string_view text) noexcept {
  using enum Moved::Outcome;
  ssize_t count = -1;
  do count = write_once(number_of(to), mode, text);
  while (count < 0 && errno == EINTR);
  if (count > 0) return {some, static_cast<std::size_t>(count)};
  if (count == 0 || errno == EAGAIN) return {none_yet};
  const bool is_end = errno == EPIPE || errno == ECONNRESET;
  return {is_end ? end : failure, 0, {errno, std::generic_category()}};
}

Result<Pipe> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return Error{"cannot create a pipe: " + os::system_text(errno)};
  return Pipe{os::own(ends[0]), os::own(ends[1])};
}

void make_non_blocking(const os::Descriptor& descriptor) noexcept {
  ::fcntl(number_of(descriptor), F_SETFL, O_NONBLOCK);
}

std::size_t unread_bytes(const os::Descriptor& pipe) noexcept {
  int bytes = 0;
  return ::ioctl(number_of(pipe), FIONREAD, &bytes) == 0 ? static_cast<std::size_t>(bytes) : 0;
}

Result<os::Descriptor> duplicate(os::Handle handle) {
  constexpr int kBehindStandardStreams = 3;
  os::Descriptor copy = os::own(::fcntl(static_cast<int>(handle), F_DUPFD_CLOEXEC, kBehindStandardStreams));
  if (!copy) return Error{os::system_text(errno)};
  return copy;
}

Result<LogFile> open_log_file(const std::string& path) {
  os::Descriptor file =
      os::own(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666));
  if (!file && errno == ENXIO) return Error{"cannot write the log file: the pipe has no reader", path};
  struct stat status {};
  if (!file || ::fstat(number_of(file), &status) != 0)
    return os::system_error("cannot write the log file", errno, path);
  LogFile log{std::move(file), {}};
  if (S_ISREG(status.st_mode)) log.size = static_cast<std::size_t>(status.st_size);
  return log;
}

}  // namespace polyglot::process
