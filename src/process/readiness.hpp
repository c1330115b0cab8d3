// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/process/loop.hpp>

#include "process/poller.hpp"

namespace polyglot::process {

/// Owns a descriptor and waits until it can be read or written, and until the peer has closed its end.
///
/// It looks at the descriptor and changes nothing, whether it blocks included. The loop's set keeps what was
/// waited for last, so that a descriptor that is waited for again and again is registered once. Two
/// coroutines may wait, one for each of wait() and wait_hang_up().
class Readiness final : private Poller::Source {
 public:
  enum class Event : std::uint8_t { readable, writable };

  Readiness(const boost::asio::any_io_executor& executor, os::Descriptor descriptor, Event event);
  /// For a descriptor that is still to come: wait() returns when it is there.
  Readiness(const boost::asio::any_io_executor& executor, Event event);
  void open(os::Descriptor descriptor) noexcept;
  ~Readiness() override { close(); }
  Readiness(const Readiness&) = delete;
  Readiness& operator=(const Readiness&) = delete;

  [[nodiscard]] const os::Descriptor& descriptor() const noexcept { return descriptor_; }
  [[nodiscard]] bool is_open() const noexcept { return is_to_come_ || descriptor_; }

  /// One turn of the loop at least: others get theirs between two blocks of a long file, which never makes
  /// one wait. Returns once close() is called. A descriptor that others read as well may be empty again by
  /// then.
  [[nodiscard]] boost::asio::awaitable<void> wait();

  /// Waits until the peer has closed its end, unread data or not. True then; false once close() is called, or
  /// at once for a file or device, which has no peer.
  [[nodiscard]] boost::asio::awaitable<bool> wait_hang_up();

  /// Ends whatever is pending.
  void close() noexcept;

 private:
  void happened(unsigned events) override;
  [[nodiscard]] unsigned wanted() const noexcept;
  bool watch(unsigned events);

  Loop& loop_;
  os::Descriptor descriptor_;
  unsigned event_;             ///< that wait() is for
  bool is_to_come_ = false;    ///< open() will be called
  bool watched_ = false;       ///< is in the loop's set
  bool always_ready_ = false;  ///< a file or device that no set takes
  unsigned events_ = 0;        ///< for which it is in the set
  Loop::Waiter* for_event_ = nullptr;
  Loop::Waiter* for_hang_up_ = nullptr;
};

}  // namespace polyglot::process
