// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>
#include <utility>

#include <polyglot/chess/notation.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/pgn/game_text.hpp>
#include <polyglot/result.hpp>

namespace polyglot::pgn {

/// Why the walk over the moves of a game ended.
enum class WalkStop : std::uint8_t {
  end,           ///< all moves were played
  visitor,       ///< the visitor ended it, or `max_plies`
  bad_start,     ///< the FEN tag holds no legal position
  bad_move,      ///< a move is illegal or ambiguous
  missing_move,  ///< a move number is too high, and a move after it is illegal; walk() does not look for it
  null_move,     ///< a move is "--", which is not a move of chess, but not a mistake either
};

struct WalkEnd {
  WalkStop stop = WalkStop::end;
  std::size_t plies = 0;          ///< number of moves visited
  std::string_view where = {};    ///< the wrong move, number or FEN, a part of the game's text
  chess::Position position = {};  ///< the position after the last move; undefined after bad_start

  /// Returns what is wrong, for bad_start, bad_move, missing_move and null_move.
  [[nodiscard]] std::string message() const;
};

/// Returns the start position of a game: that of its FEN tag, or else that of chess. Error: the FEN is wrong.
[[nodiscard]] Result<chess::Position> start_position(const GameText& game);

/// Resolves the first of `moves` if it is ambiguous: returns the legal move after which most of the other
/// moves can be played. Returns the null move if none is better than the others, or if the move is clear.
[[nodiscard]] chess::Move resolve_ambiguous(const chess::Position& position,
                                            std::span<const std::string_view> moves);

/// Plays the moves of a game. Calls `visit(position, move, ply)` before each move, where `ply` counts from 0.
/// A visitor that returns a bool can end the walk with false; its move is not played then. The first bad move
/// also ends the walk, after all moves before it have been visited. At most `max_plies` moves are played.
template <class Visit>
WalkEnd walk(const GameText& game, Visit&& visit, std::size_t max_plies = static_cast<std::size_t>(-1)) {
  auto start = start_position(game);
  WalkEnd end;
  if (!start) {
    end.stop = WalkStop::bad_start;
    end.where = *game.tag(KnownTag::fen);
    return end;
  }
  end.position = *start;
  for (const std::string_view token : game.moves()) {
    if (end.plies == max_plies) {
      end.stop = WalkStop::visitor;
      return end;
    }
    chess::Move move = chess::read_san(end.position, token);
    if (move.is_null()) move = resolve_ambiguous(end.position, game.moves().subspan(end.plies));
    if (move.is_null()) {
      end.stop = is_null_move(token) ? WalkStop::null_move : WalkStop::bad_move;
      end.where = token;
      return end;
    }
    const chess::Position& before = end.position;
    if constexpr (std::is_convertible_v<
                      std::invoke_result_t<Visit, decltype(before), chess::Move, std::size_t>, bool>) {
      if (!visit(before, move, end.plies)) {
        end.stop = WalkStop::visitor;
        return end;
      }
    } else {
      visit(before, move, end.plies);
    }
    end.position.make(move);
    ++end.plies;
  }
  return end;
}

}  // namespace polyglot::pgn
