#pragma once

#include <string_view>

namespace polyglot::pgn {

/// Moves in what stands between two games.
struct StrayMoves {
  std::string_view first;  ///< empty if there are none
  bool in_prose = false;   ///< other words are before them, or they are in a comment that is not closed
};

/// Moves are two words in a row that are like moves, numbers apart; on the line of the game before, if there
/// is one, the first word alone is enough. Comments, variations, brackets and HTML tags do not count.
[[nodiscard]] StrayMoves moves_between_games(std::string_view text, bool behind_game) noexcept;

}  // namespace polyglot::pgn
