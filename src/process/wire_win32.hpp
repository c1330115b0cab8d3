// SPDX-License-Identifier: MIT
#pragma once

#include <windows.h>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include <polyglot/os/descriptor_win32.hpp>
#include <polyglot/result.hpp>

#include "process/poller.hpp"
#include "process/stream.hpp"

/// GUIs give us anonymous pipes. Windows can neither wait for them nor write to them without waiting.
/// Therefore a thread reads or writes each direction of a pipe, console or socket. A buffer connects the
/// thread with the loop.
namespace polyglot::process {

/// Guards the state of everything that a Poller watches. Hold it only for moments.
class WatchLock {
 public:
  WatchLock() noexcept { ::AcquireSRWLockExclusive(&s_lock); }
  ~WatchLock() { ::ReleaseSRWLockExclusive(&s_lock); }
  WatchLock(const WatchLock&) = delete;
  WatchLock& operator=(const WatchLock&) = delete;

  /// Waits until another thread wakes `condition`, or for `milliseconds`. Releases the lock meanwhile.
  void wait(CONDITION_VARIABLE& condition, DWORD milliseconds = INFINITE) noexcept {
    ::SleepConditionVariableSRW(&condition, &s_lock, milliseconds, 0);
  }

  /// Makes a call that takes long. Releases the lock meanwhile.
  template <class Call>
  auto without(Call call) noexcept {
    ::ReleaseSRWLockExclusive(&s_lock);
    auto result = call();
    ::AcquireSRWLockExclusive(&s_lock);
    return result;
  }

 private:
  static inline SRWLOCK s_lock = SRWLOCK_INIT;
};

/// Something that a Poller can watch.
class Watched : public os::OpenObject {
 public:
  /// Returns the events of Poller that are true now. Called with the lock held.
  [[nodiscard]] virtual unsigned events() const noexcept = 0;
  /// Called when a Poller begins to watch these events.
  virtual void begin(unsigned /*events*/) {}

  /// Reads or writes what is possible at once. Called without the lock.
  [[nodiscard]] virtual Moved read(std::span<char> /*room*/) noexcept { return {}; }
  [[nodiscard]] virtual Moved write(std::string_view /*text*/) noexcept { return {}; }
  /// Returns the bytes that write() has accepted and that have not reached the system.
  [[nodiscard]] virtual std::size_t unwritten() const noexcept { return 0; }
  /// Returns another owner of the same pipe or socket.
  [[nodiscard]] virtual os::Descriptor duplicate() const { return {}; }

  /// Wakes the pollers, which then check all events again. Call it with the lock held, after a change.
  static void notify() noexcept { ::WakeAllConditionVariable(&s_changed); }
  /// Waits for notify(), or for `milliseconds`.
  static void wait(WatchLock& lock, DWORD milliseconds) noexcept { lock.wait(s_changed, milliseconds); }

 private:
  static inline CONDITION_VARIABLE s_changed = CONDITION_VARIABLE_INIT;
};

/// Returns the object of a descriptor; null for a plain file or device, which is always ready.
[[nodiscard]] inline Watched* watched_of(const os::Descriptor& descriptor) noexcept {
  return static_cast<Watched*>(os::object_of(descriptor.handle()));
}

/// Reads and writes, and blocks meanwhile. One thread may read while another one writes.
class Wire {
 public:
  virtual ~Wire() = default;
  /// Returns `end` or `failure` if there is nothing more. `none_yet`: repeat the call.
  [[nodiscard]] virtual Moved read(std::span<char> room) noexcept = 0;
  [[nodiscard]] virtual Moved write(std::string_view text) noexcept = 0;
  /// Makes a waiting read() return. May have no effect on a read() that begins later.
  virtual void cancel() noexcept = 0;
  /// Whether the other end is closed.
  [[nodiscard]] virtual bool has_no_peer() const noexcept { return false; }
};

/// Makes a wire of a pipe or a console.
[[nodiscard]] std::shared_ptr<Wire> make_wire(os::Descriptor handle);

enum class Way : std::uint8_t { in = 1, out = 2, both = 3 };

/// Makes a descriptor that a Poller can watch. Its threads start when they are needed. After the descriptor
/// is closed, they still write accepted bytes.
[[nodiscard]] os::Descriptor watch(std::shared_ptr<Wire> wire, Way way);

/// A queue of numbers with a descriptor, which is readable while the queue has numbers.
class Mailbox {
 public:
  /// Makes the descriptor to watch. Call it once.
  [[nodiscard]] os::Descriptor open() const;
  void put(int number) const;
  /// Takes the next number; 0 if there is none.
  [[nodiscard]] int take() const;

 private:
  class Reader;

  std::shared_ptr<std::deque<int>> numbers_ = std::make_shared<std::deque<int>>();
};

/// Makes a pipe of two handles, which children do not inherit. Error: the system's reason.
[[nodiscard]] Result<Pipe> make_plain_pipe();

/// These read and write a HANDLE, which may be a file.
[[nodiscard]] Moved read_handle(HANDLE handle, std::span<char> room) noexcept;
[[nodiscard]] Moved write_handle(HANDLE handle, std::string_view text) noexcept;

}  // namespace polyglot::process
