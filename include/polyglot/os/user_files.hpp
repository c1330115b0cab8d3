// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <polyglot/os/environment.hpp>

/// Files that programs keep for a user.
namespace polyglot::os {

/// Returns the path of our file `name` in the folder where programs keep data for a user: XDG_STATE_HOME or
/// ~/.local/state, on Windows LOCALAPPDATA. Empty if the environment names no such folder. File and folder
/// may not exist.
[[nodiscard]] std::string state_file(std::string_view name, const Environment& environment);

/// Returns true if only the user can read or write this file, by its permissions. On Windows it is always
/// true, because files in the folders of a user inherit that.
[[nodiscard]] bool is_private(const std::string& path);

}  // namespace polyglot::os
