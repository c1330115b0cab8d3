// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include <boost/asio/error.hpp>

#include <polyglot/process/line_channel.hpp>
#include <polyglot/process/stdio.hpp>

#include "process/byte_stream.hpp"

namespace polyglot::process {

namespace asio = boost::asio;

// ---- Reading ----------------------------------------------------------------------------------------------

LineReader::LineReader(std::unique_ptr<ByteStream> stream, Lines lines, std::size_t max_line)
    : stream_(std::move(stream)), lines_(lines), max_line_(max_line), at_end_(!stream_) {}

LineReader::~LineReader() = default;

asio::awaitable<Result<std::string_view>> LineReader::read_lines() {
  const auto self = shared_from_this();
  while (!at_end_) {
    make_room();
    ByteStream::ErrorCode error;
    const std::span<char> room(buffer_.data() + end_, kReadSize);
    std::size_t count = co_await stream_->read_some(room, error);
    if (at_end_) break;  // close() was called
    if (error) end();
    if (error && !is_end_of_peer(error)) co_return Error{"cannot read: " + error.message()};
    if (error) break;
    if (lines_ == Lines::messages) count = trim_messages(count);
    const std::string_view block = complete_lines(count);
    if (!block.empty()) co_return block;
    if (end_ - begin_ > max_line_) {
      close();
      co_return Error{"a line is longer than " + std::to_string(max_line_) + " bytes"};
    }
  }
  co_return last_line();
}

void LineReader::make_room() {
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
            buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
  end_ -= std::exchange(begin_, 0);
  const std::size_t needed = end_ + kReadSize;
  if (needed > buffer_.size()) {
    buffer_.resize(std::max(needed, 2 * buffer_.size()));
  } else if (buffer_.size() > 4 * kReadSize && needed <= 2 * kReadSize) {
    buffer_.resize(2 * kReadSize);
    buffer_.shrink_to_fit();
  }
}

/// Turns the `fresh` bytes after `end_` into messages. Returns how many bytes remain.
std::size_t LineReader::trim_messages(std::size_t fresh) noexcept {
  char* const first = buffer_.data() + end_;
  char* to = first;
  for (const char* from = first; from != first + fresh; ++from) {
    const bool ends = *from == '\n' || *from == '\r';
    const bool kept = ends ? message_length_ > 0 : message_length_ < max_line_;
    if (kept) *to++ = ends ? '\n' : *from;
    message_length_ = ends ? 0 : message_length_ + 1;
  }
  return static_cast<std::size_t>(to - first);
}

std::string_view LineReader::complete_lines(std::size_t fresh) noexcept {
  const char* const start = buffer_.data();
  const std::size_t newline = std::string_view(start + end_, fresh).rfind('\n');
  const std::size_t line_end = end_ + newline + 1;
  end_ += fresh;
  if (lines_ == Lines::bytes) return {start, begin_ = end_};
  if (newline == std::string_view::npos) return {};
  return {start, begin_ = line_end};
}

std::string_view LineReader::last_line() noexcept {
  const std::size_t begin = std::exchange(begin_, end_);
  return {buffer_.data() + begin, end_ - begin};
}

void LineReader::end() noexcept {
  at_end_ = true;
  if (stream_) stream_->close();
}

void LineReader::close() noexcept {
  end();
  begin_ = end_;
}

asio::awaitable<bool> LineReader::wait_hang_up() {
  const auto self = shared_from_this();
  const bool hung_up = stream_ && co_await stream_->wait_hang_up();
  co_return hung_up;
}

// ---- Writing ----------------------------------------------------------------------------------------------

LineWriter::LineWriter(std::unique_ptr<ByteStream> stream) : stream_(std::move(stream)) {
  survive_failed_writes();
}

LineWriter::~LineWriter() = default;

asio::awaitable<Result<void>> LineWriter::write(std::string_view text) {
  const auto self = shared_from_this();
  while (!text.empty()) {
    if (is_closed_) co_return Error{"cannot write: the channel is closed"};
    ByteStream::ErrorCode error;
    const std::size_t count = co_await stream_->write_some(text, error);
    if (is_closed_) continue;
    peer_gone_ = peer_gone_ || (error && is_end_of_peer(error));
    if (error) co_return Error{"cannot write: " + error.message()};
    written_ += count;
    text.remove_prefix(count);
  }
  co_return Result<void>();
}

std::size_t LineWriter::write_now(std::string_view text) {
  if (is_closed_ || text.empty()) return 0;
  ByteStream::ErrorCode error;  // the next write() reports it
  const std::size_t count = stream_->write_now(text, error);
  peer_gone_ = peer_gone_ || (error && is_end_of_peer(error));
  written_ += count;
  return count;
}

asio::awaitable<bool> LineWriter::wait_hang_up() {
  const auto self = shared_from_this();
  const bool hung_up = co_await stream_->wait_hang_up();
  co_return hung_up && !is_closed_;
}

std::size_t LineWriter::unread() const noexcept {
  return is_closed_ ? 0 : stream_->unread();
}

void LineWriter::close() noexcept {
  is_closed_ = true;
  stream_->close();
}

}  // namespace polyglot::process
