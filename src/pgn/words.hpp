#pragma once

#include <array>
#include <string_view>

/// What words mean, by their shape alone.
namespace polyglot::pgn {

/// What ends a game. Longer ones first, as the shorter ones are their beginnings; "*" needs no word.
inline constexpr std::array<std::string_view, 4> kTerminations = {"1/2-1/2", "1-0", "0-1", "1/2"};

/// True for words that stand among moves outside of comments and can be left out: "e.p.", "ch",
/// "mate", "N", and whatever has no letter, like the signs of the Informant. Directly behind a move number
/// "N" and other signs are none, as a move is due there: "2. N f3".
[[nodiscard]] bool is_usual_remark(std::string_view word, bool behind_number) noexcept;

/// True if the word counts as a move where moves are expected, legal or not: every move has a digit, but for
/// castling and null moves; words without are "e.p.", "mate" and rubbish.
[[nodiscard]] bool is_taken_for_move(std::string_view word) noexcept;

/// True if the word has the shape of a move, in any of the usual notations: the stricter rule for text
/// between games, which may be prose.
[[nodiscard]] bool is_like_move(std::string_view word) noexcept;

}  // namespace polyglot::pgn
