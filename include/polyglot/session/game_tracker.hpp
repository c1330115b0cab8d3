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
  /// Error: which move of which position is wrong. The game is unknown from then until the next good one.
  Result<void> set(const protocol::SetPosition& message);

  /// Null while the game is unknown.
  [[nodiscard]] const game::Game* game() const noexcept { return known_ ? &game_ : nullptr; }

 private:
  Result<void> set_start(std::string_view fen);
  std::string_view keep_common_moves(std::string_view moves);
  Result<void> play(std::string_view moves);

  bool known_ = true;
  game::Game game_;
  std::string fen_;                     ///< as the GUI wrote it; empty: the start position of chess
  std::string moves_;                   ///< as the GUI wrote them
  std::vector<std::size_t> move_ends_;  ///< offset in moves_ behind each ply
};

}  // namespace polyglot::session
