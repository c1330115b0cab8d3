// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/process/event.hpp>
#include <polyglot/process/line_channel.hpp>
#include <polyglot/result.hpp>

namespace polyglot::proxy {

/// Queues text for one peer in the order of take(). Callers check size() before they cause more text, so that
/// the queue stays short.
class Outbox {
 public:
  /// `changed` happens when everything has been written, or writing has failed.
  Outbox(process::LineWriter& writer, process::Event& changed) : writer_(writer), changed_(changed) {}

  /// Takes `text` and writes what can be written at once. Afterwards the contents of `text` are unspecified,
  /// because a large block is moved and not copied. Returns true if the caller must run write_rest() now.
  [[nodiscard]] bool take(std::string& text) {
    if (is_broken_) return false;
    if (!idle()) {
      waiting_ += text;
      return false;
    }
    std::swap(waiting_, text);
    waiting_.erase(0, writer_.write_now(waiting_));
    return !waiting_.empty();
  }

  /// Writes until the queue is empty. Error: the peer accepts no more; all further text is dropped.
  [[nodiscard]] boost::asio::awaitable<Result<void>> write_rest() {
    Result<void> written;
    while (!waiting_.empty() && written) {
      std::swap(waiting_, in_flight_);
      written = co_await writer_.write(in_flight_);
      reset(in_flight_);
    }
    reset(waiting_);
    is_broken_ = !written;
    changed_.happen();
    co_return written;
  }

  /// Returns the number of unwritten bytes. They include all bytes of a block that is being written.
  [[nodiscard]] std::size_t size() const noexcept { return waiting_.size() + in_flight_.size(); }
  [[nodiscard]] bool idle() const noexcept { return size() == 0; }

 private:
  static void reset(std::string& buffer) {
    // Only a very long line needs larger buffers, so we free them.
    constexpr std::size_t kKeptCapacity = 256UL * 1024;
    buffer.clear();
    if (buffer.capacity() > kKeptCapacity) buffer.shrink_to_fit();
  }

  process::LineWriter& writer_;
  process::Event& changed_;
  std::string waiting_;
  std::string in_flight_;
  bool is_broken_ = false;  ///< the peer accepts no more
};

}  // namespace polyglot::proxy
