// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <polyglot/os/environment.hpp>
#include <polyglot/result.hpp>

/// Boost.Process searches PATH, too, but it knows neither an engine's working directory nor the folders of
/// games, and does not say what is wrong with a file that it found.
namespace polyglot::process {

/// Finds the executable file for `command`, the first word of a command line.
///
/// Without a slash, it searches PATH and the folders of games. With a slash, it tries `directory` (where the
/// engine will run) and then our working directory. On Windows it tries both directories before PATH, and the
/// extension may be missing. Error: the places tried and the reason.
[[nodiscard]] Result<std::string> find_executable(std::string_view command, const std::string& directory,
                                                  const os::Environment& environment = os::own_environment());

#if defined(_WIN32)

/// Returns the program that runs the file `executable`. A batch file needs the command interpreter.
[[nodiscard]] std::wstring program_of(const std::string& executable);

/// Makes the command line that the program's C library splits into the same words. Boost.Process quotes a
/// backslash before a quotation mark wrongly, and words for batch files as if cmd.exe were a program like
/// others. Error: a batch file cannot get such a word, or has a percent sign in its path.
[[nodiscard]] Result<std::wstring> make_command_line(const std::string& executable,
                                                     const std::vector<std::string>& argv);

/// Explains an error of the start of the file `path`.
[[nodiscard]] Error explain_start_failure(const std::string& path, const std::error_code& error);

#else

/// Whether a file is a text without `#!`, which shells can start, too.
[[nodiscard]] bool is_bare_script(const std::string& path);

/// Explains an errno of the exec of the file `path`.
[[nodiscard]] Error explain_exec_failure(const std::string& path, int error);

#endif

}  // namespace polyglot::process
