// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/config/configuration.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/proxy/headless_session.hpp>
#include <polyglot/result.hpp>

namespace polyglot::tools {

/// An opponent: a whole session with engine and books, used as a UCI GUI would use it.
class Opponent {
 public:
  /// The arguments must outlive this object.
  Opponent(config::Configuration& configuration, const config::CommandLine& command_line,
           std::chrono::milliseconds move_time);

  /// Starts the engine. Error: why it cannot play.
  [[nodiscard]] Result<void> start();
  /// Announces a game, and waits until the engine is ready. Error: the engine does not play the variant.
  [[nodiscard]] Result<void> begin(const game::Rules& rules, bool chess960);

  struct Answer {
    game::Move move;
    std::optional<protocol::Score> score;  ///< from the point of view of the mover; nothing for a book move
  };
  /// Returns the move for the last position of a game that is not over. Error: the opponent gives no move.
  [[nodiscard]] Result<Answer> think(const game::Game& game);

  /// Reports the result, from which the session may learn, and ends the session.
  void finish(const game::Game& game, std::string_view result);

  [[nodiscard]] const std::string& name() const noexcept { return session_.engine_name(); }
  [[nodiscard]] bool plays_chess960() const noexcept { return chess960_; }
  [[nodiscard]] std::vector<std::string> take_warnings() { return session_.take_warnings(); }
  /// Returns how castling is written: king takes rook in Chess960.
  [[nodiscard]] game::CastlingNotation castling(const game::Game& game) const {
    return game::castling_notation(game, chess960_);
  }

 private:
  proxy::HeadlessSession session_;
  std::chrono::milliseconds move_time_;
  bool chess960_ = false;
};

}  // namespace polyglot::tools
