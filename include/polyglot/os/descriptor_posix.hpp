// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/os/descriptor.hpp>

/// Descriptors by their POSIX numbers. Only files for one operating system include this header.
namespace polyglot::os {

/// Owns the number that open(2) or a similar call has returned. A negative number owns nothing, and errno
/// says why.
[[nodiscard]] inline Descriptor own(int number) noexcept {
  return Descriptor(Handle{number});
}

/// The POSIX number; -1 if the descriptor owns nothing.
[[nodiscard]] inline int number_of(const Descriptor& descriptor) noexcept {
  return static_cast<int>(descriptor.handle());
}

}  // namespace polyglot::os
