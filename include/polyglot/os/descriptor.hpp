// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>

namespace polyglot::os {

/// The system's value for an open file, pipe or socket. Only files for one operating system, such as
/// descriptor_posix.hpp, use it.
enum class Handle : std::intptr_t { none = -1 };

/// Owns an open file, pipe or socket of the operating system. The destructor closes it.
class Descriptor {
 public:
  Descriptor() noexcept = default;
  explicit Descriptor(Handle handle) noexcept : handle_(handle) {}
  Descriptor(Descriptor&& other) noexcept : handle_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    reset(other.release());
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { reset(); }

  [[nodiscard]] Handle handle() const noexcept { return handle_; }
  [[nodiscard]] explicit operator bool() const noexcept { return handle_ != Handle::none; }
  /// Returns the handle and no longer owns it: the caller has to close it.
  [[nodiscard]] Handle release() noexcept { return std::exchange(handle_, Handle::none); }
  /// Closes the owned handle, and owns `handle` from now on.
  void reset(Handle handle = Handle::none) noexcept;

 private:
  Handle handle_ = Handle::none;
};

/// Makes sure that programs which we start later do not inherit a handle that a library has opened.
void keep_from_children(Handle handle) noexcept;

}  // namespace polyglot::os
