// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include <polyglot/os/descriptor.hpp>

namespace polyglot::process {

/// Waits until something happens to one of many descriptors.
class Poller {
 public:
  /// Bits for the events to wait for and for the events that have happened.
  static constexpr unsigned kReadable = 1;
  static constexpr unsigned kWritable = 2;
  static constexpr unsigned kHangUp = 4;  ///< the peer has closed its end; data may be unread
  static constexpr unsigned kBroken = 8;  ///< both directions are closed or fail; always reported

  /// The owner of a descriptor in the set.
  class Source {
   public:
    virtual ~Source() = default;
    /// Wakes the waiting coroutines, but does not run them. It may change and remove its own descriptor.
    virtual void happened(unsigned events) = 0;
  };

  /// Throws std::system_error if no descriptor is free.
  Poller();
  ~Poller();
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;

  /// Calls `source` for these events from now on. Returns false for a file or a device, which is always
  /// ready. Throws std::system_error if the system cannot watch it.
  [[nodiscard]] bool add(const os::Descriptor& descriptor, unsigned events, Source& source);
  void change(const os::Descriptor& descriptor, unsigned events, Source& source) noexcept;
  void remove(const os::Descriptor& descriptor) noexcept;

  /// Waits for events, up to `limit` milliseconds (-1: no limit), and reports them to their sources.
  void wait(int limit);

 private:
  struct Set;
  std::unique_ptr<Set> set_;
};

}  // namespace polyglot::process
