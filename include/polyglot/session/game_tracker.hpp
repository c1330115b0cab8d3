// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/result.hpp>

namespace polyglot::session {

/// Follows the game that a GUI repeats with every `position`. It plays only the new moves, so that the cost
/// of a move does not grow with the game.
class GameTracker {
 public:
  /// Sets the variant by its UCI name; an empty name means chess. The rules of a variant need not be known.
  /// Variants are looked up in `known`, or among the built-in ones if it is null.
  void play_variant(std::string_view name, const variants::Catalogue* known = nullptr);

  /// Takes a position. Error: which move of which position is wrong. Then a game of chess is unknown until
  /// the next correct position. A game of a variant may continue without rules, because the GUI may have
  /// other rules.
  Result<void> set(const protocol::SetPosition& message);

  /// Returns null while the game is unknown.
  [[nodiscard]] const game::Game* game() const noexcept { return known_ ? &game_ : nullptr; }

 private:
  Result<void> set_start(std::string_view fen);
  [[nodiscard]] bool may_have_rules_again(std::string_view moves) const;
  std::string_view keep_common_moves(std::string_view moves);
  Result<void> play(std::string_view moves);
  [[nodiscard]] bool goes_on_without_rules(std::string_view move);

  std::string variant_;
  game::Game first_;  ///< a game of the variant without moves
  bool known_ = true;
  game::Game game_;
  std::string fen_;                     ///< as the GUI wrote it; empty: the start of the variant
  std::string moves_;                   ///< as the GUI wrote them
  std::vector<std::size_t> move_ends_;  ///< offset in moves_ after each ply
};

}  // namespace polyglot::session
