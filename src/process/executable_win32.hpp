// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <polyglot/result.hpp>

namespace polyglot::process {

/// Finds the file for `command`, the first word of a command line. The extension may be missing.
///
/// It tries `directory` (where the engine will run) and then our working directory. If `command` has no
/// separator, it also searches PATH. Error: the places tried.
[[nodiscard]] Result<std::string> find_executable(std::string_view command, const std::string& directory);

/// Whether the command interpreter runs this file.
[[nodiscard]] bool is_batch_file(const std::string& path);

/// Makes the command line for CreateProcessW(), which the program's C library splits into the same words.
/// Error: a batch file cannot get such a word, or has a percent sign in its path.
[[nodiscard]] Result<std::wstring> make_command_line(const std::string& executable,
                                                     const std::vector<std::string>& argv);

/// Explains an error of CreateProcessW() for the file `path`.
[[nodiscard]] Error explain_start_failure(const std::string& path, const std::error_code& error);

}  // namespace polyglot::process
