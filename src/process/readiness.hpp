// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/process/loop.hpp>

#include "process/poller.hpp"

namespace polyglot::process {

/// Owns a descriptor. Waits until it can be read or written, or until the peer has closed its end.
///
/// It never changes the descriptor or its blocking mode. The loop keeps the last request, so that repeated
/// waits register the descriptor only once. Two coroutines may wait at once, one in wait() and one in
/// wait_hang_up().
class Readiness final : private Poller::Source {
 public:
  enum class Event : std::uint8_t { readable, writable };

  Readiness(const boost::asio::any_io_executor& executor, os::Descriptor descriptor, Event event);
  /// open() sets the descriptor later. Until then, wait() does not return.
  Readiness(const boost::asio::any_io_executor& executor, Event event);
  void open(os::Descriptor descriptor) noexcept;
  ~Readiness() override { close(); }
  Readiness(const Readiness&) = delete;
  Readiness& operator=(const Readiness&) = delete;

  [[nodiscard]] const os::Descriptor& descriptor() const noexcept { return descriptor_; }
  [[nodiscard]] bool is_open() const noexcept { return is_to_come_ || descriptor_; }

  /// Waits for the event, and at least one turn of the loop, so that other coroutines run between blocks of a
  /// file. close() ends the wait, too. If others read the descriptor, it may already be empty again.
  [[nodiscard]] boost::asio::awaitable<void> wait();

  /// Returns true when the peer has closed its end, even if data is unread. Returns false when close() is
  /// called, and at once for a file or device, which has no peer.
  [[nodiscard]] boost::asio::awaitable<bool> wait_hang_up();

  /// Ends all pending waits.
  void close() noexcept;

 private:
  void happened(unsigned events) override;
  [[nodiscard]] unsigned wanted() const noexcept;
  bool watch(unsigned events);

  Loop& loop_;
  os::Descriptor descriptor_;
  unsigned event_;             ///< the event that wait() waits for
  bool is_to_come_ = false;    ///< open() has not been called yet
  bool watched_ = false;       ///< the descriptor is in the loop's set
  bool always_ready_ = false;  ///< a file or device, which cannot be in a set
  unsigned events_ = 0;        ///< the events in the set
  Loop::Waiter* for_event_ = nullptr;
  Loop::Waiter* for_hang_up_ = nullptr;
};

}  // namespace polyglot::process
