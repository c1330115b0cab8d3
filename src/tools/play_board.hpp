// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>

namespace polyglot::tools {

/// How a board is drawn in a terminal.
struct BoardStyle {
  bool has_figures = false;  ///< of Unicode, for chess; otherwise letters as in a FEN
  bool from_black = false;   ///< Black's side is below
  std::function<std::string(std::string_view)> highlight{};  ///< of a square of the last move; null: none
};

/// The board of a FEN, with files below and ranks at the left, one line a rank, and pieces in hand behind it.
/// `last_move`: in UCI's notation, empty for none.
[[nodiscard]] std::string draw_board(const game::Position& position, std::string_view last_move,
                                     const BoardStyle& style);

}  // namespace polyglot::tools
