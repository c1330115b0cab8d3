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
  explicit GameConversation(Context& context) : GamePlayer(context) {}

  void gui_message(const protocol::GuiMessage& message, std::string_view line) override;

 private:
  void identify();
  void answer_draw_offer();
  void give_hint();
  [[nodiscard]] protocol::BookList moves_to_play();
};

}  // namespace polyglot::session
