// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/os/descriptor.hpp>

/// Descriptors and their POSIX numbers. Only files for one operating system include this header.
namespace polyglot::os {

/// Returns a Descriptor that owns the result of open(2) or a similar call. A negative number means that it
/// owns nothing, and errno has the reason.
[[nodiscard]] inline Descriptor own(int number) noexcept {
  return Descriptor(Handle{number});
}

/// Returns the POSIX number; -1 if the descriptor owns nothing.
[[nodiscard]] inline int number_of(const Descriptor& descriptor) noexcept {
  return static_cast<int>(descriptor.handle());
}

}  // namespace polyglot::os
