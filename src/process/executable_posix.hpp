// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <polyglot/os/expansion.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

/// Finds the file that `command`, the first word of a command line, means.
///
/// Without a slash: the first executable file of that name in PATH, whose relative entries count from our
/// current folder. With a slash: from `directory` (where the engine will run) if something is there, else
/// from our current folder. Error: the paths tried and the reason.
[[nodiscard]] Result<std::string> find_executable(std::string_view command, const std::string& directory,
                                                  const os::Environment& environment = os::own_environment());

/// What an errno of execve(2) means for the file `path`, in words.
[[nodiscard]] Error explain_exec_failure(const std::string& path, int error);

}  // namespace polyglot::process
