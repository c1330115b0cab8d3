// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace polyglot::os {

/// Lets this process have so many files open at once, besides a few others, as far as the system allows:
/// raises the soft limit of open files, at most to the hard one. For programs that open as many files as the
/// user names. Windows has no such limit.
void allow_open_files(std::size_t files) noexcept;

}  // namespace polyglot::os
