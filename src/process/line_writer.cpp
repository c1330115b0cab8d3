// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <polyglot/os/error.hpp>
#include <polyglot/process/line_channel.hpp>
#include <polyglot/process/stdio.hpp>

#include "process/readiness.hpp"

namespace polyglot::process {

namespace asio = boost::asio;

struct LineWriter::State {
  State(const asio::any_io_executor& executor, os::Descriptor fd, Mode how)
      : sink(executor, std::move(fd), Readiness::Event::writable), mode(how) {}

  explicit State(const asio::any_io_executor& executor)
      : sink(executor, Readiness::Event::writable), mode(Mode::socket) {}

  static asio::awaitable<Result<void>> write(std::shared_ptr<State> self, std::string_view text);
  static asio::awaitable<bool> wait_hang_up(std::shared_ptr<State> self);
  /// Bytes written; 0 if there is no room; below 0: errno is set.
  [[nodiscard]] ssize_t write_once(std::string_view text) noexcept;

  Readiness sink;
  Mode mode;
  std::uint64_t written = 0;  ///< bytes
  bool peer_gone = false;
};

asio::awaitable<Result<void>> LineWriter::State::write(std::shared_ptr<State> self, std::string_view text) {
  while (!text.empty()) {
    if (!self->sink.is_open()) co_return Error{"cannot write: the channel is closed"};
    const ssize_t count = self->write_once(text);
    if (count > 0) {
      text.remove_prefix(static_cast<std::size_t>(count));
    } else if (count == 0) {
      co_await self->sink.wait();
    } else if (errno != EINTR) {
      co_return Error{"cannot write: " + os::system_text(errno)};
    }
  }
  co_return Result<void>();
}

ssize_t LineWriter::State::write_once(std::string_view text) noexcept {
  const int fd = sink.descriptor();
  if (fd < 0) return 0;  // it is still to come
  ssize_t count = 0;
  if (mode == Mode::socket) {
    count = ::send(fd, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  } else if (mode == Mode::polite) {
    pollfd room{fd, POLLOUT, 0};
    if (::poll(&room, 1, 0) == 0) return 0;
    // A pipe that is ready has room for this much; more might block.
    count = ::write(fd, text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
  } else {
    count = ::write(fd, text.data(), text.size());
  }
  if (count > 0) written += static_cast<std::uint64_t>(count);
  if (count < 0 && (errno == EPIPE || errno == ECONNRESET)) peer_gone = true;
  return count < 0 && errno == EAGAIN ? 0 : count;
}

asio::awaitable<bool> LineWriter::State::wait_hang_up(std::shared_ptr<State> self) {
  if (self->mode != Mode::non_blocking) co_return false;
  co_return co_await self->sink.wait_hang_up();
}

LineWriter::LineWriter(const asio::any_io_executor& executor, os::Descriptor descriptor, Mode mode)
    : state_(std::make_shared<State>(executor, std::move(descriptor), mode)) {
  ignore_sigpipe();
}

LineWriter::LineWriter(const asio::any_io_executor& executor) : state_(std::make_shared<State>(executor)) {
  ignore_sigpipe();
}

void LineWriter::open(os::Descriptor socket) {
  state_->sink.open(std::move(socket));
}

LineWriter::LineWriter(LineWriter&&) noexcept = default;

LineWriter::~LineWriter() {
  if (state_) close();
}

asio::awaitable<Result<void>> LineWriter::write(std::string_view text) {
  return State::write(state_, text);
}

asio::awaitable<bool> LineWriter::wait_hang_up() {
  return State::wait_hang_up(state_);
}

std::size_t LineWriter::write_now(std::string_view text) {
  if (!state_->sink.is_open() || text.empty()) return 0;
  return static_cast<std::size_t>(std::max<ssize_t>(state_->write_once(text), 0));
}

std::uint64_t LineWriter::written() const noexcept {
  return state_->written;
}

std::size_t LineWriter::unread() const noexcept {
  int bytes = 0;
  if (!is_open() || state_->mode == Mode::socket || ::ioctl(state_->sink.descriptor(), FIONREAD, &bytes) != 0)
    return 0;
  return static_cast<std::size_t>(bytes);
}

bool LineWriter::peer_gone() const noexcept {
  return state_->peer_gone;
}

void LineWriter::close() noexcept {
  state_->sink.close();
}

bool LineWriter::is_open() const noexcept {
  return state_->sink.is_open();
}

}  // namespace polyglot::process
