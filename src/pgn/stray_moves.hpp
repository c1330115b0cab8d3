#pragma once

#include <string_view>

namespace polyglot::pgn {

/// Moves in what stands between a game and the next one: the first of two words in a row that are like moves,
/// numbers apart; on the game's own line the first word alone is enough. Empty if there are none. Comments,
/// variations, brackets and HTML tags do not count.
[[nodiscard]] std::string_view moves_behind_game(std::string_view text) noexcept;

}  // namespace polyglot::pgn
