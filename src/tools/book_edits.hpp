// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/book/editor.hpp>
#include <polyglot/book/reached.hpp>

#include "tools/position_arguments.hpp"

namespace polyglot::tools {

using book::BookEdit;

/// Reads "set e2e4 10", "add Nf3=5", "delete e4", "zero e4", "delete *".
/// Two more numbers after the weight of an added move are its learn fields. In a position, moves must be
/// legal, in coordinates or SAN. Below a key, and for deletion, they may also be coordinates of illegal
/// moves, or hexadecimal codes.
[[nodiscard]] BookEdit parse_edit(const game::Rules& rules, const Subject& subject, std::string_view text);

/// The changes that add the missing moves of a line, "1. e4 e5 2. Nf3": all, or those of one side. Error: the
/// first illegal move.
[[nodiscard]] std::vector<BookEdit> line_additions(const game::Rules& rules, const game::Position& start,
                                                   const std::string& line, std::uint16_t weight,
                                                   std::optional<chess::Color> side);
/// The last move of a line, "1. e4 e5 2. Nf3".
[[nodiscard]] book::LegalMove last_move_of(const game::Rules& rules, const game::Position& start,
                                           const std::string& line);

/// Reads a script of changes, line by line; "-" is standard input. Error: `file:line: ...`, the first one.
/// Source: docs/tools.md, "edit-book".
[[nodiscard]] std::vector<BookEdit> read_edit_script(const std::string& path, const game::Rules& rules);

/// Describes the changes, one line for each record: key, move, weight before and after, or "-" for none; with
/// learn fields if they differ. Empty only if nothing has changed.
[[nodiscard]] std::string describe_changes(const book::BookEditor& editor, const game::Rules& rules);
/// Returns the line for a record, given before and after the change; null: there was or is none.
[[nodiscard]] std::string describe_change(const game::Rules& rules, const book::RawEntry* was,
                                          const book::RawEntry* is);

}  // namespace polyglot::tools
