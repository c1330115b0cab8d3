// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/pgn/game_text.hpp>

namespace polyglot::pgn {

/// What the author of a game thinks of a move: its NAG `$1` to `$6`, or the sign that this stands for. The
/// values are the numbers.
enum class MoveQuality : std::uint8_t {
  unknown = 0,
  good = 1,         ///< !
  bad = 2,          ///< ?
  brilliant = 3,    ///< !!
  blunder = 4,      ///< ??
  interesting = 5,  ///< !?
  dubious = 6,      ///< ?!
};

/// A move of a game or of one of its variations, as it is written.
struct TreeMove {
  std::string_view text;     ///< without marks, part of the game's text
  std::uint32_t next = 0;    ///< number of the move that follows it in its line; 0: none does
  std::uint32_t height = 0;  ///< how many lines are open around its own that have moves
  bool begins_line = false;  ///< the first move of its line
  bool is_main = false;      ///< of the main line, the moves of which are those of GameText::moves()
  MoveQuality quality = MoveQuality::unknown;  ///< the first that is said of it
  std::optional<std::uint16_t> weight = {};    ///< of a comment that begins with "weight N"
};

/// The moves of a game with all its variations, nested to any depth, in the order of the text. A variation
/// stands in the place of the last move before it, and begins in the position before that one; a variation
/// before the first move begins where its line does. One that is not closed ends with the game.
///
/// Costs time and memory linear in the text. Views lie in the text that the game was read from.
class GameTree {
 public:
  /// Puts the moves of `game` in place of what the tree held. A tree used before spares allocations.
  void read(const GameText& game);

  [[nodiscard]] std::span<const TreeMove> moves() const noexcept { return moves_; }

 private:
  std::vector<TreeMove> moves_;
};

/// False if `GameTree` has no more to tell of a game than its moves: there are neither variations nor marks
/// nor weights. Cheap, as nothing is read anew.
[[nodiscard]] bool has_annotations(const GameText& game);

/// A move that was read for a TreeMove.
template <class Move>
struct PlayedMove {
  Move move;
  bool takes_next = false;  ///< it is written as two: the next one of the line is part of it
};

/// How far a tree is played, in plies from its start.
struct TreeLimits {
  std::size_t main_line = std::numeric_limits<std::size_t>::max();
  std::size_t variations = std::numeric_limits<std::size_t>::max();
};

/// Plays the moves of a tree in the order of its text, from `start`; there is no limit to their depth.
///   read(position, number, ply) -> std::optional<PlayedMove<Move>>   what a move of the tree means, if
///                                                                    anything; `ply` counts from 0
///   visit(position, move, number, ply)                               a move, and the position before it
///   lost(position, number)                                           a move of a variation that means
///   nothing
/// A line ends where read() finds nothing: what follows the move in the line, or stands in its place, is
/// passed over. The lines around it go on.
template <class Move, class Position, class Read, class Visit, class Lost>
void walk_tree(std::span<const TreeMove> moves, const Position& start, const TreeLimits& limits, Read&& read,
               Visit&& visit, Lost&& lost) {
  struct Line {
    Position before;  ///< the last move
    Move last;
    std::size_t ply;  ///< of the last move
    bool is_open = true;
    bool skips_next = false;
  };
  // On the heap, one position for a line: a text may nest some million times.
  std::vector<Line> lines;
  for (std::size_t number = 0; number < moves.size(); ++number) {
    const TreeMove& written = moves[number];
    const std::size_t kept = written.height + (written.begins_line ? 0U : 1U);
    while (lines.size() > kept) lines.pop_back();
    if (written.begins_line) {
      Line line{.before = start, .last = {}, .ply = 0};
      if (!lines.empty())
        line = {.before = lines.back().before,
                .last = {},
                .ply = lines.back().ply,
                .is_open = lines.back().is_open};
      lines.push_back(std::move(line));
    }
    Line& line = lines.back();
    if (!line.is_open || std::exchange(line.skips_next, false)) continue;
    if (!written.begins_line) {
      line.before.make(line.last);
      ++line.ply;
    }
    line.is_open = line.ply < (written.is_main ? limits.main_line : limits.variations);
    if (!line.is_open) continue;
    const std::optional<PlayedMove<Move>> played = read(std::as_const(line.before), number, line.ply);
    if (!played) {
      line.is_open = false;
      if (!written.is_main) lost(std::as_const(line.before), number);
      continue;
    }
    line.last = played->move;
    line.skips_next = played->takes_next;
    visit(std::as_const(line.before), line.last, number, line.ply);
  }
}

/// What the move of this number means in a position of chess. Nothing: it is not legal, or could be one of
/// several pieces, and the moves that follow it in its line do not show which.
[[nodiscard]] std::optional<PlayedMove<chess::Move>> read_tree_move(std::span<const TreeMove> moves,
                                                                    const chess::Position& position,
                                                                    std::size_t number);

}  // namespace polyglot::pgn
