#pragma once

#include <chrono>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

namespace polyglot::proxy {

/// Something that happens, once or again. One coroutine at a time may wait for it.
class Event {
 public:
  explicit Event(const boost::asio::any_io_executor& executor) : limit_(executor) {}

  void happen() { limit_.cancel(); }

  /// Returns when it happens next, or after `limit`.
  [[nodiscard]] boost::asio::awaitable<void> wait(std::chrono::milliseconds limit);

 private:
  boost::asio::steady_timer limit_;
};

}  // namespace polyglot::proxy
