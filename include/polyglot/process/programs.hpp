// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace polyglot::process {

/// Returns the path of the program that a command of this one word starts, from PATH or the folders of games.
/// Returns nothing if there is none.
[[nodiscard]] std::optional<std::string> find_program(const std::string& name);

}  // namespace polyglot::process
