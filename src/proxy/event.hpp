#pragma once

#include <chrono>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace polyglot::proxy {

/// Something that happens, once or again. One coroutine at a time may wait for it.
class Event {
 public:
  explicit Event(const boost::asio::any_io_executor& executor) : limit_(executor) {}

  void happen() { limit_.cancel(); }

  /// Returns when it happens next, or after `limit`.
  [[nodiscard]] boost::asio::awaitable<void> wait(std::chrono::milliseconds limit) {
    limit_.expires_after(limit);
    boost::system::error_code happened;
    co_await limit_.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, happened));
  }

 private:
  boost::asio::steady_timer limit_;
};

}  // namespace polyglot::proxy
