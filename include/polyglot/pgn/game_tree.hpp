// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <utility>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/pgn/game_text.hpp>

namespace polyglot::pgn {

/// The author's opinion of a move: its NAG `$1` to `$6`, or the sign that means the same. The values are
/// those numbers.
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
  std::string_view text;     ///< the move without marks, part of the game's text
  std::uint32_t next = 0;    ///< index of the next move in its line; 0: none
  std::uint32_t height = 0;  ///< number of lines with moves that enclose its line
  bool begins_line = false;  ///< true: it is the first move of its line
  bool is_main = false;      ///< true: it belongs to the main line, whose moves are GameText::moves()
  MoveQuality quality = MoveQuality::unknown;  ///< the first opinion in the text
  std::optional<std::uint16_t> weight = {};    ///< from a comment that begins with "weight N"
  bool is_capped = false;                      ///< true: the weight in the comment is above 65535
  bool is_left_out = false;                    ///< true: a comment begins with "weight none"
};

/// The moves of a game with all its variations, nested to any depth, in the order of the text. A variation
/// replaces the last move before it, so it begins in the position before that move. If there is no such move,
/// it begins where its line begins. A variation that is not closed ends with the game.
///
/// Time and memory are linear in the length of the text. Views point into the text of the game.
class GameTree {
 public:
  /// Replaces the contents of the tree by the moves of `game`. Reusing a tree saves allocations.
  void read(const GameText& game);

  [[nodiscard]] std::span<const TreeMove> moves() const noexcept { return moves_; }

 private:
  std::vector<TreeMove> moves_;
};

/// Returns true if a game has variations, marks or weights, which only `GameTree` returns. It is fast,
/// because it does not read the moves again.
[[nodiscard]] bool has_annotations(const GameText& game);

/// Returns true if the games of the files are a study: some have variations, and most have no result. It
/// stops reading when games with a result are clearly more. Pipes, and files that cannot be read, are no
/// study.
[[nodiscard]] bool is_study(std::span<const std::string> paths);

/// The legal move that a TreeMove means.
template <class Move>
struct PlayedMove {
  Move move;
  /// True: it is two words in the text, and the next TreeMove of the line is part of it.
  bool takes_next = false;
};

/// The number of plies, from the start of the tree, up to which it is played.
struct TreeLimits {
  std::size_t main_line = std::numeric_limits<std::size_t>::max();
  std::size_t variations = std::numeric_limits<std::size_t>::max();
};

/// Plays the moves of a tree in the order of its text, from `start`, to any depth of nesting.
///   read(position, number, ply) -> std::optional<PlayedMove<Move>>
///       reads the move with index `number`; nothing if it has no meaning; `ply` counts from 0
///   visit(position, move, number, ply)
///       gets a move, and the position before it
///   lost(position, number)
///       gets the index of a move of a variation that has no meaning
/// A line ends at a move for which read() returns nothing. The rest of that line and variations that replace
/// its moves are skipped. The lines around it continue.
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
  // On the heap, with one position for each line, because a text may be nested a million times.
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

/// Reads the move with this index in a position of chess. Returns nothing if it is illegal. Returns nothing
/// either if it is ambiguous and later moves of its line do not show which move is meant.
[[nodiscard]] std::optional<PlayedMove<chess::Move>> read_tree_move(std::span<const TreeMove> moves,
                                                                    const chess::Position& position,
                                                                    std::size_t number);

}  // namespace polyglot::pgn
