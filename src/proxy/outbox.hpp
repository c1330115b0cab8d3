// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include <boost/asio/awaitable.hpp>

#include <polyglot/process/event.hpp>
#include <polyglot/process/line_channel.hpp>
#include <polyglot/result.hpp>

namespace polyglot::proxy {

/// Text on its way to one peer. Its order is fixed when it is taken, however long the writing takes. Whoever
/// causes more text looks at size() before, which is the back-pressure.
class Outbox {
 public:
  /// `changed` happens when all has been written, or cannot be.
  Outbox(process::LineWriter& writer, process::Event& changed) : writer_(writer), changed_(changed) {}

  /// Takes `text` over and writes what can be written at once. Afterwards its contents are of no meaning: a
  /// large block changes hands uncopied. True if somebody has to run write_rest() now.
  [[nodiscard]] bool take(std::string& text);
  /// Writes until nothing is left. Error: the peer takes no more; all further text is dropped.
  [[nodiscard]] boost::asio::awaitable<Result<void>> write_rest();

  /// Bytes that have not been written; of a block that is being written, all.
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
