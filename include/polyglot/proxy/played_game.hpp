// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/session/effects.hpp>

namespace polyglot::proxy {

/// A game that a proxy has played, as its log records it.
struct PlayedGame {
  std::string fen;                 ///< the start position; empty: the usual start of its variant
  std::vector<std::string> moves;  ///< in UCI notation, with king takes rook
  std::vector<std::size_t> book;   ///< the plies of book moves
};

/// Returns the note that the log gets about a game that has ended.
[[nodiscard]] std::string played_note(const session::GameFigures& figures);
/// Reads a line of a log. Returns nothing if the line is not such a note.
[[nodiscard]] std::optional<PlayedGame> read_played(std::string_view log_line);

}  // namespace polyglot::proxy
