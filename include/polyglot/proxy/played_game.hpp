// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/session/effects.hpp>

namespace polyglot::proxy {

/// A game that a proxy has played, as its log has it.
struct PlayedGame {
  std::string fen;                 ///< of its start; empty: where games of its variant begin
  std::vector<std::string> moves;  ///< as UCI has them, king takes rook
  std::vector<std::size_t> book;   ///< plies of moves from the book
};

/// The note of the log about a game that has ended.
[[nodiscard]] std::string played_note(const session::GameFigures& figures);
/// Reads a line of a log; nothing if it is no such note.
[[nodiscard]] std::optional<PlayedGame> read_played(std::string_view log_line);

}  // namespace polyglot::proxy
