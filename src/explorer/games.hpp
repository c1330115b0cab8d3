// SPDX-License-Identifier: MIT
#pragma once

#include <boost/json/object.hpp>

#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>

/// Games and moves that a user types, pastes or opens. They are read as those of a PGN file.
namespace polyglot::explorer {

/// The games of a text: {"whole", "games": [{"tags": {name: value}, "result": "1-0" | "0-1" | "1/2-1/2" |
/// "*", "variations": their number, "fen" and "key": of the start, "moves": [{"uci", "san", "key": of the
/// position behind it}], "unplayed": the words from the first one on that is no legal move}]}. A game that
/// begins in no legal position has "error" in place of the last four. "whole" is false for a text of moves
/// only: without tags, and without a result behind moves from number 1 on. Such moves begin in the position
/// `fen`, or in the usual start if it is empty. Failure: it is no legal position.
[[nodiscard]] boost::json::object describe_games(const game::Rules& rules, std::string text,
                                                 const std::string& fen);

/// The moves that the games of a text add to a book, as make-book adds them: see docs/tools.md, "Variations
/// of a game". But a move that several games have is added once, with the highest of its weights.
struct AddedMoves {
  struct Move {
    game::Position position;
    game::Move move;
    std::uint16_t times;                  ///< how often it counts, by its author's marks
    std::optional<std::uint16_t> weight;  ///< from a comment
  };
  std::vector<Move> moves;
  std::size_t lines = 0;       ///< games, and variations if they are read
  std::size_t variations = 0;  ///< read or not
  std::size_t left_out = 0;    ///< moves that are not to be added
  std::string problem;         ///< what cannot be played first; empty: nothing
};

[[nodiscard]] AddedMoves added_moves(const game::Rules& rules, std::string text, bool with_variations);

}  // namespace polyglot::explorer
