// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/process/line_channel.hpp>

namespace polyglot::process {

/// Owns a descriptor and waits until it can be read or written.
///
/// Asio makes each descriptor that it waits for non-blocking, and with it the open file description. One
/// that is shared is therefore put into an epoll set of its own, and Asio is given the set to wait for.
class Readiness {
 public:
  enum class Event : std::uint8_t {
    readable,
    writable,
    hang_up,  ///< the peer closed its end, unread data or not; for shared descriptors only
  };

  Readiness(const boost::asio::any_io_executor& executor, os::Descriptor descriptor, Event event,
            Sharing sharing);

  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
  [[nodiscard]] bool is_open() const noexcept { return descriptor_ >= 0; }
  [[nodiscard]] boost::asio::any_io_executor executor() { return waited_.get_executor(); }

  /// False for a file or device, which never makes one wait.
  [[nodiscard]] bool can_wait() const noexcept { return !always_ready_; }

  /// One turn of the loop at least. Returns once close() is called. Throws, as Asio's operations do, when the
  /// coroutine is cancelled through Asio's cancellation.
  [[nodiscard]] boost::asio::awaitable<void> wait();

  /// One read(2) as soon as there is something to read. 0 at the end of the data, after close(), or with
  /// `failure` set. Cancelled, it throws as wait() does.
  ///
  /// For a descriptor of our own a flood costs less than with wait() and a read: Asio re-arms its epoll set
  /// for each wait; for a read it tries at once and waits only if there is nothing.
  [[nodiscard]] boost::asio::awaitable<std::size_t> read(std::span<char> to,
                                                         boost::system::error_code& failure);

  /// Waits until the peer has closed its end of a descriptor of our own that is written to. True then; false
  /// once close() is called.
  [[nodiscard]] boost::asio::awaitable<bool> wait_hang_up();

  /// Ends whatever is pending.
  void close() noexcept;

 private:
  void watch_shared(Event event);

  int descriptor_;
  os::Descriptor shared_;  ///< the descriptor, if it is not in waited_
  boost::asio::posix::stream_descriptor waited_;
  boost::asio::posix::descriptor_base::wait_type wait_type_;
  bool always_ready_ = false;  ///< a file or device that epoll refuses
};

}  // namespace polyglot::process
