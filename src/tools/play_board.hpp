// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <polyglot/game/position.hpp>

namespace polyglot::tools {

/// How a board is drawn in a terminal.
struct BoardStyle {
  bool has_figures = false;  ///< Unicode figures, for chess; otherwise letters as in a FEN
  bool from_black = false;   ///< Black is at the bottom
  std::function<std::string(std::string_view)> highlight{};  ///< highlights a square of the last move; null:
                                                             ///< no highlighting
};

/// Draws the board of a position, one line per rank, with files below, ranks at the left, and pieces in hand
/// after it. `last_move`: in UCI's notation, empty for none.
[[nodiscard]] std::string draw_board(const game::Position& position, std::string_view last_move,
                                     const BoardStyle& style);

}  // namespace polyglot::tools
