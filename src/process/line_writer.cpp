// SPDX-License-Identifier: MIT
#include <polyglot/process/line_channel.hpp>
#include <polyglot/process/stdio.hpp>

#include "process/readiness.hpp"
#include "process/stream.hpp"

namespace polyglot::process {

namespace asio = boost::asio;

struct LineWriter::State {
  State(const asio::any_io_executor& executor, os::Descriptor fd, Mode how)
      : sink(executor, std::move(fd), Readiness::Event::writable), mode(how) {}

  explicit State(const asio::any_io_executor& executor)
      : sink(executor, Readiness::Event::writable), mode(Mode::socket) {}

  static asio::awaitable<Result<void>> write(std::shared_ptr<State> self, std::string_view text);
  static asio::awaitable<bool> wait_hang_up(std::shared_ptr<State> self);
  [[nodiscard]] Moved write_once(std::string_view text) noexcept;

  Readiness sink;
  Mode mode;
  std::uint64_t written = 0;  ///< bytes
  bool peer_gone = false;
};

asio::awaitable<Result<void>> LineWriter::State::write(std::shared_ptr<State> self, std::string_view text) {
  while (!text.empty()) {
    if (!self->sink.is_open()) co_return Error{"cannot write: the channel is closed"};
    const Moved gone = self->write_once(text);
    if (gone.error) co_return Error{"cannot write: " + gone.error.message()};
    text.remove_prefix(gone.bytes);
    if (gone.outcome == Moved::Outcome::none_yet) co_await self->sink.wait();
  }
  co_return Result<void>();
}

Moved LineWriter::State::write_once(std::string_view text) noexcept {
  if (!sink.descriptor()) return {};  // open() has not been called yet
  const Moved gone = write_some(sink.descriptor(), mode, text);
  written += gone.bytes;
  if (gone.outcome == Moved::Outcome::end) peer_gone = true;
  return gone;
}

asio::awaitable<bool> LineWriter::State::wait_hang_up(std::shared_ptr<State> self) {
  if (self->mode != Mode::non_blocking && self->mode != Mode::polite) co_return false;
  co_return co_await self->sink.wait_hang_up();
}

LineWriter::LineWriter(const asio::any_io_executor& executor, os::Descriptor descriptor, Mode mode)
    : state_(std::make_shared<State>(executor, std::move(descriptor), mode)) {
  survive_failed_writes();
}

LineWriter::LineWriter(const asio::any_io_executor& executor) : state_(std::make_shared<State>(executor)) {
  survive_failed_writes();
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
  return state_->write_once(text).bytes;
}

std::uint64_t LineWriter::written() const noexcept {
  return state_->written;
}

std::size_t LineWriter::unread() const noexcept {
  return is_open() && state_->mode != Mode::socket ? unread_bytes(state_->sink.descriptor()) : 0;
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
