// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <polyglot/chess/notation.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/pgn/game_text.hpp>
#include <polyglot/result.hpp>

namespace polyglot::pgn {

/// Why the moves of a game were played no further.
enum class WalkStop : std::uint8_t {
  end,           ///< all were played
  visitor,       ///< no more were wanted
  bad_start,     ///< the FEN tag holds no legal position
  bad_move,      ///< a move that is not legal, or could be one of several pieces
  missing_move,  ///< a move number shows that a move is missing, and a wrong move behind it that it does
  null_move,     ///< "--": no move of chess, but no mistake either
};

struct WalkEnd {
  WalkStop stop = WalkStop::end;
  std::size_t plies = 0;          ///< how many moves were visited
  std::string_view where = {};    ///< the move, number or FEN at fault, part of the game's text
  chess::Position position = {};  ///< after the last move played; meaningless after a bad start

  /// What is wrong, for bad_start, bad_move, missing_move and null_move.
  [[nodiscard]] std::string message() const;
};

/// Where the game begins: the position of its FEN tag, else that of chess.
[[nodiscard]] Result<chess::Position> start_position(const GameText& game);

/// What the first of some moves means that could be one of several pieces: the one behind which the others
/// can be played furthest. Null if there is no such one, or no ambiguity.
[[nodiscard]] chess::Move resolve_ambiguous(const chess::Position& position,
                                            std::span<const std::string_view> moves);

/// Plays the moves of a game and calls `visit(position, move, ply)` before each, where `ply` counts from 0.
/// A visitor that returns a bool ends the walk with false, and the move at hand is not played. The first bad
/// move ends it too; the moves before it have been visited. Moves from `max_plies` on are not played.
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
