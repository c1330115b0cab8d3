// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <polyglot/os/environment.hpp>

/// Files that programs keep for a user.
namespace polyglot::os {

/// Our file `name` in the folder where the user's programs keep what they remember: XDG_STATE_HOME or
/// ~/.local/state, on Windows LOCALAPPDATA. Empty if the environment names no such folder. Neither the file
/// nor its folder has to exist.
[[nodiscard]] std::string state_file(std::string_view name, const Environment& environment);

/// Whether only the user can read or write this file, by its permissions. Windows: always true, because files
/// in the folders of a user inherit that.
[[nodiscard]] bool is_private(const std::string& path);

}  // namespace polyglot::os
