#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include <polyglot/game/position.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A move of a finished game and what the game brought to the side that played it.
struct PlayedMove {
  game::Position position;  ///< before the move
  game::Move move;
  int points = 0;  ///< half points of the mover: 2 a win, 1 a draw, 0 a loss
};

/// Adds a game to the learn fields of those moves that the `.bin` file at `path` has: of a move's records in
/// one position, the first. In a book of Crafty the learned values change, as Crafty changes them. Moves that
/// it does not have are passed over. Returns how many records were changed. Nothing: another program has the
/// book locked, try again after kLearnPause.
///
/// Four bytes are written in place for each; size, order, weights and all else stay. The file is open and
/// locked during the call only, and each record is read under the lock: any number of processes may learn on
/// one book at once, beside tools that write it anew, and no game is lost. Whoever has the book open sees the
/// new values, BinBook included. Does not wait.
/// A record without room for another win stays as it is, so that points per game keep their meaning.
/// Error: path and reason, if the file cannot be opened for writing, locked, or written; the book is as it
/// was then, if the disk allows. Source: docs/book-format.md, "Learn".
[[nodiscard]] Result<std::optional<std::size_t>> try_learn(const std::string& path,
                                                           std::span<const PlayedMove> moves);

/// How long to wait where another program has the book locked, which should be a matter of moments.
inline constexpr std::chrono::milliseconds kLearnPause{2};

}  // namespace polyglot::book
