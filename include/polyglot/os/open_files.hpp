// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace polyglot::os {

/// Allows this process to open this number of files, besides a few others, as far as the system permits. It
/// raises the soft limit of open files, at most to the hard one. Call this in programs that open as many
/// files as the user names. Windows has no such limit.
void allow_open_files(std::size_t files) noexcept;

}  // namespace polyglot::os
