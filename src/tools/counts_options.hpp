// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "tools/option_values.hpp"

/// Files of counts among the files of games.
namespace polyglot::tools {

/// Moves the files of counts out of a list of files. Error: one of the files cannot be read.
[[nodiscard]] Strings take_counts(Strings& files);

/// Error: a given option has no effect on files of counts. `options` have one.
void check_needs_no_games(const Command& command, std::span<const std::string_view> options = {});

}  // namespace polyglot::tools
