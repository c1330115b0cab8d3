#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <polyglot/process/environment.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

/// Expands a leading `~` and every `$NAME`/`${NAME}` in a file name. No quoting: blanks, quotes and
/// backslashes belong to the name. Error: a variable that is not set, since it would name another file.
[[nodiscard]] Result<std::string> expand_file_name(std::string_view name,
                                                   const Environment& environment = own_environment());

/// Finds an existing file: expands `name`, then looks for a relative one in `ini_folder` and after that in
/// the current folder. An absolute one is taken as it is.
/// Error: nothing there; the message names each path that was tried.
[[nodiscard]] Result<std::filesystem::path> find_file(std::string_view name,
                                                      const std::filesystem::path& ini_folder,
                                                      const Environment& environment = own_environment());

}  // namespace polyglot::process
