#pragma once

#include <string_view>

#include <polyglot/pgn/game_text.hpp>

namespace polyglot::pgn {

/// True if a Variant tag of this value means chess or Chess960 by any of their names, "From Position"
/// included; false for games that are to be skipped.
[[nodiscard]] bool is_chess(std::string_view variant);
/// The same for a game: one without the tag is chess.
[[nodiscard]] bool is_chess(const GameText& game);

}  // namespace polyglot::pgn
