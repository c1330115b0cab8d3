// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include <polyglot/game/position.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A move of finished games and what they brought to the side that played it.
struct PlayedMove {
  game::Position position;  ///< before the move
  game::Move move;
  int points = 0;  ///< half points of the mover: 2 a win, 1 a draw, 0 a loss
  int games = 1;
};

/// Adds a game, or several, to the learn fields of those moves that the `.bin` file at `path` has: of a
/// move's records in one position, the first. In a book of Crafty the learned values change, as Crafty
/// changes them, by one game at a time. Moves that it does not have are passed over. Returns how many moves
/// of games were counted. Nothing: another program has the book locked, try again after kLearnPause.
///
/// Four bytes are written in place for each; size, order, weights and all else stay. The file is open and
/// locked during the call only, and each record is read under the lock: any number of processes may learn on
/// one book at once, beside tools that write it anew, and no game is lost. Whoever has the book open sees the
/// new values, BinBook included. Does not wait.
/// A record without room for another win has both its numbers halved first, so that points per game keep
/// their meaning. Error: path and reason, if the file cannot be opened for writing, locked, or written; the
/// book is as it was then, if the disk allows. Also learn fields of another program, see LearnLayout. Source:
/// docs/book-format.md, "Learn".
[[nodiscard]] Result<std::optional<std::size_t>> try_learn(const std::string& path,
                                                           std::span<const PlayedMove> moves);

/// Adds a game to the file at `path`, in which results are learned beside a book, in the same fields. It is
/// made if it is not there; all moves are of the book, see moves_of(), and get a record of weight 0 if they
/// have none yet. Where all have one it is changed in place; else it is written anew beside, and takes the
/// name under the lock. So any number of processes may learn in one file at once, and no game is lost.
///
/// Nothing: another program has it locked. Moves of which no record can be made are passed over.
/// Error: as of try_learn(), or a file that is not sound; it is as it was then.
/// Source: docs/learning.md.
[[nodiscard]] Result<std::optional<std::size_t>> try_learn_beside(const std::string& path,
                                                                  std::span<const PlayedMove> moves);

/// How long to wait where another program has the book locked, which should be a matter of moments.
inline constexpr std::chrono::milliseconds kLearnPause{2};

}  // namespace polyglot::book
