// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string_view>

#include "session/conversations/game_player.hpp"

namespace polyglot::session {

/// The conversation with a GUI that plays move by move and any engine: passes the GUI's commands to the
/// player.
class GameConversation final : public GamePlayer {
 public:
  /// `now`: the time of the present event.
  GameConversation(const config::Options& options, const std::chrono::milliseconds& now, Gui& gui,
                   Engine& engine, BookPlayer& book)
      : GamePlayer(options, now, gui, engine, book) {}

  EngineFate gui_message(const protocol::GuiMessage& message, std::string_view line,
                         Effects& effects) override;

 private:
  void identify(Effects& effects);
  void answer_draw_offer(Effects& effects);
  void give_hint(Effects& effects);
  [[nodiscard]] protocol::BookList moves_to_play();
};

}  // namespace polyglot::session
