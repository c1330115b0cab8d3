// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include <polyglot/os/descriptor.hpp>

namespace polyglot::process {

/// Waits until something happens to one of many descriptors.
class Poller {
 public:
  /// What is waited for at a descriptor, and what has happened to it: bits.
  static constexpr unsigned kReadable = 1;
  static constexpr unsigned kWritable = 2;
  static constexpr unsigned kHangUp = 4;  ///< the peer has closed its end, unread data or not
  static constexpr unsigned kBroken = 8;  ///< both directions are closed, or fail; always told

  /// What has a descriptor in the set.
  class Source {
   public:
    virtual ~Source() = default;
    /// Wakes who waits, and runs nothing. It may change and remove its own descriptor.
    virtual void happened(unsigned events) = 0;
  };

  /// Throws std::system_error if there is no descriptor left.
  Poller();
  ~Poller();
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;

  /// Calls `source` for these events from now on. False for what can always be read and written, a file or a
  /// device. Throws std::system_error if the system cannot watch it.
  [[nodiscard]] bool add(const os::Descriptor& descriptor, unsigned events, Source& source);
  void change(const os::Descriptor& descriptor, unsigned events, Source& source) noexcept;
  void remove(const os::Descriptor& descriptor) noexcept;

  /// Tells the sources of what has happened, or happens next within `limit` milliseconds; -1: without limit.
  void wait(int limit);

 private:
  struct Set;
  std::unique_ptr<Set> set_;
};

}  // namespace polyglot::process
