// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/os/environment.hpp>
#include <polyglot/result.hpp>

/// Expands file names and splits commands as a shell does, without starting one.
namespace polyglot::os {

/// The character between the folders of a list, as in PATH.
extern const char kListSeparator;

/// The variables that expand_file_name() looks up for these names, with the values that they have now.
[[nodiscard]] Variables variables_in(const std::vector<std::string>& file_names,
                                     const Environment& environment = own_environment());

/// Splits an EngineCommand into words as a POSIX shell does: '…', "…", backslash, a leading `~`,
/// `$NAME` and `${NAME}`. On Windows a backslash separates folders and quotes nothing. The value of an
/// unquoted variable is split at blanks; an unset one is empty.
///
/// Nothing is ever executed. `$(…)` and backticks are an error, and so are the operators `| & ; < > ( )`
/// outside quotes (the message says what to do), unbalanced quotes, and a command without words. Globs are
/// ordinary text. Error.where is `column N` (1-based).
[[nodiscard]] Result<std::vector<std::string>> split_command_line(
    std::string_view command, const Environment& environment = own_environment());

/// Expands a leading `~`, alone or before a separator, to the user's home folder (HOME, or
/// USERPROFILE on Windows), if there is one.
[[nodiscard]] std::string expand_home(std::string_view name,
                                      const Environment& environment = own_environment());

/// Expands a leading `~` and every `$NAME`/`${NAME}` in a file name. No quoting: blanks, quotes and
/// backslashes belong to the name. Error: a variable that is not set, since it would name another file.
[[nodiscard]] Result<std::string> expand_file_name(std::string_view name,
                                                   const Environment& environment = own_environment());

/// Replaces each `%p` of a name by our process id.
[[nodiscard]] std::string with_process_id(std::string_view name);

/// Finds an existing file: expands `name`, then looks for a relative one in `ini_folder` and after that in
/// the current folder. An absolute one is taken as it is.
/// Error: no such file; the message names each path that was tried.
[[nodiscard]] Result<std::filesystem::path> find_file(std::string_view name,
                                                      const std::filesystem::path& ini_folder,
                                                      const Environment& environment = own_environment());

}  // namespace polyglot::os
