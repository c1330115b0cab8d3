// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/os/descriptor.hpp>

/// Descriptors by their POSIX numbers: for files of one system alone.
namespace polyglot::os {

/// Takes what open(2) and others return. Below 0 it owns nothing, and errno says why.
[[nodiscard]] inline Descriptor own(int number) noexcept {
  return Descriptor(Handle{number});
}

/// -1: it owns nothing.
[[nodiscard]] inline int number_of(const Descriptor& descriptor) noexcept {
  return static_cast<int>(descriptor.handle());
}

}  // namespace polyglot::os
