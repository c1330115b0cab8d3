// SPDX-License-Identifier: MIT
#include "session/conversation.hpp"

#include "session/game_conversation.hpp"
#include "session/game_relay.hpp"
#include "session/position_conversation.hpp"
#include "session/uci_relay.hpp"

namespace polyglot::session {

std::unique_ptr<Conversation> make_conversation(const config::Options& options,
                                                const std::chrono::milliseconds& now, Gui& gui,
                                                Engine& engine, BookPlayer& book) {
  const bool engine_plays_games = engine.cecp != nullptr;
  if (gui.speaks_uci && !engine_plays_games) {
    return std::make_unique<UciRelay>(options, now, gui, engine, book);
  }
  if (gui.speaks_uci) return std::make_unique<PositionConversation>(options, now, gui, engine, book);
  if (engine_plays_games) return std::make_unique<GameRelay>(options, now, gui, engine, book);
  return std::make_unique<GameConversation>(options, now, gui, engine, book);
}

}  // namespace polyglot::session
