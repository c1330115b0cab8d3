// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/game/position.hpp>
#include <polyglot/result.hpp>

#include "analysis/sqlite.hpp"

namespace polyglot::analysis {

/// Returns the EPD, or in a variant the FEN for UCI without its two counters. Verdicts do not depend on the
/// counters. Other FENs of variants lack the checks given.
[[nodiscard]] std::string text_without_counters(const game::Position& position);

/// The value of the column `key`. Source: docs/verdicts.md, "Tables".
[[nodiscard]] chess::Key stored_key(const game::Position& position);

/// A value of a column: bytes in chess, text in a variant.
struct StoredValue {
  std::vector<std::byte> bytes;
  std::string text;  ///< empty in chess

  void bind(Statement& statement, int parameter) const noexcept {
    text.empty() ? statement.bind(parameter, bytes) : statement.bind(parameter, text);
  }
};

/// Source: docs/verdicts.md, "Positions".
[[nodiscard]] StoredValue stored_position(const game::Position& position);
/// Stores a line from `position` if `is_line`, and otherwise alternatives. Source: docs/verdicts.md, "Moves".
[[nodiscard]] StoredValue stored_moves(const game::Position& position, std::span<const game::Move> moves,
                                       bool is_line);
/// Reads the moves of a column. Failure: one of them is not legal, in the store at `path`.
[[nodiscard]] std::vector<game::Move> read_stored_moves(const Statement& statement, int column,
                                                        const game::Position& position, bool is_line,
                                                        const std::string& path);

}  // namespace polyglot::analysis
