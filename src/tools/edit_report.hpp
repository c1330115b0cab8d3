// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <polyglot/result.hpp>

#include "tools/tool.hpp"

namespace polyglot::tools {

/// Prints what would change, in the lines of describe_changes().
[[nodiscard]] Result<void> show_changes(const std::string& changes);
/// Tells what has changed in a book: the lines with --verbose, and a summary with `notes` behind it.
void tell_changes(const Command& command, const std::string& book, const std::string& changes,
                  std::string_view notes);

/// Copies the book that is to be replaced to BOOK~, if there is one, and adds that to the notes for
/// tell_changes().
[[nodiscard]] Result<void> back_up(const std::string& book, std::string& notes);

}  // namespace polyglot::tools
