// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/os/environment.hpp>
#include <polyglot/result.hpp>

/// Expands file names and splits commands as a shell does, without starting one.
namespace polyglot::config {

/// Splits an EngineCommand into words as a POSIX shell does. It reads '…', "…", backslash, a leading `~`,
/// `$NAME` and `${NAME}`. On Windows a backslash separates folders and quotes nothing. The value of an
/// unquoted variable is split at blanks. A variable that is not set is empty.
///
/// Nothing is ever executed. Globs are ordinary text. Error: `$(…)`, backticks, one of the operators `| & ; <
/// > ( )` outside quotes, unbalanced quotes, or a command without words. Error.where is `column N` (from 1).
[[nodiscard]] Result<std::vector<std::string>> split_command_line(
    std::string_view command, const os::Environment& environment = os::own_environment());

/// Returns a word as users type it in a command: in quotes if it has blanks or special characters.
[[nodiscard]] std::string shell_word(const std::string& word);

/// Expands a leading `~`, alone or before a separator, to the user's home folder (HOME, or
/// USERPROFILE on Windows), if there is one.
[[nodiscard]] std::string expand_home(std::string_view name,
                                      const os::Environment& environment = os::own_environment());

/// Expands a leading `~` and every `$NAME` and `${NAME}` in a file name. Blanks, quotes and backslashes
/// belong to the name. Error: a variable is not set, because the name would mean another file.
[[nodiscard]] Result<std::string> expand_file_name(
    std::string_view name, const os::Environment& environment = os::own_environment());

/// Finds an existing file: expands `name`, then searches a relative one in `ini_folder` and after that in the
/// working directory. An absolute name is used as it is. Error: no such file, and each path that was tried.
[[nodiscard]] Result<std::filesystem::path> find_file(
    std::string_view name, const std::filesystem::path& ini_folder,
    const os::Environment& environment = os::own_environment());

}  // namespace polyglot::config
