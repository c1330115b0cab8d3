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

/// A game that the engine's board is to show.
struct CecpTarget {
  game::Game start;  ///< before its first move
  std::vector<game::Move> moves;
  bool chess960 = false;  ///< the other side castles by king takes rook
};

/// What the engine knows of the game, and the fewest commands that bring its board where it is wanted.
class CecpBoard {
 public:
  explicit CecpBoard(const protocol::CecpBack& back) noexcept : back_(back) {}

  /// Whether the engine plays what the target is of, and can be brought there.
  [[nodiscard]] bool can_show(const CecpTarget& target) const;
  /// Whether the engine gets there from where it is by moves and by taking moves back, at no greater cost
  /// than from the start.
  [[nodiscard]] bool leads_to(const CecpTarget& target) const;
  /// A new game, in force mode: the board shows the start position of chess, or of the variant of `target`.
  void begin(const CecpTarget& target, std::string& out);
  /// Goes on to the target; leads_to() holds, or begin() was just called. The engine is in force mode.
  void reach(const CecpTarget& target, std::string& out);

  /// The engine has moved.
  void played(const game::Move& move) { game_.push(move); }
  /// Nobody knows any more what the engine's board shows.
  void forget() noexcept { shows_ = Shows::unknown; }

  /// True if the engine has been sent this move since it last thought.
  [[nodiscard]] bool was_sent(std::string_view move) const;

  /// A move in the last position of a game, as the engine wants it.
  [[nodiscard]] std::string text_of(const game::Game& game, const game::Move& move) const {
    return back_.text_of(game, move, plays_chess960());
  }

 private:
  /// What the engine's board shows: `game_`, which `new` has just begun, or more of it.
  enum class Shows : std::uint8_t { unknown, new_game, game };

  /// What the engine calls the variant of the target; empty: chess. Nothing if it does not play it.
  [[nodiscard]] std::optional<std::string> variant_of(const CecpTarget& target) const;
  [[nodiscard]] bool plays_chess960() const noexcept;
  [[nodiscard]] std::size_t common_moves(const CecpTarget& target) const;
  void set_up(const CecpTarget& target, std::string& out);
  void edit(const chess::Position& position, std::string& out);
  void send(const game::Move& move, std::string& out);

  const protocol::CecpBack& back_;
  game::Game game_;  ///< on the engine's board
  std::string start_fen_;
  Shows shows_ = Shows::unknown;
  std::string variant_;  ///< that the engine plays, see variant_of()
  std::vector<std::string> sent_;
};

}  // namespace polyglot::session
