#pragma once

#include <chrono>
#include <string>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include <polyglot/process/line_channel.hpp>

#include "proxy/event.hpp"

namespace polyglot::proxy {

/// Text on its way to one peer. Its order is fixed when it is added, whoever writes it and however long
/// that takes; awaiting flush() is the back-pressure on its source.
class Outbox {
 public:
  Outbox(const boost::asio::any_io_executor& executor, process::LineWriter& writer);

  /// Adds `text` and writes what can be written at once. Afterwards its contents are of no meaning: a large
  /// block changes hands uncopied.
  void take(std::string& text);
  /// All that was added has been written.
  [[nodiscard]] bool idle() const noexcept { return !writing_ && waiting_.empty(); }
  /// Returns when all that was added has been written or cannot be: false if the peer is gone.
  [[nodiscard]] boost::asio::awaitable<bool> flush();
  /// Returns when nothing is left to write, or after `limit`. For one coroutine at a time.
  [[nodiscard]] boost::asio::awaitable<void> wait_until_idle(std::chrono::milliseconds limit);

 private:
  process::LineWriter& writer_;
  boost::asio::steady_timer write_ended_;  ///< never expires, is cancelled when a write ends
  Event idle_;
  std::string waiting_;
  std::string in_flight_;
  bool writing_ = false;
  bool broken_ = false;
};

}  // namespace polyglot::proxy
