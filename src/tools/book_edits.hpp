// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/editor.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/result.hpp>

#include "tools/position_arguments.hpp"

namespace polyglot::tools {

using book::BookEdit;

/// Reads "set e2e4 10", "add Nf3=5", "delete e4", "zero e4", "delete *".
/// Two more numbers behind the weight of an added move are its learn fields. In a position moves are legal
/// ones, in coordinates or SAN; below a key, and where they are deleted, coordinates or codes in hexadecimal.
[[nodiscard]] Result<BookEdit> parse_edit(const game::Rules& rules, const Subject& subject,
                                          std::string_view text);

/// Adds the moves of a line, "1. e4 e5 2. Nf3", that the book does not have: all, or those of one side.
/// Error: the first that is not legal.
[[nodiscard]] Result<std::vector<BookEdit>> line_additions(const game::Rules& rules,
                                                           const game::Position& start,
                                                           const std::string& line, std::uint16_t weight,
                                                           std::optional<chess::Color> side);
/// The last move of such a line.
[[nodiscard]] Result<book::LegalMove> last_move_of(const game::Rules& rules, const game::Position& start,
                                                   const std::string& line);

/// Reads a script of changes, line by line; "-" is standard input. Error: `file:line: ...`, the first one.
/// Source: docs/tools.md, "edit-book".
[[nodiscard]] Result<std::vector<BookEdit>> read_edit_script(const std::string& path,
                                                             const game::Rules& rules);

/// What is different now, one line for each record: key, move, weight before and after, "-" where there is
/// none; with learn fields where they differ. Empty only if nothing is.
[[nodiscard]] Result<std::string> describe_changes(const book::BookEditor& editor, const game::Rules& rules);

}  // namespace polyglot::tools
