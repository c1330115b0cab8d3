// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/types.h>
#include <unistd.h>

#include <polyglot/os/error.hpp>
#include <polyglot/process/line_channel.hpp>

#include "process/readiness.hpp"

namespace polyglot::process {

namespace asio = boost::asio;

/// The buffer holds, from begin to end: what was handed out last and is forgotten at the next call,
/// then [begin, end) the start of a line that is not complete yet.
struct LineReader::State {
  State(const asio::any_io_executor& executor, os::Descriptor fd, Sharing sharing, std::size_t limit,
        Lines what)
      : source(executor, std::move(fd), Readiness::Event::readable, sharing), max_line(limit), lines(what) {}

  static asio::awaitable<Result<std::string_view>> read_lines(std::shared_ptr<State> self);
  static asio::awaitable<bool> wait_hang_up(std::shared_ptr<State> self);
  void make_room();
  void resize(std::size_t size);
  std::size_t trim_messages(std::size_t fresh) noexcept;
  std::string_view complete_lines(std::size_t fresh) noexcept;
  std::string_view last_line() noexcept;
  void close() noexcept;

  Readiness source;
  std::optional<Readiness> hang_up;  ///< while wait_hang_up() is pending
  std::size_t max_line;
  Lines lines;
  std::size_t message_length = 0;  ///< of the message that is being read, before it is cut
  std::unique_ptr<char[]> buffer;
  std::size_t capacity = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
  bool at_end = false;
};

asio::awaitable<Result<std::string_view>> LineReader::State::read_lines(std::shared_ptr<State> self) {
  while (!self->at_end && self->source.is_open()) {
    self->make_room();
    boost::system::error_code failure;
    std::size_t count = co_await self->source.read({self->buffer.get() + self->end, kReadSize}, failure);
    if (failure) {
      self->close();
      // A terminal that hung up and a peer that reset its socket are ends like any other.
      if (failure.value() == EIO || failure.value() == ECONNRESET) break;
      co_return Error{"cannot read: " + os::system_text(failure.value())};
    }
    if (count == 0) break;
    if (self->lines == Lines::messages) count = self->trim_messages(count);
    const std::string_view block = self->complete_lines(count);
    if (!block.empty()) co_return block;
    if (self->end - self->begin > self->max_line) {
      self->close();
      self->begin = self->end;
      co_return Error{"a line is longer than " + std::to_string(self->max_line) + " bytes"};
    }
  }
  self->at_end = true;
  co_return self->last_line();
}

asio::awaitable<bool> LineReader::State::wait_hang_up(std::shared_ptr<State> self) {
  // A set of its own: beside a pending wait Asio would try no read at once.
  os::Descriptor copy(::fcntl(self->source.descriptor(), F_DUPFD_CLOEXEC, 0));
  if (!copy) co_return false;
  self->hang_up.emplace(self->source.executor(), std::move(copy), Readiness::Event::hang_up, Sharing::shared);
  if (!self->hang_up->can_wait()) co_return false;
  co_await self->hang_up->wait();
  const bool hung_up = self->hang_up->is_open();
  self->hang_up.reset();
  co_return hung_up;
}

void LineReader::State::make_room() {
  const std::size_t kept = end - begin;
  if (begin > 0 && kept > 0) std::memmove(buffer.get(), buffer.get() + begin, kept);
  begin = 0;
  end = kept;
  const std::size_t needed = kept + kReadSize;
  if (needed > capacity) {
    resize(capacity == 0 ? needed : std::max(needed, capacity * 2));
  } else if (capacity > 4 * kReadSize && needed <= 2 * kReadSize) {
    resize(2 * kReadSize);
  }
}

void LineReader::State::resize(std::size_t size) {
  auto larger = std::make_unique_for_overwrite<char[]>(size);
  if (end > 0) std::memcpy(larger.get(), buffer.get(), end);
  buffer = std::move(larger);
  capacity = size;
}

/// Makes messages of the `fresh` bytes behind `end`; how many remain.
std::size_t LineReader::State::trim_messages(std::size_t fresh) noexcept {
  char* const first = buffer.get() + end;
  char* to = first;
  for (const char* from = first; from != first + fresh; ++from) {
    const bool ends = *from == '\n' || *from == '\r';
    const bool kept = ends ? message_length > 0 : message_length < max_line;
    if (kept) *to++ = ends ? '\n' : *from;
    message_length = ends ? 0 : message_length + 1;
  }
  return static_cast<std::size_t>(to - first);
}

std::string_view LineReader::State::complete_lines(std::size_t fresh) noexcept {
  const char* const start = buffer.get();
  const void* const newline = ::memrchr(start + end, '\n', fresh);
  end += fresh;
  if (newline == nullptr) return {};
  begin = static_cast<std::size_t>(static_cast<const char*>(newline) - start) + 1;
  return {start, begin};
}

std::string_view LineReader::State::last_line() noexcept {
  const std::string_view line(buffer.get() + begin, end - begin);
  begin = end;
  return line;
}

void LineReader::State::close() noexcept {
  if (hang_up) hang_up->close();
  source.close();
  at_end = true;
}

LineReader::LineReader(const asio::any_io_executor& executor, os::Descriptor descriptor, Sharing sharing,
                       std::size_t max_line, Lines lines)
    : state_(std::make_shared<State>(executor, std::move(descriptor), sharing, max_line, lines)) {}

LineReader::LineReader(LineReader&&) noexcept = default;

LineReader::~LineReader() {
  if (state_) close();
}

asio::awaitable<Result<std::string_view>> LineReader::read_lines() {
  return State::read_lines(state_);
}

asio::awaitable<bool> LineReader::wait_hang_up() {
  return State::wait_hang_up(state_);
}

bool LineReader::at_end() const noexcept {
  return state_->at_end;
}

std::size_t LineReader::capacity() const noexcept {
  return state_->capacity;
}

void LineReader::close() noexcept {
  state_->close();
  state_->begin = state_->end;
}

}  // namespace polyglot::process
