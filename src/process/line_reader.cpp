// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include <polyglot/process/event.hpp>
#include <polyglot/process/line_channel.hpp>

#include "process/byte_stream.hpp"
#include "process/raw_io.hpp"

namespace polyglot::process {

namespace asio = boost::asio;

/// The buffer holds the lines returned last, which the next call drops. After them, [begin, end) is the start
/// of an incomplete line.
struct LineReader::State {
  State(const asio::any_io_executor& executor, std::unique_ptr<ByteStream> its_stream, Lines what,
        std::size_t limit)
      : stream(std::move(its_stream)), opened(executor), max_line(limit), lines(what) {}

  static asio::awaitable<Result<std::string_view>> read_lines(std::shared_ptr<State> self);
  void make_room();
  void resize(std::size_t size);
  std::size_t trim_messages(std::size_t fresh) noexcept;
  std::string_view complete_lines(std::size_t fresh) noexcept;
  std::string_view last_line() noexcept;
  void close() noexcept;

  std::unique_ptr<ByteStream> stream;  ///< null until open()
  Event opened;                        ///< happens at open() and close()
  std::size_t max_line;
  Lines lines;
  std::size_t message_length = 0;  ///< length of the current message before it is cut
  std::unique_ptr<char[]> buffer;
  std::size_t capacity = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
  bool at_end = false;
};

asio::awaitable<Result<std::string_view>> LineReader::State::read_lines(std::shared_ptr<State> self) {
  while (!self->stream && !self->at_end) co_await self->opened.wait();
  while (!self->at_end) {
    self->make_room();
    boost::system::error_code error;
    const std::span<char> room(self->buffer.get() + self->end, kReadSize);
    std::size_t count = co_await self->stream->read_some(room, error);
    if (self->at_end) break;  // close() was called
    if (error) self->close();
    if (error && !is_end_of_peer(error)) co_return Error{"cannot read: " + error.message()};
    if (error) break;
    if (self->lines == Lines::messages) count = self->trim_messages(count);
    const std::string_view block = self->complete_lines(count);
    if (!block.empty()) co_return block;
    if (self->end - self->begin > self->max_line) {
      self->close();
      self->begin = self->end;
      co_return Error{"a line is longer than " + std::to_string(self->max_line) + " bytes"};
    }
  }
  co_return self->last_line();
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

/// Turns the `fresh` bytes after `end` into messages. Returns how many bytes remain.
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
  const std::size_t newline = std::string_view(start + end, fresh).rfind('\n');
  const std::size_t line_end = end + newline + 1;
  end += fresh;
  if (lines == Lines::bytes) return {start, begin = end};
  if (newline == std::string_view::npos) return {};
  return {start, begin = line_end};
}

std::string_view LineReader::State::last_line() noexcept {
  const std::string_view line(buffer.get() + begin, end - begin);
  begin = end;
  return line;
}

void LineReader::State::close() noexcept {
  at_end = true;
  if (stream) stream->close();
  opened.happen();
}

LineReader::LineReader(const asio::any_io_executor& executor, std::unique_ptr<ByteStream> stream, Lines lines,
                       std::size_t max_line)
    : state_(std::make_shared<State>(executor, std::move(stream), lines, max_line)) {
  state_->at_end = !state_->stream;
}

LineReader::LineReader(const asio::any_io_executor& executor)
    : state_(std::make_shared<State>(executor, nullptr, Lines::protocol, kDefaultMaxLine)) {}

void LineReader::open(std::unique_ptr<ByteStream> stream) {
  if (state_->at_end) return;
  state_->stream = std::move(stream);
  state_->opened.happen();
}

LineReader::LineReader(LineReader&&) noexcept = default;

LineReader::~LineReader() {
  if (state_) close();
}

asio::awaitable<Result<std::string_view>> LineReader::read_lines() {
  return State::read_lines(state_);
}

asio::awaitable<bool> LineReader::wait_hang_up() {
  const auto state = state_;  // keeps the state if this reader is destroyed meanwhile
  while (!state->stream && !state->at_end) co_await state->opened.wait();
  if (!state->stream) co_return false;
  co_return co_await state->stream->wait_hang_up();
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
