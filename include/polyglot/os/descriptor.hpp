// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>

namespace polyglot::os {

/// What the system calls an open file, pipe or socket. Only files of one system look into it, as
/// descriptor_posix.hpp does.
enum class Handle : std::intptr_t { none = -1 };

/// Owns an open file, pipe or socket of the operating system: closed when its owner ends.
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
  /// Gives it away: whoever takes the handle closes it.
  [[nodiscard]] Handle release() noexcept { return std::exchange(handle_, Handle::none); }
  /// Closes it, and owns `handle` from now on.
  void reset(Handle handle = Handle::none) noexcept;

 private:
  Handle handle_ = Handle::none;
};

/// Has no program that is started inherit what a library has opened.
void keep_from_children(Handle handle) noexcept;

}  // namespace polyglot::os
