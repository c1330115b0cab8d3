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

/// Follows the game that a GUI repeats with every `position`: plays only what is new, so that a game of 300
/// plies costs no more per move than its first.
class GameTracker {
 public:
  /// What is played from now on, as UCI engines call it; nothing: chess. Its rules may not be known.
  /// `known`: where they are looked up; null: among the built-in ones.
  void play_variant(std::string_view name, const variants::Catalogue* known = nullptr);

  /// Error: which move of which position is wrong. A game of chess is unknown from then until the next good
  /// one; one of a variant goes on without rules if it may be by others.
  Result<void> set(const protocol::SetPosition& message);

  /// Null while the game is unknown.
  [[nodiscard]] const game::Game* game() const noexcept { return known_ ? &game_ : nullptr; }

 private:
  Result<void> set_start(std::string_view fen);
  [[nodiscard]] bool may_have_rules_again(std::string_view moves) const;
  std::string_view keep_common_moves(std::string_view moves);
  Result<void> play(std::string_view moves);
  [[nodiscard]] bool goes_on_without_rules(std::string_view move);

  std::string variant_;
  game::Game first_;  ///< of the variant, before its first move
  bool known_ = true;
  game::Game game_;
  std::string fen_;                     ///< as the GUI wrote it; empty: where the variant begins
  std::string moves_;                   ///< as the GUI wrote them
  std::vector<std::size_t> move_ends_;  ///< offset in moves_ behind each ply
};

}  // namespace polyglot::session
