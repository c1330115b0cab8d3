#pragma once

#include <string_view>

/// What words mean that cannot be moves of a game, or stand where no game is.
namespace polyglot::pgn {

/// True for what people and programs write among moves outside of comments, and nobody misses: "e.p.", "ch",
/// "mate", "N", and whatever has no letter, like the signs of the Informant.
[[nodiscard]] bool is_usual_remark(std::string_view word) noexcept;

/// True if the word has the shape of a move, in any of the usual notations.
[[nodiscard]] bool is_like_move(std::string_view word) noexcept;

/// Moves in what stands between a game and the next one: the first of two words in a row that are like moves,
/// numbers apart; on the game's own line the first word alone is enough. Empty if there are none. Comments,
/// variations, brackets and HTML tags do not count.
[[nodiscard]] std::string_view moves_behind_game(std::string_view text) noexcept;

}  // namespace polyglot::pgn
