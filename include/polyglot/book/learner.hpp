#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A move of a finished game and what the game brought to the side that played it.
struct PlayedMove {
  chess::Position position;  ///< before the move
  chess::Move move;
  int points = 0;  ///< half points of the mover: 2 a win, 1 a draw, 0 a loss
};

/// Adds a game to the learn fields of those moves that the `.bin` file at `path` has: of a move's records in
/// one position, the first. Moves that it does not have are passed over. Returns how many records were
/// changed.
///
/// Four bytes are written in place for each; size, order, weights and all else stay. The file is open for
/// writing, and locked against other learning programs, during the call only, and each record is read under
/// the lock: any number of processes may learn on one book at once and no game is lost. Whoever has the book
/// open sees the new values, BinBook included.
/// A record without room for another win stays as it is, so that points per game keep their meaning.
/// Error: path and reason, if the file cannot be opened for writing, locked within two seconds, or written;
/// what has been written by then stays.
/// Source: docs/book-format.md, "Learn".
[[nodiscard]] Result<std::size_t> learn(const std::string& path, std::span<const PlayedMove> moves);

}  // namespace polyglot::book
