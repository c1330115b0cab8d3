// SPDX-License-Identifier: MIT
#include "proxy/outbox.hpp"
#include <utility>

namespace polyglot::proxy {
namespace {

/// Only a very long line needs larger buffers, so we free them.
constexpr std::size_t kKeptCapacity = 256UL * 1024;

void reset(std::string& buffer) {
  buffer.clear();
  if (buffer.capacity() > kKeptCapacity) buffer.shrink_to_fit();
}

}  // namespace

bool Outbox::take(std::string& text) {
  if (state_ == State::broken) return false;
  if (state_ == State::writing) {
    waiting_ += text;
    return false;
  }
  std::swap(waiting_, text);
  waiting_.erase(0, writer_.write_now(waiting_));
  if (waiting_.empty()) return false;
  state_ = State::writing;
  return true;
}

boost::asio::awaitable<Result<void>> Outbox::write_rest() {
  Result<void> written;
  while (!waiting_.empty() && written) {
    std::swap(waiting_, in_flight_);
    written = co_await writer_.write(in_flight_);
    reset(in_flight_);
  }
  reset(waiting_);
  state_ = written ? State::free : State::broken;
  changed_.happen();
  co_return written;
}

}  // namespace polyglot::proxy
