// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/pgn/game_text.hpp>

namespace polyglot::pgn {

/// What the reader knows of a game before it reads the moves.
struct MoveTextStart {
  std::size_t at = 0;           ///< where the moves begin
  std::string_view doubt = {};  ///< the '{' of a comment before them that may hold moves; empty if none
  bool has_position = false;    ///< the game has a FEN: any move number may be the first one
};

/// The result of reading the moves of a game.
struct MoveTextEnd {
  std::size_t at = 0;                 ///< after the termination marker, or the beginning of the next game
  std::string_view termination = {};  ///< empty if there was none
  bool is_guessed = false;            ///< see GameText::has_guessed_end()
  std::size_t variations = 0;         ///< see GameText
  bool has_marks = false;
};

/// Collects the moves of the main line and the flaws, until a termination marker, the next game or the end.
[[nodiscard]] MoveTextEnd read_moves(std::string_view text, const MoveTextStart& start,
                                     std::vector<std::string_view>& moves, std::vector<Flaw>& flaws);

/// See GameText::missing_move().
[[nodiscard]] std::optional<MissingMove> find_missing_move(std::string_view text, const MoveTextStart& start);

/// Adds a flaw unless there is one of its kind.
void note(std::vector<Flaw>& flaws, Flaw flaw);

/// A result at the start of a text.
struct WrittenResult {
  GameResult result = GameResult::unknown;
  std::size_t length = 0;  ///< of its text; 0 if there is none
};

/// Reads two scores with a hyphen, a dash, a minus sign or a colon between them, such as "1-0", "0 – 1",
/// "½:½" and "0.5-0.5", or "1/2" alone.
[[nodiscard]] WrittenResult read_result(std::string_view text) noexcept;

}  // namespace polyglot::pgn
