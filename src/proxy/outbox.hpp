// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include <boost/asio/awaitable.hpp>

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
  [[nodiscard]] bool take(std::string& text);
  /// Writes until the queue is empty. Error: the peer accepts no more; all further text is dropped.
  [[nodiscard]] boost::asio::awaitable<Result<void>> write_rest();

  /// Returns the number of unwritten bytes. They include all bytes of a block that is being written.
  [[nodiscard]] std::size_t size() const noexcept { return waiting_.size() + in_flight_.size(); }
  [[nodiscard]] bool idle() const noexcept { return size() == 0; }

 private:
  enum class State { free, writing, broken };

  process::LineWriter& writer_;
  process::Event& changed_;
  std::string waiting_;
  std::string in_flight_;
  State state_ = State::free;
};

}  // namespace polyglot::proxy
