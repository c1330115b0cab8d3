// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/game/game.hpp>
#include <polyglot/protocol/cecp_engine.hpp>

namespace polyglot::session {

/// A game that the engine's board should show.
struct CecpTarget {
  game::Game start;  ///< before its first move
  std::vector<game::Move> moves;
  bool chess960 = false;  ///< the GUI writes castling as king takes rook
};

/// What the engine knows about the game. Brings its board to a wanted game with as few commands as possible.
class CecpBoard {
 public:
  explicit CecpBoard(const protocol::CecpBack& back) noexcept : back_(back) {}

  /// Whether the engine plays the target's variant, and its board can reach the target.
  [[nodiscard]] bool can_show(const CecpTarget& target) const;
  /// Whether the engine can reach the target from its present game by moves and take-backs, at no higher cost
  /// than from the start.
  [[nodiscard]] bool leads_to(const CecpTarget& target) const;
  /// Begins a new game in force mode. The board shows the start position of chess, or of the target's
  /// variant.
  void begin(const CecpTarget& target, std::string& out);
  /// Continues to the target. leads_to() must be true, or begin() was just called. The engine must be in
  /// force mode.
  void reach(const CecpTarget& target, std::string& out);

  /// The engine has moved.
  void played(const game::Move& move) { game_.push(move); }
  /// The engine's board is no longer known.
  void forget() noexcept { shows_ = Shows::unknown; }

  /// True if the engine has been sent this move since it last thought.
  [[nodiscard]] bool was_sent(std::string_view move) const;

  /// A move in the last position of a game, in the engine's notation.
  [[nodiscard]] std::string text_of(const game::Game& game, const game::Move& move) const {
    return back_.text_of(game, move, plays_chess960());
  }

 private:
  /// What the engine's board shows: nothing known, `game_` directly after `new`, or `game_` with moves.
  enum class Shows : std::uint8_t { unknown, new_game, game };

  /// The engine's name for the target's variant; empty: chess. Nothing if it does not play it.
  [[nodiscard]] std::optional<std::string> variant_of(const CecpTarget& target) const;
  [[nodiscard]] bool plays_chess960() const noexcept;
  [[nodiscard]] std::size_t common_moves(const CecpTarget& target) const;
  void set_up(const CecpTarget& target, std::string& out);
  void edit(const chess::Position& position, std::string& out);
  void send(const game::Move& move, std::string& out);

  const protocol::CecpBack& back_;
  game::Game game_;  ///< the game on the engine's board
  std::string start_fen_;
  Shows shows_ = Shows::unknown;
  std::string variant_;  ///< the engine's present variant, see variant_of()
  std::vector<std::string> sent_;
};

}  // namespace polyglot::session
