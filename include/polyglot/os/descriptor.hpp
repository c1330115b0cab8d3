// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>

/// The system's own values for open files, pipes and sockets. Only `os`, `process` and tests look into them.
namespace polyglot::os {

#if defined(_WIN32)
using NativeHandle = void*;  ///< a HANDLE
#else
using NativeHandle = int;  ///< the number of a file descriptor
#endif

/// Owns an open file, pipe or socket of the operating system. The destructor closes it.
class Descriptor {
 public:
  Descriptor() noexcept = default;
  explicit Descriptor(NativeHandle handle) noexcept : handle_(handle) {}
  Descriptor(Descriptor&& other) noexcept : handle_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    reset(other.release());
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { reset(); }

  /// Returns the system's value; -1 (INVALID_HANDLE_VALUE) if nothing is owned.
  [[nodiscard]] NativeHandle native() const noexcept { return handle_; }
  [[nodiscard]] explicit operator bool() const noexcept { return handle_ != none(); }
  /// Returns the handle and no longer owns it: the caller has to close it.
  [[nodiscard]] NativeHandle release() noexcept { return std::exchange(handle_, none()); }
  /// Closes the owned handle, and owns `handle` from now on.
  void reset(NativeHandle handle = none()) noexcept;

 private:
  static NativeHandle none() noexcept { return NativeHandle(std::intptr_t{-1}); }

  NativeHandle handle_ = none();
};

/// Returns a Descriptor that owns what a call of the system has returned. It owns nothing if the call has
/// failed; errno or GetLastError() has the reason.
[[nodiscard]] inline Descriptor own(NativeHandle handle) noexcept {
#if defined(_WIN32)
  if (handle == nullptr) return {};
#endif
  return Descriptor(handle);
}

/// Returns another descriptor of the same open file, pipe or device, above those of the standard streams.
/// Children do not inherit it. Owns nothing after a failure.
[[nodiscard]] Descriptor duplicate_of(NativeHandle handle) noexcept;

enum class StandardStream : std::uint8_t { input, output, errors };

[[nodiscard]] NativeHandle handle_of(StandardStream stream) noexcept;

/// Makes sure that programs which we start later do not inherit a handle that a library has opened.
void keep_from_children(std::intptr_t handle) noexcept;
/// Does so for a socket before it is bound. Then the address of a server that has ended is free at once, and
/// two servers cannot have one address.
void prepare_to_listen(std::intptr_t socket) noexcept;

}  // namespace polyglot::os
