// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <polyglot/result.hpp>

namespace polyglot::process {

/// Finds the file that `command`, the first word of a command line, means. The extension may be missing.
///
/// Without a separator: in `directory` (where the engine will run), in our current folder, then in PATH. With
/// one: from `directory`, then from our current folder. Error: the places tried.
[[nodiscard]] Result<std::string> find_executable(std::string_view command, const std::string& directory);

/// Whether the command interpreter runs this file.
[[nodiscard]] bool is_batch_file(const std::string& path);

/// The command line for CreateProcessW(), by which the C library of the program finds the same words again.
/// Error: a batch file cannot get such a word.
[[nodiscard]] Result<std::wstring> make_command_line(const std::string& executable,
                                                     const std::vector<std::string>& argv);

/// What an error of CreateProcessW() means for the file `path`, in words.
[[nodiscard]] Error explain_start_failure(const std::string& path, const std::error_code& error);

}  // namespace polyglot::process
