#include "proxy/outbox.hpp"
#include <utility>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace polyglot::proxy {
namespace {

namespace asio = boost::asio;

/// Buffers that a giant line has blown up are given back.
constexpr std::size_t kKeptCapacity = 256UL * 1024;

void reset(std::string& buffer) {
  buffer.clear();
  if (buffer.capacity() > kKeptCapacity) buffer.shrink_to_fit();
}

}  // namespace

Outbox::Outbox(const asio::any_io_executor& executor, process::LineWriter& writer)
    : writer_(writer), write_ended_(executor, asio::steady_timer::time_point::max()), idle_(executor) {}

void Outbox::take(std::string& text) {
  if (broken_) return;
  if (!waiting_.empty()) {
    waiting_ += text;
    return;
  }
  std::swap(waiting_, text);
  if (!writing_) waiting_.erase(0, writer_.write_now(waiting_));
}

asio::awaitable<bool> Outbox::flush() {
  while (writing_) {
    boost::system::error_code cancelled;
    co_await write_ended_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
  }
  while (!waiting_.empty() && !broken_) {
    writing_ = true;
    std::swap(waiting_, in_flight_);
    const Result<void> written = co_await writer_.write(in_flight_);
    broken_ = !written;
    writing_ = false;
    reset(in_flight_);
    write_ended_.cancel();
  }
  if (broken_) reset(waiting_);
  idle_.happen();
  co_return !broken_;
}

asio::awaitable<void> Outbox::wait_until_idle(std::chrono::milliseconds limit) {
  if (!idle()) co_await idle_.wait(limit);
}

}  // namespace polyglot::proxy
