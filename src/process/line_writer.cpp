// SPDX-License-Identifier: MIT
#include <utility>

#include <polyglot/process/event.hpp>
#include <polyglot/process/line_channel.hpp>
#include <polyglot/process/stdio.hpp>

#include "process/byte_stream.hpp"
#include "process/raw_io.hpp"

namespace polyglot::process {

namespace asio = boost::asio;

struct LineWriter::State {
  State(const asio::any_io_executor& executor, std::unique_ptr<ByteStream> its_stream)
      : stream(std::move(its_stream)), opened(executor) {}

  static asio::awaitable<Result<void>> write(std::shared_ptr<State> self, std::string_view text);
  static asio::awaitable<bool> wait_hang_up(std::shared_ptr<State> self);

  std::unique_ptr<ByteStream> stream;  ///< null until open()
  Event opened;                        ///< happens at open() and close()
  bool is_closed = false;
  std::uint64_t written = 0;  ///< bytes
  bool peer_gone = false;
};

asio::awaitable<Result<void>> LineWriter::State::write(std::shared_ptr<State> self, std::string_view text) {
  while (!self->stream && !self->is_closed) co_await self->opened.wait();
  while (!text.empty()) {
    if (self->is_closed) co_return Error{"cannot write: the channel is closed"};
    boost::system::error_code error;
    const std::size_t count = co_await self->stream->write_some(text, error);
    if (self->is_closed) continue;
    self->peer_gone = self->peer_gone || (error && is_end_of_peer(error));
    if (error) co_return Error{"cannot write: " + error.message()};
    self->written += count;
    text.remove_prefix(count);
  }
  co_return Result<void>();
}

asio::awaitable<bool> LineWriter::State::wait_hang_up(std::shared_ptr<State> self) {
  while (!self->stream && !self->is_closed) co_await self->opened.wait();
  if (!self->stream) co_return false;
  const bool hung_up = co_await self->stream->wait_hang_up();
  co_return hung_up && !self->is_closed;
}

LineWriter::LineWriter(const asio::any_io_executor& executor, std::unique_ptr<ByteStream> stream)
    : state_(std::make_shared<State>(executor, std::move(stream))) {
  survive_failed_writes();
}

LineWriter::LineWriter(const asio::any_io_executor& executor) : LineWriter(executor, nullptr) {}

void LineWriter::open(std::unique_ptr<ByteStream> stream) {
  if (state_->is_closed) return;
  state_->stream = std::move(stream);
  state_->opened.happen();
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
  if (state_->is_closed || !state_->stream || text.empty()) return 0;
  boost::system::error_code error;  // the next write() reports it
  const std::size_t count = state_->stream->write_now(text, error);
  state_->peer_gone = state_->peer_gone || (error && is_end_of_peer(error));
  state_->written += count;
  return count;
}

std::uint64_t LineWriter::written() const noexcept {
  return state_->written;
}

std::size_t LineWriter::unread() const noexcept {
  return is_open() && state_->stream ? state_->stream->unread() : 0;
}

bool LineWriter::peer_gone() const noexcept {
  return state_->peer_gone;
}

void LineWriter::close() noexcept {
  state_->is_closed = true;
  if (state_->stream) state_->stream->close();
  state_->opened.happen();
}

bool LineWriter::is_open() const noexcept {
  return !state_->is_closed;
}

}  // namespace polyglot::process
