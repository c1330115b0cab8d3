// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <polyglot/os/expansion.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

/// Finds the executable file for `command`, the first word of a command line.
///
/// Without a slash, it searches PATH, whose relative entries begin in our working directory. With a slash, it
/// tries `directory` (where the engine will run) and then our working directory. Error: the paths tried and
/// the reason.
[[nodiscard]] Result<std::string> find_executable(std::string_view command, const std::string& directory,
                                                  const os::Environment& environment = os::own_environment());

/// Explains an errno of execve(2) for the file `path`.
[[nodiscard]] Error explain_exec_failure(const std::string& path, int error);

}  // namespace polyglot::process
