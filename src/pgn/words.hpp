#pragma once

#include <array>
#include <string_view>

/// What words mean, by their shape alone.
namespace polyglot::pgn {

/// What ends a game. Longer ones first, as the shorter ones are their beginnings; "*" needs no word.
inline constexpr std::array<std::string_view, 4> kTerminations = {"1/2-1/2", "1-0", "0-1", "1/2"};

/// True for what people and programs write among moves outside of comments, and nobody misses: "e.p.", "ch",
/// "mate", "N", and whatever has no letter, like the signs of the Informant. Directly behind a move number
/// "N" and other signs are none, as a move is due there: "2. N f3".
[[nodiscard]] bool is_usual_remark(std::string_view word, bool behind_number) noexcept;

/// True if the word has the shape of a move, in any of the usual notations.
[[nodiscard]] bool is_like_move(std::string_view word) noexcept;

}  // namespace polyglot::pgn
