// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>

namespace polyglot::tools {

/// Movetext of PGN: lines are broken between words.
class PgnText {
 public:
  void add(const std::string& word);
  /// Adds a text in braces. Control characters and braces in it are replaced.
  void add_comment(std::string_view text);

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
  std::size_t column_ = 0;
};

/// What stands before a move: "5." or "5...".
[[nodiscard]] std::string move_number(const game::Position& position);

/// The same where a line of moves wants it; empty before Black's moves, unless the line begins with one.
[[nodiscard]] std::string move_number_in_line(const game::Position& position, bool is_first);

/// A game's moves with their numbers: "1. e4 c5".
[[nodiscard]] std::string moves_text(game::Position start, std::span<const game::Move> moves);

/// A game without result, ready to be written: the seven tags, the variant's name unless it is chess, the FEN
/// of `start` unless games begin there, and the moves.
[[nodiscard]] std::string pgn_game(std::string_view event, const std::string& round, const game::Rules& rules,
                                   const game::Position& start, const PgnText& moves);

/// A move of a position, and what is said of it.
struct NotedMove {
  std::string san;
  std::string note;
};

/// A position as a game: the first of its moves is that of the game, the others are variations.
[[nodiscard]] std::string position_as_game(std::string_view event, const game::Rules& rules,
                                           const game::Position& position, std::span<const NotedMove> moves);

/// Where a comment on a move of a PGN text goes: behind it and the signs that belong to it. `move` lies in
/// `text`.
[[nodiscard]] std::size_t end_of_move(std::string_view text, std::string_view move);

}  // namespace polyglot::tools
